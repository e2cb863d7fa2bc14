"""The course of a run: its throughput over time, as the points of a drawing and in four figures.

Owns the drawing's box and how a long run is thinned: the mean of each stretch, so that the area
under the line stays what it was. Within-run spread is shown, never used as noise between runs.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sysbench_archive.bundle.stretches import window_of
from sysbench_archive.model import Stretch
from sysbench_archive.sysbench.report import Report

Record = dict[str, Any]

WIDTH, HEIGHT = 600, 120
MAX_POINTS = 240

_Known = Sequence[tuple[float, float]]
"""Seconds since the run's start, and throughput."""


def interval_line(report: Report | None, series: Sequence[Stretch] = ()) -> Record | None:
    """Points in a box of `WIDTH` by `HEIGHT`, throughput from zero up, and figures of the window.

    From the report where it is kept here, else from its summary; None below two intervals.
    """
    drawn = _of_report(report) if report else _of_summary(series)
    return drawn if drawn and drawn["highest"] > 0 else None


def _of_report(report: Report) -> Record | None:
    window = window_of(report)
    if not window:
        return None
    known = [(i.t, i.tps) for i in report.intervals if i.tps is not None]
    rates = [rate for _, rate in known]
    return {
        "heading": "Second by second",
        **_drawing(known),
        "count": len(known),
        "from_s": known[0][0],
        "to_s": known[-1][0],
        "lowest": min(rates),
        "highest": max(rates),
        **_figures(window),
    }


def _of_summary(series: Sequence[Stretch]) -> Record | None:
    means = [s for s in series if s.part == "mean"]
    if not means:
        return None
    return {
        "heading": f"In {len(means)} stretches",
        **_drawing([((s.from_s + s.to_s) / 2, s.mean) for s in means]),
        "count": sum(s.intervals for s in means),
        "from_s": means[0].from_s,
        "to_s": means[-1].to_s,
        "lowest": min(s.lowest for s in means),
        "highest": max(s.highest for s in means),
        **_figures(series),
    }


def _drawing(known: _Known) -> Record:
    thinned = _thinned(known)
    top = max(tps for _, tps in thinned)
    start, end = known[0][0], known[-1][0]
    across, up = WIDTH / ((end - start) or 1), HEIGHT / (top or 1)
    points = [f"{across * (t - start):.0f},{HEIGHT - up * tps:.1f}" for t, tps in thinned]
    return {"points": " ".join(points), "top": top}


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


def _thinned(known: _Known) -> _Known:
    if len(known) <= MAX_POINTS:
        return known
    step = -(-len(known) // MAX_POINTS)
    stretches = [known[i : i + step] for i in range(0, len(known), step)]
    return [
        (sum(t for t, _ in part) / len(part), sum(tps for _, tps in part) / len(part))
        for part in stretches
    ]
