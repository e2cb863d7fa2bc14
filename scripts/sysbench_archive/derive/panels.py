"""A panel of a comparison: one workload, its servers side by side, a cell for each thread count.

Owns which metric and which latency a panel shows, and what a cell of it says.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from sysbench_archive.derive.cells import Cell, Record, cells_of, head_metric, ratio
from sysbench_archive.derive.differences import differences
from sysbench_archive.derive.wording import panel_text
from sysbench_archive.metrics import METRICS
from sysbench_archive.statistics import median

_LATENCIES = ("latency_p95_ms", "latency_p99_ms", "latency_avg_ms")
"""Latency metrics a panel may show, in order of preference."""


def reference(result: Record) -> Record:
    """A result as a link."""
    return {"path": result["path"], "title": result["title"]}


def panel_of(result: Record, spec: Mapping[str, Any], servers: Sequence[str], slug: str) -> Record:
    """A panel: a workload of a result, its servers side by side, the first as baseline."""
    workload = next(w for w in result["workloads"] if w["id"] == spec["workload"])
    runs = [run for run in result["runs"] if run["workload"]["id"] == workload["id"]]
    metric = METRICS[spec.get("metric") or head_metric(runs) or "tps"]
    cells = cells_of(runs, servers, metric.name)
    present = [server for server in servers if cells[server]]
    sides = sides_of(result, [servers[0], *(s for s in present if s != servers[0])])
    latency = next((name for name in _LATENCIES if any(name in r["figures"] for r in runs)), None)
    rows = _rows(cells, [side["id"] for side in sides], latency)
    place = f"{result['id']}--{workload['id']}--{metric.name}"
    return {
        "id": place,
        "title": spec.get("title") or workload["title"],
        "bundle": reference(result),
        "evidence": result["evidence"],
        "workload": {
            "id": workload["id"],
            "label": workload["title"],
            "shelf": workload["shelf"],
        },
        "metric": metric_record(metric.name),
        "latency": metric_record(latency) if latency else None,
        "sides": sides,
        "rows": rows,
        "text": panel_text(metric, sides, rows),
        "charts": _charts(f"{slug}--{place}", rows, len(sides)),
        "differences": differences(result, [side["id"] for side in sides]),
    }


def _charts(name: str, rows: Sequence[Record], sides: int) -> Record:
    """Names of the charts worth drawing; None where there is nothing to see."""
    cells = [cell for row in rows for cell in row["cells"] if cell]
    several = sides > 1 and any(cell["ratio"] for cell in cells)
    timed = len(rows) > 1 and any(cell["latency"] for cell in cells)
    return {
        "throughput": name if rows else None,
        "ratio": f"{name}--ratio" if several and len(rows) > 1 else None,
        "latency": f"{name}--latency" if timed else None,
    }


def metric_record(name: str) -> Record:
    """A metric as pages and charts need it."""
    metric = METRICS[name]
    fields = ("name", "label", "unit", "direction", "decimals", "description")
    return {field: getattr(metric, field) for field in fields}


def sides_of(result: Record, servers: Sequence[str]) -> list[Record]:
    """The servers as sides, the first as baseline; `shade` orders versions of one product."""
    described = {server["id"]: server for server in result["servers"]}
    sides = [described[name] for name in servers]
    return [
        {
            "id": side["id"],
            "label": side["label"],
            "role": "candidate" if index else "baseline",
            "product": side["product"],
            "version": side["version"],
            "series": side["series"],
            "shade": _shade(side, sides),
        }
        for index, side in enumerate(sides)
    ]


def _shade(side: Record, sides: Sequence[Record]) -> int:
    """Position among the sides of the same product, oldest version first."""
    family = [other for other in sides if other["product"] == side["product"]]
    order = sorted(family, key=lambda s: (version_key(s["version"]), s["variant"], s["id"]))
    return order.index(side)


def version_key(version: str) -> tuple[int, ...]:
    """The numbers of a version, so that 5.10 follows 5.9."""
    return tuple(int(number) for number in re.findall(r"[0-9]{1,9}", version))


def _rows(
    cells: Mapping[str, Mapping[int, Cell]], servers: Sequence[str], latency: str | None
) -> list[Record]:
    counts = sorted({threads for server in servers for threads in cells[server]})
    return [
        {
            "threads": threads,
            "cells": [
                _cell(cells[server].get(threads), cells[servers[0]].get(threads), latency)
                for server in servers
            ],
        }
        for threads in counts
    ]


def _cell(cell: Cell | None, baseline: Cell | None, latency: str | None) -> Record | None:
    if cell is None:
        return None
    return {
        "n": len(cell.runs),
        "centre": cell.centre,
        "low": min(cell.values),
        "high": max(cell.values),
        "ratio": ratio(cell, baseline),
        "latency": _latency(cell, latency) if latency else None,
        "runs": [
            {"id": run["id"], "path": run["path"], "value": value}
            for run, value in zip(cell.runs, cell.values, strict=True)
        ],
    }


def _latency(cell: Cell, metric: str) -> Record | None:
    """The middle run's latency and the extremes: percentiles of several runs are not averaged."""
    values = [run["figures"][metric]["value"] for run in cell.runs if metric in run["figures"]]
    if not values:
        return None
    return {"low": min(values), "middle": median(values), "high": max(values)}
