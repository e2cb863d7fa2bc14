"""What the charts of sample comparisons are drawn from."""

from __future__ import annotations

from collections.abc import Iterator

from .shared import Record

SPANS = {"latency": "latency", "spread": "within", "efficiency": "server_cpu_us"}
"""Kind of chart to what a cell calls its middle and extremes."""


def charts(page: Record, drawn: Record) -> Iterator[Record]:
    """What a panel's charts are drawn from."""
    for kind, name in drawn["charts"].items():
        if name:
            yield chart(page, drawn, kind, name)


def chart(page: Record, drawn: Record, kind: str, name: str) -> Record:
    """What one of them is drawn from."""
    values = [
        {"threads": row["threads"], "side": drawn["sides"][at]["id"], "label": ""}
        | {"n": entry["n"], "path": entry["runs"][0]["path"]}
        | mark(kind, entry)
        for row in drawn["rows"]
        for at, entry in enumerate(row["cells"])
        if entry
    ]
    shown = {"title": f"{page['title']}: {drawn['title']}", "description": drawn["text"]}
    axis = {"metric": drawn["metric"], "x": "threads", "log_x": len(drawn["rows"]) > 1}
    return {"name": name, "kind": kind, **shown, **axis, "sides": drawn["sides"], "values": values}


def mark(kind: str, entry: Record) -> Record:
    """A cell as a chart shows it."""
    if kind == "throughput":
        return {end: entry[end] for end in ("centre", "low", "high")}
    if kind == "ratio":
        interval = entry["interval"] or dict.fromkeys(("low", "high"), entry["ratio"])
        return {"centre": entry["ratio"], **interval}
    span = entry[SPANS[kind]]
    return {"centre": span["middle"], "low": span["low"], "high": span["high"]}


def shown_on_result(page: Record) -> Record:
    """A comparison's first chart, as the result's own page shows it again."""
    drawn = page["panels"][0]
    name, caption = drawn["charts"]["throughput"], drawn["metric"]["label"]
    shown = {"name": name, "caption": caption, "path": page["path"]}
    return {"workload": drawn["workload"]["id"], **shown}
