"""Samples and contexts, written briefly."""

from __future__ import annotations

from typing import Any

from sysbench_archive.verdicts import Sample, Verdict, VerdictContext, judge, sentence_of

Samples = dict[int, Sample]


def blocks(*figures: float) -> Sample:
    """A run a block, in the order of blocks."""
    return Sample(tuple((str(index), figure) for index, figure in enumerate(figures)))


def runs(*figures: float) -> Sample:
    """Runs of which no block is recorded."""
    return Sample(tuple(("", figure) for figure in figures))


def context(**changes: Any) -> VerdictContext:
    """Raw output of a machine with 4 processors on which runs differ by 5 %."""
    known = {"evidence": "raw-output", "cpus": 4, "threshold": 0.05}
    return VerdictContext(**known | changes)


def verdict(baseline: Samples, candidate: Samples, **changes: Any) -> Verdict:
    return judge(baseline, candidate, context(**changes))


def sentence(baseline: Samples, candidate: Samples, **changes: Any) -> str:
    return sentence_of(verdict(baseline, candidate, **changes), "A", "B")


STEADY = (100.0, 102.0, 99.0, 101.0, 100.0, 103.0)
"""Six blocks that move together: what is planted into them is found."""


def times(factor: float) -> Sample:
    """The steady blocks by a factor, with a little noise of their own."""
    return blocks(*(figure * factor * (1 + 0.001 * (i % 3 - 1)) for i, figure in enumerate(STEADY)))
