"""Lines that are nothing but sysbench's words and figures, which no search has to look at.

Most of what an archive holds are such lines. What is left is searched as if it stood together;
places in it lead back to the whole text.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable
from functools import lru_cache

from sysbench_archive.redaction.spellings import WORDS

SHORTEST = 1_000
"""Characters of a text in which it is worth to look for such lines."""

_DIGITS = re.compile(r"[0-9]+")
_WORD = re.compile(r"[A-Za-z]+")
_ODD = re.compile(r"[^A-Za-z0-9 \t\r\n()/:,.%\[\]!]|0[.:]0[.:]|0:0|[A-Za-z]0|\.\.0")
"""What figures and sysbench's words have none of: addresses, times, versions, other signs."""
_WORDS = WORDS["report"] | {"sql", "r", "w", "o", "s", "us", "th", "be", "count", "connections"}
_CELLS = re.compile(r"(?:(?:[0-9]+(?:\.[0-9]+)?|mean|window|warm-up|stall)?[,\r\n]+)+")

Place = Callable[[int], int]


def loud_part(text: str) -> tuple[str, Place]:
    """A text without its quiet lines, and what a place in it is in the whole text."""
    if len(text) < SHORTEST:
        return text, int
    parts, starts, shifts = [], [0], [0]
    at, kept, begins, row = 0, 0, 0, ""
    for line in text.splitlines(keepends=True):
        ends = begins + len(line)
        first, _, cells = line.partition(",")
        # Rows of one run of a table: the first one is looked at.
        again = row == first and _CELLS.fullmatch(cells)
        row = first
        if again or _is_quiet(_DIGITS.sub("0", line)):
            if at < begins:
                parts.append(text[at:begins])
                kept += begins - at
            if starts[-1] != kept:
                starts.append(kept)
                shifts.append(0)
            at = ends
            shifts[-1] = at - kept
        begins = ends
    parts.append(text[at:])
    return "".join(parts), lambda place: place + shifts[bisect_right(starts, place) - 1]


@lru_cache(50_000)
def _is_quiet(shape: str) -> bool:
    """Whether a line, a 0 in the place of each number, says only what sysbench says."""
    return not _ODD.search(shape) and all(word.lower() in _WORDS for word in _WORD.findall(shape))
