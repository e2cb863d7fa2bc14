"""What a page of comparisons says first: up to three findings, computed from its contrasts.

A direction is only said where a contrast has it. Of several candidates one is quoted with its
numbers, and what is said of the others holds of each. What is said of some panels names those that
do not show it, with what they show instead.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from msgspec.structs import replace

from sysbench_archive.comparability.wording import label_inside_sentence
from sysbench_archive.derive.servers import version_key
from sysbench_archive.model.bundle import TWINS
from sysbench_archive.model.comparison import (
    Bottleneck,
    ContrastRecord,
    Finding,
    FindingContrast,
    Panel,
    SharedStatus,
    Side,
    VerdictRecord,
    weakest_status,
)
from sysbench_archive.pages.comparison.panels import measure_of, titles_apart
from sysbench_archive.statistics import median
from sysbench_archive.verdicts.sentences import finding_at, signed_clauses, span_of
from sysbench_archive.words.numbers import percent
from sysbench_archive.words.phrases import DIRECTIONS, WORDS, joined, listed, threads_of

MOST_FINDINGS = 3
"""Findings that a page opens with."""
MOST_PANELS_ONE_BY_ONE = 3
"""Panels that are each given a finding of their own."""
MOST_SHOWING = 2
"""Panels that are named where no other shows a difference."""
MOST_QUOTED = 2
"""Candidates whose figures are quoted where nothing can be told."""
LEAST_SWEEP = 5
"""Thread counts from which a peak is told."""
FALLEN = 0.9
"""Throughput has fallen that lies below this share of the peak."""

ADVICE: dict[str, str] = {
    "turning": "Decide by the number of clients you expect.",
    "open": "Measure again, with several runs a side, where this decides something.",
}
PACE: dict[Bottleneck, str] = {
    "throttled": "A limit on processor time set the pace of these runs.",
    "client": "The client set the pace of these runs.",
    "disk": "The disk set the pace of these runs.",
    "network": "The network set the pace of these runs.",
    "lock": "Waiting for locks set the pace of these runs.",
}
"""What telemetry shows of runs, where it may explain a difference."""
Way = Literal["ahead", "behind", "turning", "equal", "open"]
"""What stands of a candidate: better wherever anything stands, worse, both, alike, or nothing."""
_BETTER, _WORSE = ("faster", "fewer"), ("slower", "more")


def also_differs(labels: Iterable[str]) -> str:
    """What else differs between two sides, by its labels; empty where nothing is known of."""
    inside = listed([label_inside_sentence(label) for label in labels])
    return f"Not only the servers differ: {inside}." if inside else ""


def share_text(some: int, count: int, noun: str) -> str:
    """So many of some workloads, or of what else `noun` names."""
    if some < count:
        return f"{some} of {count} {noun}s"
    return f"both {noun}s" if count == 2 else f"all {count} {noun}s"


@dataclass(frozen=True, slots=True)
class Beside:
    """A candidate beside the baseline of a panel."""

    panel: Panel
    place: int
    verdict: VerdictRecord

    @property
    def side(self) -> Side:
        """The candidate."""
        return self.panel.sides[self.place]

    @property
    def baseline(self) -> str:
        """Label of the baseline."""
        return self.panel.sides[0].label

    @property
    def decided(self) -> list[ContrastRecord]:
        """Its headline contrasts that have a sign."""
        return [entry for entry in self.verdict.headline if finding_at(entry) == "signed"]

    @property
    def settled(self) -> list[ContrastRecord]:
        """Its headline contrasts of runs that may be spoken of."""
        without = ("held", "unsettled", "not-comparable")
        return [entry for entry in self.verdict.headline if finding_at(entry) not in without]

    @property
    def way(self) -> Way:
        """What stands of it."""
        better, worse = self.signed(_BETTER), self.signed(_WORSE)
        if better and worse:
            return "turning"
        if better or worse:
            return "ahead" if better else "behind"
        headline = self.verdict.headline
        is_alike = bool(headline) and all(entry.direction == "equivalent" for entry in headline)
        return "equal" if is_alike else "open"

    @property
    def strength(self) -> float:
        """Its largest log ratio that stands."""
        return max((abs(math.log(entry.ratio)) for entry in self.decided), default=0.0)

    def signed(self, directions: Sequence[str]) -> list[ContrastRecord]:
        """Its contrasts with one of some directions."""
        return [entry for entry in self.verdict.headline if entry.direction in directions]

    def clauses(self, *, intervals: bool = False) -> str:
        """All that stands of it, with the baseline."""
        measure = measure_of(self.panel.metric)
        return signed_clauses(self.verdict.headline, self.baseline, measure, intervals=intervals)


def findings_of(
    panels: Sequence[Panel], noun: str = "workload", answered: Collection[str] = ()
) -> list[Finding]:
    """The findings of a page with these panels; none where no two sides have figures.

    `noun` is what each panel is; those `answered`, by id, have their findings elsewhere. The status
    is that of the page: what a sentence leaves out as undecided weighs in it.
    """
    judged = [panel for panel in panels if panel.verdicts and panel.id not in answered]
    titles = zip(judged, titles_apart(judged), strict=True)
    judged = [replace(panel, title=title) for panel, title in titles]
    if len(judged) == 1:
        found = list(_panel_findings(judged[0]))
    elif len(judged) <= MOST_PANELS_ONE_BY_ONE:
        found = list(_findings_of_few(judged, noun))
    else:
        found = list(_findings_of_many(judged, noun))
    if twins := twin_finding(judged):
        found = [*found[: MOST_FINDINGS - 1], twins]
    status = page_status(panels)
    return [replace(finding, status=status) for finding in _said_once(found[:MOST_FINDINGS])]


def page_status(panels: Iterable[Panel]) -> SharedStatus:
    """The evidence status of whatever a page with these panels finds."""
    return weakest_status(verdict.status for panel in panels for verdict in panel.verdicts)


def _said_once(findings: Iterable[Finding]) -> Iterator[Finding]:
    """The findings; a cause or advice that one above has is left out."""
    said = {""}
    for finding in findings:
        kept = {
            name: "" if (text := getattr(finding, name)) in said else text
            for name in ("cause", "advice")
        }
        said |= set(kept.values())
        yield replace(finding, **kept)


def _findings_of_few(panels: Sequence[Panel], noun: str) -> Iterator[Finding]:
    """The first finding of each panel, those that show a difference in front."""
    besides = [besides_of(panel) for panel in panels]
    shows = [any(beside.decided for beside in group) for group in besides]
    reasons = {beside.verdict.reason for group in besides for beside in group}
    if not any(shows) and len(reasons) == 1 and "" not in reasons:
        yield from _findings_of_many(panels, noun)
        return
    for wanted in (True, False):
        for panel, is_shown in zip(panels, shows, strict=True):
            finding = next(_panel_findings(panel), None)
            if finding and is_shown == wanted:
                named = replace(finding, text=f"{panel.title}: {finding.text}")
                said = {contrast.candidate for contrast in finding.contrasts if is_shown}
                group = [beside for beside in besides_of(panel) if beside.side.id in said]
                yield _with_exceptions(named, _strongest(group)[:1], panels, noun)


def _with_exceptions(
    finding: Finding, said: Sequence[Beside], panels: Iterable[Panel], noun: str
) -> Finding:
    """A finding with the panels that do not show it. `said` is a candidate in panels that do."""
    found = _exceptions(said, panels) if said else []
    if not found:
        return finding
    titles = list(dict.fromkeys(beside.panel.title for beside in found))
    names = joined(titles)
    if len(titles) > MOST_SHOWING:
        names = f"the other {len(titles)} {noun}s"
    labels = {beside.side.label for beside in found}
    numbers = span_of(entry for beside in found for entry in beside.settled)
    is_same = labels == {said[0].side.label}
    text = (
        f"Not in {names}: {numbers}."
        if is_same
        else f"In {names} {listed(sorted(labels))}: {numbers}."
    )
    shown = [
        FindingContrast(panel=beside.panel.id, candidate=beside.side.id, threads=entry.threads)
        for beside in found
        for entry in beside.settled
    ]
    return replace(finding, text=f"{finding.text} {text}", contrasts=[*finding.contrasts, *shown])


def _exceptions(said: Sequence[Beside], panels: Iterable[Panel]) -> list[Beside]:
    """The candidate in panels of the same baseline in which nothing of it stands; where it did not
    run, others of its product of which nothing does.
    """
    first, shown = said[0], {beside.panel.id for beside in said}
    found = []
    for panel in panels:
        if panel.id in shown or panel.sides[0].label != first.baseline:
            continue
        besides = [b for b in besides_of(panel) if b.side.product == first.side.product]
        own = [b for b in besides if b.side.label == first.side.label] or besides
        if not any(beside.decided for beside in own):
            found += [beside for beside in own if beside.settled]
    return found


def besides_of(panel: Panel) -> list[Beside]:
    """Every candidate of a panel beside its baseline, where no twin calls it in question."""
    return [
        Beside(panel, place, replace(verdict, headline=kept))
        for place, verdict in enumerate(panel.verdicts, 1)
        for kept in [[e for e in verdict.headline if not _alone(panel, place, e)]]
    ]


def _alone(panel: Panel, place: int, entry: ContrastRecord) -> str:
    """The server that stands alone where MySQL and Percona Server of the two series disagree, or
    are further apart at the baseline than the contrast is from 1; empty where they do not.
    """
    logs = {0: 0.0} | {
        other: math.log(beside.ratio)
        for other, verdict in enumerate(panel.verdicts, 1)
        for beside in verdict.headline
        if beside.threads == entry.threads and finding_at(beside) not in ("held", "unsettled")
    }
    base, tip = (_twin_of(panel, side, logs) for side in (0, place))
    if base is None or place not in logs or panel.sides[0].series == panel.sides[place].series:
        return ""
    log, other_log = logs[place], logs[place if tip is None else tip] - logs[base]
    if log * other_log >= 0 and abs(logs[base]) <= abs(log):
        return ""
    four = {side: logs[side] for side in (0, place, base, tip) if side is not None}
    furthest = max(four, key=lambda side: abs(four[side] - median([*four.values()])))
    return panel.sides[furthest].label


def _twin_of(panel: Panel, place: int, known: Collection[int]) -> int | None:
    """The one side of the other product of the same series; None where there are several."""
    side = panel.sides[place]
    wanted = TWINS.get(side.product), side.series
    found = [at for at in known if (panel.sides[at].product, panel.sides[at].series) == wanted]
    return found[0] if len(found) == 1 else None


def twin_finding(panels: Iterable[Panel]) -> Finding | None:
    """Where twins disagree and who stands alone; None where they do nowhere."""
    found = {
        (label, entry.threads)
        for panel in panels
        for place, verdict in enumerate(panel.verdicts, 1)
        for entry in verdict.headline
        if finding_at(entry) == "signed" and (label := _alone(panel, place, entry))
    }
    if not found:
        return None
    places = threads_of(sorted({threads for _, threads in found}))
    names = sorted({label for label, _ in found})
    stand = "stands" if len(names) == 1 else "stand"
    return Finding(
        text=f"MySQL and Percona Server disagree at {places}, where {listed(names)} {stand} alone:"
        " nothing is said of their releases there."
    )


def _panel_findings(panel: Panel) -> Iterator[Finding]:
    """What a panel shows: who is fastest or what stands, and what is undecided."""
    besides = besides_of(panel)
    groups: dict[Way, list[Beside]] = {}
    for beside in _strongest(besides):
        groups.setdefault(beside.way, []).append(beside)
    led = _leading_baseline(besides)
    found = [led] if led else []
    for way, group in groups.items():
        if way == "turning" or way == "ahead" or (way == "behind" and not led):
            found.append(_group_finding(way, group))
    undecided = groups.get("open", [])
    # What is undecided is always said where it holds of most.
    is_most = len(undecided) * 2 > len(besides)
    yield from found[: MOST_FINDINGS - is_most]
    if equal := groups.get("equal"):
        are = "are" if len(equal) > 1 else "is"
        text = f"{_names_of(equal)} {are} equivalent to {equal[0].baseline}."
        yield _finding(text, equal)
    if undecided:
        yield _undecided_finding(undecided, len(besides))


def _group_finding(way: Way, group: Sequence[Beside]) -> Finding:
    """The strongest with its numbers, and in a second sentence who else does so."""
    first, *others = group
    text = f"{first.side.label} {first.clauses(intervals=not others)}."
    if others and way == "turning":
        text += f" The order turns for {_names_of(others)} as well."
    elif others:
        size = span_of([entry for beside in others for entry in beside.decided])
        text += f" {_names_of(others)} likewise: {size}."
    return _finding(text, group, advice=ADVICE["turning"] if way == "turning" else "")


def _leading_baseline(besides: Sequence[Beside]) -> Finding | None:
    """That the baseline is the fastest where every other stands behind it, if anywhere."""
    if len(besides) < 2:
        return None
    behind = [{entry.threads for entry in beside.signed(_WORSE)} for beside in besides]
    led = sorted(set.intersection(*behind))
    if not led:
        return None
    entries = [entry for beside in besides for entry in beside.decided if entry.threads in led]
    panel = besides[0].panel
    what = f"is the fastest of {len(panel.sides)} servers at {threads_of(led)}"
    if measure_of(panel.metric) == "instructions":
        what = f"executes the fewest instructions of {len(panel.sides)} servers"
    text = f"{besides[0].baseline} {what}; the others: {span_of(entries)}."
    return _finding(text, besides, only=led)


def _finding(
    text: str, group: Sequence[Beside], *, advice: str = "", only: Sequence[int] = ()
) -> Finding:
    """A finding on the contrasts of some candidates; `only` at some thread counts."""
    return Finding(
        text=text,
        cause=_cause_of([beside for beside in group if beside.decided]),
        advice=advice,
        contrasts=[
            FindingContrast(panel=beside.panel.id, candidate=beside.side.id, threads=entry.threads)
            for beside in group
            for entry in beside.decided
            if not only or entry.threads in only
        ],
    )


def _cause_of(group: Sequence[Beside]) -> str:
    """What set the pace of all that stands, or what else differs between the sides."""
    paces = {
        cell.bottleneck
        for beside in group
        for row in beside.panel.rows
        if row.threads in {entry.threads for entry in beside.decided}
        if (cell := row.cells[beside.place])
    }
    if len(paces) == 1 and (pace := paces.pop()) in PACE:
        return PACE[pace]
    if not group:
        return ""
    first = group[0]
    compared = first.panel.comparability.candidates[first.place - 1 : first.place]
    warned = [label for candidate in compared for label in candidate.warnings]
    return also_differs(warned)


def peak_findings(panels: Iterable[Panel]) -> list[Finding]:
    """What panels of a single server show: where its throughput peaks, and how far it falls."""
    found = []
    for panel in panels:
        cells = [
            (row.threads, cell.centre)
            for row in panel.rows
            if (cell := row.cells[0]) and cell.stands
        ]
        centres = [(centre, threads) for threads, centre in cells if centre]
        if panel.metric.direction != "higher" or len(centres) < LEAST_SWEEP:
            continue
        peak, at = max(centres)
        last, end = centres[-1]
        value = f"{peak:,.0f} {panel.metric.label.lower()} with {threads_of([at])}"
        left = f"; with {end} it has {percent(last / peak)} of that left"
        falls = left if last < FALLEN * peak else ""
        text = f"{panel.title}: {panel.sides[0].label} peaks at {value}{falls}."
        found.append(Finding(text=text))
    return found[:MOST_FINDINGS]


def _undecided_finding(group: Sequence[Beside], count: int) -> Finding:
    """What cannot be told of whom, each with its own reason: nothing clear was seen, the runs lie
    too far apart, the sides are not comparable, or what else a verdict says.
    """
    advice = _advice_of(group)
    if len(group) == count == 1:
        return _finding(group[0].verdict.sentence, group, advice=advice)
    found: dict[str, list[Beside]] = {}
    for each in group:
        found.setdefault(each.verdict.direction, []).append(each)
    clear, noisy, apart = (found.pop(direction, []) for direction in _OPEN)
    baseline = group[0].baseline
    if found and len(group) == count and not apart:
        return _open_finding(group)
    texts = []
    if clear:
        text = f"No clear difference from {baseline} for {_names_of(clear)}"
        texts.append(f"{text}; too noisy to tell for {_names_of(noisy)}" if noisy else text)
    elif noisy:
        texts.append(f"Too noisy to tell {_names_of(noisy)} from {baseline}")
    for alike in _by_reason(apart):
        are = "are" if len({each.side.label for each in alike}) > 1 else "is"
        text = f"{_names_of(alike)} {are} not comparable with {baseline}"
        texts.append(f"{text}{_reason_of(alike)}")
    texts += [
        f"Undecided for {_names_of(alike)}{_reason_of(alike)}"
        for alike in _by_reason([each for others in found.values() for each in others])
    ]
    return _finding(f"{'. '.join(texts)}.", group, advice=advice)


_OPEN = ("no-clear-difference", "too-noisy", "not-comparable")
"""Directions that say by themselves why nothing is decided."""
MOST_REASONS = 2
"""Reasons that are told apart."""


def _by_reason(group: Sequence[Beside]) -> list[list[Beside]]:
    """Those with the same reason together, the most first; all together where reasons are many."""
    found: dict[str, list[Beside]] = {}
    for each in group:
        found.setdefault(each.verdict.reason, []).append(each)
    if len(found) > MOST_REASONS:
        return [[*group]]
    return sorted(found.values(), key=len, reverse=True)


def _open_finding(besides: Sequence[Beside], places: str = "") -> Finding:
    """What figures show of which nothing can be told, of the newest candidates; and why not.

    Held figures show nothing.
    """
    seen: list[FindingContrast] = []
    parts: list[str] = []
    left = list(besides)
    while left and len(parts) < MOST_QUOTED:
        focus = _focus_of(left)
        left = [beside for beside in left if beside.side.label != focus[0].side.label]
        shown = [
            (beside, entry)
            for beside in focus
            for entry in beside.verdict.headline
            if finding_at(entry) not in ("held", "unsettled")
        ]
        if shown:
            against = "" if parts else f" against {focus[0].baseline}"
            numbers = span_of(entry for _, entry in shown)
            parts.append(f"{focus[0].side.label}{against}: {numbers}.")
            seen += [
                FindingContrast(panel=b.panel.id, candidate=b.side.id, threads=entry.threads)
                for b, entry in shown
            ]
    if len(reasons := _by_reason(besides)) > 1:
        parts += [f"Undecided for {_names_of(own)}{places}{_reason_of(own)}." for own in reasons]
    else:
        parts.append(f"{'No verdict' if parts else 'Undecided'}{places}{_reason_of(besides)}.")
    finding = _finding(" ".join(parts), besides, advice=_advice_of(besides))
    return replace(finding, contrasts=seen)


def _names_of(group: Iterable[Beside]) -> str:
    return listed(list(dict.fromkeys(beside.side.label for beside in group)))


def _reason_of(group: Sequence[Beside]) -> str:
    """The reason of all, behind a colon, or of most; empty where there is none."""
    ((reason, count),) = Counter(beside.verdict.reason for beside in group).most_common(1)
    if not reason or count * 2 <= len(group):
        return ""
    return f": {reason}" if count == len(group) else f"; for most: {reason}"


def _advice_of(group: Sequence[Beside]) -> str:
    """To measure again, where single or published figures are all there is."""
    is_single = all(beside.verdict.direction == "cannot-tell" for beside in group)
    return ADVICE["open"] if is_single else ""


def _findings_of_many(panels: Sequence[Panel], noun: str) -> Iterator[Finding]:
    """What many workloads show of one baseline: where anything shows, the newest, the largest."""
    besides = [beside for panel in panels for beside in besides_of(panel)]
    signed = [beside for beside in besides if beside.decided]
    if not signed:
        yield _open_finding(besides, f" in {share_text(len(panels), len(panels), noun)}")
        return
    showing = list(dict.fromkeys(beside.panel.title for beside in signed))
    if len(showing) <= MOST_SHOWING:
        none = f"None of the other {len(panels) - len(showing)} {noun}s shows a clear difference."
        for place, beside in enumerate(_strongest(signed)):
            finding = _group_finding(beside.way, [beside])
            behind = f" {none}" if not place else ""
            yield replace(finding, text=f"{beside.panel.title}: {finding.text}{behind}")
        return
    focus = _focus_of(besides)
    ways = [
        _with_exceptions(way, [beside for beside in focus if beside.decided], panels, noun)
        for way in _ways_of(focus, noun)
    ]
    yield from ways
    yield from _turning_findings(besides, len(panels), noun)
    said = {each.side.label for each in focus}
    largest = _strongest(signed)[0]
    if largest.side.label not in said or not ways:
        found = f"{largest.panel.title}: {largest.side.label} {largest.clauses()}"
        text = f"The largest difference is in {found}."
        yield _finding(text, [largest])
    shown = {beside.side.label for beside in signed}
    if silent := [beside for beside in besides if beside.side.label not in shown]:
        yield _undecided_finding(silent, len(besides))


def _turning_findings(besides: Iterable[Beside], count: int, noun: str) -> Iterator[Finding]:
    """In how many workloads the order turns with the load, and where it does so the most."""
    turning = _strongest(beside for beside in besides if beside.way == "turning")
    if turning:
        first = turning[0]
        share = share_text(len({beside.panel.id for beside in turning}), count, noun)
        example = f"in {first.panel.title} {first.side.label} {first.clauses()}"
        text = f"The order turns with the load in {share}; {example}."
        yield _finding(text, turning, advice=ADVICE["turning"])


def _strongest(besides: Iterable[Beside]) -> list[Beside]:
    return sorted(besides, key=lambda beside: -beside.strength)


def _focus_of(besides: Sequence[Beside]) -> list[Beside]:
    """The newest candidate of the baseline's product that anything stands of; else of all."""
    by_label: dict[str, list[Beside]] = {}
    for beside in besides:
        by_label.setdefault(beside.side.label, []).append(beside)

    def rank(group: Sequence[Beside]) -> tuple[object, ...]:
        first = group[0]
        return (
            any(beside.decided for beside in group),
            first.side.product == first.panel.sides[0].product,
            version_key(first.side.version),
            sum(bool(beside.decided) for beside in group),
        )

    newest = max(by_label.values(), key=rank)
    # Where bundles have different baselines, it is said of the most frequent one.
    baseline = Counter(beside.baseline for beside in newest).most_common(1)[0][0]
    return [beside for beside in newest if beside.baseline == baseline]


