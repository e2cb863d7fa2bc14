"""Comparisons: panels, cells, contrasts, verdicts and claims."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Literal, get_args

from msgspec import UNSET, Meta, UnsetType, field

from sysbench_archive.model.base import (
    BundleReference,
    CellRun,
    ComparisonKind,
    MetricRecord,
    Named,
    Number,
    Record,
    Span,
)
from sysbench_archive.model.bundle import Evidence
from sysbench_archive.model.comparability import Comparability
from sysbench_archive.model.counted import CountedPanel
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
    "too-noisy",
    "cannot-tell",
    "not-comparable",
]
"""What a verdict says of the candidate at one thread count; fewer and more of instructions, which
are no speed."""
Direction = Literal[ContrastDirection, "mixed"]
"""The same of all headline thread counts together."""
EvidenceStatus = Literal["measured", "indicative", "reported"]
"""What a verdict rests on, the strongest first."""
SharedStatus = Literal[EvidenceStatus, ""]
"""The same of several verdicts; empty of none."""


def weakest_status(statuses: Iterable[SharedStatus]) -> SharedStatus:
    """The status of what rests on several verdicts, decided or not; empty where there is none.

    What a summary leaves out as undecided counts as well, so that evidence which is taken away
    never makes it stronger.
    """
    found = {*statuses}
    weakest_first: tuple[EvidenceStatus, ...] = get_args(EvidenceStatus)[::-1]
    return next((status for status in weakest_first if status in found), "")


Bottleneck = Literal["", "throttled", "client", "server CPU", "disk", "network", "lock"]
"""What set the pace of runs; empty where telemetry does not tell."""
Window = Literal["whole", "last-three-quarters", "last-half", "never"]
"""Where throughput was settled, each shorter than the one before; never where it changed to the
end of a run.
"""

Notation = Literal["percent", "times"]
"""How a table has its ratios: all as signed differences in per cent, or all in times."""


class Side(Named):
    """A server in a comparison."""

    role: Literal["baseline", "candidate"]
    product: str
    version: str
    series: str
    shade: int
    """Position among the sides of its product, by version, from 0."""
    maturity: str | UnsetType = UNSET
    """What it is that is no general release, as `rc`; absent of one, and where nothing says."""


class RatioInterval(Record):
    """Confidence interval."""

    low: Number
    """Lower end."""
    high: Number
    wide: Literal[True] | UnsetType = UNSET
    """Whether it is so wide that pages do not write it; else absent."""


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


class OtherCampaign(Record):
    """Another campaign, apart in time, on the same machine or what may be it, with the contrast."""

    bundle: str
    ratio: Number
    """Candidate over baseline there."""
    same_machine: bool
    """Whether it was certainly on the same machine."""
    agrees: bool
    """Whether it says the same, within both intervals together."""


class ContrastRecord(Record, kw_only=True):
    """A headline contrast: candidate over baseline at a thread count named in advance."""

    threads: int
    role: ThreadRole
    """Why this thread count: one thread, several but fewer than processors, about the core count,
    oversubscribed; or its place where the processors are unknown.
    """
    direction: ContrastDirection
    """Direction at this thread count."""
    text: str
    """The same in a few words, with the difference where it stands."""
    ratio: Number
    """Candidate over baseline, over the window."""
    window: Window
    """The part of all runs that it is of, the first in which every run of both was settled; never
    where there is none, so that it has no direction.
    """
    whole_ratio: Number
    """The ratio over whole runs."""
    low: Number | None
    high: Number | None
    held: Literal[True] | UnsetType = UNSET
    """Whether runs of it are held, so that it has no direction; else absent."""
    campaigns: list[OtherCampaign] | UnsetType = UNSET
    """Other campaigns on the same machine that have it as well; absent where there are none."""
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

    @property
    def interval(self) -> tuple[float, float] | None:
        """Both ends of its interval."""
        return None if self.low is None or self.high is None else (self.low, self.high)


class VerdictRecord(Record, kw_only=True):
    """What can be said of a candidate against the baseline."""

    candidate: str
    """Side."""
    baseline: str
    """Side."""
    direction: Direction
    """Direction of all headline thread counts together, for programs; pages show each count."""
    status: EvidenceStatus
    sentence: str
    """The verdict in words."""
    reason: str = ""
    """Why it cannot be told or compared; else empty."""
    limitations: list[str] = field(default_factory=list)
    """Why the status is not higher."""
    margin: Number
    """Equivalence margin, as a share."""
    noise: Number | UnsetType = UNSET
    """Ratio up to which two runs of the same thing differ, where a headline contrast is of single
    runs or of published figures; else absent.
    """
    headline: list[ContrastRecord] = field(default_factory=list)
    """Headline contrasts, by thread count: the strip of the verdict, and what it rests on."""


class CellRecord(Record, kw_only=True):
    """One server at one thread count."""

    n: int
    held: Literal[True] | UnsetType = UNSET
    """Whether they are held; else absent."""
    centre: Number | None
    """Geometric mean of the runs."""
    low: Number | None
    """Smallest run."""
    high: Number | None
    """Largest run."""
    latency: Span | None
    """Latency of the cell's runs."""
    percentiles: dict[str, Span] | UnsetType = UNSET
    """Percentiles of latency by metric: the median over the runs, and the extremes; absent where
    there is none but `latency`.
    """
    interval: RatioInterval | None
    """Interval of the ratio; null where nothing was repeated."""
    bottleneck: Bottleneck
    """What set the pace of its runs; empty where telemetry does not tell."""
    within: WithinRunThroughput | None
    """Throughput inside the runs."""
    server_cpu_us: Span | None
    ratio: Number | None
    """Centre over the baseline's centre; of slices the trimmed mean of their rounds' ratios; of
    runs that settled late their ratio over the window.
    """
    window: Window | UnsetType = UNSET
    """The part of the runs that the ratio is of, of the baseline where its own were settled; absent
    where that is the whole.
    """
    whole_ratio: Number | UnsetType = UNSET
    """The ratio over whole runs, where the window is a part; else absent."""
    window_text: str | UnsetType = UNSET
    """Both ratios in words where they differ, or that nothing was settled; else absent."""
    difference: str | UnsetType = UNSET
    """The ratio as its table has it; absent where there is none, and at the baseline."""
    span: str | UnsetType = UNSET
    """Its interval likewise; absent where there is none, or where it is so wide that pages do not
    write it.
    """
    open: Literal[True] | UnsetType = UNSET
    """Whether the ratio cannot be told from 1; else absent."""
    rounds: int | UnsetType = UNSET
    """Rounds of slices that the ratio rests on; absent where runs were not cut into slices."""
    runs: list[CellRun]

    @property
    def stands(self) -> bool:
        """Whether summaries may speak of it: it is not held, and was settled."""
        return not self.held and self.window != "never"


