"""Latency at load: what a server answered when a share of its capacity was offered to it."""

from __future__ import annotations

from sysbench_archive.model.base import CellRun, Number, Record, Span


class LoadPoint(Record, kw_only=True):
    """A load offered to a server: runs of the same rate together."""

    server: str
    threads: int
    percent: int
    """Offered load as a share of the server's own capacity, in percent."""
    rate: Number
    """Offered load, in events a second."""
    achieved: Number | None
    """Events a second that were answered; null where no run ended."""
    queue_ms: Number | None
    """How long an event waited for a thread in the mean, in milliseconds: the mean length of the
    queue at the end of each second over the events a second that were answered (Little's law); null
    where the runs do not print it, or the load was refused.
    """
    p50_ms: Span | None
    """Median of the histograms of all runs together, in milliseconds, with the lowest and highest
    of a run; null where the load was refused.
    """
    p95_ms: Span | None
    """95th percentile."""
    p99_ms: Span | None
    """99th percentile."""
    p999_ms: Span | None
    """99.9th percentile. Any is null as well where less than one event lies behind it."""
    refused: str
    """Why it does not count: the server did not keep up with the rate; else empty."""
    runs: list[CellRun]
    """The runs, each with the events a second it answered."""
