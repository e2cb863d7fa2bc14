"""Points of an upgrade over machines as one cell of a table, and both in words.

Points of a machine are averaged first, since they are not independent. From five machines on a
random-effects estimate stands for them, with the interval in which one more machine is expected;
of fewer the cell shows the span and no pooled number.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from sysbench_archive.derive.upgrades.points import (
    MeasuredPoint,
    majority_direction,
    shared_status,
)
from sysbench_archive.derive.workloads import FAMILIES, TESTS
from sysbench_archive.model.comparison import Direction
from sysbench_archive.model.result import Residency
from sysbench_archive.model.upgrade import Basis, UpgradeCell
from sysbench_archive.statistics import RandomEffects, chi_square_share, random_effects
from sysbench_archive.verdicts.judging import MARGIN_LOG

FEWEST_TO_POOL = 5
"""Independent machines from which on there is a pooled number."""
LEVEL = 0.95
CHANCE = 0.05
"""Machines differ for more than chance where chance would scatter them so more seldom than this."""


@dataclass(frozen=True, slots=True)
class MachineEffect:
    """A machine's log ratio, its standard error, its direction, and the points behind them."""

    log_ratio: float
    standard_error: float
    direction: Direction
    points: tuple[MeasuredPoint, ...]


@dataclass(frozen=True, slots=True)
class _Estimate:
    """The figure of a cell with its ends; `basis` says what they are."""

    basis: Basis
    ratio: float | None
    low: float | None
    high: float | None
    direction: Direction
    heterogeneity: str = ""


def upgrade_cell(points: Sequence[MeasuredPoint]) -> UpgradeCell:
    """What a table shows of points that are comparable; at least one."""
    effects = effects_by_machine(points)
    estimate = _estimate_of_one(effects[0]) if len(effects) == 1 else _estimate_of_several(effects)
    machines, runs = len(effects), sum(sum(point.n) for point in points)
    newest = max(point.day for point in points)
    releases = list(dict.fromkeys(f"{p.from_release} → {p.to_release}" for p in points))
    return UpgradeCell(
        basis=estimate.basis,
        ratio=estimate.ratio,
        low=estimate.low,
        high=estimate.high,
        direction=estimate.direction,
        heterogeneity=estimate.heterogeneity,
        status=shared_status([point.status for point in points]),
        machines=machines,
        submitters=len({point.submitter for point in points}),
        points=len(points),
        runs=runs,
        releases=releases,
        newest=newest,
        text=_figure_text(estimate),
        note=_note_text(estimate, points=len(points), machines=machines),
        counted=f"{machines_text(machines)}, {_count_text(runs, 'run')}, newest {newest}",
        lines=_cell_lines(estimate, releases=releases, machines=machines, newest=newest),
    )


def effects_by_machine(points: Iterable[MeasuredPoint]) -> list[MachineEffect]:
    """One effect for each machine, in the order the machines first appear."""
    machines: dict[str, list[MeasuredPoint]] = {}
    for point in points:
        machines.setdefault(point.machine, []).append(point)
    return [_machine_effect(group) for group in machines.values()]


def _machine_effect(points: Sequence[MeasuredPoint]) -> MachineEffect:
    """Means: several cells of a machine make its error no smaller, as they are not independent."""
    count = len(points)
    return MachineEffect(
        log_ratio=math.fsum(point.log_ratio for point in points) / count,
        standard_error=math.fsum(point.standard_error for point in points) / count,
        direction=majority_direction([point.direction for point in points]),
        points=tuple(points),
    )


def _estimate_of_one(effect: MachineEffect) -> _Estimate:
    """A machine's own figure."""
    direction, ratio = effect.direction, math.exp(effect.log_ratio)
    if len(effect.points) > 1:
        low, high = _span([point.log_ratio for point in effect.points])
        return _Estimate("points", ratio, low, high, direction)
    (point,) = effect.points
    if point.low is None:
        return _Estimate("single", ratio, None, None, direction)
    basis: Basis = "workloads" if point.workloads > 1 else "interval"
    return _Estimate(basis, ratio, point.low, point.high, direction)


def _estimate_of_several(effects: Sequence[MachineEffect]) -> _Estimate:
    """The span of a few machines; of more, the pooled ratio and where one more would lie."""
    if len(effects) < FEWEST_TO_POOL:
        low, high = _span([effect.log_ratio for effect in effects])
        direction = majority_direction([effect.direction for effect in effects])
        return _Estimate("machines", None, low, high, direction)
    pooled = random_effects([(effect.log_ratio, effect.standard_error) for effect in effects])
    low, high = pooled.prediction(LEVEL) or (pooled.centre, pooled.centre)
    return _Estimate(
        basis="prediction",
        ratio=math.exp(pooled.centre),
        low=math.exp(low),
        high=math.exp(high),
        direction=pooled_direction(pooled),
        heterogeneity=heterogeneity_text(pooled),
    )


def _span(logs: Sequence[float]) -> tuple[float, float]:
    return math.exp(min(logs)), math.exp(max(logs))


def pooled_direction(pooled: RandomEffects) -> Direction:
    """What the mean over machines says, by the interval of the mean."""
    low, high = pooled.interval(LEVEL)
    if low >= -MARGIN_LOG and high <= MARGIN_LOG:
        return "equivalent"
    if low <= 0 <= high:
        return "no-clear-difference"
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
    "workloads": "median of several workloads, {low} to {high}",
    "points": "mean of {points} on one machine, {low} to {high}",
    "machines": "span of {machines} machines",
    "prediction": "one more machine: {low} to {high}",
}
_BRIEF_NOTES: dict[Basis, str] = {
    "interval": "{low} to {high}",
    "single": "no repetitions",
    "workloads": "workloads {low} to {high}",
    "points": "points {low} to {high}",
    "machines": "",
    "prediction": "next {low} to {high}",
}
_BRIEF_DIRECTIONS: dict[Direction, str] = {
    "no-clear-difference": "not resolved",
    "cannot-tell": "cannot tell",
}
_MONTH = len("2026-11")


