"""Makes the report of a change: what it adds, how complete that is, what it does to pages.

States of bundles in, a bounded record out; the same input gives the same bytes. Both states are
derived by the program at hand, so that only what the data do is seen; a change of the program is
named apart.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import PurePosixPath
from typing import get_args

from sysbench_archive.derive.cells import LATENCIES, head_metric
from sysbench_archive.metrics import METRICS
from sysbench_archive.model.base import Record
from sysbench_archive.model.comparison import Comparison
from sysbench_archive.model.result import ResultRecord, RunRecord
from sysbench_archive.pages.comparison.panels import own_panels
from sysbench_archive.pages.comparison.record import result_findings
from sysbench_archive.problems import Problem
from sysbench_archive.review.answer import finding_text
from sysbench_archive.review.findings import (
    Row,
    blockers,
    environment,
    figure,
    glance,
    neighbours,
    outliers,
)
from sysbench_archive.review.record import (
    ChangeKind,
    LineName,
    PathKind,
    ReviewedBundle,
    ReviewReport,
    Table,
    report_bytes,
    table,
)
from sysbench_archive.review.untrusted import (
    MAX_BUNDLES,
    MAX_BYTES,
    MAX_FILES,
    MAX_LISTED,
    MAX_PROBLEMS,
    MAX_RUNS,
    cut,
)
from sysbench_archive.tables.cells import Cell

RESULTS = "data/results"
"""Where bundles lie in an archive."""
_EVIDENCE = {
    "raw-output": "sysbench's own output, kept here",
    "linked-output": "sysbench's own output, kept elsewhere",
    "published-table": "a published table",
    "published-text": "published prose",
}


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
    facts: Sequence[Row] = ()
    """Fields of bundle.yaml that differ, with both values."""
    claims: Sequence[str] = ()
    """What it says of results that somebody else submitted."""


@dataclass(frozen=True, slots=True)
class TouchedFile:
    """A file that is not as it was: what happened to it, what stands there and what that means.

    `owner` says who submitted the result it is of, or that it names, and who changes it, where
    these differ.
    """

    path: str
    change: ChangeKind
    kind: PathKind
    means: str
    owner: str = ""


def make_report(
    base: str,
    bundles: Sequence[Change],
    *,
    curated: Mapping[str, ChangeKind],
    others: Sequence[Cell],
    problems: Sequence[Problem],
    files: Sequence[TouchedFile],
) -> ReviewReport:
    """The report of a change of the archive that starts from the commit `base`; bundles at the end
    are left out where it would grow too large.

    `curated` are the pages of curated comparisons it touches, `others` cells of bundles it leaves
    alone, `files` all that it touches.
    """
    severities = Counter(problem.severity for problem in problems)
    touched = {bundle.id for bundle in bundles}
    own = [problem for problem in problems if _is_own(problem, touched)]
    report = ReviewReport(
        review=4,
        base=base,
        changes=Counter(bundle.kind for bundle in bundles),
        errors=severities["error"],
        warnings=severities["warning"],
        known_warnings=len(problems) - len(own),
        files=Counter(file.kind for file in files),
        of_others=sum(bool(file.owner) for file in files),
        problems=[
            replace(p, path=cut(p.path), pointer=cut(p.pointer), message=cut(p.message))
            for p in sorted(own, key=lambda p: (p.severity, p))[:MAX_PROBLEMS]
        ],
        bundles=[_reviewed_bundle(bundle, others) for bundle in bundles[:MAX_BUNDLES]],
        overview=table("overview", map(_overview_row, bundles), MAX_LISTED),
        tables=[
            table("files", map(_file_row, sorted(files, key=_weight)), MAX_FILES),
            table("pages", page_changes(bundles, curated)),
            table("figures", figure_differences(bundles)),
        ],
    )
    while len(report_bytes(report)) > MAX_BYTES and report.bundles:
        report.bundles.pop()
    return report


_KINDS = get_args(PathKind)
_FIRST = ("nothing", "program", "record", "kept revision")
"""What a reviewer reads first."""


def _weight(file: TouchedFile) -> tuple[object, ...]:
    first = _FIRST.index(file.kind) if file.kind in _FIRST else len(_FIRST)
    # The many files of results behind what stands alone.
    many = file.kind == "result"
    return not file.owner, many, first, _KINDS.index(file.kind), file.path.count("/"), file.path


def _file_row(file: TouchedFile) -> Row:
    return file.change, file.path, file.means, file.owner and f"somebody else's: {file.owner}"


def _is_own(problem: Problem, touched: set[str]) -> bool:
    """Whether a problem is an error, or about something the change touches."""
    place = PurePosixPath(problem.path)
    is_of_bundle = place.is_relative_to(RESULTS)
    return problem.severity == "error" or not is_of_bundle or bool(touched & set(place.parts))


def _overview_row(change: Change) -> Row:
    if change.after is None:
        return change.id, change.kind, 0, 0, ""
    result = change.after.result
    return change.id, change.kind, len(result.servers), len(result.runs), _recorded(result)


def _recorded(result: ResultRecord) -> str:
    groups = environment(result)
    return f"{sum(row[1] for row in groups)} of {sum(row[2] for row in groups)}"


def _reviewed_bundle(change: Change, others: Sequence[Cell]) -> ReviewedBundle:
    gone = change.kind in ("removed", "withdrawn") and change.before is not None
    lines = [*_lines(change.after)] if change.after else []
    reason: list[tuple[LineName, str]] = [
        ("reason on record", change.reason),
        ("claims", "; ".join(change.claims)),
    ]
    return ReviewedBundle(
        id=cut(change.id, 200),
        change=change.kind,
        readable=change.after is not None or gone,
        lines=[(name, cut(text)) for name, text in (*reason, *lines) if text],
        tables=[
            table("facts", change.facts),
            *(_tables(change.after.result, others) if change.after else ()),
        ],
    )


def _lines(state: State) -> Iterator[tuple[LineName, str]]:
    result = state.result
    for finding in result_findings(state.comparisons, [*own_panels(result)]):
        yield "finding", finding_text(finding)
    yield "title", result.title
    yield "evidence", f"{_EVIDENCE[result.evidence]}; licence {result.license}"
    yield "submitter", f"{result.submitter}; interest: {result.disclosure}"
    yield "servers", ", ".join(server.label for server in result.servers)
    yield "machines", ", ".join(host.label for host in result.hosts)
    yield from glance(result)
    yield "environment", f"{_recorded(result)} fields are recorded"


def _tables(result: ResultRecord, others: Sequence[Cell]) -> Iterator[Table]:
    yield table("neighbours", neighbours(result, others))
    yield table("outliers", outliers(result))
    yield table("blockers", blockers(result))
    groups = environment(result)
    yield table("environment", ((row[0], f"{row[1]} of {row[2]}", row[3]) for row in groups))
    # Siblings side by side, whatever order they ran in.
    runs = sorted(result.runs, key=lambda run: (run.workload.id, run.server.id, run.threads,
                                                run.repetition or 0))  # fmt: skip
    yield table("runs", map(_run_row, runs), MAX_RUNS)


def _run_row(run: RunRecord) -> Row:
    metric = head_metric([run])
    latency = next((name for name in LATENCIES if name in run.figures), "")
    return (
        run.id,
        run.server.label,
        run.workload.label,
        run.threads,
        "" if run.repetition is None else run.repetition,
        f"failed: {run.failed}" if run.failed else figure(metric, _value(run, metric)),
        f"{figure(latency or None, _value(run, latency))} {METRICS[latency].label}"
        if latency
        else "",
    )


def _value(run: RunRecord, metric: str | None) -> float | None:
    return run.figures[metric].value if metric in run.figures else None


def page_changes(changes: Iterable[Change], curated: Mapping[str, ChangeKind]) -> list[Row]:
    """What happens to a page and its path, of every page that comes, goes or differs, those of
    runs last.
    """
    found = dict(curated)
    for change in changes:
        old = change.before.pages() if change.before else {}
        new = change.after.pages() if change.after else {}
        if change.kind == "withdrawn":
            found |= dict.fromkeys(old, "withdrawn")
        elif change.after or change.kind == "removed":
            for path in old.keys() | new.keys():
                if path not in old or path not in new:
                    found[path] = "removed" if path in old else "added"
                elif old[path] != new[path]:
                    found[path] = "changed"
    paths = sorted(found, key=lambda path: (path.count("/"), path))
    return [(found[path], path) for path in paths]


def figure_differences(changes: Iterable[Change]) -> Iterator[Row]:
    """Page of the run, metric, and the figure before and now, of every figure that was there and
    is another one, or gone.
    """
    for change in changes:
        if change.before and change.after:
            earlier = {run.id: run for run in change.before.result.runs}
            for run in change.after.result.runs:
                for name in METRICS if run.id in earlier else ():
                    before, after = _value(earlier[run.id], name), _value(run, name)
                    if before is not None and after != before:
                        yield run.path, name, figure(name, before), figure(name, after) or "gone"
