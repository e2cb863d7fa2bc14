"""The text of a curated comparison: what it states of its sides, their verdicts must support.

Refused are references that lead to nothing, numbers that compare and are written out though no
contrast of the page stands at them, and comparing words without a contrast of that direction in
the same statement. `bundle.prose` says which numbers and words compare.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass

from sysbench_archive.bundle.prose import (
    ContrastReference,
    NoSuchContrastError,
    Statement,
    marked_references,
    reference_of,
    statements,
)
from sysbench_archive.model.comparison import ContrastRecord
from sysbench_archive.model.curated import NamedContrast, Prose
from sysbench_archive.problems import RULES, Problem, Rule, got_expected

REFERENCE = RULES["comparison-reference"]
STATEMENT = RULES["comparison-statement"]

_STANDING = ("faster", "slower", "fewer", "more", "equivalent")


@dataclass(frozen=True, slots=True)
class ProseFigures:
    """What a text may name: any reference, and the headline contrasts of the page by reference.

    `find` and `write` raise NoSuchContrastError; `write` gives what a reader will see.
    """

    find: Callable[[ContrastReference], NamedContrast]
    write: Callable[[NamedContrast, str], str]
    headline: Mapping[str, ContrastRecord]


def check_prose(path: str, texts: Iterable[Prose], figures: ProseFigures) -> Iterator[Problem]:
    """Look at the texts of one comparison; `path` is how messages name its file."""
    for prose in texts:
        yield from _check_references(path, prose, figures)
        for statement in statements(prose):
            yield from _check_statement(path, prose.pointer, statement, figures)


def _check_references(path: str, prose: Prose, figures: ProseFigures) -> Iterator[Problem]:
    for marked, line in marked_references(prose):
        if prose.pointer == "/title":
            message = got_expected("a reference in a title", marked, "a title without numbers")
            yield _problem(REFERENCE, path, message, pointer=prose.pointer, line=line)
            continue
        try:
            reference = reference_of(marked)
            figures.write(figures.find(reference), reference.form)
        except NoSuchContrastError as error:
            message = got_expected(str(error), marked, error.expected)
            yield _problem(REFERENCE, path, message, pointer=prose.pointer, line=line)


def _problem(rule: Rule, path: str, message: str, *, pointer: str, line: int) -> Problem:
    """A problem; one in the analysis, which has no pointer, says its line."""
    place = "" if pointer else f"line {line}: "
    return rule.at(path, f"{place}{message}", pointer=pointer, line=line)


def _check_statement(
    path: str, pointer: str, statement: Statement, figures: ProseFigures
) -> Iterator[Problem]:
    shown = figures.headline
    meant = [
        [
            contrast
            for contrast in shown.values()
            if contrast.direction in _STANDING and number.is_printed_as(contrast.ratio)
        ]
        for number in statement.numbers
    ]
    known = [contrast for contrasts in meant for contrast in contrasts]
    # A ratio may be an end of the interval of a contrast the statement gives.
    ends = [end for each in known for end in (each.low, each.high) if end is not None]
    for number, contrasts in zip(statement.numbers, meant, strict=True):
        if not contrasts and not any(map(number.is_printed_as, ends)):
            undecided = (
                f"{{{name}}}, whose direction is {contrast.direction}"
                for name, contrast in shown.items()
                if number.is_printed_as(contrast.ratio)
            )
            message = f"no contrast of this page stands at this {number.kind}"
            message = got_expected(message, number.text, next(undecided, "a reference"))
            yield _problem(STATEMENT, path, message, pointer=pointer, line=number.line)
    directions: set[str] = {contrast.direction for contrast in known}
    directions.update(_referred_directions(statement, figures))
    for word in statement.words:
        if not directions & set(word.directions):
            wanted = " or ".join(word.directions)
            message = f"no contrast named in the statement is {wanted}"
            message = got_expected(message, word.text, f"a reference to one that is {wanted}")
            yield _problem(STATEMENT, path, message, pointer=pointer, line=word.line)


def _referred_directions(statement: Statement, figures: ProseFigures) -> Iterator[str]:
    for reference in statement.references:
        with suppress(NoSuchContrastError):
            yield figures.find(reference).direction
