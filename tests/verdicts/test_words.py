"""Ratios as people say them, and rows of names."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sysbench_archive.words.differences import (
    difference_range,
    difference_text,
    factor_text,
    interval_text,
)
from sysbench_archive.words.numbers import (
    LIMITS,
    factor_up,
    percent,
    percent_up,
    ratio_text,
    times_text,
)
from sysbench_archive.words.phrases import listed, threads_of

MINUS = "\N{MINUS SIGN}"


@pytest.mark.parametrize(
    ("ratio", "expected"),
    [
        (0.88, f"{MINUS}12 %"),
        (0.958, f"{MINUS}4.2 %"),
        (0.9, f"{MINUS}10 %"),
        (1.08, "+8 %"),
        (1.0999, "+10 %"),
        (1.9, "+90 %"),
        (2.0, "2 times"),
        (2.41, "2.4 times"),
        (12.34, "12 times"),
        (0.5, f"{MINUS}50 %"),
        (0.35, f"{MINUS}65 %"),
        (0.0116, f"{MINUS}99 %"),
        (0.001, f"{MINUS}99.9 %"),
        (0.00012, f"{MINUS}99.99 %"),
        (1.0, "0 %"),
        (0.9999, "0 %"),
    ],
)
def test_a_ratio_is_a_difference_with_its_sign(ratio: float, expected: str) -> None:
    assert difference_text(ratio) == expected


def test_a_ratio_in_a_table_and_before_times() -> None:
    ratios = (0.88, 1.004, 2.36, 0.4, 0.0512, 1.0)
    assert [ratio_text(ratio) for ratio in ratios] == [
        "0.88", "1.004", "2.36", "0.40", "0.051", "1.00",
    ]  # fmt: skip
    assert [factor_text(ratio) for ratio in ratios[1:4]] == ["1.004", "2.4", "0.40"]


RATIOS = st.floats(math.log(0.02), math.log(50)).map(math.exp)


def read_end(text: str) -> float:
    """The ratio that a difference says."""
    number = float(text.split()[0].replace(MINUS, "-"))
    return number if text.endswith("times") else 1 + number / 100


@given(RATIOS)
def test_a_difference_reads_as_the_ratio_it_is_of(ratio: float) -> None:
    """Up to rounding, and on the same side of 1."""
    text = difference_text(ratio)
    read = read_end(text)
    assert read == pytest.approx(ratio, rel=0.06, abs=0.006)
    assert (read - 1) * (ratio - 1) >= 0
    assert text.endswith("times") == (ratio >= LIMITS.times_up)


@pytest.mark.parametrize(
    ("interval", "expected"),
    [
        ((0.85, 0.91), f"{MINUS}15 to {MINUS}9 %"),
        ((1.0004, 1.1), "+0.04 to +10 %"),
        ((1.098, 1.1020), "+9.8 to +10 %"),
        ((1.198, 1.202), "+19.8 to +20.2 %"),
        ((2.4, 2.41), "2.4 to 2.41 times"),
        ((1.02, 5.7), "+2 % to 5.7 times"),
        ((0.35, 1.08), f"{MINUS}65 to +8 %"),
        ((0.3, 3.9), f"{MINUS}70 % to 3.9 times"),
        ((0.44, 4.3), ""),
        ((0.24, 1.1), ""),
        ((0.01, 971_897), ""),
        ((1.2, 971_897), "at least +20 %"),
        ((0.0001, 0.9), f"at least {MINUS}10 %"),
        ((0.9, 0.9), f"{MINUS}10 %"),
    ],
)
def test_an_interval_has_signs_and_no_absurd_ends(
    interval: tuple[float, float], expected: str
) -> None:
    assert interval_text(interval) == expected


@given(RATIOS, st.floats(1.0001, 3))
def test_an_interval_that_does_not_hold_1_never_reads_so(ratio: float, width: float) -> None:
    low, high = ratio / width, ratio * width
    if low <= 1.00001 and high >= 1 / 1.00001:
        return
    text = difference_range(low, high)
    first, last = text.split(" to ") if " to " in text else (text, text)
    unit = "" if first.endswith(("times", "%")) else f" {last.split()[-1]}"
    assert (read_end(first + unit) > 1) == (read_end(last) > 1) == (ratio > 1)


def test_shares() -> None:
    assert [percent(s) for s in (0.02, 0.018, 0.12, 1.26)] == ["2 %", "1.8 %", "12 %", "126 %"]
    assert [percent_up(s) for s in (0.0201, 0.121, 0.12)] == ["2.1 %", "13 %", "12 %"]
    assert [factor_up(f) for f in (2.0, 2.31, 9.91, 10.2)] == ["2", "2.4", "10", "11"]
    assert factor_up(10.0002) == "10"
    assert [times_text(t) for t in (1.0, 1.04, 0.99, 86.4)] == ["1", "1", "0.99", "86"]


def test_rows_of_names() -> None:
    assert [listed("a"), listed("ab"), listed("abc")] == ["a", "a and b", "a, b and c"]
    assert listed("abcdef") == "a, b and 4 more"
    assert [threads_of([1]), threads_of([4]), threads_of([1, 4, 64])] == [
        "1 thread",
        "4 threads",
        "1, 4 and 64 threads",
    ]
