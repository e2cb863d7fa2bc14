"""A verdict in words, as a strip of its headline thread counts, and as a record.

It leads with what stands, leaves no headline thread count out, and no sentence of it has more than
one number and one range. Labels of servers are
data: they are put into phrases, never read as one. Numbers of the record are not rounded here.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Literal

from msgspec import UNSET
from msgspec.structs import replace

from sysbench_archive.model.base import Named
from sysbench_archive.model.comparison import (
    ContrastRecord,
    VerdictRecord,
)
from sysbench_archive.verdicts.judging import Verdict
from sysbench_archive.verdicts.policy import MARGIN, VerdictContext
from sysbench_archive.verdicts.settled import LATER
from sysbench_archive.words.differences import (
    bound_text,
    difference_text,
    interval_text,
    range_of,
)
from sysbench_archive.words.numbers import LIMITS, factor_up, percent, percent_up
from sysbench_archive.words.phrases import DIRECTIONS, WORDS, listed, threads_of

Interval = tuple[float, float]
Finding = Literal[
    "signed",
    "equivalent",
    "no-clear-difference",
    "too-noisy",
    "cannot-tell",
    "held",
    "unsettled",
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
        noise=math.exp(verdict.context.noise.threshold) if _is_single(verdict) else UNSET,
        headline=[
            replace(entry, text=_entry_text(entry, verdict.context)) for entry in verdict.headline
        ],
    )


def _is_single(verdict: Verdict) -> bool:
    """Whether figures stand beside each other of which none tells how it varies."""
    return any(_is_unrepeated(e.interval, verdict.context) for e in verdict.headline)


def finding_at(entry: ContrastRecord) -> Finding:
    """What is found at the thread count of an entry."""
    match entry.direction:
        case "cannot-tell" if entry.held:
            return "held"
        case "cannot-tell" if entry.window == "never":
            return "unsettled"
        case "faster" | "slower" | "fewer" | "more":
            return "signed"
        case found:
            return found


def _entry_text(entry: ContrastRecord, context: VerdictContext) -> str:
    """An entry of the strip: `+14 %`, `no clear difference`, `too noisy to tell: -65 to +8 %`."""
    found, interval = finding_at(entry), entry.interval
    if found == "signed":
        return difference_text(entry.ratio)
    if found == "cannot-tell" and _is_unrepeated(interval, context):
        name = "entry-published" if context.published else "entry-single"
        return WORDS[name].format(difference=difference_text(entry.ratio))
    text = interval_text(interval) if interval and found == "too-noisy" else ""
    return WORDS[f"entry-{found}-range" if text else f"entry-{found}"].format(range=text)


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
    findings = {finding_at(entry) for entry in verdict.headline}
    # Where all that was judged has words of its own, what was left out is why nothing more is told.
    for found in _LEFT_OUT:
        if "cannot-tell" not in findings and found in findings:
            return WORDS[f"reason-{found}"]
    return _open_reason(verdict, context)


def _open_reason(verdict: Verdict, context: VerdictContext) -> str:
    """Why nothing is told of contrasts that are not left out."""
    judged = [entry for entry in verdict.headline if finding_at(entry) not in _LEFT_OUT]
    noise = context.noise.threshold
    if context.unproven and any(e.low or abs(math.log(e.ratio)) > noise for e in judged):
        return WORDS["reason-machines"].format(fields=listed(context.unproven))
    if all(entry.low is not None for entry in judged):
        return WORDS["reason-bound"].format(bound=context.bottleneck)
    name = "reason-published" if context.published else "reason-single"
    return WORDS[name].format(threshold=_noise_text(context))


def _noise_text(context: VerdictContext) -> str:
    """The difference up to which figures without repetitions say nothing."""
    return bound_text(math.exp(context.noise.threshold) - 1)


_RESTS: tuple[Finding, ...] = (
    "equivalent",
    "no-clear-difference",
    "too-noisy",
    "cannot-tell",
    "held",
    "unsettled",
)
"""Findings that a sentence ends with, in this order."""
_LEFT_OUT = _RESTS[-2:]
"""Findings that give a reason of their own where nothing else is found."""
_LEADS: tuple[Finding, ...] = ("too-noisy", "no-clear-difference", "equivalent", *_LEFT_OUT)
"""Findings that a sentence begins with where nothing stands, the first that there is."""


def sentence_of(
    verdict: Verdict, baseline: str, candidate: str, measure: str = "throughput"
) -> str:
    """The sentence; `measure` is what the figures are, in a word."""
    groups: dict[Finding, list[ContrastRecord]] = {}
    for entry in verdict.headline:
        groups.setdefault(finding_at(entry), []).append(entry)
    lead = _leading_finding(verdict, groups)
    if lead == "signed":
        clauses = signed_clauses(groups[lead], baseline, measure, intervals=True)
        parts = [f"{candidate} {clauses}"]
    else:
        labels = {"candidate": candidate, "baseline": baseline}
        parts = [_undecided_text(lead, groups.get(lead, []), verdict, labels)]
    if verdict.direction != "not-comparable":
        rests = (found for found in _RESTS if found in groups and found != lead)
        for found in rests:
            places = _group_places(found, groups[found], verdict.context)
            parts.append(WORDS[f"rest-{found}"].format(margin=percent(MARGIN), places=places))
    parts.extend(_closing_parts(lead, groups, verdict))
    return WORDS["sentence"].join(parts) + WORDS["end"]


def _leading_finding(
    verdict: Verdict, groups: Mapping[Finding, Sequence[ContrastRecord]]
) -> Finding:
    """What a sentence begins with: what stands, else the direction."""
    if verdict.direction == "not-comparable":
        return "not-comparable"
    if "signed" in groups:
        return "signed"
    if verdict.direction in ("equivalent", "no-clear-difference", "too-noisy"):
        return verdict.direction
    if "cannot-tell" in groups or not groups:
        return "cannot-tell"
    return next(found for found in _LEADS if found in groups)


def signed_clauses(
    strip: Sequence[ContrastRecord],
    baseline: str,
    measure: str = "throughput",
    *,
    intervals: bool = False,
) -> str:
    """The entries of a strip that stand: `is slower than B at 1 and 4 threads: -14 to -12 %`.

    A sentence for each direction, with one number, or from the lowest to the highest of several;
    the interval of a single one on demand.
    """
    standing = [entry for entry in strip if finding_at(entry) == "signed"]
    clauses: list[str] = []
    for direction in dict.fromkeys(entry.direction for entry in standing):
        entries = [entry for entry in standing if entry.direction == direction]
        is_counted = direction in ("fewer", "more")
        numbers = span_of(entries)
        if intervals and len(entries) == 1 and (found := entries[0].interval):
            numbers += WORDS["within"].format(range=interval_text(found))
        clause = WORDS["signed-again" if clauses else "signed"].format(
            verb=WORDS["verb-counted" if is_counted else "verb"],
            direction=DIRECTIONS[direction].lower(),
            baseline=baseline,
            places=WORDS["at"].format(place=threads_of([entry.threads for entry in entries])),
            numbers=numbers if measure in _UNNAMED else f"{measure} {numbers}",
        )
        clauses.append(clause)
    return "".join(clauses)


_UNNAMED = ("throughput", "instructions")
"""Measures that go without saying: of a speed, and of what is executed."""


def span_of(entries: Iterable[ContrastRecord]) -> str:
    """The differences of contrasts, from the lowest to the highest."""
    return range_of(entry.ratio for entry in entries)


def _undecided_text(
    lead: Finding, group: Sequence[ContrastRecord], verdict: Verdict, labels: Mapping[str, str]
) -> str:
    """The beginning of a sentence in which nothing stands."""
    places = _group_places(lead, group, verdict.context) if group else ""
    if lead == "cannot-tell":
        # A reason that holds everywhere needs no places; figures without repetitions have numbers.
        is_everywhere = len(group) == len(verdict.headline)
        numbers = any(_is_unrepeated(entry.interval, verdict.context) for entry in group)
        places = f" {places}" if group and (numbers or not is_everywhere) else ""
    values = {"margin": percent(MARGIN), "places": places, "reason": reason_of(verdict)}
    counted = verdict.context.counted and lead in ("too-noisy", "cannot-tell")
    return WORDS[f"{lead}-counted" if counted else lead].format_map({**labels, **values})


def _group_places(found: Finding, group: Sequence[ContrastRecord], context: VerdictContext) -> str:
    """The thread counts of a finding, with what the figures leave open at all of them."""
    place = WORDS["at"].format(place=threads_of([entry.threads for entry in group]))
    text = _open_text(found, group, context)
    return place + (WORDS["within"].format(range=text) if text else "")


def _open_text(found: Finding, group: Sequence[ContrastRecord], context: VerdictContext) -> str:
    intervals = [interval for entry in group if (interval := entry.interval)]
    if found == "cannot-tell" and any(_is_unrepeated(e.interval, context) for e in group):
        return span_of(group)
    # Equivalent has its margin, which is all that matters of its interval.
    if not intervals or found not in ("no-clear-difference", "too-noisy"):
        return ""
    lows, highs = zip(*intervals, strict=True)
    return interval_text((min(lows), max(highs)))


def _closing_parts(
    lead: Finding, groups: Mapping[Finding, Sequence[ContrastRecord]], verdict: Verdict
) -> Iterator[str]:
    """What the runs would have shown, ratios over whole runs where they settled late, how far
    single runs lie apart, and what other campaigns found instead.
    """
    if lead == "not-comparable":
        return
    if lead == "no-clear-difference" and (resolvable := _resolvable_text(groups[lead])):
        yield WORDS["resolvable"].format(resolvable=resolvable)
    for entry in verdict.headline:
        difference = difference_text(entry.whole_ratio)
        if entry.window not in LATER or finding_at(entry) == "held":
            continue
        if difference != difference_text(entry.ratio):
            places = WORDS["at"].format(place=threads_of([entry.threads]))
            yield WORDS[f"over-{entry.window}"].format(places=places, difference=difference)
    intervals = (entry.interval for entry in groups.get(lead, ()))
    if lead == "signed" and any(_is_unrepeated(each, verdict.context) for each in intervals):
        yield WORDS["noise"].format(threshold=_noise_text(verdict.context))
    yield from _disagreements(verdict.headline)


def _disagreements(headline: Sequence[ContrastRecord]) -> Iterator[str]:
    """What other campaigns of the machine found instead."""
    for entry in headline:
        place = WORDS["at"].format(place=threads_of([entry.threads]))
        for other in entry.campaigns or ():
            if not other.agrees:
                difference = difference_text(other.ratio)
                yield WORDS["disagrees"].format(difference=difference, place=place)


def _resolvable_text(headline: Sequence[ContrastRecord]) -> str:
    """The difference that every one of these contrasts would have shown."""
    resolvable = max((entry.resolvable or 0 for entry in headline), default=0)
    if 1 + resolvable >= LIMITS.times_up:
        return WORDS["factor"].format(factor=factor_up(1 + resolvable))
    return WORDS["difference"].format(percent=percent_up(resolvable)) if resolvable else ""
