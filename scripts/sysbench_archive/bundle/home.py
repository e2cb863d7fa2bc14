"""Reads the front matter of `content/_index.md`: what people ask most, and the answers to it.

An answer refers to contrasts in braces, as the text of a curated comparison does; every reference
has its bundle and its baseline, for a home page compares nothing by itself.
"""

from __future__ import annotations

from pathlib import Path

import msgspec
from msgspec import field

from sysbench_archive.bundle.curated import front_matter
from sysbench_archive.bundle.prose import (
    ContrastReference,
    Prose,
    marked_references,
    reference_of,
)
from sysbench_archive.model.base import Record, as_record
from sysbench_archive.problems import UsageError

FILE = "content/_index.md"


class AnswerDefinition(Record):
    """A question of the home page as it is written; the answer refers to contrasts in braces."""

    title: str
    """Question, or the two sides."""
    answer: str
    """Answer in a line or two, with references as in curated comparisons; each has its bundle and
    its baseline.
    """
    path: str
    """Where more of it is."""


class HomeDefinition(Record):
    """The front matter of the home page."""

    title: str
    """Name of the site."""
    tagline: str
    """What it is, for previews of links."""
    pairs: list[AnswerDefinition] = field(default_factory=list)
    """Moves from one product to another that people ask for most."""
    asked: list[AnswerDefinition] = field(default_factory=list)
    """Questions people ask most."""


def read_home(root: Path) -> HomeDefinition:
    """The definition in a checkout. Raises UsageError with a sentence where it is none."""
    if not (root / FILE).is_file():
        return HomeDefinition(title="", tagline="")
    document = front_matter((root / FILE).read_bytes(), FILE)
    try:
        return as_record(document.value, HomeDefinition)
    except msgspec.ValidationError as error:
        told = f"{FILE}: {error}; ARCHITECTURE.md says what its front matter holds"
        raise UsageError(told) from error


def prose_of(answer: AnswerDefinition) -> Prose:
    """The answer as a text that states something."""
    return Prose("", 1, answer.answer)


def references_of(answer: AnswerDefinition) -> list[ContrastReference]:
    """What an answer refers to. Raises NoSuchContrastError where that is no reference."""
    return [reference_of(marked) for marked, _ in marked_references(prose_of(answer))]
