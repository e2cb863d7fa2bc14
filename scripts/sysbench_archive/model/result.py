"""Results and their runs: a bundle as everything else is derived from it, and as programs get it.

Shared fields (`RunFields`) stand apart from records with typed facts (`RunRecord`).
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import UNSET, UnsetType, field

from sysbench_archive.model.base import (
    BundleArchive,
    BundleReference,
    FactRow,
    FactState,
    FigureValue,
    Named,
    Number,
    PublishedFile,
    Record,
    Reference,
    example,
)
from sysbench_archive.model.bundle import Evidence, Family, Load
from sysbench_archive.model.comparability import Conditions
from sysbench_archive.model.comparison import Bottleneck, Finding, Window
from sysbench_archive.model.counted import CountedRun
from sysbench_archive.model.history import ManualVerification, RevisionRecord
from sysbench_archive.model.listing import HardwareClassSummary
from sysbench_archive.model.offered_load import LoadPoint
from sysbench_archive.model.reproduction import ReproductionRecord
from sysbench_archive.model.slices import SliceTable, Stopping

Scalar = str | int | float | bool
FactValue = Scalar | list[Scalar]
HeldReason = Literal["jump", "latency", "twin", "climb", "dip", "uncached"]
"""Why a cell is held: a jump in throughput behind it, latency with one client, a twin, a climb
through the run, a dip or peak of one thread count, data that the pool holds next to nothing of.
"""
Residency = Literal["fits", "about", "to-three-times", "beyond", "unrecorded"]
"""Data beside the buffer pool: up to 0.85 of it; to 1.25; to three times; beyond; not recorded."""
Place = Literal["in-memory", "cached", "io-bound", "unrecorded"]
"""Where a bundle states that its data lie: in the buffer pool, in memory, or in neither."""


class VariableRow(Record):
    """A variable."""

    name: str
    differs: bool
    """Whether servers disagree."""
    values: list[str | None]
    """A value per server; null where it has no such variable."""


class VariableTable(Record, kw_only=True):
    """Effective variables of several servers."""

    servers: list[Named]
    """Servers that dumped them."""
    count: int | UnsetType = UNSET
    """How many variables there are in all."""
    rows: list[VariableRow]


class RunEvidence(Record, kw_only=True):
    """Where the figures come from."""

    kind: Evidence
    """Evidence class."""
    file: str
    """Evidence file in the bundle; else empty."""
    href: str
    """Published copy; else empty."""
    report: int | None
    """Which report in the file, here or there, from 1."""
    first_line: int | None
    """First line of the report."""
    last_line: int | None
    """Last line of the report."""
    source: str
    """Path in the source's repository; else empty."""
    swhid: str | UnsetType = UNSET
    """SWHID of the evidence file with its context and lines; absent where none is kept."""
    sha256: str
    """SHA-256 of the file there; else empty."""
    archive: str | UnsetType = UNSET
    """Archive in the repository that holds the file; absent where none does."""
    member: str | UnsetType = UNSET
    """Name of the file in that archive."""
    archive_sha256: str | UnsetType = UNSET
    """SHA-256 of that archive."""
    url: str
    """Web address of the source; else empty."""


class ThroughputLine(Record):
    """Throughput during the run, as a drawing."""

    heading: str
    """What the drawing shows."""
    drawn: str
    """Path of a line in a box of 600 by 120, each point told by its distance from the last."""
    count: int
    """Interval lines."""
    from_s: Number
    """First interval's time."""
    to_s: Number
    """Last interval's time."""
    lowest: Number
    """Lowest interval."""
    highest: Number
    """Highest interval."""
    top: Number
    """Throughput at the top of the box."""
    window: Number
    """Mean of the intervals behind the warm-up, per second."""
    window_from_s: Number
    """Where the window begins: behind the first tenth of the intervals."""
    p01: Number | None
    """1st percentile of the window's intervals, per second."""
    stalls: int
    """Stretches below a tenth of the window's median."""
    longest_stall_s: Number
    """Length of the longest stall in seconds; 0 where there is none."""
    settled: Window | None
    """Where it was settled; null where there are too few intervals to tell."""
    settled_text: str
    """The same in words; else empty."""
    tps_last_three_quarters: Number | None
    """Mean of the intervals of the last three quarters, per second; null of slices."""
    tps_last_half: Number | None
    """The same of the last half."""

    @property
    def later(self) -> tuple[float, float] | None:
        """Throughput over the last three quarters and the last half, where both are known."""
        if self.tps_last_three_quarters is None or self.tps_last_half is None:
            return None
        return self.tps_last_three_quarters, self.tps_last_half


