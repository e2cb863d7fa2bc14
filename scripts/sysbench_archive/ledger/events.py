"""The events that add a row to the record of a bundle, and what must not be recorded.

Publication, correction, another reading of the same bytes, withdrawal and its undoing. A row that
somebody may have cited is never touched; the caller says how many those are.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from sysbench_archive.ledger.record import (
    Identity,
    Row,
    agrees,
    is_withdrawn,
)
from sysbench_archive.model.history import RevisionStanding, RevisionStatus

STANDING: RevisionStanding = "permanent"
"""What new rows are since version 1.0. `check` refuses others; only archives that nobody publishes,
of tests and benchmarks, have them."""


class NotRecordableError(ValueError):
    """An event that must not be recorded; the message says why."""


def permanent_rows(rows: Sequence[Row]) -> int:
    """How many rows of a record may not change any more."""
    return sum(1 for row in rows if row.standing == "permanent")


def recorded(
    rows: Sequence[Row],
    identity: Identity,
    day: str,
    reason: str,
    *,
    standing: RevisionStanding = STANDING,
    fixed: int | None = None,
) -> tuple[Row, ...]:
    """The rows once a bundle is as `identity` says; the same rows where nothing changed.

    The first `fixed` rows are published for good (where None, all that are permanent); the newest
    of the others is replaced.
    """
    if is_withdrawn(rows):
        raise NotRecordableError("the bundle was withdrawn; its name is not used again")
    if rows and agrees(rows[-1], identity):
        return made_permanent(rows) if standing == "permanent" else tuple(rows)
    if not rows:
        return (_first_row(identity, day, standing, reason),)
    if len(rows) <= (permanent_rows(rows) if fixed is None else fixed):
        raise NotRecordableError("the newest row is permanent, and the bundle is not what it says")
    if len(rows) > 1 and agrees(rows[-2], identity):
        return tuple(rows[:-1])
    new = _describing(replace(rows[-1], date=day), identity)
    return (*rows[:-1], replace(new, status=_status_of_newest(rows[:-1], new)))


def _first_row(identity: Identity, day: str, standing: RevisionStanding, reason: str) -> Row:
    blank = Row(
        revision=1,
        date=day,
        status="published",
        standing=standing,
        swhid="",
        figures_sha256="",
        title="",
        authors="",
        comparisons="",
        runs="",
        reason=reason,
    )
    return _describing(blank, identity)


def _describing(row: Row, identity: Identity) -> Row:
    """The row with what the bundle is now."""
    return replace(
        row,
        swhid=identity.swhid,
        figures_sha256=identity.figures_sha256,
        title=identity.title,
        authors=identity.authors,
        comparisons=" ".join(identity.comparisons),
        runs=" ".join(identity.runs),
    )


def made_permanent(rows: Sequence[Row]) -> tuple[Row, ...]:
    """The same rows, none of which may change any more."""
    return tuple(replace(row, standing="permanent") for row in rows)


def _status_of_newest(before: Sequence[Row], new: Row) -> RevisionStatus:
    """What the newest row tells once the bundle changed again before it was published."""
    if not before:
        return "published"
    return "reparsed" if before[-1].swhid == new.swhid else "corrected"


def corrected(
    rows: Sequence[Row],
    identity: Identity,
    day: str,
    reason: str,
    *,
    standing: RevisionStanding = STANDING,
) -> tuple[Row, ...]:
    """The rows with a correction: other bytes, and why."""
    _refuse_withdrawn(rows)
    if agrees(rows[-1], identity):
        raise NotRecordableError(f"nothing changed since revision {rows[-1].revision}")
    if rows[-1].swhid == identity.swhid:
        raise NotRecordableError(
            "no byte changed, only how the program reads them: `sysbench-archive record --reason`"
        )
    lost = sorted(set(rows[-1].runs.split()) - set(identity.runs))
    if lost:
        raise NotRecordableError(
            f"run ids are gone: {', '.join(lost[:5])}; keep them, and mark a run that should not"
            " count as `failed`"
        )
    return _with_row(rows, "corrected", day, reason=reason, standing=standing, identity=identity)


def reparsed(
    rows: Sequence[Row],
    identity: Identity,
    day: str,
    reason: str,
    *,
    standing: RevisionStanding = STANDING,
) -> tuple[Row, ...]:
    """The rows with another reading of the same bytes, and why."""
    _refuse_withdrawn(rows)
    if rows[-1].swhid != identity.swhid:
        raise NotRecordableError("bytes changed: `sysbench-archive correct` records that")
    return _with_row(rows, "reparsed", day, reason=reason, standing=standing, identity=identity)


def withdrawn(
    rows: Sequence[Row], day: str, reason: str, *, standing: RevisionStanding = STANDING
) -> tuple[Row, ...]:
    """The rows with a withdrawal, or with one more: bytes may be removed after it."""
    return _with_row(rows, "withdrawn", day, reason=reason, standing=standing)


def restored(
    rows: Sequence[Row], day: str, reason: str, *, standing: RevisionStanding = STANDING
) -> tuple[Row, ...]:
    """The rows once a withdrawal that was a mistake is undone."""
    if not is_withdrawn(rows):
        raise NotRecordableError("it is not withdrawn")
    return _with_row(rows, "restored", day, reason=reason, standing=standing)


def _refuse_withdrawn(rows: Sequence[Row]) -> None:
    if not rows:
        raise NotRecordableError("nothing was published under that name")
    if is_withdrawn(rows):
        raise NotRecordableError("the bundle was withdrawn; its name is not used again")


def _with_row(
    rows: Sequence[Row],
    status: RevisionStatus,
    day: str,
    *,
    reason: str,
    standing: RevisionStanding,
    identity: Identity | None = None,
) -> tuple[Row, ...]:
    if not " ".join(reason.split()):
        raise NotRecordableError("no reason given; readers are told it for ever")
    last = rows[-1]
    new = replace(
        last,
        revision=last.revision + 1,
        date=day,
        status=status,
        standing="permanent" if last.standing == "permanent" else standing,
        reason=" ".join(reason.split()),
    )
    return (*rows, _describing(new, identity) if identity else new)
