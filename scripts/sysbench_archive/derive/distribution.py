"""The histogram of a run as a drawing: how many events took how long."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise

from sysbench_archive.model.result import Distribution
from sysbench_archive.sysbench.report import BUCKET_WIDTH, Report

WIDTH, HEIGHT = 600, 120
MOST_POINTS = 120


def distribution_of(report: Report) -> Distribution | None:
    """The drawing of a report's histogram; None without one that the summary bears out.

    Neighbouring buckets are added up, as many for each point; those without an event are drawn.
    """
    if not report.complete or not report.percentiles or not report.histogram:
        return None
    (low, _), (high, _) = report.histogram[0], report.histogram[-1]
    places = [round(math.log(value / low) / BUCKET_WIDTH) for value, _ in report.histogram]
    together = -(-(places[-1] + 1) // MOST_POINTS)
    counts = [0] * (places[-1] // together + 1)
    for place, (_, count) in zip(places, report.histogram, strict=True):
        counts[place // together] += count
    # A single bucket is drawn as a line across.
    counts = counts if len(counts) > 1 else counts * 2
    top, across = max(counts), WIDTH / (len(counts) - 1)
    points = [
        (round(across * at), round(HEIGHT - HEIGHT * count / top))
        for at, count in enumerate(counts)
    ]
    return Distribution(drawn=line_through(points), top=top, low_ms=low, high_ms=high)


def line_through(points: Sequence[tuple[int, int]]) -> str:
    """The path of a line through points, each told by its distance from the one before: these are
    much alike, and most pages have one.
    """
    steps = ((x - before, y - level) for (before, level), (x, y) in pairwise(points))
    far = " ".join(f"{x}{y}" if y < 0 else f"{x} {y}" for x, y in steps)
    x, y = points[0]
    return f"M{x} {y}l{far}"
