"""Contrasts that several campaigns of one machine made, apart in time: what repeats, and how well.

A contrast is one of two general releases, each in a setup with all that is recorded of it and
weighs in such a workload. Only campaigns of an identified machine, with the data in a place that is
recorded, replicate one another. What may be that machine, as less is recorded of it, only speaks
against: so a fact less makes nothing measured.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import combinations
from statistics import fmean
from typing import Literal

from sysbench_archive.model.base import Number, Record
from sysbench_archive.model.counted import CountedRelease
from sysbench_archive.model.result import Replication
from sysbench_archive.statistics import Estimate, difference_of
from sysbench_archive.tables.cells import Cell
from sysbench_archive.tables.machines import (
    are_different,
    are_same,
    machine_of,
    rows_by_machine,
)
from sysbench_archive.verdicts.counted import NOISE_QUANTILE, counted_noise
from sysbench_archive.verdicts.judging import MARGIN_LOG
from sysbench_archive.verdicts.noise import REPEATS
from sysbench_archive.verdicts.policy import MAX_DF, student_quantile, whole_df

_DAY, _HOUR = 86_400, 3_600
PRIOR_DF = 2
"""Degrees of freedom with which campaigns of a machine are taken to differ by REPEATS."""


@dataclass(frozen=True, slots=True)
class Spread:
    """How far campaigns lie apart in the same contrasts, as logarithms of ratios.

    `found` is the root mean square of the differences of two; `deviation` is no less, and what few
    servers leave open besides. It is at most REPEATS where `found` is.
    """

    found: float
    df: int
    pairs: int

    @property
    def deviation(self) -> float:
        """What campaigns are taken to differ by."""
        squares = self.df * self.found**2 + PRIOR_DF * REPEATS**2
        return max(self.found, math.sqrt(squares / (self.df + PRIOR_DF)))


Machines = Literal["same", "alike", "unsure"]
"""Of two campaigns: certainly one machine; what is described alike, as two of a kind are; or what
may be one machine, though less is recorded of either.
"""


@dataclass(frozen=True, slots=True)
class CampaignPair:
    """A contrast in two campaigns, each as its two cells in the same order."""

    one: tuple[Cell, Cell]
    other: tuple[Cell, Cell]
    machines: Machines

    @property
    def keys(self) -> set[str]:
        """Of the machine, as it is recorded of each."""
        return {cells[0].machine for cells in self.both}

    @property
    def load(self) -> str:
        """The kind of load."""
        return self.one[0].load

    @property
    def both(self) -> tuple[tuple[Cell, Cell], tuple[Cell, Cell]]:
        """The cells of each."""
        return self.one, self.other

    @property
    def distance(self) -> float:
        """How far the two lie apart, as a logarithm."""
        return abs(_log_ratio(self.one) - _log_ratio(self.other))

    def agrees(self, found: float) -> bool:
        """Whether both say the same, where campaigns were found to differ by that, or REPEATS."""
        return not self.is_beyond(max(found, REPEATS)) and not self.is_opposite()

    def is_beyond(self, deviation: float) -> bool:
        """Whether they lie farther apart than both intervals together, where campaigns differ by
        that.
        """
        widths = [_half_width(cells, math.sqrt(0.5) * deviation) for cells in self.both]
        return self.distance > math.hypot(*widths)

    def is_opposite(self, deviation: float | None = None) -> bool:
        """Whether they have opposite signs, each beyond the margin; or beyond its own interval."""
        ends = [_log_ratio(cells) for cells in self.both]
        tau = math.sqrt(0.5) * deviation if deviation else None
        least = [MARGIN_LOG if tau is None else _half_width(c, tau) for c in self.both]
        return ends[0] * ends[1] < 0 and all(
            abs(end) > width for end, width in zip(ends, least, strict=True)
        )


class ReplicationScore(Record):
    """How often a contrast comes out the same in another campaign of the same machine."""

    pairs: int
    """Contrasts that two campaigns made, apart in time."""
    beyond: int
    """Those whose two ratios lie farther apart than both intervals together."""
    beyond_percent: Number
    """Their share of all."""
    opposite: int
    """Those with opposite directions, each beyond its interval."""
    bundles: int
    """Bundles they are of."""
    machines: int
    """Machines that are certainly different."""
    counted: int
    """Contrasts of instruction counts that two campaigns made, apart in time."""
    counted_beyond: int
    """Those farther apart than the noise of their counts, in which one in 25 may be."""
    counted_bundles: int
    """Bundles they are of."""


def campaign_pairs(cells: Iterable[Cell]) -> list[CampaignPair]:
    """Every contrast of two general releases that two campaigns made, apart in time, on one machine
    or on what may be one.
    """
    found: dict[tuple[object, ...], dict[tuple[str, ...], dict[tuple[str, ...], Cell]]]
    found = defaultdict(lambda: defaultdict(dict))
    for cell in cells:
        if cell.alone and not cell.held and cell.maturity == "ga":
            what = cell.workload, cell.threads, cell.method
            panel = cell.bundle, cell.host, cell.client
            found[what][panel].setdefault(_side(cell), cell)
    return [pair for panels in found.values() for pair in _pairs_at(panels.values())]


def _side(cell: Cell) -> tuple[str, ...]:
    return cell.product, cell.version, cell.variant, cell.setup


def _pairs_at(panels: Iterable[Mapping[tuple[str, ...], Cell]]) -> Iterator[CampaignPair]:
    for one, other in combinations(panels, 2):
        shared = sorted(
            side
            for side in one.keys() & other.keys()
            if one[side].bundle != other[side].bundle and are_apart(one[side], other[side])
        )
        for sides in combinations(shared, 2):
            here, there = ((cells[sides[0]], cells[sides[1]]) for cells in (one, other))
            if machines := _machines_of(here, there):
                yield CampaignPair(here, there, machines)


def _machines_of(cells: tuple[Cell, Cell], others: tuple[Cell, Cell]) -> Machines | None:
    """None of two machines, and where the data lay elsewhere."""
    one, other = cells[0], others[0]
    here, there = machine_of(one), machine_of(other)
    places = [{each.place, again.place} for each, again in zip(cells, others, strict=True)]
    if are_different(here, there) or any(len(each - {"unrecorded"}) > 1 for each in places):
        return None
    if any("unrecorded" in each for each in places):
        return "unsure"
    if are_same(here, there):
        return "same"
    is_told = one.cpu_model and one.cpus and one.memory_mib
    return "alike" if is_told and one.machine == other.machine else "unsure"


def are_apart(one: Cell, other: Cell) -> bool:
    """Whether a day lies between two cells, or an hour and a load of the data for each.

    Where only days, months or years are known, they have to differ.
    """
    loaded = one.loaded and other.loaded
    return started_apart(one.started, other.started, seconds=_HOUR if loaded else _DAY)


def started_apart(*texts: str, seconds: int) -> bool:
    """Whether so much lies between two times, or they have different days."""
    if all("T" in text for text in texts):
        first, second = map(datetime.fromisoformat, texts)
        return abs((first - second).total_seconds()) >= seconds
    shared = min(len("yyyy-mm-dd"), *map(len, texts))
    return texts[0][:shared] != texts[1][:shared]


def campaign_spreads(pairs: Iterable[CampaignPair]) -> dict[tuple[str, str], Spread]:
    """Machine, as it is recorded, and kind of load to how far its campaigns lie apart.

    Of an identified machine it is no less than in the farthest contrast of campaigns that may be
    its own.
    """
    known = list(pairs)
    by_place: dict[tuple[str, str], list[CampaignPair]] = defaultdict(list)
    for pair in known:
        if pair.machines != "unsure":
            for key in pair.keys:
                by_place[key, pair.load].append(pair)
    return {
        (key, load): _spread_of(own, _farthest(known, own, key, load))
        for (key, load), own in sorted(by_place.items())
    }


def _farthest(
    pairs: Iterable[CampaignPair], own: Sequence[CampaignPair], key: str, load: str
) -> float:
    """How far others lie apart that may be of an identified machine; 0 of any other machine."""
    machine = next(machine_of(cells[0]) for cells in own[0].both if cells[0].machine == key)
    if not machine.is_identified:
        return 0.0
    counted = set(map(id, own))
    return max(
        (
            pair.distance
            for pair in pairs
            if pair.load == load
            and id(pair) not in counted
            and not any(are_different(machine, machine_of(cells[0])) for cells in pair.both)
        ),
        default=0.0,
    )


def _spread_of(pairs: Sequence[CampaignPair], least: float) -> Spread:
    # Contrasts of the same servers share what their sessions were like: k servers in two campaigns
    # have k - 1 that are independent.
    servers: dict[tuple[str, str], set[tuple[str, ...]]] = defaultdict(set)
    for pair in pairs:
        bundles = pair.one[0].bundle, pair.other[0].bundle
        servers[bundles].update((cell.product, cell.version, cell.variant) for cell in pair.one)
    mean = math.fsum(pair.distance**2 for pair in pairs) / len(pairs)
    df = sum(len(own) - 1 for own in servers.values())
    return Spread(max(math.sqrt(mean), least), df, len(pairs))


def replications(pairs: Iterable[CampaignPair]) -> dict[str, list[Replication]]:
    """Bundle to what other campaigns say of its contrasts."""
    known = list(pairs)
    spreads = campaign_spreads(known)
    found: dict[str, list[Replication]] = defaultdict(list)
    for pair in known:
        for own, there in (pair.both, pair.both[::-1]):
            baseline, candidate = own
            spread = spreads.get((baseline.machine, pair.load))
            deviation = spread.found if spread else pair.distance
            found[baseline.bundle].append(
                Replication(
                    workload=baseline.workload,
                    threads=baseline.threads,
                    baseline=baseline.server,
                    candidate=candidate.server,
                    bundle=there[0].bundle,
                    ratio=math.exp(_log_ratio(there)),
                    same_machine=pair.machines == "same",
                    agrees=pair.agrees(spread.found if spread else 0.0),
                    deviation=deviation,
                )
            )
    return dict(found)


@dataclass(frozen=True, slots=True)
class CountedPair:
    """A contrast of instruction counts in two campaigns."""

    bundles: tuple[str, str]
    distance: float
    """How far the two lie apart, as a logarithm."""
    error: float
    """The standard deviation that the noise of the counts gives it."""

    @property
    def is_beyond(self) -> bool:
        """Whether noise alone reaches so far in one of 25."""
        return self.distance > NOISE_QUANTILE * self.error


def counted_pairs(releases: Iterable[CountedRelease]) -> Iterator[CountedPair]:
    """Every contrast of two servers of a bundle that another counted again, an hour apart."""
    found: dict[tuple[str, ...], dict[str, dict[tuple[str, ...], list[CountedRelease]]]]
    found = defaultdict(lambda: defaultdict(lambda: defaultdict(list)))
    for run in releases:
        what = run.test, run.tool, run.setting, run.start
        found[what][run.bundle][run.product, run.version, run.setup].append(run)
    for bundles in found.values():
        for (one, here), (other, there) in combinations(sorted(bundles.items()), 2):
            shared = sorted(
                side for side in here.keys() & there.keys() if _apart(here[side], there[side])
            )
            for sides in combinations(shared, 2):
                groups = [runs[side] for runs in (here, there) for side in sides]
                logs = [fmean(math.log(run.instructions) for run in runs) for runs in groups]
                noise = counted_noise(groups[0][0].test, groups[0][0].start).session
                yield CountedPair(
                    bundles=(one, other),
                    distance=abs(logs[1] - logs[0] - logs[3] + logs[2]),
                    error=noise * math.sqrt(sum(1 / len(runs) for runs in groups)),
                )


def _apart(here: Sequence[CountedRelease], there: Sequence[CountedRelease]) -> bool:
    """Each count from a copy has its data anew."""
    starts = [min(run.started for run in runs) for runs in (here, there)]
    return started_apart(*starts, seconds=_HOUR if here[0].start == "copy" else _DAY)


def replication_score(cells: Iterable[Cell], counted: Iterable[CountedRelease]) -> ReplicationScore:
    """How well the machines of an archive repeat what they showed, as far as they are described."""
    counts = list(counted_pairs(counted))
    pairs = [pair for pair in campaign_pairs(cells) if pair.machines != "unsure"]
    spreads = campaign_spreads(pairs)
    widths = [spreads[pair.one[0].machine, pair.load].deviation for pair in pairs]
    beyond = sum(map(CampaignPair.is_beyond, pairs, widths))
    rows = [cells[0] for pair in pairs for cells in pair.both]
    return ReplicationScore(
        pairs=len(pairs),
        beyond=beyond,
        beyond_percent=100 * beyond / len(pairs) if pairs else 0.0,
        opposite=sum(map(CampaignPair.is_opposite, pairs, widths)),
        bundles=len({row.bundle for row in rows}),
        machines=len(rows_by_machine(rows)),
        counted=len(counts),
        counted_beyond=sum(pair.is_beyond for pair in counts),
        counted_bundles=len({bundle for pair in counts for bundle in pair.bundles}),
    )


def _log_ratio(cells: tuple[Cell, Cell]) -> float:
    return cells[1].log_mean - cells[0].log_mean


def _half_width(cells: tuple[Cell, Cell], campaign: float) -> float:
    """Half of the interval of a contrast by its runs, where it has several, and its campaign."""
    log = difference_of(*map(_estimate_of, cells[::-1]))
    runs = (log.standard_error or 0.0) * student_quantile(1, whole_df(log.df))
    return math.hypot(runs, campaign * student_quantile(1, MAX_DF))


def _estimate_of(cell: Cell) -> Estimate:
    error = None if cell.log_variance is None else math.sqrt(cell.log_variance / cell.n)
    return Estimate(cell.log_mean, error, cell.n - 1)
