"""Comparisons: panels, cells, contrasts, verdicts and claims."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import UNSET, Meta, UnsetType

from sysbench_archive.model.base import (
    BundleReference,
    CellRun,
    Citation,
    ComparisonKind,
    MetricRecord,
    Named,
    Number,
    Picture,
    Record,
    Span,
    StructuredData,
)
from sysbench_archive.model.bundle import Evidence
from sysbench_archive.model.claim import ClaimRecord
from sysbench_archive.model.comparability import (
    Comparability,
    ComparabilityRow,
    FurtherVariables,
    Summary,
)
from sysbench_archive.model.counted import CountedPanel
from sysbench_archive.model.finding import Finding
from sysbench_archive.model.history import ComparisonRevisionBrief
from sysbench_archive.model.offered_load import LoadPoint
from sysbench_archive.model.reproduction import ReproductionRecord
from sysbench_archive.model.slices import PanelDesign

ThreadRole = Literal["one", "below", "cores", "over", "lowest", "middle", "highest"]
"""Why a thread count is a headline one: single-thread, several but fewer than the cores, at about
the core count, oversubscribed; or its place in the grid where nobody recorded the cores."""
ContrastDirection = Literal[
    "faster",
    "slower",
    "fewer",
    "more",
    "equivalent",
    "no-clear-difference",
    "cannot-tell",
    "not-comparable",
]
"""What a verdict says of the candidate at one thread count; fewer and more of instructions, which
are no speed."""
Direction = Literal[ContrastDirection, "mixed"]
"""The same of all headline thread counts together."""
EvidenceStatus = Literal["measured", "indicative", "reported"]
"""What a verdict rests on."""
Bottleneck = Literal["", "throttled", "client", "server CPU", "disk", "network", "lock"]
"""What set the pace of runs; empty where telemetry does not tell."""


class Side(Named):
    """A server in a comparison."""

    role: Literal["baseline", "candidate"]
    """Role."""
    product: str
    """Product."""
    version: str
    """Version."""
    series: str
    """Release series."""
    shade: int
    """Position among the sides of its product, by version, from 0."""


class RatioInterval(Record):
    """Confidence interval."""

    low: Number
    """Lower end."""
    high: Number
    """Upper end."""


class WithinRunThroughput(Record):
    """Throughput inside the runs of a cell; never noise between runs."""

    low: Number
    """Worst 1st percentile of an interval."""
    middle: Number
    """Middle run's mean over its window."""
    high: Number
    """Best interval."""
    longest_stall_s: Number
    """Longest stall, in seconds."""


class StripEntry(Record, kw_only=True):
    """What a verdict says at one of its headline thread counts."""

    threads: int
    """Client threads."""
    role: ThreadRole
    """Why this thread count: one thread, several but fewer than processors, about the core count,
    oversubscribed; or its place where the processors are unknown.
    """
    direction: ContrastDirection
    """Direction at this thread count."""
    text: str
    """The same in a few words, with the difference where it stands."""
    ratio: Number
    """Candidate over baseline."""
    low: Number | None
    """Lower end of its interval; null without repetitions."""
    high: Number | None
    """Upper end."""


class ContrastRecord(StripEntry, kw_only=True):
    """A headline contrast: candidate over baseline at a thread count named in advance."""

    resolvable: Number | None
    """Smallest difference these runs could have resolved, as a ratio less one."""
    n: Annotated[list[int], Meta(min_length=2, max_length=2)]
    """Runs of the candidate and of the baseline."""
    paired: bool
    """Whether runs were paired by block."""
    log: Number
    """Natural logarithm of the ratio."""
    standard_error: Number | None
    """Its standard error by the scatter of the runs; null without repetitions."""
    df: Number
    """Degrees of freedom of that error; 0 without repetitions."""
    session_error: Number | None
    """Its standard error by what server sessions and dataset loads differ by, where the runs do
    not show that. Each error times its quantile of Student's t, squared and added, is the square of
    half the interval."""


class VerdictRecord(Record):
    """What can be said of a candidate against the baseline."""

    candidate: str
    """Side."""
    baseline: str
    """Side."""
    direction: Direction
    """Direction of all headline thread counts together, for programs; pages show each count."""
    status: EvidenceStatus
    """Evidence status."""
    sentence: str
    """The verdict in words."""
    reason: str
    """Why it cannot be told or compared; else empty."""
    limitations: list[str]
    """Why the status is not higher."""
    margin: Number
    """Equivalence margin, as a share."""
    headline: list[ContrastRecord]
    """Headline contrasts, by thread count: the strip of the verdict, and what it rests on."""


class AnswerLine(Record):
    """A verdict as the first screen lists it."""

    panel: str
    """Its panel; empty where a source published no figures."""
    title: str
    """Title of the panel."""
    candidate: str
    """Candidate."""
    direction: Direction
    """Direction."""
    status: EvidenceStatus
    """Evidence status."""
    sentence: str
    """In words."""
    strip: list[StripEntry]
    """What it says at each headline thread count; empty where there are no figures of both."""


