"""What commands say: exit codes, answers, messages, and problems in three formats.

An answer goes to standard output, everything else to standard error. This module imports next to
nothing, because every command imports it.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict

from sysbench_archive import __version__
from sysbench_archive.problems import (
    CLEAN,
    ENVIRONMENT,
    PROBLEMS,
    SLOWER,
    USAGE,
    Problem,
)
from sysbench_archive.words.phrases import count_text

__all__ = ("CLEAN", "ENVIRONMENT", "PROBLEMS", "SLOWER", "USAGE")
CLOSED = 128 + 13
"""The status of a program that SIGPIPE ended, as shells give it."""
Arguments = argparse.Namespace


def made_by() -> str:
    """What a report ends with."""
    return f"Made by sysbench-archive {__version__}."


def say(text: str) -> None:
    """Tell the person at the terminal."""
    print(text, file=sys.stderr, flush=True)  # noqa: T201


def answer(text: str) -> None:
    """Print what was asked for, for a person or a program."""
    print(text, flush=True)  # noqa: T201


MOST_ALIKE = 3
"""Problems of one kind in one folder that are shown one by one."""


def as_text(problems: Sequence[Problem]) -> str:
    """Problems of one kind and folder together, the first few of many, each hint once; a count."""
    errors = sum(problem.severity == "error" for problem in problems)
    kinds: dict[tuple[str, ...], list[Problem]] = {}
    for problem in problems:
        folder = problem.path.rpartition("/")[0]
        kinds.setdefault((folder, problem.code, problem.hint, problem.severity), []).append(problem)
    lines = [line for alike in kinds.values() for line in _alike_text(alike)]
    warnings = len(problems) - errors
    return "\n".join([*lines, f"{count_text(errors, 'error')}, {count_text(warnings, 'warning')}"])


def _alike_text(problems: Sequence[Problem]) -> Iterator[str]:
    """Where and what of each, or of the first few; then once what to do."""
    first, more = problems[0], len(problems) - MOST_ALIKE
    for problem in problems[:MOST_ALIKE]:
        yield f"{_place(problem)}: {problem.code} {problem.message}"
    if more > 0:
        yield f"  and {more} more of {first.code} here (--format json names them all)"
    yield f"  hint: {first.hint}"
    if first.severity != "error":
        yield (
            "  a warning: it refuses nothing"
            if len(problems) == 1
            else "  warnings: they refuse nothing"
        )


def _place(problem: Problem) -> str:
    """`path:line:column:pointer`, as far as they are known."""
    known = (problem.path, problem.line, problem.line and problem.column, problem.pointer)
    return ":".join(str(part) for part in known if part)


def as_json(problems: Sequence[Problem]) -> str:
    """An object with the list of problems, each with all its fields."""
    return json.dumps({"problems": [asdict(p) for p in problems]}, indent=2, ensure_ascii=False)


def as_github(problems: Sequence[Problem]) -> str:
    """Workflow commands that GitHub shows beside the lines of a pull request."""
    return "\n".join(_annotation(problem) for problem in problems)


def _annotation(problem: Problem) -> str:
    column = f",col={problem.column}" if problem.line and problem.column else ""
    place = f"file={_escaped(problem.path)},line={problem.line or 1}{column},title={problem.code}"
    pointer = f"{problem.pointer}: " if problem.pointer else ""
    text = f"{pointer}{problem.message}\nhint: {problem.hint}"
    return f"::{problem.severity} {place}::{_escaped(text, data=True)}"


def _escaped(text: str, *, data: bool = False) -> str:
    escaped = text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")
    return escaped if data else escaped.replace(":", "%3A").replace(",", "%2C")


FORMATS: Mapping[str, Callable[[Sequence[Problem]], str]] = {
    "text": as_text,
    "json": as_json,
    "github": as_github,
}
