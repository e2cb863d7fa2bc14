"""Slices: the trimmed estimate, what sessions add, and how often campaigns of slices err."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray

from sysbench_archive.statistics import mean_estimate
from sysbench_archive.verdicts.contrasts import Sample, SampledRun, contrast_of
from sysbench_archive.verdicts.judging import judge
from sysbench_archive.verdicts.noise import Noise
from sysbench_archive.verdicts.policy import VerdictContext
from sysbench_archive.verdicts.slices import session_variance, trimmed_estimate

Floats = NDArray[np.float64]
CONTEXT = VerdictContext(
    evidence="raw-output",
    cpus=2,
    noise=Noise(threshold=0.1, session=0.01),
    order="randomised-slices",
)
TRIALS = 1500
SCATTER = 0.4
"""Standard deviation of the log ratio of two slices of a second on a busy virtual machine."""


def test_a_fifth_at_either_end_is_left_out() -> None:
    values = [-9.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 90.0]
    found = trimmed_estimate(values)
    assert found.centre == pytest.approx(4.5)
    # Winsorised: 2, 2, 2, 3, 4, 5, 6, 7, 7, 7, with a sum of squares of 42.5; six are kept.
    assert found.standard_error == pytest.approx(math.sqrt(42.5 / (6 * 5)))
    assert found.df == 5


def test_of_few_values_nothing_is_left_out() -> None:
    values = [0.1, 0.4, 0.2, 5.0]
    assert trimmed_estimate(values) == mean_estimate(values)


def test_how_far_out_a_stall_lies_does_not_matter() -> None:
    values = [0.01 * n for n in range(20)]
    near, far = (trimmed_estimate([*values, stall]) for stall in (3.0, 300.0))
    assert near == far


def test_sessions_add_what_is_known_or_what_they_show() -> None:
    alike = {n: [0.0, 0.1, -0.1, 0.05, -0.05] * 4 for n in range(3)}
    assert session_variance(alike.values(), known=2e-4) == 2e-4
    apart = {n: [0.5 * n + value for value in alike[n]] for n in range(3)}
    assert session_variance(apart.values(), known=2e-4) == pytest.approx(0.25, rel=0.05)
    assert session_variance([alike[1]], known=2e-4) == 2e-4


def test_a_session_counts_by_what_both_sides_have_of_it() -> None:
    """Half of the inverses of both sides' states, times the variance of a difference."""
    apart = [[0.5 * session + 0.1 * (place % 3) for place in range(20)] for session in range(3)]
    baseline, candidate = campaign(np.array(apart))
    variance = session_variance(apart, known=2 * 0.01**2)
    found = contrast_of(1, baseline[1], candidate[1], CONTEXT)
    assert found.session_error == pytest.approx(math.sqrt(variance / 3))
    one_load = Sample(tuple(replace(run, load=1, session=1) for run in candidate[1].runs), True)
    found = contrast_of(1, baseline[1], one_load, CONTEXT)
    assert found.session_error == pytest.approx(math.sqrt((1 / 3 + 1) / 2 * variance))
    assert contrast_of(1, baseline[1], candidate[1], None).session_error == 0


def campaign(ratios: Floats) -> tuple[dict[int, Sample], dict[int, Sample]]:
    """Two sides whose slices have these log ratios: session, round."""
    sessions, rounds = ratios.shape
    sides: tuple[list[SampledRun], list[SampledRun]] = ([], [])
    for session in range(sessions):
        for place in range(rounds):
            number = session * rounds + place
            first = number % 2
            for side, log in ((0, 0.0), (1, float(ratios[session, place]))):
                turn = 2 * number + (side != first)
                run = SampledRun(math.exp(log), str(number), session + 1, session + 1, turn)
                sides[side].append(run)
    baseline, candidate = (Sample(tuple(side), sliced=True) for side in sides)
    return {1: baseline}, {1: candidate}


def normal(rng: np.random.Generator, shape: tuple[int, ...]) -> Floats:
    return rng.standard_normal(shape)


def heavy(rng: np.random.Generator, shape: tuple[int, ...]) -> Floats:
    drawn: Floats = rng.standard_t(3, shape)
    return drawn / math.sqrt(3)


def stalled(rng: np.random.Generator, shape: tuple[int, ...]) -> Floats:
    """One slice in twenty, of either side, loses all but a hundredth."""
    lost, won = (10.0 * (rng.random(shape) < 0.05) for _ in range(2))
    stalls: Floats = won - lost
    return rng.standard_normal(shape) + stalls


NOISES: dict[str, Callable[[np.random.Generator, tuple[int, ...]], Floats]] = {
    "normal": normal,
    "heavy tails": heavy,
    "stalls": stalled,
}


def rate(
    noise: str, *, sessions: int, rounds: int, effect: float = 0.0, apart: float = 0.01
) -> float:
    """How often the candidate is called faster or slower; `apart` is a session's deviation."""
    rng = np.random.default_rng(list(f"{noise} {sessions} {rounds} {effect} {apart}".encode()))
    found = 0
    for _ in range(TRIALS):
        ratios = SCATTER * NOISES[noise](rng, (sessions, rounds)) + math.log1p(effect)
        ratios += math.sqrt(2) * apart * rng.standard_normal((sessions, 1))
        verdict = judge(*campaign(ratios), CONTEXT)
        found += verdict.direction in {"faster", "slower"}
    return found / TRIALS


@pytest.mark.parametrize("noise", NOISES)
@pytest.mark.parametrize(("sessions", "rounds"), [(2, 10), (3, 20), (6, 12)])
def test_the_same_thing_is_seldom_called_different(noise: str, sessions: int, rounds: int) -> None:
    """Four in a hundred are promised; the trimmed mean is not quite Student's."""
    assert rate(noise, sessions=sessions, rounds=rounds) <= 0.05


def test_sessions_that_lie_apart_do_not_pass_for_a_difference() -> None:
    """Three times what is known; without their own distance it would be one in five."""
    assert rate("normal", sessions=6, rounds=40, apart=0.03) <= 0.08


def test_stalls_do_not_hide_a_difference() -> None:
    assert rate("stalls", sessions=3, rounds=40, effect=0.25) >= 0.9


def test_rounds_that_one_side_lacks_are_left_out() -> None:
    baseline, candidate = campaign(np.zeros((2, 15)))
    short = Sample(candidate[1].runs[3:], sliced=True)
    assert contrast_of(1, baseline[1], short, CONTEXT).n == (27, 27)
