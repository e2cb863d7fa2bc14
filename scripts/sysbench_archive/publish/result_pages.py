"""Results and comparisons as pages show them, and as programs get them.

Pages get what they draw and quote, programs get the data. Servers stand side by side, with a row
for each fact or option.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import msgspec
from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from sysbench_archive.derive.cells import shown_metric
from sysbench_archive.derive.neighbours import run_neighbours
from sysbench_archive.derive.panels import cell_on_page
from sysbench_archive.model.base import (
    Citation,
    FactRow,
    MetricColumn,
    MetricRecord,
    Named,
    Number,
    Picture,
    StructuredData,
    narrowed,
    shared_fields,
)
from sysbench_archive.model.comparability import (
    CandidateComparability,
    Comparability,
    ComparabilityRow,
)
from sysbench_archive.model.comparison import (
    CandidateSentence,
    ComparabilityReport,
    ComparisonFields,
    ComparisonFile,
    ComparisonRecord,
    DerivedComparison,
    DerivedPanel,
    Panel,
    PanelFields,
    ReportedPanel,
)
from sysbench_archive.model.history import ComparisonRevisionBrief
from sysbench_archive.model.result import (
    ClientFields,
    HostFields,
    PublishedResult,
    ResultFields,
    ResultRecord,
    RunFields,
    RunRecord,
    ServerFields,
    ServerRecord,
    WorkloadFields,
    WorkloadRecord,
)
from sysbench_archive.model.result_page import (
    ResultPage,
    RunPage,
    RunSetting,
    ServerOnPage,
    ServersSideBySide,
    SideBySideCell,
    SideBySideRow,
    SideBySideTable,
)
from sysbench_archive.model.sources import DataTerms
from sysbench_archive.publish.api import bundle_path
from sysbench_archive.publish.charts import drawn_charts
from sysbench_archive.publish.compare import panel_address
from sysbench_archive.publish.result_parts import (
    differing_variables,
    own_parameters,
    result_parts,
    shared_parameters,
    workloads_on_page,
)


def result_page(
    result: ResultRecord,
    cite: Citation,
    structured: StructuredData,
    terms: DataTerms,
    *,
    cite_revision: Citation | UnsetType = UNSET,
) -> ResultPage:
    """Without conditions, and without the variables all servers agree on: those are fetched."""
    near = run_neighbours(result.runs)
    shared = shared_parameters(result.workloads)
    return ResultPage(
        **shared_fields(result, ResultFields),
        findings=result.findings,
        cite=cite,
        cite_revision=cite_revision,
        structured=structured,
        terms=terms,
        hosts=[narrowed(host, HostFields) for host in result.hosts],
        servers=[server_on_page(server) for server in result.servers],
        clients=[narrowed(client, ClientFields) for client in result.clients],
        workloads=[
            replace(
                narrowed(workload, WorkloadFields),
                parameters=own_parameters(workload, shared),
            )
            for workload in result.workloads
        ],
        shared_parameters=shared,
        side_by_side=side_by_side(result.servers),
        variables=differing_variables(result.variables) if result.variables else None,
        metrics=[_metric_column(shown_metric(result, name)) for name in result.metrics],
        columns=[_metric_column(metric) for metric in _run_columns(result)],
        settings=run_settings(result),
        runs=[_run_page(run, near[run.id]) for run in result.runs],
        parts=result_parts(result),
        workloads_on_page=workloads_on_page(result),
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
    hosts = {server.host, *(client.stated.get("host") for client in clients)}
    return RunSetting(
        hosts=[Named(id=host.id, label=host.label) for host in result.hosts if host.id in hosts],
        clients=[Named(id=client.id, label=client.label) for client in clients],
    )


def published_result(result: ResultRecord) -> PublishedResult:
    """What stands beside the page: runs are in the API, variables, conditions and citation in files
    of their own. Addresses that compare servers are made of ids, and are on the page.
    """
    return PublishedResult(
        **shared_fields(result, ResultFields) | {"compare": UNSET},
        hosts=[narrowed(host, HostFields) for host in result.hosts],
        servers=[narrowed(server, ServerFields) for server in result.servers],
        clients=[narrowed(client, ClientFields) for client in result.clients],
        workloads=[narrowed(workload, WorkloadFields) for workload in result.workloads],
        variables=None,
        metrics=result.metrics,
        data=bundle_path(result.id),
        run_count=len(result.runs),
    )


def _metric_column(metric: MetricRecord) -> MetricColumn:
    """A column of figures; what is counted has no unit."""
    return MetricColumn(
        name=metric.name,
        label=metric.label,
        unit="" if metric.unit == "1" else metric.unit,
        direction=metric.direction,
        decimals=metric.decimals,
    )


_REPETITION = "sequence.repetition"
"""The fact that the line below the title of a run states."""


def _run_page(run: RunRecord, near: list[Named]) -> RunPage:
    """Figures and the lines they stand on are two flat tables: Hugo holds the whole archive at
    once, and a small mapping for each figure of each run cost it more than the figures themselves.
    """
    fields = shared_fields(run, RunFields)
    if run.repetition is not None:
        fields["facts"] = [row for row in run.facts if row.name != _REPETITION]
    lines = {name: figure.line for name, figure in run.figures.items() if figure.line}
    is_one = len(lines) == len(run.figures) > 1 and len(set(lines.values())) == 1
    return RunPage(
        **fields,
        figures={name: figure.value for name, figure in run.figures.items()},
        lines={} if is_one else lines,
        only_line=next(iter(lines.values())) if is_one else None,
        line=run.line,
        engine=run.engine,
        excerpt=run.excerpt,
        slices=run.slices or UNSET,
        near=near or UNSET,
    )


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


def server_on_page(server: ServerFields) -> ServerOnPage:
    """What runs' pages say of a server."""
    return ServerOnPage(
        id=server.id,
        label=server.label,
        regime=server.regime,
        options=len(server.options),
        started_with=_started_with(server),
    )


