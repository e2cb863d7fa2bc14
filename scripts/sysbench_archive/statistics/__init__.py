"""Centres, quantiles, estimates with their standard errors, and random-effects pooling.

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


_STEPS = 100
"""Halvings of the bracket around the variance: more than a float can tell apart."""


@dataclass(frozen=True, slots=True)
class RandomEffects:
    """The mean of true effects, its standard error, and how much true effects vary.

    `tau2` is the variance between machines, `q` Cochran's statistic on `count` - 1 degrees
    of freedom, `i2` the share of the scatter, 0 to 1, that chance does not explain.
    """

    centre: float
    standard_error: float
    count: int
    tau2: float
    q: float
    i2: float

    def interval(self, level: float) -> tuple[float, float]:
        """Where the mean of all machines lies, at `level` such as 0.95."""
        half = t_quantile((1 + level) / 2, self.count - 1) * self.standard_error
        return self.centre - half, self.centre + half

    def prediction(self, level: float) -> tuple[float, float] | None:
        """Where the true effect of one more machine lies; None of fewer than three machines."""
        if self.count < 3:
            return None
        spread = math.sqrt(self.tau2 + self.standard_error**2)
        half = t_quantile((1 + level) / 2, self.count - 2) * spread
        return self.centre - half, self.centre + half


def random_effects(estimates: Sequence[tuple[float, float]]) -> RandomEffects:
    """Pool (effect, standard error), one for each machine, into a random-effects estimate.

    The variance between machines is Paule and Mandel's, the interval that of Hartung and Knapp
    (never narrower than the classic one), the prediction interval that of Higgins, Thompson and
    Spiegelhalter with k - 2 degrees of freedom. Raises ValueError on fewer than two, or where an
    error is not positive.
    """
    if len(estimates) < 2 or min(error for _, error in estimates) <= 0:
        raise ValueError("pooling needs two estimates with a standard error")
    q = _scatter(estimates, 0.0)
    df = len(estimates) - 1
    tau2 = _between(estimates, df)
    weights, centre = _weighed(estimates, tau2)
    # Scatter below what chance gives is luck: it may not narrow the interval.
    widened = max(1.0, _scatter(estimates, tau2) / df)
    standard_error = math.sqrt(widened / math.fsum(weights))
    i2 = max(0.0, 1 - df / q) if q else 0.0
    return RandomEffects(centre, standard_error, len(estimates), tau2, q, i2)


def _weighed(estimates: Sequence[tuple[float, float]], tau2: float) -> tuple[list[float], float]:
    weights = [1 / (error**2 + tau2) for _, error in estimates]
    weighed = zip(weights, estimates, strict=True)
    return weights, math.fsum(w * effect for w, (effect, _) in weighed) / math.fsum(weights)


def _scatter(estimates: Sequence[tuple[float, float]], tau2: float) -> float:
    """Cochran's Q with that variance between machines added; it falls as the variance rises."""
    weights, centre = _weighed(estimates, tau2)
    weighed = zip(weights, estimates, strict=True)
    return math.fsum(w * (effect - centre) ** 2 for w, (effect, _) in weighed)


def _between(estimates: Sequence[tuple[float, float]], df: int) -> float:
    """The variance at which the scatter is what chance gives, 0 where it is less already."""
    if _scatter(estimates, 0.0) <= df:
        return 0.0
    effects = [effect for effect, _ in estimates]
    low, high = 0.0, (max(effects) - min(effects)) ** 2
    for _ in range(_STEPS):
        middle = (low + high) / 2
        if _scatter(estimates, middle) > df:
            low = middle
        else:
            high = middle
    return (low + high) / 2
