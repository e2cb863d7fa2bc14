"""What other programs make of a log: each a function from its lines to bytes."""

from __future__ import annotations

import json
import re
import textwrap
from collections.abc import Callable
from html import escape

Lines = list[str]


def _by_line(form: Callable[[int, str], str], end: str = "\n") -> Callable[[Lines], bytes]:
    return lambda lines: end.join(form(n, line) for n, line in enumerate(lines)).encode()


def _clock(n: int) -> str:
    return f"{10 + n // 3600:02}:{n // 60 % 60:02}:{n % 60:02}"


def _trimmed(n: int) -> str:
    """Nanoseconds without their last zeros, as Go prints them; none at all every tenth line."""
    digits = f"{n * 127_300_100 % 1_000_000_000:09}".rstrip("0")
    return f".{digits}" if digits and n % 10 else ""


def _day(n: int) -> str:
    return "Jan  9" if n < 12 else "Jan 10"


def _level(n: int) -> str:
    return ("INFO ", "WARN ", "ERROR", "DEBUG")[n % 4]


def _json_line(key: str, separators: tuple[str, str]) -> Callable[[int, str], str]:
    def form(n: int, line: str) -> str:
        record = {
            "time": f"2026-01-03T{_clock(n)}{_trimmed(n)}Z",
            key: f"{line}\n",
            "stream": "out",
        }
        order = (key, "stream", "time") if key == "log" else ("time", key, "stream")
        return json.dumps({name: record[name] for name in order}, separators=separators)

    return form


def _one_string(lines: Lines) -> str:
    return json.dumps("\n".join(lines))


def _in_columns(lines: Lines, width: int) -> bytes:
    cut = [part for line in lines for part in (textwrap.wrap(
        line, width, drop_whitespace=False, replace_whitespace=False, break_long_words=True,
        break_on_hyphens=False) if len(line) <= width else
        [line[at : at + width] for at in range(0, len(line), width)]) or [""]]  # fmt: skip
    return "\n".join(cut).encode()


def _headed(note: str) -> Callable[[int, str], str]:
    return lambda _, line: f"{line} {note}" if re.fullmatch(r" *[A-Za-z][^:]*:", line) else line


def _indented(blank: str) -> Callable[[int, str], str]:
    return lambda _, line: blank * (len(line) - len(line.lstrip(" "))) + line.lstrip(" ")


