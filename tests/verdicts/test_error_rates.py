"""The rates the policy promises, by simulation: how often it errs, and how often it finds."""

from __future__ import annotations

import math
from random import Random

import pytest
from methodology_page import rows
from simulation import (
    CONTEXT,
    DESIGNS,
    DEVIATIONS,
    EFFECTS,
    MANY,
    PAIR,
    SHAPES,
    VARIATION,
    Plan,
    directions,
    false_alarms,
    found_at,
)

from sysbench_archive.verdicts.contrasts import Sample, SampledRun
from sysbench_archive.verdicts.judging import judge
from sysbench_archive.verdicts.policy import student_quantile

TRIALS = 2000
PROMISED = 0.05
"""Of pairs of the same thing, called different at any headline thread count."""


def within(promised: float, trials: int) -> float:
    """The promise and three standard errors of a simulated rate."""
    return promised + 3 * math.sqrt(promised * (1 - promised) / trials)


@pytest.mark.parametrize("variation", VARIATION)
@pytest.mark.parametrize("servers", [PAIR, MANY])
@pytest.mark.parametrize("name", SHAPES)
def test_the_same_thing_is_seldom_called_different(
    name: str, servers: int, variation: float
) -> None:
    plan = Plan(servers, 3, variation)
    assert false_alarms(name, plan, TRIALS) <= within(PROMISED, TRIALS)


@pytest.mark.parametrize("name", SHAPES)
@pytest.mark.parametrize(("servers", "blocks"), [(6, 3), (3, 5), (PAIR, 10)])
def test_other_designs_err_no_more(name: str, servers: int, blocks: int) -> None:
    trials = TRIALS // 2
    assert false_alarms(name, Plan(servers, blocks, 0.03), trials) <= within(PROMISED, trials)


@pytest.mark.parametrize("name", sorted(SHAPES.keys() - {"one load a side"}))
def test_what_does_not_vary_is_equivalent(name: str) -> None:
    plan = Plan(PAIR, 3, 0.0)
    assert directions(20, "still", SHAPES[name], plan) == {"equivalent": 20}


def test_one_load_a_side_is_never_equivalent_by_three_blocks() -> None:
    """What loads differ by is not known well enough to exclude 3 %."""
    found = directions(200, "loads", SHAPES["one load a side"], Plan(PAIR, 3, 0.005))
    assert found["equivalent"] == 0


def test_pooling_over_servers_finds_more() -> None:
    """A difference that three blocks of a pair seldom show; eight servers tell the noise."""
    plan = Plan(MANY, 3, 0.03, 0.10)
    assert found_at(plan, TRIALS) > 1.7 * found_at(plan, TRIALS, pooled=False)


@pytest.mark.parametrize(("variation", "blocks"), [(0.001, 3), (0.005, 3), (0.005, 10), (0.01, 10)])
def test_a_difference_beyond_the_margin_is_seldom_called_equivalent(
    variation: float, blocks: int
) -> None:
    trials = TRIALS // 2
    found = directions(trials, "margin", SHAPES["normal"], Plan(PAIR, blocks, variation, 0.035))
    assert found["equivalent"] / trials <= within(PROMISED, trials)


def test_what_the_runs_would_have_shown_is_found_as_often_as_promised() -> None:
    """One thread count, ten blocks: what an average campaign says it resolves, planted."""
    rng, error = Random("resolvable"), 0.03 * math.sqrt(2 / 10)
    effect = error * (student_quantile(1, 9) + student_quantile("power", 9))
    hits = 0
    for _ in range(TRIALS):
        base = [rng.gauss(0, 0.03) for _ in range(10)]
        candidate = [rng.gauss(effect, 0.03) for _ in range(10)]
        hits += judge({8: _sample(base)}, {8: _sample(candidate)}, CONTEXT).direction == "faster"
    assert hits / TRIALS >= 0.8 - 3 * math.sqrt(0.8 * 0.2 / TRIALS)


def _sample(logs: list[float]) -> Sample:
    return Sample(
        tuple(SampledRun(math.exp(x), str(at), load=at, session=at) for at, x in enumerate(logs))
    )


DESIGN_NAMES = [f"{servers} servers, {blocks} blocks" for servers, blocks in DESIGNS]


def test_the_tables_of_false_alarms() -> None:
    for table, servers in enumerate((PAIR, MANY)):
        assert rows("How often verdicts err", table) == [
            [name, *(f"{100 * _alarms(name, servers, v):.1f} %" for v in VARIATION)]
            for name in SHAPES
        ]


def _alarms(name: str, servers: int, variation: float) -> float:
    return false_alarms(name, Plan(servers, 3, variation), TRIALS)


def test_the_table_of_what_is_found() -> None:
    assert rows("How often verdicts err", 2) == [
        [design, f"{100 * effect:.0f} %", *(_before_and_after(*size, effect))]
        for design, size in zip(DESIGN_NAMES, DESIGNS, strict=True)
        for effect in EFFECTS
    ]


def _before_and_after(servers: int, blocks: int, effect: float) -> list[str]:
    """Without and with the residual pooled over servers, by what runs vary by."""
    plans = [Plan(servers, blocks, deviation, effect) for deviation in DEVIATIONS]
    return [
        f"{100 * found_at(plan, TRIALS, pooled=False):.0f} → {100 * found_at(plan, TRIALS):.0f} %"
        for plan in plans
    ]