def _started_with(server: ServerFields) -> str:
    none, one, several = _COUNTED.get(server.options_basis, (_UNKNOWN,) * 3)
    count = len(server.options)
    return (none, one)[count] if count < 2 else several.format(count)


def side_by_side(servers: Sequence[ServerFields]) -> ServersSideBySide:
    """Facts and options of some servers; without options where none is known of any server."""
    facts = [[*_facts_in_fields(server), *server.facts] for server in servers]
    options = [server.options for server in servers]
    no_option = [_NO_OPTION.get(server.options_basis, "not set") for server in servers]
    return ServersSideBySide(
        columns=[Named(id=server.id, label=server.label) for server in servers],
        facts=_table(facts, [_NO_FACT] * len(servers)),
        options=_table(options, no_option) if any(options) else None,
        worth=_worth_of_options(servers),
    )


def _facts_in_fields(server: ServerFields) -> list[FactRow]:
    """What a server's record has in fields of its own, as facts."""
    own = {"version": server.version, "regime": server.regime, "variant": server.variant}
    return [
        FactRow(name=name, label=name.capitalize(), value=value, unit="", state="stated", probe="")
        for name, value in own.items()
        if value
    ]


def _worth_of_options(servers: Sequence[ServerFields]) -> list[str]:
    """A sentence for each basis, with the servers it is about where there are several."""
    by_basis = {
        basis: [server.label for server in servers if _basis(server) == basis] for basis in _WORTH
    }
    present = {basis: labels for basis, labels in by_basis.items() if labels}
    if len(present) == 1:
        return [_WORTH[basis] for basis in present]
    return [f"{', '.join(labels)}: {_WORTH[basis]}" for basis, labels in present.items()]


def _basis(server: ServerFields) -> str:
    is_empty = server.options_basis == "complete" and not server.options
    return "none" if is_empty else server.options_basis


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


