"""The report of a change as a record, with the bounds that a report of somebody else is held to.

What a type states here is all that `read_untrusted` lets through: known fields, tables and kinds,
lists of a bounded length, numbers that can be printed. Texts are cut where they are shown.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Annotated, Literal, get_args

import msgspec
from msgspec import Meta

from sysbench_archive.model.base import Record
from sysbench_archive.problems import Problem
from sysbench_archive.review.untrusted import MAX_BUNDLES, MAX_FILES, MAX_PROBLEMS, MAX_ROWS, cut

ChangeKind = Literal["added", "changed", "removed", "withdrawn"]
"""What happened to a bundle or a page."""
TableName = Literal[
    "overview", "facts", "neighbours", "outliers", "blockers", "environment", "runs", "pages",
    "figures", "files",
]  # fmt: skip
LineName = Literal[
    "reason on record", "title", "evidence", "submitter", "servers", "machines", "runs", "threads",
    "data", "finding", "repetitions", "notes", "source", "environment", "claims",
]  # fmt: skip
LOOK_FIRST = ("finding", "repetitions")
"""Lines that stand above the others."""
PathKind = Literal[
    "result", "record", "kept revision", "comparison", "people", "series", "source", "prose",
    "picture", "program", "project", "nothing",
]  # fmt: skip
"""What stands at a path of an archive; `nothing` where nothing may."""
Count = Annotated[int, Meta(ge=0, le=1_000_000_000)]
Cells = Annotated[list[str], Meta(max_length=8)]


class Table(Record):
    """A table of the report; `markdown.TABLES` has its title and its heads."""

    name: TableName
    """Which it is."""
    total: Count
    """How many rows there are."""
    rows: Annotated[list[Cells], Meta(max_length=MAX_FILES)]
    """The first of them."""


def table(name: TableName, rows: Iterable[Sequence[object]], most: int = MAX_ROWS) -> Table:
    """The first `most` rows, their cells cut, and how many there are."""
    listed = list(rows)
    return Table(
        name=name, total=len(listed), rows=[[cut(cell, 200) for cell in r] for r in listed[:most]]
    )


class ReviewedBundle(Record):
    """A bundle that is not as it was."""

    id: str
    """Name of its folder."""
    change: ChangeKind
    """What happened to it."""
    readable: bool
    """Whether it has no error that keeps it from being read."""
    lines: Annotated[list[tuple[LineName, str]], Meta(max_length=MAX_ROWS)]
    """What a line is about, and what the bundle says of it."""
    tables: Annotated[list[Table], Meta(max_length=len(get_args(TableName)))]
    """More of it; none where it cannot be read or was removed."""


class ReviewReport(Record):
    """What a change adds to the archive."""

    review: Literal[4]
    """Version of its form."""
    base: str
    """Commit the change starts from."""
    changes: dict[ChangeKind, Count]
    """How many bundles were added, and so on."""
    errors: Count
    """Problems that refuse the change."""
    warnings: Count
    """Problems that only warn."""
    known_warnings: Count
    """Of these, warnings about bundles that the change leaves alone."""
    files: dict[PathKind, Count]
    """How many files it touches, by what stands there; the table has a row for each."""
    of_others: Count
    """How many of them are of results that somebody else submitted, or name such results."""
    problems: Annotated[list[Problem], Meta(max_length=MAX_PROBLEMS)]
    """The first of what `check` complains about, errors first; without the known warnings."""
    bundles: Annotated[list[ReviewedBundle], Meta(max_length=MAX_BUNDLES)]
    """The first bundles that are not as they were, with their details."""
    overview: Table
    """All of them, a row each."""
    tables: Annotated[list[Table], Meta(max_length=3)]
    """Every file the change touches, pages of the site that come, go or differ, and figures that
    are not what they were.
    """


def report_bytes(report: ReviewReport) -> bytes:
    """The report as its file holds it."""
    return msgspec.json.format(msgspec.json.encode(report), indent=1) + b"\n"