WRAPPERS: dict[str, Callable[[Lines], bytes]] = {
    "docker json-file": _by_line(_json_line("log", (",", ":"))),
    "docker json-file, blanks": _by_line(_json_line("log", (", ", ": "))),
    "json lines, message": _by_line(_json_line("message", (",", ":"))),
    "containerd": _by_line(lambda n, s: f"2026-01-03T{_clock(n)}{_trimmed(n)}Z stdout F {s}"),
    "compose": _by_line(lambda _, s: f"sysbench-1  | {s}"),
    "compose, colours": _by_line(lambda _, s: f"\x1b[36msysbench-1  |\x1b[0m {s}"),
    "compose, times": _by_line(lambda n, s: f"bench-1  | 2026-01-03T{_clock(n)}{_trimmed(n)}Z {s}"),
    "kubectl, times": _by_line(
        lambda n, s: f"[pod/bench-x7k2p/sysbench] 2026-01-03T{_clock(n)}{_trimmed(n)}Z {s}"
    ),
    "stern": _by_line(lambda _, s: f"\x1b[38;5;2mbench-x7k2p\x1b[0m sysbench {s}"),
    "journal": _by_line(
        lambda n, s: json.dumps({"__CURSOR": f"s={n:x}", "MESSAGE": s, "_PID": f"{n}"})
    ),
    "text payload": _by_line(
        lambda n, s: json.dumps({"insertId": f"a{n}", "textPayload": s, "timestamp": _clock(n)})
    ),
    "remote-exec": _by_line(lambda _, s: f"aws_instance.bench (remote-exec): {s}"),
    "annotate-output": _by_line(lambda n, s: f"{_clock(n)} O: {s}"),
    "tai64n": _by_line(lambda n, s: f"@4000000065a{n:015x} {s}"),
    "kubectl": _by_line(lambda _, s: f"[pod/bench-x7k2p/sysbench] {s}"),
    "syslog": _by_line(lambda n, s: f"{_day(n)} {_clock(n)} bench1 sysbench[42]: {s}"),
    "syslog 5424": _by_line(
        lambda n, s: f"<13>1 2026-01-03T{_clock(n)}{_trimmed(n)}+00:00 bench1 sysbench 42 - - {s}"
    ),
    "log4j": _by_line(
        lambda n, s: f"2026-01-03 {_clock(n)},{n:03} [pool-1-thread-{n}] {_level(n)} Run - {s}"
    ),
    "isoformat": _by_line(lambda n, s: f"2026-01-03 {_clock(n)}{_trimmed(n)} INFO {s}"),
    "logging": _by_line(lambda _, s: f"INFO:root:{s}"),
    "logging, warning": _by_line(lambda _, s: f"WARNING:root:{s}"),
    "brackets": _by_line(lambda n, s: f"[2026-01-03T{_clock(n)}.{n:03}Z] [{_level(n)}] {s}"),
    "seconds": _by_line(lambda n, s: f"[{n * 31.7:12.6f}] {s}"),
    "ts": _by_line(lambda n, s: f"{_day(n)} {_clock(n)} {s}"),
    "github": _by_line(lambda n, s: f"bench\tRun sysbench\t2026-01-03T{_clock(n)}.1234567Z {s}"),
    "gitlab": _by_line(lambda n, s: f"2026-01-03T{_clock(n)}.{n:06}Z 00O \x1b[0;m{s}"),
    "logfmt": _by_line(lambda n, s: f'time="2026-01-03T{_clock(n)}Z" level=info msg="{s}"'),
    "grep": _by_line(lambda n, s: f"{n + 1}{':' if n % 3 else '-'}{s}"),
    "grep, files": _by_line(lambda _, s: f"out/run-16.log:{s}"),
    "numbered": _by_line(lambda n, s: f"{n + 1:6}\t{s}"),
    "quoted": _by_line(lambda _, s: f"> {s}"),
    "bulleted": _by_line(lambda _, s: f"* {s}"),
    "dotted": _by_line(lambda _, s: f"\u2022 {s}"),
    "diff": _by_line(lambda _, s: f"+{s}"),
    "box": _by_line(lambda _, s: f"\u2502 {s:110} \u2502"),
    "table": _by_line(lambda _, s: f"| {s:110} |"),
    "array": _by_line(lambda _, s: f"    {json.dumps(s)},"),
    "array, one line": lambda lines: json.dumps({"out": lines, "rc": 0}).encode(),
    "list of python": lambda lines: repr(lines).encode(),
    "string": lambda lines: f'{{"rc": 0, "out": {_one_string(lines)}, "err": ""}}'.encode(),
    "string in a string": lambda lines: json.dumps(json.dumps({"out": "\n".join(lines)})).encode(),
    "string, windows": lambda lines: json.dumps({"out": "\r\n".join(lines)}).encode(),
    "bytes of python": lambda lines: repr("\n".join(lines).encode()).encode(),
    "ansible": lambda lines: f'ok: [db1] => {{"rc": 0, "stdout": {_one_string(lines)}}}'.encode(),
    "yaml list": _by_line(lambda _, s: f'  - "{s}"'),
    "yaml block": _by_line(lambda _, s: f"      {s}"),
    "escaped": lambda lines: "\\n".join(lines).encode(),
    "cast": _by_line(lambda n, s: json.dumps([n * 0.21, "o", f"{s}\r\n"])),
    "csv": _by_line(lambda n, s: f'{n},"2026-01-03 {_clock(n)}","{s}"'),
    "pre": lambda lines: ("<pre><code>" + "\n".join(lines) + "</code></pre>").encode(),
    "breaks": lambda lines: "<br>".join(lines).replace(" ", "&nbsp;").encode(),
    "paragraphs": _by_line(lambda _, s: f'<div class="line"><span>{s}</span></div>'),
    "escaped in XML": lambda lines: (
        f"<system-out>{escape(chr(10).join(lines)).replace(chr(10), '&#10;')}</system-out>".encode()
    ),
    "cell": lambda lines: ('id,out\n1,"' + "\n".join(lines) + '"\n').encode(),
    "ends shown": _by_line(lambda _, s: f"{s}$"),
    "padded": _by_line(lambda _, s: s.ljust(200)),
    "crlf": _by_line(lambda _, s: s, "\r\n"),
    "crcrlf": _by_line(lambda _, s: s, "\r\r\n"),
    "capture": _by_line(lambda _, s: f"\x1b[?2004l\r{s}\x1b[K", "\r\n"),
    "coloured": _by_line(lambda _, s: f"\x1b[1;32m{s}\x1b[0m"),
    "titled": _by_line(lambda _, s: f"\x1b]0;bench\x07{s}"),
    "utf-16": lambda lines: "\n".join(lines).encode("utf-16"),
    "utf-16, big": lambda lines: "\n".join(lines).encode("utf-16-be"),
    "ideographic": _by_line(_indented("\u3000")),
    "em": _by_line(_indented("\u2003")),
    "zero width": _by_line(lambda _, s: f"\u200b{s}"),
    "narrow": lambda lines: "\n".join(lines).replace(" ", "\u202f").encode(),
    "hard, latin-1": lambda lines: (
        "\n".join(lines).replace(" ", "\xa0").encode("cp1252", "replace")
    ),
    "marked": lambda lines: "\n".join(lines).encode("utf-8-sig"),
    "noted": _by_line(_headed("\u7edf\u8ba1\u4fe1\u606f")),
    "noted, brackets": _by_line(_headed("(requ\u00eates)")),
    "noted, arrow": _by_line(_headed("=> what it says")),
    "bold": _by_line(lambda _, s: re.sub(r"^( *)([A-Z][^:]*:)$", r"\1**\2**", s)),
    "full-width": lambda lines: "\n".join(lines).replace(":", "\uff1a").encode(),
    "80 columns": lambda lines: _in_columns(lines, 80),
    "100 columns": lambda lines: _in_columns(lines, 100),
}
