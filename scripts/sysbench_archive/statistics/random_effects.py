"""Estimates of several machines as one: a random-effects estimate and where the next one may lie.

The variance between machines is Paule and Mandel's, the interval that of Hartung and Knapp
(never narrower than the classic one), the prediction interval that of Higgins, Thompson and
Spiegelhalter with k - 2 degrees of freedom. Refuses to say how many machines are enough.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from sysbench_archive.statistics.quantiles import t_quantile

_STEPS = 100
"""Halvings of the bracket around the variance: more than a float can tell apart."""


@dataclass(frozen=True, slots=True)
class RandomEffects:
    """The mean of true effects, its standard error, and how much true effects vary.

    `tau2` is the variance between machines, `q` Cochran's statistic on `count` - 1 degrees of
    freedom, `i2` the share of the scatter, 0 to 1, that chance does not explain.
    """

    centre: float
    error: float
    count: int
    tau2: float
    q: float
    i2: float

    def interval(self, level: float) -> tuple[float, float]:
        """Where the mean of all machines lies, at `level` such as 0.95."""
        half = t_quantile((1 + level) / 2, self.count - 1) * self.error
        return self.centre - half, self.centre + half

    def prediction(self, level: float) -> tuple[float, float] | None:
        """Where the true effect of one more machine lies; None of fewer than three machines."""
        if self.count < 3:
            return None
        spread = math.sqrt(self.tau2 + self.error**2)
        half = t_quantile((1 + level) / 2, self.count - 2) * spread
        return self.centre - half, self.centre + half


def random_effects(estimates: Sequence[tuple[float, float]]) -> RandomEffects:
    """Pool (effect, standard error), one for each machine.

    Raises ValueError on fewer than two, or where an error is not positive.
    """
    if len(estimates) < 2 or min(error for _, error in estimates) <= 0:
        raise ValueError("pooling needs two estimates with a standard error")
    q = _scatter(estimates, 0.0)
    freedom = len(estimates) - 1
    tau2 = _between(estimates, freedom)
    weights, centre = _weighed(estimates, tau2)
    # Scatter below what chance gives is luck: it may not narrow the interval.
    widened = max(1.0, _scatter(estimates, tau2) / freedom)
    error = math.sqrt(widened / math.fsum(weights))
    i2 = max(0.0, 1 - freedom / q) if q else 0.0
    return RandomEffects(centre, error, len(estimates), tau2, q, i2)


def _weighed(estimates: Sequence[tuple[float, float]], tau2: float) -> tuple[list[float], float]:
    weights = [1 / (error**2 + tau2) for _, error in estimates]
    weighed = zip(weights, estimates, strict=True)
    return weights, math.fsum(w * effect for w, (effect, _) in weighed) / math.fsum(weights)


def _scatter(estimates: Sequence[tuple[float, float]], tau2: float) -> float:
    """Cochran's Q with that variance between machines added; it falls as the variance rises."""
    weights, centre = _weighed(estimates, tau2)
    weighed = zip(weights, estimates, strict=True)
    return math.fsum(w * (effect - centre) ** 2 for w, (effect, _) in weighed)


def _between(estimates: Sequence[tuple[float, float]], freedom: int) -> float:
    """The variance at which the scatter is what chance gives, 0 where it is less already."""
    if _scatter(estimates, 0.0) <= freedom:
        return 0.0
    effects = [effect for effect, _ in estimates]
    low, high = 0.0, (max(effects) - min(effects)) ** 2
    for _ in range(_STEPS):
        middle = (low + high) / 2
        if _scatter(estimates, middle) > freedom:
            low = middle
        else:
            high = middle
    return (low + high) / 2
