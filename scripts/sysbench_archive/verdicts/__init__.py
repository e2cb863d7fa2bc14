"""Verdicts: what samples of two sides say, by a policy that is published and has a version.

Pure: knows numbers and words, no bundle and no page.
"""

from sysbench_archive.verdicts.judging import (
    Contrast,
    JudgedContrast,
    Sample,
    Samples,
    Verdict,
    contrast_of,
    intervals_by_threads,
    judge,
    log_ratio,
    roles_of,
)
from sysbench_archive.verdicts.policy import VERSION, VerdictContext, policy_record, threshold_of
from sysbench_archive.verdicts.sentences import (
    Finding,
    finding_at,
    sentence_of,
    standing_text,
    strip_of,
    verdict_record,
)

__all__ = [
    "VERSION",
    "Contrast",
    "Finding",
    "JudgedContrast",
    "Sample",
    "Samples",
    "Verdict",
    "VerdictContext",
    "contrast_of",
    "finding_at",
    "intervals_by_threads",
    "judge",
    "log_ratio",
    "policy_record",
    "roles_of",
    "sentence_of",
    "standing_text",
    "strip_of",
    "threshold_of",
    "verdict_record",
]
