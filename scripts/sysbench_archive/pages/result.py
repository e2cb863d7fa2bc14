"""A result and its runs: their pages, and what stands beside them for programs.

Servers stand side by side, with a row for each fact or option. Long parts of a result stand on
pages of their own below `all/`, so that its own stays short: it keeps every heading and leads on
from there. Tables of runs are cut between workloads, the first of which stays.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Annotated, Any, Literal

from msgspec import UNSET, Meta, UnsetType
from msgspec.structs import replace

from sysbench_archive.derive.cells import shown_metric
from sysbench_archive.metrics import METRICS
from sysbench_archive.model.base import (
    Citation,
    FactRow,
    Labelled,
    MetricColumn,
    MetricRecord,
    Named,
    Number,
    PagePart,
    Record,
    Reference,
    StructuredData,
    narrowed,
)
from sysbench_archive.model.result import (
    ParameterRow,
    PublishedResult,
    ResultFields,
    ResultRecord,
    RunFields,
    RunRecord,
    ServerRecord,
    VariableTable,
    WorkloadRecord,
)
from sysbench_archive.model.sources import DataTerms
from sysbench_archive.pages.run_commands import (
    option_file,
    shell_command,
    shell_lines,
    slices_text,
)
from sysbench_archive.pages.standing import WorkloadStanding
from sysbench_archive.words.numbers import figure_text
from sysbench_archive.words.phrases import count_text

MANY_WORKLOADS = 4
"""Workloads from which parameters that all share are listed once."""
MOST_CELLS, MOST_CELLS_BEHIND = 600, 2000
"""Cells of a table of options or variables, and of each page of variables."""
MOST_FILES, MOST_FILES_BEHIND = 60, 200
MOST_PARAMETERS = 150
"""Parameters of all workloads, without those that they share."""
MOST_RUNS, MOST_RUNS_BEHIND = 60, 180
"""Runs of the result's page, and of each that continues it, but for a workload of more."""


class RunPage(RunFields):
    """A run, as its page shows it, with figures and the lines they stand on as two flat tables."""

    figures: dict[str, Number]
    """Figures by metric, the values alone."""
    lines: dict[str, Annotated[int, Meta(ge=1)]]
    """Lines of the evidence the figures stand on, by metric; no entry where none is known, or all
    stand on one."""
    only_line: Annotated[int, Meta(ge=1)] | None
    """The line that all figures stand on; null where they stand on several, or none is known."""
    says: str
    """Its rate and its latency, for those who have not opened the page."""
    near: list[Named] | UnsetType = UNSET
    """Runs its page leads to: fewer and more threads, the next repetition; absent without any."""
    sliced: str | UnsetType = UNSET
    """How its slices were run, in sentences; absent where it was not cut into any."""


class RunSetting(Record):
    """What the runs of a server under a workload share, as their pages name it."""

    hosts: list[Named]
    """Hosts of the server and the client."""
    clients: list[Named]
    """The client; several where nobody said which."""
    before: str
    """Lines of a shell before the command of a run: its variables, and how the tables are loaded.
    """


class SideBySideCell(Record):
    """A cell."""

    state: Literal["stated", "unavailable", "unrecorded", "absent"]
    """Whether the fact is stated, or an option set."""
    text: str
    note: str
    """What was tried; else empty."""


class SideBySideRow(Record):
    """A fact or an option."""

    label: str
    differs: bool
    """Whether the servers differ in it."""
    cells: list[SideBySideCell]
    """A cell for each server."""


class SideBySideTable(Record):
    """Facts or options, a column for each server."""

    rows: list[SideBySideRow]
    missing: list[str]
    """Names of what nobody recorded of any server."""


