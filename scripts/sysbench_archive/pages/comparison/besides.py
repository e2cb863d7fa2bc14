"""Candidates beside the baseline of a panel, and what findings may say of them.

Two kinds of contrasts that have a sign are set aside, and said in another way: those that a twin of
the release does not bear out, and those of two releases that are too large to be believed once.
"""

from __future__ import annotations

import math
import re
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
    Side,
    VerdictRecord,
)
from sysbench_archive.pages.comparison.panels import measure_of
from sysbench_archive.statistics import median
from sysbench_archive.verdicts.sentences import finding_at, signed_clauses, span_of
from sysbench_archive.words.phrases import joined, listed, threads_of

FAR = 2.5
"""Ratio of two releases, or its inverse, beyond which one campaign alone is not believed."""
PACE: dict[Bottleneck, str] = {
    "throttled": "A limit on processor time set the pace of these runs.",
    "client": "The client set the pace of these runs.",
    "disk": "The disk set the pace of these runs.",
    "network": "The network set the pace of these runs.",
    "lock": "Waiting for locks set the pace of these runs.",
}
"""What telemetry shows of runs, where it may explain a difference."""
MATURITIES = {
    "alpha": "an alpha",
    "beta": "a beta",
    "rc": "a release candidate",
    "milestone": "a milestone",
    "early": "an early release",
}
"""What a server is that is no general release."""
_ALONE = "No other campaign has found so large a difference."
_DOUBLE = re.compile(r",(?=[,.;:])")
Way = Literal["ahead", "behind", "turning", "aside", "equal", "open"]
"""What stands of a candidate: better wherever anything stands, worse, both, only what is set aside,
alike, or nothing.
"""
BETTER, WORSE = ("faster", "fewer"), ("slower", "more")
"""Directions of a candidate that is ahead of the baseline, and of one that is behind."""


def tidied(text: str) -> str:
    """A sentence without the commas behind a server that another mark follows."""
    return _DOUBLE.sub("", text)


def named(side: Side) -> str:
    """A server as sentences name it: one that is no general release with what it is."""
    return f"{side.label}, {MATURITIES[side.maturity]}," if side.maturity else side.label


@dataclass(frozen=True, slots=True)
class Beside:
    """A candidate beside the baseline of a panel.

    The headline of `verdict` has only what sentences may speak of; `far` are contrasts that are set
    aside as too large, and with `is_disputed` there are others that a twin does not bear out.
    """

    panel: Panel
    place: int
    verdict: VerdictRecord
    far: tuple[ContrastRecord, ...] = ()
    is_disputed: bool = False

    @property
    def side(self) -> Side:
        """The candidate."""
        return self.panel.sides[self.place]

    @property
    def name(self) -> str:
        """Its name."""
        return named(self.side)

    @property
    def baseline(self) -> str:
        """Name of the baseline."""
        return named(self.panel.sides[0])

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
    def places(self) -> tuple[int, ...]:
        """Thread counts at which anything stands of it."""
        return tuple(entry.threads for entry in self.decided)

    @property
    def way(self) -> Way:
        """What stands of it."""
        better, worse = self.signed(BETTER), self.signed(WORSE)
        if better and worse:
            return "turning"
        if better or worse:
            return "ahead" if better else "behind"
        if self.far or self.is_disputed:
            return "aside"
        headline = self.verdict.headline
        is_alike = bool(headline) and all(entry.direction == "equivalent" for entry in headline)
        return "equal" if is_alike else "open"

    @property
    def is_clear(self) -> bool:
        """Whether it is like the baseline, or shows no clear difference, wherever both ran."""
        likes = ("equivalent", "no-clear-difference")
        return self.way != "aside" and self.verdict.direction in likes

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


def besides_of(panel: Panel) -> list[Beside]:
    """The candidates of a panel beside its baseline; where any is a general release only those."""
    is_general = any(not side.maturity for side in panel.sides[1:])
    return [
        _beside(panel, place, verdict)
        for place, verdict in enumerate(panel.verdicts, 1)
        if not (is_general and panel.sides[place].maturity)
    ]


def _beside(panel: Panel, place: int, verdict: VerdictRecord) -> Beside:
    signed = [entry for entry in verdict.headline if finding_at(entry) == "signed"]
    disputed = [entry for entry in signed if _disputants(panel, place, entry)]
    far = [e for e in signed if e not in disputed and _is_far(panel, place, e)]
    kept = [entry for entry in verdict.headline if entry not in disputed and entry not in far]
    left = replace(verdict, headline=kept)
    return Beside(panel, place, left, far=tuple(far), is_disputed=bool(disputed))


def _is_far(panel: Panel, place: int, entry: ContrastRecord) -> bool:
    """Whether two releases are further apart than one campaign is believed, and no other has it."""
    if panel.sides[0].version == panel.sides[place].version:
        return False
    is_found = any(other.agrees for other in entry.campaigns or ())
    is_repeated = is_found or panel.verdicts[place - 1].status == "measured"
    return not is_repeated and abs(math.log(entry.ratio)) > math.log(FAR)


