"""Effects: what a setting or a build changes over buffer pools or client threads, as one test.

A point is two servers of one bundle that differ in nothing else which is recorded, at one thread
count and one buffer pool. The points of an effect are those of one authored series that differ in
the pool, at thread counts that all pools have, or those of two servers at several thread counts.
Points that are held or did not settle are left out. Two questions are asked at once: whether the
ratios lie on one side of 1, and whether they rise or fall.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from statistics import fmean, variance
from typing import Annotated, Literal

from msgspec.structs import replace

from sysbench_archive.comparability.settings import ON, SWITCHES
from sysbench_archive.derive.settings import RatioAt, ResultSettings, SettingContrast
from sysbench_archive.metrics import COUNTED
from sysbench_archive.model.base import Number, Record, example, narrowed
from sysbench_archive.model.comparison import SharedStatus, Window, weakest_status
from sysbench_archive.statistics import (
    joint_share,
    known_shares,
    mean_share,
    order_share,
    sign_shares,
)
from sysbench_archive.verdicts.judging import MARGIN_LOG

Dimension = Literal["pool", "threads"]
Level = Literal["faster", "slower", "none"]
Trend = Literal["rises", "falls", "none"]
LEAST_POINTS = 6
"""Fewer cannot be told from chance: five lie on one side of 1 in one of sixteen cases."""
LEAST_POOLS = 3
"""So many pools at several thread counts, where it is known how far sessions lie apart."""
ALPHA = 0.05


class TableEffect(Record):
    """A point of an effect, with what all its points say together."""

    effect: Annotated[str, example("2018-05-percona-tpcc--tpcc--binlog--no-binlog--pool")]
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
    level_p: Annotated[Number, example(0.0003, unit="1")]
    """How often the mean lies as far from 1 by chance."""
    trend_p: Annotated[Number, example(0.00001, unit="1")]
    """How often the points are in such order by chance."""
    p: Annotated[Number, example(0.00001, unit="1")]
    """How often both together come about by chance; up to 0.05 either may stand."""


class Effect(Record):
    """An effect: its points by pool and threads, and the words that pages have for it."""

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
    status: SharedStatus
    """Weakest evidence status of the verdicts on its servers."""
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


def effects_of(settings: Iterable[ResultSettings], homes: Mapping[str, str]) -> list[Effect]:
    """Every effect with enough points, by id; `homes` are authored series by bundle.

    Two servers that are part of an effect over pools are no effect over threads besides.
    """
    contrasts = [
        _turned(each) for own in settings for each in own.contrasts if each.metric not in COUNTED
    ]
    by_pool: dict[tuple[str, ...], list[SettingContrast]] = {}
    for contrast in contrasts:
        home = homes.get(contrast.bundle, contrast.bundle)
        key = home, contrast.alike, contrast.workload_id, contrast.variable
        if contrast.pool_mib:
            by_pool.setdefault(key, []).append(contrast)
    found, spoken_for = [], set[int]()
    for group in by_pool.values():
        if effect := _effect(homes, "pool", group):
            found.append(effect)
            spoken_for.update(map(id, group))
    alone = [_effect(homes, "threads", [c]) for c in contrasts if id(c) not in spoken_for]
    found += [effect for effect in alone if effect]
    return sorted(found, key=lambda effect: effect.said.effect)


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


def _effect(
    homes: Mapping[str, str], dimension: Dimension, group: Sequence[SettingContrast]
) -> Effect | None:
    """What contrasts say together; None of too few points, or of two at one place."""
    ordered = sorted(group, key=lambda contrast: contrast.pool_mib or 0)
    counts = set.intersection(*({point.threads for point in each.points} for each in group))
    points = [(each, point) for each in ordered for point in each.points if point.threads in counts]
    width = len(counts) if dimension == "pool" else 1
    logs = [math.log(point.ratio) for _, point in points]
    lines = [logs[start : start + width] for start in range(0, len(logs), width or 1)]
    is_known = dimension == "pool" and len(lines) >= LEAST_POOLS and ordered[0].session_error
    enough = len(lines) if not is_known else len(logs)
    if enough < LEAST_POINTS or len({each.pool_mib for each in group}) < len(group):
        return None
    first = ordered[0]
    home = homes.get(first.bundle, first.bundle)
    where = home if dimension == "pool" else first.bundle
    said = {
        "effect": "--".join((where, first.workload_id, *first.servers[::-1], dimension)),
        "campaign": home,
        "workload": first.workload_id,
        "changed": first.variable,
        "baseline_value": first.baseline,
        "candidate_value": first.candidate,
        "dimension": dimension,
        **_tested(lines, first, dimension),
    }
    rows = [
        narrowed(
            contrast,
            TableEffect,
            baseline_server=contrast.servers[0],
            candidate_server=contrast.servers[1],
            **{name: getattr(point, name) for name in RatioAt.__struct_fields__},
            **said,
        )
        for contrast, point in points
    ]
    path = f"/comparisons/{home}/" if first.bundle in homes else first.path
    status = weakest_status(contrast.status for contrast in group)
    return narrowed(first, Effect, points=rows, path=path, status=status)


def _tested(
    lines: Sequence[Sequence[float]], first: SettingContrast, dimension: Dimension
) -> dict[str, object]:
    """Level and trend are tested together, and either stands by its own where both together do.

    Each has to be rare twice: among ratios as noise makes them, and among these ones with either
    side as the baseline. What lies within the margin is no effect.
    """
    centres = [fmean(line) for line in lines]
    session, campaign = first.session_error or 0.0, first.campaign_error
    if len(lines) < LEAST_POINTS:
        width = len(lines[0])
        error = math.hypot(session, math.sqrt(fmean(map(variance, lines)) / width))
        mean_p, order_p, rises = known_shares(centres, error, campaign, len(lines) * (width - 1))
    else:
        # Servers with pools of their own have sessions of their own, which are in their scatter.
        shared = campaign if dimension == "pool" else math.hypot(session, campaign)
        mean_p, (order_p, rises) = mean_share(centres, shared), order_share(centres)
    turned = sign_shares(lines)
    p = max(joint_share(mean_p, order_p), turned[2])
    level_p, trend_p = max(mean_p, turned[0]), max(order_p, turned[1])
    least, most = min(map(min, lines)), max(map(max, lines))
    stands = p <= ALPHA and max(-least, most) > MARGIN_LOG
    level: Level = "faster" if math.fsum(centres) > 0 else "slower"
    is_one_sided = least >= -MARGIN_LOG or most <= MARGIN_LOG
    trend: Trend = "rises" if rises else "falls"
    return {
        "level": level if stands and level_p <= ALPHA and is_one_sided else "none",
        "trend": trend if stands and trend_p <= ALPHA else "none",
        "level_p": level_p,
        "trend_p": trend_p,
        "p": p,
    }
