"""A comparison that somebody ran again: both ratios and a verdict."""

from __future__ import annotations

from typing import Literal

from sysbench_archive.model.base import BundleReference, Number, Record

ReproductionVerdict = Literal["agrees", "differs", "cannot-tell"]
"""How a new ratio stands to the published one."""


class RepeatedRatio(Record):
    """A ratio with what its noise allows."""

    ratio: Number
    """Candidate over baseline, geometric mean."""
    low: Number | None
    """Lower end of the 95 % interval; null where nothing was repeated."""
    high: Number | None
    """Upper end of the 95 % interval; null where nothing was repeated."""
    n: int
    """Runs of the side that has fewer."""


class ReproductionRow(Record):
    """A candidate at a thread count."""

    threads: int
    candidate: str
    """Name of the candidate."""
    published: RepeatedRatio
    """The published ratio."""
    again: RepeatedRatio
    """The new ratio."""
    verdict: ReproductionVerdict
    """How the two stand to each other."""
    why: str
    """Why, or what was assumed; else empty."""


class ReproductionRecord(Record):
    """Somebody ran this again. Figures of the two machines never meet, only ratios."""

    bundle: BundleReference
    """The bundle that ran it again."""
    submitter: str
    """Who submitted that bundle."""
    date: str
    """When it was submitted."""
    independent: bool
    """Whether somebody else than the original's submitter did it."""
    confirms: bool
    """Whether somebody else found a ratio that agrees within the noise."""
    workload: str
    """Id of the workload that was run again."""
    verdict: ReproductionVerdict
    """How the new ratio stands to the published one."""
    why: str
    """Why it cannot tell, or where; else empty."""
    rows: list[ReproductionRow]
