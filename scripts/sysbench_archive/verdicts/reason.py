"""Why a verdict cannot tell, or compares nothing.

Owns which reason is told where there are several: the one that repeating the runs would not cure.
"""

from __future__ import annotations

import math

from sysbench_archive.verdicts.circumstances import Circumstances
from sysbench_archive.verdicts.judging import Verdict
from sysbench_archive.verdicts.numerals import percent
from sysbench_archive.verdicts.policy import MARGIN
from sysbench_archive.verdicts.words import WORDS, listed


def reason_of(verdict: Verdict) -> str:
    """A fragment of a sentence; "" where the direction needs none."""
    around, direction = verdict.around, verdict.direction
    if direction == "not-comparable":
        return WORDS["reason-blockers"].format(fields=listed(around.blockers))
    if direction != "cannot-tell":
        return ""
    if around.rate_limited:
        return WORDS["reason-rate"]
    if not verdict.headline:
        return WORDS["reason-nothing"]
    if all(judged.half is not None for judged in verdict.headline):
        return WORDS["reason-bound"].format(bound=around.bound)
    return _unrepeated(verdict)


def _unrepeated(verdict: Verdict) -> str:
    logs = [abs(j.contrast.log.centre) for j in verdict.headline if j.half is None]
    name = "reason-published" if verdict.around.published else "reason-single"
    return WORDS[name].format(
        percent=percent(math.expm1(max(logs))),
        threshold=threshold_told(verdict.around),
        margin=percent(MARGIN),
    )


def threshold_told(around: Circumstances) -> str:
    """How far two runs of the same thing lie apart, as a percentage."""
    return percent(math.expm1(around.threshold))
