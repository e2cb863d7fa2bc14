"""Sizes as classes of machines tell them apart: doublings, and steps of storage.

Owns the limits. A doubling is named by its upper end, a power of two: 12 cores are "9 to 16". So
a machine sold with 32 GiB is in one class with its kind, although it shows 31.3.
"""

from __future__ import annotations

import math
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Tier:
    """A step of storage: how long it takes to make a write durable. `below_us` None: no limit."""

    id: str
    label: str
    below_us: float | None


TIERS = (
    Tier("fsync-under-100-us", "fsync under 100 µs", 100.0),
    Tier("fsync-under-1-ms", "fsync under 1 ms", 1000.0),
    Tier("fsync-over-1-ms", "fsync of 1 ms or more", None),
)
"""Fastest first. Memory with a battery, solid state, and everything that waits for more."""


def doubling(count: float) -> int:
    """The smallest power of two that holds a count above zero; 1 for anything less than one."""
    return 1 << max(0, math.ceil(math.log2(count)))


def span(upper: int) -> tuple[int, int]:
    """The least and the greatest whole number of the doubling that ends at `upper`."""
    return upper // 2 + 1, upper


def span_text(upper: int, joint: str = " to ") -> str:
    """`9 to 16`; a doubling of one number is that number."""
    least, most = span(upper)
    return str(most) if least == most else f"{least}{joint}{most}"


def tier_of(fsync_us: float) -> Tier:
    """The step of storage that a measured latency in microseconds belongs to."""
    return next(tier for tier in TIERS if tier.below_us is None or fsync_us < tier.below_us)
