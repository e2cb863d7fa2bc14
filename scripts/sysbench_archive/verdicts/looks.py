"""Looking at figures while they are measured: how much of the error each look may use.

Whoever looks five times at 4 % errs in more than 4 %. So the error is spent: when a share of the
campaign is behind, at most the same share of it is used (Lan and DeMets, Biometrika 70, 1983).
What a look may err in by itself follows from the normal approximation of what was seen before; the
quantile is that of Student's t at this level. A campaign that ends because its time is over uses
what is left.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache

_POINTS = 240
"""Intervals of the grid on which what was seen so far is integrated; even, for Simpson's rule."""
_FARTHEST = 8.0
"""Standard deviations beyond which nothing is integrated."""
_HALVINGS = 60


def shares_of_looks(looks: Sequence[int], at_most: int, *, over: bool) -> tuple[float, ...]:
    """Of looks after so many blocks the share of the campaign behind each.

    `at_most` are the blocks of the whole campaign; where it is `over` the last look closes it.
    """
    shares = [min(block / at_most, 1.0) for block in looks]
    return (*shares[:-1], 1.0) if over and shares else tuple(shares)


def level_of_look(shares: Sequence[float], alpha: float) -> float:
    """How often the last of these looks may err by itself, that all together err in `alpha`.

    `shares` ascend, each above 0 and at most 1. Raises ValueError otherwise.
    """
    if not shares or any(b <= a for a, b in zip((0.0, *shares), shares, strict=False)):
        raise ValueError("shares of looks ascend from above 0")
    return _levels(tuple(shares), alpha)[-1]


@lru_cache(maxsize=256)
def _levels(shares: tuple[float, ...], alpha: float) -> tuple[float, ...]:
    """The level of each look, by the density of paths that no look before has ended."""
    levels: list[float] = []
    before, spent, limit = 0.0, 0.0, _FARTHEST
    density: list[tuple[float, float]] = [(0.0, 1.0)]
    for share in shares:
        deviation = math.sqrt(share - before)
        wanted = alpha * share - spent
        bound = _bound_with(density, deviation, wanted, share)
        levels.append(math.erfc(bound / math.sqrt(2 * share)))
        limit = min(bound, _FARTHEST * math.sqrt(share))
        density = _continued(density, deviation, limit)
        before, spent = share, alpha * share
    return tuple(levels)


def _bound_with(
    density: Sequence[tuple[float, float]], deviation: float, wanted: float, share: float
) -> float:
    """The bound that paths cross at this look with the wanted probability."""
    low, high = 0.0, _FARTHEST * math.sqrt(share)
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        crossing = math.fsum(
            weight * (_beyond((middle - x) / deviation) + _beyond((middle + x) / deviation))
            for x, weight in density
        )
        if crossing > wanted:
            low = middle
        else:
            high = middle
    return (low + high) / 2


def _beyond(z: float) -> float:
    """How often a standard normal value exceeds `z`."""
    return 0.5 * math.erfc(z / math.sqrt(2))


def _continued(
    density: Sequence[tuple[float, float]], deviation: float, limit: float
) -> list[tuple[float, float]]:
    """Where paths are that stayed within the bound: points with their weights."""
    step = 2 * limit / _POINTS
    scale = step / 3 / (deviation * math.sqrt(2 * math.pi))
    found = []
    for place in range(_POINTS + 1):
        x = -limit + place * step
        simpson = 1 if place in (0, _POINTS) else 4 if place % 2 else 2
        height = math.fsum(
            weight * math.exp(-(((x - y) / deviation) ** 2) / 2) for y, weight in density
        )
        found.append((x, simpson * scale * height))
    return found
