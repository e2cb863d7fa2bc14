"""Makes the report of a change: what it adds, how complete that is, what it does to pages.

States of bundles in, a bounded record out; the same input gives the same bytes. Both states are
derived by the program at hand, so that only what the data do is seen; a change of the program is
named apart.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import Literal

from sysbench_archive.derive.cells import head_metric
from sysbench_archive.derive.panels import LATENCIES
from sysbench_archive.metrics import METRICS
from sysbench_archive.model.base import FactRow, Number, Record
from sysbench_archive.model.comparison import Comparison
from sysbench_archive.model.result import ResultRecord, RunRecord
from sysbench_archive.pages.history import FactChange
from sysbench_archive.problems import Problem
from sysbench_archive.review.findings import blockers, neighbours, outliers
from sysbench_archive.review.glance import glance
from sysbench_archive.review.record import (
    Bounded,
    BundleDetails,
    BundleLine,
    ChangeKind,
    EnvironmentCompleteness,
    FactDifference,
    FigureDifference,
    GroupCompleteness,
    PageChange,
    ReportedProblem,
    ReviewedBundle,
    ReviewedRun,
    ReviewReport,
    bounded,
    report_bytes,
)
from sysbench_archive.review.untrusted import (
    MAX_BUNDLES,
    MAX_BYTES,
    MAX_LISTED,
    MAX_PAGES,
    MAX_PROBLEMS,
    MAX_ROWS,
    MAX_RUNS,
    cut,
    fitting,
)

RESULTS = "data/results"
"""Where bundles lie in an archive."""
GONE: tuple[ChangeKind, ...] = ("removed", "withdrawn")


@dataclass(frozen=True, slots=True)
class State:
    """A bundle as derived at one point: its result record and its matrix comparisons."""

    result: ResultRecord
    comparisons: tuple[Comparison, ...]

    def pages(self) -> dict[str, Record]:
        """Site-relative path to what the page is made from."""
        runs = {run.path: run for run in self.result.runs}
        comparisons = {record.path: record for record in self.comparisons}
        return {self.result.path: self.result, **runs, **comparisons}


@dataclass(frozen=True, slots=True)
class Change:
    """A bundle before and after; None where it was not there or could not be read."""

    id: str
    kind: ChangeKind
    before: State | None
    after: State | None
    reason: str = ""
    """Why, as the record says."""
    facts: Sequence[FactChange] = ()
    """Fields of bundle.yaml that differ."""


@dataclass(frozen=True, slots=True)
class ArchiveChange:
    """A change of the archive.

    `base` is the commit it starts from, `curated` the pages of curated comparisons it touches,
    `others` results of bundles the change leaves alone, `code_files` how many files of the
    program, the templates or the schemas it touches, `fixable` the codes `check --fix` can fix.
    """

    base: str
    bundles: Sequence[Change]
    curated: Mapping[str, ChangeKind]
    others: Sequence[ResultRecord]
    problems: Sequence[Problem]
    code_files: int
    fixable: frozenset[str]


def make_report(change: ArchiveChange) -> ReviewReport:
    """The report; bundles at the end are left out, and counted, where it would grow too large."""
    details = [_reviewed_bundle(b, change.others) for b in change.bundles[:MAX_BUNDLES]]

    def with_details(shown: Sequence[ReviewedBundle]) -> ReviewReport:
        return _report_with(change, shown)

    kept = fitting(details, lambda shown: len(report_bytes(with_details(shown))), MAX_BYTES)
    return with_details(details[:kept])


def _report_with(change: ArchiveChange, shown: Sequence[ReviewedBundle]) -> ReviewReport:
    kinds = [bundle.kind for bundle in change.bundles]
    severities = [problem.severity for problem in change.problems]
    touched = {bundle.id for bundle in change.bundles}
    own = [problem for problem in change.problems if _is_own(problem, touched)]
    problems = [_reported(problem, change.fixable) for problem in _errors_first(own)]
    return ReviewReport(
        review=1,
        base=change.base,
        added=kinds.count("added"),
        changed=kinds.count("changed"),
        removed=kinds.count("removed"),
        withdrawn=kinds.count("withdrawn"),
        errors=severities.count("error"),
        warnings=severities.count("warning"),
        code_files=change.code_files,
        known_warnings=len(change.problems) - len(own),
        problems=bounded(problems, MAX_PROBLEMS),
        overview=bounded([_bundle_line(bundle) for bundle in change.bundles], MAX_LISTED),
        bundles=Bounded(total=len(change.bundles), shown=list(shown)),
        pages=bounded(page_changes(change.bundles, change.curated), MAX_PAGES),
        figures=bounded(figure_differences(change.bundles), MAX_ROWS),
    )


def _is_own(problem: Problem, touched: set[str]) -> bool:
    """Whether a problem is an error, or about something the change touches."""
    place = PurePosixPath(problem.path)
    is_of_bundle = place.is_relative_to(RESULTS)
    return problem.severity == "error" or not is_of_bundle or bool(touched & set(place.parts))


def _errors_first(problems: Sequence[Problem]) -> list[Problem]:
    return sorted(problems, key=lambda problem: (problem.severity, problem))


def _reported(problem: Problem, fixable: frozenset[str]) -> ReportedProblem:
    return ReportedProblem(
        path=cut(problem.path),
        line=problem.line,
        pointer=cut(problem.pointer),
        code=problem.code,
        severity=problem.severity,
        message=cut(problem.message),
        hint=cut(problem.hint),
        fix=problem.code in fixable,
    )


def _bundle_line(change: Change) -> BundleLine:
    result = change.after.result if change.after else None
    score = completeness(result) if result else None
    return BundleLine(
        id=cut(change.id, 200),
        change=change.kind,
        runs=len(result.runs) if result else 0,
        servers=len(result.servers) if result else 0,
        fields=score.fields if score else 0,
        recorded=score.recorded if score else 0,
    )


def _reviewed_bundle(change: Change, others: Sequence[ResultRecord]) -> ReviewedBundle:
    was_readable = change.kind in GONE and change.before is not None
    facts = [
        FactDifference(field=cut(f.field, 200), before=cut(f.before, 200), after=cut(f.after, 200))
        for f in change.facts
    ]
    return ReviewedBundle(
        id=change.id,
        change=change.kind,
        readable=change.after is not None or was_readable,
        reason=cut(change.reason),
        facts=bounded(facts, MAX_ROWS),
        details=_details(change.after.result, others) if change.after else None,
    )


def _details(result: ResultRecord, others: Sequence[ResultRecord]) -> BundleDetails:
    return BundleDetails(
        title=cut(result.title),
        evidence=result.evidence,
        license=result.license,
        submitter=cut(result.submitter),
        disclosure=cut(result.disclosure),
        servers=bounded([cut(server.label, 80) for server in result.servers], MAX_ROWS),
        machines=bounded([cut(host.label, 80) for host in result.hosts], MAX_ROWS),
        glance=glance(result),
        failed=sum(run.state == "failed" for run in result.runs),
        runs=bounded([_reviewed_run(run) for run in sorted(result.runs, key=_order)], MAX_RUNS),
        completeness=completeness(result),
        neighbours=bounded(neighbours(result, others), MAX_ROWS),
        outliers=bounded(outliers(result), MAX_ROWS),
        blockers=bounded(blockers(result), MAX_ROWS),
    )


def _order(run: RunRecord) -> tuple[str, str, int, int]:
    """Siblings side by side, whatever order they ran in."""
    return run.workload.id, run.server.id, run.threads, run.repetition or 0


def _reviewed_run(run: RunRecord) -> ReviewedRun:
    metric = head_metric([run])
    latency = next((name for name in LATENCIES if name in run.figures), None)
    return ReviewedRun(
        id=run.id,
        server=cut(run.server.label, 80),
        workload=cut(run.workload.label, 120),
        threads=run.threads,
        repetition=run.repetition,
        failed=cut(run.failed, 120),
        metric=metric,
        value=_figure(run, metric),
        latency_metric=latency,
        latency=_figure(run, latency),
    )


def _figure(run: RunRecord, metric: str | None) -> Number | None:
    return run.figures[metric].value if metric in run.figures else None


GROUPS = {
    ("hosts", "cpu"): "CPU",
    ("hosts", "memory"): "memory",
    ("hosts", "storage"): "storage",
    ("hosts", "tuning"): "tuning of the system",
    ("hosts", "cloud"): "rented machine",
    ("hosts", ""): "machine and system",
    ("servers", "build"): "build of the server",
    ("servers", "replication"): "replication",
    ("servers", "proxy"): "proxy",
    ("servers", ""): "server",
    ("clients", ""): "client",
    ("workloads", "dataset"): "dataset",
    ("workloads", ""): "workload",
}
"""Part of the bundle and group of fields to its name; "" for the fields of no group."""
_NO_FACTS = frozenset(("notes", "host", "client", "stated_parameters", "storage.role"))


FactState = Literal["stated", "unrecorded", "unavailable"]


def completeness(result: ResultRecord) -> EnvironmentCompleteness:
    """How many fields are recorded, by group, with the names of those unrecorded.

    A field that does not apply is not counted; one that was looked for and not exposed counts as
    recorded.
    """
    states: dict[str, list[tuple[str, FactState]]] = {}
    for group, name, state in _fields(result):
        states.setdefault(group, []).append((name, state))
    groups = [_group(name, states[name]) for name in GROUPS.values() if name in states]
    return EnvironmentCompleteness(
        fields=sum(group.fields for group in groups),
        recorded=sum(group.recorded for group in groups),
        unavailable=sum(group.unavailable for group in groups),
        groups=groups,
    )


def _group(name: str, states: Sequence[tuple[str, FactState]]) -> GroupCompleteness:
    missing = dict.fromkeys(field for field, state in states if state == "unrecorded")
    return GroupCompleteness(
        group=name,
        fields=len(states),
        recorded=sum(state != "unrecorded" for _, state in states),
        unavailable=sum(state == "unavailable" for _, state in states),
        missing=list(missing)[:MAX_ROWS],
    )


def _fields(result: ResultRecord) -> Iterator[tuple[str, str, FactState]]:
    """(group, field, state) of every fact that applies."""
    for part, name, state in _facts(result):
        head, dot, rest = name.partition(".")
        group = GROUPS.get((part, head if dot else ""), GROUPS[part, ""])
        if (part, name) in GROUPS:
            group = GROUPS[part, name]
        if head not in _NO_FACTS and name not in _NO_FACTS:
            yield group, cut(rest or head, 80), state


def _facts(result: ResultRecord) -> Iterator[tuple[str, str, FactState]]:
    """(part, name, state) of every fact, with those that records keep in fields of their own."""
    for host in result.hosts:
        yield from _rows("hosts", host.facts)
    for server in result.servers:
        yield from _rows("servers", server.facts)
        yield "servers", "options", _state_of_options(server.options_basis)
        yield "servers", "regime", _state(server.regime != "unrecorded")
    for client in result.clients:
        yield from _rows("clients", client.facts)
    for workload in result.workloads:
        yield from _rows("workloads", workload.facts)
        yield "workloads", "command", _state(bool(workload.command))
        yield "workloads", "prepare", _state(bool(workload.prepare))


def _rows(part: str, facts: Iterable[FactRow]) -> Iterator[tuple[str, str, FactState]]:
    return ((part, fact.name, fact.state) for fact in facts)


def _state_of_options(basis: str) -> FactState:
    if basis == "unavailable":
        return "unavailable"
    return _state(basis != "unrecorded")


def _state(is_stated: bool) -> FactState:
    return "stated" if is_stated else "unrecorded"


def page_changes(changes: Iterable[Change], curated: Mapping[str, ChangeKind]) -> list[PageChange]:
    """Every page that comes, goes or differs, those of runs last."""
    found = dict(curated)
    for change in changes:
        old = change.before.pages() if change.before else {}
        new = change.after.pages() if change.after else {}
        if change.kind == "withdrawn":
            found |= dict.fromkeys(old, "withdrawn")
        elif change.after or change.kind == "removed":
            found |= dict(_differing_pages(old, new))
    # Comparisons and results before the pages of single runs.
    paths = sorted(found, key=lambda path: (path.count("/"), path))
    return [PageChange(path=path, change=found[path]) for path in paths]


def _differing_pages(
    old: Mapping[str, Record], new: Mapping[str, Record]
) -> Iterator[tuple[str, ChangeKind]]:
    for path in {*old, *new}:
        if path not in old:
            yield path, "added"
        elif path not in new:
            yield path, "removed"
        elif old[path] != new[path]:
            yield path, "changed"


def figure_differences(changes: Iterable[Change]) -> list[FigureDifference]:
    """Every figure that was there before and is another one now, or gone."""
    return [
        FigureDifference(run=new.path, metric=metric, before=before, after=after)
        for change in changes
        if change.before and change.after
        for new, old in _run_pairs(change.before.result, change.after.result)
        for metric in METRICS
        if (before := _figure(old, metric)) is not None
        and (after := _figure(new, metric)) != before
    ]


def _run_pairs(before: ResultRecord, after: ResultRecord) -> Iterator[tuple[RunRecord, RunRecord]]:
    """Runs that are there now, with what they were."""
    old = {run.id: run for run in before.runs}
    return ((run, old[run.id]) for run in after.runs if run.id in old)
