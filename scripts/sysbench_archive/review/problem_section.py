"""What `check` complains about, as the first part of a report's Markdown.

Hints come from the catalogue of the program that renders, not from the report: a report only says
which rule was broken, and where.
"""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from sysbench_archive.review.bounds import MAX_ALIKE
from sysbench_archive.review.inert import code
from sysbench_archive.rules.catalogue import RULES

Record = Mapping[str, Any]

FIX = ".venv/bin/sysbench-archive check --fix"
_HINTS = {rule.code: rule.hint for rule in RULES}


def problem_section(report: Record) -> Iterator[str]:
    """The section; nothing where there are no problems."""
    problems = report["problems"]
    if not problems["total"]:
        return
    yield from ("", "### What to mend" if report["errors"] else "### Warnings", "")
    for alike in _alike(problems["shown"]):
        yield from _entry(alike)
    left_out = problems["total"] - len(problems["shown"])
    if left_out:
        yield f"- and {left_out} more; `.venv/bin/sysbench-archive check` lists all of them"
    yield from _mending(problems["shown"])


def _alike(problems: Sequence[Record]) -> list[list[Record]]:
    """Problems of one kind in one file together, in the order the first of them comes."""
    groups: dict[tuple[str, str], list[Record]] = {}
    for problem in problems:
        groups.setdefault((problem["code"], problem["path"]), []).append(problem)
    return list(groups.values())


def _entry(alike: Sequence[Record]) -> Iterator[str]:
    problem = alike[0]
    if len(alike) == 1:
        yield f"- **{problem['severity']}** {code(problem['path'])}{_said(problem)}"
    else:
        yield f"- **{len(alike)} times {problem['severity']}** {code(problem['path'])}"
        yield from (f"  - {_said(one).lstrip(': ')}" for one in alike[:MAX_ALIKE])
        if len(alike) > MAX_ALIKE:
            yield f"  - and {len(alike) - MAX_ALIKE} more of the same kind"
    hint = _HINTS.get(problem["code"])
    yield f"  - to do: {hint or code(problem['hint'])}"
    if hint:
        yield f"  - why: `.venv/bin/sysbench-archive explain {problem['code']}`"


def _said(problem: Record) -> str:
    line = f" line {problem['line']}" if problem["line"] else ""
    pointer = f" {code(problem['pointer'])}" if problem["pointer"] else ""
    return f"{line}{pointer}: {code(problem['message'])}"


def _mending(problems: Sequence[Record]) -> Iterator[str]:
    """The command that mends what a machine can mend."""
    folders = sorted({_folder(problem["path"]) for problem in problems if problem["fix"]})
    if folders:
        yield ""
        yield "A machine can mend some of this, without changing any figure:"
        yield ""
        yield from (f"- {code(f'{FIX} {shlex.quote(folder)}')}" for folder in folders[:10])


def _folder(path: str) -> str:
    """The bundle a problem is in: `data/results/<bundle>`."""
    return "/".join(path.split("/")[:3])
