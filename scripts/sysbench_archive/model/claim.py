"""Claims of a source, recomputed from the figures of the archive."""

from __future__ import annotations

from typing import Literal

from sysbench_archive.model.base import Number, Record

ClaimOutcome = Literal["holds", "holds-in-part", "does-not-hold", "cannot-tell"]
"""What the figures say of a claim."""
LaterData = Literal["", "repeated", "repeated-in-part", "not-repeated"]
"""Whether later data show what a claim says of earlier ones; empty where a claim is checked."""


class ClaimCell(Record):
    """A checked cell."""

    threads: int
    quantity: Number
    agrees: bool
    """Whether it agrees."""


class ClaimRecord(Record):
    """A claim of a source, recomputed."""

    text: str
    """The claim."""
    outcome: ClaimOutcome
    """What the figures say."""
    where: str
    """Where it holds, or why nothing can be said."""
    later_data: LaterData
    """Whether later data of another kind repeat it; empty where the claim's own are checked."""
    note: str
    """What to know about the check; else empty."""
    cells: list[ClaimCell]
    """The quantity at each thread count."""
    quantity: str
    """What was computed, in words; else empty."""
