"""A verdict as one sentence, as a strip of its headline thread counts, and as a record.

A sentence leads with what stands, and leaves no headline thread count out. Labels of servers are
data: they are put into phrases, never read as one. Numbers of the record are not rounded here.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Literal

from msgspec.structs import replace

from sysbench_archive.model.base import Named
from sysbench_archive.model.comparison import (
    ContrastRecord,
    VerdictRecord,
)
from sysbench_archive.verdicts.judging import Verdict
from sysbench_archive.verdicts.policy import MARGIN, VerdictContext
from sysbench_archive.words.differences import (
    difference_text,
    is_in_times,
    is_too_wide,
    open_range,
    sided_range,
)
from sysbench_archive.words.numbers import LIMITS, factor_up, percent, percent_up, times_text
from sysbench_archive.words.phrases import DIRECTIONS, WORDS, joined, listed, threads_of

Interval = tuple[float, float]
Finding = Literal[
    "signed",
    "equivalent",
    "no-clear-difference",
    "too-noisy",
    "cannot-tell",
    "held",
    "not-comparable",
]
"""What is found at a thread count, as sentences group it; signed is any that has a sign."""


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
        headline=[
            replace(entry, text=_entry_text(entry, verdict.context)) for entry in verdict.headline
        ],
    )


def _interval_of(entry: ContrastRecord) -> Interval | None:
    return None if entry.low is None or entry.high is None else (entry.low, entry.high)


def finding_at(entry: ContrastRecord) -> Finding:
    """What is found at the thread count of an entry."""
    interval = _interval_of(entry)
    match entry.direction:
        case "cannot-tell" if entry.held:
            return "held"
        case "faster" | "slower" | "fewer" | "more":
            return "signed"
        case "no-clear-difference" if interval and is_too_wide(interval):
            return "too-noisy"
        case found:
            return found


def _entry_text(entry: ContrastRecord, context: VerdictContext) -> str:
    """An entry of the strip: `+14 %`, `2.4 times`, `no clear difference`."""
    found, interval = finding_at(entry), _interval_of(entry)
    if found == "signed":
        return difference_text(entry.ratio)
    if found == "cannot-tell" and _is_unrepeated(interval, context):
        name = "entry-published" if context.published else "entry-single"
        return WORDS[name].format(difference=difference_text(entry.ratio))
    return WORDS[f"entry-{found}"].format(range=open_range(interval) if interval else "")


def _is_unrepeated(interval: Interval | None, context: VerdictContext) -> bool:
    """Whether the figures say something, and only nothing tells how they vary."""
    return interval is None and not context.rate_limited and not context.blockers


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
    judged = [entry for entry in verdict.headline if not entry.held]
    if not judged:
        return WORDS["reason-held"]
    if all(entry.low is not None for entry in judged):
        return WORDS["reason-bound"].format(bound=context.bottleneck)
    name = "reason-published" if context.published else "reason-single"
    return WORDS[name].format(threshold=_noise_text(context))


def _noise_text(context: VerdictContext) -> str:
    """The difference up to which figures without repetitions say nothing."""
    ratio = math.exp(context.noise.threshold)
    return (
        WORDS["factor"].format(factor=factor_up(ratio))
        if ratio >= LIMITS.times_up
        else percent_up(ratio - 1)
    )


_WITHOUT_STATUS = ("cannot-tell", "not-comparable")
_RESTS: tuple[Finding, ...] = (
    "equivalent",
    "no-clear-difference",
    "too-noisy",
    "cannot-tell",
    "held",
)
"""Findings that a sentence ends with, in this order."""


def sentence_of(
    verdict: Verdict, baseline: str, candidate: str, measure: str = "throughput"
) -> str:
    """The sentence; `measure` is what the figures are, in a word."""
    groups: dict[Finding, list[ContrastRecord]] = {}
    for entry in verdict.headline:
        groups.setdefault(finding_at(entry), []).append(entry)
    lead = _leading_finding(verdict, groups)
    labels = {"candidate": candidate, "baseline": baseline}
    if lead == "signed":
        clauses = signed_clauses(groups[lead], measure, baseline=baseline, intervals=True)
        parts = [f"{candidate} {clauses}"]
    else:
        parts = [_undecided_text(lead, groups.get(lead, []), verdict, labels)]
    if verdict.direction != "not-comparable":
        rests = (found for found in _RESTS if found in groups and found != lead)
        for found in rests:
            places = _group_places(found, groups[found], verdict.context)
            parts.append(WORDS[f"rest-{found}"].format(margin=percent(MARGIN), places=places))
    parts.extend(_closing_parts(lead, groups, verdict))
    return WORDS["semicolon"].join(parts) + WORDS["end"]


def _leading_finding(
    verdict: Verdict, groups: Mapping[Finding, Sequence[ContrastRecord]]
) -> Finding:
    """What a sentence begins with: what stands, else the direction."""
    if verdict.direction == "not-comparable":
        return "not-comparable"
    if "signed" in groups:
        return "signed"
    if verdict.direction == "no-clear-difference":
        return "no-clear-difference" if "no-clear-difference" in groups else "too-noisy"
    if verdict.direction == "equivalent":
        return "equivalent"
    return "held" if groups.keys() == {"held"} else "cannot-tell"


def signed_clauses(
    strip: Sequence[ContrastRecord],
    measure: str = "throughput",
    *,
    baseline: str = "",
    intervals: bool = False,
) -> str:
    """The entries of a strip that stand: `is 12 % slower at 1 thread`, with intervals on demand.

    The first names the baseline where one is given.
    """
    standing = [entry for entry in strip if finding_at(entry) == "signed"]
    ranges = [
        sided_range(entry.ratio, found) if intervals and (found := _interval_of(entry)) else ""
        for entry in standing
    ]
    places = _places([entry.threads for entry in standing], ranges)
    text, form_before, direction_before = "", "", ""
    for position, (entry, place) in enumerate(zip(standing, places, strict=True)):
        ratio, direction = entry.ratio, entry.direction
        form = "times" if is_in_times(ratio) else "percent"
        again = form == form_before
        size = times_text(ratio) if form == "times" else percent(abs(ratio - 1))
        words = WORDS["times-again" if again and form == "times" else form]
        if position:
            is_last = position == len(standing) - 1
            turned = direction != direction_before
            text += WORDS["but" if turned else "and" if is_last else "comma"]
        counted = "-counted" if direction in ("fewer", "more") else ""
        text += "" if again else WORDS[f"{form}-verb{counted}"]
        text += words.format(size=size, measure=measure, direction=DIRECTIONS[direction].lower())
        text += WORDS[f"{form}-against"].format(baseline=baseline) if baseline else ""
        text += " " + WORDS["at"].format(place=place)
        form_before, direction_before, baseline = form, direction, ""
    return text


def _places(counts: Sequence[int], ranges: Sequence[str]) -> list[str]:
    """Thread counts with a range behind each that has one; `threads` is said once."""
    places, said = [], False
    for count, span in zip(counts, ranges, strict=True):
        place = str(count) if said else threads_of([count])
        places.append(place + (WORDS["within"].format(range=span) if span else ""))
        said = said or count > 1
    return places


def _undecided_text(
    lead: Finding, group: Sequence[ContrastRecord], verdict: Verdict, labels: Mapping[str, str]
) -> str:
    """The beginning of a sentence in which nothing stands."""
    places = _group_places(lead, group, verdict.context) if group else ""
    if lead == "cannot-tell":
        # A reason that holds everywhere needs no places; figures without repetitions have numbers.
        is_everywhere = len(group) == len(verdict.headline)
        numbers = any(_is_unrepeated(_interval_of(entry), verdict.context) for entry in group)
        places = f" {places}" if group and (numbers or not is_everywhere) else ""
    values = {"margin": percent(MARGIN), "places": places, "reason": reason_of(verdict)}
    counted = verdict.context.counted and lead in ("too-noisy", "cannot-tell")
    return WORDS[f"{lead}-counted" if counted else lead].format_map({**labels, **values})


def _group_places(found: Finding, group: Sequence[ContrastRecord], context: VerdictContext) -> str:
    """The thread counts of a finding, with what the figures leave open at each."""
    ranges = [_open_text(found, entry, context) for entry in group]
    counts = [entry.threads for entry in group]
    place = joined(_places(counts, ranges)) if any(ranges) else threads_of(counts)
    return WORDS["at"].format(place=place)


def _open_text(found: Finding, entry: ContrastRecord, context: VerdictContext) -> str:
    interval = _interval_of(entry)
    if found == "cannot-tell":
        return difference_text(entry.ratio) if _is_unrepeated(interval, context) else ""
    # Equivalent has its margin, which is all that matters of its interval.
    return open_range(interval) if interval and found != "equivalent" else ""


def _closing_parts(
    lead: Finding, groups: Mapping[Finding, Sequence[ContrastRecord]], verdict: Verdict
) -> Iterator[str]:
    """What the runs would have shown, how far single runs lie apart, and the evidence status."""
    if lead == "no-clear-difference" and (resolvable := _resolvable_text(groups[lead])):
        yield WORDS["resolvable"].format(resolvable=resolvable)
    intervals = map(_interval_of, groups.get(lead, ()))
    if lead == "signed" and any(_is_unrepeated(each, verdict.context) for each in intervals):
        yield WORDS["noise"].format(threshold=_noise_text(verdict.context))
    if verdict.direction not in _WITHOUT_STATUS:
        yield verdict.status


def _resolvable_text(headline: Sequence[ContrastRecord]) -> str:
    """The difference that every one of these contrasts would have shown."""
    resolvable = max((entry.resolvable or 0 for entry in headline), default=0)
    if 1 + resolvable >= LIMITS.times_up:
        return WORDS["factor"].format(factor=factor_up(1 + resolvable))
    return WORDS["difference"].format(percent=percent_up(resolvable)) if resolvable else ""