def _ways_of(focus: Sequence[Beside], noun: str) -> Iterator[Finding]:
    """In how many workloads a candidate is behind and ahead of the baseline, and by how much."""
    parts: list[str] = []
    turning = " at some thread counts" if any(beside.way == "turning" for beside in focus) else ""
    for directions in sorted(
        (_WORSE, _BETTER), key=lambda d: -sum(bool(each.signed(d)) for each in focus)
    ):
        found = [(beside, entry) for beside in focus for entry in beside.signed(directions)]
        if not found:
            continue
        first, entry = found[0]
        counted = "-counted" if entry.direction in ("fewer", "more") else ""
        text = f"{WORDS[f'verb{counted}']} {DIRECTIONS[entry.direction].lower()}"
        text = f"It {text}" if parts else f"{first.side.label} {text} than {first.baseline}"
        panels = len({id(beside) for beside, _ in found})
        text += f" in {share_text(panels, len(focus), noun)}{turning}"
        text += f": {span_of(entry for _, entry in found)}"
        if panels > 1:
            most, _ = max(found, key=lambda pair: abs(math.log(pair[1].ratio)))
            text += f", most in {most.panel.title}"
        parts.append(text)
    if parts:
        shown = _strongest(beside for beside in focus if beside.decided)
        yield _finding(f"{'. '.join(parts)}.", shown)
