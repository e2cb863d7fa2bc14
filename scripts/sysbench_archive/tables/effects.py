"""Effects: what a setting or a build changes over buffer pools or client threads, as one test.

A point is two servers of one bundle that differ in nothing else which is recorded, at one thread
count and one buffer pool. The points of an effect are those of one authored series, or of one
bundle, that differ in the pool alone, or in the number of threads. Held points are left out. Two
questions are asked at once: whether the ratios lie on one side of 1, and whether they rise or fall.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from typing import Annotated, Literal

from msgspec.structs import replace

from sysbench_archive.comparability.settings import ON, SWITCHES
from sysbench_archive.derive.settings import RatioAt, ResultSettings, SettingContrast
from sysbench_archive.model.base import Number, Record, example, narrowed
from sysbench_archive.model.comparison import Window
from sysbench_archive.statistics import joint_share, mean_share, order_share, sign_shares
from sysbench_archive.verdicts.judging import MARGIN_LOG

Dimension = Literal["pool", "threads"]
Level = Literal["faster", "slower", "none"]
Trend = Literal["rises", "falls", "none"]
LEAST_POINTS = 6
"""Fewer cannot be told from chance: five lie on one side of 1 in one of sixteen cases."""
ALPHA = 0.05


class TableEffect(Record):
    """A point of an effect, with what all its points say together."""

    effect: Annotated[str, example("2018-05-percona-tpcc--tpcc--binlog--no-binlog--pool-at-56")]
    """Id of the effect, which its points share."""
    campaign: Annotated[str, example("2018-05-percona-tpcc-binlog-mysql-8-pool")]
    """Authored series of its bundles, as in the address of its page, or its bundle."""
    bundle: Annotated[str, example("2018-05-percona-tpcc-binlog-mysql-8-pool-60g")]
    """Id of the bundle."""
    workload: Annotated[str, example("tpcc")]
    """Id of the workload."""
    changed: Annotated[str, example("log_bin")]
    """Variable of the server that differs; of a build the fact, as `build.pgo`."""
    baseline_value: Annotated[str, example("OFF")]
    """What the baseline has."""
    candidate_value: Annotated[str, example("ON")]
    """What the candidate has; a switch is always told by what it does when it is on."""
    baseline_server: Annotated[str, example("no-binlog")]
    """Id of the baseline in the bundle."""
    candidate_server: Annotated[str, example("sync-binlog-1")]
    """Id of the candidate in the bundle."""
    product: Annotated[str, example("mysql")]
    """Product of both."""
    version: Annotated[str, example("8.0.11")]
    """Version of both."""
    dimension: Annotated[Dimension, example("pool")]
    """In what the points differ: the buffer pool, or client threads."""
    threads: Annotated[int, example(56, unit="1")]
    """Client threads."""
    pool_mib: Annotated[Number | None, example(61440, unit="MiB")]
    """Buffer pool; null where nobody recorded it."""
    runs: Annotated[int, example(1, unit="1")]
    """Runs of the candidate."""
    ratio: Annotated[Number, example(0.814, unit="1")]
    """Candidate over baseline."""
    settled: Annotated[Window, example("whole")]
    """The part of the runs that the ratio is of: whole, last-three-quarters or last-half."""
    level: Annotated[Level, example("slower")]
    """What stands of the ratios as a whole: the candidate is faster, slower, or none."""
    trend: Annotated[Trend, example("falls")]
    """Whether the ratio rises or falls with the pool or the threads, or none stands."""
    level_p: Annotated[Number | None, example(0.0003, unit="1")]
    """How often the mean lies as far from 1 by chance; null where the points share their sessions
    and nobody measured how far sessions of such machines lie apart.
    """
    trend_p: Annotated[Number, example(0.00001, unit="1")]
    """How often the points are in such order by chance."""
    p: Annotated[Number, example(0.00001, unit="1")]
    """How often both together come about by chance; up to 0.05 either may stand."""


class Effect(Record):
    """An effect: its points in their order, and the words that pages have for it."""

    subject: Literal["setting", "build"]
    """What differs."""
    label: str
    """Name of what differs."""
    flushed: str
    """Where the binary log itself differs, the `sync_binlog` of the side that has one."""
    workload: str
    """Title of the workload."""
    path: str
    """Page that shows its bundles."""
    points: list[TableEffect]

    @property
    def said(self) -> TableEffect:
        """What all its points say."""
        return self.points[0]

    @property
    def found(self) -> bool:
        """Whether anything stands."""
        return self.said.level != "none" or self.said.trend != "none"

    @property
    def bundles(self) -> set[str]:
        """Ids of its bundles."""
        return {point.bundle for point in self.points}

    @property
    def pairs(self) -> set[tuple[str, str, frozenset[str]]]:
        """Bundle, workload and servers of its points."""
        return {
            (each.bundle, each.workload, frozenset((each.baseline_server, each.candidate_server)))
            for each in self.points
        }


def place_of(point: TableEffect) -> float:
    """Where a point lies in its dimension."""
    return point.threads if point.dimension == "threads" else point.pool_mib or 0


_Group = list[tuple[SettingContrast, RatioAt]]


def effects_of(settings: Iterable[ResultSettings], homes: Mapping[str, str]) -> list[Effect]:
    """Every effect with enough points, by id; `homes` are authored series by bundle."""
    groups: dict[tuple[str, ...], _Group] = {}
    for contrast in map(_turned, (each for own in settings for each in own.contrasts)):
        home = homes.get(contrast.bundle, contrast.bundle)
        what = contrast.workload_id, contrast.variable
        for point in contrast.points:
            keys = [("threads", contrast.bundle, *contrast.servers, *what)]
            if contrast.pool_mib:
                keys.append(("pool", home, contrast.alike, str(point.threads), *what))
            for key in keys:
                groups.setdefault(key, []).append((contrast, point))
    made = [
        _effect(homes, "pool" if key[0] == "pool" else "threads", group)
        for key, group in groups.items()
        if len(group) >= LEAST_POINTS
    ]
    # Two points at one place were no series.
    whole = [each for each in made if len({*map(place_of, each.points)}) == len(each.points)]
    return sorted(whole, key=lambda each: each.said.effect)


def _turned(contrast: SettingContrast) -> SettingContrast:
    if (contrast.baseline.upper(), contrast.candidate.upper()) not in _SWITCHED_OFF:
        return contrast
    return replace(
        contrast,
        servers=contrast.servers[::-1],
        baseline=contrast.candidate,
        candidate=contrast.baseline,
        points=[replace(point, ratio=1 / point.ratio) for point in contrast.points],
    )


_SWITCHED_OFF = {
    (on, off) for on, means in SWITCHES.items() for off in SWITCHES if means == ON != SWITCHES[off]
}


def _effect(homes: Mapping[str, str], dimension: Dimension, group: _Group) -> Effect:
    """Level and trend are tested together, and either stands by its own where both together do.
    Each has to be rare twice: among ratios as noise makes them, and among these ones with either
    side as the baseline. What lies within the margin is no effect.
    """
    group.sort(key=lambda one: (one[0].pool_mib or 0, one[1].threads))
    first, at = group[0]
    home = homes.get(first.bundle, first.bundle)
    pools = dimension == "pool"
    where = home if pools else first.bundle, first.workload_id
    along = f"pool-at-{at.threads}" if pools else "threads"
    logs = [math.log(point.ratio) for _, point in group]
    # Servers with pools of their own have sessions of their own, which differ in their scatter.
    shared = 0.0 if pools else first.session_error
    turned = sign_shares(logs)
    mean_p = 1.0 if shared is None else mean_share(logs, shared)
    order_p, rises = order_share(logs)
    level_p = None if shared is None else max(mean_p, turned[0])
    trend_p = max(order_p, turned[1])
    p = max(joint_share(mean_p, order_p), turned[2])
    stands = p <= ALPHA and max(map(abs, logs)) > MARGIN_LOG
    has_level = stands and level_p is not None and level_p <= ALPHA
    level: Level = "faster" if math.fsum(logs) > 0 else "slower"
    trend: Trend = "rises" if rises else "falls"
    points = [
        narrowed(
            contrast,
            TableEffect,
            effect="--".join((*where, *first.servers[::-1], along)),
            campaign=home,
            workload=contrast.workload_id,
            changed=contrast.variable,
            baseline_value=contrast.baseline,
            candidate_value=contrast.candidate,
            baseline_server=contrast.servers[0],
            candidate_server=contrast.servers[1],
            dimension=dimension,
            threads=point.threads,
            runs=point.runs,
            ratio=point.ratio,
            settled=point.settled,
            level=level if has_level else "none",
            trend=trend if stands and trend_p <= ALPHA else "none",
            level_p=level_p,
            trend_p=trend_p,
            p=p,
        )
        for contrast, point in group
    ]
    path = f"/comparisons/{home}/" if first.bundle in homes else first.path
    return narrowed(first, Effect, points=points, path=path)
