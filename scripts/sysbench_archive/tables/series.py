"""Throughput during runs as rows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Annotated

from sysbench_archive.model.base import Number, Record, example
from sysbench_archive.model.bundle import Run
from sysbench_archive.tables import Value


class TableSeries(Record):
    """Throughput of a part of a run."""

    run: Annotated[str, example("oltp-read-only-t4-r1")]
    """Id of the run in its bundle."""
    part: Annotated[str, example("interval")]
    """What the row is: `interval`, a line that sysbench printed; where the output is kept elsewhere
    `mean`, several lines; and besides these `stall`, a stretch below a tenth of the run's median,
    whose lines are in means as well.
    """
    from_s: Annotated[Number, example(0, unit="s")]
    """When it begins, since the start of the run."""
    to_s: Annotated[Number, example(1, unit="s")]
    """When it ends."""
    intervals: Annotated[int, example(1, unit="1")]
    """Interval lines it sums up."""
    tps: Annotated[Number, example(1268.32, unit="1/s")]
    """Transactions per second, the mean of its lines."""
    latency_ms: Annotated[Number | None, example(3.15, unit="ms")] = None
    """Latency that an interval line prints: the percentile sysbench was told."""


def series_rows(runs: Iterable[Run]) -> Iterator[list[Value]]:
    """The values of a `TableSeries` each: there are more of them than of anything else."""
    for run in runs:
        before = 0
        for t, _, tps, _, latency, _, _ in run.report.intervals if run.report else ():
            # A line begins where the one before it ends.
            if tps is not None:
                yield [run.id, "interval", before, t, 1, tps, latency]
            before = t
        for part in run.series:
            # What the window of a summary gives stands with the run.
            if part.part in ("mean", "stall"):
                span = part.from_s, part.to_s, part.intervals, part.mean
                yield [run.id, part.part, *span, None]
