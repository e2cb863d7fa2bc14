"""The glossary: terms of benchmarking and of verdicts that pages use, each in a sentence or two."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from sysbench_archive.model.base import Record

TermId = Annotated[str, Meta(pattern="^[a-z0-9][a-z0-9-]*$")]
"""What a term's address ends with."""
TermText = Annotated[str, Meta(max_length=180, pattern=r'^[^"\\<>\n]+\.$')]
"""A sentence or two, short enough for a tooltip, of characters that need no escape."""


class GlossaryEntry(Record):
    """A term."""

    id: TermId
    """Anchor of its entry; words of the schema have their own."""
    term: str
    """The term, with what it is short for."""
    text: TermText
    """What it means."""
    path: str
    """Address of the page with the whole story."""


class GlossaryGroup(Record):
    """Terms about one thing."""

    id: TermId
    """Anchor."""
    title: str
    """Heading."""
    lede: str
    """What they have in common."""
    entries: list[GlossaryEntry]
    """Terms, in the order they are read."""


class Glossary(Record):
    """Terms that pages use."""

    groups: list[GlossaryGroup]
    """Terms by what they are about."""
