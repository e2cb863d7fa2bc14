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
from datetime import date
from itertools import pairwise
from typing import TYPE_CHECKING, Any, TypedDict, get_args

from sysbench_archive.csv_files import CONFLICT_MARKER, checked_rows, csv_text
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
CONFLICT = RULES["record-conflict"]


FOLDER = "data/ledger"


@dataclass(frozen=True, slots=True)
class Identity:
    """What a bundle is, for the record.

    SWHID, digests of its figures, title, run ids, whom to name as authors, and the workloads that
    have a comparison of their own: enough to draw a page when nothing else is left. Ids are
    separated by blanks. The first digest is of what was measured, the second also of what it was
    measured on.
    """

    swhid: str
    figures_sha256: str
    title: str
    runs: str
    authors: str = ""
    comparisons: str = ""
    figures_sha256_v2: str = ""


@dataclass(frozen=True, slots=True)
class Row:
    """An event. `date` is an ISO day; run and workload ids are separated by blanks. Rows written
    before 27 November 2026 have no second digest of figures.
    """

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
    figures_sha256_v2: str = ""


COLUMNS = tuple(field.name for field in fields(Row))
_FIRST_COLUMNS = COLUMNS[:-1]
"""Of a file whose rows all have one digest of figures."""
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
    "figures_sha256_v2": r"[0-9a-f]{64}|",
}
_SAME = ("swhid", "figures_sha256", "figures_sha256_v2", "title", "authors", "comparisons", "runs")
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
        if getattr(row, name) != cell and (row.figures_sha256_v2 or name != "figures_sha256_v2"):
            return got_expected(f"{name} differs", cell, repr(getattr(row, name)[:80]))
    return ""


def read_rows(data: bytes, path: str) -> tuple[tuple[Row, ...], list[Problem]]:
    """The rows of a record, and what is wrong with it."""
    if conflict := conflict_in(data, path):
        return (), [conflict]
    has_one_digest = data.startswith(",".join(_FIRST_COLUMNS).encode() + b"\n")
    columns = _FIRST_COLUMNS if has_one_digest else COLUMNS
    table, problems = checked_rows(data, path, FORMAT, columns, _cell_faults)
    if problems:
        return (), problems
    rows = tuple(Row(int(cells[0]), *cells[1:]) for cells in table)  # type: ignore[arg-type]
    return rows, list(_order_problems(rows, path))


def conflict_in(data: bytes, path: str) -> Problem | None:
    """The problem of a file in which git left the lines of two branches."""
    marker = CONFLICT_MARKER.search(data)
    line = data.count(b"\n", 0, marker.start()) + 1 if marker else 0
    return (
        CONFLICT.at(path, "two branches wrote it, and git left both", line=line) if line else None
    )


def _cell_faults(cells: Sequence[str]) -> Iterator[tuple[str, str]]:
    for name, cell in zip(COLUMNS, cells, strict=False):
        if not re.fullmatch(_PATTERNS[name], cell) or (name == "date" and not is_day(cell)):
            yield name, got_expected(f"bad {name}", cell, _PATTERNS[name])


def is_day(text: str) -> bool:
    """Whether a text is a day of the calendar, as 2026-11-27."""
    try:
        return date.fromisoformat(text).isoformat() == text
    except ValueError:
        return False


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
    """The text of a record; where no row has a second digest of figures, without its column."""
    columns = COLUMNS if any(row.figures_sha256_v2 for row in rows) else _FIRST_COLUMNS
    return csv_text([columns, *(astuple(row)[: len(columns)] for row in rows)])


Figures = Mapping[str, Mapping[str, int | float]]
"""Run id to metric to number."""


def figures_of_runs(runs: Iterable[Run | RunRecord]) -> dict[str, dict[str, int | float]]:
    """The figures of runs, of a bundle or of its record: run id to metric to number."""
    return {run.id: {name: f.value for name, f in run.figures.items()} for run in runs}


def attributed_digest(figures: Figures, ran_on: Mapping[str, Mapping[str, object]]) -> str:
    """The second version of the digest: SHA-256, 64 hexadecimal digits, of the canonical form of
    run id to its `server`, `workload`, `host` and `threads`, which `ran_on` has, and its `figures`.

    The first does not change where two servers change places.
    """
    runs = {run: {**ran_on[run], "figures": own} for run, own in figures.items()}
    return hashlib.sha256(_canonical({"version": 2, "runs": runs}).encode()).hexdigest()


def ran_on(document: Mapping[str, Any]) -> dict[str, dict[str, object]]:
    """Of each run of a bundle's document by id: its server, workload, host and threads."""
    hosts = {server["id"]: server["host"] for server in document["servers"]}
    return {
        run["id"]: {
            "server": run["server"],
            "workload": run["workload"],
            "host": hosts[run["server"]],
            "threads": run["threads"],
        }
        for run in document["runs"]
    }


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
    return _canonical(figures)


def _canonical(value: object) -> str:
    return json.dumps(value, sort_keys=True, separators=(",", ":"))


def digest_of(figures: Figures) -> str:
    """SHA-256 of the canonical form, 64 hexadecimal digits."""
    return hashlib.sha256(canonical(figures).encode()).hexdigest()
