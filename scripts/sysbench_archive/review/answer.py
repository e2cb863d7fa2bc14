"""What a bundle shows, for a terminal: a table of its cells, loads it was offered, and findings."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from statistics import median

from sysbench_archive.derive.cells import cells_of, head_metric
from sysbench_archive.metrics import METRICS
from sysbench_archive.model.base import Span
from sysbench_archive.model.result import ResultRecord, WorkloadRecord
from sysbench_archive.pages.comparison.panels import own_panels, runs_of_workload
from sysbench_archive.pages.comparison.record import matrix_comparisons, result_findings
from sysbench_archive.words.numbers import figure_text, percent_up

_LATENCIES = {"latency_p95_ms": "p95 ms", "latency_p99_ms": "p99 ms"}
Row = tuple[str, ...]


def answer_text(result: ResultRecord) -> str:
    """Tables and findings of a bundle; empty where no run is complete."""
    tables = (table for workload in result.workloads for table in _tables(result, workload))
    findings = result_findings([*matrix_comparisons(result)], [*own_panels(result)])
    said = (f"{one.text} ({one.status})" if one.status else one.text for one in findings)
    return "\n\n".join([*tables, *said])


def _tables(result: ResultRecord, workload: WorkloadRecord) -> Iterator[str]:
    labels = {server.id: server.label for server in result.servers}
    runs = runs_of_workload(result, workload.id)
    if metric := head_metric(runs):
        heads = ["server", "threads", "runs", "median", "lowest", "highest", "spread"]
        known = [name for name in _LATENCIES if any(name in run.figures for run in runs)]
        rows = []
        for server, cells in cells_of(runs, list(labels), metric).items():
            for threads, cell in sorted(cells.items()):
                low, high = min(cell.values), max(cell.values)
                spread = percent_up(high / low - 1) if len(cell.values) > 1 and low > 0 else "-"
                latencies = (
                    [run.figures[name].value for run in cell.runs if name in run.figures]
                    for name in known
                )
                rows.append(
                    (
                        labels[server], str(threads), str(len(cell.runs)),
                        *(figure_text(value) for value in (median(cell.values), low, high)),
                        spread, *(figure_text(median(all_)) if all_ else "-" for all_ in latencies),
                    )
                )  # fmt: skip
        words = (_LATENCIES[name] for name in known)
        yield f"{workload.title}: {METRICS[metric].label}\n{_aligned([(*heads, *words), *rows])}"
    if points := result.loads.get(workload.id):
        heads = ["server", "threads", "load", "offered/s", "answered/s", *_LATENCIES.values()]
        rows = [
            (
                labels[point.server], str(point.threads), f"{point.percent} %",
                figure_text(point.rate),
                figure_text(point.achieved) if point.achieved is not None else "-",
                *map(_middle, (point.p95_ms, point.p99_ms)), point.refused,
            )
            for point in points
        ]  # fmt: skip
        yield f"{workload.title}: latency at a load\n{_aligned([(*heads, ''), *rows])}"


def _middle(span: Span | None) -> str:
    return figure_text(span.middle) if span else "-"


def _aligned(rows: Iterable[Row]) -> str:
    """Rows as columns, the first to the left."""
    listed = list(rows)
    widths = [max(map(len, column)) for column in zip(*listed, strict=True)]
    return "\n".join(
        "  ".join(
            text.rjust(width) if place else text.ljust(width)
            for place, (text, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in listed
    )
