"""A verdict as the record that pages show.

Owns its fields. Numbers are not rounded here.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sysbench_archive.verdicts.judging import Judged, Verdict
from sysbench_archive.verdicts.policy import MARGIN
from sysbench_archive.verdicts.reason import reason_of
from sysbench_archive.verdicts.sentence import sentence_of
from sysbench_archive.verdicts.student import whole


def verdict_record(
    verdict: Verdict,
    baseline: Mapping[str, Any],
    candidate: Mapping[str, Any],
    measure: str = "throughput",
) -> dict[str, Any]:
    """The record; of either side `id` and `label` are read. `measure` names the figures."""
    return {
        "candidate": candidate["id"],
        "baseline": baseline["id"],
        "direction": verdict.direction,
        "status": verdict.status,
        "sentence": sentence_of(verdict, baseline["label"], candidate["label"], measure),
        "reason": reason_of(verdict),
        "caps": list(verdict.caps),
        "margin": MARGIN,
        "headline": [_judged(judged) for judged in verdict.headline],
    }


def _judged(judged: Judged) -> dict[str, Any]:
    contrast = judged.contrast
    low, high = judged.interval or (None, None)
    known = judged.half is not None
    return {
        "role": judged.role,
        "threads": contrast.threads,
        "ratio": contrast.ratio,
        "low": low,
        "high": high,
        "direction": judged.direction,
        "resolvable": judged.resolvable,
        "n": list(contrast.n),
        "paired": contrast.paired,
        "log": contrast.log.centre,
        "error": contrast.log.error if known else None,
        "freedom": whole(contrast.log.freedom) if known else 0,
    }
