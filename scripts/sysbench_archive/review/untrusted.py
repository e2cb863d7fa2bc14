"""Reports of somebody else: how large they may be, how they are read, how their text is shown.

Their maker is not trusted. A file that is too large, no JSON, or anything but what its schema knows
is not read further, and the message repeats none of it. A text enters a comment as a code span
only, where neither Markdown nor the forge looks for mentions, references, links, pictures or tags;
a backtick, a line break and the bar between the cells of a table become characters that look alike.

`schema/review-1.schema.json` states the same bounds; a test compares them.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NoReturn, TypeVar

from sysbench_archive.bundle.schema import validator
from sysbench_archive.problems import inert
from sysbench_archive.review.record import ReviewReport, report_of

MAX_BYTES = 512 * 1024
"""Of report.json. A larger one is not read."""
MAX_COMMENT = 60_000
"""Characters of the Markdown; GitHub refuses comments above 65,536."""
MAX_BUNDLES = 10
"""With their details."""
MAX_LISTED = 100
"""In the list of all bundles."""
MAX_BESIDE = 8
"""Cells beside their closest in a comment, those furthest apart first."""
MAX_IN_FULL = 3
"""Bundles a comment describes in full; the list names the others."""
MAX_RUNS = 24
MAX_ROWS = 20
"""Of the other tables."""
MAX_PAGES = 20
MAX_PROBLEMS = 60
MAX_ALIKE = 5
"""Of problems of one kind in one file."""
MAX_TEXT = 400

Item = TypeVar("Item")


def cut(text: object, most: int = MAX_TEXT) -> str:
    """Text on one line, cut to a readable length."""
    plain = " ".join(str(text).split())
    return plain if len(plain) <= most else f"{plain[: most - 1]}…"


def fitting(items: Sequence[Item], size: Callable[[Sequence[Item]], int], most: int) -> int:
    """How many of the items fit, the last left out first."""
    count = len(items)
    while count and size(items[:count]) > most:
        count -= 1
    return count


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


def read_review(path: Path) -> ReviewReport:
    """The report in a file. Raises RefusedError, and OSError for an unreadable file."""
    return report_of(read_document(path, "review-1"))


def read_document(path: Path, schema: str, most: int = MAX_BYTES) -> dict[str, Any]:
    """The JSON document in a file. Raises RefusedError, and OSError for an unreadable file."""
    with path.open("rb") as file:
        data = file.read(most + 1)
    return document_in(data, schema, most)


def document_in(data: bytes, schema: str, most: int = MAX_BYTES) -> dict[str, Any]:
    """The JSON document in these bytes. Raises RefusedError."""
    if len(data) > most:
        raise RefusedError(f"the report is larger than {most} bytes")
    try:
        record = json.loads(
            data.decode("utf-8"),
            parse_constant=_refuse_constant,
            object_pairs_hook=_refuse_duplicates,
        )
    except (ValueError, RecursionError):
        raise RefusedError("the report is not JSON") from None
    if not validator(schema).is_valid(record):
        raise RefusedError(f"the report does not fit {schema}.schema.json")
    document: dict[str, Any] = record
    return document


def _refuse_constant(_constant: str) -> NoReturn:
    raise ValueError("no number")


def _refuse_duplicates(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError("a key stands twice")
    return found
