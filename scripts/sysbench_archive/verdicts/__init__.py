"""Verdicts: what samples of two sides say, by a policy that is published and has a version.

Pure: knows numbers and words, no bundle and no page.
"""

from sysbench_archive.verdicts.circumstances import Circumstances
from sysbench_archive.verdicts.contrasts import Contrast, Sample, contrast_of, log_ratio
from sysbench_archive.verdicts.headline import roles_of
from sysbench_archive.verdicts.judging import Judged, Verdict, intervals, judge
from sysbench_archive.verdicts.policy import VERSION, policy_record
from sysbench_archive.verdicts.record import verdict_record
from sysbench_archive.verdicts.sentence import sentence_of
from sysbench_archive.verdicts.thresholds import threshold_of

__all__ = [
    "VERSION",
    "Circumstances",
    "Contrast",
    "Judged",
    "Sample",
    "Verdict",
    "contrast_of",
    "intervals",
    "judge",
    "log_ratio",
    "policy_record",
    "roles_of",
    "sentence_of",
    "threshold_of",
    "verdict_record",
]
