"""Points of an upgrade as a row or a cell of a table.

Points of one cell differ in machine and bundle only. From five machines on a random-effects
estimate stands for them, with the interval in which one more machine is expected; of fewer, and of
several cells, the range is shown. Nothing is averaged over bundles of one machine, nor over
workloads, thread counts, buffer pools or places of the client.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from sysbench_archive.derive.upgrades.points import CellKey, MeasuredPoint
from sysbench_archive.derive.upgrades.words import (
    BUNDLES,
    CELLS,
    MACHINES,
    NO_CLEAR_DIFFERENCE,
    WORKLOADS,
    Unit,
    direction_text,
    finding_text,
    tally_text,
)
from sysbench_archive.model.comparison import Direction, EvidenceStatus
from sysbench_archive.model.upgrade import Basis, UpgradeCell
from sysbench_archive.statistics import RandomEffects, random_effects
from sysbench_archive.statistics.distributions import chi_square_share
from sysbench_archive.verdicts.judging import MARGIN_LOG
from sysbench_archive.words.differences import change_text, span_text
from sysbench_archive.words.numbers import ratio_text
from sysbench_archive.words.phrases import count_text

FEWEST_TO_POOL = 5
"""Independent machines of one cell from which on there is a pooled number."""
LEVEL = 0.95
CHANCE = 0.05
"""Machines differ for more than chance where chance would scatter them so more seldom than this."""


@dataclass(frozen=True, slots=True)
class _Estimate:
    """The figure of a cell with its ends; `basis` says what they are."""

    basis: Basis
    ratio: float | None
    low: float | None
    high: float | None
    direction: Direction
    heterogeneity: str = ""


@dataclass(frozen=True, slots=True)
class _Tally:
    """The directions that a cell's words count, and what has one each."""

    unit: Unit
    directions: tuple[Direction, ...]


def points_by_cell(points: Iterable[MeasuredPoint]) -> dict[CellKey, list[MeasuredPoint]]:
    """Cell to its points, in the order they first appear."""
    cells: dict[CellKey, list[MeasuredPoint]] = {}
    for point in points:
        cells.setdefault(point.cell, []).append(point)
    return cells


def points_by_machine(points: Iterable[MeasuredPoint]) -> dict[str, list[MeasuredPoint]]:
    """Machine to its points, in the order they first appear."""
    machines: dict[str, list[MeasuredPoint]] = {}
    for point in points:
        machines.setdefault(point.machine, []).append(point)
    return machines


def upgrade_cell(points: Sequence[MeasuredPoint]) -> UpgradeCell:
    """What a table shows of comparable points of one upgrade; at least one."""
    estimate, tally = _estimate_of(points), _tally_of(points)
    cells, machines = len(points_by_cell(points)), len(points_by_machine(points))
    runs = sum(sum(point.n) for point in points)
    newest = max(point.day for point in points)
    releases = list(dict.fromkeys(f"{p.from_release} → {p.to_release}" for p in points))
    note = _note_text(estimate, cells=cells, points=len(points), machines=machines)
    return UpgradeCell(
        basis=estimate.basis,
        ratio=estimate.ratio,
        low=estimate.low,
        high=estimate.high,
        direction=estimate.direction,
        finding=_cell_finding(points, estimate, tally, named=True),
        heterogeneity=estimate.heterogeneity,
        status=shared_status([point.status for point in points]),
        cells=cells,
        machines=machines,
        submitters=len({point.submitter for point in points}),
        points=len(points),
        runs=runs,
        releases=releases,
        newest=newest,
        text=_figure_text(estimate),
        note=note,
        counted=f"{count_text(machines, 'machine')}, {count_text(runs, 'run')}, newest {newest}",
        lines=[
            _cell_finding(points, estimate, tally, named=False),
            note,
            f"{releases[0]}, +{len(releases) - 1}" if len(releases) > 1 else releases[0],
            f"newest {newest[:_MONTH]}",
        ],
    )


_MONTH = len("2026-11")


def joint_direction(directions: Sequence[Direction]) -> Direction:
    """What several say together.

    Faster or slower where that stands at least once and the other never does, mixed only where both
    stand; equivalent only where all are.
    """
    found = set(directions)
    if "mixed" in found or found >= {"faster", "slower"}:
        return "mixed"
    if found == {"equivalent"}:
        return "equivalent"
    order: tuple[Direction, ...] = ("faster", "slower", NO_CLEAR_DIFFERENCE)
    return next((name for name in order if name in found), "cannot-tell")


def shared_status(statuses: Sequence[EvidenceStatus]) -> EvidenceStatus:
    """The evidence status of several; those of different strength are indicative together."""
    return statuses[0] if len(set(statuses)) == 1 else "indicative"


