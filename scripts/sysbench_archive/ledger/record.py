"""Rows of the publication record, the text they are kept as, and the digest of figures they keep.

A record with a cell that cannot be is not read at all; rows that cannot follow each other are read
and told.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, astuple, dataclass, fields
from itertools import pairwise
from typing import TYPE_CHECKING, TypedDict, get_args

from sysbench_archive.csv_files import checked_rows, csv_text
from sysbench_archive.metrics import METRICS
from sysbench_archive.model.base import read_record
from sysbench_archive.model.history import RevisionStanding, RevisionStatus
from sysbench_archive.problems import RULES, Problem, got_expected

if TYPE_CHECKING:
    from sysbench_archive.model.bundle import Run
    from sysbench_archive.model.result import RunRecord

FORMAT = RULES["ledger-format"]
MISSING = RULES["ledger-missing"]
STALE = RULES["ledger-stale"]
ORPHAN = RULES["ledger-orphan"]
REWRITTEN = RULES["ledger-rewritten"]
KEPT = RULES["revision-bytes"]
REDACTED = RULES["revision-redacted"]
UNPUBLISHED = RULES["published-vanished"]
CHANGED = RULES["published-changed"]


FOLDER = "data/ledger"


@dataclass(frozen=True, slots=True)
class Identity:
    """What a bundle is, for the record.

    SWHID, digest of its figures, title, run ids, whom to name as authors, and the workloads that
    have a comparison of their own: enough to draw a page when nothing else is left. Ids are
    separated by blanks.
    """

    swhid: str
    figures_sha256: str
    title: str
    runs: str
    authors: str = ""
    comparisons: str = ""


@dataclass(frozen=True, slots=True)
class Row:
    """An event. `date` is an ISO day; run and workload ids are separated by blanks."""

    revision: int
    date: str
    status: RevisionStatus
    standing: RevisionStanding
    swhid: str
    figures_sha256: str
    title: str
    authors: str
    comparisons: str
    runs: str
    reason: str


COLUMNS = tuple(field.name for field in fields(Row))
_PATTERNS = {
    "revision": r"[1-9][0-9]{0,8}",
    "date": r"[0-9]{4}-[0-9]{2}-[0-9]{2}",
    "status": "|".join(get_args(RevisionStatus)),
    "standing": "|".join(get_args(RevisionStanding)),
    "swhid": r"swh:1:dir:[0-9a-f]{40}",
    "figures_sha256": r"[0-9a-f]{64}",
    "title": r".+",
    "authors": r".*",
    "comparisons": r"[a-z0-9 -]*",
    "runs": r"[a-z0-9 -]*",
    "reason": r".+",
}
_SAME = ("swhid", "figures_sha256", "title", "authors", "comparisons", "runs")
_UNTOUCHED: dict[RevisionStatus, tuple[str, ...]] = {
    "withdrawn": _SAME,
    "restored": _SAME,
    "reparsed": ("swhid", "runs"),
}
"""What an event leaves as it was."""


def is_withdrawn(rows: Sequence[Row]) -> bool:
    """Whether the newest event of a record is a withdrawal."""
    return bool(rows) and rows[-1].status == "withdrawn"


def difference(row: Row, identity: Identity) -> str:
    """What a row says otherwise than a bundle is, "" where it says the same."""
    for name, cell in asdict(identity).items():
        if getattr(row, name) != cell:
            return got_expected(f"{name} differs", cell, repr(getattr(row, name)[:80]))
    return ""


def read_rows(data: bytes, path: str) -> tuple[tuple[Row, ...], list[Problem]]:
    """The rows of a record, and what is wrong with it."""
    table, problems = checked_rows(data, path, FORMAT, COLUMNS, _cell_faults)
    if problems:
        return (), problems
    rows = tuple(Row(int(cells[0]), *cells[1:]) for cells in table)  # type: ignore[arg-type]
    return rows, list(_order_problems(rows, path))


def _cell_faults(cells: Sequence[str]) -> Iterator[tuple[str, str]]:
    for name, cell in zip(COLUMNS, cells, strict=True):
        if not re.fullmatch(_PATTERNS[name], cell):
            yield name, got_expected(f"bad {name}", cell, _PATTERNS[name])


def _order_problems(rows: Sequence[Row], path: str) -> Iterator[Problem]:
    """Rows that cannot follow each other."""
    if [row.revision for row in rows] != list(range(1, len(rows) + 1)) or not rows:
        yield FORMAT.at(path, "revisions do not count 1, 2, 3 …")
    elif rows[0].status != "published":
        message = got_expected("the first row", rows[0].status, "published")
        yield FORMAT.at(path, message, pointer="/0/status")
    for before, after in pairwise(rows):
        if fault := _succession_fault(before, after):
            yield FORMAT.at(path, f"revision {after.revision} {fault}")


def _succession_fault(before: Row, after: Row) -> str:
    """Why a row cannot follow another, as the rest of a sentence; "" where it can."""
    if after.status == "published":
        return "is published a second time"
    if before.status == "withdrawn" and after.status not in ("withdrawn", "restored"):
        return "follows a withdrawal, which only another or its undoing does"
    if after.status == "restored" and before.status != "withdrawn":
        return "is restored, and was not withdrawn"
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
    return csv_text([COLUMNS, *map(astuple, rows)])


Figures = Mapping[str, Mapping[str, int | float]]
"""Run id to metric to number."""


def figures_of_runs(runs: Iterable[Run | RunRecord]) -> dict[str, dict[str, int | float]]:
    """The figures of runs, of a bundle or of its record: run id to metric to number."""
    return {run.id: {name: f.value for name, f in run.figures.items()} for run in runs}


class _PublishedBundle(TypedDict):
    runs: list[dict[str, object]]


def published_figures(data: bytes) -> dict[str, dict[str, int | float]]:
    """The figures in a bundle's document of the API. Raises ValueError where it is none."""
    # An earlier program wrote it: only what is needed is read, whatever else a run had then.
    return {
        str(run.get("run")): {
            name: value for name in METRICS if isinstance(value := run.get(name), int | float)
        }
        for run in read_record(data, _PublishedBundle)["runs"]
    }


def canonical(figures: Figures) -> str:
    """The canonical form: JSON with sorted keys and no blanks, without a line feed at the end.

    Its SHA-256 is what the publication record keeps, so that `sha256sum` alone can check it.
    """
    return json.dumps(figures, sort_keys=True, separators=(",", ":"))


def digest_of(figures: Figures) -> str:
    """SHA-256 of the canonical form, 64 hexadecimal digits."""
    return hashlib.sha256(canonical(figures).encode()).hexdigest()
