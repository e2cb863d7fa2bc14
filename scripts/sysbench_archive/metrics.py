"""The metric table: every figure the archive knows, with unit, direction and decimals.

A metric's `name` is its column in `figures.csv`, its key in the JSON and its id in the charts.
Refuses to hold numbers; it only says what a number means.
"""

from __future__ import annotations

import csv
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, Protocol

Direction = Literal["higher", "lower", "none"]
Kind = Literal["count", "rate", "duration", "work"]


@dataclass(frozen=True, slots=True)
class Metric:
    """What a figure means.

    `direction` says which way is better, `decimals` how many a page shows, `report_field` where
    the figure stands in a parsed sysbench report ("" where sysbench prints no such figure).
    """

    name: str
    label: str
    unit: str
    kind: Kind
    direction: Direction
    decimals: int
    report_field: str
    description: str


def _read_metrics() -> dict[str, Metric]:
    """The metrics of `metrics.tsv`, which has one a line."""
    with Path(__file__).with_name("metrics.tsv").open(encoding="utf-8", newline="") as file:
        rows: Any = csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE)
        return {row["name"]: Metric(**row | {"decimals": int(row["decimals"])}) for row in rows}


METRICS = _read_metrics()
THROUGHPUT = ("tps", "qps", "connections_per_s", "events_per_s", "rw_requests_per_s")
"""Metrics that can head a comparison, in order of preference."""

COUNTED = ("instructions_per_transaction",)
"""Metrics that head a comparison of runs whose instructions were counted."""
HEADING = (*THROUGHPUT, "interval_tps_mean", *COUNTED)
"""All that can head one."""
PACE = frozenset(name for name, metric in METRICS.items() if metric.kind in ("rate", "duration"))
"""Metrics that say how quick a run was: a run below a tool that slows it down has none of them."""

PERCENTILES = {rank: f"latency_p{rank}_ms" for rank in (50, 75, 90, 95, 99)}
"""The percentile metrics by the number after `--percentile`."""
SHOWN_PERCENTILES = tuple(f"latency_{name}_ms" for name in ("p50", "p95", "p99", "p999"))
"""Those that a comparison has in a table by clients."""


class HasValue(Protocol):
    """A figure."""

    @property
    def value(self) -> float:
        """In the unit of its metric."""


class HasFigures(Protocol):
    """A run, as a bundle or a record has it."""

    @property
    def figures(self) -> Mapping[str, HasValue]:
        """By metric."""


def throughput_metric(runs: Iterable[HasFigures]) -> str | None:
    """The throughput metric that most runs have, the preferred one among equals.

    Figures above 0 count first: sysbench 0.5 counts no transactions in a test without any, such as
    one that only connects.
    """
    return most_frequent(runs, (*THROUGHPUT, "interval_tps_mean"))


def most_frequent(runs: Iterable[HasFigures], names: Sequence[str]) -> str | None:
    """The metric that most runs have, by figures above 0 and then by any."""
    counts = dict.fromkeys(names, (0, 0))
    for run in runs:
        for name in names:
            if name in run.figures:
                positive, all_ = counts[name]
                counts[name] = positive + (run.figures[name].value > 0), all_ + 1
    best = max(names, key=lambda name: counts[name])
    return best if any(counts[best]) else None
