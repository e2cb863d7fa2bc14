"""Repetitions far from their siblings.

Owns a robust rule on the logarithmic scale. It names a run for people to look at; it removes
nothing, since a stall is a result too.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from sysbench_archive.derive.cells import Cell, cells_of, head_metric
from sysbench_archive.statistics import median

Record = dict[str, Any]

LEAST = 3
"""Repetitions a cell needs."""
FLOOR = 0.05
"""A difference below five percent is never named."""
TIMES = 5.0
"""How many scaled deviations away is far."""
_TO_SIGMA = 1.4826
RULE = (
    f"further from the median of its cell than {FLOOR:.0%} and than {TIMES:.0f} times the usual"
    " distance in this workload (median absolute deviation on the logarithmic scale, over cells"
    f" of {LEAST} repetitions or more)"
)


def outliers(result: Mapping[str, Any]) -> Iterator[Record]:
    """The runs to look at, workload by workload."""
    servers = [server["id"] for server in result["servers"]]
    for workload in result["workloads"]:
        runs = [run for run in result["runs"] if run["workload"]["id"] == workload["id"]]
        metric = head_metric(runs)
        if metric:
            cells = cells_of(runs, servers, metric).values()
            full = [c for by_threads in cells for c in by_threads.values() if _counts(c)]
            yield from _far(full, metric)


def _counts(cell: Cell) -> bool:
    return len(cell.values) >= LEAST and min(cell.values) > 0


def _far(cells: Sequence[Cell], metric: str) -> Iterator[Record]:
    limit = max(math.log1p(FLOOR), TIMES * _usual(cells))
    for cell in cells:
        centre = median(cell.values)
        for run, value in zip(cell.runs, cell.values, strict=True):
            if abs(math.log(value / centre)) > limit:
                ratio = round(value / centre, 4)
                row = {"run": run["id"], "metric": metric, "value": value, "median": centre}
                yield row | {"ratio": ratio, "repetitions": len(cell.values)}


def _usual(cells: Sequence[Cell]) -> float:
    """The usual distance from a cell's median, without the one run that is the median."""
    distances = []
    for cell in cells:
        centre = median(cell.values)
        own = sorted(abs(math.log(value / centre)) for value in cell.values)
        distances += own[len(own) % 2 :]
    return _TO_SIGMA * median(distances) if distances else 0.0
