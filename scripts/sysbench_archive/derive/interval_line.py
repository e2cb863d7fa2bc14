"""The course of a run: its throughput over time, as the points of a drawing and in four figures.

Owns the drawing's box and how a long run is thinned: the mean of each stretch, so that the area
under the line stays what it was. Within-run spread is shown, never used as noise between runs.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sysbench_archive.bundle.stretches import summarised
from sysbench_archive.model import Stretch
from sysbench_archive.sysbench.report import Report

Record = dict[str, Any]

WIDTH, HEIGHT = 600, 120
MAX_POINTS = 240

_Known = list[tuple[float, float]]
"""Seconds since the run's start, and throughput."""


def interval_line(report: Report | None, series: Sequence[Stretch] = ()) -> Record | None:
    """Points in a box of `WIDTH` by `HEIGHT`, throughput from zero up, and figures of the window.

    From the report where it is kept here, else from its summary; None below two intervals.
    """
    stretches = summarised(report) if report else series
    if not stretches or max(s.highest for s in stretches) <= 0:
        return None
    means = [s for s in stretches if s.part == "mean"]
    known = _of_report(report) if report else _of_means(means)
    return _drawing(known, means, summary=report is None) | _figures(stretches)


def _of_report(report: Report) -> _Known:
    return [(float(i.t), i.tps) for i in report.intervals if i.tps is not None]


def _of_means(means: Sequence[Stretch]) -> _Known:
    return [((s.from_s + s.to_s) / 2, s.mean) for s in means]


def _drawing(known: _Known, means: Sequence[Stretch], *, summary: bool) -> Record:
    thinned = _thinned(known)
    top = max(tps for _, tps in thinned)
    start, end = known[0][0], known[-1][0]
    span = (end - start) or 1
    points = " ".join(
        f"{WIDTH * (t - start) / span:.0f},{HEIGHT * (1 - tps / top):.1f}" for t, tps in thinned
    )
    return {
        "heading": f"In {len(means)} stretches" if summary else "Second by second",
        "points": points,
        "count": sum(s.intervals for s in means),
        "from_s": means[0].from_s if summary else start,
        "to_s": means[-1].to_s if summary else end,
        "lowest": min(s.lowest for s in means),
        "highest": max(s.highest for s in means),
        "top": top,
    }


def _figures(stretches: Sequence[Stretch]) -> Record:
    """What stands beside the whole run's throughput: window, its worst interval, its stalls."""
    (window,) = (s for s in stretches if s.part == "window")
    stalls = [s.to_s - s.from_s for s in stretches if s.part == "stall"]
    return {
        "window": window.mean,
        "window_from_s": window.from_s,
        "p01": window.p01,
        "stalls": len(stalls),
        "longest_stall_s": max(stalls, default=0),
    }


def _thinned(known: Sequence[tuple[float, float]]) -> _Known:
    step = -(-len(known) // MAX_POINTS)
    stretches = [known[i : i + step] for i in range(0, len(known), step)]
    return [
        (sum(t for t, _ in part) / len(part), sum(tps for _, tps in part) / len(part))
        for part in stretches
    ]
