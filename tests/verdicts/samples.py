"""Samples and contexts, written briefly."""

from __future__ import annotations

import math
from typing import Any

from sysbench_archive.model.comparison import ContrastRecord
from sysbench_archive.verdicts.contrasts import Sample, SampledRun
from sysbench_archive.verdicts.judging import Verdict, judge
from sysbench_archive.verdicts.noise import Noise
from sysbench_archive.verdicts.policy import VerdictContext
from sysbench_archive.verdicts.sentences import sentence_of

Samples = dict[int, Sample]


def blocks(*figures: float) -> Sample:
    """A run a block, in the order of blocks, each on a load and in a session of its own."""
    return Sample(
        tuple(SampledRun(figure, str(at), load=at, session=at) for at, figure in enumerate(figures))
    )


def runs(*figures: float) -> Sample:
    """Runs of which nothing but the figure is recorded."""
    return Sample(tuple(SampledRun(figure) for figure in figures))


def context(**changes: Any) -> VerdictContext:
    """Raw output of a machine with 4 processors on which runs differ by 5 %, all else by 0."""
    noise = Noise(
        threshold=changes.pop("threshold", 0.05),
        session=changes.pop("session", 0.0),
        campaign=changes.pop("campaign", 0.0),
    )
    known = {"evidence": "raw-output", "cpus": 4, "noise": noise, "order": "randomised-blocks"}
    return VerdictContext(**known | changes)


def verdict(baseline: Samples, candidate: Samples, **changes: Any) -> Verdict:
    return judge(baseline, candidate, context(**changes))


def half_of(entry: ContrastRecord) -> float:
    """Half of an interval on the logarithmic scale; 0 without one."""
    return math.log(entry.high / entry.low) / 2 if entry.high and entry.low else 0.0


def sentence(baseline: Samples, candidate: Samples, **changes: Any) -> str:
    return sentence_of(verdict(baseline, candidate, **changes), "A", "B")


STEADY = (100.0, 102.0, 99.0, 101.0, 100.0, 103.0)
"""Six blocks that move together: what is planted into them is found."""


def times(factor: float) -> Sample:
    """The steady blocks by a factor, with a little noise of their own."""
    return blocks(*(figure * factor * (1 + 0.001 * (i % 3 - 1)) for i, figure in enumerate(STEADY)))
