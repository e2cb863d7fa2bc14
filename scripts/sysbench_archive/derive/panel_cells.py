"""The cells of a panel as records: a row for each thread count, a cell for each side.

Owns what a cell says of its runs. Refuses to judge: intervals are handed in.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from sysbench_archive.derive.cells import Cell, Record, ratio
from sysbench_archive.derive.efficiency import server_cpu
from sysbench_archive.statistics import median

Interval = tuple[float, float]
Intervals = Mapping[str, Mapping[int, Interval]]
"""Server to thread count to the interval of its ratio."""
Bounds = Mapping[str, Mapping[int, str]]
"""Server to thread count to what set the pace; "" where nothing is known of it."""


def cell_rows(
    cells: Mapping[str, Mapping[int, Cell]],
    servers: Sequence[str],
    latency: str | None,
    intervals: Intervals,
    bounds: Bounds,
    cpus: int | None = None,
) -> list[Record]:
    """Thread counts in ascending order; the first of `servers` is the baseline.

    `cpus` are the processors of its machine, None where nobody recorded them.
    """
    counts = sorted({threads for server in servers for threads in cells[server]})
    baseline = cells[servers[0]]
    return [
        {
            "threads": threads,
            "per_cpu": f"{threads / cpus:.2g}" if cpus else "",
            "cells": [
                _cell(
                    cells[server][threads],
                    baseline.get(threads),
                    latency,
                    intervals.get(server, {}).get(threads),
                    bounds[server][threads],
                )
                if threads in cells[server]
                else None
                for server in servers
            ],
        }
        for threads in counts
    ]


def _cell(
    cell: Cell, baseline: Cell | None, latency: str | None, interval: Interval | None, bound: str
) -> Record:
    return {
        "n": len(cell.runs),
        "centre": cell.centre,
        "low": min(cell.values),
        "high": max(cell.values),
        "ratio": ratio(cell, baseline),
        "interval": dict(zip(("low", "high"), interval, strict=True)) if interval else None,
        "latency": _latency(cell, latency) if latency else None,
        "within": _within(cell),
        "server_cpu_us": span(server_cpu(cell.runs)),
        "bound": bound,
        "runs": [
            {"id": run["id"], "path": run["path"], "value": value}
            for run, value in zip(cell.runs, cell.values, strict=True)
        ],
    }


def span(values: Iterable[float]) -> Record | None:
    """The middle and the extremes of some values; None where there are none."""
    found = sorted(values)
    if not found:
        return None
    return {"low": found[0], "middle": median(found), "high": found[-1]}


def _latency(cell: Cell, metric: str) -> Record | None:
    """The middle run's latency and the extremes: percentiles of several runs are not averaged."""
    return span(run["figures"][metric]["value"] for run in cell.runs if metric in run["figures"])


def _within(cell: Cell) -> Record | None:
    """Throughput inside the runs, in transactions per second; a stall is in seconds.

    `middle` is the middle run's mean over its window, `low` the worst 1st percentile of an
    interval, `high` the best interval of all runs.
    """
    lines = [run["line"] for run in cell.runs if run["line"] and run["line"]["p01"] is not None]
    if not lines:
        return None
    return {
        "middle": median([line["window"] for line in lines]),
        "low": min(line["p01"] for line in lines),
        "high": max(line["highest"] for line in lines),
        "longest_stall_s": max(line["longest_stall_s"] for line in lines),
    }
