"""What pages load in a browser: explore, compare and the search."""

from __future__ import annotations

from typing import Annotated

from msgspec import UNSET, Meta, UnsetType, field

from sysbench_archive.model.base import MetricRecord, Number, Record
from sysbench_archive.model.comparability import Condition

PiecePath = Annotated[str, Meta(pattern="^explore/[a-z]+-[0-9]+\\.json$")]
"""Site-relative path of a piece, without a slash before."""


class SeriesPieceEntry(Record):
    """A piece of the series, and what is in it: one that holds nothing chosen is not loaded."""

    path: PiecePath
    """Where it is."""
    rows: int
    """How many series."""
    runs: int
    """How many runs they have."""
    values: dict[str, list[Annotated[int, Meta(ge=0)]]]
    """For each facet the places, among its values, of those that rows of the piece have."""


class RunPieceEntry(Record):
    """A piece of the single runs."""

    path: PiecePath
    """Where it is."""
    rows: int
    """How many runs."""


class SeriesPieces(Record):
    """Where the series are."""

    rows: int
    """How many rows all pieces have."""
    pieces: list[SeriesPieceEntry]
    """The pieces, in the order of their rows."""


class RunPieces(Record):
    """Where the single runs are."""

    rows: int
    """How many rows all pieces have."""
    pieces: list[RunPieceEntry]
    """The pieces, in the order of their rows."""


class FacetValue(Record):
    """A value."""

    value: str
    """As rows have it."""
    label: str
    """As readers see it."""
    series: int
    """How many series have it."""
    runs: int
    """How many runs they have."""


class Facet(Record):
    """A facet."""

    name: str
    """Column of the rows of series."""
    title: str
    """Heading."""
    values: list[FacetValue]
    """Values that rows have, in the order pages list them."""


class ExploreMetric(Record):
    """A metric."""

    label: str
    """Name."""
    unit: str
    """Unit."""
    decimals: int
    """Decimals shown."""


class ExploreIndex(Record):
    """What /explore/ offers to narrow by, and where its rows are."""

    series: SeriesPieces
    """Where the series are."""
    runs: RunPieces
    """Where the single runs are."""
    facets: list[Facet]
    """Facets."""
    metrics: dict[str, ExploreMetric]
    """Metrics by name."""


class CodedColumn(Record):
    """Texts that repeat."""

    values: list[str]
    """Distinct texts."""
    codes: list[Annotated[int, Meta(ge=0)]]
    """For each row the place of its text among the values."""


TextColumn = list[str] | CodedColumn
"""A column of texts: as they are, or where they repeat as distinct values and a code a row."""


class SeriesColumns(Record):
    """Columns of the series by name."""

    bundle: TextColumn
    """Result."""
    title: TextColumn
    """Its title."""
    evidence: TextColumn
    """Evidence class."""
    submitter: TextColumn
    """Who submitted it."""
    day: TextColumn
    """Day of submission."""
    year: TextColumn
    """Year of the result."""
    server: TextColumn
    """Server id."""
    label: TextColumn
    """Server."""
    product: TextColumn
    """Product."""
    release: TextColumn
    """Product and release series."""
    regime: TextColumn
    """Configuration: defaults, pinned or unrecorded."""
    flush: TextColumn
    """When the redo log is flushed; empty where it is not known."""
    binlog: TextColumn
    """Whether there is a binary log; empty where it is not known."""
    doublewrite: TextColumn
    """Whether pages are written twice; empty where it is not known."""
    storage: TextColumn
    """Kind of storage; empty where it is not recorded."""
    machine: TextColumn
    """Machine in a line."""
    hardware_class: TextColumn = field(name="class")
    """Hardware class."""
    class_label: TextColumn = field(name="classed")
    """Its label."""
    workload: TextColumn
    """Workload id."""
    workload_title: TextColumn = field(name="work")
    """Workload."""
    test: TextColumn
    """sysbench's test; empty where nobody recorded it."""
    family: TextColumn
    """Family of the test."""
    residency: TextColumn
    """Where the dataset lies."""
    metric: TextColumn
    """Metric of the figures."""
    lowest_threads: list[int] = field(name="low")
    """Lowest thread count."""
    highest_threads: list[int] = field(name="high")
    """Highest thread count."""
    thread_counts: list[int] = field(name="counts")
    """How many thread counts."""
    run_count: list[int] = field(name="count")
    """How many runs."""
    peak: list[Number]
    """Highest cell; 0 where there is none."""
    peak_threads: list[int] = field(name="at")
    """Its thread count."""


