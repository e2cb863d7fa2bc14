"""Numbers as sentences write them.

Owns how many digits a ratio and a percentage keep. Refuses to round what is published as data.
"""

from __future__ import annotations

import math
from typing import Any

_DECIMALS = (2, 3, 4, 5)
_LARGE, _SMALL, _LEAST = 100.0, 0.1, 0.001
FACTOR = 1.0
"""From twice as much on a difference is told as a factor."""


def numerals_record() -> dict[str, Any]:
    """The limits as data, for a page in a browser that writes the same sentences."""
    limits = {"large": _LARGE, "small": _SMALL, "least": _LEAST, "factor": FACTOR}
    return {"decimals": list(_DECIMALS), **limits}


def ratios_of(ratio: float, interval: tuple[float, float] | None) -> list[str]:
    """A ratio and the ends of its interval, with as many decimals as keep the ends apart from 1.

    The ratio itself stands for its ends where it has no interval. Two decimals where none does.
    """
    ends = interval or (ratio,)
    apart = (d for d in _DECIMALS if all(float(f"{end:.{d}f}") != 1 for end in ends))
    decimals = next(apart, _DECIMALS[0])
    return [_ratio(value, decimals) for value in (ratio, *(interval or ()))]


def _ratio(value: float, decimals: int) -> str:
    if value >= _LARGE:
        return f"{value:.0f}"
    if value >= _SMALL:
        return f"{value:.{decimals}f}"
    return f"{value:.3f}" if value >= _LEAST else f"<{_LEAST}"


def percent(share: float) -> str:
    """A share such as 0.02 as a percentage: whole from 10 % on, else with a decimal."""
    text = f"{100 * share:.0f}" if share >= _SMALL else f"{100 * share:.1f}"
    return f"{text.removesuffix('.0')} %"


def percent_up(share: float) -> str:
    """The same, rounded up: a promise that fewer digits may not make larger than it is."""
    step = 100 if share >= _SMALL else 1000
    return percent(math.ceil(share * step - 1e-9) / step)


def factor_up(ratio: float) -> str:
    """A ratio of 2 or more, rounded up to a decimal; whole from 100 on."""
    if ratio >= _LARGE:
        return f"{math.ceil(ratio)}"
    return f"{math.ceil(ratio * 10 - 1e-9) / 10:.1f}".removesuffix(".0")
