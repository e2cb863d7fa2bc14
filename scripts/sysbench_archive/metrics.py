"""The metric table: every figure the archive knows, with unit, direction and decimals.

A metric's `name` is its column in `figures.csv`, its key in the JSON and its id in the charts.
Refuses to hold numbers; it only says what a number means.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Direction = Literal["higher", "lower", "none"]
Kind = Literal["count", "rate", "duration", "work"]


@dataclass(frozen=True, slots=True)
class Metric:
    """What a figure means.

    `direction` says which way is better, `decimals` how many a page shows, `report_field` where
    the figure stands in a parsed sysbench report ("" where sysbench prints no such figure).
    """

    name: str
    label: str
    unit: str
    kind: Kind
    direction: Direction
    decimals: int
    description: str
    report_field: str = ""


def _count(name: str, label: str, description: str) -> Metric:
    return Metric(name, label, "1", "count", "none", 0, description, name)


def _latency(statistic: str, label: str, description: str) -> Metric:
    name = f"latency_{statistic}_ms"
    return Metric(name, label, "ms", "duration", "lower", 2, description, f"latency_ms.{statistic}")


_TABLE = (
    Metric(
        "tps",
        "Transactions per second",
        "1/s",
        "rate",
        "higher",
        2,
        "Transactions divided by the run's total time, as sysbench prints it.",
        "tps",
    ),
    Metric(
        "qps",
        "Queries per second",
        "1/s",
        "rate",
        "higher",
        2,
        "Queries divided by the run's total time; printed by sysbench from 1.0 on.",
        "qps",
    ),
    Metric(
        "events_per_s",
        "Events per second",
        "1/s",
        "rate",
        "higher",
        2,
        "Events of a test that has no transactions, divided by the run's total time.",
        "events_per_s",
    ),
    Metric(
        "rw_requests_per_s",
        "Read/write requests per second",
        "1/s",
        "rate",
        "higher",
        2,
        "Read and write queries per second, as sysbench before 1.0 prints it.",
        "rw_requests_per_s",
    ),
    Metric(
        "connections_per_s",
        "Connections per second",
        "1/s",
        "rate",
        "higher",
        2,
        "Connections opened and closed per second, as a publication states it.",
    ),
    Metric(
        "interval_tps_mean",
        "Mean of interval transactions per second",
        "1/s",
        "rate",
        "higher",
        2,
        "Mean of the throughput lines sysbench printed during the run, after a warm-up the"
        " source cut off. Not the run's own total, and never mixed with it.",
    ),
    Metric(
        "instructions_per_transaction",
        "Instructions per transaction",
        "1",
        "work",
        "lower",
        0,
        "User-space instructions of the threads that serve connections, divided by transactions,"
        " or by events where each is a connection; of the whole server where perf stat counted, or"
        " where each event is a connection and nothing tells which threads serve. The path length:"
        " contention, the kernel and waits for memory or disk are not in it.",
    ),
    Metric(
        "instructions_per_query",
        "Instructions per query",
        "1",
        "work",
        "lower",
        0,
        "The same instructions divided by queries.",
    ),
    Metric(
        "background_instructions_per_transaction",
        "Instructions of other threads per transaction",
        "1",
        "work",
        "lower",
        0,
        "User-space instructions of all other threads of the server while the transactions ran:"
        " purge, flushing, statistics. Told apart by callgrind only.",
    ),
    Metric(
        "kernel_instructions_per_transaction",
        "Kernel instructions per transaction",
        "1",
        "work",
        "lower",
        0,
        "Instructions the kernel ran for the server, divided by transactions; perf stat only.",
    ),
    Metric(
        "system_calls_per_transaction",
        "System calls per transaction",
        "1",
        "work",
        "lower",
        2,
        "System calls of the whole server divided by transactions.",
    ),
    Metric(
        "instructions",
        "Instructions",
        "1",
        "count",
        "none",
        0,
        "User-space instructions of the whole server in a count; the mean of those that count.",
    ),
    _count("transactions", "Transactions", "Transactions the run committed."),
    _count("queries", "Queries", "Queries of all kinds the run performed."),
    _count("reads", "Read queries", "SELECT queries the run performed."),
    _count("writes", "Write queries", "INSERT, UPDATE and DELETE queries the run performed."),
    _count("others", "Other queries", "Other queries: BEGIN, COMMIT and the like."),
    _count("rw_requests", "Read/write requests", "Read and write queries, before sysbench 1.0."),
    _count("total_events", "Events", "Events in sysbench's general statistics."),
    _count("ignored_errors", "Ignored errors", "Errors sysbench ignored and retried."),
    _count("deadlocks", "Deadlocks", "Deadlocks, as sysbench before 0.5.1 counts them."),
    _count("reconnects", "Reconnects", "Reconnections during the run."),
    Metric(
        "duration_s",
        "Duration",
        "s",
        "duration",
        "none",
        4,
        "Total time of the run.",
        "duration_s",
    ),
    _latency("min", "Latency, minimum", "Shortest event."),
    _latency("avg", "Latency, mean", "Mean time of an event."),
    Metric(
        "latency_p95_ms",
        "Latency, 95th percentile",
        "ms",
        "duration",
        "lower",
        2,
        "95th percentile of event times. Since 1.0 sysbench counts in buckets of about 2 %.",
    ),
    Metric(
        "latency_p99_ms",
        "Latency, 99th percentile",
        "ms",
        "duration",
        "lower",
        2,
        "99th percentile of event times. Since 1.0 sysbench counts in buckets of about 2 %.",
    ),
    _latency("max", "Latency, maximum", "Longest event."),
)

METRICS: dict[str, Metric] = {metric.name: metric for metric in _TABLE}
THROUGHPUT = ("tps", "qps", "connections_per_s", "events_per_s", "rw_requests_per_s")
"""Metrics that can head a comparison, in order of preference."""

COUNTED = ("instructions_per_transaction",)
"""Metrics that head a comparison of runs whose instructions were counted."""
PACE = frozenset(name for name, metric in METRICS.items() if metric.kind in ("rate", "duration"))
"""Metrics that say how quick a run was: a run below a tool that slows it down has none of them."""

PERCENTILES = {95: "latency_p95_ms", 99: "latency_p99_ms"}
"""The percentile metrics by the number after `--percentile`."""
