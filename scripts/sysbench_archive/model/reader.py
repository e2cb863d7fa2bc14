"""What /compare/ loads in a browser."""

from __future__ import annotations

from msgspec import UNSET, UnsetType

from sysbench_archive.model.base import MetricRecord, Number, Record
from sysbench_archive.model.bundle import Evidence
from sysbench_archive.model.comparability import Condition
from sysbench_archive.model.comparison import Bottleneck


class CompareBundle(Record):
    """The result."""

    id: str
    title: str
    path: str
    evidence: Evidence
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
    label: str
    product: str
    version: str
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
    label: str
    test: str
    """sysbench's test; else empty."""
    family: str
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
    bottleneck: Bottleneck
    """What set the pace; empty where nothing tells."""
    threads: int
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
    workloads: list[CompareWorkload]
    metrics: list[MetricRecord]
    """Metrics of the cells."""
    cells: list[CompareCell]
    residuals: list[CompareResidual]
    """Noise pooled over servers."""
    quantiles: dict[str, list[float]] | UnsetType = UNSET
    """Quantiles of Student's t in place of the policy's, by number of headline contrasts, where
    figures were looked at while they were measured; else absent.
    """
