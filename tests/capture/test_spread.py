"""What repeated runs show of their spread, and which difference so many of them can show."""

from __future__ import annotations

import math
import random
from dataclasses import replace

import pytest
from small_campaigns import PLAN

from sysbench_archive.capture.spread import Spread, expected_text, resolvable, spreads
from sysbench_archive.verdicts.contrasts import Sample, SampledRun


def sample(*figures: float, loads: bool = True) -> Sample:
    return Sample(
        tuple(
            SampledRun(figure, str(n), n if loads else 1, n if loads else 1, n)
            for n, figure in enumerate(figures)
        )
    )


def test_cells_are_pooled_and_single_runs_tell_nothing() -> None:
    cells = {
        ("a", "one", 1): sample(100, 110),
        ("a", "one", 8): sample(400, 400, 400),
        ("a", "two", 1): sample(90),
        ("b", "one", 1): sample(50),
    }
    (found,) = spreads(cells)
    squares = 2 * (math.log(1.1) / 2) ** 2
    assert found == Spread("a", pytest.approx(math.sqrt(squares / 3)), 5, 2, 2)


def test_what_is_promised_is_what_a_simulation_finds() -> None:
    """Of two servers that differ by what is promised, four in five campaigns tell."""
    rng = random.Random(20261123)
    deviation, repetitions = 0.02, 5
    least = math.log1p(resolvable(deviation, repetitions, repetitions, 1))
    told = 0
    for _ in range(2000):
        differences = [
            least + rng.gauss(0, deviation) - rng.gauss(0, deviation) for _ in range(repetitions)
        ]
        mean = sum(differences) / repetitions
        squares = sum((d - mean) ** 2 for d in differences)
        error = math.sqrt(squares / (repetitions - 1) / repetitions)
        told += mean > 2.999 * error  # t at 4 degrees of freedom, 4 % in two tails
    assert 0.75 < told / 2000 < 0.95


def test_more_repetitions_show_less_and_one_session_sets_a_floor() -> None:
    assert resolvable(0.02, 10, 10, 1) < resolvable(0.02, 3, 3, 1) < resolvable(0.05, 3, 3, 1)
    assert resolvable(0.0, 50, 1, 1) > 0.02
    assert resolvable(0.0, 50, 50, 1) == 0


def test_a_plan_says_what_the_archive_leads_to_expect() -> None:
    told = expected_text(PLAN, "bare-metal")
    assert told.startswith("3 repetitions tell two servers apart from a difference of ")
    assert "physical machines of the archive" in told
    noisy = expected_text(PLAN, "vm")
    assert "virtual machines of the archive" in noisy
    assert "only where one is more than twice as fast" in noisy
    assert "one run of each: --repetitions 3" in expected_text(replace(PLAN, repetitions=1), "vm")
    assert expected_text(replace(PLAN, slices=1), "vm") == ""
