"""Two sides at one thread count: their log ratio, and what its noise is.

Owns how repetitions become an estimate: paired by block where the runs took turns, of two samples
otherwise. Each thread count is estimated by itself. To pool the variance over thread counts would
be tempting with few blocks, and is wrong there: simulated, it calls up to one pair in six of the
same thing different where the thread counts vary unequally, which few blocks cannot show.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from sysbench_archive.statistics import Estimate, difference_of, mean_estimate


@dataclass(frozen=True, slots=True)
class Sample:
    """Runs of one side at one thread count: (block, or "" where none is recorded; figure > 0)."""

    runs: tuple[tuple[str, float], ...]

    def logs(self) -> list[tuple[str, float]]:
        """Blocks and logarithms. Raises ValueError where a figure is not positive."""
        return [(block, math.log(figure)) for block, figure in self.runs]


@dataclass(frozen=True, slots=True)
class Contrast:
    """A candidate over a baseline. `log` is on the logarithmic scale, `n` the runs of each side.

    `n` has the candidate first.
    """

    threads: int
    log: Estimate
    n: tuple[int, int]
    paired: bool

    @property
    def ratio(self) -> float:
        """Geometric mean of the ratio."""
        return math.exp(self.log.centre)

    @property
    def single(self) -> bool:
        """Whether a side has one run, so that nothing tells its noise."""
        return self.log.error is None


def contrast_of(threads: int, baseline: Sample, candidate: Sample) -> Contrast:
    """Candidate over baseline. Raises ValueError where a side has no run."""
    log, paired = log_ratio(baseline, candidate)
    return Contrast(threads, log, (len(candidate.runs), len(baseline.runs)), paired)


def log_ratio(baseline: Sample, candidate: Sample) -> tuple[Estimate, bool]:
    """The estimate, and whether it is paired: each side ran once in each of the same blocks."""
    above, below = dict(candidate.logs()), dict(baseline.logs())
    once = len(above) == len(candidate.runs) and len(below) == len(baseline.runs)
    if once and above.keys() == below.keys() and "" not in above and len(above) > 1:
        return mean_estimate([above[block] - below[block] for block in sorted(above)]), True
    return difference_of(_mean(candidate), _mean(baseline)), False


def _mean(sample: Sample) -> Estimate:
    logs: Sequence[float] = [log for _, log in sample.logs()]
    return mean_estimate(logs)