def comparison_page(
    comparison: ComparisonFile,
    *,
    cite: Citation,
    structured: StructuredData,
    picture: Picture,
    revisions: list[ComparisonRevisionBrief] | UnsetType = UNSET,
    is_recorded: bool = False,
) -> ComparisonRecord:
    """Without what only charts draw, and without the parts a verdict's sentence is made of."""
    return ComparisonRecord(
        **shared_fields(comparison, ComparisonFields),
        panels=[_panel_on_page(panel) for panel in comparison.panels],
        reports=comparability_reports(comparison),
        cite=cite,
        structured=structured,
        picture=picture,
        notices=comparison.notices,
        reproduced_by=comparison.reproduced_by,
        revisions=revisions,
        is_recorded=is_recorded,
    )


def _panel_on_page(panel: DerivedPanel) -> Panel:
    rows = [replace(row, cells=[cell_on_page(cell) for cell in row.cells]) for row in panel.rows]
    return Panel(
        **shared_fields(panel, PanelFields) | {"rows": rows},
        compare="" if panel.counted else panel_address(panel),
        drawn=drawn_charts(panel),
    )


def comparability_reports(comparison: DerivedComparison) -> list[ComparabilityReport]:
    """A report for the panels of one bundle and the same sides, unless they differ in it.

    A page of several reports would be long: what weighs little has only its names there, and what
    is the same on all sides stands on the page of each panel alone. Why a field matters is said of
    those that weigh; the table of conditions, to which pages link, says it of all.
    """
    panels: list[DerivedPanel | ReportedPanel] = [*comparison.panels, *comparison.reported]
    shared: dict[bytes, tuple[Comparability, list[DerivedPanel | ReportedPanel]]] = {}
    for panel in panels:
        found = panel.comparability
        parts = (panel.bundle.path, [side.id for side in panel.sides], found)
        shared.setdefault(msgspec.json.encode(parts), (found, []))[1].append(panel)
    return [
        _comparability_report(found, of_it, is_alone=len(shared) == 1)
        for found, of_it in shared.values()
    ]


def _comparability_report(
    found: Comparability, panels: Sequence[DerivedPanel | ReportedPanel], *, is_alone: bool
) -> ComparabilityReport:
    labels = [side.label for side in panels[0].sides]
    differing = [row for row in found.rows if row.status != "intended"]
    light = [row for row in differing if row.severity == "info"]
    intended = [row for row in found.rows if row.status == "intended"]
    candidates = found.candidates if len(found.candidates) > 1 else []
    note = _usual_note(intended)
    return ComparabilityReport(
        title="" if is_alone else panels[0].bundle.title,
        panels=[panel.title for panel in panels],
        sides=labels,
        summary=found.summary,
        sentence=found.sentence,
        weighing=[_with_effect(row) for row in differing if row.severity != "info"],
        candidates=_candidate_sentences(labels[1:], candidates),
        light=[row.label for row in light],
        light_rows=[_without_why(row) for row in light] if is_alone else [],
        intended=[_without_note(_without_why(row), note) for row in intended],
        intended_note=note,
        details=found.details,
        left=found.left if is_alone else [],
        same=found.same if is_alone else [],
        further=found.further or None,
    )


def _candidate_sentences(
    labels: Sequence[str], candidates: Sequence[CandidateComparability]
) -> list[CandidateSentence]:
    """Each sentence once, with the candidates it holds of."""
    by_sentence: dict[str, list[str]] = {}
    for label, candidate in zip(labels, candidates, strict=bool(candidates)):
        by_sentence.setdefault(candidate.sentence, []).append(label)
    return [
        CandidateSentence(labels=of_it, sentence=sentence)
        for sentence, of_it in by_sentence.items()
    ]


def _usual_note(rows: Sequence[ComparabilityRow]) -> str:
    """The most frequent note of rows that all have one, where more than two have it."""
    notes = Counter(row.note for row in rows)
    return next((note for note, count in notes.most_common(1) if count > 2 and all(notes)), "")


def _without_note(row: ComparabilityRow, note: str) -> ComparabilityRow:
    return replace(row, note="") if row.note == note else row


def _with_effect(row: ComparabilityRow) -> ComparabilityRow:
    """What a variable is known to do tells more than why its condition matters."""
    return replace(row, why=row.effect or row.why, effect="", reference="")


def _without_why(row: ComparabilityRow) -> ComparabilityRow:
    return replace(row, why="", effect="", reference="")