class PanelWorkload(Named):
    """Workload."""

    test: str
    """Test it is filed under; else empty."""


class PanelRow(Record):
    """A thread count."""

    threads: int
    per_cpu: str
    """Client threads per processor of the server's machine; empty where nobody recorded them."""
    cells: list[CellRecord | None]
    """A cell per side, in the order of the sides; null where there is no run."""


ChartKind = Literal[
    "throughput",
    "ratio",
    "latency",
    "efficiency",
    "spread",
    "load_p50",
    "load_p95",
    "load_p99",
    "load_p999",
]
"""What a chart of a panel shows, in the order in which pages have them."""


class DrawnChart(Record):
    """A chart of a panel, as its page shows it."""

    kind: ChartKind
    """What it shows."""
    name: str
    picture: str
    """Address of it as a picture that stands alone."""
    title: str
    """What it shows, in words."""
    note: str
    """What its bars are; empty where it has none."""


class PanelMachine(Record):
    """A machine that servers of a panel ran on."""

    title: str
    """Its processor as people call it, else its maker and model; empty where nobody recorded them.
    """
    name: str
    """Maker, model and processor as they are recorded; else empty."""
    rest: str
    """Cores, memory, storage and operating system, as far as they are recorded; else empty."""
    hardware_class: str
    """Id of its hardware class."""


class Panel(Record, kw_only=True):
    """One workload of a comparison; without rows where a source published only differences."""

    id: str
    """Its id on the page."""
    title: str
    bundle: BundleReference
    evidence: Evidence
    workload: PanelWorkload
    metric: MetricRecord
    latency: MetricRecord | None = None
    sides: list[Side]
    rows: list[PanelRow] = field(default_factory=list)
    """Thread counts, ascending."""
    load: list[LoadPoint] | UnsetType = UNSET
    """Latency at offered load, by side and load; absent where no load was offered."""
    text: str
    """What the chart shows, in words."""
    notation: Notation = "percent"
    """How its table has ratios."""
    machines: list[PanelMachine] = field(default_factory=list)
    charts: list[DrawnChart] = field(default_factory=list)
    """Its charts: those in which there is something to see."""
    compare: str = ""
    """Address that compares its sides in the browser; empty where they have no throughput."""
    design: PanelDesign | UnsetType = UNSET
    """How the sides took turns, and when that ended; absent for runs in a fixed number of blocks,
    and for runs that did not take turns.
    """
    counted: CountedPanel | UnsetType = UNSET
    """What counts of instructions say besides; absent where throughput was measured."""
    comparability: Comparability
    """What else differs between the sides, and what nobody recorded."""
    verdicts: list[VerdictRecord]
    """A verdict for each candidate, in the order of the sides."""

    @property
    def runs(self) -> int:
        """How many runs its cells have."""
        return sum(cell.n for row in self.rows for cell in row.cells if cell)

    def chart(self, kind: ChartKind) -> str:
        """Name of its chart of a kind; empty where it has none."""
        return next((chart.name for chart in self.charts if chart.kind == kind), "")


