"""Upgrades from one release to another: points, cells, pairs and chains."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, field

from sysbench_archive.model.base import Number, Record
from sysbench_archive.model.comparison import Direction, EvidenceStatus, ThreadRole
from sysbench_archive.model.result import Residency

UpgradeFamily = Literal["point", "range", "read-write", "write", "connect"]
"""Families of workloads that upgrades are shown for."""
TableRole = Literal["one", "below", "cores", "over"]
"""Roles that the processors of the machine name."""
Regime = Literal["defaults", "pinned", "other"]
"""Settings of the servers: left at their defaults, pinned, or not recorded."""
UpgradeDirection = Annotated[
    Direction, Meta(extra_json_schema={"not": {"const": "not-comparable"}})
]
"""What points say. Those that are not comparable are left out before anything is published."""
Basis = Literal["interval", "single", "workloads", "points", "machines", "prediction"]
"""What the ends of a cell are."""


class ClassReference(Record):
    """A hardware class as a link."""

    id: str
    """Id."""
    title: str
    """Name."""
    path: str
    """Address."""


class PointFields(Record):
    """What is published of a ratio of two releases on one machine, and computed with."""

    family: UpgradeFamily
    """Family of the workload."""
    role: ThreadRole
    """Why this thread count."""
    threads: int
    """Client threads."""
    cpus: int | None
    """Hardware threads of the machine; null where nobody recorded them."""
    residency: Residency
    """Where the dataset lies."""
    status: EvidenceStatus
    """Evidence status."""
    direction: UpgradeDirection
    """Direction."""
    low: Number | None
    """Lower end, as the basis says; null where there is none."""
    high: Number | None
    """Upper end."""
    n: Annotated[list[int], Meta(min_length=2, max_length=2)]
    """Runs of the newer release and of the older."""
    workloads: int
    """Workloads it is the median of."""
    from_release: str
    """Older version."""
    to_release: str
    """Newer version."""
    machine: str
    """Key of what counts as one machine."""
    machine_label: str
    """Its name; else empty."""
    submitter: str
    """Author."""
    day: str
    """Day or month of publication."""
    path: str
    """Where it is compared."""


class UpgradePoint(PointFields):
    """A ratio of two releases on one machine."""

    ratio: Number
    """Newer release over older."""
    log_error: Number
    """Standard error of its logarithm, for pooling."""
    work: str
    """What ran, in words."""
    threads_text: str
    """Threads in words."""
    residency_text: str
    """Dataset in words."""
    span: str
    """Ends in words; else empty."""
    runs_text: str
    """Runs in words."""
    title: str
    """First line in a chart."""
    note: str
    """Second line in a chart."""
    hardware_class: ClassReference = field(name="class")
    """Its hardware class."""


class UpgradeCell(Record):
    """Evidence of an upgrade in one family, role, regime and dataset."""

    basis: Basis
    """What the ends are: a confidence interval, nothing, the span of workloads, of points of one
    machine or of a few machines, or the prediction for one more machine.
    """
    ratio: Number | None
    """Newer release over older; null where a few machines are not pooled."""
    low: Number | None
    """Lower end, as the basis says; null where there is none."""
    high: Number | None
    """Upper end."""
    direction: UpgradeDirection
    """Direction."""
    heterogeneity: str
    """Whether machines differ for more than chance, in words; empty where they are not pooled."""
    status: EvidenceStatus
    """Evidence status."""
    machines: int
    """Independent machines."""
    submitters: int
    """Authors."""
    points: int
    """Points."""
    runs: int
    """Runs of both sides."""
    releases: list[str]
    """Point releases."""
    newest: str
    """Newest day or month."""
    text: str
    """The figure in words."""
    note: str
    """What the ends are, in words."""
    counted: str
    """What it rests on, in words."""
    lines: list[str]
    """Verdict, releases and machines, in words."""


class UpgradeGroupRow(Record):
    """A family, role and dataset."""

    family: str
    """Family."""
    role: str
    """Role."""
    residency: str
    """Dataset."""
    cell: UpgradeCell
    """Its evidence."""


class UpgradeGroup(Record):
    """What one regime shows."""

    regime: Regime
    """Regime."""
    label: str
    """Within a sentence."""
    title: str
    """As a heading."""
    caption: str
    """Caption of the chart."""
    chart: str
    """Name of the chart."""
    rows: list[UpgradeGroupRow]
    """Kinds of load."""
    points: list[UpgradePoint]
    """Every point."""


class UpgradePair(Record):
    """The page of two release series of one product."""

    slug: str
    """Name in addresses."""
    key: str
    """Name of its record."""
    path: str
    """Address."""
    title: str
    """Title."""
    from_label: str
    """Older series."""
    to_label: str
    """Newer series."""
    product: str
    """Product."""
    from_series: str = field(name="from")
    """Older series."""
    to_series: str = field(name="to")
    """Newer series."""
    answer: str
    """The answer in words."""
    left_out: int
    """Points that are not comparable."""
    left_out_text: str
    """The same in words; else empty."""
    machines: int
    """Independent machines."""
    submitters: list[str]
    """Authors."""
    scope: str
    """How broad the evidence is, in words."""
    newest: str
    """Newest day or month."""
    groups: list[UpgradeGroup]
    """By regime."""
    classes: list[ClassReference]
    """Hardware classes."""


class ChainColumn(Record):
    """A pair as a column of a table."""

    from_series: str = field(name="from")
    """Older series."""
    to_series: str = field(name="to")
    """Newer series."""
    path: str
    """Address."""
    whole: bool
    """Whether it spans several steps."""


class ChainRow(Record):
    """A family as a row of a table."""

    family: str
    """Family."""
    cells: list[UpgradeCell | None]
    """A cell a column; null where there is no evidence."""


class ChainView(Record):
    """A table: families against pairs, for one regime, dataset and role."""

    regime: Regime
    """Regime."""
    residency: Residency
    """Dataset."""
    label: str
    """Both in words."""
    columns: list[ChainColumn]
    """Pairs; none where there is no evidence."""
    rows: list[ChainRow]
    """Rows."""
    role: TableRole
    """Role."""


class UpgradeProduct(Record):
    """A product with its tables."""

    product: str
    """Product."""
    label: str
    """Name."""
    worst: str
    """The worst regression of a step; else empty."""
    views: list[ChainView]
    """A table for each regime and dataset."""


class UpgradePairEntry(Record):
    """A pair in a list."""

    slug: str
    """Name in addresses."""
    key: str
    """Name of its record."""
    path: str
    """Address."""
    title: str
    """Title."""
    product: str
    """Product."""
    from_series: str = field(name="from")
    """Older series."""
    to_series: str = field(name="to")
    """Newer series."""
    machines: int
    """Independent machines."""
    newest: str
    """Newest day or month."""
    families: list[UpgradeFamily]
    """Families with evidence."""
    cpus: list[int]
    """Sizes of machines."""
    cores: list[int]
    """Physical cores of machines."""
    classes: list[str]
    """Hardware classes."""


class UpgradeList(Record):
    """The chain tables and the list of pairs."""

    products: list[UpgradeProduct]
    """Products with evidence."""
    pairs: list[UpgradePairEntry]
    """Pairs."""
    choices: list[UpgradeChoice]
    """What tables are chosen by."""


class UpgradeChoiceOption(Record):
    """A choice."""

    name: str
    """Name."""
    label: str
    """Name for readers."""
    chosen: bool
    """Whether it is chosen at first."""


class UpgradeChoice(Record):
    """What tables are chosen by."""

    axis: Literal["regime", "residency", "role"]
    """What is chosen."""
    legend: str
    """Its name for readers."""
    choices: list[UpgradeChoiceOption]
    """Choices."""
