"""A report as Markdown, for a comment or for people at home: at most as long as a comment.

Every text that comes from the report passes through `code`; all other words are ours. Hints come
from the catalogue of the program that renders, not from the report, which only says which rule was
broken and where.
"""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from sysbench_archive.metrics import METRICS
from sysbench_archive.review.findings import NEIGHBOUR_RULE, label_of, reason_of
from sysbench_archive.review.findings import REPETITION_RULE as OUTLIER_RULE
from sysbench_archive.review.record import (
    Blocker,
    Bounded,
    BundleDetails,
    EnvironmentCompleteness,
    FactDifference,
    FigureDifference,
    Neighbour,
    Outlier,
    ReportedProblem,
    ReviewedBundle,
    ReviewedRun,
    ReviewReport,
)
from sysbench_archive.review.untrusted import (
    MAX_ALIKE,
    MAX_BESIDE,
    MAX_COMMENT,
    MAX_IN_FULL,
    MAX_PAGES,
    MAX_ROWS,
    NOTHING,
    code,
    fitting,
)
from sysbench_archive.rules.catalogue import RULES
from sysbench_archive.words.phrases import count_text


def table(
    heads: Sequence[str], rows: Sequence[Sequence[str]], total: int, right: Sequence[str] = ()
) -> Iterator[str]:
    """Rows under heads, those in `right` set to the right; then how many rows are left out."""
    yield _line(heads)
    yield _line(["---:" if head in right else "---" for head in heads])
    for row in rows:
        yield _line(row)
    if total > len(rows):
        yield ""
        yield f"{total - len(rows)} more are not shown."