class FindingContrast(Record):
    """A contrast that a finding speaks of."""

    panel: str
    candidate: str
    """Side."""
    threads: int


class FindingText(Record):
    """A sentence or two that a page opens with; as somebody wrote it, with references to the
    contrasts that it states.
    """

    text: str
    """What was found."""
    cause: str = ""
    """What else may explain it, where that is on record; else empty."""
    advice: str = ""
    """What to do with it; else empty."""


class Finding(FindingText):
    """The same, with what it speaks of."""

    status: SharedStatus = ""
    """Weakest evidence status of all that its page compares, decided or not; of a series of
    measurements of all its points. Empty where it only quotes figures.
    """
    contrasts: list[FindingContrast] = field(default_factory=list)
    """What it speaks of; empty where somebody wrote it, or where it only quotes figures."""
    path: str = ""
    """Page with the series of measurements it speaks of; empty where it speaks of this page's."""


ClaimOutcome = Literal["holds", "holds-in-part", "does-not-hold", "cannot-tell"]
"""What the figures say of a claim."""
LaterData = Literal["", "repeated", "repeated-in-part", "not-repeated"]
"""Whether later data show what a claim says of earlier ones; empty where a claim is checked."""


class ClaimCell(Record):
    """A checked cell."""

    threads: int
    quantity: Number
    agrees: bool
    """Whether it agrees."""


class ClaimRecord(Record):
    """A claim of a source, recomputed."""

    text: str
    outcome: ClaimOutcome
    """What the figures say."""
    where: str
    """Where it holds, or why nothing can be said."""
    later_data: LaterData
    """Whether later data of another kind repeat it; empty where the claim's own are checked."""
    note: str
    """What to know about the check; else empty."""
    cells: list[ClaimCell]
    """The quantity at each thread count."""
    quantity: str
    """What was computed, in words; else empty."""


class Comparison(Record, kw_only=True):
    """A comparison: `index.json` beside its page, from which the page is made as well."""

    slug: str
    path: str
    kind: ComparisonKind
    """Where its definition comes from."""
    title: str
    label: str
    """Title where the result it belongs to is named already."""
    question: str
    summary: str = ""
    """The answer in a sentence or two; else empty."""
    doubt: str = ""
    """What weakens it, likewise."""
    analysis: str = ""
    """What the figures mean, in Markdown; empty where nobody wrote it."""
    date: str = ""
    """Day it was written; else empty."""
    evidence: list[Evidence]
    """Evidence classes of its bundles."""
    sides: list[Side]
    findings: list[Finding]
    panels: list[Panel]
    opens: str | UnsetType = UNSET
    """Id of the panel that its text names first; absent where that is the first, or none."""
    claims: list[ClaimRecord] = field(default_factory=list)
    bundles: list[BundleReference]
    """Bundles it rests on."""
    runs: int
    """Runs it rests on."""
    notices: list[str] | UnsetType = UNSET
    """What happened to the bundles it rests on since they were published; absent where nothing did.
    """
    reproduced_by: list[ReproductionRecord] | UnsetType = UNSET

    @property
    def says(self) -> str:
        """What it shows, in a few sentences: those somebody wrote, else its findings."""
        return self.summary or " ".join(finding.text for finding in self.findings)

    @property
    def direction(self) -> Direction | Literal[""]:
        """Direction of its verdicts; empty where they are not alike."""
        directions = {verdict.direction for verdict in self.verdicts}
        return directions.pop() if len(directions) == 1 else ""

    @property
    def status(self) -> EvidenceStatus | Literal[""]:
        """Evidence status of its verdicts; empty where they are not alike."""
        statuses = {verdict.status for verdict in self.verdicts}
        return statuses.pop() if len(statuses) == 1 else ""

    @property
    def verdicts(self) -> list[VerdictRecord]:
        """Every verdict."""
        return [verdict for panel in self.panels for verdict in panel.verdicts]
