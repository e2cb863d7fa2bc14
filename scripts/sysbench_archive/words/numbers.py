"""Numbers as people say them: 12 %, 2.4 times, as many digits as tell something."""

from __future__ import annotations

import math

from sysbench_archive.model.policy import NumeralLimits
from sysbench_archive.words.phrases import WORDS

LIMITS = NumeralLimits(
    times_up=2.0,
    too_wide=4.0,
    small=0.1,
    large=10.0,
)
_MOST_DECIMALS = 4
_BEYOND_DIGITS = 1e-4


def ratio_text(ratio: float) -> str:
    """A ratio as tables have it: two decimals, more where it is small or would read 1."""
    if ratio < LIMITS.small:
        return f"{ratio:.3f}"
    texts = [f"{ratio:.{decimals}f}" for decimals in (2, 3, 4)]
    return next((text for text in texts if float(text) != 1), texts[0])


def signed_number(share: float, more: int = 0) -> str:
    """A share as a number of percent with its sign; nothing that reads 0 has one."""
    text = percent_number(share, more)
    if text == "0":
        return text
    return WORDS["plus" if share > 0 else "minus"] + text


def percent_number(share: float, more: int = 0) -> str:
    """The size of a share as a number of percent: whole from 10 on, else with a decimal.

    `more` decimals than that where they are wanted; zeros at the end are left out. Less than all
    never reads as a loss of 100 %.
    """
    size = abs(share)
    decimals = more + (0 if size >= LIMITS.small else 1)
    text = without_zeros(f"{100 * size:.{decimals}f}")
    is_all = text == "100" and -1 < share < 0
    return percent_number(share, more + 1) if is_all and decimals < _MOST_DECIMALS else text


def with_sign(value: float, form: str) -> str:
    """A number in a form such as `.1f`, with its sign."""
    return f"{value:+{form}}".replace("-", WORDS["minus"])


def without_zeros(text: str) -> str:
    """A number without the zeros, and the point, that end it."""
    return text.rstrip("0").rstrip(".") if "." in text else text


def percent(share: float) -> str:
    """A share such as 0.02 as a percentage."""
    return f"{percent_number(share)} %"


def percent_up(share: float) -> str:
    """The same, rounded up: a promise that fewer digits may not make larger than it is."""
    step = 100 if share >= LIMITS.small else 1000
    return percent(math.ceil(share * step - 1e-9) / step)


def times_text(ratio: float, more: int = 0) -> str:
    """A ratio as a number of times: two digits from 1 on; `more` decimals where they are wanted."""
    decimals = more + (0 if ratio >= LIMITS.large else 1 if ratio >= 1 else 2)
    return without_zeros(f"{ratio:.{decimals}f}")


def factor_up(ratio: float) -> str:
    """A ratio of 2 or more, rounded up to a decimal; whole from 10 on. What lies beyond the digits
    that bounds have makes none larger.
    """
    step = 1 if ratio >= LIMITS.large else 10
    return without_zeros(f"{math.ceil(ratio * step * (1 - _BEYOND_DIGITS)) / step:.1f}")


def figure_text(value: float) -> str:
    """A figure in a sentence: 7,925; below 100 three digits of it, 28.6."""
    return f"{value:,.0f}" if value >= 100 else without_zeros(f"{value:.3g}")
