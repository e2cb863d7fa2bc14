"""The files of `/upgrades/`: the chain table, a record and an `index.json` a pair, forest charts.

A forest is a chart of points: a ratio with its interval on a logarithmic axis, a line for each.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from sysbench_archive.derive.upgrade_chains import chains_record
from sysbench_archive.derive.upgrades import pair_records
from sysbench_archive.verdicts.labels import STATUSES

Record = dict[str, Any]


def upgrade_files(points: Sequence[Record]) -> Iterator[tuple[str, Record]]:
    """(path below the derived folder, record), for the points of the whole archive."""
    yield "data/upgrades.json", chains_record(points)
    for pair in pair_records(points):
        yield f"data/upgrade_pairs/{pair['key']}.json", pair
        yield f"static{pair['path']}index.json", pair
        for group in pair["groups"]:
            yield f"charts/{group['chart']}.json", forest(pair, group)


def forest(pair: Mapping[str, Any], group: Mapping[str, Any]) -> Record:
    """The points of one regime as the record of a chart; a shape for each evidence status."""
    used = {point["status"] for point in group["points"]}
    reach = _reach([point["ratio"] for point in group["points"]])
    label = f"{pair['to_label']} over {pair['from_label']}"
    return {
        "name": group["chart"],
        "kind": "forest",
        "title": f"Ratio of throughput. {pair['title']}: {group['label']}",
        "description": pair["answer"],
        "metric": {"name": "ratio", "label": label, "unit": "", "decimals": 3},
        "x": "threads",
        "log_x": False,
        "sides": [_side(pair, name) for name in STATUSES if name in used],
        "values": [_value(point, *reach) for point in group["points"]],
    }


REACH = 3.0
"""How far beyond the outermost ratio, or beyond 1, intervals are drawn; a few runs tell little."""


def _reach(ratios: Sequence[float]) -> tuple[float, float]:
    return min(1.0, *ratios) / REACH, max(1.0, *ratios) * REACH


def _side(pair: Mapping[str, Any], status: str) -> Record:
    about = {"product": pair["product"], "version": pair["to"], "series": pair["to"]}
    return {"id": status, "label": STATUSES[status], "role": "candidate", "shade": 0, **about}


def _value(point: Mapping[str, Any], least: float, most: float) -> Record:
    """A point; where it has no interval its ends are its middle. Long intervals are cut."""
    ratio = point["ratio"]
    return {
        "threads": point["threads"],
        "side": point["status"],
        "label": point["title"],
        "note": point["note"],
        "centre": ratio,
        "low": ratio if point["low"] is None else max(point["low"], least),
        "high": ratio if point["high"] is None else min(point["high"], most),
        "n": min(point["n"]),
        "path": point["path"],
    }
