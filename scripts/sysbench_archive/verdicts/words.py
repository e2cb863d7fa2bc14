"""The words of verdicts, and ratios as people say them: 12 % slower, 2.4 times.

Every phrase is here once; a browser gets the same table, so that /compare/ says what a page of the
build says. A ratio is written as a percentage up to twice or half as much, from there on in times.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

TIMES_UP, TIMES_DOWN = 2.0, 0.5
"""Ratios from the one on, and from the other down, are written in times."""
TOO_WIDE = 2.0
"""An interval whose upper end is more than so many times its lower one is too noisy to tell."""
SMALL = 0.1
"""Shares below have a decimal, and so have times below a hundred of it."""
LARGE = 10.0
"""Times from here on are whole."""
LEAST = 0.01
"""Times below are written as less than this."""
LEAST_SHARE = 0.001
"""Shares below are written as less than this, where they must not read 0."""
MOST_LISTED = 3
"""Names that a list spells out."""

DIRECTIONS: dict[str, str] = {
    "faster": "Faster",
    "slower": "Slower",
    "fewer": "Fewer instructions",
    "more": "More instructions",
    "equivalent": "Equivalent",
    "mixed": "Mixed",
    "no-clear-difference": "No clear difference",
    "cannot-tell": "Cannot tell",
    "not-comparable": "Not comparable",
}
STATUSES: dict[str, str] = {
    "measured": "Measured",
    "indicative": "Indicative",
    "reported": "Reported",
}
"""Strongest first."""

WORDS: dict[str, str] = {
    # Sentences begin with one of these, or with the candidate and what stands of it.
    "equivalent": "{candidate} is equivalent to {baseline} within {margin} {places}",
    "no-clear-difference": "No clear difference between {candidate} and {baseline} {places}",
    "too-noisy": ("Too noisy to tell whether {candidate} or {baseline} is faster {places}"),
    "too-noisy-counted": (
        "Too noisy to tell whether {candidate} or {baseline} executes fewer instructions {places}"
    ),
    "cannot-tell-counted": (
        "Cannot tell whether {candidate} or {baseline} executes fewer instructions{places}:"
        " {reason}"
    ),
    "cannot-tell": "Cannot tell whether {candidate} or {baseline} is faster{places}: {reason}",
    "not-comparable": "{candidate} and {baseline} are not comparable: {reason}",
    # What stands at a thread count: 12 % slower than B, 2.4 times the throughput of B.
    "percent": "{size} {direction}",
    "percent-verb": "is ",
    "percent-verb-counted": "executes ",
    "percent-against": " than {baseline}",
    "times": "{size} times the {measure}",
    "times-again": "{size} times",
    "times-verb": "has ",
    "times-verb-counted": "executes ",
    "times-against": " of {baseline}",
    "but": " but ",
    # What is said of the other thread counts.
    "rest-equivalent": "equivalent within {margin} {places}",
    "rest-no-clear-difference": "no clear difference {places}",
    "rest-too-noisy": "too noisy to tell {places}",
    "rest-cannot-tell": "cannot tell {places}",
    "resolvable": "the runs would have shown {resolvable} or more",
    "noise": "two runs of the same thing differ by up to {threshold}",
    "difference": "a difference of {percent}",
    "factor": "a factor of {factor}",
    # An entry of a strip, which has the thread count beside it.
    "entry-equivalent": "equivalent",
    "entry-no-clear-difference": "no clear difference",
    "entry-too-noisy": "too noisy to tell ({range})",
    "entry-cannot-tell": "cannot tell",
    "entry-not-comparable": "not comparable",
    "entry-single": "{difference} (single runs, cannot tell)",
    "entry-published": "{difference} (as published, cannot tell)",
    # Numbers and places.
    "percent-range": "{low} to {high} %",
    "times-range": "{low} to {high}",
    "between": "between {low} and {high} times",
    "at": "at {place}",
    "within": " ({range})",
    "thread": "{count} thread",
    "threads": "{count} threads",
    "plus": "+",
    "minus": "\N{MINUS SIGN}",
    # Why nothing can be said.
    "reason-rate": "the runs were held to a rate, which hides throughput",
    "reason-nothing": "no thread count has figures of both",
    "reason-bound": "the {bound} set the pace, which can hide a difference between servers",
    "reason-published": (
        "figures as published, and two runs of the same thing differ by up to {threshold}"
    ),
    "reason-single": (
        "one run on a side, and two runs of the same thing differ by up to {threshold}"
    ),
    "reason-blockers": "not the same: {fields}",
    # Why the evidence status is not higher.
    "cap-published": "figures as published, without the output behind them",
    "cap-single": "one run on a side",
    "cap-turns": "the sides did not take turns in blocks",
    "cap-separate": (
        "the sides stand in two results of one source, measured one after the other on machines"
        " that are described alike and need not be one"
    ),
    "cap-blocks": "{count} blocks, and {wanted} are asked for",
    "cap-rounds": "{count} rounds of slices, and {wanted} are asked for",
    "cap-fixed": "the same side ran first in every block",
    "cap-order": "the order within the blocks is not recorded",
    "cap-loads": "one dataset load for all runs of a side",
    "cap-sessions": "one server session for all runs of a side",
    "cap-loads-unrecorded": "dataset loads are not recorded",
    "cap-sessions-unrecorded": "server sessions are not recorded",
    "cap-unrecorded": "not recorded: {fields}",
    "more": "{count} more",
    "and": " and ",
    "comma": ", ",
    "semicolon": "; ",
    "end": ".",
}


def is_in_times(ratio: float) -> bool:
    """Whether a ratio is so far from 1 that it is written in times."""
    return ratio >= TIMES_UP or ratio <= TIMES_DOWN


def difference_text(ratio: float) -> str:
    """A ratio as the difference it is, with its sign: `+8 %`, or `2.4 times`."""
    if is_in_times(ratio):
        return WORDS["times-again"].format(size=times_text(ratio))
    return f"{signed_number(ratio - 1)} %"


def change_text(ratio: float, measure: str = "throughput") -> str:
    """A ratio as a change: `12 % slower`, `2.4 times the throughput`."""
    if is_in_times(ratio):
        return WORDS["times"].format(size=times_text(ratio), measure=measure)
    return WORDS["percent"].format(size=percent(abs(ratio - 1)), direction=_direction_of(ratio))


def change_range(low: float, high: float) -> str:
    """Two ratios on one side of 1: `25 to 35 % slower`; empty where they are not, or in times."""
    if is_in_times(low) or is_in_times(high) or (low - 1) * (high - 1) <= 0:
        return ""
    if change_text(low) == change_text(high):
        return change_text(low)
    size = sided_range(low, (low, high))
    return WORDS["percent"].format(size=size, direction=_direction_of(low))


def _direction_of(ratio: float) -> str:
    return DIRECTIONS["faster" if ratio > 1 else "slower"].lower()


def ratio_text(ratio: float) -> str:
    """A ratio as tables have it: two decimals, more where it is small or would read 1."""
    if ratio < SMALL:
        return f"{ratio:.3f}"
    texts = [f"{ratio:.{decimals}f}" for decimals in (2, 3, 4)]
    return next((text for text in texts if float(text) != 1), texts[0])


def factor_text(ratio: float) -> str:
    """A ratio before `times`: as a difference in times is written, near 1 as tables have it."""
    return times_text(ratio) if is_in_times(ratio) else ratio_text(ratio)


def span_text(low: str, high: str) -> str:
    """Two ends; one where they read the same."""
    return low if low == high else WORDS["times-range"].format(low=low, high=high)


def signed_number(share: float) -> str:
    """A share as a number of percent with its sign; nothing that reads 0 has one."""
    text = percent_number(share)
    if text == "0":
        return text
    return WORDS["plus" if share > 0 else "minus"] + text


def percent_number(share: float, more: int = 0) -> str:
    """The size of a share as a number of percent: whole from 10 on, else with a decimal.

    `more` decimals than that where they are wanted; zeros at the end are left out.
    """
    size = abs(share)
    decimals = more + (0 if size >= SMALL else 1)
    return _without_zeros(f"{100 * size:.{decimals}f}")


def _without_zeros(text: str) -> str:
    return text.rstrip("0").rstrip(".") if "." in text else text


def percent(share: float) -> str:
    """A share such as 0.02 as a percentage."""
    return f"{percent_number(share)} %"


def percent_up(share: float) -> str:
    """The same, rounded up: a promise that fewer digits may not make larger than it is."""
    step = 100 if share >= SMALL else 1000
    return percent(math.ceil(share * step - 1e-9) / step)


def times_text(ratio: float) -> str:
    """A ratio as a number of times: two digits, more where it would read 1 and is not."""
    if ratio < LEAST:
        return f"<{LEAST}"
    if ratio >= LARGE:
        return f"{ratio:.0f}"
    first = 1 if ratio >= 1 else 2
    texts = [f"{ratio:.{decimals}f}" for decimals in range(first, first + 3)]
    return _without_zeros(next((text for text in texts if float(text) != 1), texts[0]))


def factor_up(ratio: float) -> str:
    """A ratio of 2 or more, rounded up to a decimal; whole from 10 on."""
    if ratio >= LARGE:
        return f"{math.ceil(ratio)}"
    return _without_zeros(f"{math.ceil(ratio * 10 - 1e-9) / 10:.1f}")


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
    return f"<{_without_zeros(f'{100 * LEAST_SHARE:.1f}')}" if text == "0" else text


def open_range(interval: tuple[float, float]) -> str:
    """An interval around 1, with signs, in percent; in times where it is too wide to tell."""
    low, high = interval
    if is_too_wide(interval):
        return WORDS["between"].format(low=times_text(low), high=times_text(high))
    return WORDS["percent-range"].format(low=signed_number(low - 1), high=signed_number(high - 1))


def is_too_wide(interval: tuple[float, float]) -> bool:
    """Whether an interval that holds 1 says less than that nothing was seen."""
    low, high = interval
    return high > TOO_WIDE * low


def joined(names: Sequence[str]) -> str:
    """Names in a row: a, b and c."""
    if len(names) < 2:
        return "".join(names)
    return WORDS["comma"].join(names[:-1]) + WORDS["and"] + names[-1]


def listed(names: Sequence[str]) -> str:
    """A few names in a row; of many the first, and how many more."""
    if len(names) <= MOST_LISTED:
        return joined(names)
    more = WORDS["more"].format(count=len(names) - MOST_LISTED + 1)
    return joined([*names[: MOST_LISTED - 1], more])


def count_text(number: int, noun: str, plural: str = "") -> str:
    """A number of things: 1 page, 2 pages. `plural` is that of nouns that take more than an s."""
    return f"{number} {noun if number == 1 else plural or f'{noun}s'}"


def threads_of(counts: Sequence[int]) -> str:
    """Numbers of threads in words: 1 thread; 1, 4 and 64 threads."""
    name = "thread" if list(counts) == [1] else "threads"
    return WORDS[name].format(count=joined([str(count) for count in counts]))
