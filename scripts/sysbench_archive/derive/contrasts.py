"""The contrasts of a campaign: each candidate over the baseline, by thread count.

Owns which runs of result records, kept here or read from a published site, form the two sides.
How they become an estimate is for `verdicts` to say, so that pairing exists once.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sysbench_archive.derive.cells import Cell, Record, cells_of
from sysbench_archive.statistics import Estimate
from sysbench_archive.verdicts import Sample, log_ratio


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
            above, below = cells[candidate][threads], cells[baseline][threads]
            if above.centre and below.centre:
                log, paired = log_ratio(sample_of(below), sample_of(above))
                n = len(above.runs), len(below.runs)
                yield Contrast(threads, candidate, log, n, paired)


def sample_of(cell: Cell) -> Sample:
    """The runs of a cell, each with the block it stood in."""
    return Sample(tuple(zip(map(_block, cell.runs), cell.values, strict=True)))


def _block(run: Mapping[str, Any]) -> str:
    named = (fact["value"] for fact in run["facts"] if fact["name"] == "sequence.block")
    return next(named, "")