class Excerpt(Record):
    """Lines that print figures, with the headings between and above them.

    Two lists: an archive has more quoted lines than anything else.
    """

    numbers: list[int]
    """Number of each line, from 1."""
    texts: list[str]
    """Text of each."""


class SpoiledFigure(Record):
    """A figure that sysbench printed and that a known fault of sysbench spoiled."""

    figure: str
    """What it is, in words."""
    fault: str
    """What the fault does."""
    link: str
    """Where it is reported."""


class Distribution(Record):
    """How many events took how long, as a drawing."""

    drawn: str
    """Path of a line in a box of 600 by 120, from the first bucket to the last on a logarithmic
    axis."""
    top: int
    """Events at the top of the box."""
    low_ms: Number
    """The first bucket that holds an event, in milliseconds."""
    high_ms: Number
    """The last one."""


class RunFields(Record, kw_only=True):
    """What pages get of a run."""

    id: str
    path: str
    """Permanent address."""
    server: Named
    workload: Named
    threads: int
    repetition: int | None
    """Repetition, where recorded."""
    state: Literal["complete", "failed"]
    """Whether it counts."""
    failed: str
    """Why it failed; else empty."""
    held: list[str] | UnsetType = UNSET
    """Why it is held, in words; absent where it is not."""
    evidence: RunEvidence
    """Where the figures come from."""
    command: str
    """Command, with the run's threads in place of a placeholder; empty where nobody recorded it."""
    facts: list[FactRow]
    """What else is recorded of the run."""
    warnings: list[str]
    """What the parser noticed."""
    spoiled: list[SpoiledFigure] | UnsetType = UNSET
    """Figures that a fault of sysbench spoiled, and that are unrecorded; absent where none is."""
    intervals: int
    """Interval lines in the report."""
    reproduced_by: list[ReproductionRecord] | UnsetType = UNSET
    counted: CountedRun | UnsetType = UNSET
    """How its instructions were counted; absent where they were not."""
    line: ThroughputLine | None
    """Throughput during the run, as a drawing."""
    distribution: Distribution | UnsetType = UNSET
    """Its histogram, as a drawing; absent where none is kept here."""
    excerpt: Excerpt
    """Quoted lines of the evidence."""
    engine: str
    """What the storage engine's state says of a run that wrote, in sentences; else empty."""
    slices: SliceTable | UnsetType = UNSET
    """Its slices, a column each; absent where it was not cut into any."""


class RunRecord(RunFields, kw_only=True):
    """A run, as everything else is derived from it."""

    figures: dict[str, FigureValue]
    """Figures by metric, each with its line."""
    stated: dict[str, FactValue]
    block: str
    """Block of interleaved runs it stood in; empty where none is recorded."""
    load: int | None
    """Which load of the dataset it ran on."""
    session: int | None
    """Which start of the server it belongs to."""
    turn: int | None
    """When it started, in seconds since the first run of the bundle; where no start is recorded its
    position in the server session.
    """
    server_cpu_us: float | None
    bottleneck: Bottleneck | None
    """What set its pace; empty where no rule holds, null where telemetry, duration or the place of
    the client is missing.
    """


class HeldCell(Record):
    """The runs of a server under a workload at a thread count that are held, for one reason.

    `figure` disagrees with `expected`: throughputs a second; for `jump` rises to the next thread
    count, for `latency` 95th percentiles in ms, for `climb` the last and the first quarter.
    """

    workload: Annotated[str, example("read-only")]
    """Id of the workload."""
    server: Annotated[str, example("mysql-8-0-45")]
    """Id of the server."""
    threads: Annotated[int, example(64, unit="1")]
    reason: Annotated[HeldReason, example("climb")]
    """jump: throughput jumps behind it; latency: with one client; twin: another product of its base
    release is twice as fast; climb: through the whole run; dip: one thread count is far off;
    uncached: the pool holds next to nothing of the data.
    """
    figure: Annotated[Number, example(92.3)]
    """What was found: throughput a second, a rise, a percentile in ms, or data in MiB."""
    expected: Annotated[Number, example(28.6)]
    """What it disagrees with."""
    text: Annotated[str, example("throughput climbs through every quarter of the run")]
    """The reason in words."""


