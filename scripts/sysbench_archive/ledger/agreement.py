"""Whether the record says what the bundles are, and only grew since an earlier state of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from sysbench_archive.ledger.rows import FOLDER, Identity, Row, agrees, identity_cells, is_withdrawn
from sysbench_archive.ledger.rules import MISSING, ORPHAN, REWRITTEN, STALE, VANISHED
from sysbench_archive.problems import Problem, got_expected

Records = Mapping[str, Sequence[Row]]


def record_problems(records: Records, identities: Mapping[str, Identity]) -> Iterator[Problem]:
    """Bundles without a row, with a row that is not theirs, and rows without a bundle."""
    for name, identity in identities.items():
        path = f"{FOLDER}/{name}.csv"
        if name not in records:
            yield MISSING.at(path, "the bundle has no row")
        elif is_withdrawn(records[name]):
            yield STALE.at(path, "the bundle was withdrawn; nothing stands under its name again")
        elif not agrees(records[name][-1], identity):
            yield STALE.at(path, _difference(records[name][-1], identity))
    for name, rows in records.items():
        if name not in identities and not is_withdrawn(rows):
            yield ORPHAN.at(f"{FOLDER}/{name}.csv", "no such bundle in data/results")


def _difference(row: Row, identity: Identity) -> str:
    for name, cell in identity_cells(identity).items():
        if getattr(row, name) != cell:
            return got_expected(f"{name} differs", cell, repr(getattr(row, name)[:80]))
    return "nothing differs"


def history_problems(before: Records, after: Records) -> Iterator[Problem]:
    """What the change from one state of the record to another takes from those who cited it."""
    for name, old in before.items():
        path = f"{FOLDER}/{name}.csv"
        new = after.get(name, ())
        if not new:
            yield VANISHED.at(path, f"bundle {name!r} has no record any more")
            continue
        kept = sum(1 for row in old if row.standing == "permanent")
        if tuple(new[:kept]) != tuple(old[:kept]):
            yield REWRITTEN.at(path, f"the first {kept} rows are not as they were")
        if gone := sorted(set(old[-1].runs.split()) - set(new[-1].runs.split())):
            yield VANISHED.at(path, f"run ids are gone: {', '.join(gone[:5])}")
