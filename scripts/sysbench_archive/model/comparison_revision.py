"""Revisions of comparisons: the rows of their record, and the pages of their pinned addresses.

A row holds all that its page shows, so that it can be read when nothing it rested on is left.
"""

from __future__ import annotations

from msgspec import field

from sysbench_archive.model.base import Number, Record
from sysbench_archive.model.comparison import ContrastDirection, Direction, EvidenceStatus
from sysbench_archive.model.history import ComparisonRevisionBrief, RevisionStanding


class RecordedRatio(Record, array_like=True):
    """A headline contrast of a row: candidate over baseline at a thread count."""

    threads: int
    ratio: Number
    """Ratio, to five significant digits."""
    low: Number | None
    high: Number | None
    direction: ContrastDirection


class RecordedVerdict(Record, array_like=True):
    """A candidate of a row beside its baseline."""

    candidate: str
    """Name for readers."""
    direction: Direction
    """Direction of all headline thread counts together."""
    status: EvidenceStatus
    ratios: list[RecordedRatio]
    """Headline contrasts; none where a source gives no figures."""


class RecordedPanel(Record, array_like=True):
    """A workload of a row."""

    title: str
    baseline: str
    """Server the others are compared with, as readers know it."""
    verdicts: list[RecordedVerdict]
    """A verdict for each candidate."""


class RecordedBundle(Record, array_like=True):
    """A bundle that a row rests on."""

    bundle: str
    revision: int = 0
    swhid: str = ""
    """SWHID of that revision."""


class RecordedView(Record, array_like=True):
    """A comparison that a campaign shows."""

    comparison: str
    """Slug."""
    revision: int
    label: str
    """What tells it from the others, as readers know it."""


class ComparisonRow(Record, omit_defaults=True, kw_only=True):
    """A revision of a comparison, as its record keeps it: a line of JSON.

    What a comparison says now is a row that is not recorded yet: without a revision and a day of
    its own, and without those of its bundles.
    """

    comparison: str
    """Slug."""
    revision: int = 0
    """Revision, counted from 1."""
    date: str = ""
    """ISO day."""
    standing: RevisionStanding
    methodology: int
    bundles: list[RecordedBundle]
    """Bundles it rested on."""
    title: str
    says: str
    panels: list[RecordedPanel]
    """Verdicts."""
    definition: str
    """SHA-256 of what is compared with what."""
    verdicts: str
    """SHA-256 of the verdicts."""
    prose: str = ""
    """SHA-256 of what somebody wrote, before its numbers are filled in."""
    text: str = ""
    """What somebody wrote, in Markdown."""
    reason: str = ""
    """Why there is another revision."""
    views: list[RecordedView] = field(default_factory=list)
    """Comparisons it shows; of a campaign only."""


class PinnedEntry(Record):
    """Something that the page of a revision lists: what was found, or a bundle it rests on."""

    label: str
    path: str
    """Pinned address; empty where it has no page of its own."""
    text: str
    """What was found at each thread count, of a comparison that a campaign shows the answer in
    words; of a bundle the SWHID of its revision."""


class PinnedRevision(ComparisonRevisionBrief, kw_only=True):
    """A revision of a comparison as its page shows it."""

    standing: RevisionStanding
    """Whether its row may still be replaced."""
    title: str
    """Title then."""
    says: str
    found: list[PinnedEntry]
    """What was found of each candidate, or of each comparison that a campaign shows."""
    text: str
    """What somebody wrote, in Markdown."""
    bundles: list[PinnedEntry]
    """What it rests on."""
    methodology: int
    verdicts: str
    """SHA-256 of the verdicts."""
    cite: str = ""
    """How to cite it, as a line of text; empty where nothing it rests on was ever recorded."""


class PinnedComparison(Record):
    """The revisions of a comparison, in `records/comparison_revisions/`."""

    notices: list[str]
    """What happened to the bundles it rests on."""
    revisions: list[PinnedRevision]
    """Revisions, oldest first."""
