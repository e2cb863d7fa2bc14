"""A comparison as programs get it beside its page: its figures and findings as tables.

Rows of a table name their panel, since a comparison can have several. What a condition means, and
why it matters, stands in the table of conditions, once for all comparisons.
"""

from __future__ import annotations

from typing import Annotated, ClassVar

from msgspec import UNSET, Meta, UnsetType, field

from sysbench_archive.model.base import (
    ComparisonKind,
    MetricRecord,
    Number,
    Record,
    Reference,
)
from sysbench_archive.model.bundle import Evidence
from sysbench_archive.model.claim import ClaimRecord
from sysbench_archive.model.columns import ColumnList
from sysbench_archive.model.comparability import FurtherVariables, Severity, Summary
from sysbench_archive.model.comparison import (
    Bottleneck,
    ContrastDirection,
    Direction,
    EvidenceStatus,
    PanelWorkload,
    ReportedPanel,
    Side,
    ThreadRole,
)
from sysbench_archive.model.reproduction import ReproductionRecord

FieldPlace = Annotated[int, Meta(ge=0)] | str
"""A field of the table of conditions: its place in `conditions` of `/policy.json`; a variable that
is not in the table by its name."""


class FileComparability(Record):
    """What else differs in a panel, in short; `conditions` has it field by field."""

    summary: Summary
    """The worst that is said."""
    sentence: str
    """It, in a sentence."""
    details: list[FieldPlace]
    """Fields that were not recorded and weigh little."""
    left: list[FieldPlace]
    """Settings left to versions whose defaults the archive does not know."""
    same: list[FieldPlace]
    """Fields that are the same on all sides."""
    further: FurtherVariables | None
    """Variables that only some sides have; null where not every side dumped its variables."""


class FilePanel(Record):
    """One workload of a comparison."""

    column_lists: ClassVar = {"sides": ColumnList("id")}

    id: str
    """Its id on the page."""
    title: str
    """Heading."""
    bundle: Reference
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
    comparability: FileComparability
    """What else differs."""


class FileCell(Record, kw_only=True, omit_defaults=True):
    """A server at a thread count."""

    panel: int
    """Place of its panel."""
    server: str
    """Side."""
    threads: int
    """Client threads."""
    per_cpu: str = ""
    """Client threads per processor of the server's machine; absent where nobody recorded them."""
    n: int
    """Runs."""
    centre: Number | None = None
    """Geometric mean of the runs."""
    lowest: Number | None = None
    """Smallest run; absent where it is the centre, as of a single run."""
    highest: Number | None = None
    """Largest run; absent where it is the centre."""
    ratio: Number | None = None
    """Centre over the baseline's centre."""
    low: Number | None = None
    """Lower end of the ratio's interval; absent where nothing was repeated."""
    high: Number | None = None
    """Upper end of it."""
    latency_lowest: Number | None = None
    """Lowest latency of its runs; absent where it is the middle one."""
    latency_middle: Number | None = None
    """Middle latency of its runs."""
    latency_highest: Number | None = None
    """Highest latency of its runs; absent where it is the middle one."""
    within_low: Number | None = None
    """Throughput inside its runs: worst 1st percentile of an interval."""
    within_middle: Number | None = None
    """Middle run's mean over its window."""
    within_high: Number | None = None
    """Best interval."""
    longest_stall_s: Number | None = None
    """Longest stall inside its runs, in seconds."""
    server_cpu_us: Number | None = None
    """Server CPU per transaction, middle, in microseconds."""
    server_cpu_us_lowest: Number | None = None
    """Lowest of its runs; absent where it is the middle one."""
    server_cpu_us_highest: Number | None = None
    """Highest of its runs; absent where it is the middle one."""
    bottleneck: Bottleneck = ""
    """What set the pace of its runs; absent where telemetry does not tell."""
    runs: list[str]
    """Ids of its runs in the bundle of the panel."""
    values: list[Number] = field(default_factory=list)
    """Figures of its runs; absent of a single run, whose figure is the centre."""


