"""Revisions of bundles, withdrawn comparisons, and every permanent address."""

from __future__ import annotations

from typing import Literal

from msgspec import UNSET, UnsetType, field

from sysbench_archive.model.base import (
    BundleArchive,
    BundleReference,
    Citation,
    ComparisonKind,
    PublishedFile,
    Record,
    Reference,
)

RevisionStatus = Literal["published", "corrected", "reparsed", "withdrawn", "restored"]
"""What happened to a bundle."""
RevisionStanding = Literal["provisional", "permanent"]
"""Whether a row of the publication record may still be replaced."""


class RevisionRecord(Record):
    """The newest row of the bundle's publication record."""

    number: int
    """Revision, counted from 1."""
    status: RevisionStatus
    """What happened."""
    standing: RevisionStanding
    """Whether the row may still be replaced."""
    date: str
    """Day."""
    swhid: str
    """SWHID of the bundle."""
    figures_sha256: str
    """SHA-256 of the canonical figures."""
    reason: str
    """Why."""


class ManualVerification(Record):
    """How to check an identity with git alone."""

    command: str
    """What to ask."""
    expected: str
    """What git answers."""


class FigureChange(Record):
    """A figure."""

    run: Reference
    """The run."""
    metric: str
    """Metric."""
    unit: str
    """Unit."""
    before: str
    """Before; empty where there was none."""
    after: str
    """After; empty where there is none."""


class FactChange(Record):
    """A field."""

    field: str
    """Its place in bundle.yaml."""
    before: str
    """Before; empty where nothing was stated."""
    after: str
    """After; empty where nothing is stated."""


class FileChange(Record):
    """A file."""

    path: str
    """Path in the bundle."""
    change: Literal["added", "changed", "removed"]
    """What happened to it."""


class RevisionDifference(Record):
    """What differs between two revisions."""

    sentence: str
    """In words."""
    figures: list[FigureChange]
    """Figures that differ."""
    facts: list[FactChange]
    """Fields that differ."""
    files: list[FileChange]
    """Files that differ."""
    more: int
    """Differences that are left out."""


class RevisionEventBrief(Record):
    """A row of a publication record, in short."""

    number: int
    """Revision, counted from 1."""
    date: str
    """Day."""
    status: RevisionStatus
    """What happened."""
    label: str
    """What happened, for readers."""
    standing: RevisionStanding
    """Whether the row may still be replaced."""
    swhid: str
    """SWHID of the bundle."""
    figures_sha256: str
    """SHA-256 of the canonical figures."""
    reason: str
    """Why."""
    path: str
    """Page of this revision; empty where it has none of its own."""


class RevisionEvent(RevisionEventBrief):
    """A row of a publication record."""

    changes: RevisionDifference | None
    """What it changed; null for a publication and a withdrawal."""


class RemovedFile(Record):
    """A file that was removed from a revision."""

    path: str
    """Path in the bundle."""
    sha1_git: str
    """Hash by which git knows it, with which the SWHID of the revision can be computed."""
    date: str
    """Day it was removed."""
    reason: str
    """Why."""


class FigureTableColumn(Record):
    """A column."""

    label: str
    """Metric."""
    unit: str
    """Unit."""


class FigureTableRow(Record):
    """A run."""

    run: Reference
    """The run."""
    cells: list[str]
    """Figures; empty where there is none."""


class FigureTable(Record):
    """Figures as they were published."""

    head: list[FigureTableColumn]
    """Columns after the run."""
    rows: list[FigureTableRow]
    """Runs."""


class SupersededRevision(RevisionEventBrief, kw_only=True):
    """A revision that is no longer the newest."""

    title: str
    """Title then."""
    next: RevisionEventBrief
    """What superseded it; its path is the bundle's."""
    kept: bool
    """Whether its bytes are kept."""
    figures_href: str
    """Its figures as canonical JSON; empty where they were removed."""
    by_hand: ManualVerification | None
    """How to check its identity; null where its bytes were removed."""
    archive: BundleArchive | UnsetType = UNSET
    """The revision as one file; absent where its bytes were removed."""
    files: list[PublishedFile]
    """Its files."""
    removed: list[RemovedFile] | UnsetType = UNSET
    """Files that were removed from it; absent where none were."""
    table: FigureTable
    """Figures as they were published."""


class RunReference(Record):
    """A run."""

    id: str
    """Run id."""
    path: str
    """Permanent address."""


class BundleHistory(Record, kw_only=True):
    """A bundle with more than one row in the publication record; drawn from those rows alone where
    it is withdrawn.
    """

    cite: Citation | UnsetType = UNSET
    """How to cite it; absent where it is not withdrawn, for then its page says so."""
    bundle: str
    """Bundle id."""
    path: str
    """Permanent address."""
    title: str
    """Title."""
    authors: list[str]
    """Whom to name."""
    withdrawn: bool
    """Whether it is withdrawn."""
    kept: bool
    """Whether bytes of a revision are kept."""
    first: str
    """Day it was first published."""
    notices: list[str]
    """What happened, in a sentence an event."""
    rows: list[RevisionEvent]
    """Events, newest first."""
    pages: list[SupersededRevision]
    """Superseded revisions, oldest first."""
    runs: list[RunReference]
    """Runs of a withdrawn bundle."""
    comparisons: list[WithdrawnComparison]
    """Comparisons that were published once and are no longer drawn."""


class ComparisonRevisionBrief(Record):
    """A revision of a comparison, in short."""

    number: int
    """Revision, counted from 1."""
    date: str
    """ISO day."""
    path: str
    """Pinned address."""
    reason: str
    """Why it was made; empty for the first."""


class WithdrawnComparison(Record, kw_only=True):
    """A comparison that keeps its address and the reason."""

    cite: Citation | UnsetType = UNSET
    """How to cite it."""
    slug: str
    """Last part of its address."""
    path: str
    """Address."""
    kind: ComparisonKind
    """Where its definition came from."""
    title: str
    """Title."""
    notices: list[str]
    """What happened to the bundles it rested on."""
    bundles: list[BundleReference]
    """Bundles it rested on."""
    says: str = ""
    """What it said last; empty where that is not recorded."""
    text: str = ""
    """What somebody wrote of it, in Markdown."""
    revisions: list[ComparisonRevisionBrief] = field(default_factory=list)
    """Its revisions, newest first."""
    successor: Reference | None = None
    """The comparison that shows its runs now; null where none does."""


class ResultAddress(Record):
    """A bundle."""

    id: str
    """Bundle id."""
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
    """SHA-256 of the canonical figures."""
    pages: list[str]
    """Its pages, those of runs, revisions and comparisons included, as links on `/results/<id>/`
    would name them: most of them are below it."""


class AddressIndex(Record):
    """`addresses.json`: every permanent address, with the revision it stands for."""

    results: list[ResultAddress]
    """Bundles."""
    comparisons: list[str]
    """Addresses of curated comparisons, old ones included."""
    campaigns: list[str]
    """Addresses of pages that comparisons share, old ones included."""
    revisions: dict[str, int] = field(default_factory=dict)
    """How many revisions each recorded comparison has, by slug; each has a pinned address."""
    pages: list[str] = field(default_factory=list)
    """Addresses of pages that span bundles, those included that are not made any more."""
