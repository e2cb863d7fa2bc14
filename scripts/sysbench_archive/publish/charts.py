"""Comparison panels as the data charts are drawn from.

A chart is a `mark` per side and thread count: a middle, and the extremes of its runs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from sysbench_archive.derive.efficiency import METRIC as EFFICIENCY

Record = dict[str, Any]

_WIDE_GRID = 16
"""A thread grid that spans more than this factor is drawn on a logarithmic axis."""


def chart_inputs(title: str, panels: Iterable[Mapping[str, Any]]) -> Iterator[Record]:
    """A record for each chart of each panel; `title` is that of the page they stand on."""
    for panel in panels:
        for kind, name in panel["charts"].items():
            if name:
                yield _chart(title, panel, kind, name)


def _chart(title: str, panel: Mapping[str, Any], kind: str, name: str) -> Record:
    counts = [row["threads"] for row in panel["rows"]]
    return {
        "name": name,
        "kind": kind,
        "title": f"{_TITLES[kind]}. {title}: {panel['title']}",
        "description": panel["text"],
        "metric": _metric(panel, kind),
        "x": "threads",
        "log_x": max(counts) >= _WIDE_GRID * min(counts),
        "sides": panel["sides"],
        "values": list(_values(panel, kind)),
    }


_TITLES = {
    "throughput": "Throughput",
    "ratio": "Ratio to the baseline",
    "latency": "Latency",
    "spread": "Throughput within the runs",
    "efficiency": "Server CPU per transaction",
}


def _metric(panel: Mapping[str, Any], kind: str) -> Record:
    baseline = panel["sides"][0]["label"]
    own: dict[str, Record] = {
        "ratio": {"name": "ratio", "label": f"Ratio to {baseline}", "unit": "", "decimals": 3},
        "spread": {"name": "tps", "label": "Within the runs", "unit": "1/s", "decimals": 2},
        "efficiency": {name: EFFICIENCY[name] for name in ("name", "label", "unit", "decimals")},
        "latency": panel["latency"],
    }
    return own.get(kind) or panel["metric"]


def _values(panel: Mapping[str, Any], kind: str) -> Iterator[Record]:
    for row in panel["rows"]:
        for side, cell in zip(panel["sides"], row["cells"], strict=True):
            mark = _MARKS[kind](cell) if cell else None
            if cell and mark:
                yield {
                    "threads": row["threads"],
                    "side": side["id"],
                    "label": side["label"],
                    **mark,
                    "n": cell["n"],
                    "path": cell["runs"][0]["path"],
                }


def _throughput(cell: Mapping[str, Any]) -> Record | None:
    if cell["centre"] is None:
        return None
    return {name: cell[name] for name in ("centre", "low", "high")}


def _ratio(cell: Mapping[str, Any]) -> Record | None:
    """A ratio with its interval; where nothing was repeated there is none."""
    if cell["ratio"] is None:
        return None
    interval = cell["interval"] or dict.fromkeys(("low", "high"), cell["ratio"])
    return {"centre": cell["ratio"], **interval}


def _spanned(field: str) -> Callable[[Mapping[str, Any]], Record | None]:
    """A middle and its extremes, as cells hold latency and the like."""

    def mark(cell: Mapping[str, Any]) -> Record | None:
        span = cell[field]
        return span and {"centre": span["middle"], "low": span["low"], "high": span["high"]}

    return mark


_MARKS: dict[str, Callable[[Mapping[str, Any]], Record | None]] = {
    "throughput": _throughput,
    "ratio": _ratio,
    "latency": _spanned("latency"),
    "spread": _spanned("within"),
    "efficiency": _spanned("server_cpu_us"),
}