def far_findings(besides: Iterable[Beside], places: str = "") -> Iterator[Finding]:
    """That releases are too far apart to be believed once; `places` are where, else the threads.

    It says how far, and no direction.
    """
    far = [(beside, entry) for beside in besides for entry in beside.far]
    if not far:
        return
    baseline = Counter(beside.baseline for beside, _ in far).most_common(1)[0][0]
    shown = [(beside, entry) for beside, entry in far if beside.baseline == baseline]
    ends = [[e for _, e in shown if (e.ratio < 1) == is_below] for is_below in (True, False)]
    sizes = joined([span_of(entries) for entries in ends if entries])
    if measure_of(shown[0][0].panel.metric) == "instructions":
        sizes = f"{sizes} instructions"
    places = places or f"at {threads_of(sorted({entry.threads for _, entry in shown}))}"
    names = names_of(beside for beside, _ in shown)
    yield Finding(
        text=tidied(f"{names} against {baseline}: {sizes} {places}. {_ALONE}"),
        contrasts=contrasts_on(shown),
    )


def _disputants(panel: Panel, place: int, entry: ContrastRecord) -> tuple[str, ...]:
    """The server that stands alone where MySQL and Percona Server of the two series disagree, or
    are further apart at the baseline than the contrast is from 1. Both where the baseline has no
    twin, and that of the candidate has the opposite sign; none where nothing is disputed.
    """
    logs = {0: 0.0} | {
        other: math.log(beside.ratio)
        for other, verdict in enumerate(panel.verdicts, 1)
        for beside in verdict.headline
        if beside.threads == entry.threads and finding_at(beside) not in ("held", "unsettled")
    }
    sides = panel.sides
    base, tip = (_twin_of(panel, side, logs) for side in (0, place))
    if place not in logs or sides[0].series == sides[place].series:
        return ()
    log = logs[place]
    if base is None:
        is_opposite = tip is not None and log * logs[tip] < 0
        return tuple(sorted(named(sides[at]) for at in (place, tip or 0))) if is_opposite else ()
    other_log = logs[place if tip is None else tip] - logs[base]
    if log * other_log >= 0 and abs(logs[base]) <= abs(log):
        return ()
    four = {side: logs[side] for side in (0, place, base, tip) if side is not None}
    furthest = max(four, key=lambda side: abs(four[side] - median([*four.values()])))
    return (named(sides[furthest]),)


def _twin_of(panel: Panel, place: int, known: Collection[int]) -> int | None:
    """The side of the other product of the same series, of several the one of the same base; None
    where there is not one.
    """
    side = panel.sides[place]
    wanted = TWINS.get(side.product), side.series
    found = [at for at in known if (panel.sides[at].product, panel.sides[at].series) == wanted]
    if len(found) > 1:
        found = [at for at in found if _base_of(panel.sides[at]) == _base_of(side)]
    return found[0] if len(found) == 1 else None


def _base_of(side: Side) -> str:
    """The version of MySQL that a version has or is made of: 8.0.45 of 8.0.45-36."""
    return side.version.partition("-")[0]


def twin_finding(panels: Iterable[Panel]) -> Finding | None:
    """Where twins disagree, and who stands alone if that can be told; None where none do."""
    found = {
        (names, entry.threads)
        for panel in panels
        for place, verdict in enumerate(panel.verdicts, 1)
        for entry in verdict.headline
        if finding_at(entry) == "signed" and (names := _disputants(panel, place, entry))
    }
    texts = []
    if alone := sorted({names[0] for names, _ in found if len(names) == 1}):
        places = threads_of(sorted({threads for names, threads in found if len(names) == 1}))
        stand = "stands" if len(alone) == 1 else "stand"
        texts.append(
            f"MySQL and Percona Server disagree at {places}, where {listed(alone)} {stand} alone:"
            " nothing is said of their releases there."
        )
    pairs = [
        (joined(pair), threads_of(sorted({threads for names, threads in found if names == pair})))
        for pair in sorted({names for names, _ in found if len(names) == 2})
    ]
    if pairs:
        disagree = "; ".join(f"{both} disagree at {places}" for both, places in pairs)
        release = "release" if len(pairs) == 1 else "releases"
        texts.append(f"{disagree}: nothing is said of their {release} there.")
    return Finding(text=tidied(" ".join(texts))) if texts else None


def strongest(besides: Iterable[Beside]) -> list[Beside]:
    """Those of which most stands first."""
    return sorted(besides, key=lambda beside: -beside.strength)


def focus_of(besides: Sequence[Beside]) -> list[Beside]:
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


def names_of(group: Iterable[Beside]) -> str:
    """Candidates in a row."""
    return listed(list(dict.fromkeys(beside.name for beside in group)))


def also_differs(labels: Iterable[str]) -> str:
    """What else differs between two sides, by its labels; empty where nothing is known of."""
    inside = listed([label_inside_sentence(label) for label in labels])
    return f"Not only the servers differ: {inside}." if inside else ""


def finding_on(
    text: str, group: Sequence[Beside], *, advice: str = "", only: Sequence[int] = ()
) -> Finding:
    """A finding on the contrasts of some candidates; `only` at some thread counts."""
    return Finding(
        text=text,
        cause=_cause_of([beside for beside in group if beside.decided]),
        advice=advice,
        contrasts=contrasts_on(
            (beside, entry)
            for beside in group
            for entry in beside.decided
            if not only or entry.threads in only
        ),
    )


def contrasts_on(group: Iterable[tuple[Beside, ContrastRecord]]) -> list[FindingContrast]:
    """Contrasts as a finding names them."""
    return [
        FindingContrast(panel=beside.panel.id, candidate=beside.side.id, threads=entry.threads)
        for beside, entry in group
    ]


def _cause_of(group: Sequence[Beside]) -> str:
    """What set the pace of all that stands, or what else differs between the sides."""
    paces = {
        cell.bottleneck
        for beside in group
        for row in beside.panel.rows
        if row.threads in beside.places
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
