"""Sources: repositories and articles that results were taken from, as written and as listed."""

from __future__ import annotations

from typing import Literal

from msgspec import field

from sysbench_archive.model.base import Record, Reference

SourceKind = Literal["repository", "article", "document"]
"""A repository of files, an article on the web, or a document without a known address."""
Counted = Literal["files", "reports", "cells"]
"""What is counted in a part of a source."""


class SourceRefusal(Record):
    """Results of a source that did not enter, for one reason."""

    count: int
    """How many."""
    reason: str
    """Why."""


class SourcePart(Record):
    """A part of a source that was read at once."""

    name: str
    """Folder, or what was looked at."""
    found: int
    """Results found in it."""
    counted: Counted
    """What is counted."""
    refused: list[SourceRefusal] = field(default_factory=list)
    """What of it did not enter."""


class SourceDefinition(Record):
    """A file of `data/sources/`: what no bundle says of where it comes from."""

    title: str
    """Name readers know it by."""
    kind: SourceKind
    """What it is."""
    author: str
    """Who wrote it; `unrecorded` where it names nobody."""
    about: str
    """What it is, in one or two sentences."""
    licence: str
    """Licence it states; `none stated` where there is none."""
    licence_note: str = ""
    """Where the licence stands, or what it covers; else empty."""
    url: str = ""
    """Web address; empty where nobody recorded one."""
    repositories: list[str] = field(default_factory=list)
    """Other addresses under which bundles name it."""
    bundles: list[str] = field(default_factory=list)
    """Bundles of it whose own source has no address."""
    commit: str = ""
    """Commit that was read, where no bundle states one."""
    parts: list[SourcePart] = field(default_factory=list)
    """What was found in it and refused; empty where it was not counted."""
    notes: str = ""
    """What was left out, what is known to be wrong; else empty."""


class SourceMention(Record):
    """What a bundle says of where it comes from. Empty where it says nothing."""

    title: str
    """Title of the source."""
    author: str
    """Its author."""
    address: str
    """Repository, else web address."""
    commit: str
    """Commit of the repository."""


class SourceCommit(Record):
    """A commit that figures were taken from."""

    commit: str
    """Commit."""
    url: str
    """Its address on the web; empty where the repository has no such page."""
    saved: str = ""
    """Where Software Heritage keeps it; empty where it was not seen there."""


class SavedState(Record):
    """A state of a repository that Software Heritage keeps."""

    swhid: str
    """Its SWHID."""
    url: str
    """Where it can be looked up, with the repository it was found in."""
    day: str
    """ISO day it was first seen there."""


class SourceOfData(Record):
    """Where the figures of a bundle were taken from, as data for programs name it."""

    path: str
    """Where the archive says what it took."""
    title: str
    """Title."""
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
    """Sources."""


class SourceBundle(Reference):
    """A bundle of a source."""

    runs: int
    """Runs."""


class CountedPart(Record):
    """A part of a source with what became of it."""

    name: str
    """Folder, or what was looked at."""
    counted: Counted
    """What is counted."""
    found: int
    """Results found."""
    imported: int
    """Results that entered: found and not refused."""
    refused: list[SourceRefusal]
    """Results that did not, most first."""


class SourceEntry(Record):
    """A source as its page shows it."""

    id: str
    """Name of its file; of a source without one, made of its address."""
    title: str
    """Title."""
    kind: SourceKind
    """Kind."""
    author: str
    """Author; empty where nobody is named."""
    about: str
    """What it is; empty where nobody described it."""
    licence: str
    """Licence; empty where nobody looked."""
    licence_note: str
    """Where it stands; else empty."""
    url: str
    """Web address; else empty."""
    commits: list[SourceCommit]
    """Commits that figures were taken from."""
    runs: int
    """Runs in the archive."""
    bundles: list[SourceBundle]
    """Bundles, by id."""
    parts: list[CountedPart]
    """What was found in it; empty where it was not counted."""
    refused: int
    """Results that were refused, of all parts."""
    notes: str
    """What was left out; else empty."""
    terms: str = ""
    """What the licence of what was taken covers and what not; empty where nothing was taken."""
    saved: list[SavedState] = field(default_factory=list)
    """States of it that Software Heritage keeps; empty where none was seen."""


class SourceList(Record):
    """Every source, those with most runs first."""

    sources: list[SourceEntry]
    """Sources."""
    bundles: int
    """Bundles taken from them."""
    runs: int
    """Runs taken from them."""
    own_bundles: int
    """Bundles measured for the archive, which have no source."""
    own_runs: int
    """Runs of those."""
