"""Percentiles of sysbench's histogram, found as sysbench itself finds one.

Since 1.0 it counts latencies in 1,024 buckets, whose edges lie 1.8 % apart, and
`--histogram` prints those that hold an event. A percentile is the bucket in which it is reached.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Final

from sysbench_archive.problems import got_expected
from sysbench_archive.sysbench.report.faults import LAST_BUCKET_MS

Histogram = Sequence[tuple[float, int]]
"""(latency in milliseconds, events), ascending."""

RANKS: Final = {"p50": 500, "p75": 750, "p90": 900, "p95": 950, "p99": 990, "p999": 999}
"""What is read off a histogram, by name: of a thousand events, how many are no slower."""
LOWEST_MS: Final = 0.001
BUCKET_WIDTH: Final = math.log(LAST_BUCKET_MS / LOWEST_MS) / 1023
"""The distance of two edges on the logarithmic axis, from the lowest to the last."""
_BUCKET: Final = 1.02
_HALF_DIGIT: Final = 0.006
"""The edges of a bucket lie less than 2 % apart, and a percentile is printed with two decimals."""


def percentile(histogram: Histogram, share: float) -> float:
    """The bucket in which a share of the events is reached.

    Raises ValueError on a histogram without events.
    """
    ordered = sorted(histogram)
    return ordered[_place(ordered, share)][0]


def _place(histogram: Histogram, share: float) -> int:
    events = sum(count for _, count in histogram)
    if not events:
        raise ValueError("a percentile needs events")
    # Half up, as sysbench rounds.
    wanted, reached = math.floor(events * share + 0.5), 0
    for place, (_, count) in enumerate(histogram):
        reached += count
        if reached >= wanted:
            return place
    return len(histogram) - 1


def known_percentiles(histogram: Histogram) -> Iterator[tuple[str, int]]:
    """The name of every percentile that a histogram of all events tells, and the bucket's place.

    None behind which it holds less than one event, and none in the last bucket of sysbench, which
    counts whatever is slower.
    """
    events = sum(count for _, count in histogram)
    for name, rank in RANKS.items():
        if events * (1000 - rank) >= 1000:
            place = _place(histogram, rank / 1000)
            if histogram[place][0] < LAST_BUCKET_MS:
                yield name, place


def histogram_doubt(
    histogram: Histogram, events: int | None, rank: int | None, printed: float | None
) -> str:
    """How a histogram contradicts its summary: other events, or another percentile; else empty."""
    counted = sum(count for _, count in histogram)
    if counted != events:
        return got_expected("the histogram holds other events", counted, events)
    if not rank or printed is None:
        return ""
    found = percentile(histogram, rank / 100)
    if found / _BUCKET - _HALF_DIGIT <= printed <= found * _BUCKET + _HALF_DIGIT:
        return ""
    return got_expected(
        f"the histogram has another percentile {rank}", found, f"{printed}, as printed"
    )