class FileVerdict(Record, omit_defaults=True):
    """What can be said of a candidate against the baseline."""

    panel: int
    """Place of its panel."""
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
    limitations: list[str]
    """Why the status is not higher."""
    margin: Number
    """Equivalence margin, as a share."""
    summary: Summary
    """The worst that is said of what else differs."""
    blockers: list[str]
    """Labels of what makes the two not comparable."""
    warnings: list[str]
    """Labels of what differs and weighs."""
    unrecorded: list[str]
    """Labels of what was not recorded and weighs."""
    reason: str = ""
    """Why it cannot be told or compared; absent where it can."""


class FileContrast(Record, kw_only=True, omit_defaults=True):
    """A headline contrast: candidate over baseline at a thread count named in advance."""

    panel: int
    """Place of its panel."""
    candidate: str
    """Side."""
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
    low: Number | None = None
    """Lower end of its interval; absent without repetitions."""
    high: Number | None = None
    """Upper end of it."""
    resolvable: Number | None = None
    """Smallest difference these runs could have resolved, as a ratio less one."""
    candidate_runs: int
    """Runs of the candidate."""
    baseline_runs: int
    """Runs of the baseline."""
    paired: bool
    """Whether runs were paired by block."""
    log: Number
    """Natural logarithm of the ratio."""
    standard_error: Number | None = None
    """Its standard error by the scatter of the runs; absent without repetitions."""
    df: Number
    """Degrees of freedom of that error; 0 without repetitions."""
    session_error: Number | None = None
    """Its standard error by what server sessions and dataset loads differ by, where the runs do
    not show that. Each error times its quantile of Student's t, squared and added, is the square of
    half the interval."""


class FileCondition(Record, omit_defaults=True):
    """A condition that differs or was not recorded."""

    panel: int
    """Place of its panel."""
    field: str
    """Field of the table of conditions, where its name for readers is."""
    severity: Severity
    """What it weighs for such a workload."""
    status: str
    """What is said of it: differs, unrecorded or intended."""
    values: list[str]
    """A value per side, or the one that all have; empty where it does not apply."""
    note: str = ""
    """What else is known; absent where nothing is."""


class ComparisonFile(Record, kw_only=True):
    """`index.json` beside the page of a comparison."""

    column_lists: ClassVar = {
        "cells": ColumnList("panel"),
        "verdicts": ColumnList("panel"),
        "contrasts": ColumnList("panel"),
        "conditions": ColumnList("panel"),
    }

    slug: str
    """Last part of its address."""
    path: str
    """Address."""
    kind: ComparisonKind
    """Where its definition comes from."""
    title: str
    """Title."""
    question: str
    """The question."""
    summary: str
    """The answer in a sentence or two; else empty."""
    findings: list[str]
    """What its page opens with."""
    answer: str
    """What all verdicts say, in a sentence; empty where there is none."""
    direction: Direction | str
    """Direction; empty where verdicts are not alike."""
    status: EvidenceStatus | str
    """Evidence status; empty where they are not alike."""
    analysis: str
    """What the figures mean, in Markdown; empty where nobody wrote it."""
    date: str
    """Day it was written; else empty."""
    evidence: list[Evidence]
    """Evidence classes of its bundles."""
    bundles: list[Reference]
    """Bundles it rests on."""
    runs: int
    """Runs it rests on."""
    panels: list[FilePanel]
    """Panels."""
    cells: list[FileCell]
    """Figures, by panel, thread count and side."""
    verdicts: list[FileVerdict]
    """A verdict for each candidate of each panel."""
    contrasts: list[FileContrast]
    """What verdicts rest on."""
    conditions: list[FileCondition]
    """What differs between the sides of each panel, or was not recorded, the worst first."""
    reported: list[ReportedPanel]
    """Differences published without figures, where there is no panel."""
    claims: list[ClaimRecord]
    """Claims."""
    notices: list[str] | UnsetType = UNSET
    """What happened to the bundles it rests on since they were published; absent where nothing did.
    """
    reproduced_by: list[ReproductionRecord] | UnsetType = UNSET
    """Bundles that ran it again; absent where there are none."""