class Replication(Record, kw_only=True):
    """What another campaign on this machine, or what may be it, says of a contrast of this one."""

    workload: str
    """Id of the workload."""
    threads: int
    baseline: str
    """Id of a server."""
    candidate: str
    """Id of the other."""
    bundle: str
    """Id of the bundle with the other campaign."""
    ratio: Number
    """Candidate over baseline there."""
    same_machine: bool
    """Whether it was certainly on this machine, because both are identified; only then it
    replicates.
    """
    agrees: bool
    """Whether both say the same: within both intervals together, and not the opposite."""
    deviation: Number
    """What two campaigns of the machine differ by under such a load: the root mean square, as a
    logarithm of ratios; of machines that are not described alike how far these two lie apart.
    """


class HostRecord(Named, kw_only=True):
    """A host, with what is derived from its facts."""

    facts: list[FactRow]
    stated: dict[str, FactValue]
    machine: str
    """Maker and model; empty where nobody recorded it."""
    kind: str
    """Kind of machine; empty where nobody recorded it."""
    cpu_model: str
    """Processor; empty where nobody recorded it."""
    cpu_generation: str
    """Its generation, stated or what the model's name means; empty where neither says."""
    arch: str
    """Architecture; empty where nobody recorded it and nothing implies it."""
    arch_basis: str
    """`stated`, or which fact implies the architecture; else empty."""
    cores: int | None
    """Physical cores."""
    hardware_threads: int | None
    cpus: int | None
    """Hardware threads, or cores where only those are recorded."""
    memory_mib: Number | None
    """Main memory."""
    hardware_class: HardwareClassSummary
    """Hardware class; that of unrecorded machines where nothing is known."""


class ServerRecord(Named, kw_only=True):
    """A server, with what is derived from its facts."""

    product: str
    version: str
    series: str
    variant: str
    """Variant; else empty."""
    regime: str
    host: str
    """Host it ran on."""
    facts: list[FactRow]
    options: list[FactRow]
    options_basis: str
    """How far the options can be trusted; else empty."""
    stated: dict[str, FactValue]
    set_options: dict[str, FactValue]
    """Options that were set, as the bundle has them."""
    buffer_pool_mib: float | None
    """Buffer pool it was told to have."""

    @property
    def alone(self) -> bool:
        """Whether it is the product's own code, without replication or a proxy."""
        beside = ("fork", "replication.kind", "proxy.product")
        return not any(name in self.stated for name in beside)

    @property
    def plain(self) -> bool:
        """Whether it is a release as it is, by itself, and no variant."""
        return self.alone and not self.variant


class ClientRecord(Named, kw_only=True):
    """A client, with its facts as the bundle has them."""

    facts: list[FactRow]
    stated: dict[str, FactValue]


class ParameterRow(Record):
    """A parameter."""

    name: str
    """Canonical name."""
    value: str
    """Value as text; empty where a placeholder stands for it."""
    origin: Literal["command", "default", "stated"]
    """Where it comes from."""


class WorkloadRecord(Record, kw_only=True):
    """A workload, with what is derived from its facts."""

    id: str
    title: str
    script: str
    """sysbench test; else empty."""
    test: str
    """Test it is filed under; else empty."""
    command: str
    """Command as typed; else empty."""
    prepare: str
    """Prepare command as typed; else empty."""
    parameters: list[ParameterRow]
    """Effective sysbench parameters."""
    scale: str
    """Warehouses and sets of tables of a script after TPC-C, in words; else empty."""
    facts: list[FactRow]
    stated: dict[str, FactValue]
    values: dict[str, Scalar]
    """Values of effective parameters; one that a placeholder stands for has none."""
    load: Load
    """Kind of load."""
    family: Family
    """What differences of conditions weigh by."""
    rate_limited: bool
    """Whether sysbench was told to keep to a rate."""
    residency: dict[str, Residency]
    """Server id to the dataset beside its buffer pool."""
    place: dict[str, Place]
    """Server id to where the dataset lies on it, as stated or where sizes leave no doubt."""

    @property
    def offers_load(self) -> bool:
        """Whether its runs were offered a share of a capacity, so that no throughput is theirs."""
        return "offered_load.percent" in self.stated


