"""Ratios as the differences they are, with signs: +8 %, -65 %, from twice on 2.4 times."""

from __future__ import annotations

from collections.abc import Iterable

from sysbench_archive.model.comparison import Notation, Window
from sysbench_archive.words.numbers import (
    LIMITS,
    factor_up,
    percent_up,
    ratio_text,
    signed_number,
    times_text,
)
from sysbench_archive.words.phrases import WORDS

MOST_IN_PERCENT = 0.5
"""Share up to which a table has its differences in per cent."""


def is_in_times(ratio: float) -> bool:
    """Whether a ratio is so large that it is written in times."""
    return ratio >= LIMITS.times_up


def difference_text(ratio: float) -> str:
    """A ratio as the difference it is: `+8 %`, `-65 %`, `2.4 times`."""
    number, unit = _end_text(ratio)
    return WORDS[unit].format(size=number)


def difference_range(low: float, high: float) -> str:
    """Two ratios likewise: `-26 to +4 %`; one where they are the same.

    Ends that would read alike, or 0, get more decimals.
    """
    if low == high:
        return difference_text(low)
    texts = [(_end_text(low, more), _end_text(high, more)) for more in range(4)]
    (first, unit), (last, other) = next(
        (pair for pair in texts if pair[0] != pair[1] and "0" not in (pair[0][0], pair[1][0])),
        texts[0],
    )
    if unit == other:
        return WORDS[unit].format(size=span_text(first, last))
    return span_text(WORDS[unit].format(size=first), WORDS[other].format(size=last))


def range_of(ratios: Iterable[float]) -> str:
    """From the lowest of some ratios to the highest: `-43 to -26 %`."""
    ordered = sorted(ratios)
    return difference_range(ordered[0], ordered[-1])


def notation_of(ratios: Iterable[float]) -> Notation:
    """How a table has its ratios: in per cent, or where any lies further from 1 all in times."""
    is_near = all(abs(ratio - 1) <= MOST_IN_PERCENT for ratio in ratios)
    return "percent" if is_near else "times"


def noted_text(ratio: float, notation: Notation) -> str:
    """A ratio as a table has it: `+8 %`; in times `0.47`, where the table says what it is."""
    return difference_text(ratio) if notation == "percent" else times_number(ratio)


def noted_range(low: float, high: float, notation: Notation) -> str:
    """Two ratios likewise."""
    if notation == "percent":
        return difference_range(low, high)
    return span_text(times_number(low), times_number(high))


def times_number(ratio: float) -> str:
    """A ratio as a number of times, with two decimals up to 10."""
    return times_text(ratio) if ratio >= LIMITS.large else ratio_text(ratio)


def interval_of(low: float | None, high: float | None) -> tuple[float, float] | None:
    """Both ends of an interval; None where there is none."""
    return None if low is None or high is None else (low, high)


def interval_text(interval: tuple[float, float]) -> str:
    """The interval of a ratio; of one that is too wide the end that is nearer to 1, if any is."""
    low, high = interval
    if not is_wide(interval):
        return difference_range(low, high)
    if low <= 1 <= high:
        return ""
    return WORDS["at-least"].format(end=difference_text(low if low > 1 else high))


def bound_text(share: float) -> str:
    """A difference as a bound, rounded up: `19 %`, from twice on `a factor of 11`."""
    if is_in_times(1 + share):
        return WORDS["factor"].format(factor=factor_up(1 + share))
    return percent_up(share)


def is_wide(interval: tuple[float, float]) -> bool:
    """Whether an interval reaches so far to either side that its ends tell nothing: of the ratio,
    or of 1 where it leaves that open.
    """
    low, high = interval
    if high > LIMITS.too_wide**2 * low:
        return True
    return low <= 1 <= high and max(high, 1 / low) > LIMITS.too_wide


def factor_text(ratio: float) -> str:
    """A ratio before `times`: as a difference in times is written, below as tables have it."""
    return times_text(ratio) if is_in_times(ratio) else ratio_text(ratio)


def window_text(window: Window, ratio: float, whole: float) -> str:
    """`0.88 over the last half; 0.65 over whole runs`; empty where they read alike."""
    if window == "never":
        return WORDS["entry-unsettled"]
    over, of_whole = map(ratio_text, (ratio, whole))
    return "" if over == of_whole else WORDS[f"ratio-{window}"].format(ratio=over, whole=of_whole)


def span_text(low: str, high: str) -> str:
    """Two ends; one where they read the same."""
    return low if low == high else WORDS["range"].format(low=low, high=high)


def _end_text(ratio: float, more: int = 0) -> tuple[str, str]:
    """A ratio as a number, with more decimals where they are wanted, and its unit."""
    if is_in_times(ratio):
        return times_text(ratio, more), "times"
    return signed_number(ratio - 1, more), "percent"
