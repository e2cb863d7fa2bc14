"""Centres, quantiles, and estimates with their standard errors.

Pure functions on numbers that know no bundle, run or policy.
"""

from __future__ import annotations

import math
import statistics
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from sysbench_archive.statistics.distributions import t_quantile


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


def weighted_rank(weighted: Iterable[tuple[float, float]], share: float) -> float:
    """The percentile of (value, weight) by nearest rank: the first value that reaches `share`.

    `share` is from 0 to 1, weights are positive. Raises ValueError on an empty list.
    """
    ordered = sorted(weighted)
    if not ordered:
        raise ValueError("a percentile needs values")
    # A hair below, so that a sum of fractions reaches what it should reach.
    wanted = share * math.fsum(weight for _, weight in ordered) * (1 - 1e-12)
    reached = 0.0
    for value, weight in ordered:
        reached += weight
        if reached >= wanted:
            return value
    return ordered[-1][0]


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean, its standard error (None where nothing tells it) and degrees of freedom."""

    centre: float
    standard_error: float | None
    df: float

    def half_width(self, level: float) -> float | None:
        """Half of the confidence interval at `level`, such as 0.95; None without an error."""
        if self.standard_error is None:
            return None
        return self.standard_error and self.standard_error * t_quantile((1 + level) / 2, self.df)


def mean_estimate(values: Sequence[float]) -> Estimate:
    """The mean of one sample and its standard error. Raises ValueError on an empty sample."""
    if not values:
        raise ValueError("a mean needs values")
    centre, df = math.fsum(values) / len(values), len(values) - 1
    if not df:
        return Estimate(centre, None, 0)
    squares = math.fsum((value - centre) ** 2 for value in values)
    return Estimate(centre, math.sqrt(squares / df / len(values)), df)


def difference_of(first: Estimate, second: Estimate) -> Estimate:
    """first - second, of independent estimates; degrees of freedom by Welch and Satterthwaite."""
    centre = first.centre - second.centre
    if first.standard_error is None or second.standard_error is None:
        return Estimate(centre, None, 0)
    a, b = first.standard_error**2, second.standard_error**2
    weight = (a * a / first.df if a else 0.0) + (b * b / second.df if b else 0.0)
    return Estimate(centre, math.sqrt(a + b), (a + b) ** 2 / weight if weight else math.inf)
