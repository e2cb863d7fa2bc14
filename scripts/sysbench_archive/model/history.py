"""Revisions of bundles, withdrawn comparisons, and every permanent address."""

from __future__ import annotations

from typing import Literal

from msgspec import field

from sysbench_archive.model.base import Record

RevisionStatus = Literal["published", "corrected", "reparsed", "withdrawn", "restored"]
"""What happened to a bundle."""
RevisionStanding = Literal["permanent"]
"""A row of the publication record is not replaced once it is published."""


class RevisionRecord(Record):
    """The newest row of the bundle's publication record."""

    number: int
    status: RevisionStatus
    """What happened."""
    standing: RevisionStanding
    date: str
    """Day."""
    swhid: str
    """SWHID of the bundle."""
    figures_sha256: str
    reason: str


class ManualVerification(Record):
    """How to check an identity with git alone."""

    command: str
    """What to ask."""
    expected: str
    """What git answers."""


class ComparisonRevisionBrief(Record):
    """A revision of a comparison, in short."""

    number: int
    date: str
    """ISO day."""
    path: str
    """Pinned address."""
    reason: str
    """Why it was made; empty for the first."""


class ResultAddress(Record, forbid_unknown_fields=False):
    """A bundle."""

    id: str
    revision: int
    """Newest revision."""
    status: RevisionStatus
    """Newest event."""
    standing: RevisionStanding
    """Whether its row may still be replaced."""
    date: str
    """Day of the newest event."""
    swhid: str
    """SWHID of the bundle."""
    figures_sha256: str
    pages: list[str]
    """Its pages, those of runs, revisions and comparisons included, as links on `/results/<id>/`
    would name them: most of them are below it."""


class AddressIndex(Record, forbid_unknown_fields=False):
    """`addresses.json`: every permanent address, with the revision it stands for.

    That of a published site was written by another program, which may have had more in it.
    """

    results: list[ResultAddress]
    comparisons: list[str]
    """Addresses of curated comparisons, old ones included."""
    campaigns: list[str] = field(default_factory=list)
    """Addresses of pages that comparisons share, old ones included."""
    revisions: dict[str, int] = field(default_factory=dict)
    """How many revisions each recorded comparison has, by slug; each has a pinned address."""
    pages: list[str] = field(default_factory=list)
    """Addresses of pages that span bundles, those included that are not made any more."""
