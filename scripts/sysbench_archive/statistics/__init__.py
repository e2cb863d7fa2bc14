"""Centres, quantiles, estimates with their standard errors, and what chance explains.

Pure functions on numbers that know no bundle, run or policy.
"""

from __future__ import annotations

import math
import random
import statistics
from bisect import bisect_left
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import chain, combinations, product

from sysbench_archive.statistics.distributions import f_share, t_quantile

_LEAST_SHARE, _HALVINGS = 1e-9, 24
_ALL_SIGNS, _DRAWN_SIGNS = 11, 2000
"""Up to so many values every way to draw their signs is looked at, of more so many ways."""


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


def mean_share(values: Sequence[float], shared_error: float = 0.0) -> float:
    """How often a mean lies as far from 0 by chance, to either side.

    `shared_error` is a known standard error that all values have in common, so that their scatter
    does not show it: half the interval is the root of two squares, each with its own quantile.
    Raises ValueError where there are fewer than two values.
    """
    found = mean_estimate(values)
    if found.standard_error is None:
        raise ValueError("a share needs at least two values")
    if not shared_error and found.standard_error:
        return f_share((found.centre / found.standard_error) ** 2, 1, found.df)

    def reach(share: float) -> float:
        own = found.half_width(1 - share) or 0.0
        return math.hypot(own, shared_error * t_quantile(1 - share / 2, math.inf))

    low, high = math.log(_LEAST_SHARE), 0.0
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        low, high = (middle, high) if reach(math.exp(middle)) > abs(found.centre) else (low, middle)
    return math.exp(high)


def order_share(values: Sequence[float]) -> tuple[float, bool]:
    """How often values rise, or fall, as steadily by chance, by Kendall's exact distribution, and
    whether they rise. Two that are equal count against either.
    """
    pairs = list(combinations(values, 2))
    not_rising = sum(two <= one for one, two in pairs)
    not_falling = sum(two >= one for one, two in pairs)
    # Numbers of orders by how many pairs fall: each value more may overtake up to all before it.
    orders = [1]
    for more in range(2, len(values) + 1):
        longer = [0] * (len(orders) + more - 1)
        for place, count in enumerate(orders):
            for overtaken in range(more):
                longer[place + overtaken] += count
        orders = longer
    fewest = min(not_rising, not_falling)
    share = 2 * sum(orders[: fewest + 1]) / math.factorial(len(values))
    return min(1.0, share), not_rising < not_falling


def known_shares(
    values: Sequence[float], error: float, shared_error: float, df: float
) -> tuple[float, float, bool]:
    """How often the mean and the slope of values lie as far from 0 by chance, and whether they
    rise, where each has a standard error with so many degrees of freedom, and all share another,
    which is in no slope.
    """
    count = len(values)
    places = [place - (count - 1) / 2 for place in range(count)]
    slope = math.fsum(place * value for place, value in zip(places, values, strict=True))
    of_mean = math.hypot(error / math.sqrt(count), shared_error)
    of_slope = error * math.hypot(*places)
    mean_far, slope_far = math.fsum(values) / count / of_mean, slope / of_slope
    return f_share(mean_far**2, 1, df), f_share(slope_far**2, 1, df), slope > 0


def sign_shares(lines: Sequence[Sequence[float]]) -> tuple[float, float, float]:
    """How often the mean lies as far from 0, the order of the lines is as steady, and both together
    are as rare, where the sign of each value is drawn anew. Lines have as many values each.
    """
    values = [value for line in lines for value in line]
    count, width = len(values), len(lines[0])
    ways: Iterable[Sequence[int]] = product((1, -1), repeat=count)
    if count > _ALL_SIGNS:
        chance = random.Random(count)  # noqa: S311 (nothing secret)
        drawn = (chance.choices((1, -1), k=count) for _ in range(_DRAWN_SIGNS))
        ways = chain([[1] * count], drawn)
    means, orders = [], []
    for signs in ways:
        turned = [sign * value for sign, value in zip(signs, values, strict=True)]
        # To a digit that does not tell sums apart which differ in the last one.
        means.append(round(abs(math.fsum(turned)), 12))
        columns = [turned[start::width] for start in range(width)]
        pairs = (pair for column in columns for pair in combinations(column, 2))
        orders.append(abs(sum((two > one) - (two < one) for one, two in pairs)))
    shares = [_shares_reaching(means), _shares_reaching(orders)]
    rare = [-one * other for one, other in zip(*shares, strict=True)]
    return shares[0][0], shares[1][0], _shares_reaching(rare)[0]


def _shares_reaching(values: Sequence[float]) -> list[float]:
    """Of each value the share of all that are as large."""
    ordered = sorted(values)
    return [1 - bisect_left(ordered, value) / len(ordered) for value in values]


def joint_share(one: float, other: float) -> float:
    """How often two independent shares have so small a product by chance (Fisher)."""
    both = one * other
    return both and both * (1 - math.log(both))
