"""Pure functions on numbers. Knows no bundle, no run and no policy."""

from __future__ import annotations

import math
import statistics
from collections.abc import Sequence
from dataclasses import dataclass


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


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean, its standard error (None where nothing tells it) and degrees of freedom."""

    centre: float
    error: float | None
    freedom: float

    def half_width(self, level: float) -> float | None:
        """Half of the confidence interval at `level`, such as 0.95; None without an error."""
        if self.error is None:
            return None
        return self.error and self.error * t_quantile((1 + level) / 2, self.freedom)


def mean_estimate(values: Sequence[float]) -> Estimate:
    """The mean of one sample and its standard error. Raises ValueError on an empty sample."""
    if not values:
        raise ValueError("a mean needs values")
    centre, freedom = math.fsum(values) / len(values), len(values) - 1
    if not freedom:
        return Estimate(centre, None, 0)
    squares = math.fsum((value - centre) ** 2 for value in values)
    return Estimate(centre, math.sqrt(squares / freedom / len(values)), freedom)


def difference_of(first: Estimate, second: Estimate) -> Estimate:
    """first - second, of independent estimates; degrees of freedom by Welch and Satterthwaite."""
    centre = first.centre - second.centre
    if first.error is None or second.error is None:
        return Estimate(centre, None, 0)
    a, b = first.error**2, second.error**2
    weight = (a * a / first.freedom if a else 0.0) + (b * b / second.freedom if b else 0.0)
    return Estimate(centre, math.sqrt(a + b), (a + b) ** 2 / weight if weight else math.inf)


def t_quantile(share: float, freedom: float) -> float:
    """The quantile of Student's t at `share`, between 0.5 and 1; `freedom` may be a fraction."""
    # Only where it is needed: the import costs a quarter of a second and 40 MB in every process.
    from scipy.special import stdtrit

    if not 0.5 <= share < 1 or freedom <= 0:
        raise ValueError("a quantile needs 0.5 <= share < 1 and degrees of freedom")
    return float(stdtrit(freedom, share))
