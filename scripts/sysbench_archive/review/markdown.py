"""A report as Markdown, for a comment or for people at home: at most as long as a comment.

Every text that comes from the report passes through `code`; all other words are ours. Hints come
from the catalogue of the program that renders, not from the report, which only says which rule was
broken and where.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, get_args

from msgspec.structs import replace

from sysbench_archive.problems import RULES, Problem
from sysbench_archive.review.findings import NEIGHBOUR_RULE, OUTLIER_RULE
from sysbench_archive.review.record import (
    LOOK_FIRST,
    ChangeKind,
    PathKind,
    ReviewedBundle,
    ReviewReport,
    Table,
    TableName,
)
from sysbench_archive.review.untrusted import (
    MAX_ALIKE,
    MAX_COMMENT,
    MAX_IN_FULL,
    MAX_RUNS,
    MAX_SHOWN_FILES,
    code,
)
from sysbench_archive.words.phrases import count_text, joined

_FIGURE = re.compile(r"[0-9][0-9,]*(?:\.[0-9]+)?(?:/s| of [0-9]+| [a-z]{1,4}(?: p[0-9]{1,3})?)?")
"""A cell that is shown as it is. Others that do no harm may be code."""


@dataclass(frozen=True, slots=True)
class Form:
    """How a table is shown: its title and what is said under it, its heads, the place of the first
    and of the last column but one that are set to the right, and how many rows there are at most.
    """

    title: str
    heads: tuple[str, ...]
    right: tuple[int, int] = (0, 0)
    folded: bool = False
    most: int = MAX_RUNS


TABLES: Mapping[TableName, Form] = {
    "overview": Form(
        "### Bundles",
        ("bundle", "", "servers", "runs", "environment recorded"),
        (2, 5),
        most=40,
    ),
    "facts": Form("**Fields that are not what they were**", ("field", "before", "now")),
    "neighbours": Form(
        "**Beside the closest existing results**: context, not a verdict, since machines differ"
        f" ({NEIGHBOUR_RULE}).",
        ("server", "workload", "threads", "here", "there", "ratio", "closest result"),
        (2, 6),
        most=8,
    ),
    "outliers": Form(
        f"**Repetitions to look at**: {OUTLIER_RULE}. None is left out for that.",
        ("run", "value", "median of the cell", "ratio"),
        (1, 4),
    ),
    "blockers": Form(
        "**What stands in the way of a comparison**",
        ("workload", "what", "values", "why it matters"),
    ),
    "environment": Form(
        "**Environment**: what nobody recorded caps what a comparison can claim; it is never"
        " guessed.",
        ("group", "recorded", "unrecorded"),
        (1, 2),
        folded=True,
    ),
    "runs": Form(
        "**Runs**: figures are read anew from the evidence.",
        ("run", "server", "workload", "threads", "rep.", "throughput", "latency"),
        (3, 7),
        folded=True,
    ),
    "files": Form(
        "### Files it touches: what stands there, and whose it is",
        ("", "file", "what it is", "whose"),
        folded=True,
        most=MAX_SHOWN_FILES,
    ),
    "pages": Form("### Pages of the site", ("", "page")),
    "figures": Form(
        "### Figures that are not what they were\n\n"
        "A published figure changes only with a row of the record that says so.",
        ("run", "metric", "before", "now"),
    ),
}


def table(shown: Table) -> Iterator[str]:
    """A table under its title, and how many rows are left out; nothing where it is empty."""
    if not shown.total:
        return
    form = TABLES[shown.name]
    rows = shown.rows[: form.most]
    right = range(*form.right)
    yield from ("", form.title, "")
    if form.folded:
        # The blank line makes what is inside Markdown again.
        yield from ("<details>", f"<summary>{shown.total} rows</summary>", "")
    yield _line(form.heads)
    yield _line(["---:" if at in right else "---" for at in range(len(form.heads))])
    for row in rows:
        yield _line([_cell(text) for text in row[: len(form.heads)]])
    if shown.total > len(rows):
        yield from ("", f"{shown.total - len(rows)} more are not shown.")
    if form.folded:
        yield from ("", "</details>")


def _line(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _cell(text: str) -> str:
    plain = text in get_args(ChangeKind) or _FIGURE.fullmatch(text)
    return text if plain else code(text)


FIX = ".venv/bin/sysbench-archive check --fix"


def problem_section(report: ReviewReport) -> Iterator[str]:
    """The section; nothing where there are no problems."""
    if not report.problems:
        return
    yield from ("", "### What to fix" if report.errors else "### Warnings", "")
    groups: dict[tuple[str, str], list[Problem]] = {}
    for problem in report.problems:
        groups.setdefault((problem.code, problem.path), []).append(problem)
    for alike in groups.values():
        yield from _problem_lines(alike)
    left_out = report.errors + report.warnings - report.known_warnings - len(report.problems)
    if left_out > 0:
        yield f"- and {left_out} more; `.venv/bin/sysbench-archive check` lists all of them"
    fixed = [p.path for p in report.problems if p.code in RULES and FIX in RULES[p.code].hint]
    # The bundle a problem is in: `data/results/<bundle>`.
    folders = sorted({"/".join(path.split("/")[:3]) for path in fixed})
    if folders:
        yield from ("", "Some of this can be fixed automatically, without changing any figure:", "")
        yield from (f"- {code(f'{FIX} {shlex.quote(folder)}')}" for folder in folders[:10])


def _problem_lines(alike: Sequence[Problem]) -> Iterator[str]:
    """Problems of one kind in one file."""
    problem = alike[0]
    severity = "error" if problem.severity == "error" else "warning"
    if len(alike) == 1:
        yield f"- **{severity}** {code(problem.path)}{_problem_in_words(problem)}"
    else:
        yield f"- **{len(alike)} times {severity}** {code(problem.path)}"
        yield from (f"  - {_problem_in_words(one).lstrip(': ')}" for one in alike[:MAX_ALIKE])
        if len(alike) > MAX_ALIKE:
            yield f"  - and {len(alike) - MAX_ALIKE} more of the same kind"
    hint = RULES[problem.code].hint if problem.code in RULES else ""
    yield f"  - to do: {hint or code(problem.hint)}"
    if hint:
        yield f"  - why: `.venv/bin/sysbench-archive explain {problem.code}`"


def _problem_in_words(problem: Problem) -> str:
    line = f" line {problem.line}" if problem.line else ""
    pointer = f" {code(problem.pointer)}" if problem.pointer else ""
    return f"{line}{pointer}: {code(problem.message)}"


_WITHOUT_DETAILS = {
    "withdrawn": "Its addresses stay and say that it was withdrawn, when and why.",
    "removed": "It is no longer among the results. Somebody may have cited it: a bundle is"
    " withdrawn instead, and with a row that says so its addresses stay.",
}


def bundle_section(bundle: ReviewedBundle) -> Iterator[str]:
    """The section of one bundle."""
    yield from ("", f"### {code(bundle.id)}: {bundle.change}", "")
    lines = [(label, f"- **{label}**: {code(text, 400)}") for label, text in bundle.lines]
    if first := [line for label, line in lines if label in LOOK_FIRST]:
        yield from ("**Look at these first**", "", *first, "")
    yield from (line for label, line in lines if label not in LOOK_FIRST)
    if bundle.change in _WITHOUT_DETAILS:
        yield from ("", _WITHOUT_DETAILS[bundle.change])
    elif not bundle.readable:
        yield from ("", "It cannot be read before its errors are fixed: there is no more to say.")
    for shown in bundle.tables:
        yield from table(shown)


MARK = "<!-- sysbench-archive review -->"
"""First line of the comment; by it the comment is found again."""
_ENDING = """
---
Made by `sysbench-archive review`, which you can run as well: `review --base origin/main`.
docs/reviewing.md says what people look at beyond this, docs/record.md how to object."""


def markdown(report: ReviewReport) -> str:
    """The whole report, at most `MAX_COMMENT` characters: what is last in a list is left out
    first, of bundles before problems and of problems before pages and figures.
    """
    lists: dict[str, list[Any]] = {
        "tables": report.tables,
        "problems": report.problems,
        "bundles": report.bundles[:MAX_IN_FULL],
    }
    shown = replace(report, **{name: [] for name in lists})
    for name, items in lists.items():
        while len(page := _page(replace(shown, **{name: items}))) > MAX_COMMENT and items:
            last, kept = items[-1], items[:-1]
            # Of a long table the first rows stay: whoever wants it left out makes it long.
            half = last.rows[: len(last.rows) // 2] if isinstance(last, Table) else ()
            items = [*kept, replace(last, rows=half)] if half else kept
        shown = replace(shown, **{name: items})
    return page


def _page(report: ReviewReport) -> str:
    parts = [MARK, "## Review of this change", "", _opening(report), *problem_section(report)]
    overview = report.overview
    parts += table(overview) if overview.total > 1 else ()
    for bundle in report.bundles:
        parts += bundle_section(bundle)
    left_out = overview.total - len(report.bundles)
    if left_out > 0:
        parts += ["", f"{count_text(left_out, 'more bundle')}: the preview shows all of them."]
    for each in report.tables:
        parts += table(each)
    return "\n".join([*parts, _ENDING, ""])


def _opening(report: ReviewReport) -> str:
    words = {"added": "adds", "changed": "changes", "removed": "removes", "withdrawn": "withdraws"}
    counts = ((words[kind], report.changes.get(kind, 0)) for kind in get_args(ChangeKind))
    kinds = [f"{word} {count_text(count, 'bundle')}" for word, count in counts if count]
    summary = f"It {' and '.join(kinds)}." if kinds else "It touches no bundle."
    return f"Thank you. {summary} {_files_in_words(report)}{_outcome_of_check(report)}"


def _files_in_words(report: ReviewReport) -> str:
    total = sum(report.files.values())
    if not total:
        return ""
    counted = joined([f"{report.files[kind]} {words}" for kind, words in _OF_KIND.items()
                      if report.files.get(kind)])  # fmt: skip
    others = (
        f" **{count_text(report.of_others, 'file')} of results that somebody else submitted,"
        " or about such.**"
        if report.of_others
        else ""
    )
    code = " What code does to other pages is not listed here." * bool(report.files.get("program"))
    return f"It touches {count_text(total, 'file')}: {counted}.{others}{code} "


_OF_KIND: Mapping[PathKind, str] = {
    "nothing": "where nothing may stand",
    "program": "of the program, the templates or the schemas",
    "record": "of the publication record",
    "kept revision": "of earlier revisions",
    "result": "of results",
    "comparison": "of comparisons that somebody wrote",
    "people": "of names",
    "series": "of series",
    "source": "of sources",
    "prose": "of the site's text",
    "picture": "with pictures",
    "project": "of tests, documents and workflows",
}


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
