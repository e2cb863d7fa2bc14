"""Student's t, chi-square and F, exact to eight digits, which tests hold against scipy's.

The incomplete beta and gamma functions are evaluated by their continued fractions and series:
https://dlmf.nist.gov/8.17 and https://dlmf.nist.gov/8.11
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from functools import lru_cache

_TINY = 1e-300
_ENOUGH = 1e-15
_MOST_TERMS = 100_000
_HALVINGS = 200


@lru_cache(10_000)
def t_quantile(share: float, df: float) -> float:
    """The quantile of Student's t at `share`, between 0.5 and 1; `df` may be a fraction.

    Raises ValueError outside of that.
    """
    if not 0.5 <= share < 1 or df <= 0:
        raise ValueError("a quantile needs 0.5 <= share < 1 and degrees of freedom")
    if share == 0.5:
        return 0.0
    return _solved(lambda value: 1 - _student_upper(df, value), share)


def chi_square_share(value: float, df: float) -> float:
    """How often chi-square exceeds `value` by chance.

    Raises ValueError where `df` is not positive or `value` is negative.
    """
    if df <= 0 or value < 0:
        raise ValueError("a share needs a value of at least 0 and degrees of freedom")
    return 0.0 if value == math.inf else _gamma_upper(df / 2, value / 2)


def chi_square_quantile(share: float, df: float) -> float:
    """The value that chi-square stays below with probability `share`, above 0 and below 1.

    Raises ValueError outside of that, and where `df` is not positive.
    """
    if not 0 < share < 1 or df <= 0:
        raise ValueError("a quantile needs a share between 0 and 1 and degrees of freedom")
    return _solved(lambda value: 1 - chi_square_share(value, df), share)


def f_share(value: float, df: float, other_df: float) -> float:
    """How often a ratio of variances of normal samples exceeds `value` by chance.

    Raises ValueError where degrees of freedom are not positive or `value` is negative.
    """
    if df <= 0 or other_df <= 0 or value < 0:
        raise ValueError("a share needs a value of at least 0 and degrees of freedom")
    if value == math.inf:
        return 0.0
    return _beta_lower(other_df / 2, df / 2, other_df / (other_df + df * value))


def _student_upper(df: float, value: float) -> float:
    """Half of what lies beyond `value` on both sides; it must be positive."""
    if df == math.inf:
        return math.erfc(value / math.sqrt(2)) / 2
    return _beta_lower(df / 2, 0.5, df / (df + value * value)) / 2


def _solved(below: Callable[[float], float], share: float) -> float:
    """The value where a rising function reaches `share`, by halving a bracket."""
    low, high = 0.0, 1.0
    while below(high) < share:
        low, high = high, high * 2
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        if middle in (low, high):
            break
        low, high = (middle, high) if below(middle) < share else (low, middle)
    return (low + high) / 2


def _beta_lower(a: float, b: float, x: float) -> float:
    """The regularised incomplete beta function."""
    if x <= 0 or x >= 1:
        return 0.0 if x <= 0 else 1.0
    log_front = (
        math.lgamma(a + b) - math.lgamma(a) - math.lgamma(b) + a * math.log(x) + b * math.log1p(-x)
    )
    # The fraction converges quickly on one side of the mean only; the other is its complement.
    if x < (a + 1) / (a + b + 2):
        return math.exp(log_front) / (a * _fraction(_beta_terms(a, b, x), 1.0))
    return 1 - math.exp(log_front) / (b * _fraction(_beta_terms(b, a, 1 - x), 1.0))


def _beta_terms(a: float, b: float, x: float) -> Iterator[tuple[float, float]]:
    yield -(a + b) * x / (a + 1), 1.0
    for m in range(1, _MOST_TERMS):
        yield m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m)), 1.0
        yield -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1)), 1.0


def _gamma_upper(a: float, x: float) -> float:
    """The regularised upper incomplete gamma function."""
    if x <= 0:
        return 1.0
    front = math.exp(a * math.log(x) - x - math.lgamma(a))
    if x < a + 1:
        return 1 - front * _gamma_series(a, x)
    return front / _fraction(
        ((n * (a - n), x + 1 - a + 2 * n) for n in range(1, _MOST_TERMS)), x + 1 - a
    )


def _gamma_series(a: float, x: float) -> float:
    term = total = 1 / a
    for n in range(1, _MOST_TERMS):
        term *= x / (a + n)
        total += term
        if term < total * _ENOUGH:
            break
    return total


def _fraction(terms: Iterator[tuple[float, float]], first: float) -> float:
    """first + a1/(b1 + a2/(b2 + …)) by Lentz's method; `terms` are (a, b)."""
    value = first or _TINY
    upper, lower = value, 0.0
    for a, b in terms:
        lower = 1 / (b + a * lower or _TINY)
        upper = b + a / upper or _TINY
        value *= upper * lower
        if abs(upper * lower - 1) < _ENOUGH:
            break
    return value
