"""A verdict as one sentence, ready to read: direction, ratios, intervals, threads and status.

Owns the order of its parts. Labels are data: they are put in, never read as a phrase.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence

from sysbench_archive.verdicts.judging import Judged, Verdict
from sysbench_archive.verdicts.numerals import FACTOR, factor_up, percent, percent_up, ratios_of
from sysbench_archive.verdicts.policy import MARGIN
from sysbench_archive.verdicts.reason import reason_of, threshold_told
from sysbench_archive.verdicts.words import WORDS, joined, threads_of

_WITHOUT_RATIOS = ("cannot-tell", "not-comparable")
_SIGNED = ("faster", "slower")
_UNSIGNED = ("equivalent", "none", "cannot-tell")


def sentence_of(
    verdict: Verdict, baseline: str, candidate: str, measure: str = "throughput"
) -> str:
    """The sentence; `measure` is what the figures are, in a word."""
    values = {
        "candidate": candidate,
        "baseline": baseline,
        "published": WORDS["published"] if verdict.around.published else "",
        "margin": percent(MARGIN),
        "reason": reason_of(verdict),
        "ratios": WORDS["semicolon"].join(_ratios(verdict, measure)),
        "resolvable": _resolvable(verdict.headline),
        "crossing": _crossing(verdict.headline),
    }
    told = WORDS[verdict.direction].format_map(values)
    ended = [told] if verdict.direction in _WITHOUT_RATIOS else [told, verdict.status]
    return WORDS["semicolon"].join(ended) + WORDS["end"]


def _ratios(verdict: Verdict, measure: str) -> Iterator[str]:
    """The contrasts that carry the direction with their ratios, then the others in words."""
    carrying = [j for j in verdict.headline if _carries(j, verdict.direction)]
    article = WORDS["the" if verdict.direction == "none" else "its"].format(measure=measure)
    before = [None, *carrying[:-1]]
    parts = [_ratio(j, b, article) for j, b in zip(carrying, before, strict=False)]
    if any(judged.half is None for judged in carrying) and not verdict.around.published:
        parts.append(WORDS["beyond"].format(threshold=threshold_told(verdict.around)))
    yield WORDS["comma"].join(parts)
    yield from _rest([judged for judged in verdict.headline if judged not in carrying])


def _carries(judged: Judged, direction: str) -> bool:
    return judged.direction in (_SIGNED if direction == "mixed" else (direction,))


def _ratio(judged: Judged, before: Judged | None, article: str) -> str:
    """A ratio with its place; after the first of a row it is shorter."""
    numbers = ratios_of(judged.contrast.ratio, judged.interval)
    name = "ratio-interval" if judged.interval else "ratio"
    told = before is not None and before.contrast.threads > 1
    count = judged.contrast.threads
    return WORDS[f"{name}-next" if before else name].format_map(
        dict(zip(("ratio", "low", "high"), numbers, strict=False))
        | {"measure": article, "threads": str(count) if told else threads_of([count])}
    )


def _rest(headline: Sequence[Judged]) -> Iterator[str]:
    for direction in _UNSIGNED:
        counts = [j.contrast.threads for j in headline if j.direction == direction]
        if counts:
            told = {"threads": threads_of(counts), "margin": percent(MARGIN)}
            yield WORDS[f"rest-{direction}"].format_map(told)


def _resolvable(headline: Sequence[Judged]) -> str:
    """The difference that every undecided contrast would have shown."""
    found = [j.resolvable for j in headline if j.direction == "none" and j.resolvable is not None]
    if not found:
        return ""
    if max(found) >= FACTOR:
        return WORDS["factor"].format(factor=factor_up(1 + max(found)))
    return WORDS["difference"].format(percent=percent_up(max(found)))


def _crossing(headline: Sequence[Judged]) -> str:
    """Between which neighbouring decided thread counts the direction changes."""
    signed = [judged for judged in headline if judged.direction in _SIGNED]
    pairs = [
        WORDS["between"].format(low=low.contrast.threads, high=high.contrast.threads)
        for low, high in itertools.pairwise(signed)
        if low.direction != high.direction
    ]
    return joined(pairs)
