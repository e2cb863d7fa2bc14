"""A logarithmic axis of ratios, named by the differences they are."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass

from sysbench_archive.model.base import AxisMark
from sysbench_archive.words.numbers import LIMITS, signed_number

_LEAST, _MOST = math.log(0.8), math.log(1.25)
_LOWEST, _HIGHEST = math.log(1 / 20), math.log(20)
"""What lies beyond is drawn at the end."""
_PAD, _WIDTH = 0.04, 100.0
_TICKS = (1.0, 0.5, 2.0, 0.1, 10.0, 0.75, 1.25, 0.25, 4.0, 1.5, 0.9, 1.1, 0.6, 3.0, 0.35, 6.0)
"""Ratios that are named, the first where there is no room for all."""


@dataclass(frozen=True, slots=True)
class Axis:
    """A logarithmic axis of ratios, named by differences."""

    least: float
    most: float

    def place(self, ratio: float) -> float:
        """Where a ratio lies, in hundredths of the width."""
        share = (math.log(ratio) - self.least) / (self.most - self.least)
        return round(_WIDTH * min(1.0, max(0.0, share)), 1)

    def marks(self, room: float) -> list[AxisMark]:
        """Its marks, as many as there is room for where a name takes so many hundredths."""
        chosen: dict[float, str] = {}
        for ratio in _TICKS:
            at = self.place(ratio)
            inside = self.least <= math.log(ratio) <= self.most
            if inside and all(abs(at - other) >= room for other in chosen):
                words = (
                    f"{ratio:g} times"
                    if ratio >= LIMITS.times_up
                    else f"{signed_number(ratio - 1)} %"
                )
                chosen[at] = "same" if ratio == 1 else words
        return [AxisMark(at=at, text=text) for at, text in sorted(chosen.items())]


def axis_of(ratios: Iterable[float]) -> Axis:
    """The axis for some ratios; it always has the one that means no difference."""
    logs = [math.log(ratio) for ratio in ratios]
    least = max(_LOWEST, min([_LEAST, *logs]))
    most = min(_HIGHEST, max([_MOST, *logs]))
    pad = _PAD * (most - least)
    return Axis(least - pad, most + pad)