class VerdictMatrixRow(Record):
    """A panel."""

    panel: str
    """Panel."""
    title: str
    """Title."""
    cells: list[int | None]
    """Place of the verdict in the list; null where there is none."""


class VerdictMatrix(Record):
    """A row a panel, a column a candidate."""

    candidates: list[str]
    """Candidates."""
    rows: list[VerdictMatrixRow]
    """Panels."""


class Answer(Record):
    """What the verdicts of a comparison say."""

    direction: Direction | Literal[""]
    """Direction; empty where verdicts are not alike."""
    status: EvidenceStatus | Literal[""]
    """Evidence status; empty where they are not alike."""
    verdicts: list[AnswerLine]
    """Every verdict."""
    matrix: VerdictMatrix | None
    """A table of verdicts where there are several panels."""


class ReportedPanel(Record):
    """A difference a source published without figures."""

    id: str
    """Its id on the page."""
    title: str
    """Workload."""
    sides: list[Side]
    """Servers, baseline first."""
    bundle: BundleReference
    """Bundle."""
    comparability: Comparability
    """What else differs."""
    entry: AnswerLine
    """What can be said of it."""


class CellRecord(Record, kw_only=True):
    """One server at one thread count."""

    n: int
    """Runs."""
    centre: Number | None
    """Geometric mean of the runs."""
    low: Number | None
    """Smallest run."""
    high: Number | None
    """Largest run."""
    latency: Span | UnsetType | None = UNSET
    """Latency of the cell's runs; with `within` and `server_cpu_us` not in what pages are made
    from.
    """
    interval: RatioInterval | None
    """Interval of the ratio; null where nothing was repeated."""
    bottleneck: Bottleneck
    """What set the pace of its runs; empty where telemetry does not tell."""
    within: WithinRunThroughput | UnsetType | None = UNSET
    """Throughput inside the runs."""
    server_cpu_us: Span | UnsetType | None = UNSET
    """Server CPU per transaction, in microseconds."""
    ratio: Number | None
    """Centre over the baseline's centre; of slices the trimmed mean of their rounds' ratios."""
    rounds: int | UnsetType = UNSET
    """Rounds of slices that the ratio rests on; absent where runs were not cut into slices."""
    runs: list[CellRun]
    """The runs."""


class PanelWorkload(Record):
    """Workload."""

    id: str
    """Its id."""
    label: str
    """Name for readers."""
    test: str
    """Test it is filed under; else empty."""


class PanelRow(Record):
    """A thread count."""

    threads: int
    """Client threads."""
    per_cpu: str
    """Client threads per processor of the server's machine; empty where nobody recorded them."""
    cells: list[CellRecord | None]
    """A cell per side, in the order of the sides; null where there is no run."""


class DrawnChart(Record):
    """A chart of a panel, as its page shows it."""

    kind: str
    """What it shows: a field of `PanelCharts`."""
    name: str
    """Name of the drawing."""
    title: str
    """What it shows, in words."""
    note: str
    """What its bars are; empty where it has none."""


class PanelCharts(Record):
    """Names of the drawn charts; null where there is nothing to see."""

    throughput: str | None
    """Throughput."""
    ratio: str | None
    """Ratio to the baseline."""
    latency: str | None
    """Latency."""
    spread: str | None
    """Throughput within the runs."""
    efficiency: str | None
    """Server CPU per transaction."""
    load_p95: str | UnsetType | None = UNSET
    """95th percentile of latency at offered load; absent where no load was offered."""
    load_p99: str | UnsetType | None = UNSET
    """99th percentile of latency at offered load; absent where no load was offered."""


class PanelFields(Record, kw_only=True):
    """What derive hands on of a panel, and pages and programs get of it."""

    id: str
    """Its id on the page."""
    title: str
    """Heading."""
    bundle: BundleReference
    """Bundle."""
    evidence: Evidence
    """Evidence class."""
    workload: PanelWorkload
    """Workload."""
    metric: MetricRecord
    """Metric."""
    latency: MetricRecord | None
    """Latency metric."""
    sides: list[Side]
    """Servers, baseline first."""
    rows: list[PanelRow]
    """Thread counts, ascending."""
    load: list[LoadPoint] | UnsetType = UNSET
    """Latency at offered load, by side and load; absent where no load was offered."""
    text: str
    """What the chart shows, in words."""
    charts: PanelCharts
    """Names of the drawn charts; null where there is nothing to see."""
    design: PanelDesign | UnsetType = UNSET
    """How the sides took turns, and when that ended; absent for runs in a fixed number of blocks,
    and for runs that did not take turns.
    """
    counted: CountedPanel | UnsetType = UNSET
    """What counts of instructions say besides; absent where throughput was measured."""


