"""From the bytes of a file to the lines sysbench printed.

Owns everything that happens to a log between sysbench and the archive: encodings, byte order
marks, line ends, colours, NULs, quoting, line numbers, time stamps. Refuses to look at figures.
"""

from __future__ import annotations

import re
from typing import Final

LONGEST_LINE: Final = 1024
"""No line that carries a figure is longer; of longer ones only this much is looked at."""

FENCE: Final = "```"
"""Begins and ends what Markdown quotes."""

HEADING_END: Final = re.compile(r"[ \t]{0,200}(?:--|#|//|<-|\Z)")
"""What follows the colon of a heading: nothing, or the note of somebody who explains it."""

_UTF16_MARKS: Final = (b"\xff\xfe", b"\xfe\xff")
_COLOUR: Final = re.compile(rb"\x1b\[[0-9;?]*[ -/]*[@-~]")
_LEFTOVERS: Final = ((b"\0", b""), (b"\xef\xbb\xbf", b""), (b"\xc2\xa0", b" "))
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
    if last and last[-1] in _MAY_BE_CUT and not _ends_whole(last):
        lines[-1] = last[:LONGEST_LINE] + "_"
    return lines


def readable_lines(data: bytes) -> list[str]:
    """Return the lines of `data` as people read them, in every character, numbered as reports are.

    Form feeds and the line ends of Unicode part no lines here, because they part none for reports.
    """
    encoding = "utf-16" if data[:2] in _UTF16_MARKS else "utf-8"
    text = data.decode(encoding, "replace").replace("\0", "")
    return text.replace("\r\n", "\n").replace("\r", "\n").split("\n")


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
    for leftover, instead in _LEFTOVERS:
        if leftover in data:
            data = data.replace(leftover, instead)
    if b"\x1b" in data:
        data = _COLOUR.sub(b"", data)
    return data.replace(b"\r\n", b"\n").replace(b"\r", b"\n")


def _ends_whole(line: str) -> bool:
    whole = _TWO_DECIMALS.search(line[-3:]) is not None
    return whole and not any(mark in line for mark in _MORE_DECIMALS)
