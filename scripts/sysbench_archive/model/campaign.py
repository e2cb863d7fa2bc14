"""Campaigns: a page for all comparisons of a bundle, or of bundles that differ in a few things."""

from __future__ import annotations

from msgspec import UNSET, UnsetType, field

from sysbench_archive.model.base import Citation, MetricRecord, Record, Reference, StructuredData
from sysbench_archive.model.bundle import Evidence
from sysbench_archive.model.comparison import PanelCharts, PanelRow, Side
from sysbench_archive.model.finding import Finding
from sysbench_archive.model.history import ComparisonRevisionBrief


class CampaignSwitch(Record):
    """Something in which the views of a campaign differ."""

    label: str
    """Name for readers."""
    choices: list[str]
    """What can be chosen, in the order of the views."""


class CampaignView(Record, kw_only=True):
    """A comparison of a campaign."""

    slug: str
    """Slug of the comparison, and id on the page."""
    path: str
    """Address of the comparison, where its files are."""
    label: str
    """What tells it from the other views."""
    values: list[str]
    """A choice of each switch."""
    findings: list[str]
    """Its findings, the first the largest."""
    title: str
    """Title of its first chart: the first finding where that decides anything, else empty."""
    bundle: Reference
    """Bundle."""
    evidence: Evidence
    """Evidence class."""
    metric: MetricRecord
    """Metric."""
    sides: list[Side]
    """Servers, baseline first."""
    rows: list[PanelRow]
    """Thread counts, ascending."""
    latency: str
    """What its chart of latency shows; empty where it has none."""
    charts: PanelCharts
    """Names of its charts."""
    differs: str
    """What else differs between the sides, in a sentence."""
    weighing: list[str]
    """Labels of what differs or was not recorded, and weighs."""
    workload: str
    """Id of its workload; empty where nothing can be compared in a browser."""
    compare: str = ""
    """Address that compares its sides in the browser; empty where nothing can be."""
    pinned: str = ""
    """Pinned address of its newest revision; empty where that does not say the same."""
    part: str = ""
    """Address of the page that has its table; empty where that is the campaign's own."""


class CampaignPart(Record):
    """Tables of a campaign that stand on a page of their own."""

    id: str
    """What its address ends with: `figures-2` and so on."""
    title: str
    """Heading."""
    path: str
    """Address."""


class CampaignRecord(Record, kw_only=True):
    """A campaign."""

    slug: str
    """Last part of its address."""
    path: str
    """Address."""
    title: str
    """Title."""
    findings: list[Finding]
    """What its page opens with."""
    switches: list[CampaignSwitch]
    """In what its views differ."""
    views: list[CampaignView]
    """Comparisons."""
    evidence: list[Evidence]
    """Evidence classes of its bundles."""
    bundles: list[Reference]
    """Bundles it rests on."""
    runs: int
    """Runs it rests on."""
    cite: Citation | UnsetType = UNSET
    """How to cite it."""
    revisions: list[ComparisonRevisionBrief] | UnsetType = UNSET
    """Recorded revisions, newest first; absent where there is none."""
    is_recorded: bool = False
    """Whether it shows what the newest of these says."""
    structured: StructuredData | UnsetType = UNSET
    """Description for search engines, as a schema.org record."""
    parts: list[CampaignPart] = field(default_factory=list)
    """Pages that continue its tables; empty where all stand on its own."""
    shown: str = ""
    """Slug of the view that its charts show at first: the first that decides anything."""


class CampaignIndex(Record):
    """The campaigns that have a page."""

    campaigns: dict[str, str]
    """Title by slug."""
    days: dict[str, str]
    """Day of the newest revision each stands on, by slug."""
    parts: dict[str, list[str]]
    """Ids of the pages that continue its tables, by slug of those that have any."""
    moved: dict[str, Reference]
    """Slugs at which none stands any more, with the page they lead to."""
