"""Whether samples scatter alike: Bartlett's test of equal variances.

Owns the statistic in closed form, so that it needs no samples but their variances.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Homogeneity:
    """Bartlett's statistic, its degrees of freedom, and the variance of all samples together."""

    statistic: float
    freedom: int
    pooled: float


def homogeneity(variances: Sequence[float], freedoms: Sequence[float]) -> Homogeneity:
    """Bartlett's test of two or more variances, each with its degrees of freedom (n - 1).

    Under equal variances of normal samples the statistic is nearly chi-square; infinite where a
    sample does not vary at all. Raises ValueError on fewer than two samples, or where none varies.
    """
    total = math.fsum(freedoms)
    if len(variances) < 2 or min(freedoms) <= 0 or max(variances) <= 0:
        raise ValueError("equal variances need two samples that vary")
    pooled = math.fsum(f * v for f, v in zip(freedoms, variances, strict=True)) / total
    if min(variances) <= 0:
        return Homogeneity(math.inf, len(variances) - 1, pooled)
    logs = math.fsum(f * math.log(v) for f, v in zip(freedoms, variances, strict=True))
    inverse = math.fsum(1 / f for f in freedoms) - 1 / total
    correction = 1 + inverse / (3 * (len(variances) - 1))
    # Of equal variances rounding can leave a hair below 0.
    statistic = max(0.0, (total * math.log(pooled) - logs) / correction)
    return Homogeneity(statistic, len(variances) - 1, pooled)
