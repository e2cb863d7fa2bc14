"""The rates the policy promises, by simulation: how often it errs, and how often it finds."""

from __future__ import annotations

import math
from random import Random

import pytest
from methodology_page import rows
from simulation import (
    CONTEXT,
    COUNTS,
    PLANTED,
    SHAPES,
    VARIATION,
    directions,
    false_alarms,
    found_at,
    normal,
)

from sysbench_archive.statistics import Estimate, homogeneity
from sysbench_archive.verdicts import Sample, VerdictContext, contrast_of, judge
from sysbench_archive.verdicts.calibration import Group, regime_table
from sysbench_archive.verdicts.policy import student_quantile

TRIALS = 2000
PROMISED = 0.05
"""Of pairs of the same thing, called different at any headline thread count."""
POWERS = dict(zip(PLANTED, (0.78, 0.97, 0.67, 0.96, 0.99, 0.99, 0.89, 0.99), strict=True))
"""What the methodology promises of planted differences, rounded down."""


def within(promised: float, trials: int) -> float:
    """The promise and three standard errors of a simulated rate."""
    return promised + 3 * math.sqrt(promised * (1 - promised) / trials)


@pytest.mark.parametrize("variation", VARIATION)
@pytest.mark.parametrize("name", SHAPES)
def test_the_same_thing_is_seldom_called_different(name: str, variation: float) -> None:
    assert false_alarms(name, variation, 3, TRIALS) <= within(PROMISED, TRIALS)


@pytest.mark.parametrize("name", SHAPES)
def test_more_blocks_err_no_more(name: str) -> None:
    trials = TRIALS // 2
    assert false_alarms(name, 0.01, 10, trials) <= within(PROMISED, trials)


@pytest.mark.parametrize("name", SHAPES)
def test_what_does_not_vary_is_equivalent(name: str) -> None:
    assert directions(20, "still", SHAPES[name], 0.0, 3) == {"equivalent": 20}


@pytest.mark.parametrize("planted", PLANTED, ids=str)
def test_planted_differences_are_found(planted: tuple[float, int, float]) -> None:
    assert found_at(*planted, TRIALS) >= POWERS[planted]


@pytest.mark.parametrize(("variation", "blocks"), [(0.001, 3), (0.005, 3), (0.005, 10), (0.01, 10)])
def test_a_difference_beyond_the_margin_is_seldom_called_equivalent(
    variation: float, blocks: int
) -> None:
    trials = TRIALS // 2
    found = directions(trials, "margin", SHAPES["normal"], variation, blocks, 0.025)
    assert found["equivalent"] / trials <= within(PROMISED, trials)


def test_the_smallest_resolvable_difference_is_found_as_often_as_promised() -> None:
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
    return Sample(tuple((str(i), math.exp(log)) for i, log in enumerate(logs)))


def test_pooling_over_thread_counts_would_break_the_promise() -> None:
    """The reason why the policy does not pool: noise that grows with threads, and three blocks.

    Pooled where Bartlett's test finds nothing against it, by the degrees of freedom of all.
    """
    rng, alarms = Random("pooled"), 0
    for _ in range(TRIALS):
        contrasts = [
            contrast_of(threads, *(_sample([rng.gauss(0, spread) for _ in range(3)]) for _ in "ab"))
            for threads, spread in zip(COUNTS, (0.01, 0.01, 0.03), strict=True)
        ]
        alarms += _differs_pooled([contrast.log for contrast in contrasts])
    assert alarms / TRIALS > within(PROMISED, TRIALS)


def _differs_pooled(logs: list[Estimate]) -> bool:
    variances = [3 * (log.standard_error or 0) ** 2 for log in logs]
    found = homogeneity(variances, [2] * len(logs))
    # 5.991 is exceeded by chi-square on 2 degrees of freedom once in twenty.
    alike = found.statistic < 5.991
    pairs = zip(logs, variances, strict=True)
    return any(
        abs(log.centre)
        > student_quantile(3, 6 if alike else 2) * math.sqrt((found.pooled if alike else own) / 3)
        for log, own in pairs
    )


MEMORY = 0.8
"""What a run keeps of the one before it, where runs follow each other."""


def _following(rng: Random, count: int) -> list[float]:
    """Logarithms of runs that drift: a run is like the one before it."""
    logs = [normal(rng)]
    while len(logs) < count:
        logs.append(MEMORY * logs[-1] + math.sqrt(1 - MEMORY**2) * normal(rng))
    return [0.1 * log for log in logs]


def _sequential(threshold: float) -> float:
    """How often ten runs and the ten after them, of the same thing, are called different."""
    rng, alarms = Random("sequential"), 0
    context = VerdictContext(evidence="raw-output", cpus=8, threshold=threshold)
    for _ in range(TRIALS):
        logs = _following(rng, 20)
        sides = (Sample(tuple(("", math.exp(x)) for x in part)) for part in (logs[:10], logs[10:]))
        first, second = sides
        alarms += judge({8: first}, {8: second}, context).direction in {"faster", "slower"}
    return alarms / TRIALS


def test_runs_that_did_not_take_turns_need_the_threshold() -> None:
    """By Student's t alone two in five would be called different."""
    assert _sequential(0.0) > 0.3
    rng = Random("calibration")
    groups = [Group("vm", "write", tuple(_following(rng, 10))) for _ in range(200)]
    threshold = regime_table(groups)["vm writes"].threshold
    assert _sequential(threshold) <= within(PROMISED, TRIALS)


def test_the_table_of_false_alarms() -> None:
    assert rows("How often verdicts err") == [
        [name, *(f"{100 * false_alarms(name, v, 3, TRIALS):.1f} %" for v in VARIATION)]
        for name in SHAPES
    ]


def test_the_table_of_what_is_found() -> None:
    assert rows("How often verdicts err", 1) == [
        [
            f"{100 * effect:.0f} %",
            f"{100 * variation:.1f} %",
            str(blocks),
            f"{100 * found_at(variation, blocks, effect, TRIALS):.0f} %",
        ]
        for variation, blocks, effect in PLANTED
    ]
