"""The publication record as rows."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated

from sysbench_archive.ledger.record import Row
from sysbench_archive.model.base import Record, example, narrowed
from sysbench_archive.model.history import RevisionStanding, RevisionStatus
from sysbench_archive.tables import SHA256


class TableEvent(Record):
    """An event of the publication record."""

    bundle: Annotated[str, example("2026-11-mariadb-small-vm")]
    """Id of the bundle."""
    revision: Annotated[int, example(1, unit="1")]
    """Its revision from then on, counted from 1."""
    event_date: Annotated[str, example("2026-11-20", text_format="date")]
    """Day of the event."""
    status: Annotated[RevisionStatus, example("published")]
    """What happened: published, corrected, reparsed, withdrawn or restored."""
    standing: Annotated[RevisionStanding, example("permanent")]
    """Whether it may still be replaced: `provisional` or `permanent`."""
    swhid: Annotated[str, example("swh:1:dir:66fed60efa4470738bc4bfbccfdb1dac815ef4ff")]
    """Identity of the bundle's files: git's tree hash, as Software Heritage writes it."""
    figures_sha256: Annotated[str, example(SHA256)]
    """SHA-256 of its figures in their canonical form."""
    title: Annotated[str, example("MariaDB 10.6 and 10.11 on a small VM")]
    """Title it had."""
    authors: Annotated[str | None, example("Ada Lovelace")]
    """Whom to name as authors."""
    runs: Annotated[int, example(60, unit="1")]
    """Number of its runs; 0 where only differences were published."""
    reason: Annotated[str, example("first published")]


def event_rows(bundle: str, rows: Iterable[Row]) -> list[TableEvent]:
    """The events of a bundle, the first one first."""
    return [
        narrowed(
            row,
            TableEvent,
            bundle=bundle,
            event_date=row.date,
            authors=row.authors or None,
            runs=len(row.runs.split()),
        )
        for row in rows
    ]
