"""Takes off what other programs put around the lines of sysbench.

Bytes become lines of one character a byte, so that no foreign digit passes as one: encodings,
colours, line ends and the blanks of Unicode are made plain first. Output that a program kept as a
string (JSON, a list of Python, the result of a task) is cut at the line ends that stand in it.
Time stamps, levels and names of containers before every line are learned, at a line that sysbench
alone writes, as a pattern of words, blanks and brackets, so that a later one may be longer or
shorter. Every pattern is possessive or bounded: the work is linear in the bytes.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final

_UTF16_MARKS: Final = (b"\xff\xfe", b"\xfe\xff")
_ESCAPE: Final = re.compile(
    rb"\x1b(?:\[[0-9;?]{0,40}[ -/]{0,4}[@-~]|\][^\x07\x1b\n]{0,400}(?:\x07|\x1b\\)?"
    rb"|[()][0-9A-Z]|[=>78])"
)
_BLANKS: Final = re.compile(
    rb"\xc2\xa0|\xe1\x9a\x80|\xe2\x80[\x80-\x8a\xaf]|\xe2\x81\x9f|\xe3\x80\x80"
)
_UNSEEN: Final = re.compile(
    rb"\xef\xbb\xbf|\xc2\xad|\xe2\x80[\x8b-\x8f\xaa-\xae]|\xe2\x81[\xa0-\xaf]"
)
_SIGNS: Final = (
    (re.compile(rb"\xef\xbc\x9a"), b":"),
    (re.compile(rb"\xef\xbc\x88"), b"("),
    (re.compile(rb"\xef\xbc\x89"), b")"),
    (re.compile(rb"\xe2\x94[\x80-\xbf]|\xe2\x95[\x80-\xac]"), b"|"),
)
"""Full-width colons and brackets, and lines of boxes."""
_FOREIGN_SIGNS: Final = ((b"\xa3\xba", b":"), (b"\xa1\xa1", b" "), (b"\xa0", b" "))
"""Colon and blanks of GBK and Latin-1, in what is not UTF-8."""
_ESCAPED: Final = re.compile(
    rb"\\{1,8}(?:u00([0-9a-f]{2})|u([0-9a-f]{4})|x([0-9a-f]{2}))", re.IGNORECASE
)
"""Characters as JSON and Python write them in strings."""
_FIRST_PRINTED, _ESC = 0x20, 0x1B
_ENTITIES: Final = (
    *((b"&nbsp;", b" "), (b"&#160;", b" "), (b"&quot;", b'"'), (b"&#34;", b'"')),
    *((b"&gt;", b">"), (b"&lt;", b"<"), (b"&amp;", b"&")),
)
_KEPT_IN_STRINGS: Final = {
    b"\\": (b"\\n", b'\\"', b"\\t"),
    b"<": (b"<br",),
    b"&": (b"&#10;", b"&#xA;", b"&#xa;"),
    b'"': (b'", "', b'","'),
    b"'": (b"', '",),
}
"""Signs that logs seldom have, and what only output that is kept in a string has of them."""
_BREAK: Final = re.compile(r"(?:\\{1,8}r)?\\{1,8}n|\\{1,8}r|<br {0,2}/?>|&#(?:10|x[aA]);")
_BREAK_IN_LIST: Final = re.compile(rf"""{_BREAK.pattern}|["'],\s?["'](?![^"']{{0,80}}["']\s?:)""")
_ESCAPED_SIGN: Final = re.compile(r"\\{1,8}([\"'/])")
_LONG_LIST: Final = 400
"""A whole report in a list is longer than this, a line of a log with lists of its own is not."""
_AFTER_A_STRING: Final = re.compile(r"""["'](?!.*(?:sysbench | statistics))""")
_MAY_BE_CUT: Final = frozenset("0123456789.")
_TWO_DECIMALS: Final = re.compile(r"\.[0-9]{2}\Z")
_MORE_DECIMALS: Final = ("(eps)", "fsyncs:")
LONGEST_LINE: Final = 1024
"""No line that carries a figure is longer; of longer ones only this much is looked at."""


def numbered_lines(data: bytes) -> Iterable[tuple[int, str]]:
    """The lines of `data` with their numbers from 1; of several lines in a string all have one.

    A last line without an end may have lost digits. Where that cannot be excluded it gets a
    letter behind its last digit, which makes the number unreadable rather than wrong.
    """
    plain = _clean(data)
    lines = plain.decode("latin-1").split("\n")
    last = lines[-1]
    whole = _TWO_DECIMALS.search(last[-3:]) and not any(mark in last for mark in _MORE_DECIMALS)
    if last and last[-1] in _MAY_BE_CUT and not whole:
        lines[-1] += "_"
    numbered = enumerate(lines, 1)
    kept = any(
        sign in plain and any(mark in plain for mark in marks)
        for sign, marks in _KEPT_IN_STRINGS.items()
    )
    return _cut(numbered) if kept else numbered


