"""Estimates: a centre, how far it may be off, and on how much that rests.

Owns means of samples and differences of estimates. Refuses to say what a difference means.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from sysbench_archive.statistics.quantiles import t_quantile


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