def _tally_of(points: Sequence[MeasuredPoint]) -> _Tally:
    """Directions of cells where there are several, else of machines, else of bundles."""
    cells = points_by_cell(points)
    if len(cells) > 1:
        by_workload = len({key.workload for key in cells}) == len(cells)
        return _Tally(
            WORKLOADS if by_workload else CELLS,
            tuple(_estimate_of(group).direction for group in cells.values()),
        )
    machines = points_by_machine(points)
    if len(machines) > 1:
        directions = (joint_direction([p.direction for p in own]) for own in machines.values())
        return _Tally(MACHINES, tuple(directions))
    return _Tally(BUNDLES, tuple(point.direction for point in points))


def _estimate_of(points: Sequence[MeasuredPoint]) -> _Estimate:
    cells = points_by_cell(points)
    if len(cells) > 1:
        directions = [_estimate_of(group).direction for group in cells.values()]
        return _Estimate("cells", None, *_ends(points), joint_direction(directions))
    machines = points_by_machine(points)
    direction = joint_direction([point.direction for point in points])
    if len(machines) >= FEWEST_TO_POOL:
        return _pooled_estimate([_newest(group) for group in machines.values()], direction)
    if len(points) > 1:
        basis: Basis = "machines" if len(machines) > 1 else "bundles"
        return _Estimate(basis, None, *_ends(points), direction)
    (point,) = points
    basis = "single" if point.low is None else "interval"
    return _Estimate(basis, point.ratio, point.low, point.high, direction)


def _newest(points: Sequence[MeasuredPoint]) -> MeasuredPoint:
    """The point that speaks for a machine with several: they are not independent."""
    return max(points, key=lambda point: (point.day, point.bundle, point.log_ratio))


def _pooled_estimate(points: Sequence[MeasuredPoint], together: Direction) -> _Estimate:
    """A point for each machine as the mean over machines, and where one more would lie."""
    pooled = random_effects([(point.log_ratio, point.standard_error) for point in points])
    low, high = pooled.prediction(LEVEL) or (pooled.centre, pooled.centre)
    return _Estimate(
        basis="prediction",
        ratio=math.exp(pooled.centre),
        low=math.exp(low),
        high=math.exp(high),
        direction="mixed" if together == "mixed" else pooled_direction(pooled),
        heterogeneity=heterogeneity_text(pooled),
    )


def _ends(points: Sequence[MeasuredPoint]) -> tuple[float, float]:
    ratios = [point.ratio for point in points]
    return min(ratios), max(ratios)


def pooled_direction(pooled: RandomEffects) -> Direction:
    """What the mean over machines says, by the interval of the mean."""
    low, high = pooled.interval(LEVEL)
    if low >= -MARGIN_LOG and high <= MARGIN_LOG:
        return "equivalent"
    if low <= 0 <= high:
        return NO_CLEAR_DIFFERENCE
    return "faster" if low > 0 else "slower"


def heterogeneity_text(pooled: RandomEffects) -> str:
    """Whether machines differ for more than chance, in words."""
    by_chance = chi_square_share(pooled.q, pooled.count - 1)
    if by_chance >= CHANCE:
        return "the machines differ no more than their noise does"
    return (
        f"the machines differ for more than chance: {pooled.i2 * 100:.0f} % of their scatter"
        " is not noise"
    )


_NOTES: dict[Basis, str] = {
    "interval": "{low} to {high}",
    "single": "no repetitions",
    "bundles": "{points} bundles on one machine",
    "machines": "one cell on {machines}",
    "cells": "{cells} on {machines}",
    "prediction": "one more machine: {low} to {high}",
}


def _figure_text(estimate: _Estimate) -> str:
    """The figure of a cell; the range where there is no single one."""
    if estimate.ratio is not None:
        return ratio_text(estimate.ratio)
    if estimate.low is None or estimate.high is None:
        return ""
    return span_text(ratio_text(estimate.low), ratio_text(estimate.high))


def _note_text(estimate: _Estimate, *, cells: int, points: int, machines: int) -> str:
    """What stands behind the figure."""
    ends = {"low": estimate.low, "high": estimate.high}
    return _NOTES[estimate.basis].format(
        points=points,
        cells=count_text(cells, "cell"),
        machines=count_text(machines, "machine"),
        **{name: ratio_text(value) for name, value in ends.items() if value is not None},
    )


def _cell_finding(
    points: Sequence[MeasuredPoint], estimate: _Estimate, tally: _Tally, *, named: bool
) -> str:
    """The direction in words: of one point its change, of several how many say what."""
    if len(points) == 1:
        return finding_text(points[0])
    counted = tally_text(tally.directions, tally.unit, named=named)
    if estimate.basis != "prediction" or estimate.ratio is None:
        return counted
    mean = {"faster": change_text(estimate.ratio), "slower": change_text(estimate.ratio)}
    words = mean.get(estimate.direction, direction_text(estimate.direction))
    return f"{words} on average; {counted}"
