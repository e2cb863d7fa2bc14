"""What a problem of a bundle is, how it is written as text, and the errors that end a command.

What is said of a rule stands in `rules.tsv`, which has one a line; a module that complains names
the codes of its own.
"""

from __future__ import annotations

import csv
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

Severity = Literal["error", "warning"]


@dataclass(frozen=True, slots=True, order=True)
class Problem:
    """One complaint: where, what, got, expected and what to do.

    `path` is relative to the archive's root, `pointer` an RFC 6901 JSON pointer into the file
    ("" is the whole file), `line` 1-based or 0 where the file has no lines to name, `column`
    1-based or 0 where nobody looked it up.
    """

    path: str
    line: int
    pointer: str
    code: str
    message: str
    hint: str
    severity: Severity = "error"
    column: int = 0

    def text(self) -> str:
        """`path:pointer: CODE message`; below it the hint, and whether it only warns."""
        told = f"{self.path}:{self.pointer}: {self.code} {self.message}\n  hint: {self.hint}"
        return told if self.severity == "error" else f"{told}\n  a warning: it refuses nothing"


@dataclass(frozen=True, slots=True)
class Rule:
    """A kind of complaint, with its stable code.

    `summary` is one line, `reason` says what goes wrong for a reader without the rule, `hint`
    what a contributor does about it.
    """

    code: str
    summary: str
    reason: str
    hint: str
    severity: Severity = "error"

    def at(self, path: str, message: str, *, pointer: str = "", line: int = 0) -> Problem:
        """A problem of this kind at a place."""
        return Problem(
            inert(path), line, inert(pointer), self.code, inert(message), self.hint, self.severity
        )


def _read_rules() -> dict[str, Rule]:
    with Path(__file__).with_name("rules.tsv").open(encoding="utf-8", newline="") as file:
        rows: Any = csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE)
        return {row["code"]: Rule(**row) for row in rows}


RULES = _read_rules()
"""Every rule by its code, in the order in which a bundle meets them."""


def got_expected(message: str, got: object, expected: object) -> str:
    """`message (got X, expected Y)`, with long values cut to a readable length."""
    return f"{message} (got {shown(got)}, expected {expected})"


def shown(value: object, limit: int = 80) -> str:
    """A value as a message shows it: quoted, on one line, at most `limit` characters."""
    text = repr(value) if isinstance(value, str) else str(value)
    return text if len(text) <= limit else f"{text[: limit - 1]}…"


def inert(text: str) -> str:
    """Text that is safe to print: control, bidirectional and invisible characters are escaped."""
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text)


def at_nearest(places: Mapping[str, int], pointer: str, otherwise: int) -> int:
    """The place of a pointer, or of its nearest parent that has one."""
    while pointer and pointer not in places:
        pointer = pointer.rpartition("/")[0]
    return places.get(pointer, otherwise)


def has_errors(problems: Iterable[Problem]) -> bool:
    """True where at least one problem refuses, rather than warns."""
    return any(problem.severity == "error" for problem in problems)


CLEAN, PROBLEMS, USAGE, SLOWER, ENVIRONMENT = range(5)
EXIT_CODES = {
    CLEAN: "what was asked for was done, and nothing is wrong",
    PROBLEMS: "problems were found, or runs were given up",
    USAGE: "what was asked for cannot be done as it was asked",
    SLOWER: "with --fail-slower: the candidate is slower by more than that",
    ENVIRONMENT: "something outside failed: no server, no program, no room, no network, or a stop",
}
"""What a command ends with, and what it says."""


class FailureError(Exception):
    """A step failed for a reason outside of the program; the message says which."""

    exit_code = ENVIRONMENT


class FaultError(FailureError):
    """What was read, or what was made of it, is not as it has to be."""

    exit_code = PROBLEMS


class UsageError(Exception):
    """What was asked for cannot be done as it was asked; the message says why."""

    exit_code = USAGE
