"""Settled windows: series with a known answer, false alarms, and what a contrast makes of them."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Sequence
from dataclasses import replace

import pytest
from samples import STEADY, blocks, times, verdict

from sysbench_archive.model.comparison import Window
from sysbench_archive.verdicts.contrasts import Sample, contrast_of
from sysbench_archive.verdicts.sentences import finding_at, reason_of, sentence_of
from sysbench_archive.verdicts.settled import (
    STRETCHES,
    later_means,
    settled_window,
    stretches_of,
)


def lines(count: int, level: Callable[[float], float], spread: float = 0.01) -> list[float]:
    """Throughput around a level, by the share of the run that is over, with noise."""
    rng = random.Random(count)
    return [max(0, level(at / count) * (1 + rng.gauss(0, spread))) for at in range(count)]


def checkpoint(share: float) -> float:
    """A dip to a half in every fifteenth of the run."""
    return 500 if share * 15 % 1 > 0.8 else 1000


SERIES: dict[str, tuple[Sequence[float], Window | None]] = {
    "flat": (lines(60, lambda _: 1000), "whole"),
    "exactly flat": ([100.0] * 30, "whole"),
    "noisy": (lines(60, lambda _: 1000, 0.4), "whole"),
    "periodic checkpoints": (lines(300, checkpoint), "whole"),
    "one stall": ([1000.0] * 150 + [0.0] * 4 + [1000.0] * 146, "whole"),
    "drift within the margin": (lines(300, lambda x: 1000 + 60 * x), "whole"),
    "drift": (lines(300, lambda x: 1000 + 300 * x), "last-half"),
    "fall to the end": (lines(300, lambda x: 1000 - 600 * x), "never"),
    "a step at a fifth": (lines(60, lambda x: 600 if x < 0.2 else 1000), "last-three-quarters"),
    "a cold start": (lines(300, lambda x: 1000 - 900 * math.exp(-20 * x)), "last-three-quarters"),
    "a step before the half": (lines(60, lambda x: 600 if x < 0.45 else 1000), "last-half"),
    "a step at three quarters": (lines(60, lambda x: 600 if x < 0.75 else 1000), "never"),
    "a climb": (lines(900, lambda x: 30 + 70 * x), "never"),
    # Read-write, 2 GB, one client: MySQL 8.0.45 on two Xeons, quarters of 28.6, 29.4, 69.8, 92.3.
    "a cache that warms": ([28, 29, 29, 28, 29, 31, 55, 70, 84, 91, 92, 94], "never"),
    # Insert and delete with MariaDB 11.3.2 at 256 threads: whatever it was, it was no rest.
    "a collapse": ([1025, 1039, 1095, 1085, 783, 751, 369, 45, 8, 25, 20, 307], "never"),
    # MySQL 5.5.25 at 64 threads: one stall of a minute in ten, more than noise and no trend.
    "a stall that stays open": (
        [6068, 6060, 6055, 6070, 6058, 6065, 6067, 5547, 347, 65, 6036, 6059],
        "never",
    ),
    "long events from nothing": ([0, 0, 0, 10, 19, 16, 12, 14, 12, 17, 33, 54], "never"),
    "it stops": ([100.0] * 30 + [0.0] * 30, "never"),
    "too few lines": ([1.0] * (STRETCHES - 1), None),
    "nothing done": ([0.0] * 60, None),
}


@pytest.mark.parametrize("name", SERIES)
def test_a_series_has_the_window_that_it_was_made_with(name: str) -> None:
    rates, expected = SERIES[name]
    assert settled_window([(rate, 1) for rate in rates]) == expected


@pytest.mark.parametrize(
    ("count", "alike", "spread"),
    [(15, 0, 0.15), (30, 0.3, 0.1), (60, 0.5, 0.2), (300, 0.8, 0.2), (900, 0.9, 0.2)],
)
def test_at_most_one_in_twenty_stationary_runs_is_not_settled_from_its_start(
    count: int, alike: float, spread: float
) -> None:
    rng, alarms = random.Random(7), 0
    for _ in range(600):
        level, rates = rng.gauss(0, spread), []
        for _ in range(count):
            level = alike * level + rng.gauss(0, spread * math.sqrt(1 - alike**2))
            rates.append((1000 * max(0, 1 + level), 1))
        alarms += settled_window(rates) != "whole"
    assert alarms <= 0.05 * 600


def test_windows_and_stretches_are_shares_of_the_lines() -> None:
    numbered = [(float(n), 1) for n in range(15)]
    assert stretches_of(numbered, 4) == [1.5, 5.5, 9.5, 13]
    assert later_means(numbered) == (9, 11)
    # A summary's means count by the lines they are of.
    assert later_means([(10, 5), (10, 5), (10, 5), (40, 1)]) == (140 / 11, 15)
    assert later_means([(1, 1)]) is None


def late(sample: Sample, window: Window, *, over: float = 1.0) -> Sample:
    """A sample whose runs were settled late, at so many times their throughput."""
    runs = (replace(r, settled=window, later=(r.figure, r.figure * over)) for r in sample.runs)
    return replace(sample, runs=tuple(runs))


def test_a_contrast_is_of_the_window_that_all_runs_need() -> None:
    base, cold = late(blocks(*STEADY), "whole"), late(times(0.65), "last-half", over=0.88 / 0.65)
    for below, above, turned in ((base, cold, 1), (cold, base, -1)):
        found = contrast_of(1, below, above)
        assert found.window == "last-half"
        assert found.ratio == pytest.approx(0.88**turned, rel=1e-3)
        assert math.exp(found.whole) == pytest.approx(0.65**turned, rel=1e-3)
    # Where one side has no interval lines, there is no such part of its runs.
    assert contrast_of(1, blocks(*STEADY), cold).window == "never"


def test_what_never_settled_has_no_direction_and_both_ratios_are_said() -> None:
    base = {n: late(blocks(*STEADY), "whole") for n in (1, 4)}
    other = {1: late(times(0.65), "last-half", over=0.88 / 0.65), 4: late(times(0.2), "never")}
    found = verdict(base, other)
    assert [finding_at(entry) for entry in found.headline] == ["signed", "unsettled"]
    assert [entry.direction for entry in found.headline] == ["slower", "cannot-tell"]
    text = sentence_of(found, "A", "B")
    assert "The last half of the runs counts at 1 thread; over whole runs it is" in text
    assert text.count("12 %") == text.count("35 %") == 1
    assert "Not settled at 4 threads." in text
    wild = late(blocks(30, 200, 100, 300, 20, 100), "whole")
    noisy = verdict(base, {1: wild, 4: other[4]})
    text = sentence_of(noisy, "A", "B")
    assert text.startswith("Too noisy to tell whether B or A is faster at 1 thread")
    assert text.endswith("Not settled at 4 threads.")
    assert reason_of(noisy) == "throughput was not settled in the same part of all runs"
    nothing = verdict({4: base[4]}, {4: other[4]})
    assert nothing.direction == "cannot-tell"
    assert sentence_of(nothing, "A", "B").startswith("Cannot tell whether B or A is faster at 4")
