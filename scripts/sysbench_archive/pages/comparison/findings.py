"""What a page of comparisons says first: up to three findings, computed from its contrasts.

A direction is only said where a contrast has it. Of several candidates one is quoted with its
numbers, and what is said of the others holds of each. What is said of some panels names those that
do not show it, with what they show instead.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Iterator, Sequence

from msgspec.structs import replace

from sysbench_archive.model.comparison import (
    Finding,
    Panel,
    SharedStatus,
    weakest_status,
)
from sysbench_archive.pages.comparison.besides import (
    BETTER,
    WORSE,
    Beside,
    Way,
    besides_of,
    contrasts_on,
    far_findings,
    finding_on,
    focus_of,
    named,
    names_of,
    strongest,
    tidied,
    twin_finding,
)
from sysbench_archive.pages.comparison.panels import measure_of, titles_apart
from sysbench_archive.pages.comparison.undecided import (
    open_finding,
    others_text,
    undecided_finding,
)
from sysbench_archive.verdicts.sentences import span_of
from sysbench_archive.words.numbers import percent
from sysbench_archive.words.phrases import DIRECTIONS, WORDS, joined, listed, threads_of

MOST_FINDINGS = 3
"""Findings that a page opens with."""
MOST_PANELS_ONE_BY_ONE = 3
"""Panels that are each given a finding of their own."""
MOST_SHOWING = 2
"""Panels that are named where no other shows a difference."""
LEAST_SWEEP = 5
"""Thread counts from which a peak is told."""
FALLEN = 0.9
"""Throughput has fallen that lies below this share of the peak."""
MOST_PLACES = 2
"""Groups of candidates by their thread counts that are told apart."""
_TURNING = "Decide by the number of clients you expect."


def share_text(some: int, count: int, noun: str) -> str:
    """So many of some workloads, or of what else `noun` names."""
    if some < count:
        return f"{some} of {count} {noun}s"
    return f"both {noun}s" if count == 2 else f"all {count} {noun}s"


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
    return [
        replace(finding, text=tidied(finding.text), status=status)
        for finding in _said_once(found[:MOST_FINDINGS])
    ]


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
                titled = replace(finding, text=f"{panel.title}: {finding.text}")
                said = {contrast.candidate for contrast in finding.contrasts if is_shown}
                group = [beside for beside in besides_of(panel) if beside.side.id in said]
                yield _with_exceptions(titled, strongest(group)[:1], panels, noun)


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
    labels = {beside.name for beside in found}
    shown = [(beside, entry) for beside in found for entry in beside.settled]
    numbers = span_of(entry for _, entry in shown)
    if labels == {said[0].name}:
        where = "Not" if all(beside.is_clear for beside in found) else "Undecided"
        text = f"{where} in {names}: {numbers}."
    else:
        text = f"In {names} {listed(sorted(labels))}: {numbers}."
    contrasts = [*finding.contrasts, *contrasts_on(shown)]
    return replace(finding, text=f"{finding.text} {text}", contrasts=contrasts)


def _exceptions(said: Sequence[Beside], panels: Iterable[Panel]) -> list[Beside]:
    """The candidate in panels of the same baseline in which nothing of it stands; where it did not
    run, others of its product of which nothing does.
    """
    first, shown = said[0], {beside.panel.id for beside in said}
    found = []
    for panel in panels:
        if panel.id in shown or named(panel.sides[0]) != first.baseline:
            continue
        besides = [b for b in besides_of(panel) if b.side.product == first.side.product]
        own = [b for b in besides if b.side.label == first.side.label] or besides
        if not any(beside.decided or beside.way == "aside" for beside in own):
            found += [beside for beside in own if beside.settled]
    return found


def _panel_findings(panel: Panel) -> Iterator[Finding]:
    """What a panel shows: who is fastest or what stands, and what is undecided."""
    besides = besides_of(panel)
    groups: dict[Way, list[Beside]] = {}
    for beside in strongest(besides):
        groups.setdefault(beside.way, []).append(beside)
    led = _leading_baseline(besides)
    found = [led] if led else []
    for way, group in groups.items():
        if way == "turning" or way == "ahead" or (way == "behind" and not led):
            found.append(_group_finding(way, group))
    undecided = groups.get("open", [])
    far = list(far_findings(besides))
    # What is undecided is always said where it holds of most.
    is_most = len(undecided) * 2 > len(besides)
    yield from found[: MOST_FINDINGS - is_most - len(far)]
    yield from far
    if equal := groups.get("equal"):
        are = "are" if len(equal) > 1 else "is"
        text = f"{names_of(equal)} {are} equivalent to {equal[0].baseline}."
        yield finding_on(text, equal)
    if undecided:
        yield undecided_finding(undecided, len(besides))


def _group_finding(way: Way, group: Sequence[Beside]) -> Finding:
    """The strongest with its numbers, and in a second sentence who else does so."""
    first, *others = group
    text = f"{first.name} {first.clauses(intervals=not others)}."
    if others and way == "turning":
        text += f" The order turns for {names_of(others)} as well."
    elif others:
        text += _others_by_places(first, others)
    return finding_on(text, group, advice=_TURNING if way == "turning" else "")


def _others_by_places(first: Beside, others: Iterable[Beside]) -> str:
    """Others that are ahead or behind as the first is: `likewise` at the same thread counts, else
    with their own.
    """
    found: dict[tuple[int, ...], list[Beside]] = {}
    for beside in others:
        found.setdefault(beside.places, []).append(beside)
    alike = found.pop(first.places, [])
    texts = [f"{names_of(alike)} likewise: {_size_of(alike)}."] if alike else []
    apart = sorted(found.items(), key=lambda pair: -len(pair[1]))
    told = len(apart) if len(apart) <= MOST_PLACES else MOST_PLACES - 1
    texts += [
        f"{names_of(group)} at {threads_of(places)}: {_size_of(group)}."
        for places, group in apart[:told]
    ]
    if rest := [beside for _, group in apart[told:] for beside in group]:
        counts = sorted({threads for beside in rest for threads in beside.places})
        texts.append(f"{names_of(rest)} at some of {threads_of(counts)}: {_size_of(rest)}.")
    return "".join(f" {text}" for text in texts)


def _size_of(group: Iterable[Beside]) -> str:
    return span_of(entry for beside in group for entry in beside.decided)


def _leading_baseline(besides: Sequence[Beside]) -> Finding | None:
    """That the baseline is the fastest where every other stands behind it, if anywhere."""
    if len(besides) < 2:
        return None
    behind = [{entry.threads for entry in beside.signed(WORSE)} for beside in besides]
    led = sorted(set.intersection(*behind))
    if not led:
        return None
    entries = [entry for beside in besides for entry in beside.decided if entry.threads in led]
    count = len(besides) + 1
    what = f"is the fastest of {count} servers at {threads_of(led)}"
    if measure_of(besides[0].panel.metric) == "instructions":
        what = f"executes the fewest instructions of {count} servers"
    text = f"{besides[0].baseline} {what}; the others: {span_of(entries)}."
    return finding_on(text, besides, only=led)


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
        text = f"{panel.title}: {named(panel.sides[0])} peaks at {value}{falls}."
        found.append(Finding(text=tidied(text)))
    return found[:MOST_FINDINGS]


def _findings_of_many(panels: Sequence[Panel], noun: str) -> Iterator[Finding]:
    """What many workloads show of one baseline: where anything shows, the newest, the largest."""
    besides = [beside for panel in panels for beside in besides_of(panel)]
    signed = [beside for beside in besides if beside.decided]
    far = list(far_findings(besides, _places_of([b for b in besides if b.far], panels, noun)))
    if not signed:
        yield from far
        if left := [beside for beside in besides if beside.way != "aside"]:
            is_all = len({beside.panel.id for beside in left}) == len(panels)
            places = "" if is_all else f" {_places_of(left, panels, noun)}"
            yield open_finding(left, " besides" if far else places)
        return
    showing = list(dict.fromkeys(beside.panel.title for beside in signed))
    if len(showing) <= MOST_SHOWING:
        others = others_text([panel for panel in panels if panel.title not in showing], noun)
        for place, beside in enumerate(strongest(signed)):
            finding = _group_finding(beside.way, [beside])
            behind = f" {others}" if not place else ""
            yield replace(finding, text=f"{beside.panel.title}: {finding.text}{behind}")
        yield from far
        return
    focus = focus_of(besides)
    ways = [
        _with_exceptions(way, [beside for beside in focus if beside.decided], panels, noun)
        for way in _ways_of(focus, noun)
    ]
    yield from ways
    yield from far
    yield from _turning_findings(besides, len(panels), noun)
    said = {each.side.label for each in focus}
    largest = strongest(signed)[0]
    if largest.side.label not in said or not ways:
        found = f"{largest.panel.title}: {largest.name} {largest.clauses()}"
        text = f"{'Apart from these, the' if far else 'The'} largest difference is in {found}."
        yield finding_on(text, [largest])
    shown = {beside.side.label for beside in signed}
    silent = [beside for beside in besides if beside.side.label not in shown]
    if silent := [beside for beside in silent if beside.way == "open"]:
        yield undecided_finding(silent, len(besides))


def _places_of(group: Iterable[Beside], panels: Sequence[Panel], noun: str) -> str:
    """In how many of some workloads candidates are; a few of these by their titles."""
    titles = {beside.panel.id: beside.panel.title for beside in group}
    if len(titles) <= MOST_SHOWING and len(titles) < len(panels):
        return f"in {joined([*titles.values()])}"
    return f"in {share_text(len(titles), len(panels), noun)}"


def _turning_findings(besides: Iterable[Beside], count: int, noun: str) -> Iterator[Finding]:
    """In how many workloads the order turns with the load, and where it does so the most."""
    turning = strongest(beside for beside in besides if beside.way == "turning")
    if turning:
        first = turning[0]
        share = share_text(len({beside.panel.id for beside in turning}), count, noun)
        example = f"{first.panel.title}: {first.name} {first.clauses()}"
        text = f"The order turns with the load in {share}. {example}."
        yield finding_on(text, turning, advice=_TURNING)


def _ways_of(focus: Sequence[Beside], noun: str) -> Iterator[Finding]:
    """In how many workloads a candidate is behind and ahead of the baseline, and by how much."""
    parts: list[str] = []
    turning = " at some thread counts" if any(beside.way == "turning" for beside in focus) else ""
    for directions in sorted(
        (WORSE, BETTER), key=lambda d: -sum(bool(each.signed(d)) for each in focus)
    ):
        found = [(beside, entry) for beside in focus for entry in beside.signed(directions)]
        if not found:
            continue
        first, entry = found[0]
        counted = "-counted" if entry.direction in ("fewer", "more") else ""
        text = f"{WORDS[f'verb{counted}']} {DIRECTIONS[entry.direction].lower()}"
        text = f"It {text}" if parts else f"{first.name} {text} than {first.baseline}"
        panels = len({id(beside) for beside, _ in found})
        text += f" in {share_text(panels, len(focus), noun)}{turning}"
        text += f": {span_of(entry for _, entry in found)}"
        if panels > 1:
            most, _ = max(found, key=lambda pair: abs(math.log(pair[1].ratio)))
            text += f", most in {most.panel.title}"
        parts.append(text)
    if parts:
        shown = strongest(beside for beside in focus if beside.decided)
        yield finding_on(f"{'. '.join(parts)}.", shown)
