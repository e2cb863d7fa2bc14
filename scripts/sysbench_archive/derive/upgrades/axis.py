"""The axis that all ratios of a page lie on: logarithmic, and named by differences."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass

from sysbench_archive.model.upgrade import UpgradeMark, UpgradeTick
from sysbench_archive.words.differences import TIMES_UP
from sysbench_archive.words.numbers import signed_number

WIDTH = 100.0
"""Positions are in hundredths of the width."""
_LEAST, _MOST = math.log(0.8), math.log(1.25)
_LOWEST, _HIGHEST = math.log(1 / 20), math.log(20)
"""What lies beyond is drawn at the end."""
_PAD = 0.04
_TICKS = (1.0, 0.5, 2.0, 0.1, 10.0, 0.75, 1.25, 0.25, 4.0, 1.5, 0.9, 1.1)
"""Ratios that are named, the first where there is no room for all."""
_ROOM = 17.0
"""Hundredths of the width that a name takes."""


def _name(ratio: float) -> str:
    if ratio == 1:
        return "same"
    return f"{ratio:g} times" if ratio >= TIMES_UP else f"{signed_number(ratio - 1)} %"


@dataclass(frozen=True, slots=True)
class Axis:
    """An axis from one logarithm of a ratio to another."""

    least: float
    most: float

    def place(self, log_ratio: float) -> float:
        """Where a logarithm of a ratio lies."""
        share = (log_ratio - self.least) / (self.most - self.least)
        return round(WIDTH * min(1.0, max(0.0, share)), 1)

    def mark(self, low: float, ratio: float, high: float) -> UpgradeMark:
        """Where a ratio and its ends lie."""
        ends = [self.place(math.log(value)) for value in (low, ratio, high)]
        return UpgradeMark(low=ends[0], at=ends[1], high=ends[2])

    @property
    def ticks(self) -> list[UpgradeTick]:
        """Its marks, as many as there is room for."""
        chosen: dict[float, str] = {}
        for ratio in _TICKS:
            log_ratio = math.log(ratio)
            at = self.place(log_ratio)
            inside = self.least <= log_ratio <= self.most
            if inside and all(abs(at - other) >= _ROOM for other in chosen):
                chosen[at] = _name(ratio)
        return [UpgradeTick(at=at, text=text) for at, text in sorted(chosen.items())]


def axis_of(ratios: Iterable[float]) -> Axis:
    """The axis for some ratios; it always has the one that means no difference."""
    logs = [math.log(ratio) for ratio in ratios]
    least = max(_LOWEST, min([_LEAST, *logs]))
    most = min(_HIGHEST, max([_MOST, *logs]))
    pad = _PAD * (most - least)
    return Axis(least - pad, most + pad)
