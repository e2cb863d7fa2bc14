"""Points of an upgrade in one family and role, over machines, as one cell of a table.

Owns how far machines are pooled. Points of a machine are averaged first, since they are not
independent; from five machines on a random-effects estimate stands for them, with the interval in
which one more machine is expected. Below that the cell shows the span and no pooled number.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from sysbench_archive.statistics import RandomEffects, chi_square_share, random_effects
from sysbench_archive.verdicts.direction import MARGIN_LOG

Record = dict[str, Any]

FEWEST = 5
"""Independent machines from which on there is a pooled number."""
LEVEL = 0.95
CHANCE = 0.05
"""Machines differ for more than chance where chance would scatter them so more seldom than this."""


@dataclass(frozen=True, slots=True)
class Effect:
    """A machine's log ratio, its standard error, what its points say; they are behind it."""

    log: float
    noise: float
    direction: str
    points: tuple[Record, ...]


def effects_of(points: Iterable[Record]) -> list[Effect]:
    """One effect for each machine, in the order the machines first appear."""
    machines: dict[str, list[Record]] = {}
    for point in points:
        machines.setdefault(point["machine"], []).append(point)
    return [_effect(group) for group in machines.values()]


def _effect(points: Sequence[Record]) -> Effect:
    """Means: several cells of a machine make its error no smaller, as they are not independent."""
    count = len(points)
    log = math.fsum(point["log"] for point in points) / count
    noise = math.fsum(point["noise"] for point in points) / count
    return Effect(log, noise, said_by_most([p["direction"] for p in points]), tuple(points))


def said_by_most(directions: Sequence[str]) -> str:
    """The direction that more than half of several say, else `mixed`."""
    ((most, count),) = Counter(directions).most_common(1)
    return most if 2 * count > len(directions) else "mixed"


def cell(points: Sequence[Record]) -> Record:
    """What a table shows of points that are comparable; at least one.

    `basis` says what `low` and `high` are: a confidence `interval`, the span of several
    `workloads`, of several `points` of one machine or of a few `machines`, the `prediction` for
    one more machine, or nothing (`single`). `ratio` is None where machines are too few to pool.
    """
    effects = effects_of(points)
    shown = _several(effects) if len(effects) > 1 else _one(effects[0])
    return {
        "direction": said_by_most([effect.direction for effect in effects]),
        "heterogeneity": "",
        **shown,
        "status": shared_status([point["status"] for point in points]),
        "machines": len(effects),
        "submitters": len({point["submitter"] for point in points}),
        "points": len(points),
        "runs": sum(sum(point["n"]) for point in points),
        "releases": _releases(points),
        "newest": max(point["day"] for point in points),
    }


def shared_status(statuses: Sequence[str]) -> str:
    """The evidence status of several; those of different strength are indicative together."""
    return statuses[0] if len(set(statuses)) == 1 else "indicative"


def _releases(points: Sequence[Record]) -> list[str]:
    named = (f"{point['from_release']} → {point['to_release']}" for point in points)
    return list(dict.fromkeys(named))


def _one(effect: Effect) -> Record:
    ratio = math.exp(effect.log)
    if len(effect.points) > 1:
        return {"basis": "points", "ratio": ratio, **_span(p["log"] for p in effect.points)}
    point = effect.points[0]
    if point["low"] is None:
        return {"basis": "single", "ratio": ratio, "low": None, "high": None}
    basis = "workloads" if point["workloads"] > 1 else "interval"
    return {"basis": basis, "ratio": ratio, "low": point["low"], "high": point["high"]}


def _several(effects: Sequence[Effect]) -> Record:
    if len(effects) < FEWEST:
        return {"basis": "machines", "ratio": None, **_span(effect.log for effect in effects)}
    pooled = random_effects([(effect.log, effect.noise) for effect in effects])
    low, high = pooled.prediction(LEVEL) or (pooled.centre, pooled.centre)
    return {
        "basis": "prediction",
        "ratio": math.exp(pooled.centre),
        "low": math.exp(low),
        "high": math.exp(high),
        "direction": pooled_direction(pooled),
        "heterogeneity": heterogeneity(pooled),
    }


def _span(logs: Iterable[float]) -> Record:
    ordered = sorted(logs)
    return {"low": math.exp(ordered[0]), "high": math.exp(ordered[-1])}


def pooled_direction(pooled: RandomEffects) -> str:
    """What the mean over machines says, by the interval of the mean."""
    low, high = pooled.interval(LEVEL)
    if low >= -MARGIN_LOG and high <= MARGIN_LOG:
        return "equivalent"
    if low <= 0 <= high:
        return "none"
    return "faster" if low > 0 else "slower"


def heterogeneity(pooled: RandomEffects) -> str:
    """Whether machines differ for more than chance, in words."""
    by_chance = chi_square_share(pooled.q, pooled.count - 1)
    if by_chance >= CHANCE:
        return "the machines differ no more than their noise does"
    return (
        f"the machines differ for more than chance: {pooled.i2 * 100:.0f} % of their scatter"
        " is not noise"
    )
