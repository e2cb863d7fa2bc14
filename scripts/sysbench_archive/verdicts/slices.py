"""What slices that took turns say of two sides: a trimmed mean of log ratios, paired by round.

Of the ratios of all rounds the lowest and the highest fifth are left out of the mean, and the
error follows from what is left by Yuen's method (Biometrika 61, 1974): a stall of a second is one
ratio among many, however far out it lies. Nothing of a run is left out by this: its own figures
are sums over all slices, stalls included, and pages show both.

Rounds of one server session share its state, which their scatter does not show. What sessions
differ by on such machines is known from other campaigns; where the sessions of this one lie further
apart than that and the scatter of their rounds explain, their own distance counts.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

from sysbench_archive.statistics import Estimate, mean_estimate

TRIM = 0.2
"""Of the ratios, the share that is left out at either end."""


def trimmed_estimate(values: Sequence[float], share: float = TRIM) -> Estimate:
    """The trimmed mean and its standard error; of fewer than five values the plain mean.

    The error is that of the winsorised values over the share that is kept; degrees of freedom are
    those of the values that are kept. Raises ValueError on an empty sample.
    """
    cut = int(share * len(values))
    if not cut:
        return mean_estimate(values)
    ordered = sorted(values)
    kept = ordered[cut:-cut]
    pulled = [*[kept[0]] * cut, *kept, *[kept[-1]] * cut]
    centre = math.fsum(pulled) / len(pulled)
    squares = math.fsum((value - centre) ** 2 for value in pulled)
    df = len(kept) - 1
    return Estimate(math.fsum(kept) / len(kept), math.sqrt(squares / (len(kept) * df)), df)


def session_variance(sessions: Iterable[Sequence[float]], known: float) -> float:
    """The variance of a ratio by its session: what is known, or what the sessions show beyond.

    `sessions` are the log ratios of the rounds of each; `known` and the result are variances of the
    difference of two sides in one session.
    """
    estimates = [trimmed_estimate(values) for values in sessions]
    told = [(e.centre, e.standard_error**2) for e in estimates if e.standard_error is not None]
    if len(told) < 2:
        return known
    mean = math.fsum(centre for centre, _ in told) / len(told)
    apart = math.fsum((centre - mean) ** 2 for centre, _ in told) / (len(told) - 1)
    explained = math.fsum(variance for _, variance in told) / len(told)
    return max(known, apart - explained)
