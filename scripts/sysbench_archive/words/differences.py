"""Ratios as the differences they are: 12 % slower, 2.4 times, with their intervals.

A ratio is written as a percentage up to twice or half as much, from there on in times.
"""

from __future__ import annotations

from sysbench_archive.words.numbers import (
    LIMITS,
    percent,
    percent_number,
    ratio_text,
    signed_number,
    times_text,
    without_zeros,
)
from sysbench_archive.words.phrases import DIRECTIONS, WORDS


def is_in_times(ratio: float) -> bool:
    """Whether a ratio is so far from 1 that it is written in times."""
    return ratio >= LIMITS.times_up or ratio <= LIMITS.times_down


def difference_text(ratio: float) -> str:
    """A ratio as the difference it is, with its sign: `+8 %`, or `2.4 times`."""
    if is_in_times(ratio):
        return WORDS["times-again"].format(size=times_text(ratio))
    return f"{signed_number(ratio - 1)} %"


def change_text(ratio: float, measure: str = "throughput") -> str:
    """A ratio as a change: `12 % slower`, `2.4 times the throughput`."""
    if is_in_times(ratio):
        return WORDS["times"].format(size=times_text(ratio), measure=measure)
    direction = DIRECTIONS["faster" if ratio > 1 else "slower"].lower()
    return WORDS["percent"].format(size=percent(abs(ratio - 1)), direction=direction)


def factor_text(ratio: float) -> str:
    """A ratio before `times`: as a difference in times is written, near 1 as tables have it."""
    return times_text(ratio) if is_in_times(ratio) else ratio_text(ratio)


def span_text(low: str, high: str) -> str:
    """Two ends; one where they read the same."""
    return low if low == high else WORDS["times-range"].format(low=low, high=high)


def sided_range(ratio: float, interval: tuple[float, float]) -> str:
    """The interval of a ratio whose sign stands, as the ratio itself is written, without signs."""
    if is_in_times(ratio):
        low, high = (times_text(end) for end in interval)
        return WORDS["times-range"].format(low=low, high=high)
    ends = sorted(abs(end - 1) for end in interval)
    # Ends that would read alike get another decimal.
    texts = [[_percent_not_zero(end, more) for end in ends] for more in (0, 1)]
    low, high = next((pair for pair in texts if pair[0] != pair[1]), texts[0])
    return WORDS["percent-range"].format(low=low, high=high)


def _percent_not_zero(share: float, more: int) -> str:
    text = percent_number(share, more)
    return f"<{without_zeros(f'{100 * LIMITS.least_share:.1f}')}" if text == "0" else text


def open_range(interval: tuple[float, float]) -> str:
    """An interval around 1, with signs, in percent; in times where it is too wide to tell."""
    low, high = interval
    if is_too_wide(interval):
        return WORDS["between"].format(low=times_text(low), high=times_text(high))
    return WORDS["percent-range"].format(low=signed_number(low - 1), high=signed_number(high - 1))


def is_too_wide(interval: tuple[float, float]) -> bool:
    """Whether an interval that holds 1 says less than that nothing was seen."""
    low, high = interval
    return high > LIMITS.too_wide * low