def _figure_text(estimate: _Estimate) -> str:
    """The figure of a cell; a span where machines are too few to pool."""
    if estimate.ratio is not None:
        return ratio_text(estimate.ratio)
    return " to ".join(_ends_texts(estimate).values())


def _ends_texts(estimate: _Estimate) -> dict[str, str]:
    ends = {"low": estimate.low, "high": estimate.high}
    return {name: ratio_text(value) for name, value in ends.items() if value is not None}


def _note_text(estimate: _Estimate, *, points: int, machines: int) -> str:
    """What stands behind the figure."""
    ends = _ends_texts(estimate)
    return _NOTES[estimate.basis].format(points=points, machines=machines, **ends)


def _cell_lines(
    estimate: _Estimate, *, releases: Sequence[str], machines: int, newest: str
) -> list[str]:
    """What the chain table has room for, below the figure of a cell."""
    extent = _BRIEF_NOTES[estimate.basis].format(**_ends_texts(estimate))
    first, *others = releases
    return [
        _BRIEF_DIRECTIONS.get(estimate.direction, estimate.direction),
        *([extent] if extent else []),
        f"{first}, +{len(others)}" if others else first,
        f"{machines_text(machines)}, {newest[:_MONTH]}",
    ]


def ratio_text(ratio: float) -> str:
    """A ratio in figures: two decimals, three where it is small."""
    return f"{ratio:.3f}" if ratio < 0.1 else f"{ratio:.2f}"


def machines_text(count: int) -> str:
    """A number of machines in words."""
    return _count_text(count, "machine")


def _count_text(count: int, noun: str) -> str:
    return f"{count} {noun}{'' if count == 1 else 's'}"


def scope_text(machines: int, submitters: int) -> str:
    """How broad the evidence of a page is."""
    return f"{machines_text(machines)}, {_count_text(submitters, 'author')}"


def left_out_text(count: int) -> str:
    """How many points the page leaves out, and why."""
    if not count:
        return ""
    some = "One point is" if count == 1 else f"{count} points are"
    return f"{some} left out: besides the release something differs that decides the figures."


_TALLIES: dict[Direction, str] = {
    "faster": "{} faster",
    "slower": "{} slower",
    "equivalent": "{} equivalent",
    "mixed": "{} mixed",
    "no-clear-difference": "{} without a resolvable difference",
    "cannot-tell": "{} that cannot be told apart",
}


def tally_text(directions: Sequence[Direction]) -> str:
    """How many say what, in the order of the archive's directions."""
    counts = Counter(directions)
    named = [words.format(counts[name]) for name, words in _TALLIES.items() if counts[name]]
    return " and ".join([", ".join(named[:-1]), named[-1]] if len(named) > 1 else named)


def threads_text(threads: int, cpus: int | None) -> str:
    """Client threads, and how many that is for each processor."""
    count = _count_text(threads, "thread")
    if not cpus or threads == 1:
        return count
    return f"{count}, {threads / cpus:.1f} per CPU"


def runs_text(n: Sequence[int]) -> str:
    """Runs of the newer side and of the older."""
    newer, older = n
    return f"{newer} and {older} runs" if newer != older else f"{_count_text(newer, 'run')} a side"


def work_text(point: MeasuredPoint) -> str:
    """What ran: the workload by its title, or how many of which test or family."""
    if point.workloads == 1:
        return point.workload
    return f"{_kind_of_load(point)}, median of {point.workloads} workloads"


def _kind_of_load(point: MeasuredPoint) -> str:
    return TESTS[point.test].title if point.test else FAMILIES[point.family].lower()


def place_text(point: MeasuredPoint) -> str:
    """Where and how a point was measured, within a sentence."""
    return f"{work_text(point)} at {threads_text(point.threads, None)}"


def span_text(point: MeasuredPoint) -> str:
    """The ends of a point, and what they are; empty where nothing was repeated."""
    if point.low is None or point.high is None:
        return ""
    ends = f"{point.low:.3f} to {point.high:.3f}"
    return f"workloads: {ends}" if point.workloads > 1 else ends


LONGEST_LINE = 46
"""Characters of a line of text in a chart that is 330 pixels wide."""
_BRIEF_RESIDENCIES: dict[Residency, str] = {
    "in-memory": "in memory",
    "cached": "cached",
    "io-bound": "larger than memory",
    "unrecorded": "",
}


def title_text(point: MeasuredPoint) -> str:
    """What ran and at how many threads, as short as a chart on a phone needs it."""
    work = point.workload if point.workloads == 1 else _kind_of_load(point)
    threads = f", {threads_text(point.threads, None)}"
    return shortened(work, LONGEST_LINE - len(threads)) + threads


def note_text(point: MeasuredPoint) -> str:
    """Where it ran and on what, as short as a chart on a phone needs it."""
    several = f"{point.workloads} workloads" if point.workloads > 1 else ""
    parts = [several, _BRIEF_RESIDENCIES[point.residency], point.hardware_class.brief]
    return shortened(", ".join(part for part in parts if part), LONGEST_LINE)


def shortened(text: str, most: int) -> str:
    """A text that is too long ends in an ellipsis."""
    return text if len(text) <= most else f"{text[: most - 1].rstrip()}…"
