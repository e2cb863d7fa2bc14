"""Where values lie: centres, and percentiles that are one of the values.

Owns what the middle of a sample is. Refuses to weigh or to judge.
"""

from __future__ import annotations

import math
import statistics
from collections.abc import Sequence


def median(values: Sequence[float]) -> float:
    """The middle value; of an even number the mean of the middle two. Raises on an empty list."""
    return float(statistics.median(values))


def geometric_mean(values: Sequence[float]) -> float:
    """The centre of throughputs: the mean on the logarithmic scale.

    Any shape but empty, all positive; the unit is that of the values. Raises ValueError otherwise.
    """
    if not values or min(values) <= 0:
        raise ValueError("a geometric mean needs positive values")
    if len(values) == 1:
        # One value is its own centre to the last digit; the logarithm would cost it some.
        return float(values[0])
    return math.exp(math.fsum(math.log(value) for value in values) / len(values))


def nearest_rank(ordered: Sequence[float], share: float) -> float:
    """The percentile of ascending values by nearest rank: one of them, never one in between.

    `share` is from 0 to 1. Raises ValueError on an empty list.
    """
    if not ordered:
        raise ValueError("a percentile needs values")
    return ordered[max(0, math.ceil(share * len(ordered)) - 1)]
