"""Upgrades from one release to another: points, cells, pairs and chains."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, field

from sysbench_archive.model.base import Number, Record
from sysbench_archive.model.comparison import Direction, EvidenceStatus
from sysbench_archive.model.result import Residency

UpgradeFamily = Literal["point", "range", "read-write", "write", "connect"]
"""Families of workloads that upgrades are shown for."""
Band = Literal["one", "up-to-half", "about-cores", "oversubscribed", "unrecorded"]
"""Client threads beside the processors of the machine: exactly one; up to half of them; from half
to twice; more than twice; several, where nobody recorded the processors. For display only.
"""
ReleaseOrder = Literal["forward", "backward", "unknown"]
"""Whether the newer series' release came out after the older series'; unknown without the days."""
Regime = Literal["defaults", "pinned", "other"]
"""Settings of the servers: left at their defaults, pinned, or not recorded."""
UpgradeDirection = Annotated[
    Direction, Meta(extra_json_schema={"not": {"const": "not-comparable"}})
]
"""What points say. Those that are not comparable are left out before anything is published."""
Basis = Literal["interval", "single", "bundles", "machines", "cells", "prediction"]
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
    """What is published of a ratio of two releases on one machine, and computed with.

    It is one contrast: one workload at one thread count in one bundle.
    """

    family: UpgradeFamily
    """Family of the workload."""
    threads: int
    """Client threads."""
    cpus: int | None
    """Hardware threads of the machine; null where nobody recorded them."""
    band: Band
    """Client threads beside those processors."""
    residency: Residency
    """Where the dataset lies."""
    pool_mib: Number | None
    """Buffer pool of both servers in MiB; null where nobody recorded it or the two differ."""
    tables: int | None
    """Tables; null where nobody recorded them."""
    table_size: int | None
    """Rows in each table; null where nobody recorded them."""
    dataset_mib: Number | None
    """Size of the dataset in MiB, as stated; else null."""
    placement: str
    """Where the client stood: same-host or other-host; empty where nobody recorded it."""
    status: EvidenceStatus
    """Evidence status."""
    direction: UpgradeDirection
    """Direction."""
    low: Number | None
    """Lower end of the interval; null where nothing was repeated."""
    high: Number | None
    """Upper end."""
    n: Annotated[list[int], Meta(min_length=2, max_length=2)]
    """Runs of the newer release and of the older."""
    from_release: str
    """Older version."""
    to_release: str
    """Newer version."""
    order: ReleaseOrder
    """Which of the two came out first."""
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
    setup: str
    """Dataset, buffer pool and place of the client in words."""
    finding: str
    """Direction in words."""
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
    """Evidence of an upgrade: of one cell, or of several side by side.

    Points of one cell share the upgrade, the workload, the exact thread count and its band, the
    regime, the residency, the buffer pool, the dataset and the place of the client. Nothing is
    averaged over any of these: of several cells there is a range.
    """

    basis: Basis
    """What the ends are: a confidence interval, nothing, the range of bundles of one machine, of a
    few machines or of several cells, or the prediction for one more machine.
    """
    ratio: Number | None
    """Newer release over older; null where there is only a range."""
    low: Number | None
    """Lower end, as the basis says; null where there is none."""
    high: Number | None
    """Upper end."""
    direction: UpgradeDirection
    """Direction: faster or slower where that stands at least once and the other never does; mixed
    only where both stand.
    """
    finding: str
    """The direction in words, with how many say so."""
    heterogeneity: str
    """Whether machines differ for more than chance, in words; empty where they are not pooled."""
    status: EvidenceStatus
    """Evidence status; indicative where points have several."""
    cells: int
    """Cells: workloads, thread counts and the like, apart."""
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
    """The ratio or the range in words."""
    note: str
    """What the ends are, in words."""
    counted: str
    """What it rests on, in words."""
    lines: list[str]
    """Verdict, releases and machines, in words."""


class UpgradeGroupRow(Record):
    """A band, a family and a residency."""

    band: str
    """Client threads, in words."""
    family: str
    """Family."""
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
    scope: str
    """Settings, machines and evidence status, in words."""
    findings: list[str]
    """What each band of concurrency says, in words."""
    caption: str
    """Caption of the chart."""
    chart: str
    """Name of the chart."""
    chart_note: str
    """Which points the chart shows, where it does not show all; else empty."""
    charted: list[int]
    """Positions of those points."""
    rows: list[UpgradeGroupRow]
    """Kinds of load, by band."""
    status: EvidenceStatus | Literal[""]
    """Evidence status of all points; empty where they are not alike."""
    points: list[UpgradePoint]
    """Every point."""


class UpgradeAnswerPart(Record):
    """What one kind of load says of an upgrade with so many clients."""

    band: Band
    """Clients beside the processors."""
    clients: str
    """The same in words, with the numbers."""
    ratio: Number
    """Newer release over older: the median of machines, each the median of its measurements."""
    low: Number
    """Lowest ratio of a machine; of a single machine, of a measurement."""
    high: Number
    """Highest."""
    direction: UpgradeDirection
    """Direction of the measurements together."""
    machines: int
    """Independent machines."""
    measurements: int
    """Workloads at a thread count with a configuration."""
    stand: int
    """Measurements that are faster or slower."""
    tally: str
    """How many say what, in words; empty where all say the same."""


class UpgradeAnswer(Record):
    """The answer of an upgrade for one kind of load under one regime, in a sentence."""

    family: UpgradeFamily
    """Kind of load."""
    regime: Regime
    """Settings of both servers."""
    sentence: str
    """The answer in words."""
    brief: str
    """The same in fewer words, for lists."""
    ratio: Number
    """Ratio of the part that most machines ran."""
    low: Number
    """Its lower end."""
    high: Number
    """Its upper end."""
    direction: UpgradeDirection
    """Its direction."""
    machines: int
    """Independent machines of all parts."""
    measurements: int
    """Measurements of all parts."""
    status: EvidenceStatus
    """Evidence status; indicative where measurements have several."""
    parts: list[UpgradeAnswerPart]
    """By clients, the fewest first."""


class UpgradePair(Record):
    """The page of two release series, of one product or of two."""

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
    to_product: str
    """Product of the second series, where that is another; else empty."""
    from_series: str = field(name="from")
    """Older series."""
    to_series: str = field(name="to")
    """Newer series."""
    answer: UpgradeAnswer | None
    """The answer for the kind of load most machines ran; null where nothing is comparable."""
    description: str
    """The same in a sentence."""
    order_text: str
    """Which releases go backwards in time, in words; empty where none is known to."""
    data: str
    """Its cells and points in the API."""
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


class UpgradeAddress(Record):
    """The index.json of a pair: where its data are."""

    path: str
    """Address of the page."""
    title: str
    """Title."""
    data: str
    """Its cells and points in the API."""


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
    note: str
    """Whether it spans several steps or goes backwards in time, in words; else empty."""


class ChainRow(Record):
    """A family as a row of a table."""

    family: str
    """Family."""
    cells: list[UpgradeCell | None]
    """A cell a column; null where there is no evidence."""


class ChainView(Record):
    """A table: families against pairs, for one regime, residency and band."""

    regime: Regime
    """Regime."""
    residency: Residency
    """Dataset."""
    label: str
    """The three in words."""
    columns: list[ChainColumn]
    """Pairs; none where there is no evidence."""
    rows: list[ChainRow]
    """Rows."""
    band: Band
    """Band."""


class UpgradeFinding(Record):
    """What a pair shows, with its page."""

    path: str
    """Address."""
    title: str
    """Title."""
    scope: str
    """Settings, machines and evidence status, within a sentence."""
    lines: list[str]
    """Findings in words, those with the most points."""


class UpgradeProduct(Record):
    """A product with its tables."""

    product: str
    """Product."""
    label: str
    """Name."""
    longest: UpgradeFinding | None
    """The longest upgrade that much was run on; null where none spans several steps."""
    worst: str
    """The best supported regression of a step; else empty."""
    views: list[ChainView]
    """A table for each regime, residency and band."""


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
    to_product: str
    """Product of the second series, where that is another; else empty."""
    from_series: str = field(name="from")
    """Older series."""
    to_series: str = field(name="to")
    """Newer series."""
    answer: UpgradeAnswer | None
    """The answer for the kind of load most machines ran; null where nothing is comparable."""
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

    axis: Literal["regime", "residency", "band"]
    """What is chosen."""
    legend: str
    """Its name for readers."""
    choices: list[UpgradeChoiceOption]
    """Choices."""
