"""A verdict as one sentence, ready to read, and as the record that pages show.

Labels of servers are data: they are put into phrases, never read as one. Numbers of the record are
not rounded here.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Sequence

from sysbench_archive.model.base import Named
from sysbench_archive.model.comparison import ContrastRecord, VerdictRecord
from sysbench_archive.verdicts.judging import JudgedContrast, Verdict
from sysbench_archive.verdicts.policy import (
    FACTOR,
    MARGIN,
    WORDS,
    VerdictContext,
    factor_up,
    joined,
    listed,
    percent,
    percent_up,
    ratios_of,
    threads_of,
    whole_df,
)


def verdict_record(
    verdict: Verdict, *, baseline: Named, candidate: Named, measure: str = "throughput"
) -> VerdictRecord:
    """The record; `measure` names the figures, in a word."""
    return VerdictRecord(
        candidate=candidate.id,
        baseline=baseline.id,
        direction=verdict.direction,
        status=verdict.status,
        sentence=sentence_of(verdict, baseline.label, candidate.label, measure),
        reason=reason_of(verdict),
        limitations=list(verdict.limitations),
        margin=MARGIN,
        headline=[_contrast_record(judged) for judged in verdict.headline],
    )


def _contrast_record(judged: JudgedContrast) -> ContrastRecord:
    contrast = judged.contrast
    low, high = judged.interval or (None, None)
    # Published figures may be repeated, and yet nothing tells how they vary.
    has_noise = judged.half is not None
    return ContrastRecord(
        role=judged.role,
        threads=contrast.threads,
        ratio=contrast.ratio,
        low=low,
        high=high,
        direction=judged.direction,
        resolvable=judged.resolvable,
        n=list(contrast.n),
        paired=contrast.paired,
        log=contrast.log.centre,
        standard_error=contrast.log.standard_error if has_noise else None,
        df=whole_df(contrast.log.df) if has_noise else 0,
    )


def reason_of(verdict: Verdict) -> str:
    """A fragment of a sentence; "" where the direction needs none."""
    context, direction = verdict.context, verdict.direction
    if direction == "not-comparable":
        return WORDS["reason-blockers"].format(fields=listed(context.blockers))
    if direction != "cannot-tell":
        return ""
    if context.rate_limited:
        return WORDS["reason-rate"]
    if not verdict.headline:
        return WORDS["reason-nothing"]
    if all(judged.half is not None for judged in verdict.headline):
        return WORDS["reason-bound"].format(bound=context.bottleneck)
    return _reason_unrepeated(verdict)


def _reason_unrepeated(verdict: Verdict) -> str:
    logs = [abs(j.contrast.log.centre) for j in verdict.headline if j.half is None]
    name = "reason-published" if verdict.context.published else "reason-single"
    return WORDS[name].format(
        percent=percent(math.expm1(max(logs))),
        threshold=threshold_text(verdict.context),
        margin=percent(MARGIN),
    )


def threshold_text(context: VerdictContext) -> str:
    """How far two runs of the same thing lie apart, as a percentage."""
    return percent(math.expm1(context.threshold))


_WITHOUT_RATIOS = ("cannot-tell", "not-comparable")
_SIGNED = ("faster", "slower")
_UNSIGNED = ("equivalent", "no-clear-difference", "cannot-tell")


def sentence_of(
    verdict: Verdict, baseline: str, candidate: str, measure: str = "throughput"
) -> str:
    """The sentence; `measure` is what the figures are, in a word."""
    values = {
        "candidate": candidate,
        "baseline": baseline,
        "published": WORDS["published"] if verdict.context.published else "",
        "margin": percent(MARGIN),
        "reason": reason_of(verdict),
        "ratios": WORDS["semicolon"].join(_ratio_parts(verdict, measure)),
        "resolvable": _resolvable_text(verdict.headline),
        "crossing": _crossing_text(verdict.headline),
    }
    parts = [WORDS[verdict.direction].format_map(values)]
    if verdict.direction not in _WITHOUT_RATIOS:
        parts.append(verdict.status)
    return WORDS["semicolon"].join(parts) + WORDS["end"]


def _ratio_parts(verdict: Verdict, measure: str) -> Iterator[str]:
    """The contrasts that carry the direction with their ratios, then the others in words."""
    carrying = [j for j in verdict.headline if _carries_direction(j, verdict.direction)]
    article = WORDS["the" if verdict.direction == "no-clear-difference" else "its"].format(
        measure=measure
    )
    before = [None, *carrying[:-1]]
    parts = [_ratio_clause(j, b, article) for j, b in zip(carrying, before, strict=False)]
    if any(judged.half is None for judged in carrying) and not verdict.context.published:
        parts.append(WORDS["beyond"].format(threshold=threshold_text(verdict.context)))
    yield WORDS["comma"].join(parts)
    yield from _other_contrasts([judged for judged in verdict.headline if judged not in carrying])


def _carries_direction(judged: JudgedContrast, direction: str) -> bool:
    return judged.direction in (_SIGNED if direction == "mixed" else (direction,))


def _ratio_clause(judged: JudgedContrast, before: JudgedContrast | None, article: str) -> str:
    """A ratio with its place; after the first of a row it is shorter."""
    numbers = ratios_of(judged.contrast.ratio, judged.interval)
    name = "ratio-interval" if judged.interval else "ratio"
    plural_said = before is not None and before.contrast.threads > 1
    count = judged.contrast.threads
    return WORDS[f"{name}-next" if before else name].format_map(
        dict(zip(("ratio", "low", "high"), numbers, strict=False))
        | {"measure": article, "threads": str(count) if plural_said else threads_of([count])}
    )


def _other_contrasts(headline: Sequence[JudgedContrast]) -> Iterator[str]:
    for direction in _UNSIGNED:
        counts = [j.contrast.threads for j in headline if j.direction == direction]
        if counts:
            values = {"threads": threads_of(counts), "margin": percent(MARGIN)}
            yield WORDS[f"rest-{direction}"].format_map(values)


def _resolvable_text(headline: Sequence[JudgedContrast]) -> str:
    """The difference that every undecided contrast would have shown."""
    resolvable = [
        j.resolvable for j in headline if j.direction == "no-clear-difference" and j.resolvable
    ]
    if not resolvable:
        return ""
    if max(resolvable) >= FACTOR:
        return WORDS["factor"].format(factor=factor_up(1 + max(resolvable)))
    return WORDS["difference"].format(percent=percent_up(max(resolvable)))


def _crossing_text(headline: Sequence[JudgedContrast]) -> str:
    """Between which neighbouring decided thread counts the direction changes."""
    signed = [judged for judged in headline if judged.direction in _SIGNED]
    pairs = [
        WORDS["between"].format(low=low.contrast.threads, high=high.contrast.threads)
        for low, high in itertools.pairwise(signed)
        if low.direction != high.direction
    ]
    return joined(pairs)
