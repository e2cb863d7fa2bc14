"""A panel of a comparison: one workload, its servers side by side, a cell for each thread count.

Owns which metric, which latency and which charts a panel shows.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sysbench_archive.derive.cells import Record, cells_of, head_metric
from sysbench_archive.derive.judging import bounds_of, cpus_of, judgement, machine_of
from sysbench_archive.derive.metric_records import metric_record, shown_metric
from sysbench_archive.derive.panel_cells import cell_rows
from sysbench_archive.derive.receiving import receipt_of
from sysbench_archive.derive.sides import sides_of
from sysbench_archive.derive.wording import panel_text
from sysbench_archive.metrics import METRICS

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
    shown = [side["id"] for side in sides]
    latency = next((name for name in _LATENCIES if any(name in r["figures"] for r in runs)), None)
    receipt = receipt_of(result, workload, shown)
    bounds = bounds_of(result, workload, cells)
    cpus = cpus_of(machine_of(result, shown[0]))
    judged = judgement(result, workload, metric.name, sides, cells, receipt, bounds)
    rows = cell_rows(cells, shown, latency, judged.intervals, bounds, cpus)
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
        "metric": shown_metric(result, metric.name),
        "latency": metric_record(latency) if latency else None,
        "sides": sides,
        "rows": rows,
        "text": panel_text(metric, sides, rows),
        "charts": _charts(f"{slug}--{place}", rows, len(sides)),
        "verdicts": judged.verdicts,
        "receipt": receipt,
    }


def _charts(name: str, rows: Sequence[Record], sides: int) -> Record:
    """Names of the charts worth drawing; None where there is nothing to see."""
    cells = [cell for row in rows for cell in row["cells"] if cell]
    several = sides > 1 and any(cell["ratio"] for cell in cells)
    sweep = len(rows) > 1
    worth = {
        "ratio": sweep and several,
        "latency": sweep and any(cell["latency"] for cell in cells),
        "spread": sweep and any(cell["within"] for cell in cells),
        "efficiency": sweep and any(cell["server_cpu_us"] for cell in cells),
    }
    drawn = {kind: f"{name}--{kind}" if there else None for kind, there in worth.items()}
    return {"throughput": name if rows else None, **drawn}