class SeriesPiece(Record):
    """A piece of the series: one server under one workload a row, newest results first."""

    rows: int
    """How many."""
    columns: SeriesColumns
    """Columns by name."""


class RunColumns(Record):
    """Columns of the single runs by name."""

    series: list[int]
    """Number of the series' row, from 0."""
    run: TextColumn
    """Run id."""
    threads: list[int]
    """Client threads."""
    value: list[Number]
    """Figure in the metric of the series."""
    repetition: list[int]
    """Repetition; 0 where it is none."""


class RunPiece(Record):
    """A piece of the single runs, in the order of their series."""

    rows: int
    """How many."""
    columns: RunColumns
    """Columns by name."""


class CompareBundle(Record):
    """The result."""

    id: str
    """Id."""
    title: str
    """Title."""
    path: str
    """Address."""
    evidence: str
    """Evidence class."""
    submitter: str
    """Who submitted it."""


class CompareNoise(Record):
    """What runs of the same thing differ by; logarithms of ratios."""

    threshold: Number
    """How far single runs may lie apart."""
    session: Number
    """Standard deviation between loads and sessions."""


class CompareServer(Record):
    """A server."""

    id: str
    """Id."""
    label: str
    """Name for readers."""
    product: str
    """Product."""
    version: str
    """Version."""
    series: str
    """Release series."""
    variant: str
    """Variant; else empty."""
    regime: str
    """Configuration."""
    cpus: int | None
    """Hardware threads of its machine."""
    noise: dict[str, CompareNoise]
    """Workload id to the noise of its machine."""
    machine: str
    """Machine in a line."""
    origin: str
    """The same for servers of one source whose machines are described alike: such servers are
    compared across results. Empty where that is not known.
    """
    conditions: dict[str, Condition]
    """Its conditions and its host's."""


class CompareWorkload(Record):
    """A workload."""

    id: str
    """Id."""
    label: str
    """Name for readers."""
    test: str
    """sysbench's test; else empty."""
    family: str
    """Family."""
    rate_limited: bool
    """Whether runs were held to a rate."""
    conditions: dict[str, Condition]
    """Its conditions, its client's and the campaign's."""


class CompareSlices(Record):
    """The slices of a run, in order of time."""

    values: list[Number]
    """Figures; one in which nothing was done counts as half a transaction."""
    rounds: list[int]
    """Round of each."""
    loads: list[int]
    """Dataset load of each."""
    sessions: list[int]
    """Server session of each."""
    turns: list[int]
    """When each began, in tenths of a second since the first."""


class CompareCell(Record):
    """Runs of a server under a workload at one thread count."""

    server: str
    """Server id."""
    workload: str
    """Workload id."""
    metric: str
    """Metric."""
    bottleneck: str
    """What set the pace; empty where nothing tells."""
    threads: int
    """Client threads."""
    values: list[Number]
    """Figures, in the order of the runs."""
    blocks: list[str]
    """Block of each run; empty where none is recorded."""
    loads: list[int | None]
    """Dataset load of each run."""
    sessions: list[int | None]
    """Server session of each run."""
    turns: list[int | None]
    """When each run started, in seconds since the first of the result, or its position."""
    runs: list[str]
    """Run ids."""
    failed: list[Number | None]
    """Failed statements a transaction of each run; null where they are not known."""
    slices: CompareSlices | UnsetType = UNSET
    """Slices of its run; absent where it was not cut into any."""


class CompareResidual(Record):
    """Variance of a run, pooled over the servers of a block design, at one thread count."""

    workload: str
    """Workload id."""
    threads: int
    """Client threads."""
    variance: Number
    """Of the logarithm of a figure."""
    df: int
    """Degrees of freedom."""
    blocks: int
    """Blocks of the design."""
    factors: dict[str, Number]
    """Server to how many times as much its runs vary, at least 1, for those judged by it."""
    factor_df: Number
    """Degrees of freedom of a factor above 1."""


class CompareRecord(Record):
    """A result as /compare/ needs it: compare.json beside its page."""

    bundle: CompareBundle
    """The result."""
    order: str
    """Order of the runs as stated; empty where nobody recorded it."""
    servers: list[CompareServer]
    """Servers."""
    workloads: list[CompareWorkload]
    """Workloads."""
    metrics: list[MetricRecord]
    """Metrics of the cells."""
    cells: list[CompareCell]
    """Cells."""
    residuals: list[CompareResidual]
    """Noise pooled over servers."""
    quantiles: dict[str, list[float]] | UnsetType = UNSET
    """Quantiles of Student's t in place of the policy's, by number of headline contrasts, where
    figures were looked at while they were measured; else absent.
    """
