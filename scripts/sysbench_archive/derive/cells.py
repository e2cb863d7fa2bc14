"""Cells: the runs of one server at one thread count, their centre, and what a panel shows of them.

Also which metric speaks for some runs, and how many decimals the figures of a result are shown
with. A cell is not judged here: intervals and bottlenecks are handed in.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from msgspec import UNSET
from msgspec.structs import replace

from sysbench_archive.derive.slices import sampled_slices
from sysbench_archive.metrics import (
    COUNTED,
    METRICS,
    SHOWN_PERCENTILES,
    most_frequent,
    throughput_metric,
)
from sysbench_archive.model.base import CellRun, MetricRecord, Span, narrowed
from sysbench_archive.model.bundle import Evidence
from sysbench_archive.model.comparison import (
    Bottleneck,
    CellRecord,
    PanelRow,
    RatioInterval,
    WithinRunThroughput,
)
from sysbench_archive.model.result import ResultRecord, RunRecord
from sysbench_archive.statistics import geometric_mean, median
from sysbench_archive.verdicts.contrasts import Contrast, Sample, SampledRun
from sysbench_archive.verdicts.settled import LATER
from sysbench_archive.words.differences import is_wide, window_text

LATENCIES = ("latency_p95_ms", "latency_p99_ms", "latency_avg_ms")
"""Latency metrics a panel or a table may show, in order of preference."""
MOST_DECIMALS = 4
PRINTED = ("raw-output", "linked-output")
_TRANSACTIONS = ("tps", "interval_tps_mean")
SERVER_CPU_METRIC = MetricRecord(
    name="server_cpu_us",
    label="Server CPU per transaction",
    unit="us",
    direction="lower",
    decimals=1,
    description="Processor time of the server process during the run, user and system,"
    " divided by transactions.",
)


@dataclass(frozen=True, slots=True)
class Cell:
    """Complete runs of one server at one thread count that have the metric.

    `centre` is their geometric mean in the metric's unit, None where a figure is not positive.
    """

    threads: int
    metric: str
    runs: tuple[RunRecord, ...]
    values: tuple[float, ...]

    @property
    def centre(self) -> float | None:
        """Geometric mean; None where there is none."""
        return geometric_mean(self.values) if self.values and min(self.values) > 0 else None


Interval = tuple[float, float]
Intervals = Mapping[str, Mapping[int, Interval]]
"""Server to thread count to the interval of its ratio."""
Contrasts = Mapping[str, Mapping[int, Contrast]]
"""Server to thread count to its contrast with the baseline."""
Bounds = Mapping[str, Mapping[int, Bottleneck]]
"""Server to thread count to what set the pace; "" where nothing is known of it."""


def head_metric(runs: Iterable[RunRecord]) -> str | None:
    """The metric that heads a comparison of runs: of throughput, else of counted instructions."""
    listed = list(runs)
    return throughput_metric(listed) or most_frequent(listed, COUNTED)


def cells_of(
    runs: Iterable[RunRecord], servers: Sequence[str], metric: str
) -> dict[str, dict[int, Cell]]:
    """Server id to thread count to cell, for the runs that count."""
    grouped: dict[str, dict[int, list[RunRecord]]] = {server: {} for server in servers}
    for run in runs:
        counts = run.state == "complete" and metric in run.figures
        if counts and run.server.id in grouped:
            grouped[run.server.id].setdefault(run.threads, []).append(run)
    return {
        server: {
            threads: Cell(
                threads, metric, tuple(group), tuple(r.figures[metric].value for r in group)
            )
            for threads, group in by_threads.items()
        }
        for server, by_threads in grouped.items()
    }


_FAILURES = ("ignored_errors", "deadlocks", "reconnects")
"""Metrics that count statements or connections that failed and were tried again."""


def failure_rate(run: RunRecord) -> float | None:
    """Failed statements a transaction of a run; None where transactions or failures are unknown."""
    counted = [run.figures[name].value for name in _FAILURES if name in run.figures]
    transactions = run.figures["transactions"].value if "transactions" in run.figures else 0
    return sum(counted) / transactions if counted and transactions else None


def failure_rates(runs: Iterable[RunRecord], server: str) -> dict[int, float]:
    """Thread count to failed statements a transaction: the mean, where all runs of a cell say."""
    grouped: dict[int, list[float | None]] = {}
    for run in runs:
        if run.state == "complete" and run.server.id == server:
            grouped.setdefault(run.threads, []).append(failure_rate(run))
    known = {n: [rate for rate in rates if rate is not None] for n, rates in grouped.items()}
    return {n: sum(r) / len(r) for n, r in known.items() if r and len(r) == len(grouped[n])}


def ratio(candidate: Cell | None, baseline: Cell | None) -> float | None:
    """Candidate over baseline; None where either has no centre."""
    above, below = (cell.centre if cell else None for cell in (candidate, baseline))
    return None if above is None or below is None else above / below


def metric_record(name: str) -> MetricRecord:
    """A metric as pages and charts need it."""
    return narrowed(METRICS[name], MetricRecord)


def shown_metric(result: ResultRecord, name: str) -> MetricRecord:
    """A metric with the decimals its figures in a result are shown with."""
    figures = [run.figures[name].value for run in result.runs if name in run.figures]
    return metric_shown_with(name, result.evidence, figures)


def metric_shown_with(name: str, evidence: Evidence, figures: Iterable[float]) -> MetricRecord:
    """A metric with the decimals these figures are shown with.

    sysbench prints a fixed count of them, the metric's. Of published figures the one with most
    decides, up to four, so that a table of whole numbers stays one.
    """
    record = metric_record(name)
    if evidence in PRINTED:
        return record
    return replace(record, decimals=max(map(_decimals, figures), default=0))


def _decimals(value: float) -> int:
    fraction = str(value).partition(".")[2]
    return 0 if fraction == "0" else min(len(fraction), MOST_DECIMALS)


def cell_rows(
    cells: Mapping[str, Mapping[int, Cell]],
    servers: Sequence[str],
    *,
    latency: str | None,
    intervals: Intervals,
    bounds: Bounds,
    contrasts: Contrasts = MappingProxyType({}),
    cpus: int | None = None,
) -> list[PanelRow]:
    """Thread counts in ascending order; the first of `servers` is the baseline.

    `cpus` are the processors of its machine, None where nobody recorded them.
    """
    baseline = cells[servers[0]]
    return [
        PanelRow(
            threads=threads,
            per_cpu=f"{threads / cpus:.2g}" if cpus else "",
            cells=[
                CellRecord(
                    n=len(cell.runs),
                    held=any(run.held for run in cell.runs) or UNSET,
                    centre=cell.centre,
                    low=min(cell.values),
                    high=max(cell.values),
                    **_ratios(cell, baseline.get(threads), contrasts.get(server, {}).get(threads)),
                    interval=RatioInterval(
                        low=interval[0], high=interval[1], wide=is_wide(interval) or UNSET
                    )
                    if (interval := intervals.get(server, {}).get(threads))
                    else None,
                    # The middle run's and the extremes: percentiles of several are not averaged.
                    latency=_span_of(cell, latency) if latency else None,
                    percentiles=_percentiles(cell, latency) or UNSET,
                    within=_throughput_within(cell),
                    server_cpu_us=span(
                        r.server_cpu_us for r in cell.runs if r.server_cpu_us is not None
                    ),
                    bottleneck=bounds[server][threads],
                    runs=[
                        CellRun(id=run.id, path=run.path, value=value)
                        for run, value in zip(cell.runs, cell.values, strict=True)
                    ],
                )
                if (cell := cells[server].get(threads))
                else None
                for server in servers
            ],
        )
        for threads in sorted({threads for server in servers for threads in cells[server]})
    ]


def _span_of(cell: Cell, metric: str) -> Span | None:
    return span(run.figures[metric].value for run in cell.runs if metric in run.figures)


def _percentiles(cell: Cell, latency: str | None) -> dict[str, Span]:
    """What is known beyond the latency that is shown anyway, with it."""
    spans = {name: found for name in SHOWN_PERCENTILES if (found := _span_of(cell, name))}
    return spans if spans.keys() - {latency} else {}


def _ratios(cell: Cell, baseline: Cell | None, contrast: Contrast | None) -> dict[str, Any]:
    """The ratio of a cell and what it is of: of slices and of a window that of its contrast."""
    if contrast and contrast.sliced:
        return {"ratio": contrast.ratio, "rounds": contrast.n[0]}
    window = contrast.window if contrast else sample_of(cell).settled
    found: dict[str, Any] = {"ratio": ratio(cell, baseline)}
    if window == "whole":
        return found
    if contrast and window in LATER:
        found = {"ratio": contrast.ratio, "whole_ratio": math.exp(contrast.whole)}
    text = window_text(window, found["ratio"] or 1, found.get("whole_ratio", found["ratio"] or 1))
    return found | {"window": window, "window_text": text or UNSET}


def sample_of(cell: Cell) -> Sample:
    """The runs of a cell as a sample; the slices of one stand for it."""
    tables = [run.slices for run in cell.runs if run.slices]
    held = any(run.held for run in cell.runs)
    if len(tables) == len(cell.runs) == 1:
        return Sample(tuple(sampled_slices(tables[0])), sliced=True, held=held)
    runs = [
        _sampled_run(run, v, cell.metric) for run, v in zip(cell.runs, cell.values, strict=True)
    ]
    return Sample(tuple(runs), held=held)


def _sampled_run(run: RunRecord, figure: float, metric: str) -> SampledRun:
    """Counts of instructions have no warm-up; interval lines tell of transactions alone."""
    line = run.line if METRICS[metric].kind != "work" else None
    return SampledRun(
        figure,
        run.block,
        run.load,
        run.session,
        run.turn,
        settled=line.settled if line else None,
        later=line.later if line and metric in _TRANSACTIONS else None,
    )


def span(values: Iterable[float]) -> Span | None:
    """The middle and the extremes of some values; None where there are none."""
    ordered = sorted(values)
    if not ordered:
        return None
    return Span(low=ordered[0], middle=median(ordered), high=ordered[-1])


def _throughput_within(cell: Cell) -> WithinRunThroughput | None:
    """Throughput inside the runs, in transactions per second; a stall is in seconds.

    `middle` is the middle run's mean over its window, `low` the worst 1st percentile of an
    interval, `high` the best interval of all runs.
    """
    lines = [(run.line, run.line.p01) for run in cell.runs if run.line]
    measured = [(line, worst) for line, worst in lines if worst is not None]
    if not measured:
        return None
    return WithinRunThroughput(
        middle=median([line.window for line, _ in measured]),
        low=min(worst for _, worst in measured),
        high=max(line.highest for line, _ in measured),
        longest_stall_s=max(line.longest_stall_s for line, _ in measured),
    )
