"""The ladder of noise: how often verdicts err, and how often they find, by simulation."""

from __future__ import annotations

import math
from dataclasses import replace
from random import Random

import pytest
from methodology_page import rows
from msgspec import structs
from simulation import DIFFER, NOISE, SHAPES, rates

from sysbench_archive.verdicts.contrasts import Sample, SampledRun, pooled_residuals
from sysbench_archive.verdicts.judging import judge
from sysbench_archive.verdicts.policy import VerdictContext, student_quantile

TRIALS = 100
EFFECTS = (0.05, 0.10, 0.20, 0.50)
PROMISED = 0.05
"""Of pairs of the same thing, called different at any headline thread count."""
WITHIN = VerdictContext(
    "raw-output", 8, structs.replace(NOISE, campaign=0.0), order="randomised-blocks"
)
"""Within a campaign: without what the next one would differ by."""


def within(promised: float, trials: int) -> float:
    """The promise and three standard errors of a simulated rate."""
    return promised + 3 * math.sqrt(promised * (1 - promised) / trials)


@pytest.mark.parametrize("differ", DIFFER)
@pytest.mark.parametrize("name", SHAPES)
def test_the_same_thing_is_seldom_called_different(name: str, differ: float) -> None:
    """With any status: one figure a side, one campaign, one that another found as well."""
    assert max(rates(name, differ, TRIALS).values()) <= within(PROMISED, TRIALS)


def test_the_ladder_of_noise_is_on_the_methodology_page() -> None:
    def told(name: str, effect: float = 0.0) -> list[str]:
        found = (rates(name, differ, TRIALS, effect).values() for differ in DIFFER)
        return [", ".join(f"{100 * rate:.0f}" for rate in each) + " %" for each in found]

    assert rows("How often verdicts err") == [[name, *told(name)] for name in SHAPES]
    assert rows("How often verdicts err", 1) == [
        [f"{100 * effect:.0f} %", *told("normal", effect)] for effect in EFFECTS
    ]


@pytest.mark.parametrize("uneven", [1.0, 3.0])
@pytest.mark.parametrize(("servers", "blocks"), [(2, 3), (8, 3), (3, 5)])
def test_runs_of_one_campaign_that_are_the_same_are_seldom_called_different(
    servers: int, blocks: int, uneven: float
) -> None:
    """By the scatter of the two, or of all; the candidate may vary more than the others."""
    rng, trials, alarms = Random(f"{servers} {blocks} {uneven}"), 250, 0
    vary = {str(server): 0.03 * (uneven if server == 1 else 1) for server in range(servers)}
    for _ in range(trials):
        drifts = [rng.gauss(0, 0.03) for _ in range(blocks)]
        sides = {
            server: {
                threads: _sample([drift + rng.gauss(0, by) for drift in drifts])
                for threads in (1, 8, 64)
            }
            for server, by in vary.items()
        }
        context = replace(WITHIN, residuals=pooled_residuals(sides))
        found = judge(sides["0"], sides["1"], context, ("0", "1"))
        alarms += found.direction in {"faster", "slower", "mixed"}
    assert alarms / trials <= within(PROMISED, trials)


def test_what_the_runs_would_have_shown_is_found_as_often_as_promised() -> None:
    """One thread count, ten blocks: what an average campaign says it resolves, planted."""
    rng, error, trials = Random("resolvable"), 0.03 * math.sqrt(2 / 10), 1000
    effect = error * (student_quantile(1, 9) + student_quantile("power", 9))
    hits = 0
    for _ in range(trials):
        base = [rng.gauss(0, 0.03) for _ in range(10)]
        candidate = [rng.gauss(effect, 0.03) for _ in range(10)]
        hits += judge({8: _sample(base)}, {8: _sample(candidate)}, WITHIN).direction == "faster"
    assert hits / trials >= 0.8 - 3 * math.sqrt(0.8 * 0.2 / trials)


def _sample(logs: list[float]) -> Sample:
    return Sample(
        tuple(SampledRun(math.exp(x), str(at), load=at, session=at) for at, x in enumerate(logs))
    )
