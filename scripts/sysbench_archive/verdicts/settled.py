"""Whether throughput had settled, and in which part of a run: a test fixed beforehand.

The interval lines are cut into twelve stretches of as many lines each, because neighbouring seconds
are alike. A window is not settled where its mean lies beyond the margin of equivalence from that of
its end (the last half of the run; of the last half the last quarter), and by more than chance
explains: by Student's t, whose noise is what remains of the stretches around the rising or falling
curve that fits them best. The whole run is given up at a level of 99.9 %, so that noise seldom is;
a run that did change has to have stopped, at 95 %, and what chance leaves open of the part that is
left has to be less than a quarter of it. Nor is it settled where two quarters of the run in it lie
more than half apart, whatever explains it: a run that collapses and comes back has no one rate.

Runs with fewer lines, such as slices and blocks of ten seconds, are not judged.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import get_args

from sysbench_archive.model.bundle import Stretch
from sysbench_archive.model.comparison import Window
from sysbench_archive.statistics.distributions import t_quantile
from sysbench_archive.sysbench.report import Report
from sysbench_archive.verdicts.policy import MARGIN

STRETCHES = 12
"""Into so many a run is cut; one with fewer lines is not judged."""
LEVEL, LATER_LEVEL = 0.999, 0.95
OPEN = 0.25
APART = 1.5
"""Quarters of a settled window lie no farther apart than so many times."""
WINDOWS: tuple[Window, ...] = get_args(Window)
LATER: tuple[Window, ...] = WINDOWS[1:3]
"""Those that leave the beginning of runs out."""
_BENT = 3
"""Degrees of freedom that a curve takes which may bend anywhere."""

Lines = Sequence[tuple[float, int]]
"""Throughput, and the interval lines that it is the mean of."""


def lines_of(report: Report | None, series: Iterable[Stretch]) -> Lines:
    """The interval lines of a run, or what its bundle keeps of them."""
    if report:
        return [(line[2], 1) for line in report.intervals if line[2] is not None]
    return [(part.mean, part.intervals) for part in series if part.part == "mean"]


def mean_of(lines: Lines) -> float:
    """The mean of some lines. Raises ZeroDivisionError where there are none."""
    return math.fsum(rate * n for rate, n in lines) / sum(n for _, n in lines)


def later_means(lines: Lines) -> tuple[float, float] | None:
    """Means over the last three quarters and the last half; None of fewer than two lines."""
    if len(lines) < 2:
        return None
    return mean_of(lines[-(-len(lines) // 4) :]), mean_of(lines[-(-len(lines) // 2) :])


def stretches_of(lines: Lines, count: int) -> list[float]:
    """The means of so many stretches of as many lines each; empty where there are fewer lines."""
    ends = [-(-len(lines) * at // count) for at in range(count + 1)]
    if len(lines) < count:
        return []
    return [mean_of(lines[start:end]) for start, end in pairwise(ends)]


def settled_window(lines: Lines) -> Window | None:
    """The longest window in which throughput was settled; None where that cannot be told."""
    means = stretches_of(lines, STRETCHES)
    if not any(means):
        return None
    half, quarter = STRETCHES // 2, STRETCHES // 4
    quarters = stretches_of(lines, len(means) // quarter)
    tests = (
        (0, half, LEVEL, math.inf),
        (quarter, half, LATER_LEVEL, OPEN),
        (half, quarter, LATER_LEVEL, OPEN),
    )
    found = (
        window
        for window, (start, end, level, most) in zip(WINDOWS, tests, strict=False)
        if 0 < max(own := quarters[start // quarter :]) <= APART * min(own)
        and _rests(means[start:], end, level, most)
    )
    return next(found, "never")


def strictest(windows: Iterable[Window | None]) -> Window:
    """The shortest of some windows; the whole where none is known."""
    return max((window for window in windows if window), key=WINDOWS.index, default="whole")


def _rests(means: Sequence[float], end: int, level: float, most: float) -> bool:
    """Whether the last `end` of some stretches are like all, and chance leaves no more open."""
    before, after = (math.fsum(part) / len(part) for part in (means[:-end], means[-end:]))
    df = len(means) - _BENT
    left = min(_left_by_rise(means), _left_by_rise([-mean for mean in means]))
    error = math.sqrt(left / df * (1 / (len(means) - end) + 1 / end))
    half = t_quantile((1 + level) / 2, df) * error
    is_like = abs(math.fsum(means) / len(means) - after) <= MARGIN * after
    return half <= most * after and (is_like or abs(before - after) <= half)


def _left_by_rise(values: Sequence[float]) -> float:
    """Squares that remain around the best rising curve: neighbours that fall are pooled."""
    pools: list[list[float]] = []
    for value in values:
        pool = [value]
        while pools and math.fsum(pools[-1]) / len(pools[-1]) >= math.fsum(pool) / len(pool):
            pool = pools.pop() + pool
        pools.append(pool)
    return math.fsum((value - math.fsum(pool) / len(pool)) ** 2 for pool in pools for value in pool)
