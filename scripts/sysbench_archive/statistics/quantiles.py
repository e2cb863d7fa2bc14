"""Quantiles: of Student's t, of chi-square, and of values that count unequally.

scipy does the work. It is imported where it is needed: the import costs a quarter of a second
and 40 MB in every process.
"""

from __future__ import annotations

import math
from collections.abc import Iterable


def t_quantile(share: float, freedom: float) -> float:
    """The quantile of Student's t at `share`, between 0.5 and 1; `freedom` may be a fraction.

    Raises ValueError outside of that.
    """
    from scipy.special import stdtrit

    if not 0.5 <= share < 1 or freedom <= 0:
        raise ValueError("a quantile needs 0.5 <= share < 1 and degrees of freedom")
    return float(stdtrit(freedom, share))


def chi_square_share(value: float, freedom: float) -> float:
    """How often chi-square exceeds `value` by chance. Raises ValueError without freedom."""
    from scipy.special import chdtrc

    if freedom <= 0 or value < 0:
        raise ValueError("a share needs a value of at least 0 and degrees of freedom")
    return float(chdtrc(freedom, value))


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
