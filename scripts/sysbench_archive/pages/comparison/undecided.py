"""What of a page is undecided, and why: nothing clear was seen, or nothing can be told.

A reason is told of what it is the reason of: of all, or with their number.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence

from msgspec.structs import replace

from sysbench_archive.model.comparison import Finding, Panel
from sysbench_archive.pages.comparison.besides import (
    Beside,
    besides_of,
    contrasts_on,
    finding_on,
    focus_of,
    names_of,
)
from sysbench_archive.verdicts.sentences import finding_at, span_of
from sysbench_archive.words.phrases import listed

MOST_QUOTED = 2
"""Candidates whose figures are quoted where nothing can be told."""
MOST_REASONS = 2
"""Reasons that are told apart."""
_AGAIN = "Measure again, with several runs a side, where this decides something."
_OPEN = ("no-clear-difference", "too-noisy", "not-comparable")
"""Directions that say by themselves why nothing is decided."""


def undecided_finding(group: Sequence[Beside], count: int) -> Finding:
    """What cannot be told of whom, each with its own reason: nothing clear was seen, the runs lie
    too far apart, the sides are not comparable, or what else a verdict says.
    """
    advice = _advice_of(group)
    if len(group) == count == 1:
        return finding_on(group[0].verdict.sentence, group, advice=advice)
    found: dict[str, list[Beside]] = {}
    for each in group:
        found.setdefault(each.verdict.direction, []).append(each)
    clear, noisy, apart = (found.pop(direction, []) for direction in _OPEN)
    baseline = group[0].baseline
    if found and len(group) == count and not apart:
        return open_finding(group)
    texts = []
    if clear:
        text = f"No clear difference from {baseline} for {_names_in(clear, group)}"
        noisy_text = f"; too noisy to tell for {_names_in(noisy, group)}" if noisy else ""
        texts.append(f"{text}{noisy_text}")
    elif noisy:
        texts.append(f"Too noisy to tell {_names_in(noisy, group)} from {baseline}")
    for alike in _by_reason(apart):
        are = "are" if len({each.side.label for each in alike}) > 1 else "is"
        text = f"{_names_in(alike, group)} {are} not comparable with {baseline}"
        texts.append(f"{text}{_reason_of(alike)}")
    texts += [
        f"Undecided for {_names_in(alike, group)}{_reason_of(alike)}"
        for alike in _by_reason([each for others in found.values() for each in others])
    ]
    return finding_on(f"{'. '.join(texts)}.", group, advice=advice)


def _names_in(some: Sequence[Beside], group: Iterable[Beside]) -> str:
    """Candidates in a row; with their number one that is more often in the group: those first."""
    counts, whole = (Counter(each.name for each in part) for part in (some, group))
    names = sorted(counts, key=lambda name: counts[name] == whole[name])
    return listed(
        [
            name if counts[name] == whole[name] else f"{name} ({counts[name]} of {whole[name]})"
            for name in names
        ]
    )


def open_finding(besides: Sequence[Beside], places: str = "") -> Finding:
    """That nothing can be told, and mostly why; what figures show of the newest candidates.

    Held figures show nothing. `places` are the workloads that it holds of; empty where of all.
    """
    shown = []
    parts: list[str] = []
    left = list(besides)
    while left and len(parts) < MOST_QUOTED:
        focus = focus_of(left)
        left = [beside for beside in left if beside.side.label != focus[0].side.label]
        figures = [
            (beside, entry)
            for beside in focus
            for entry in beside.verdict.headline
            if finding_at(entry) not in ("held", "unsettled")
        ]
        if figures:
            against = "" if parts else f" against {focus[0].baseline}"
            numbers = span_of(entry for _, entry in figures)
            parts.append(f"{focus[0].name}{against}: {numbers}.")
            shown += figures
    reasons = _by_reason(besides)
    if len({beside.panel.id for beside in besides}) > 1:
        reason, *others = _counted_reasons(besides)
        parts = [f"Nothing can be told{places}{reason}.", *parts, *others]
    elif len(reasons) > 1:
        parts += [f"Undecided for {names_of(own)}{_reason_of(own)}." for own in reasons]
    else:
        parts = [f"Nothing can be told{places}{_reason_of(besides)}.", *parts]
    finding = finding_on(" ".join(parts), besides, advice=_advice_of(besides))
    return replace(finding, contrasts=contrasts_on(shown))


def _counted_reasons(besides: Sequence[Beside]) -> Iterator[str]:
    """The reason of most, behind a colon, else empty; then the most frequent others, each with the
    number of comparisons that it is the reason of.
    """
    found = Counter(why for beside in besides if (why := _why(beside))).most_common(MOST_REASONS)
    first = [reason for reason, count in found if count * 2 > len(besides)]
    yield "".join(f": {reason}" for reason in first)
    for reason, count in found[len(first) :]:
        yield f"{reason[:1].upper()}{reason[1:]} ({count} of {len(besides)} comparisons)."


def _why(beside: Beside) -> str:
    """Why nothing can be told of a candidate; empty where that is said elsewhere."""
    return "too noisy" if beside.verdict.direction == "too-noisy" else beside.verdict.reason


def others_text(others: Collection[Panel], noun: str) -> str:
    """That other workloads show no clear difference, or that they cannot tell, and mostly why."""
    found = {panel.id: [b for b in besides_of(panel) if not b.is_clear] for panel in others}
    silent = [besides for besides in found.values() if besides]
    if not silent:
        return f"None of the other {len(others)} {noun}s shows a clear difference."
    clear = len(others) - len(silent)
    text = f"The other {len(others)} {noun}s cannot tell"
    if clear:
        shows = "shows" if clear == 1 else "show"
        text = (
            f"Of the other {len(others)} {noun}s {clear} {shows} no clear difference, and"
            f" {len(silent)} cannot tell"
        )
    reasons = Counter(why for besides in silent for beside in besides if (why := _why(beside)))
    if not reasons:
        return f"{text}."
    ((reason, count),) = reasons.most_common(1)
    every = sum(map(len, silent))
    where = "" if count == every else f"; in {count} of {every} comparisons"
    return f"{text}{where}: {reason}."


def _by_reason(group: Sequence[Beside]) -> list[list[Beside]]:
    """Those with the same reason together, the most first; all together where reasons are many."""
    found: dict[str, list[Beside]] = {}
    for each in group:
        found.setdefault(each.verdict.reason, []).append(each)
    if len(found) > MOST_REASONS:
        return [[*group]]
    return sorted(found.values(), key=len, reverse=True)


def _reason_of(group: Sequence[Beside]) -> str:
    """The reason of all, behind a colon, or of most with their number; else empty."""
    ((reason, count),) = Counter(beside.verdict.reason for beside in group).most_common(1)
    if not reason or count * 2 <= len(group):
        return ""
    where = "" if count == len(group) else f", in {count} of {len(group)}"
    return f"{where}: {reason}"


def _advice_of(group: Iterable[Beside]) -> str:
    """To measure again, where single or published figures are all there is."""
    is_single = all(beside.verdict.direction == "cannot-tell" for beside in group)
    return _AGAIN if is_single else ""
