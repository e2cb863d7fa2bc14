"""The values a sysbench report holds, and the JSON object that `parse` prints of it.

None means that sysbench did not print a value, never zero. Nothing is rounded, and no null
dropped.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, field
from typing import Final, NamedTuple

from sysbench_archive.sysbench.report.faults import FAULTS, SysbenchFault


@dataclass(frozen=True, slots=True)
class LatencySummary:
    """The latency block, in milliseconds whatever unit was printed.

    `percentile` is the rank (95), `percentile_value` the latency at that rank.
    """

    min: float | None
    avg: float | None
    max: float | None
    percentile: int | None
    percentile_value: float | None
    sum: float | None


@dataclass(frozen=True, slots=True)
class Percentiles:
    """What the histogram says, in milliseconds; `p999` is the 99.9th."""

    p50: float | None
    p75: float | None
    p90: float | None
    p95: float | None
    p99: float | None
    p999: float | None


class Interval(NamedTuple):
    """One line of `--report-interval`: `t` in seconds since the start, rates per second.

    `latency_ms` is the chosen percentile over the interval. Tests without SQL (cpu, memory,
    fileio, threads) print lines without `tps` and `qps`. A tuple, because an archive has more of
    these than of anything else.
    """

    t: int
    threads: int | None
    tps: float | None
    qps: float | None
    latency_ms: float | None
    errors_per_s: float | None
    reconnects_per_s: float | None


_WHOLE: Final = 1e-4
"""How far, as a share, a quotient of printed figures may lie from a whole number."""


@dataclass(frozen=True, slots=True)
class Report:
    """One run of sysbench as it reported itself; figures as printed.

    `index` is the position among the file's reports. `rw_requests` and `deadlocks` exist before 1.0
    only, `qps` and `ignored_errors` since. `total_events` is the number of events of the general
    statistics. `memory` (transferred_mib, mib_per_s) and `fileio` (reads_per_s, writes_per_s,
    fsyncs_per_s, read_mib_per_s, written_mib_per_s) belong to those tests. `histogram` holds
    (latency in ms, count), and `percentiles` are what it tells where it holds every event and
    agrees with the percentile that is printed. `complete` is false where the report ends before its
    summary, or where that contradicts itself: then `doubt` says how. `fatal` is true where sysbench
    printed FATAL. `fairness` is the mean number of events and of seconds of a thread, as its last
    lines print them, None where they do not. `first_line` and `last_line` (from 1) say where the
    report stands in the file, `lines` which line printed a figure (of a percentile its bucket),
    `interval_lines` which printed each interval. `unread` are lines in between that are neither
    figures nor other words of sysbench; `missing` is what it must print and is not there, with the
    line where it should stand; `faults` are figures that a fault of sysbench spoiled
    (`faults.tsv`), by name, with its code. `queue` is how many events waited for a thread at the
    end of each interval, of a run with a rate.
    """

    index: int
    sysbench_version: str | None
    test: str | None
    threads: int | None
    duration_s: float | None
    transactions: int | None
    tps: float | None
    queries: int | None
    qps: float | None
    reads: int | None
    writes: int | None
    others: int | None
    rw_requests: int | None
    rw_requests_per_s: float | None
    deadlocks: int | None
    ignored_errors: int | None
    reconnects: int | None
    total_events: int | None
    events_per_s: float | None
    target_rate: int | None
    warmup_s: int | None
    latency_ms: LatencySummary | None
    percentiles: Percentiles | None
    intervals: tuple[Interval, ...]
    interval_lines: tuple[int, ...]
    histogram: tuple[tuple[float, int], ...] | None
    complete: bool
    doubt: str | None
    fatal: bool
    warnings: tuple[str, ...]
    memory: Mapping[str, float | None] | None
    fileio: Mapping[str, float | None] | None
    first_line: int
    last_line: int
    lines: Mapping[str, int]
    fairness: tuple[float, float] | None = None
    unread: tuple[int, ...] = ()
    missing: tuple[tuple[int, str], ...] = ()
    faults: Mapping[str, str] = field(default_factory=dict)
    queue: tuple[int, ...] = ()

    @property
    def running_threads(self) -> int | None:
        """The threads as printed, or else those whose mean share of the events is printed."""
        if self.threads is not None or self.fairness is None or not self.total_events:
            return self.threads
        share = self.total_events / self.fairness[0] if self.fairness[0] else 0.0
        return round(share) if share and abs(share - round(share)) < _WHOLE * share else None

    def spoiled(self) -> Iterator[tuple[str, SysbenchFault]]:
        """The figures that a fault of sysbench spoiled, by name."""
        return ((name, FAULTS[code]) for name, code in self.faults.items())

    def remarks(self) -> list[str]:
        """Warnings, and what is said of spoiled figures."""
        told = (f"{name} does not count: {fault.text}" for name, fault in self.spoiled())
        return [*self.warnings, *told]

    def plain_figures(self) -> Iterator[tuple[str, object]]:
        """The figures that hold one number or word, by name."""
        return ((name, getattr(self, name)) for name in PLAIN_FIELDS)


PLAIN_FIELDS: Final = Report.__slots__[1 : Report.__slots__.index("latency_ms")]
"""The fields of a report that hold one figure or word, in the order they are printed in."""


def report_to_json(report: Report, source: str) -> dict[str, object]:
    """Return the printed object: `source` first, nulls kept, groups of some only if present."""
    plain = {name: getattr(report, name) for name in ("index", *PLAIN_FIELDS)}
    groups = {
        "percentiles": asdict(report.percentiles) if report.percentiles else None,
        "memory": report.memory,
        "fileio": report.fileio,
    }
    return {
        "source": source,
        **plain,
        "latency_ms": report.latency_ms and asdict(report.latency_ms),
        "intervals": [interval._asdict() for interval in report.intervals],
        "histogram": report.histogram and [list(bucket) for bucket in report.histogram],
        "complete": report.complete,
        "fatal": report.fatal,
        "warnings": report.remarks(),
        "unread": list(report.unread),
        "faults": dict(report.faults),
        **{name: dict(figures) for name, figures in groups.items() if figures is not None},
    }