class ResultPage(ResultFields, kw_only=True):
    """A bundle, as its pages show it: with its citation and drawings, without the conditions
    that comparability is judged by.
    """

    cite: Citation
    """How the bundle and its runs are cited."""
    cite_revision: Citation | UnsetType = UNSET
    """How its newest revision is cited at its pinned address; absent before it is recorded."""
    badge: list[Labelled]
    """Lines that show its badge elsewhere, by language."""
    runs_again: list[Reference]
    """Pages of what it ran again."""
    structured: StructuredData
    """The bundle for search engines."""
    terms: DataTerms
    """What its licence covers, and what its source says."""
    shared_parameters: list[ParameterRow]
    """Parameters that many workloads all share, which none of them lists; empty of few.
    """
    server_facts: SideBySideTable
    """Facts of the servers, side by side."""
    server_options: SideBySideTable | None
    """Options set; null where none is known."""
    options_worth: list[str]
    """What the list of options is worth, in sentences."""
    started_with: dict[str, str]
    """Server id to what it is started with, in words."""
    variables: VariableTable | None
    """Effective variables that differ, with the count of all; null where no server dumped its."""
    shown_metrics: list[MetricColumn]
    """Columns of the tables of figures, in order."""
    columns: list[MetricColumn]
    """Those of them that the tables of runs show: rates and latencies that no other repeats, and of
    very many runs the first of each.
    """
    settings: dict[str, RunSetting]
    """Ids of server and workload, with a slash between, to what their runs share."""
    runs: list[RunPage]
    parts: list[PagePart]
    """Parts on pages of their own."""
    workloads_on_page: list[str]
    """Workloads whose runs stand on the page itself."""
    standings: list[WorkloadStanding]
    """Where its workloads stand beside other machines; empty where none is near."""


def result_page(
    result: ResultRecord,
    cite: Citation,
    structured: StructuredData,
    terms: DataTerms,
    *,
    cite_revision: Citation | UnsetType = UNSET,
    standings: Sequence[WorkloadStanding] = (),
    badge: Sequence[Labelled] = (),
    runs_again: Sequence[Reference] = (),
) -> ResultPage:
    """Without conditions, and without the variables all servers agree on: those are fetched."""
    near = run_neighbours(result.runs)
    shared = shared_parameters(result.workloads)
    return narrowed(
        result,
        ResultPage,
        workloads=[replace(w, parameters=own_parameters(w, shared)) for w in result.workloads],
        cite=cite,
        cite_revision=cite_revision,
        structured=structured,
        terms=terms,
        shared_parameters=shared,
        server_facts=server_facts(result.servers),
        server_options=server_options(result.servers),
        options_worth=options_worth(result.servers),
        started_with={server.id: started_with(server) for server in result.servers},
        variables=differing_variables(result.variables) if result.variables else None,
        shown_metrics=[_metric_column(shown_metric(result, name)) for name in result.metrics],
        columns=[_metric_column(metric) for metric in _run_columns(result)],
        settings=run_settings(result),
        runs=[_run_page(run, near[run.id]) for run in result.runs],
        parts=result_parts(result),
        workloads_on_page=workloads_on_page(result),
        standings=list(standings),
        badge=list(badge),
        runs_again=list(runs_again),
    )


VERY_MANY_RUNS = 400
"""Runs from which their tables have one rate and one latency; the rest is on the page of each."""


def _run_columns(result: ResultRecord) -> list[MetricRecord]:
    """Metrics of the tables of runs; one whose figures are those of another in all runs is not."""
    metrics = [shown_metric(result, name) for name in result.metrics]
    telling = [
        metric for metric in metrics if metric.direction != "none" and metric.name != _LEAST_TELLING
    ] or metrics
    columns: dict[tuple[Number | None, ...], MetricRecord] = {}
    for metric in telling:
        figures = (run.figures.get(metric.name) for run in result.runs)
        columns.setdefault(tuple(figure.value if figure else None for figure in figures), metric)
    if len(result.runs) < VERY_MANY_RUNS:
        return list(columns.values())
    first_of = {metric.direction: metric for metric in reversed(columns.values())}
    return [metric for metric in columns.values() if first_of[metric.direction] == metric]


_LEAST_TELLING = "latency_min_ms"


def run_settings(result: ResultRecord) -> dict[str, RunSetting]:
    """The hosts and clients of each server under each workload that it ran."""
    servers = {server.id: server for server in result.servers}
    workloads = {workload.id: workload for workload in result.workloads}
    ran = dict.fromkeys((run.server.id, run.workload.id) for run in result.runs)
    return {
        f"{server}/{workload}": _run_setting(result, servers[server], workloads[workload])
        for server, workload in ran
        if server in servers and workload in workloads
    }


