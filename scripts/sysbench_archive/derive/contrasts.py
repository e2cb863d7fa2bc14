"""Two sides of a campaign at one thread count: their log ratio, and what its noise is.

Owns how repetitions become an interval: paired by block where the runs were interleaved, as two
samples otherwise. Works on result records, kept here or read from a published site.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sysbench_archive.derive.cells import Record, cells_of
from sysbench_archive.statistics import Estimate, difference_of, mean_estimate


@dataclass(frozen=True, slots=True)
class Contrast:
    """A candidate over a baseline. `log` is on the logarithmic scale, `n` the runs of each side."""

    threads: int
    candidate: str
    log: Estimate
    n: tuple[int, int]
    paired: bool

    @property
    def ratio(self) -> float:
        """Geometric mean of the ratio."""
        return math.exp(self.log.centre)

    def interval(self, level: float) -> tuple[float, float] | None:
        """Confidence interval of the ratio, None where nothing was repeated."""
        half = self.log.half_width(level)
        if half is None:
            return None
        return math.exp(self.log.centre - half), math.exp(self.log.centre + half)


def contrasts(
    runs: Iterable[Record], baseline: str, candidates: Sequence[str], metric: str
) -> Iterator[Contrast]:
    """Every candidate at every thread count where both sides have the metric, above zero."""
    cells = cells_of(runs, [baseline, *candidates], metric)
    for candidate in candidates:
        for threads in sorted(cells[candidate].keys() & cells[baseline].keys()):
            sides = cells[candidate][threads], cells[baseline][threads]
            if all(cell.centre for cell in sides):
                log, paired = _log_ratio(*(_logs(c.runs, c.values) for c in sides))
                n = len(sides[0].runs), len(sides[1].runs)
                yield Contrast(threads, candidate, log, n, paired)


Logs = Sequence[tuple[str, float]]
"""(block, or "" where none is recorded; logarithm of the figure)."""


def _logs(runs: Sequence[Record], values: Sequence[float]) -> Logs:
    return [(_block(run), math.log(value)) for run, value in zip(runs, values, strict=True)]


def _block(run: Mapping[str, Any]) -> str:
    named = (fact["value"] for fact in run["facts"] if fact["name"] == "sequence.block")
    return next(named, "")


def _log_ratio(candidate: Logs, baseline: Logs) -> tuple[Estimate, bool]:
    """The estimate, and whether it is paired: each side ran once in each of the same blocks."""
    above, below = dict(candidate), dict(baseline)
    once = len(above) == len(candidate) and len(below) == len(baseline)
    if once and above.keys() == below.keys() and "" not in above and len(above) > 1:
        return mean_estimate([above[block] - below[block] for block in sorted(above)]), True
    samples = (mean_estimate([log for _, log in side]) for side in (candidate, baseline))
    return difference_of(*samples), False
