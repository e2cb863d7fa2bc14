"""Comparisons: the panels of a page, out of result records.

Owns what a comparison shows. States ratios and what they rest on; it calls nobody a winner.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from sysbench_archive.derive.cells import Cell, Record, cells_of, head_metric, ratio
from sysbench_archive.derive.claims import claim_record
from sysbench_archive.derive.wording import panel_text
from sysbench_archive.metrics import METRICS
from sysbench_archive.statistics import median

_LATENCIES = ("latency_p95_ms", "latency_p99_ms", "latency_avg_ms")
"""Latency metrics a panel may show, in order of preference."""

_COMPARED_FACTS_SKIPPED = (
    "build.sha256", "build.package", "host", "maturity", "variables", "stands_for",
)  # fmt: skip


def matrix_comparisons(result: Record) -> Iterator[Record]:
    """A comparison for each workload that two or more servers of a bundle ran."""
    for workload in result["workloads"]:
        runs = [run for run in result["runs"] if run["workload"]["id"] == workload["id"]]
        counted = {run["server"]["id"] for run in runs if run["state"] == "complete"}
        servers = [s["id"] for s in result["servers"] if s["id"] in counted]
        if len(servers) > 1 and head_metric(runs):
            yield _matrix(result, workload, servers)


def _matrix(result: Record, workload: Mapping[str, Any], servers: Sequence[str]) -> Record:
    slug = f"{result['id']}--{workload['id']}"
    spec = {"bundle": result["id"], "workload": workload["id"]}
    panels = [panel_of(result, spec, servers, slug)]
    sides = panels[0]["sides"]
    names = ", ".join(side["label"] for side in sides)
    return {
        "slug": slug,
        "path": f"/comparisons/{slug}/",
        "kind": "matrix",
        "title": f"{workload['title']}: {names}"
        if len(sides) < 4
        else _long_title(workload, sides),
        "question": f"{workload['title']}: how does the throughput of these servers compare?",
        "summary": "",
        "date": "",
        "evidence": [result["evidence"]],
        "sides": sides,
        "panels": panels,
        "claims": [],
        "bundles": [_reference(result)],
        "runs": _runs(panels),
    }


def _long_title(workload: Mapping[str, Any], sides: Sequence[Record]) -> str:
    return f"{workload['title']}: {sides[0]['label']} and {len(sides) - 1} others"


def curated_comparison(
    slug: str, definition: Mapping[str, Any], results: Mapping[str, Record]
) -> Record:
    """The record of a curated comparison; every bundle it names must be in `results`."""
    servers = [definition["baseline"], *definition["candidates"]]
    panels = [
        panel_of(results[spec["bundle"]], spec, servers, slug) for spec in definition["panels"]
    ]
    named = [spec["bundle"] for spec in definition["panels"]] + definition.get("bundles", [])
    bundles = [results[name] for name in dict.fromkeys(named)]
    return {
        "slug": slug,
        "path": f"/comparisons/{slug}/",
        "kind": "curated",
        "title": definition["title"],
        "question": definition["question"],
        "summary": definition["summary"],
        "date": definition["date"],
        "evidence": list(dict.fromkeys(bundle["evidence"] for bundle in bundles)),
        "sides": panels[0]["sides"] if panels else _sides(bundles[0], servers),
        "panels": panels,
        "claims": [claim_record(claim, results) for claim in definition.get("claims", ())],
        "bundles": [_reference(bundle) for bundle in bundles],
        "runs": _runs(panels),
    }


def _reference(result: Record) -> Record:
    return {"path": result["path"], "title": result["title"]}


def _runs(panels: Sequence[Record]) -> int:
    cells = [cell for panel in panels for row in panel["rows"] for cell in row["cells"] if cell]
    return sum(cell["n"] for cell in cells)


def panel_of(result: Record, spec: Mapping[str, Any], servers: Sequence[str], slug: str) -> Record:
    """A panel: a workload of a result, its servers side by side, the first as baseline."""
    workload = next(w for w in result["workloads"] if w["id"] == spec["workload"])
    runs = [run for run in result["runs"] if run["workload"]["id"] == workload["id"]]
    metric = METRICS[spec.get("metric") or head_metric(runs) or "tps"]
    cells = cells_of(runs, servers, metric.name)
    present = [server for server in servers if cells[server]]
    sides = _sides(result, [servers[0], *(s for s in present if s != servers[0])])
    latency = next((name for name in _LATENCIES if any(name in r["figures"] for r in runs)), None)
    rows = _rows(cells, [side["id"] for side in sides], latency)
    place = f"{result['id']}--{workload['id']}--{metric.name}"
    return {
        "id": place,
        "title": spec.get("title") or workload["title"],
        "bundle": _reference(result),
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


def _sides(result: Record, servers: Sequence[str]) -> list[Record]:
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


def differences(result: Record, servers: Sequence[str]) -> list[Record]:
    """Server facts and options that are not the same on all sides, besides the version."""
    described = {server["id"]: server for server in result["servers"]}
    tables = [_stated_facts(described[name]) for name in servers]
    names = dict.fromkeys(name for table in tables for name in table)
    found: list[Record] = []
    for name in names:
        values = [table.get(name, ("", ""))[1] for table in tables]
        if len(set(values)) > 1:
            label = next(table[name][0] for table in tables if name in table)
            found.append({"name": name, "label": label, "values": values})
    return found


def _stated_facts(server: Record) -> dict[str, tuple[str, str]]:
    facts = {
        fact["name"]: (fact["label"], fact["value"] or fact["state"])
        for fact in server["facts"]
        if fact["name"] not in _COMPARED_FACTS_SKIPPED
    }
    options = {o["name"]: (o["label"], o["value"] or o["state"]) for o in server["options"]}
    regime = {"regime": ("Regime", server["regime"])}
    return facts | regime | {f"options.{name}": value for name, value in options.items()}
