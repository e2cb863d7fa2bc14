"""A comparison's figures as CSV, beside its charts: a row for each cell.

Owns the columns. Every number is that of the comparison's record; nothing is computed here.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from sysbench_archive.publish.csv_text import csv_bytes

Record = Mapping[str, Any]

COLUMNS = (
    "comparison",
    "panel",
    "panel_title",
    "bundle",
    "workload",
    "metric",
    "unit",
    "threads",
    "server",
    "label",
    "role",
    "product",
    "version",
    "n",
    "centre",
    "lowest",
    "highest",
    "ratio",
    "low",
    "high",
    "direction",
    "verdict",
    "status",
    "latency_metric",
    "latency_lowest",
    "latency_middle",
    "latency_highest",
    "runs",
)
"""`ratio` is to the baseline at that thread count, `low` and `high` are its interval; `direction`
is that of a headline contrast, `verdict` and `status` are those of the server in its panel."""


def comparison_csv(comparison: Record) -> bytes:
    """The bytes of `comparison.csv`, from a rounded record."""
    rows = [*_measured(comparison), *_reported(comparison)]
    return csv_bytes(COLUMNS, ([row.get(name) for name in COLUMNS] for row in rows))


def _measured(comparison: Record) -> Iterator[dict[str, Any]]:
    for panel in comparison["panels"]:
        verdicts = {verdict["candidate"]: verdict for verdict in panel["verdicts"]}
        for row in panel["rows"]:
            for side, cell in zip(panel["sides"], row["cells"], strict=True):
                if cell:
                    verdict = verdicts.get(side["id"])
                    yield {
                        **_place(comparison, panel),
                        **_side(side),
                        **_cell(panel, cell),
                        **_told(verdict, row["threads"]),
                        "threads": row["threads"],
                    }


def _place(comparison: Record, panel: Record) -> dict[str, Any]:
    return {
        "comparison": comparison["slug"],
        "panel": panel["id"],
        "panel_title": panel["title"],
        "bundle": panel["bundle"]["path"].split("/")[2],
    }


def _side(side: Record) -> dict[str, Any]:
    names = ("label", "role", "product", "version")
    return {"server": side["id"], **{name: side[name] for name in names}}


def _cell(panel: Record, cell: Record) -> dict[str, Any]:
    interval, latency = cell["interval"] or {}, cell["latency"] or {}
    return {
        "workload": panel["workload"]["id"],
        "metric": panel["metric"]["name"],
        "unit": panel["metric"]["unit"],
        **{name: cell[name] for name in ("n", "centre", "ratio")},
        "lowest": cell["low"],
        "highest": cell["high"],
        "low": interval.get("low"),
        "high": interval.get("high"),
        "latency_metric": panel["latency"]["name"] if latency else None,
        "latency_lowest": latency.get("low"),
        "latency_middle": latency.get("middle"),
        "latency_highest": latency.get("high"),
        "runs": " ".join(run["id"] for run in cell["runs"]),
    }


def _told(verdict: Record | None, threads: int) -> dict[str, Any]:
    if verdict is None:
        return {}
    contrasts = {contrast["threads"]: contrast["direction"] for contrast in verdict["headline"]}
    return {
        "direction": contrasts.get(threads),
        "verdict": verdict["direction"],
        "status": verdict["status"],
    }


def _reported(comparison: Record) -> Iterator[dict[str, Any]]:
    """A row for each difference that a source published without figures."""
    for panel in comparison["reported"]:
        entry = panel["entry"]
        told = {"verdict": entry["direction"], "status": entry["status"]}
        yield _place(comparison, panel) | _side(panel["sides"][1]) | told
