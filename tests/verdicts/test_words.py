"""Ratios as people say them, and rows of names."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sysbench_archive.words.differences import (
    change_text,
    difference_text,
    factor_text,
    is_too_wide,
    open_range,
    sided_range,
    span_text,
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
        (0.5, "0.5 times"),
        (0.254, "0.25 times"),
        (0.001, "<0.01 times"),
        (1.0, "0 %"),
        (0.9999, "0 %"),
    ],
)
def test_a_ratio_is_a_difference_with_its_sign(ratio: float, expected: str) -> None:
    assert difference_text(ratio) == expected


@pytest.mark.parametrize(
    ("ratio", "change", "in_table", "before_times"),
    [
        (0.88, "12 % slower", "0.88", "0.88"),
        (1.004, "0.4 % faster", "1.004", "1.004"),
        (2.36, "2.4 times the throughput", "2.36", "2.4"),
        (0.4, "0.4 times the throughput", "0.40", "0.4"),
        (0.0512, "0.05 times the throughput", "0.051", "0.05"),
        (1.0, "0 % slower", "1.00", "1.00"),
    ],
)
def test_a_ratio_as_a_change_and_as_a_figure(
    ratio: float, change: str, in_table: str, before_times: str
) -> None:
    assert change_text(ratio) == change
    assert ratio_text(ratio) == in_table
    assert factor_text(ratio) == before_times


def test_two_ends_that_read_alike_are_one() -> None:
    assert span_text("0.98", "1.02") == "0.98 to 1.02"
    assert span_text("0.98", "0.98") == "0.98"


RATIOS = st.floats(math.log(0.02), math.log(50)).map(math.exp)


@given(RATIOS)
def test_a_difference_reads_as_the_ratio_it_is_of(ratio: float) -> None:
    """Up to rounding, and on the same side of 1."""
    text = difference_text(ratio)
    number = float(text.split()[0].replace(MINUS, "-"))
    read = number if text.endswith("times") else 1 + number / 100
    assert read == pytest.approx(ratio, rel=0.06, abs=0.006)
    assert (read - 1) * (ratio - 1) >= 0
    assert text.endswith("times") == (ratio >= LIMITS.times_up or ratio <= LIMITS.times_down)


@pytest.mark.parametrize(
    ("ratio", "interval", "expected"),
    [
        (0.88, (0.85, 0.91), "9 to 15 %"),
        (1.05, (1.0004, 1.1), "<0.1 to 10 %"),
        (1.10, (1.098, 1.1020), "9.8 to 10 %"),
        (1.2, (1.198, 1.202), "19.8 to 20.2 %"),
        (2.4, (1.004, 5.7), "1.004 to 5.7"),
        (0.25, (0.2, 0.31), "0.2 to 0.31"),
    ],
)
def test_the_interval_of_what_stands(
    ratio: float, interval: tuple[float, float], expected: str
) -> None:
    assert sided_range(ratio, interval) == expected


@given(RATIOS, st.floats(1.0001, 3))
def test_an_interval_that_does_not_hold_1_never_reads_so(ratio: float, width: float) -> None:
    low, high = ratio / width, ratio * width
    if low <= 1.0006 and high >= 1 / 1.0006:
        return
    ends = sided_range(ratio, (low, high)).removesuffix(" %").split(" to ")
    assert ("1" if ratio <= LIMITS.times_down or ratio >= LIMITS.times_up else "0") not in ends


def test_the_interval_of_what_does_not_stand() -> None:
    assert open_range((0.924, 1.12)) == f"{MINUS}7.6 to +12 %"
    assert open_range((0.5, 3.1)) == "between 0.5 and 3.1 times"
    assert not is_too_wide((1.0, LIMITS.too_wide))
    assert is_too_wide((0.99, LIMITS.too_wide))


def test_shares() -> None:
    assert [percent(s) for s in (0.02, 0.018, 0.12, 1.26)] == ["2 %", "1.8 %", "12 %", "126 %"]
    assert [percent_up(s) for s in (0.0201, 0.121, 0.12)] == ["2.1 %", "13 %", "12 %"]
    assert [factor_up(f) for f in (2.0, 2.31, 9.91, 140.2)] == ["2", "2.4", "10", "141"]
    assert [times_text(t) for t in (1.0, 1.04, 0.99, 0.998)] == ["1", "1.04", "0.99", "0.998"]


def test_rows_of_names() -> None:
    assert [listed("a"), listed("ab"), listed("abc")] == ["a", "a and b", "a, b and c"]
    assert listed("abcdef") == "a, b and 4 more"
    assert [threads_of([1]), threads_of([4]), threads_of([1, 4, 64])] == [
        "1 thread",
        "4 threads",
        "1, 4 and 64 threads",
    ]
