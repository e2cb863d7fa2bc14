"""Published files with their columns written out as rows, for tests that look at rows."""

from __future__ import annotations

from typing import Any

from msgspec import to_builtins

from sysbench_archive.model.base import Record, in_columns
from sysbench_archive.model.columns import rows_of_columns

Json = dict[str, Any]


def as_published(record: Record) -> Json:
    """A record as its file says it."""
    return in_columns(record, to_builtins(record))


def rows_of(document: Json, *names: str) -> Json:
    """A document of a file with some of its tables as lists of rows."""
    return document | {name: list(rows_of_columns(document[name])) for name in names}


def panels_of(file: Json) -> list[Json]:
    """The panels of a comparison's file, each with its rows of cells and its verdicts."""
    whole = rows_of(file, "cells", "verdicts", "contrasts")
    panels = [rows_of(panel, "sides") for panel in whole["panels"]]
    return [_panel(whole, place, panel) for place, panel in enumerate(panels)]


def marks_of(chart: Json) -> list[Json]:
    """The marks of a chart's file as rows that name their side and the page of their run."""
    whole = rows_of(chart, "sides", "marks")
    return [_mark(whole, mark) for mark in whole["marks"]]


def _mark(chart: Json, mark: Json) -> Json:
    side = chart["sides"][mark["side"]]
    ends = {"low": mark["centre"], "high": mark["centre"]} | mark
    figures = {name: ends[name] for name in ("threads", "centre", "low", "high", "n")}
    names = {"side": side["id"], "label": side["label"]}
    return names | figures | {"path": f"{chart['runs']}{mark['run']}/"}


def _panel(file: Json, place: int, panel: Json) -> Json:
    cells = {(c["threads"], c["server"]): _cell(c) for c in file["cells"] if c["panel"] == place}
    rows = [
        {"threads": n, "cells": [cells.get((n, side["id"])) for side in panel["sides"]]}
        for n in dict.fromkeys(threads for threads, _ in cells)
    ]
    verdicts = [
        verdict
        | {
            "headline": [
                {"low": None, "high": None} | contrast
                for contrast in file["contrasts"]
                if (contrast["panel"], contrast["candidate"]) == (place, verdict["candidate"])
            ]
        }
        for verdict in file["verdicts"]
        if verdict["panel"] == place
    ]
    return panel | {"rows": rows, "verdicts": verdicts}


def _cell(cell: Json) -> Json:
    interval = {"low": cell["low"], "high": cell["high"]} if cell.get("low") is not None else None
    return {"ratio": None, "centre": None} | cell | {"interval": interval}