def _run_setting(
    result: ResultRecord, server: ServerRecord, workload: WorkloadRecord
) -> RunSetting:
    named = workload.stated.get("client")
    clients = [client for client in result.clients if named in (None, client.id)]
    # One client may have run on the host of each server in turn.
    apart = [client for client in clients if client.stated.get("placement") != "same-host"]
    hosts = {server.host, *(client.stated.get("host") for client in apart)}
    run = next(r for r in result.runs if (r.server.id, r.workload.id) == (server.id, workload.id))
    took = run.figures.get("duration_s")
    script = str(workload.stated.get("script.file", ""))
    return RunSetting(
        hosts=[Named(id=host.id, label=host.label) for host in result.hosts if host.id in hosts],
        clients=[Named(id=client.id, label=client.label) for client in clients],
        before=shell_lines(workload.prepare, run.command, script, took.value if took else None),
    )


def option_files(result: ResultRecord) -> Iterator[tuple[str, str]]:
    """The options of each server of which any is known, as a file below the result's address."""
    for server in result.servers:
        if server.set_options:
            about = [f"{server.label}, {result.title}", *options_worth([server])]
            yield f"{result.path}my.cnf/{server.id}.txt", option_file(server.set_options, about)


def published_result(result: ResultRecord, data: str) -> PublishedResult:
    """What stands beside the page: runs are in the API at the address of `data`, variables,
    conditions and citation in files of their own. Addresses that compare servers are made of ids,
    and are on the page.
    """
    return narrowed(result, PublishedResult, compare=UNSET, data=data, run_count=len(result.runs))


def _metric_column(metric: MetricRecord) -> MetricColumn:
    """A column of figures; what is counted has no unit."""
    return narrowed(metric, MetricColumn, unit="" if metric.unit == "1" else metric.unit)


_REPETITION = "sequence.repetition"
"""The fact that the line below the title of a run states."""


def _run_page(run: RunRecord, near: list[Named]) -> RunPage:
    """Figures and the lines they stand on are two flat tables: Hugo holds the whole archive at
    once, and a small mapping for each figure of each run cost it more than the figures themselves.
    """
    is_told = run.repetition is not None
    lines = {name: figure.line for name, figure in run.figures.items() if figure.line}
    is_one = len(lines) == len(run.figures) > 1 and len(set(lines.values())) == 1
    return narrowed(
        run,
        RunPage,
        facts=[row for row in run.facts if not is_told or row.name != _REPETITION],
        figures={name: figure.value for name, figure in run.figures.items()},
        lines={} if is_one else lines,
        only_line=next(iter(lines.values())) if is_one else None,
        near=near or UNSET,
        says=_said(run),
        command=shell_command(run.command),
        sliced=slices_text(run.slices) if run.slices else UNSET,
    )


_SAID = ("tps", "events_per_s", "instructions_per_transaction")
"""Of these a run's description has the first that is known."""


def _said(run: RunRecord) -> str:
    if run.state == "failed":
        return "A run that failed"
    known = {name: figure_text(figure.value) for name, figure in run.figures.items()}
    parts = [f"{known[name]} {METRICS[name].label.lower()}" for name in _SAID if name in known][:1]
    if "latency_p95_ms" in known:
        parts.append(f"95th percentile {known['latency_p95_ms']} ms")
    return ", ".join(parts) or "A run of sysbench"


_WORTH = {
    "none": "No option was set; everything stood at its default.",
    "complete": "Every option that was set is listed; the others stood at their defaults.",
    "presumed": "The source is presumed to have used these options; it does not say so.",
    "excerpt": "The source names these options; others may have been set.",
    "unrecorded": "Nobody recorded which options were set.",
    "unavailable": "Which options were set could not be found out.",
}
"""What a basis of options means, in the order in which pages say it."""
_NO_OPTION = {
    "presumed": "not presumed",
    "excerpt": "not named",
    "unrecorded": "not recorded",
    "unavailable": "not exposed",
}
"""What an option is that only other servers have, by the basis of this server's; else not set."""
_NO_FACT = "\N{EN DASH}"
_UNKNOWN = "settings nobody recorded"
_COUNTED = {
    "complete": ("no option set", "the option set", "the {} options set"),
    "presumed": ("no option set", "the option presumed", "the {} options presumed"),
    "excerpt": (_UNKNOWN, "the option the source names", "the {} options the source names"),
}
"""What a server is started with: no, one, several options."""


