"""The glossary: what pages call things, and what it means, read from `glossary.json`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Annotated

from msgspec import Meta

from sysbench_archive.model.base import Record, read_record
from sysbench_archive.pages.kinds import PageKind, SearchDocument

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
    path: str
    """Address of the page with the whole story."""


class GlossaryGroup(Record):
    """Terms about one thing."""

    id: TermId
    """Anchor."""
    title: str
    lede: str
    """What they have in common."""
    entries: list[GlossaryEntry]
    """Terms, in the order they are read."""


@cache
def glossary() -> list[GlossaryGroup]:
    """Every term, by what it is about."""
    return read_record(Path(__file__).with_suffix(".json").read_bytes(), list[GlossaryGroup])


def _documents(groups: Iterable[GlossaryGroup]) -> Iterator[SearchDocument]:
    for entry in (entry for group in groups for entry in group.entries):
        yield SearchDocument(
            kind="page",
            path=f"/glossary/#{entry.id}",
            title=f"Glossary: {entry.term}",
            text=entry.text,
            words=entry.id,
        )


GLOSSARY = PageKind(
    name="glossary",
    record=GlossaryGroup,
    grows=False,
    made=lambda _: glossary(),
    documents=lambda terms, _: _documents(terms),
)
