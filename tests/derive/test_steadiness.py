"""The test of steadiness holds its rate of false alarms, and sees what changes."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from sysbench_archive.bundle.load import load_bundle
from sysbench_archive.derive.steadiness import STRETCHES, engine_text, redo_capacity_mib, trend_of

BUNDLE = load_bundle(
    Path(__file__).parents[1] / "rules/innodb-redo/pass/2026-01-raw-output", "bundle"
).bundle


def noisy(rng: random.Random, count: int, *, spread: float, alike: float) -> list[float]:
    """Throughput around 1,000 whose seconds scatter by `spread` and are alike by `alike`."""
    level, rates = 0.0, []
    for _ in range(count):
        level = alike * level + rng.gauss(0, spread * (1 - alike**2) ** 0.5)
        rates.append(1000 * (1 + level))
    return rates


@pytest.mark.parametrize(("spread", "alike"), [(0.05, 0.0), (0.05, 0.5), (0.2, 0.3)])
def test_a_run_at_rest_is_seldom_called_unsteady(spread: float, alike: float) -> None:
    rng = random.Random(5)
    trends = [trend_of(noisy(rng, 600, spread=spread, alike=alike)) for _ in range(2000)]
    alarms = sum(trend is not None and "Not steady" in trend.text for trend in trends)
    assert alarms <= 0.02 * len(trends)


def test_a_quiet_run_is_called_steady() -> None:
    rng = random.Random(6)
    trend = trend_of(noisy(rng, 300, spread=0.01, alike=0.2))
    assert trend
    assert trend.text.startswith("Steady: ")


@pytest.mark.parametrize(("fall", "word"), [(0.9, "falling"), (1.1, "rising")])
def test_a_run_that_goes_on_changing_is_named(fall: float, word: str) -> None:
    rng = random.Random(7)
    rates = noisy(rng, 300, spread=0.02, alike=0.2)
    drifting = [rate * (1 + (fall - 1) * max(0, n - 200) / 100) for n, rate in enumerate(rates)]
    trend = trend_of(drifting)
    assert trend
    assert trend.text.startswith(f"Not steady, still {word}: ")
    assert trend.low < trend.change < trend.high
    assert abs(trend.change - (fall - 1)) < 0.03


def test_a_straight_line_is_found_exactly() -> None:
    trend = trend_of([100.0] * 60 + [100.0 + n for n in range(30)])
    assert trend
    # From the middle of the first stretch to that of the last, and a stretch more: 30 of 114.5.
    assert trend.change == pytest.approx(30 / 114.5)
    assert trend.low == pytest.approx(trend.high)


def test_a_scattered_run_cannot_be_told() -> None:
    rng = random.Random(8)
    trend = trend_of(noisy(rng, 60, spread=0.5, alike=0.0))
    assert trend
    assert trend.text.startswith("Cannot tell whether it was steady: ")


def test_too_few_lines_are_not_tested() -> None:
    assert trend_of([1.0] * (3 * STRETCHES - 1)) is None
    assert trend_of([1.0] * (3 * STRETCHES)) is not None
    assert trend_of([1.0] * 60 + [0.0] * 30) is None
    assert trend_of([]) is None


REDO_FILES = {"innodb_log_file_size": "50331648", "innodb_log_files_in_group": "2"}


@pytest.mark.parametrize(
    ("variables", "capacity"),
    [
        (REDO_FILES, 96),
        ({"innodb_redo_log_capacity": "104857600", **REDO_FILES}, 100),
        # MariaDB from 10.6 on has one file and no variable for their number.
        ({"innodb_log_file_size": "100663296"}, 96),
        ({"version": "8.0.36"}, None),
    ],
)
def test_the_capacity_of_the_redo_log(variables: dict[str, str], capacity: int | None) -> None:
    assert BUNDLE
    bundle = replace(BUNDLE, variables={"mysql": variables})
    assert redo_capacity_mib(bundle, "mysql") == capacity


@pytest.mark.parametrize(
    ("state", "text"),
    [
        ({"redo_written_mib": 240.0}, "It wrote 2.5 times the capacity of the redo log."),
        (
            {"settled": True, "redo_written_mib": 48.0},
            (
                "It wrote 50 % of the capacity of the redo log, so that no full round of"
                " checkpoints is in it."
            ),
        ),
        (
            {"settled": False, "redo_written_mib": 0.0},
            "Purge and flushing had not come to rest before it.",
        ),
        ({"settled": True, "redo_written_mib": 0.4}, ""),
        ({}, ""),
    ],
)
def test_what_the_engine_says_of_a_run(state: dict[str, Any], text: str) -> None:
    assert BUNDLE
    bundle = replace(BUNDLE, variables={"mysql": REDO_FILES})
    run = replace(BUNDLE.runs[0], facts={**BUNDLE.runs[0].facts, "innodb": state})
    assert engine_text(bundle, run) == text


def test_without_a_known_capacity_redo_is_not_weighed() -> None:
    assert BUNDLE
    run = replace(BUNDLE.runs[0], facts={"innodb": {"redo_written_mib": 900.0}})
    assert engine_text(BUNDLE, run) == ""
