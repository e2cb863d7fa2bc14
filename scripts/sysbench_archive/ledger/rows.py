"""Rows of the publication record, and the text they are kept as.

Owns the columns. A record is read whole or not at all: rows that cannot follow each other are no
record.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator, Sequence
from dataclasses import astuple, dataclass, fields
from itertools import pairwise
from typing import Any, Literal, get_args

from sysbench_archive.ledger.rules import FORMAT
from sysbench_archive.problems import Problem, got_expected

Status = Literal["published", "corrected", "reparsed", "withdrawn"]
Standing = Literal["provisional", "permanent"]
FOLDER = "data/ledger"


@dataclass(frozen=True, slots=True)
class Identity:
    """What a bundle is, for the record.

    SWHID, digest of its figures, title, run ids, whom to name as authors, and the workloads that
    have a comparison of their own: enough to draw a page when nothing else is left.
    """

    swhid: str
    figures_sha256: str
    title: str
    runs: tuple[str, ...]
    authors: str = ""
    comparisons: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Row:
    """An event. `date` is an ISO day; run and workload ids are separated by blanks."""

    revision: int
    date: str
    status: Status
    standing: Standing
    swhid: str
    figures_sha256: str
    title: str
    authors: str
    comparisons: str
    runs: str
    reason: str


COLUMNS = tuple(field.name for field in fields(Row))
_PATTERNS = {
    "revision": r"[1-9][0-9]*",
    "date": r"[0-9]{4}-[0-9]{2}-[0-9]{2}",
    "status": "|".join(get_args(Status)),
    "standing": "|".join(get_args(Standing)),
    "swhid": r"swh:1:dir:[0-9a-f]{40}",
    "figures_sha256": r"[0-9a-f]{64}",
    "title": r".+",
    "authors": r".*",
    "comparisons": r"[a-z0-9 -]*",
    "runs": r"[a-z0-9 -]*",
    "reason": r".+",
}
_SAME = ("swhid", "figures_sha256", "title", "authors", "comparisons", "runs")
_UNTOUCHED: dict[Status, tuple[str, ...]] = {"withdrawn": _SAME, "reparsed": ("swhid", "runs")}
"""What an event leaves as it was."""


def is_withdrawn(rows: Sequence[Row]) -> bool:
    """Whether the newest event of a record is a withdrawal."""
    return bool(rows) and rows[-1].status == "withdrawn"


def identity_cells(identity: Identity) -> dict[str, Any]:
    """The cells of a row that say what a bundle is, all of them text."""
    return {
        "swhid": identity.swhid,
        "figures_sha256": identity.figures_sha256,
        "title": identity.title,
        "authors": identity.authors,
        "comparisons": " ".join(identity.comparisons),
        "runs": " ".join(identity.runs),
    }


def agrees(row: Row, identity: Identity) -> bool:
    """Whether a row says what a bundle is."""
    return all(getattr(row, name) == cell for name, cell in identity_cells(identity).items())


def read_rows(text: str, path: str) -> tuple[tuple[Row, ...], list[Problem]]:
    """The rows of a record, and what is wrong with it."""
    try:
        table = list(csv.reader(io.StringIO(text, newline=""), strict=True))
    except csv.Error as error:
        return (), [FORMAT.at(path, f"not a table: {error}")]
    if not table or tuple(table[0]) != COLUMNS:
        message = got_expected("wrong header", ",".join(table[0]) if table else "", COLUMNS)
        return (), [FORMAT.at(path, message, line=1)]
    problems = [
        p for number, cells in enumerate(table[1:], 2) for p in _faults(cells, path, number)
    ]
    if problems:
        return (), problems
    rows = tuple(_row(cells) for cells in table[1:])
    return rows, list(_order(rows, path))


def _faults(cells: Sequence[str], path: str, number: int) -> Iterator[Problem]:
    if len(cells) != len(COLUMNS):
        yield FORMAT.at(path, got_expected("cells", len(cells), len(COLUMNS)), line=number)
        return
    for name, cell in zip(COLUMNS, cells, strict=True):
        if not re.fullmatch(_PATTERNS[name], cell):
            message = got_expected(f"bad {name}", cell, _PATTERNS[name])
            yield FORMAT.at(path, message, pointer=f"/{number - 2}/{name}", line=number)


def _row(cells: Sequence[str]) -> Row:
    return Row(int(cells[0]), *cells[1:])  # type: ignore[arg-type]


def _order(rows: Sequence[Row], path: str) -> Iterator[Problem]:
    """Rows that cannot follow each other."""
    if [row.revision for row in rows] != list(range(1, len(rows) + 1)) or not rows:
        yield FORMAT.at(path, "revisions do not count 1, 2, 3 …")
    elif rows[0].status != "published":
        message = got_expected("the first row", rows[0].status, "published")
        yield FORMAT.at(path, message, pointer="/0/status")
    for before, after in pairwise(rows):
        if fault := _fault(before, after):
            yield FORMAT.at(path, f"revision {after.revision} {fault}")


def _fault(before: Row, after: Row) -> str:
    if after.status == "published":
        return "is published a second time"
    if before.status == "withdrawn" != after.status:
        return "follows a withdrawal, which only another withdrawal does"
    if before.standing == "permanent" != after.standing:
        return "is provisional after a permanent one"
    if lost := sorted(set(before.runs.split()) - set(after.runs.split())):
        return f"has lost runs: {', '.join(lost[:5])}"
    changed = [
        name
        for name in _UNTOUCHED.get(after.status, ())
        if getattr(before, name) != getattr(after, name)
    ]
    return f"is {after.status}, and yet changes {', '.join(changed)}" if changed else ""


def write_rows(rows: Sequence[Row]) -> str:
    """The text of a record."""
    out = io.StringIO(newline="")
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(COLUMNS)
    writer.writerows(astuple(row) for row in rows)
    return out.getvalue()