def _cut(numbered: Iterable[tuple[int, str]]) -> Iterator[tuple[int, str]]:
    """Lines that are kept in a string, one by one; what stands behind the string goes."""
    for number, line in numbered:
        long = len(line) > _LONG_LIST
        if not (long or "\\" in line or "<br" in line or "&#" in line):
            yield number, line
            continue
        first, *others = (_BREAK_IN_LIST if long else _BREAK).split(line)
        for piece in (first, *(p for p in others if p and not _AFTER_A_STRING.match(p))):
            plain = _ESCAPED_SIGN.sub(r"\1", piece) if "\\" in piece else piece
            yield number, plain.replace("\\t", " ")


def readable_lines(data: bytes) -> list[str]:
    """Return the lines of `data` as people read them, in every character, numbered as reports are.

    Form feeds and the line ends of Unicode part no lines here, because they part none for reports.
    """
    encoding = "utf-16" if data[:2] in _UTF16_MARKS else "utf-8"
    try:
        text = data.decode(encoding)
    except UnicodeDecodeError:
        text = data.decode("latin-1" if encoding == "utf-8" else encoding, "replace")
    text = text.replace("\0", "")
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    return text.split("\n")


def _clean(data: bytes) -> bytes:
    if data[:2] in _UTF16_MARKS:
        data = data.decode("utf-16", "replace").encode()
    # One byte is looked for much faster than two, and most logs have none of all this.
    data = data.replace(b"\0", b"")
    if b"\\" in data:
        data = _ESCAPED.sub(_unescaped, data)
    if not data.isascii():
        data = _in_ascii(data)
    if b"\x1b" in data:
        data = _ESCAPE.sub(b"", data)
    if b"&" in data:
        for entity, instead in _ENTITIES:
            data = data.replace(entity, instead)
    return data.replace(b"\r\n", b"\n").replace(b"\r", b"\n") if b"\r" in data else data


def _unescaped(match: re.Match[bytes]) -> bytes:
    """The character itself, if it is no line end."""
    code = int(next(filter(None, match.groups())), 16)
    if code < _FIRST_PRINTED:
        return b"\x1b" if code == _ESC else b" "
    return chr(code).encode("utf-8", "ignore")


def _in_ascii(data: bytes) -> bytes:
    """The blanks and signs of other scripts as those of ASCII; letters and digits stay foreign."""
    data = _UNSEEN.sub(b"", _BLANKS.sub(b" ", data))
    for sign, instead in _SIGNS:
        data = sign.sub(instead, data)
    try:
        data.decode()
    except UnicodeDecodeError:
        for foreign, instead in _FOREIGN_SIGNS:
            data = data.replace(foreign, instead)
    return data


_QUOTING: Final = " \t>|#*+-"
_NUMBERED: Final = re.compile(r"[0-9]{1,9}\t")
_TAGS: Final = re.compile(r"(?:<[^<>]{1,200}>\s{0,9}){1,9}")
_END_TAGS: Final = re.compile(r"(?:</[a-z0-9]{1,20}>){1,9}\Z")


def bare(line: str) -> str:
    """Return `line` without indentation, quoting (`> `), bullets, tags and numbers of a listing."""
    line = line.rstrip(" \t|$").lstrip(_QUOTING)
    if line.endswith(">"):
        line = _END_TAGS.sub("", line)
    first = line[:1]
    if first.isdigit() and (numbered := _NUMBERED.match(line)):
        return line[numbered.end() :].lstrip(_QUOTING)
    if first == "<" and (tags := _TAGS.match(line)):
        return line[tags.end() :].lstrip(_QUOTING)
    return line


_WORD: Final = r"[-\w.,:;+/@#%=~*&$!?]"
_TOKEN: Final = re.compile(rf"{_WORD}*\w{_WORD}*|\s+|.")
_DIGITS: Final = re.compile(r"[0-9]+")
_LONGEST_PREFIX: Final = 300
_QUOTES: Final = "\"'"
_END_OF_STRING: Final = re.compile(r"""["']\s{0,9}(?:[,}\]]|\Z)""")


class Wrapper:
    """What stands before each line of a report, as a pattern."""

    def __init__(self, prefix: str) -> None:
        """Learn it from one line."""
        tokens = _TOKEN.findall(prefix[:_LONGEST_PREFIX])
        around = zip(["", *tokens], tokens, [*tokens[1:], ""], strict=False)
        self._pattern = re.compile("".join(_piece(*three) for three in around))
        self._quoted = prefix[-1:] in _QUOTES

    def inside(self, line: str) -> str | None:
        """What of a line is sysbench's; None where it does not begin as the first one did."""
        match = self._pattern.match(line)
        if match is None:
            return None
        rest = line[match.end() :]
        if not self._quoted:
            return rest
        end = _END_OF_STRING.search(rest)
        return rest if end is None else rest[: end.start()]


def _piece(before: str, token: str, following: str) -> str:
    """The pattern of a word, of blanks or of another sign, by what stands around it."""
    if token.isspace():
        between = _has_letters(before) and _has_letters(following)
        return r"\s++" if between else r"\s*+"
    if not _has_letters(token):
        return rf"\s*+{re.escape(token)}"
    if following:
        return f"{_WORD}++"
    # A word that touches the line: only its digits vary, and the colon of a search.
    literal = _DIGITS.sub("[0-9]+", re.escape(token[:-1]))
    return f"{literal}[-:]" if token[-1] in "-:" else literal + re.escape(token[-1])


def _has_letters(token: str) -> bool:
    return re.search(r"\w", token) is not None
