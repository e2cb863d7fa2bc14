"""The events that add a row to the record of a bundle, and what must not be recorded.

Publication, correction, another reading of the same bytes, withdrawal and its undoing. A row that
somebody may have cited is never touched; the caller says how many those are.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, replace

from sysbench_archive.ledger.record import (
    Identity,
    Row,
    difference,
    is_withdrawn,
)
from sysbench_archive.model.history import RevisionStatus
from sysbench_archive.redaction.findings import findings_in, message_of


class NotRecordableError(ValueError):
    """An event that must not be recorded; the message says why."""


def recorded(
    rows: Sequence[Row], identity: Identity, day: str, *, fixed: int = 0
) -> tuple[Row, ...]:
    """The rows once a bundle is as `identity` says; the same rows where nothing changed.

    The first `fixed` rows are published; the newest of the others is replaced.
    """
    if is_withdrawn(rows):
        raise NotRecordableError("the bundle was withdrawn; its name is not used again")
    if rows and not difference(rows[-1], identity):
        return tuple(rows)
    if not rows:
        cells = asdict(identity)
        return (Row(1, day, "published", "permanent", reason="first published", **cells),)
    if len(rows) <= fixed:
        raise NotRecordableError("the newest row is permanent, and the bundle is not what it says")
    if len(rows) > 1 and not difference(rows[-2], identity):
        return tuple(rows[:-1])
    # What it tells once the bundle changed again before it was published.
    status: RevisionStatus = "published"
    if len(rows) > 1:
        status = "reparsed" if rows[-2].swhid == identity.swhid else "corrected"
    return (*rows[:-1], replace(rows[-1], date=day, status=status, **asdict(identity)))


def corrected(rows: Sequence[Row], identity: Identity, day: str, reason: str) -> tuple[Row, ...]:
    """The rows with a correction: other bytes, and why."""
    _refuse_withdrawn(rows)
    if not difference(rows[-1], identity):
        raise NotRecordableError(f"nothing changed since revision {rows[-1].revision}")
    if rows[-1].swhid == identity.swhid:
        raise NotRecordableError(
            "no byte changed, only how the program reads them: `sysbench-archive record --reason`"
        )
    lost = sorted(set(rows[-1].runs.split()) - set(identity.runs.split()))
    if lost:
        raise NotRecordableError(
            f"run ids are gone: {', '.join(lost[:5])}; keep them, and mark a run that should not"
            " count as `failed`"
        )
    return _with_row(rows, "corrected", day, reason, identity)


def reparsed(rows: Sequence[Row], identity: Identity, day: str, reason: str) -> tuple[Row, ...]:
    """The rows with another reading of the same bytes, and why."""
    _refuse_withdrawn(rows)
    if rows[-1].swhid != identity.swhid:
        raise NotRecordableError("bytes changed: `sysbench-archive correct` records that")
    if not difference(rows[-1], identity):
        raise NotRecordableError(f"nothing changed since revision {rows[-1].revision}")
    return _with_row(rows, "reparsed", day, reason, identity)


def withdrawn(rows: Sequence[Row], day: str, reason: str) -> tuple[Row, ...]:
    """The rows with a withdrawal, or with one more: bytes may be removed after it."""
    return _with_row(rows, "withdrawn", day, reason)


def restored(rows: Sequence[Row], day: str, reason: str) -> tuple[Row, ...]:
    """The rows once a withdrawal that was a mistake is undone."""
    if not is_withdrawn(rows):
        raise NotRecordableError("it is not withdrawn")
    return _with_row(rows, "restored", day, reason)


def reason_fault(reason: str) -> str:
    """Why a reason cannot be told to readers for ever, "" where it can."""
    if not reason:
        return "no reason given; readers are told it for ever"
    if hidden := [character for character in reason if not character.isprintable()]:
        return f"the reason holds a character that nobody sees: U+{ord(hidden[0]):04X}"
    for finding in findings_in(reason):
        return f"the reason is published for ever, and holds a {message_of(finding)}"
    return ""


def _refuse_withdrawn(rows: Sequence[Row]) -> None:
    if not rows:
        raise NotRecordableError("nothing was published under that name")
    if is_withdrawn(rows):
        raise NotRecordableError("the bundle was withdrawn; its name is not used again")


def _with_row(
    rows: Sequence[Row],
    status: RevisionStatus,
    day: str,
    reason: str,
    identity: Identity | None = None,
) -> tuple[Row, ...]:
    reason = " ".join(reason.split())
    if fault := reason_fault(reason):
        raise NotRecordableError(fault)
    cells = asdict(identity) if identity else {}
    number = len(rows) + 1
    return (
        *rows,
        replace(rows[-1], revision=number, date=day, status=status, reason=reason, **cells),
    )
