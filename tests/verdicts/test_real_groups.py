"""The policy on real noise: groups of ten runs of the same thing, divided into two sides.

They were run one after the other, so they meet the policy's path for runs that did not take turns.
"""

from __future__ import annotations

import itertools
import math
from functools import cache
from pathlib import Path
from random import Random

import pytest
from methodology_page import section

from surveyed_archive import Surveyed
from sysbench_archive.commands.calibrate import (
    Group,
    groups_of_result,
    noise_table,
    repeated_in,
    tables_of,
)
from sysbench_archive.verdicts.contrasts import Sample, SampledRun
from sysbench_archive.verdicts.judging import judge
from sysbench_archive.verdicts.noise import noise_of
from sysbench_archive.verdicts.policy import VerdictContext

RESULTS = Path(__file__).parents[2] / "data" / "results"
TEN = 10
DIVISIONS = 20
"""Of each group, at random."""


@cache
def groups_of_ten() -> list[Group]:
    """The groups of ten on physical machines."""
    found = [
        g for folder in sorted(RESULTS.glob("2026-04-hikaru2003-*")) for g in repeated_in(folder)[0]
    ]
    assert len(found) >= 100
    assert {len(group.logs) for group in found} == {TEN}
    return found


def side(logs: list[float]) -> Sample:
    return Sample(tuple(SampledRun(math.exp(log)) for log in logs))


def called_different(group: Group, first: list[float], second: list[float]) -> bool:
    noise = noise_of(
        kind="bare-metal",
        residency=group.residency,
        test=group.test,
    )
    context = VerdictContext("linked-output", 40, noise)
    found = judge({4: side(first)}, {4: side(second)}, context)
    assert found.status == "indicative"
    return found.direction in {"faster", "slower"}


@cache
def rate(each: int) -> float:
    """How often two sides of so many runs, drawn from one group, are called different."""
    rng, found = Random(f"divided {each}"), []
    for group in groups_of_ten():
        for _ in range(DIVISIONS):
            drawn = rng.sample(group.logs, 2 * each)
            found.append(called_different(group, drawn[:each], drawn[each:]))
    return sum(found) / len(found)


@pytest.mark.parametrize("each", [1, 2, 3, 5])
def test_divided_at_random_the_same_thing_is_seldom_called_different(each: int) -> None:
    trials = DIVISIONS * len(groups_of_ten())
    assert rate(each) <= 0.05 + 3 * math.sqrt(0.05 * 0.95 / trials)


def test_the_first_half_of_a_group_is_seldom_called_other_than_the_second() -> None:
    groups = groups_of_ten()
    halves = [called_different(g, list(g.logs[:5]), list(g.logs[5:])) for g in groups]
    assert sum(halves) / len(halves) <= 0.05


def test_two_campaigns_of_the_same_thing_are_seldom_called_different() -> None:
    """The same settings on the same machine, days apart: sessions differ, the servers do not."""
    found = [
        called_different(one, list(one.logs), list(other.logs))
        for one, other in itertools.combinations(groups_of_ten(), 2)
        if (one.machine, one.thing) == (other.machine, other.thing)
    ]
    assert len(found) > 30
    assert sum(found) / len(found) <= 0.05


def single_run_rate(groups: list[Group], threshold: float) -> float:
    """The share of pairs of runs beyond a threshold; groups weigh the same."""
    pairs = [pair for group in groups for pair in group.pairs()]
    beyond = sum(weight for distance, weight in pairs if distance > threshold)
    return beyond / sum(weight for _, weight in pairs)


@pytest.fixture(scope="module")
def known_groups(surveyed: Surveyed) -> list[Group]:
    """The groups of every bundle of the archive."""
    results = (outcome.result for outcome in surveyed.outcomes())
    return [group for result in results if result for group in groups_of_result(result)]


def test_the_tables_of_the_policy_are_those_of_this_archive(
    known_groups: list[Group], surveyed: Surveyed
) -> None:
    """As `calibrate --check`, which reads all bundles once more."""
    found = tables_of(known_groups, [cell for one in surveyed.surveys for cell in one.cells])
    behind = [path.name for path, text in found.items() if path.read_text() != text]
    assert behind == [], "run `sysbench-archive calibrate`"


@pytest.fixture(scope="module")
def left_out_rates(known_groups: list[Group]) -> dict[str, float]:
    """Machine to the share of its pairs of single runs beyond what all others say."""
    known, rates = known_groups, {}
    for machine in {group.machine for group in known}:
        own = [group for group in known if group.machine == machine]
        tables = noise_table([group for group in known if group.machine != machine], [])
        regime = own[0].regime()
        rates[machine] = single_run_rate(own, tables.single_runs[regime].threshold)
    return rates


def test_single_runs_of_a_machine_left_out_seldom_exceed_the_threshold(
    left_out_rates: dict[str, float],
) -> None:
    """Every machine of the archive with repeated runs, held to what all others say."""
    rates = left_out_rates
    assert len(rates) >= 10
    assert max(rates.values()) <= 0.06
    assert sum(rates.values()) / len(rates) <= 0.05


def test_the_methodology_page_states_these_rates(left_out_rates: dict[str, float]) -> None:
    text = section("Single runs and published figures")
    single, three = (f"{100 * rate(each):.1f} %" for each in (1, 3))
    pairs = f"different in {single} of pairs of single runs, and in {three} of pairs of three"
    assert pairs in text
    assert f"more than {100 * max(left_out_rates.values()):.1f} % of its pairs" in text
