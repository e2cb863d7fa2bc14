"""A result and its runs as their pages show them."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import UNSET, Meta, UnsetType

from sysbench_archive.model.base import (
    Citation,
    MetricColumn,
    Named,
    Number,
    Record,
    StructuredData,
)
from sysbench_archive.model.course import Excerpt, ThroughputLine
from sysbench_archive.model.finding import Finding
from sysbench_archive.model.result import (
    ClientFields,
    HostFields,
    ParameterRow,
    ResultFields,
    RunFields,
    VariableTable,
    WorkloadFields,
)
from sysbench_archive.model.slices import SliceTable
from sysbench_archive.model.sources import DataTerms


class RunPage(RunFields):
    """A run, as its page shows it: with what is drawn and quoted, figures and lines as two flat
    tables.
    """

    figures: dict[str, Number]
    """Figures by metric, the values alone."""
    lines: dict[str, Annotated[int, Meta(ge=1)]]
    """Lines of the evidence the figures stand on, by metric; no entry where none is known, or all
    stand on one."""
    only_line: Annotated[int, Meta(ge=1)] | None
    """The line that all figures stand on; null where they stand on several, or none is known."""
    line: ThroughputLine | None
    """Throughput during the run, as a drawing."""
    engine: str
    """What the storage engine's state says of a run that wrote, in sentences; else empty."""
    excerpt: Excerpt
    """Quoted lines of the evidence."""
    slices: SliceTable | UnsetType = UNSET
    """Its slices, a column each; absent where it was not cut into any."""
    near: list[Named] | UnsetType = UNSET
    """Runs its page leads to: fewer and more threads, the next repetition; absent without any."""


class RunSetting(Record):
    """What the runs of a server under a workload share, as their pages name it."""

    hosts: list[Named]
    """Hosts of the server and the client."""
    clients: list[Named]
    """The client; several where nobody said which."""


class ServerOnPage(Record):
    """A server."""

    id: str
    """Id."""
    label: str
    """Name."""
    regime: str
    """Configuration regime."""
    options: int
    """How many options are known to be set."""
    started_with: str
    """What it is started with, in words."""


class SideBySideCell(Record):
    """A cell."""

    state: Literal["stated", "unavailable", "unrecorded", "absent"]
    """Whether the fact is stated, or an option set."""
    text: str
    """What it shows."""
    note: str
    """What was tried; else empty."""


class SideBySideRow(Record):
    """A fact or an option."""

    label: str
    """Name."""
    differs: bool
    """Whether the servers differ in it."""
    cells: list[SideBySideCell]
    """A cell for each server."""


class SideBySideTable(Record):
    """Facts or options, a column for each server."""

    rows: list[SideBySideRow]
    """Rows."""
    missing: list[str]
    """Names of what nobody recorded of any server."""


class ServersSideBySide(Record):
    """Servers side by side."""

    columns: list[Named]
    """Servers."""
    facts: SideBySideTable
    """Facts."""
    options: SideBySideTable | None
    """Options set; null where none is known."""
    worth: list[str]
    """What the list of options is worth, in sentences."""


class ResultPart(Record):
    """A long part of a result, which has a page of its own."""

    id: str
    """What its address ends with: `variables`, `files`, `parameters`, or `runs-2` and so on."""
    title: str
    """Heading."""
    path: str
    """Address."""
    workloads: list[str]
    """Workloads whose runs it has; empty of other parts."""


class ResultPage(ResultFields, kw_only=True):
    """A bundle, as its pages show it: with its citation and drawings, without the conditions
    that comparability is judged by.
    """

    findings: list[Finding]
    """What the page opens with."""
    cite: Citation
    """How the bundle and its runs are cited."""
    cite_revision: Citation | UnsetType = UNSET
    """How its newest revision is cited at its pinned address; absent before it is recorded."""
    structured: StructuredData
    """The bundle for search engines."""
    terms: DataTerms
    """What its licence covers, and what its source says."""
    hosts: list[HostFields]
    """Hosts."""
    clients: list[ClientFields]
    """Clients."""
    workloads: list[WorkloadFields]
    """Workloads; where there are many without the parameters that all of them share."""
    shared_parameters: list[ParameterRow]
    """Parameters that many workloads all share; empty where there are few workloads."""
    servers: list[ServerOnPage]
    """Servers, as pages of runs name them."""
    side_by_side: ServersSideBySide
    """Servers side by side."""
    variables: VariableTable | None
    """Effective variables that differ, with the count of all; null where no server dumped its."""
    metrics: list[MetricColumn]
    """Columns of the tables of figures, in order."""
    columns: list[MetricColumn]
    """Those of them that the tables of runs show: rates and latencies that no other repeats, and of
    very many runs the first of each.
    """
    settings: dict[str, RunSetting]
    """Ids of server and workload, with a slash between, to what their runs share."""
    runs: list[RunPage]
    """Runs."""
    parts: list[ResultPart]
    """Parts on pages of their own."""
    workloads_on_page: list[str]
    """Workloads whose runs stand on the page itself."""
