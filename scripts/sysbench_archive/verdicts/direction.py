"""Directions: what a contrast says, and what the contrasts of a pair say together.

Owns the words faster, slower, equivalent, mixed, none, cannot-tell and not-comparable.
"""

from __future__ import annotations

import math
from collections.abc import Collection

from sysbench_archive.verdicts.circumstances import Circumstances
from sysbench_archive.verdicts.contrasts import Contrast
from sysbench_archive.verdicts.policy import MARGIN
from sysbench_archive.verdicts.student import student

MARGIN_LOG = math.log1p(MARGIN)
_UNDECIDED = ("cannot-tell", "none")


def half_width(contrast: Contrast, contrasts: int, threshold: float) -> float | None:
    """Half of the interval of the log ratio, at 1 - ALPHA / contrasts; None of single runs.

    Runs that did not take turns drift apart, which their scatter does not show: their interval is
    never narrower than the A/A threshold.
    """
    if contrast.log.error is None:
        return None
    half = contrast.log.error * student(contrasts, contrast.log.freedom)
    return half if contrast.paired else max(half, threshold)


def direction_of(contrast: Contrast, half: float | None, around: Circumstances) -> str:
    """What one contrast says; never mixed."""
    if around.blockers:
        return "not-comparable"
    if around.rate_limited:
        return "cannot-tell"
    if half is None:
        told = MARGIN_LOG if around.published else around.threshold
        return _signed(contrast, told, around) or "cannot-tell"
    if abs(contrast.log.centre) + half <= MARGIN_LOG:
        found = "equivalent"
    else:
        found = _signed(contrast, half, around) or "none"
    return "cannot-tell" if around.hides and found in ("equivalent", "none") else found


def _signed(contrast: Contrast, told: float, around: Circumstances) -> str:
    """Faster or slower where the log ratio exceeds what is told by chance or margin; else ""."""
    centre = contrast.log.centre
    if abs(centre) <= told:
        return ""
    return "faster" if (centre > 0) == around.higher_is_better else "slower"


def together(directions: Collection[str], around: Circumstances) -> str:
    """What the headline contrasts of a pair say together."""
    if around.blockers:
        return "not-comparable"
    if {"faster", "slower"} <= set(directions):
        return "mixed"
    if directions and set(directions) == {"equivalent"}:
        return "equivalent"
    named = ("faster", "slower", *_UNDECIDED)
    return next((name for name in named if name in directions), "cannot-tell")