class DerivedPanel(PanelFields, kw_only=True):
    """One workload of a comparison, as it is derived and as programs get it."""

    comparability: Comparability
    """What else differs between the sides, and what nobody recorded."""
    verdicts: list[VerdictRecord]
    """A verdict for each candidate, in the order of the sides."""


class Panel(PanelFields, kw_only=True):
    """One workload of a comparison, as its page shows it."""

    compare: str
    """Address that compares its sides in the browser; empty where they have no throughput."""
    drawn: list[DrawnChart]
    """Its charts, in the order in which pages show them."""


class ComparisonFields(Record, kw_only=True):
    """What derive hands on of a comparison, and pages and programs get of it, but its panels."""

    slug: str
    """Last part of its address."""
    path: str
    """Address."""
    kind: ComparisonKind
    """Where its definition comes from."""
    title: str
    """Title."""
    label: str
    """Title where the result it belongs to is named already."""
    question: str
    """The question."""
    summary: str
    """The answer in a sentence or two; else empty."""
    analysis: str
    """What the figures mean, in Markdown; empty where nobody wrote it."""
    date: str
    """Day it was written; else empty."""
    evidence: list[Evidence]
    """Evidence classes of its bundles."""
    sides: list[Side]
    """Servers, baseline first."""
    findings: list[Finding]
    """What its page opens with."""
    answer: Answer
    """What verdicts say, one by one and together."""
    reported: list[ReportedPanel]
    """Differences published without figures, where there is no panel."""
    claims: list[ClaimRecord]
    """Claims."""
    bundles: list[BundleReference]
    """Bundles it rests on."""
    runs: int
    """Runs it rests on."""

    @property
    def says(self) -> str:
        """What it shows, in a few sentences: those somebody wrote, else its findings."""
        return self.summary or " ".join(finding.text for finding in self.findings)


class DerivedComparison(ComparisonFields, kw_only=True):
    """A comparison as it is derived, before anything of the rest of the archive is added."""

    panels: list[DerivedPanel]
    """Panels."""


class ComparisonFile(DerivedComparison, kw_only=True):
    """A comparison as programs get it: `index.json` beside its page."""

    notices: list[str] | UnsetType = UNSET
    """What happened to the bundles it rests on since they were published; absent where nothing did.
    """
    reproduced_by: list[ReproductionRecord] | UnsetType = UNSET
    """Bundles that ran it again; absent where there are none."""


class CandidateSentence(Record):
    """Candidates beside the baseline, in the sentence that holds of each."""

    labels: list[str]
    """Candidates."""
    sentence: str
    """What else differs, and what nobody recorded."""


class ComparabilityReport(Record, kw_only=True):
    """The comparability that some panels share, as the page shows it."""

    title: str
    """Title of their bundle; empty where the page has no other report."""
    panels: list[str]
    """Titles of the panels."""
    sides: list[str]
    """Servers, baseline first."""
    summary: Summary
    """The worst that is said."""
    sentence: str
    """It, in a sentence."""
    weighing: list[ComparabilityRow]
    """What differs or was not recorded, and weighs; why it matters is what is known of its effect
    where anything is.
    """
    candidates: list[CandidateSentence]
    """Every candidate beside the baseline, where there are several."""
    light: list[str]
    """Labels of what differs and weighs little, or has no known effect."""
    light_rows: list[ComparabilityRow]
    """The same with its values, without why it matters; empty on pages of several reports."""
    intended: list[ComparabilityRow]
    """What differs as intended, without why it matters."""
    intended_note: str
    """The note of most of these rows, which do not repeat it; empty where few share one."""
    details: list[str]
    """Labels of what was not recorded and weighs little."""
    left: list[str]
    """Labels of settings left to versions whose defaults are not known; empty as those are."""
    same: list[str]
    """Labels of what is the same on all sides; empty as those are."""
    further: FurtherVariables | None
    """Variables that only some sides have."""


class ComparisonRecord(ComparisonFields, kw_only=True):
    """A comparison as its page shows it."""

    panels: list[Panel]
    """Panels."""
    reports: list[ComparabilityReport]
    """Comparability, once for the panels that share it."""
    cite: Citation | UnsetType = UNSET
    """How it is cited."""
    structured: StructuredData | UnsetType = UNSET
    """It, for search engines."""
    picture: Picture | UnsetType = UNSET
    """Its pictures."""
    notices: list[str] | UnsetType = UNSET
    """What happened to the bundles it rests on since they were published; absent where nothing did.
    """
    reproduced_by: list[ReproductionRecord] | UnsetType = UNSET
    """Bundles that ran it again; absent where there are none."""
    revisions: list[ComparisonRevisionBrief] | UnsetType = UNSET
    """Its revisions, newest first; absent where none is recorded."""
    is_recorded: bool = False
    """Whether it says what its newest revision does."""
