"""Metrics as records, and how many decimals the figures of a result are shown with."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sysbench_archive.metrics import METRICS

Record = dict[str, Any]

MOST_DECIMALS = 4
_PRINTED = ("raw-output", "linked-output")
_FIELDS = ("name", "label", "unit", "direction", "decimals", "description")


def metric_record(name: str) -> Record:
    """A metric as pages and charts need it."""
    return {field: getattr(METRICS[name], field) for field in _FIELDS}


def shown_metric(result: Mapping[str, Any], name: str) -> Record:
    """A metric with the decimals its figures in a result are shown with.

    sysbench prints a fixed count of them, the metric's. Of published figures the one with most
    decides, up to four, so that a table of whole numbers stays one.
    """
    record = metric_record(name)
    if result["evidence"] in _PRINTED:
        return record
    figures = [run["figures"][name]["value"] for run in result["runs"] if name in run["figures"]]
    return record | {"decimals": max(map(_decimals, figures), default=0)}


def _decimals(value: float) -> int:
    fraction = str(value).partition(".")[2]
    return 0 if fraction == "0" else min(len(fraction), MOST_DECIMALS)
