"""Finds the reports in a file and reads each line into the report it belongs to.

Encodings, byte order marks, line ends, colours, NULs, quoting and time stamps are taken off
first. A report begins at a banner, or at the first line that only sysbench's summary can begin
with, and ends with the block that quotes it. `prepare`, `cleanup` and bare banners yield no
report. A checkpoint's summary is passed over: it covers a part of the run, and the report holds
the whole. Work is one pass, with a bounded amount for every line.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from sysbench_archive.sysbench.report import csv_summary, fields, intervals
from sysbench_archive.sysbench.report.fields import Draft
from sysbench_archive.sysbench.report.model import Interval, Report

LONGEST_LINE: Final = 1024
"""No line that carries a figure is longer; of longer ones only this much is looked at."""

HEADING_END: Final = re.compile(r"[ \t]{0,200}(?:--|#|//|<-|\Z)")
"""What follows the colon of a heading: nothing, or the note of somebody who explains it."""

_UTF16_MARKS: Final = (b"\xff\xfe", b"\xfe\xff")
_COLOUR: Final = re.compile(rb"\x1b\[[0-9;?]*[ -/]*[@-~]")
_LEFTOVERS: Final = ((b"\xef\xbb\xbf", b""), (b"\xc2\xa0", b" "))
_QUOTING: Final = " \t>|#"
_NUMBERED: Final = re.compile(r"[0-9]{1,9}\t")
_DIGITS: Final = str.maketrans("123456789", "000000000")
_MAY_BE_CUT: Final = frozenset("0123456789.")
_TWO_DECIMALS: Final = re.compile(r"\.[0-9]{2}\Z")
_MORE_DECIMALS: Final = ("(eps)", "fsyncs:")


def split_lines(data: bytes) -> list[str]:
    """Return the lines of `data`, one character per byte, so no foreign digit passes as one.

    A last line without an end may have lost digits. Where that cannot be excluded it gets a
    letter behind its last digit, which makes the number unreadable rather than wrong.
    """
    lines = _clean(data).decode("latin-1").split("\n")
    last = lines[-1]
    whole = _TWO_DECIMALS.search(last[-3:]) and not any(mark in last for mark in _MORE_DECIMALS)
    if last and last[-1] in _MAY_BE_CUT and not whole:
        lines[-1] = last[:LONGEST_LINE] + "_"
    return lines


def readable_lines(data: bytes) -> list[str]:
    """Return the lines of `data` as people read them, in every character, numbered as reports are.

    Form feeds and the line ends of Unicode part no lines here, because they part none for reports.
    """
    encoding = "utf-16" if data[:2] in _UTF16_MARKS else "utf-8"
    text = data.decode(encoding, "replace").replace("\0", "")
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    return text.split("\n")


def bare(line: str) -> str:
    """Return `line` without indentation, quoting (`> `) and the numbers of a numbered listing."""
    line = line.strip(" \t").lstrip(_QUOTING)
    if _NUMBERED.match(line):
        line = line.partition("\t")[2].lstrip(_QUOTING)
    return line


def shape(prefix: str) -> str:
    """Return what time stamps of one log have in common: the text with every digit as 0."""
    return prefix.translate(_DIGITS)


def _clean(data: bytes) -> bytes:
    if data[:2] in _UTF16_MARKS:
        data = data.decode("utf-16", "replace").encode("ascii", "replace")
    # One byte is looked for much faster than two, and most logs have none of all this.
    data = data.replace(b"\0", b"")
    if not data.isascii():
        for leftover, instead in _LEFTOVERS:
            data = data.replace(leftover, instead)
    if b"\x1b" in data:
        data = _COLOUR.sub(b"", data)
    return data.replace(b"\r\n", b"\n").replace(b"\r", b"\n") if b"\r" in data else data


RUN_BEGINS: Final = "Running the test with following options"
_LAST_HEAD: Final = fields.FAIRNESS[1]

_CHECKPOINT: Final = re.compile(r"\[ {0,12}[0-9]{1,12}s {0,2}\] Checkpoint report:")
_CLOCK: Final = re.compile(r"\[ {0,12}[0-9]{1,12}s {0,2}\] ")
_BUCKET: Final = re.compile(r"([0-9]{1,15}\.[0-9]{3}) \|\*{0,40} {0,50}([0-9]{1,20})\Z")
_UNFINISHED: Final = "Number of unfinished transactions on forced shutdown"
_PREPARATIONS: Final = (
    "Creating table",
    "Creating a secondary index",
    "Creating secondary index",
    "Creating files for the test",
    "Inserting ",
    "Dropping table",
    "Removing test files",
)
_RUN_EVIDENCE: Final = (RUN_BEGINS, "Threads started!")
_NEUTRAL: Final = ("(last message repeated ", "Done.")


def read_line(draft: Draft, line: str, number: int, *, head: str, rest: str) -> bool:
    """Read `line`, split at its first colon into `head` and `rest`; tell if sysbench wrote it."""
    if head == "FATAL":
        # Only `prepare` and `cleanup` are called this way; a run fails in other functions.
        draft.prepared |= "sysbench.cmdline.call_command" in rest and not draft.announced
        draft.fatal = True
        return True
    if draft.checkpoint is not None and not _CLOCK.match(line):
        if head == _LAST_HEAD:
            draft.checkpoint = None
        return True
    draft.checkpoint = None
    if draft.ended:
        return line.startswith(_NEUTRAL)
    if draft.columns:
        return csv_summary.read_row(draft, line, number)
    if "tps:" in line:
        return _keep(draft, intervals.read_sql_interval(line), line, number)
    if len(head) < len(line) and _read_figure(draft, head, rest, number):
        return True
    reader = _BY_FIRST_CHARACTER.get(line[:1], _read_words)
    return reader(draft, line, number)


def _read_figure(draft: Draft, head: str, rest: str, number: int) -> bool:
    known = fields.FIELDS
    field = known.get((fields.ANYWHERE, head)) or known.get((draft.section, head))
    if field is not None:
        fields.read_field(draft, field, rest, number)
        return True
    if head in fields.HEADINGS and HEADING_END.match(rest):
        draft.section = fields.HEADINGS[head]
    elif head == _UNFINISHED:
        draft.warn(f"line {number}: transactions left unfinished on forced shutdown:{rest[:20]}")
    elif head in fields.FAIRNESS:
        fields.fairness(draft, head, rest)
        draft.ended = head == _LAST_HEAD
    else:
        return fields.percentile(draft, head, rest, number)
    return True


def _keep(draft: Draft, interval: Interval | None, line: str, number: int) -> bool:
    if draft.whole:
        return False
    if interval is not None:
        draft.add_interval(interval, number)
    elif _CLOCK.search(line):
        draft.warn(f"line {number} is an interval line cut short")
    return interval is not None


def _read_clocked(draft: Draft, line: str, number: int) -> bool:
    if _CHECKPOINT.match(line):
        draft.checkpoint = set()
        draft.warn("checkpoint reports are left out; the summary covers the time since the last")
        return True
    if _CLOCK.match(line) is None:
        return False
    interval = intervals.read_other_interval(line)
    return _keep(draft, interval, line, number) if interval is not None else "queue length" in line


def _read_json(draft: Draft, line: str, number: int) -> bool:
    draft.json, interval = intervals.read_json_member(draft.json, line)
    return interval is not None and _keep(draft, interval, line, number)


def _read_digits(draft: Draft, line: str, number: int) -> bool:
    if draft.section == "histogram":
        bucket = _BUCKET.match(line)
        if bucket is not None:
            draft.histogram.append((float(bucket[1]), int(bucket[2])))
            return True
    interval = intervals.read_csv_interval(line) if draft.announced else None
    if interval is not None:
        return _keep(draft, interval, line, number)
    return fields.transferred(draft, line, number)


def _read_words(draft: Draft, line: str, number: int) -> bool:
    head = line.partition(":")[0]
    if head in fields.TESTS:
        draft.put("test", fields.TESTS[head], number)
    elif line.startswith(_RUN_EVIDENCE):
        draft.announced = True
    elif line.startswith("Latency histogram (values are in milliseconds)"):
        draft.section = "histogram"
    elif line.startswith(_PREPARATIONS):
        draft.prepared = True
    elif csv_summary.read_header(draft, line):
        draft.announced = True
    else:
        return line.startswith(_NEUTRAL)
    return True


_BY_FIRST_CHARACTER: Final[dict[str, Callable[[Draft, str, int], bool]]] = {
    "[": _read_clocked,
    '"': _read_json,
    **dict.fromkeys("0123456789", _read_digits),
}


_BANNER: Final = re.compile(
    r"(?<![^\s>|\"'`\]:])sysbench v?(?P<version>[0-9][\w.+~-]{0,40})"
    r"(?:: {1,4}multi-threaded system evaluation|\s{1,4}\(using )"
)
_OPENERS: Final = {
    RUN_BEGINS: HEADING_END,
    "OLTP test statistics": HEADING_END,
    "SQL statistics": HEADING_END,
    "CPU speed": HEADING_END,
    "File operations": HEADING_END,
    "General statistics": HEADING_END,
    "Test execution summary": HEADING_END,
    "Throughput": HEADING_END,
    "Operations performed": re.compile(r" {0,3}[0-9]{1,20} (?:\(|[Rr]eads?, )"),
    "Total operations": re.compile(r" {0,3}[0-9]{1,20} \("),
    "total time": re.compile(r" {0,60}[0-9]{1,12}\.[0-9]{4}s"),
}
"""What may begin a report that lost its banner, and a second summary behind a first, by the
text before the colon; the pattern says how the text behind it goes on."""


def parse_reports(data: bytes) -> tuple[Report, ...]:
    """Return every report in `data`, in file order. Never raises; one pass over the bytes."""
    scanner = _Scanner()
    for number, line in enumerate(split_lines(data), 1):
        if line:
            scanner.take(line, number)
    scanner.close()
    return tuple(scanner.reports)


class _Scanner:
    """The open report, if any, and the finished ones."""

    def __init__(self) -> None:
        self.reports: list[Report] = []
        self.draft: Draft | None = None

    def take(self, raw: str, number: int) -> None:
        """Take the next line."""
        if len(raw) > LONGEST_LINE:
            raw = raw[:LONGEST_LINE] + "_"
        if "sysbench " in raw and self._banner(raw, number):
            return
        if self.draft is not None and self.draft.prefix_length:
            length = self.draft.prefix_length
            raw = raw[length:] if shape(raw[:length]) == self.draft.prefix_shape else raw
        line = bare(raw)
        if line and not self._fenced(line):
            self._read(line, number)

    def _fenced(self, line: str) -> bool:
        """End the report at the end of its quotation, unless another follows at once."""
        draft, fence = self.draft, line.startswith("```")
        if draft is not None and fence:
            draft.fenced = not draft.fenced
        elif draft is not None and draft.fenced:
            self.close()
        return fence

    def _read(self, line: str, number: int) -> None:
        head, _, rest = line.partition(":")
        if head in _OPENERS and _OPENERS[head].match(rest):
            self._opener(head, number)
        elif line.startswith(csv_summary.OPENING):
            self._opener(csv_summary.OPENING, number)
        if self.draft is None:
            return
        if read_line(self.draft, line, number, head=head, rest=rest):
            self.draft.last_line = number
        elif self.draft.ended:
            self.close()

    def close(self) -> None:
        """End the open report and keep it if it was a run."""
        draft, self.draft = self.draft, None
        if draft is None or not draft.is_run:
            return
        if draft.summarised and not draft.whole:
            draft.warn("the summary is cut short")
        self.reports.append(draft.finish(len(self.reports)))

    def _banner(self, raw: str, number: int) -> bool:
        match = _BANNER.search(raw)
        if match is None:
            return False
        draft = self._open(number)
        draft.put("sysbench_version", match["version"], number)
        prefix = raw[: match.start()]
        if bare(prefix):
            draft.prefix_length, draft.prefix_shape = len(prefix), shape(prefix)
        return True

    def _open(self, number: int) -> Draft:
        self.close()
        self.draft = Draft(number)
        return self.draft

    def _opener(self, head: str, number: int) -> None:
        draft = self.draft
        if draft is not None and draft.checkpoint is not None:
            if head not in draft.checkpoint:
                draft.checkpoint.add(head)
                return
            draft.checkpoint = None
        if draft is None or draft.whole or head in draft.seen:
            draft = self._open(number)
            draft.warn("the report has no banner")
        draft.seen.add(head)
