"""Sources: repositories and articles that results were taken from, as written and as listed."""

from __future__ import annotations

from typing import Literal

from msgspec import field

from sysbench_archive.model.base import Record

SourceKind = Literal["repository", "article", "document"]
"""A repository of files, an article on the web, or a document without a known address."""
Counted = Literal["files", "reports", "cells"]
"""What is counted in a part of a source."""


class SourceRefusal(Record):
    """Results of a source that did not enter, for one reason."""

    count: int
    reason: str


class SourcePart(Record):
    """A part of a source that was read at once."""

    name: str
    """Folder, or what was looked at."""
    found: int
    """Results found in it."""
    counted: Counted
    """What is counted."""
    refused: list[SourceRefusal] = field(default_factory=list)
    """What of it did not enter; on pages the most first."""
    imported: int = 0
    """Results that entered, found and not refused; files do not state it."""


class SourceWords(Record, kw_only=True):
    """What is said of a source, in a file and on its page."""

    title: str
    """Name readers know it by."""
    kind: SourceKind
    author: str
    """Who wrote it; in a file `unrecorded`, and on a page empty, where it names nobody."""
    about: str
    """What it is, in one or two sentences; empty where nobody described it."""
    licence: str
    """Licence it states; `none stated` where there is none, empty where nobody looked."""
    licence_note: str = ""
    """Where the licence stands, or what it covers; else empty."""
    url: str = ""
    """Web address; empty where nobody recorded one."""
    parts: list[SourcePart] = field(default_factory=list)
    """What was found in it and refused; empty where it was not counted."""
    notes: str = ""
    """What was left out, what is known to be wrong; else empty."""


class SourceDefinition(SourceWords, kw_only=True):
    """A file of `data/sources/`: what no bundle says of where it comes from."""

    repositories: list[str] = field(default_factory=list)
    """Other addresses under which bundles name it."""
    bundles: list[str] = field(default_factory=list)
    """Bundles of it whose own source has no address."""
    commit: str = ""
    """Commit that was read, where no bundle states one."""


class SourceOfData(Record):
    """Where the figures of a bundle were taken from, as data for programs name it."""

    path: str
    """Where the archive says what it took."""
    title: str
    author: str
    """Author; empty where nobody is named."""
    url: str
    """Web address; else empty."""
    licence: str
    """Licence it states; `none stated`, or empty where nobody looked."""


class DataTerms(Record):
    """What the licence of data covers and what not."""

    licences: list[str]
    """SPDX identifiers of the licences of the data."""
    brief: str
    """Both in a few words."""
    covers: str
    """What they cover."""
    leaves: str
    """What they do not, and what its own source says; empty where there is no source."""
    sources: list[SourceOfData]
