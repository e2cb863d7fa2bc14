"""Lists of results, comparisons, releases, workloads, machines and hardware classes."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import UNSET, Meta, UnsetType, field

from sysbench_archive.model.base import (
    BundleReference,
    Citation,
    ComparisonKind,
    Labelled,
    Named,
    Number,
    Record,
    Reference,
    StructuredData,
)


class PageEntry(Record, omit_defaults=True):
    """The page of a result, a comparison or a campaign, and those below it."""

    title: str
    day: Annotated[str, Meta(extra_json_schema={"format": "date"})]
    """ISO day of the newest revision it stands on."""
    kind: Literal["", ComparisonKind] = ""
    """Whether a comparison is written by hand, or one of a bundle's own; of others empty."""
    campaign: str = ""
    """Slug of the campaign on whose page a comparison stands; empty where it has its own."""
    runs: list[str] = field(default_factory=list)
    """Ids of the runs of a result, in the bundle's order."""
    parts: list[str] = field(default_factory=list)
    """What the addresses of its parts end with, of those on pages of their own."""
    embed: bool = False
    """Whether a comparison has a page for other sites, with its first chart."""
    revision: int = 0
    """Its newest revision, which has a pinned address; of a comparison each before it has one too.
    0 before it is recorded.
    """


class GonePage(Record, omit_defaults=True):
    """A page that spanned bundles and is not made any more."""

    title: str
    notices: list[str] = field(default_factory=list)
    """What became of bundles that made it, a sentence for each event; empty where unknown."""
    bundles: list[BundleReference] = field(default_factory=list)
    """These bundles."""
    left: Reference | UnsetType = UNSET
    """The page above it, which has what is left; absent where none is made."""


class PageIndex(Record):
    """Which pages there are."""

    results: dict[str, PageEntry] = field(default_factory=dict)
    """By the bundle's id."""
    comparisons: dict[str, PageEntry] = field(default_factory=dict)
    """By slug."""
    campaigns: dict[str, PageEntry] = field(default_factory=dict)
    """By slug."""
    moved: dict[str, Reference] = field(default_factory=dict)
    """Slugs at which no campaign stands any more, with the page they lead to."""
    pinned: dict[str, int] = field(default_factory=dict)
    """How many revisions comparisons of no bundle and campaigns have, those included that are not
    drawn any more; by slug.
    """
    gone: dict[str, GonePage] = field(default_factory=dict)
    """Pages that spanned bundles and are not made any more, by address."""


class Catalog(Record):
    """The archive for search engines."""

    structured: StructuredData
    """The archive, for search engines."""
    cite: Citation | UnsetType = UNSET
    """How the archive as a whole is cited; absent where nothing is recorded."""


class FacetValue(Record):
    """A value readers narrow by."""

    value: str
    """As rows have it, as text; empty where they have none."""
    label: str
    series: int = 0
    """How many series have it, on /explore/; else 0."""
    runs: int = 0
    """How many runs they have."""


class Facet(Record):
    """What readers narrow rows by."""

    name: str
    """Name of the field or column of rows."""
    title: str
    values: list[FacetValue]
    """Values that rows have, in the order pages list them."""


Place = Number | str | None
"""A place on the scale of a dimension; null where it is unknown."""
Scale = Literal["log2", "linear", "choice"]
"""How a difference is counted: by doublings, by steps, or as being another."""


class HardwareClassSummary(Record):
    """A hardware class by its names."""

    id: str
    path: str
    label: str
    brief: str
    """Short name."""


class HardwareClassRecord(HardwareClassSummary):
    """A hardware class."""

    values: dict[str, Place]
    """Places on the scales of the dimensions."""
    facts: list[Labelled]
    """What defines it."""


class ClassDimension(Record):
    """A part of the distance."""

    name: str
    label: str
    scale: Scale
    """How a difference is counted."""
    weight: Number
    """Cost of a step."""
    unknown: Number
    """Cost where it is not recorded of the other machine: a step's at least."""
    more: str
    """Words for more."""
    less: str
    """Words for less."""
    same: str
    """Words for the same."""
    missing: str
    """Words where it is not recorded of the other machine."""


class StorageTier(Named):
    """A step of storage."""

    below_us: Number | None
    """Upper end in microseconds; null without one."""


class ProcessorGeneration(Named):
    """A processor generation."""

    vendor: str
    year: int | None


class HardwareTables(Record):
    """How machines are classified, and how near two classes are."""

    scales: dict[str, str]
    """How differences are counted."""
    dimensions: list[ClassDimension]
    """Parts of the distance."""
    platforms: dict[str, str]
    tiers: list[StorageTier]
    """Steps of storage."""
    generations: list[ProcessorGeneration]
    processors: dict[str, str]
    """Patterns of model names, without regard to case, to generations; the first match wins."""
    vendors: dict[str, str]
    """Patterns of model names to vendors."""
    longest_model: int
    """Characters of a model name that are looked at."""
    lscpu: dict[str, str]
    """Lines of lscpu that tell something."""
    classes: list[HardwareClassRecord] = field(default_factory=list)
    """Classes that machines on file belong to, those with most results first."""
