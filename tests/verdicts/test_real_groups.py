"""The policy on real noise: groups of ten runs of the same thing, divided into two sides.

They were run one after the other, so they meet the policy's path for runs that did not take turns.
"""

from __future__ import annotations

import math
from pathlib import Path
from random import Random

import pytest

from sysbench_archive.commands.calibrate import groups_in
from sysbench_archive.verdicts import Sample, VerdictContext, judge, threshold_of
from sysbench_archive.verdicts.calibration import Group

RESULTS = Path(__file__).parents[2] / "data" / "results"
TEN = 10
DIVISIONS = 20
"""Of each group, at random."""


@pytest.fixture(scope="module")
def groups() -> list[Group]:
    """The groups of ten on physical machines."""
    folders = sorted(RESULTS.glob("2026-04-hikaru2003-*"))
    found = [group for folder in folders for group in groups_in(folder)]
    assert len(found) >= 100
    assert {len(group.logs) for group in found} == {TEN}
    return found


def side(logs: list[float]) -> Sample:
    return Sample(tuple(("", math.exp(log)) for log in logs))


def called_different(group: Group, first: list[float], second: list[float]) -> bool:
    context = VerdictContext("linked-output", 40, threshold_of(group.kind, group.family))
    found = judge({4: side(first)}, {4: side(second)}, context)
    assert found.status == "indicative"
    return found.direction in {"faster", "slower"}


def rate(groups: list[Group], each: int) -> float:
    """How often two sides of so many runs, drawn from one group, are called different."""
    rng, found = Random(f"divided {each}"), []
    for group in groups:
        for _ in range(DIVISIONS):
            drawn = rng.sample(group.logs, 2 * each)
            found.append(called_different(group, drawn[:each], drawn[each:]))
    return sum(found) / len(found)


@pytest.mark.parametrize("each", [1, 2, 3, 5])
def test_divided_at_random_the_same_thing_is_seldom_called_different(
    groups: list[Group], each: int
) -> None:
    assert rate(groups, each) <= 0.05 + 3 * math.sqrt(0.05 * 0.95 / (DIVISIONS * len(groups)))


def test_the_first_half_of_a_group_is_seldom_called_other_than_the_second(
    groups: list[Group],
) -> None:
    halves = [called_different(g, list(g.logs[:5]), list(g.logs[5:])) for g in groups]
    assert sum(halves) / len(halves) <= 0.05


def test_single_runs_err_as_often_as_the_threshold_says(groups: list[Group]) -> None:
    """One pair in twenty lies beyond it, so it is neither idle nor far too wide."""
    assert 0.03 <= rate(groups, 1) <= 0.07
