"""A result as `/compare/` needs it: who ran what under which conditions, and the bare figures.

Owns `compare.json` beside every result page. Refuses to judge: a browser applies `/policy.json`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from sysbench_archive.derive.cells import Cell, cells_of, head_metric
from sysbench_archive.derive.judging import (
    block_of,
    bounds_of,
    cpus_of,
    machine_of,
    rate_limited,
)
from sysbench_archive.derive.metric_records import metric_record
from sysbench_archive.derive.workloads import test_named
from sysbench_archive.publish.explore.series import facts_of, machine_text

Record = dict[str, Any]

MOST_SIDES = 8
"""Sides that a browser compares at once."""
_BUNDLE = ("id", "title", "path", "evidence", "submitter")
_SERVER = ("id", "label", "product", "version", "series", "variant", "regime")


def compare_record(result: Mapping[str, Any]) -> Record:
    """The record; a cell has the figures of one server, workload and thread count in run order."""
    cells = [cell for workload in result["workloads"] for cell in _cells(result, workload)]
    conditions = result["conditions"]
    return {
        "bundle": {name: result[name] for name in _BUNDLE},
        "interleaved": conditions["interleaved"],
        "servers": [
            _server(result, server) | {"conditions": conditions["servers"][server["id"]]}
            for server in result["servers"]
        ],
        "workloads": [
            _workload(workload) | {"conditions": conditions["workloads"][workload["id"]]}
            for workload in result["workloads"]
        ],
        "metrics": [metric_record(name) for name in sorted({cell["metric"] for cell in cells})],
        "cells": cells,
    }


def compare_links(result: Mapping[str, Any]) -> dict[str, str]:
    """Workload id to the address that compares its first servers, where it has any figures."""
    named: dict[str, dict[str, None]] = {}
    for run in result["runs"]:
        if run["state"] == "complete" and run["figures"]:
            named.setdefault(run["workload"]["id"], {})[run["server"]["id"]] = None
    return {work: compare_address(result["id"], work, [*own]) for work, own in named.items()}


def compare_address(bundle: str, workload: str, servers: Sequence[str]) -> str:
    """The site-relative address that compares servers of a result, the first as baseline."""
    named = [f"s={bundle}/{server}/{workload}" for server in servers[:MOST_SIDES]]
    return f"/compare/?{'&'.join(named)}"


def with_compare(comparison: Mapping[str, Any]) -> Record:
    """A comparison whose panels lead to their sides in the browser, where others can be added."""
    return {**comparison, "panels": [_leading(panel) for panel in comparison["panels"]]}


def _leading(panel: Mapping[str, Any]) -> Record:
    bundle = panel["bundle"]["path"].split("/")[2]
    sides = [side["id"] for side in panel["sides"]]
    return {**panel, "compare": compare_address(bundle, panel["workload"]["id"], sides)}


def _server(result: Mapping[str, Any], server: Mapping[str, Any]) -> Record:
    facts = machine_of(result, server["id"])
    named = facts_of(facts)
    about = {"cpus": cpus_of(facts), "machine_kind": named.get("kind", "")}
    return {name: server[name] for name in _SERVER} | about | {"machine": machine_text(named)}


def _workload(workload: Mapping[str, Any]) -> Record:
    return {
        "id": workload["id"],
        "label": workload["title"],
        "shelf": workload["shelf"],
        "family": test_named(workload["shelf"], "").family,
        "rate_limited": rate_limited(workload),
    }


def _cells(result: Mapping[str, Any], workload: Mapping[str, Any]) -> Iterator[Record]:
    """The cells of a workload in its head metric; runs that failed are in none."""
    runs = [run for run in result["runs"] if run["workload"]["id"] == workload["id"]]
    metric = head_metric(runs)
    servers = [server["id"] for server in result["servers"]]
    cells = cells_of(runs, servers, metric) if metric else {}
    bounds = bounds_of(result, workload, cells)
    for server, counted in cells.items():
        for threads, cell in counted.items():
            about = {"server": server, "workload": workload["id"], "metric": metric}
            yield about | {"bound": bounds[server][threads]} | _figures(cell)


def _figures(cell: Cell) -> Record:
    return {
        "threads": cell.threads,
        "values": list(cell.values),
        "blocks": [block_of(run) for run in cell.runs],
        "runs": [run["id"] for run in cell.runs],
    }