def _line(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"


_UNITS = {"1": "", "1/s": "/s"}


def figure(metric: str | None, value: float | None) -> str:
    """A value with its metric's decimals and unit; a dash for none."""
    if metric is None or value is None:
        return NOTHING
    known = METRICS[metric]
    unit = _UNITS.get(known.unit, f" {known.unit}")
    return f"{value:,.{known.decimals}f}{unit}"


def ratio(value: float) -> str:
    """A ratio."""
    return f"{value:.2f}"


FIX = ".venv/bin/sysbench-archive check --fix"
_HINTS = {rule.code: rule.hint for rule in RULES}


def problem_section(report: ReviewReport) -> Iterator[str]:
    """The section; nothing where there are no problems."""
    problems = report.problems
    if not problems.total:
        return
    yield from ("", "### What to fix" if report.errors else "### Warnings", "")
    for alike in _alike_problems(problems.shown):
        yield from _problem_lines(alike)
    left_out = problems.total - len(problems.shown)
    if left_out:
        yield f"- and {left_out} more; `.venv/bin/sysbench-archive check` lists all of them"
    yield from _mending(problems.shown)


def _alike_problems(problems: Sequence[ReportedProblem]) -> list[list[ReportedProblem]]:
    """Problems of one kind in one file together, in the order the first of them comes."""
    groups: dict[tuple[str, str], list[ReportedProblem]] = {}
    for problem in problems:
        groups.setdefault((problem.code, problem.path), []).append(problem)
    return list(groups.values())


def _problem_lines(alike: Sequence[ReportedProblem]) -> Iterator[str]:
    problem = alike[0]
    if len(alike) == 1:
        yield f"- **{problem.severity}** {code(problem.path)}{_problem_in_words(problem)}"
    else:
        yield f"- **{len(alike)} times {problem.severity}** {code(problem.path)}"
        yield from (f"  - {_problem_in_words(one).lstrip(': ')}" for one in alike[:MAX_ALIKE])
        if len(alike) > MAX_ALIKE:
            yield f"  - and {len(alike) - MAX_ALIKE} more of the same kind"
    hint = _HINTS.get(problem.code)
    yield f"  - to do: {hint or code(problem.hint)}"
    if hint:
        yield f"  - why: `.venv/bin/sysbench-archive explain {problem.code}`"


def _problem_in_words(problem: ReportedProblem) -> str:
    line = f" line {problem.line}" if problem.line else ""
    pointer = f" {code(problem.pointer)}" if problem.pointer else ""
    return f"{line}{pointer}: {code(problem.message)}"


def _mending(problems: Sequence[ReportedProblem]) -> Iterator[str]:
    """The command that fixes what `check --fix` can."""
    folders = sorted({_folder(problem.path) for problem in problems if problem.fix})
    if folders:
        yield ""
        yield "Some of this can be fixed automatically, without changing any figure:"
        yield ""
        yield from (f"- {code(f'{FIX} {shlex.quote(folder)}')}" for folder in folders[:10])


def _folder(path: str) -> str:
    """The bundle a problem is in: `data/results/<bundle>`."""
    return "/".join(path.split("/")[:3])


_NAMES = {
    "raw-output": "sysbench's own output, kept here",
    "linked-output": "sysbench's own output, kept elsewhere",
    "published-table": "a published table",
    "published-text": "published prose",
}


def bundle_section(bundle: ReviewedBundle) -> Iterator[str]:
    """The section of one bundle."""
    yield from ("", f"### {code(bundle.id)}: {bundle.change}", "")
    if bundle.reason and bundle.change != "added":
        yield f"- **reason on record**: {code(bundle.reason, 400)}"
    details = bundle.details
    if details is None:
        yield from ("", _why_without_details(bundle))
        return
    yield from _facts(details)
    yield from _differences(bundle.facts)
    yield from _neighbours(details.neighbours)
    yield from _outliers(details.outliers)
    yield from _blockers(details.blockers)
    yield from _completeness(details.completeness)
    yield from _runs(details)


def _why_without_details(bundle: ReviewedBundle) -> str:
    if bundle.change == "withdrawn":
        return "Its addresses stay and say that it was withdrawn, when and why."
    if bundle.change == "removed":
        return (
            "It is no longer among the results. Somebody may have cited it: a bundle is withdrawn"
            " instead, and with a row that says so its addresses stay."
        )
    return "It cannot be read before its errors are fixed, so there is no more to say of it yet."


def _facts(details: BundleDetails) -> Iterator[str]:
    servers, machines = (_names(listed) for listed in (details.servers, details.machines))
    yield f"- **title**: {code(details.title)}"
    yield f"- **evidence**: {_NAMES[details.evidence]}; licence {code(details.license)}"
    yield f"- **submitter**: {code(details.submitter)}; interest: {code(details.disclosure)}"
    yield f"- **servers**: {servers}; **machines**: {machines}"
    yield from (f"- **{line.label}**: {code(line.text, 400)}" for line in details.glance)


def _differences(facts: Bounded[FactDifference]) -> Iterator[str]:
    if not facts.total:
        return
    yield from ("", "**Fields that are not what they were**", "")
    rows = [[code(row.field), code(row.before), code(row.after)] for row in facts.shown]
    yield from table(["field", "before", "now"], rows, facts.total)


def _names(listed: Bounded[str]) -> str:
    left_out = listed.total - len(listed.shown)
    more = f" and {left_out} more" if left_out else ""
    return ", ".join(code(name) for name in listed.shown) + more


def _runs(details: BundleDetails) -> Iterator[str]:
    runs = details.runs
    failed = f", {details.failed} of them failed" if details.failed else ""
    yield ""
    yield f"**Runs**: {runs.total}{failed}. Figures are read anew from the evidence."
    if not runs.total:
        return
    yield ""
    heads = ["run", "server", "workload", "threads", "rep.", "throughput", "latency"]
    rows = [_run_cells(run) for run in runs.shown]
    yield from _folded("Every run", table(heads, rows, runs.total, heads[3:]))


def _folded(summary: str, lines: Iterator[str]) -> Iterator[str]:
    """Lines behind a summary. The blank lines make what is inside Markdown again."""
    yield from ("<details>", f"<summary>{summary}</summary>", "")
    yield from lines
    yield from ("", "</details>")


def _run_cells(run: ReviewedRun) -> list[str]:
    repetition = NOTHING if run.repetition is None else str(run.repetition)
    throughput = figure(run.metric, run.value)
    latency = figure(run.latency_metric, run.latency)
    kind = (run.latency_metric or "").removeprefix("latency_").removesuffix("_ms")
    return [
        code(run.id, 80),
        code(run.server),
        code(run.workload),
        str(run.threads),
        repetition,
        f"failed: {code(run.failed)}" if run.failed else throughput,
        f"{latency} {kind}".strip(),
    ]


def _completeness(score: EnvironmentCompleteness) -> Iterator[str]:
    share = f"{score.recorded} of {score.fields}"
    not_exposed = f", {score.unavailable} of them not exposed by the system"
    yield ""
    yield (
        f"**Environment**: {share} fields are recorded{not_exposed if score.unavailable else ''}."
        " What nobody recorded caps what a comparison can claim; it is never guessed."
    )
    yield ""
    rows = [
        [
            group.group,
            f"{group.recorded} of {group.fields}",
            ", ".join(code(name) for name in group.missing) or NOTHING,
        ]
        for group in score.groups
    ]
    heads = ["group", "recorded", "unrecorded"]
    yield from _folded("By group", table(heads, rows, len(rows), ["recorded"]))


def _blockers(blockers: Bounded[Blocker]) -> Iterator[str]:
    if not blockers.total:
        return
    yield from ("", "**What stands in the way of a comparison**", "")
    rows = [
        [
            code(row.workload),
            code(label_of(row)),
            ", ".join(code(value) for value in row.values) or NOTHING,
            reason_of(row),
        ]
        for row in blockers.shown
    ]
    yield from table(["workload", "what", "values", "why it matters"], rows, blockers.total)


def _outliers(outliers: Bounded[Outlier]) -> Iterator[str]:
    if not outliers.total:
        return
    yield from ("", f"**Repetitions to look at**: {OUTLIER_RULE}. None is left out for that.", "")
    heads = ["run", "value", "median of the cell", "ratio"]
    rows = [
        [
            code(row.run, 80),
            figure(row.metric, row.value),
            figure(row.metric, row.median),
            ratio(row.ratio),
        ]
        for row in outliers.shown
    ]
    yield from table(heads, rows, outliers.total, heads[1:])


def _neighbours(neighbours: Bounded[Neighbour]) -> Iterator[str]:
    if not neighbours.total:
        return
    yield ""
    yield (
        "**Beside the closest existing results**: context, not a verdict, since machines differ"
        f" ({NEIGHBOUR_RULE})."
    )
    yield ""
    # Those furthest apart come first.
    heads = ["server", "workload", "threads", "here", "there", "ratio", "closest result"]
    rows = [_neighbour_cells(row) for row in neighbours.shown[:MAX_BESIDE]]
    yield from table(heads, rows, neighbours.total, heads[2:6])


def _neighbour_cells(row: Neighbour) -> list[str]:
    closest = [code(row.bundle), code(row.other_server, 60), code(row.machine, 60)]
    return [
        code(row.server),
        code(row.workload),
        str(row.threads),
        figure(row.metric, row.value),
        figure(row.metric, row.other_value),
        ratio(row.ratio),
        f"{', '.join(closest)}; {row.candidates} found",
    ]


MARK = "<!-- sysbench-archive review -->"
"""First line of the comment; by it the comment is found again."""
_SEVERAL = 2
_ENDING = """
---
Made by `sysbench-archive review`, which you can run as well: `review --base origin/main`.
docs/reviewing.md says what people look at beyond this, docs/record.md how to object."""


def markdown(report: ReviewReport) -> str:
    """The whole report, at most `MAX_COMMENT` characters: bundles at the end are left out first."""
    problems = report.problems.shown
    fit = fitting(problems, lambda some: len(_page(_showing(report, some), ())), MAX_COMMENT)
    report = _showing(report, problems[:fit])
    bundles = report.bundles.shown[:MAX_IN_FULL]
    kept = fitting(bundles, lambda some: len(_page(report, some)), MAX_COMMENT)
    return _page(report, bundles[:kept])


def _showing(report: ReviewReport, problems: Sequence[ReportedProblem]) -> ReviewReport:
    """The same report with some of its problems; the others are still counted."""
    return replace(report, problems=Bounded(total=report.problems.total, shown=list(problems)))


def _page(report: ReviewReport, shown: Sequence[ReviewedBundle]) -> str:
    parts = [MARK, "## Review of this change", "", _opening(report), *problem_section(report)]
    parts += _overview(report)
    for bundle in shown:
        parts += bundle_section(bundle)
    left_out = report.bundles.total - len(shown)
    if left_out:
        parts += ["", f"{count_text(left_out, 'more bundle')}: the preview shows all of them."]
    return "\n".join([*parts, *_pages(report), *_figures(report), _ENDING, ""])


def _overview(report: ReviewReport) -> Iterator[str]:
    """The list of all bundles, where there are several."""
    overview = report.overview
    if overview.total < _SEVERAL:
        return
    yield from ("", "### Bundles", "")
    heads = ["bundle", "", "servers", "runs", "environment recorded"]
    rows = [
        [
            code(row.id),
            row.change,
            str(row.servers),
            str(row.runs),
            f"{row.recorded} of {row.fields}" if row.fields else NOTHING,
        ]
        for row in overview.shown
    ]
    yield from table(heads, rows, overview.total, heads[2:])


def _opening(report: ReviewReport) -> str:
    kinds = [
        f"{word} {count_text(count, 'bundle')}"
        for count, word in (
            (report.added, "adds"),
            (report.changed, "changes"),
            (report.removed, "removes"),
            (report.withdrawn, "withdraws"),
        )
        if count
    ]
    summary = f"It {' and '.join(kinds)}." if kinds else "It touches no bundle."
    code_files = report.code_files
    also = (
        f" It also touches {count_text(code_files, 'file')} of the program, the templates or the"
        " schemas: what those do to other pages is not listed here."
        if code_files
        else ""
    )
    return f"Thank you. {summary}{also} {_outcome_of_check(report)}"


def _outcome_of_check(report: ReviewReport) -> str:
    own = report.warnings - report.known_warnings
    warnings = count_text(own, "warning")
    known = report.known_warnings
    others = f" {count_text(known, 'warning')} about other bundles are not listed." if known else ""
    if report.errors:
        also = f" and {warnings}" if own else ""
        return f"`check` finds {count_text(report.errors, 'error')}{also}, listed first.{others}"
    if own:
        return f"`check` finds no error and {warnings}, which refuse nothing.{others}"
    return f"`check` finds nothing to fix.{others}"


def _pages(report: ReviewReport) -> Iterator[str]:
    pages = report.pages
    if not pages.total:
        return
    yield from ("", "### Pages of the site", "")
    rows = [[page.change, code(page.path)] for page in pages.shown[:MAX_PAGES]]
    yield from table(["", "page"], rows, pages.total)


def _figures(report: ReviewReport) -> Iterator[str]:
    figures = report.figures
    if not figures.total:
        return
    yield from ("", "### Figures that are not what they were", "")
    yield "A published figure changes only with a row of the record that says so."
    yield ""
    shown = figures.shown[:MAX_ROWS]
    rows = [[code(f.run), f.metric, figure(f.metric, f.before), _after(f)] for f in shown]
    yield from table(["run", "metric", "before", "now"], rows, figures.total)


def _after(row: FigureDifference) -> str:
    return figure(row.metric, row.after) if row.after is not None else "gone"