def started_with(server: ServerRecord) -> str:
    """What the page of a run says that its server was started with."""
    forms = _COUNTED.get(server.options_basis, (_UNKNOWN,) * 3)
    count = len(server.options)
    return forms[min(count, 2)].format(count)


_OWN_FIELDS = ("version", "regime", "variant")


def server_facts(servers: Sequence[ServerRecord]) -> SideBySideTable:
    """The facts of some servers; what a server's record has in fields of its own comes first."""
    facts = [
        [
            FactRow(name=n, label=n.capitalize(), value=own, unit="", state="stated", probe="")
            for n in _OWN_FIELDS
            if (own := getattr(server, n))
        ]
        + server.facts
        for server in servers
    ]
    return _table(facts, [_NO_FACT] * len(servers))


def server_options(servers: Sequence[ServerRecord]) -> SideBySideTable | None:
    """The options of some servers; None where none is known of any server."""
    options = [server.options for server in servers]
    no_option = [_NO_OPTION.get(server.options_basis, "not set") for server in servers]
    return _table(options, no_option) if any(options) else None


def options_worth(servers: Sequence[ServerRecord]) -> list[str]:
    """A sentence for each basis, with the servers it is about where there are several."""
    present: dict[str, list[str]] = {}
    for server in servers:
        is_empty = server.options_basis == "complete" and not server.options
        present.setdefault("none" if is_empty else server.options_basis, []).append(server.label)
    present = {basis: present[basis] for basis in _WORTH if basis in present}
    if len(present) == 1:
        return [_WORTH[basis] for basis in present]
    return [f"{', '.join(labels)}: {_WORTH[basis]}" for basis, labels in present.items()]


def _table(parts: Sequence[Sequence[FactRow]], absent: Sequence[str]) -> SideBySideTable:
    """A row for each fact; of what nobody recorded of any part, only the name.

    `absent` is what the cell of each part says where it does not have a fact.
    """
    by_part = [{fact.name: fact for fact in facts} for facts in parts]
    labels = {fact.name: fact.label for facts in parts for fact in facts}
    rows: list[SideBySideRow] = []
    missing: list[str] = []
    for name, label in labels.items():
        facts = [part.get(name) for part in by_part]
        if all(fact is None or fact.state == "unrecorded" for fact in facts):
            missing.append(label)
            continue
        values = {None if fact is None else fact.value for fact in facts}
        cells = [_cell(*each) for each in zip(facts, absent, strict=True)]
        rows.append(SideBySideRow(label=label, differs=len(values) > 1, cells=cells))
    return SideBySideTable(rows=rows, missing=missing)


def _cell(fact: FactRow | None, absent: str) -> SideBySideCell:
    if fact is None:
        return SideBySideCell(state="absent", text=absent, note="")
    if fact.state == "unavailable":
        note = f"tried: {fact.probe}" if fact.probe else ""
        return SideBySideCell(state="unavailable", text="not exposed", note=note)
    if fact.state == "unrecorded":
        return SideBySideCell(state="unrecorded", text="not recorded", note="")
    unit = "" if fact.unit in ("", "1") else f" {fact.unit}"
    return SideBySideCell(state="stated", text=f"{fact.value}{unit}", note="")


