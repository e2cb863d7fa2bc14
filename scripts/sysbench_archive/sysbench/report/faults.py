"""Known faults of sysbench itself: a figure that one of them spoiled is nobody's figure.

`faults.tsv` has a row a fault: its code, where it is reported, and what it does. The figure becomes
None, the rest of its report stays.
"""

from __future__ import annotations

import csv
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final


@dataclass(frozen=True, slots=True)
class SysbenchFault:
    """A fault of sysbench: its code, where it is reported, and a sentence of what it does."""

    code: str
    link: str
    text: str


def _read_table() -> dict[str, SysbenchFault]:
    with Path(__file__).with_name("faults.tsv").open(encoding="utf-8", newline="") as file:
        rows = csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE)
        return {row["code"]: SysbenchFault(**row) for row in rows}


FAULTS: Final = _read_table()
"""Every fault by its code."""

MOST: Final = 1e15
"""More than any run counts, and than any rate is: sysbench's counters wrap near 2^64."""
LAST_BUCKET_MS: Final = 100_000.0
"""Where sysbench's histogram ends: a percentile printed there lies anywhere behind it."""
_LEAST_RATE, _PRINTED_MS, _CLOCK_S = 0.01, 0.005, 0.05
_COUNTS: Final = (
    *("transactions", "queries", "reads", "writes", "others", "rw_requests"),
    *("deadlocks", "ignored_errors", "reconnects", "total_events"),
)
_RATES: Final = {
    "tps": "transactions",
    "qps": "queries",
    "rw_requests_per_s": "rw_requests",
    "events_per_s": "total_events",
}


def spoiled(figures: Mapping[str, object], *, checkpoints: bool) -> Iterator[tuple[str, str]]:
    """Figures that a fault spoiled, each with the fault's code.

    `checkpoints` is whether the report has any.
    """
    numbers = {k: float(v) for k, v in figures.items() if isinstance(v, int | float)}
    yield from ((n, "wrapped-counter") for n in _COUNTS if not 0 <= numbers.get(n, 0) < MOST)
    seconds = numbers.get("duration_s", 0.0)
    for rate, name in _RATES.items():
        due = numbers.get(name, 0) / seconds if seconds else 0.0
        if rate in numbers and numbers[rate] >= MOST:
            yield rate, "wrapped-counter"
        elif numbers.get(rate) == 0 and due >= _LEAST_RATE:
            yield rate, "zero-rate"
        elif checkpoints and numbers.get(rate, 0) * (seconds - _CLOCK_S) > numbers.get(name, MOST):
            yield "duration_s", "checkpoint-time"
    yield from _spoiled_percentiles(numbers)


def _spoiled_percentiles(numbers: Mapping[str, float]) -> Iterator[tuple[str, str]]:
    mean = numbers.get("latency_ms.avg", 0)
    for name, value in numbers.items():
        if name == "latency_ms.percentile_value" or name.startswith("percentiles."):
            if value == LAST_BUCKET_MS:
                yield name, "capped-percentile"
            elif value == 0 and mean > _PRINTED_MS:
                yield name, "zero-percentile"
