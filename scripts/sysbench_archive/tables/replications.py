"""Contrasts that several campaigns of one machine made, apart in time: what repeats, and how well.

A contrast is one of two general releases, each on its machine with all that is recorded of it and
weighs in such a workload. What nobody recorded of the machine or the dataset's place makes it none:
then nobody knows whether it was the same.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from itertools import combinations

from sysbench_archive.model.base import Number, Record
from sysbench_archive.model.result import Replication
from sysbench_archive.statistics import Estimate, difference_of
from sysbench_archive.tables.cells import Cell
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


@dataclass(frozen=True, slots=True)
class CampaignPair:
    """A contrast in two campaigns, each as its two cells in the same order."""

    one: tuple[Cell, Cell]
    other: tuple[Cell, Cell]

    @property
    def place(self) -> tuple[str, str]:
        """The machine and the kind of load."""
        return self.one[0].machine, self.one[0].load

    @property
    def distance(self) -> float:
        """How far the two lie apart, as a logarithm."""
        return abs(_log_ratio(self.one) - _log_ratio(self.other))

    def is_beyond(self, spread: Spread) -> bool:
        """Whether they lie farther apart than both intervals together."""
        widths = [_half_width(cells, math.sqrt(0.5) * spread.deviation) for cells in self._both]
        return self.distance > math.hypot(*widths)

    def is_opposite(self, spread: Spread | None = None) -> bool:
        """Whether they have opposite signs, each beyond the margin; or beyond its own interval."""
        ends = [_log_ratio(cells) for cells in self._both]
        tau = math.sqrt(0.5) * spread.deviation if spread else None
        least = [MARGIN_LOG if tau is None else _half_width(c, tau) for c in self._both]
        return ends[0] * ends[1] < 0 and all(
            abs(end) > width for end, width in zip(ends, least, strict=True)
        )

    @property
    def _both(self) -> tuple[tuple[Cell, Cell], tuple[Cell, Cell]]:
        return self.one, self.other


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
    """Machines."""


def campaign_pairs(cells: Iterable[Cell]) -> list[CampaignPair]:
    """Every contrast of two general releases that two campaigns made, apart in time."""
    found: dict[tuple[object, ...], dict[tuple[str, ...], dict[tuple[str, ...], Cell]]]
    found = defaultdict(lambda: defaultdict(dict))
    for cell in cells:
        if _is_known(cell):
            place = cell.machine, cell.workload, cell.threads, cell.method
            panel = cell.bundle, cell.workload, cell.host, cell.client
            found[place][panel].setdefault(_side(cell), cell)
    return [pair for panels in found.values() for pair in _pairs_at(panels.values())]


def _is_known(cell: Cell) -> bool:
    recorded = cell.cpu_model and cell.cpus and cell.memory_mib and cell.setup
    return bool(recorded and cell.alone and not cell.held and cell.maturity == "ga")


def _side(cell: Cell) -> tuple[str, ...]:
    return cell.product, cell.version, cell.variant, cell.setup


def _pairs_at(panels: Iterable[Mapping[tuple[str, ...], Cell]]) -> Iterator[CampaignPair]:
    for one, other in combinations(panels, 2):
        shared = sorted(
            side
            for side in one.keys() & other.keys()
            if one[side].bundle != other[side].bundle and are_apart(one[side], other[side])
        )
        for first, second in combinations(shared, 2):
            yield CampaignPair((one[first], one[second]), (other[first], other[second]))


def are_apart(one: Cell, other: Cell) -> bool:
    """Whether a day lies between two cells, or an hour and a load of the data for each.

    Where only days, months or years are known, they have to differ.
    """
    texts = one.started, other.started
    if all("T" in text for text in texts):
        first, second = map(datetime.fromisoformat, texts)
        seconds = abs((first - second).total_seconds())
        return seconds >= (_HOUR if one.loaded and other.loaded else _DAY)
    shared = min(len("yyyy-mm-dd"), *map(len, texts))
    return texts[0][:shared] != texts[1][:shared]


def campaign_spreads(pairs: Iterable[CampaignPair]) -> dict[tuple[str, str], Spread]:
    """Machine and kind of load to how far its campaigns lie apart."""
    by_place: dict[tuple[str, str], list[CampaignPair]] = defaultdict(list)
    for pair in pairs:
        by_place[pair.place].append(pair)
    return {place: _spread_of(own) for place, own in sorted(by_place.items())}


def _spread_of(pairs: list[CampaignPair]) -> Spread:
    # Contrasts of the same servers share what their sessions were like: k servers in two campaigns
    # have k - 1 that are independent.
    servers: dict[tuple[str, str], set[tuple[str, ...]]] = defaultdict(set)
    for pair in pairs:
        bundles = pair.one[0].bundle, pair.other[0].bundle
        servers[bundles].update((cell.product, cell.version, cell.variant) for cell in pair.one)
    mean = math.fsum(pair.distance**2 for pair in pairs) / len(pairs)
    return Spread(math.sqrt(mean), sum(len(own) - 1 for own in servers.values()), len(pairs))


def replications(pairs: Iterable[CampaignPair]) -> dict[str, list[Replication]]:
    """Bundle to what other campaigns say of its contrasts."""
    known = list(pairs)
    spreads = campaign_spreads(known)
    found: dict[str, list[Replication]] = defaultdict(list)
    for pair in known:
        spread = spreads[pair.place]
        agrees = not pair.is_beyond(spread) and not pair.is_opposite()
        for own, there in ((pair.one, pair.other), (pair.other, pair.one)):
            baseline, candidate = own
            found[baseline.bundle].append(
                Replication(
                    workload=baseline.workload,
                    threads=baseline.threads,
                    baseline=baseline.server,
                    candidate=candidate.server,
                    bundle=there[0].bundle,
                    ratio=math.exp(_log_ratio(there)),
                    agrees=agrees,
                    deviation=spread.found,
                )
            )
    return dict(found)


def replication_score(cells: Iterable[Cell]) -> ReplicationScore:
    """How well the machines of an archive repeat what they showed."""
    pairs = campaign_pairs(cells)
    spreads = campaign_spreads(pairs)
    beyond = sum(pair.is_beyond(spreads[pair.place]) for pair in pairs)
    return ReplicationScore(
        pairs=len(pairs),
        beyond=beyond,
        beyond_percent=100 * beyond / len(pairs) if pairs else 0.0,
        opposite=sum(pair.is_opposite(spreads[pair.place]) for pair in pairs),
        bundles=len({cell.bundle for pair in pairs for cell in (pair.one[0], pair.other[0])}),
        machines=len({pair.one[0].machine for pair in pairs}),
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