def result_parts(result: ResultRecord) -> list[PagePart]:
    """Parts that are long, in the order in which the page of the result has them."""
    base = f"{result.path}all/"

    def part(name: str, title: str, **own: Any) -> PagePart:
        return PagePart(id=name, title=title, path=f"{base}{name}/", **own)

    def table(name: str, title: str, rows: int, most: int) -> Iterator[PagePart]:
        count = -(-rows // most)
        for number in range(1, count + 1):
            page = f"{title}, page {number} of {count}" if count > 1 else title
            own = f"{name}-{number}" if number > 1 else name
            yield part(own, page, first=(number - 1) * most, rows=most)

    pages = list(_pages_of_runs(result))
    found = [
        part(f"runs-{number}", f"Runs, page {number} of {len(pages)}", workloads=workloads)
        for number, workloads in enumerate(pages, 1)
        if number > 1
    ]
    options = server_options(result.servers)
    if options and len(options.rows) * (len(result.servers) + 1) > MOST_CELLS:
        found.append(part("options", "Options set"))
    shared = shared_parameters(result.workloads)
    own = sum(len(own_parameters(workload, shared)) for workload in result.workloads)
    if own > MOST_PARAMETERS:
        found.append(part("parameters", "Effective parameters"))
    variables = differing_variables(result.variables) if result.variables else None
    columns = len(variables.servers) + 1 if variables else 0
    if variables and len(variables.rows) * columns > MOST_CELLS:
        most = MOST_CELLS_BEHIND // columns
        found += table("variables", "Effective variables that differ", len(variables.rows), most)
    if len(result.files) > MOST_FILES:
        found += table("files", "Evidence files", len(result.files), MOST_FILES_BEHIND)
    return found


def workloads_on_page(result: ResultRecord) -> list[str]:
    """Workloads whose runs the page of the result itself has."""
    return next(_pages_of_runs(result), [])


def shared_parameters(workloads: Sequence[WorkloadRecord]) -> list[ParameterRow]:
    """The parameters that all of many workloads have alike."""
    if len(workloads) < MANY_WORKLOADS:
        return []
    first, *others = (workload.parameters for workload in workloads)
    return [row for row in first if all(row in parameters for parameters in others)]


def own_parameters(workload: WorkloadRecord, shared: Sequence[ParameterRow]) -> list[ParameterRow]:
    """The parameters of a workload without those that all share."""
    return [row for row in workload.parameters if row not in shared]


def differing_variables(variables: VariableTable) -> VariableTable:
    """The rows in which servers differ, with the count of all."""
    rows = [row for row in variables.rows if row.differs] if len(variables.servers) > 1 else []
    return VariableTable(servers=variables.servers, count=len(variables.rows), rows=rows)


def _pages_of_runs(result: ResultRecord) -> Iterator[list[str]]:
    """Ids of workloads by page."""
    counts = Counter(run.workload.id for run in result.runs)
    page: list[str] = []
    most = MOST_RUNS
    for workload in (workload.id for workload in result.workloads if counts[workload.id]):
        if page and sum(counts[name] for name in page) + counts[workload] > most:
            yield page
            page, most = [], MOST_RUNS_BEHIND
        page.append(workload)
    if page:
        yield page


def run_neighbours(runs: Iterable[RunRecord]) -> dict[str, list[Named]]:
    """Run id to the runs its page leads to: fewer threads, more threads, the next repetition.

    After the last repetition comes the first, so that all are reached. At another thread count it
    is the run that stands at the same place among its repetitions, else the last.
    """
    groups: dict[tuple[str, str], dict[int, list[RunRecord]]] = {}
    for run in runs:
        counts = groups.setdefault((run.server.id, run.workload.id), {})
        counts.setdefault(run.threads, []).append(run)
    found: dict[str, list[Named]] = {}
    for counts in groups.values():
        ordered = [counts[threads] for threads in sorted(counts)]
        for at, repeated in enumerate(ordered):
            beside = [*ordered[max(0, at - 1) : at], *ordered[at + 1 : at + 2]]
            for place, run in enumerate(repeated):
                found[run.id] = [
                    *(_at_other_threads(other, place) for other in beside),
                    *_next_repetition(repeated, place),
                ]
    return found


def _at_other_threads(repeated: Sequence[RunRecord], place: int) -> Named:
    run = repeated[min(place, len(repeated) - 1)]
    return Named(id=run.id, label=count_text(run.threads, "thread"))


def _next_repetition(repeated: Sequence[RunRecord], place: int) -> list[Named]:
    if len(repeated) == 1:
        return []
    at = (place + 1) % len(repeated)
    run = repeated[at]
    numbered = run.repetition is not None
    label = f"repetition {run.repetition}" if numbered else f"run {at + 1} of {len(repeated)}"
    return [Named(id=run.id, label=label)]
