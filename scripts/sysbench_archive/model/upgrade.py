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


class UpgradeMark(Record):
    """Where a range lies on the axis of its page, in hundredths of its width."""

    low: Number
    """Lower end."""
    at: Number
    """The ratio."""
    high: Number
    """Higher end."""


class UpgradeTick(Record):
    """A mark of an axis."""

    at: Number
    """Where it is, in hundredths of the width."""
    text: str
    """Difference in percent, or a number of times."""


class UpgradeMachine(Record):
    """A machine on a page, and what it says of each kind of load."""

    id: str
    """Name in the page."""
    label: str
    """Its cores and memory, then its processor, as far as recorded."""
    cores: int | None
    """Physical cores, or processors where only those are recorded; null where neither is."""
    memory_gib: Number | None
    """Main memory in GiB; null where nobody recorded it."""
    storage: list[str]
    """Kinds of storage; empty where nobody recorded them."""
    storage_text: str
    """The same in words."""
    path: str
    """Results of machines like it."""
    by: str
    """Author."""
    lines: list[str]
    """What each kind of load says there, in words; none of a machine that is the only one."""


class UpgradeRow(Record):
    """A machine under one load with so many clients."""

    machine: int
    """Position of the machine in the list of the page."""
    clients: str
    """Clients beside the processors, and what else tells this row from others, in words."""
    text: str
    """How many more or fewer, in words; empty where the machine stands alone."""
    note: str
    """How many measurements say what; in words."""
    direction: UpgradeDirection
    """Direction of its measurements together."""
    mark: UpgradeMark
    """Its place on the axis."""


class UpgradeClients(Record):
    """A kind of load with so many clients: what it says together, and machine by machine."""

    band: Band
    """Clients beside the processors."""
    title: str
    """The same in words."""
    said: str
    """What the machines say together, in a sentence."""
    text: str
    """The median in words."""
    spread: str
    """The range in words; empty where it is the same."""
    direction: UpgradeDirection
    """Direction."""
    mark: UpgradeMark
    """Its place on the axis."""
    rows: list[UpgradeRow]
    """Machines, those with fewer cores first."""


class UpgradeFigure(Record):
    """A ratio in the evidence."""

    text: str
    """Threads, ratio and interval."""
    sign: Literal["faster", "slower", ""]
    """What it says by itself; empty where neither stands."""


class UpgradeEvidenceRow(Record):
    """A workload of a bundle on one machine: its ratios by clients."""

    work: str
    """What ran."""
    path: str
    """Where it is compared."""
    setup: str
    """Dataset, buffer pool and place of the client in words."""
    figures: list[list[UpgradeFigure]]
    """For each number of clients of the load, its ratios."""


class UpgradeEvidence(Record):
    """What ran of one kind of load on one machine with the same two releases."""

    machine: int
    """Position of the machine in the list of the page."""
    releases: str
    """Exact releases, runs of each and evidence status."""
    rows: list[UpgradeEvidenceRow]
    """A row for each workload of a bundle."""


class UpgradeLoad(Record):
    """A kind of load under one regime."""

    id: str
    """Name in the page."""
    family: UpgradeFamily
    """Kind of load."""
    regime: Regime
    """Settings of both servers."""
    anchor: str
    """The regime, where this is the first of it; else empty."""
    title: str
    """Both in words."""
    status: EvidenceStatus
    """Evidence status."""
    clients: list[UpgradeClients]
    """By clients, the fewest first."""
    evidence: list[UpgradeEvidence]
    """Every measurement."""
    measurements: int
    """How many there are."""


class UpgradeOption(Record):
    """An entry of a list to choose from: a release series, a kind of load, a number of clients."""

    name: str
    """As in addresses."""
    label: str
    """Name."""


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
    bands: list[UpgradeOption]
    """Numbers of clients that any load has."""
    glance: list[list[UpgradeClients | None]]
    """For each of several loads what each number of clients says; null where nobody ran it."""
    axis: list[UpgradeTick]
    """Marks of the axis of all ratios."""
    one: Number
    """Where no difference lies on it, in hundredths of the width."""
    loads: list[UpgradeLoad]
    """Kinds of load, the one most machines ran first."""
    hosts: list[UpgradeMachine]
    """Machines, those with fewer cores first."""


class UpgradeAddress(Record):
    """The index.json of a pair: where its data are."""

    path: str
    """Address of the page."""
    title: str
    """Title."""
    data: str
    """Its cells and points in the API."""


class UpgradeMatrixCell(Record):
    """A pair in a matrix: its answer in a number."""

    path: str
    """Address."""
    text: str
    """The median of its answer, as a signed percentage or in times."""
    note: str
    """Kind of load, clients and number of machines."""
    direction: UpgradeDirection
    """Direction of its answer."""


class UpgradeMatrixRow(Record):
    """A release series one may come from."""

    label: str
    """Name."""
    cells: list[UpgradeMatrixCell | None]
    """A cell for each series one may go to; null where nobody ran both."""


class UpgradeMatrix(Record):
    """Pairs of one product, or of two, as a table: from the rows to the columns."""

    id: str
    """Name in the page."""
    title: str
    """Products in words."""
    columns: list[str]
    """Release series one may go to."""
    rows: list[UpgradeMatrixRow]
    """Release series one may come from."""
    pairs: list[int]
    """Positions of its pairs in the list."""


class UpgradeProduct(Record):
    """A product and its worst step."""

    product: str
    """Product."""
    label: str
    """Name."""
    worst: str
    """The best supported regression of a step; else empty."""


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
    from_label: str
    """Older series with its product."""
    to_label: str
    """Newer series with its product."""
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
    """The page of all pairs."""

    products: list[UpgradeProduct]
    """Products with evidence."""
    sources: list[UpgradeOption]
    """Release series one may come from."""
    targets: list[UpgradeOption]
    """Release series one may go to."""
    loads: list[UpgradeOption]
    """Kinds of load."""
    clients: list[UpgradeOption]
    """Numbers of clients."""
    storage: list[UpgradeOption]
    """Kinds of storage."""
    leading: list[int]
    """Positions of the pairs that most machines ran."""
    matrices: list[UpgradeMatrix]
    """Pairs by product."""
    pairs: list[UpgradePairEntry]
    """Pairs."""
