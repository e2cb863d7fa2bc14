"""The home page: the decade, and answers to what people ask most."""

from __future__ import annotations

from msgspec import field

from sysbench_archive.model.base import Record
from sysbench_archive.model.decade import DecadeKey, DecadeRow, DecadeTableRow


class AnswerDefinition(Record):
    """A question of the home page as it is written; the answer refers to contrasts in braces."""

    title: str
    """Question, or the two sides."""
    answer: str
    """Answer in a line or two, with references as in curated comparisons; each has its bundle and
    its baseline.
    """
    path: str
    """Where more of it is."""


class HomeDefinition(Record):
    """The front matter of the home page."""

    title: str
    """Name of the site."""
    tagline: str
    """What it is, for previews of links."""
    pairs: list[AnswerDefinition] = field(default_factory=list)
    """Moves from one product to another that people ask for most."""
    asked: list[AnswerDefinition] = field(default_factory=list)
    """Questions people ask most."""


class HomeAnswer(Record):
    """A question or an upgrade with its answer in a line."""

    title: str
    """Question, or from and to."""
    answer: str
    """Answer, with figures of the archive."""
    path: str
    """Where its evidence is."""


class NewResult(Record):
    """A new result that has something to say."""

    title: str
    """Title."""
    month: str
    """Month it was published."""
    finding: str
    """What it says."""
    path: str
    """Where that is compared."""


class HomeRecord(Record):
    """What the home page shows."""

    finding: str
    """The finding in one sentence; empty where nothing supports one."""
    title: str
    """Title of the chart, its finding."""
    width: int
    """Width of a panel, in units of the drawing."""
    height: int
    """Its height."""
    keys: list[DecadeKey]
    """Products of the chart."""
    rows: list[DecadeRow]
    """The chart."""
    table: list[DecadeTableRow]
    """The same as a table."""
    files: list[str]
    """Addresses of the same for programs."""
    upgrades: list[HomeAnswer]
    """Upgrades people ask for most."""
    questions: list[HomeAnswer]
    """Questions people ask most."""
    newest: list[NewResult]
    """New results with a finding."""