class ReportedDifference(Record):
    """A reported difference."""

    workload: Named
    baseline: Named
    candidate: Named
    metric: str
    mean: Number | None
    minimum: Number | None
    maximum: Number | None
    approximate: bool
    slower_at_threads: list[int]
    """Thread counts at which the source calls the candidate slower."""
    notes: str
    """Notes; else empty."""


class ResultChart(Record):
    """A chart."""

    workload: str
    """Workload it shows."""
    name: str
    """Name of the drawing and its data."""
    caption: str
    """Metric it shows."""
    path: str
    """Path of the comparison with its ratios; empty where one server ran."""


class SupersedingResult(BundleReference):
    """A result that says it measured the same as an earlier one, and better."""

    claimed_by: str
    """Who says so, where it is not who submitted the earlier one; else empty."""


class ResultFields(Record, kw_only=True):
    """What programs and pages get of a bundle."""

    reproduces: list[str] | UnsetType = UNSET
    """Addresses of what it ran again; absent where it ran nothing again."""
    supersedes: list[str] | UnsetType = UNSET
    """Ids of bundles it supersedes; absent where there are none."""
    superseded_by: list[SupersedingResult] | UnsetType = UNSET
    """Results that supersede it, or say so; absent where there are none."""
    id: str
    path: str
    """Permanent address."""
    title: str
    submitted: str
    evidence: Evidence
    submitter: str
    license: str
    """SPDX identifier of the data licence."""
    disclosure: str
    """What could colour the result."""
    notes: str
    """Notes; else empty."""
    revision: RevisionRecord | None
    """Publication record."""
    by_hand: ManualVerification | UnsetType = UNSET
    """How to check the identity with git alone."""
    swhid: str
    """SWHID of the bundle as it is."""
    compare: dict[str, str] | UnsetType = UNSET
    """Workload id to the address that compares its servers in a browser."""
    completeness: dict[FactState, int]
    """How many facts are stated, were looked for and not exposed, or recorded by nobody."""
    source: list[FactRow]
    """The publication it is taken from."""
    source_url: str
    """Its web address; else empty."""
    campaign: list[FactRow]
    """How the runs were ordered."""
    archive: BundleArchive | UnsetType = UNSET
    """The bundle as one file; absent until it is packed."""
    files: list[PublishedFile]
    reported: list[ReportedDifference]
    """Differences reported without figures."""
    charts: list[ResultChart]
    """Charts of the first workloads."""
    comparisons: list[Reference]
    """Comparisons it appears in."""
    findings: list[Finding] = field(default_factory=list)
    metrics: list[str]
    """Metrics the runs have, in table order."""
    hosts: list[HostRecord]
    servers: list[ServerRecord]
    clients: list[ClientRecord]
    workloads: list[WorkloadRecord]


class ResultRecord(ResultFields, kw_only=True):
    """A bundle, as everything else is derived from it."""

    held: list[HeldCell] = field(default_factory=list)
    """Cells that are held."""
    replications: list[Replication] = field(default_factory=list)
    """What other campaigns on the same machines say of its contrasts."""
    variables: VariableTable | None
    """Effective variables; null where no server dumped its."""
    runs: list[RunRecord]
    order: str
    """Order of the campaign's runs; empty where nobody recorded it."""
    stopping: Stopping | None = None
    """Until when blocks were added; null where their number was fixed beforehand."""
    published: str
    """Day, month or year its source was published; empty where nobody recorded it."""
    conditions: Conditions
    """Conditions by server and workload."""
    loads: dict[str, list[LoadPoint]]
    """Latency at offered load, by the workload that measured the capacity."""

    def runs_of(self, workload: str) -> list[RunRecord]:
        """The runs of a workload, in their order."""
        return [run for run in self.runs if run.workload.id == workload]


class PublishedResult(ResultFields, kw_only=True):
    """A bundle, as programs get it, without its runs."""

    data: str
    """Address of its document in the API, which has its runs."""
    run_count: int
    """Runs."""
