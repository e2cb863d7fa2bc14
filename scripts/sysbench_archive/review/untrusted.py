"""Reports of somebody else: how large they may be, how they are read, how their text is shown.

Their maker is not trusted. A file that is too large, no JSON, or anything but what its type knows
is not read further, and the message repeats none of it. A text enters a comment as a code span
only, where neither Markdown nor the forge looks for mentions, references, links, pictures or tags;
a backtick, a line break and the bar between the cells of a table become characters that look alike.
"""

from __future__ import annotations

from pathlib import Path
from typing import TypeVar

import msgspec

from sysbench_archive.model.base import read_record
from sysbench_archive.problems import inert

MAX_BYTES = 512 * 1024
"""Of report.json. A larger one is not read."""
MAX_COMMENT = 60_000
"""Characters of the Markdown; GitHub refuses comments above 65,536."""
MAX_BUNDLES = 10
"""With their details."""
MAX_LISTED = 100
"""In the list of all bundles."""
MAX_FILES = 1_000
"""In the list of files a change touches."""
MAX_SHOWN_FILES = 200
"""Of them in a comment."""
MAX_IN_FULL = 3
"""Bundles a comment describes in full; the list names the others."""
MAX_RUNS = 24
MAX_ROWS = 20
"""Of the other tables."""
MAX_PROBLEMS = 60
MAX_ALIKE = 5
"""Of problems of one kind in one file."""
MAX_TEXT = 400

Item = TypeVar("Item")


def cut(text: object, most: int = MAX_TEXT) -> str:
    """Text on one line, cut to a readable length."""
    plain = " ".join(str(text).split())
    return plain if len(plain) <= most else f"{plain[: most - 1]}…"


MAX_SHOWN = 200
NOTHING = "\N{EN DASH}"
_ALIKE = str.maketrans(
    {"`": "\N{MODIFIER LETTER GRAVE ACCENT}", "|": "\N{DIVIDES}", "\\": "\N{SET MINUS}"}
)
"""The backslash too: before the bar of a table it would count as an escape."""


def code(text: str, limit: int = MAX_SHOWN) -> str:
    """The text as a code span of at most `limit` characters on one line; a dash for nothing.

    Must stand where inline Markdown is read: inside a block of HTML a code span is none.
    """
    plain = inert(" ".join(text.split())).translate(_ALIKE).strip()
    if not plain:
        return NOTHING
    return f"`{plain if len(plain) <= limit else plain[: limit - 1].rstrip() + '…'}`"


class RefusedError(Exception):
    """The file is not a report; the message says why in our own words."""


def read_untrusted(path: Path, kind: type[Item], most: int = MAX_BYTES) -> Item:
    """The record in a file. Raises RefusedError, and OSError for an unreadable file."""
    with path.open("rb") as file:
        data = file.read(most + 1)
    if len(data) > most:
        raise RefusedError(f"the report is larger than {most} bytes")
    try:
        return read_record(data, kind)
    except msgspec.ValidationError:
        raise RefusedError("the report is not of the form this program writes") from None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        raise RefusedError("the report is not JSON") from None
