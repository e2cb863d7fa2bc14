"""Who gets what of a result: pages get what they draw and quote, programs get the data."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sysbench_archive.derive.metric_records import shown_metric
from sysbench_archive.publish.server_pages import listed_servers, side_by_side

Record = dict[str, Any]

_DRAWN = ("line", "excerpt")
_IN_CHARTS = ("latency", "within", "server_cpu_us")
"""What a cell says in charts only."""


_APPLIED = ("conditions",)
"""What receipts are made of, which pages show in place of it."""


def for_pages(result: Mapping[str, Any]) -> Record:
    """Without conditions, and without the variables all servers agree on: those are fetched.

    Figures and the lines they stand on are two flat tables: Hugo holds the whole archive at once,
    and a small mapping for each figure of each run cost it more than the figures themselves.
    """
    shown = {name: value for name, value in result.items() if name not in _APPLIED}
    shown["servers"] = listed_servers(result["servers"])
    shown["side_by_side"] = side_by_side(result["servers"])
    shown["runs"] = [_run_for_pages(run) for run in result["runs"]]
    shown["metrics"] = [_metric_for_pages(shown_metric(result, n)) for n in result["metrics"]]
    variables = result["variables"]
    if variables is None:
        return shown
    rows = [row for row in variables["rows"] if row["differs"]]
    several = len(variables["servers"]) > 1
    told = {"count": len(variables["rows"]), "rows": rows if several else []}
    return {**shown, "variables": variables | told}


def _metric_for_pages(metric: Record) -> Record:
    """A column of figures; what is counted has no unit."""
    kept = {name: metric[name] for name in ("name", "label", "direction", "decimals")}
    return kept | {"unit": "" if metric["unit"] == "1" else metric["unit"]}


def _run_for_pages(run: Mapping[str, Any]) -> Record:
    figures: Mapping[str, Record] = run["figures"]
    values = {name: figure["value"] for name, figure in figures.items()}
    lines = {name: figure["line"] for name, figure in figures.items() if figure["line"]}
    return {**run, "figures": values, "lines": lines}


def for_readers(result: Mapping[str, Any]) -> Record:
    """Without drawings and quotations; variables, evidence and citation are files beside it."""
    runs = [
        {name: value for name, value in run.items() if name not in _DRAWN} for run in result["runs"]
    ]
    outward = ("cite", "structured")
    kept = {name: value for name, value in result.items() if name not in outward}
    return {**kept, "runs": runs, "variables": None}


def comparison_for_pages(comparison: Mapping[str, Any]) -> Record:
    """Without what only charts draw, and without the parts a verdict's sentence is made of."""
    return {**comparison, "panels": [_panel_for_pages(panel) for panel in comparison["panels"]]}


def _panel_for_pages(panel: Mapping[str, Any]) -> Record:
    kept = {name: value for name, value in panel.items() if name != "verdicts"}
    rows = [
        {**row, "cells": [_cell_for_pages(cell) for cell in row["cells"]]} for row in panel["rows"]
    ]
    return {**kept, "rows": rows}


def _cell_for_pages(cell: Mapping[str, Any] | None) -> Record | None:
    if cell is None:
        return None
    return {name: value for name, value in cell.items() if name not in _IN_CHARTS}
