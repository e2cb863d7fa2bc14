"""A report as Markdown, for a comment or for people at home.

Owns order and wording. Every text that comes from the report passes through `inert.code`; all
other words are ours. Refuses to grow beyond a comment.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from sysbench_archive.review.bounds import MAX_COMMENT, MAX_IN_FULL, fitting
from sysbench_archive.review.bundle_section import bundle_section
from sysbench_archive.review.inert import NOTHING, code
from sysbench_archive.review.problem_section import problem_section
from sysbench_archive.review.tables import figure, table

Record = Mapping[str, Any]

MARK = "<!-- sysbench-archive review -->"
"""First line of the comment; by it the comment is found again."""
_SEVERAL = 2
_ENDING = """
---
Made by `sysbench-archive review`. Try it at home: `.venv/bin/sysbench-archive review --base
origin/main`. CONTRIBUTING.md says what people look at beyond this, and how to object."""


def markdown(report: Record) -> str:
    """The whole report, at most `MAX_COMMENT` characters: bundles at the end are left out first."""
    problems: Sequence[Record] = report["problems"]["shown"]
    told = fitting(problems, lambda some: len(_page(_telling(report, some), ())), MAX_COMMENT)
    report = _telling(report, problems[:told])
    bundles: Sequence[Record] = report["bundles"]["shown"][:MAX_IN_FULL]
    kept = fitting(bundles, lambda some: len(_page(report, some)), MAX_COMMENT)
    return _page(report, bundles[:kept])


def _telling(report: Record, problems: Sequence[Record]) -> Record:
    """The same report with some of its problems; the others are still counted."""
    return {**report, "problems": {**report["problems"], "shown": problems}}


def _page(report: Record, shown: Sequence[Record]) -> str:
    parts = [MARK, "## Review of this change", "", _opening(report), *problem_section(report)]
    parts += _overview(report)
    for bundle in shown:
        parts += bundle_section(bundle)
    left_out = report["bundles"]["total"] - len(shown)
    if left_out:
        parts += ["", f"{counted(left_out, 'more bundle')}: the preview shows all of them."]
    return "\n".join([*parts, *_pages(report), *_figures(report), _ENDING, ""])


def _overview(report: Record) -> Iterator[str]:
    """The list of all bundles, where there are several."""
    overview = report["overview"]
    if overview["total"] < _SEVERAL:
        return
    yield from ("", "### Bundles", "")
    heads = ["bundle", "", "servers", "runs", "environment recorded"]
    rows = [
        [
            code(row["id"]),
            row["change"],
            str(row["servers"]),
            str(row["runs"]),
            f"{row['recorded']} of {row['fields']}" if row["fields"] else NOTHING,
        ]
        for row in overview["shown"]
    ]
    yield from table(heads, rows, overview["total"], heads[2:])


def counted(number: int, noun: str) -> str:
    """`1 page`, `2 pages`."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def _opening(report: Record) -> str:
    kinds = [
        f"{word} {counted(report[name], 'bundle')}"
        for name, word in (("added", "adds"), ("changed", "changes"), ("removed", "removes"))
        if report[name]
    ]
    said = f"It {' and '.join(kinds)}." if kinds else "It touches no bundle."
    code_files = report["code_files"]
    also = (
        f" It also touches {counted(code_files, 'file')} of the program, the templates or the"
        " schemas: what those do to other pages is not listed here."
        if code_files
        else ""
    )
    return f"Thank you. {said}{also} {_verdict(report)}"


def _verdict(report: Record) -> str:
    if report["errors"]:
        found = f"{counted(report['errors'], 'error')} and {counted(report['warnings'], 'warning')}"
        return f"`check` finds {found}, listed first."
    if report["warnings"]:
        found = counted(report["warnings"], "warning")
        return f"`check` finds no error and {found}, which refuse nothing."
    return "`check` finds nothing to mend."


def _pages(report: Record) -> Iterator[str]:
    pages = report["pages"]
    if not pages["total"]:
        return
    yield from ("", "### Pages of the site", "")
    rows = [[page["change"], code(page["path"])] for page in pages["shown"]]
    yield from table(["", "page"], rows, pages["total"])


def _figures(report: Record) -> Iterator[str]:
    figures = report["figures"]
    if not figures["total"]:
        return
    yield from ("", "### Figures that are not what they were", "")
    yield "A published figure changes only with a row of the record that says so."
    yield ""
    rows = [
        [code(f["run"]), f["metric"], figure(f["metric"], f["before"]), _after(f)]
        for f in figures["shown"]
    ]
    yield from table(["run", "metric", "before", "now"], rows, figures["total"])


def _after(row: Record) -> str:
    return figure(row["metric"], row["after"]) if row["after"] is not None else "gone"
