"""What is kept of a run's interval lines: stretches, in transactions per second as printed.

Owns one rule for every run, fixed beforehand. `mean` stretches (at most 30, of equal numbers of
intervals) cover the whole log; `warm-up` is the first tenth of the intervals, `window` the rest;
`stall` stretches are those of the window below a tenth of its median, the longest first. A stall
is a result: none is left out of the means.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from sysbench_archive.model import Stretch
from sysbench_archive.statistics import median, nearest_rank
from sysbench_archive.sysbench.report import Report

MOST = {"mean": 30, "warm-up": 1, "window": 1, "stall": 30}
"""How many stretches of each part a run has at most, in the order in which they are written."""
PARTS = tuple(MOST)
DECIMALS = 3
_WARM_UP = 10
_STALLED = 0.1

_Point = tuple[int, int, float, int]
"""Start and end in seconds, rate, line."""


def summarised(report: Report) -> tuple[Stretch, ...]:
    """The stretches of a report's interval lines; none below two intervals with a rate."""
    points = _points(report)
    if len(points) < 2:
        return ()
    size = -(-len(points) // MOST["mean"])
    means = [_stretch("mean", points[i : i + size]) for i in range(0, len(points), size)]
    return (*means, _stretch("warm-up", points[: _cut(points)]), *_behind(points))


def window_of(report: Report) -> tuple[Stretch, ...]:
    """Of the stretches of a report only the window and its stalls."""
    points = _points(report)
    return _behind(points) if len(points) > 1 else ()


def _cut(points: Sequence[_Point]) -> int:
    return -(-len(points) // _WARM_UP)


def _behind(points: Sequence[_Point]) -> tuple[Stretch, ...]:
    window = points[_cut(points) :]
    return (_stretch("window", window), *_stalls(window))


def _points(report: Report) -> list[_Point]:
    known = [
        (interval.t, round(interval.tps, DECIMALS), line)
        for interval, line in zip(report.intervals, report.interval_lines, strict=True)
        if interval.tps is not None
    ]
    if len(known) < 2:
        return []
    before = max(0, 2 * known[0][0] - known[1][0])
    starts = [before, *(t for t, _, _ in known)]
    return [(start, t, tps, line) for start, (t, tps, line) in zip(starts, known, strict=False)]


def _stretch(part: str, points: Sequence[_Point]) -> Stretch:
    rates = sorted(rate for _, _, rate, _ in points)
    low = nearest_rank(rates, 0.01) if part == "window" else None
    mean = round(sum(rates) / len(rates), DECIMALS)
    # A mean rounded by itself could step over the extremes it lies between.
    inside = min(max(mean, rates[0]), rates[-1])
    times = points[0][0], points[-1][1]
    return Stretch(
        part, *times, len(points), inside, rates[0], rates[-1], low, points[0][3], points[-1][3]
    )


def _stalls(window: Sequence[_Point]) -> list[Stretch]:
    rates = [rate for _, _, rate, _ in window]
    limit = median(rates) * _STALLED
    if min(rates) >= limit:
        return []
    groups = groupby(window, key=lambda point: point[2] < limit)
    stalls = [_stretch("stall", list(points)) for below, points in groups if below]
    return sorted(stalls, key=lambda s: (s.from_s - s.to_s, s.from_s))[: MOST["stall"]]
