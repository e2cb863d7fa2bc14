"""Verdicts: what samples of two sides say, by a policy that is published and has a version.

Pure: knows numbers and words, no bundle and no page.
"""

from sysbench_archive.verdicts.contrasts import (
    Contrast,
    Sample,
    SampledRun,
    contrast_of,
    pooled_residuals,
)
from sysbench_archive.verdicts.judging import (
    Verdict,
    judge,
    roles_of,
    width_of,
)
from sysbench_archive.verdicts.noise import Noise, noise_of
from sysbench_archive.verdicts.policy import VERSION, Residual, VerdictContext
from sysbench_archive.verdicts.sentences import (
    finding_at,
    sentence_of,
    signed_clauses,
    strip_of,
    verdict_record,
)

__all__ = [
    "VERSION",
    "Contrast",
    "Noise",
    "Residual",
    "Sample",
    "SampledRun",
    "Verdict",
    "VerdictContext",
    "contrast_of",
    "finding_at",
    "judge",
    "noise_of",
    "pooled_residuals",
    "roles_of",
    "sentence_of",
    "signed_clauses",
    "strip_of",
    "verdict_record",
    "width_of",
]
