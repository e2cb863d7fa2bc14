"""The page of sources: what was taken from each, and what its licence and the archive's cover.

A source that nobody described is listed with what its bundles say of it. A bundle names the licence
of what the archive compiled: figures, settings, descriptions. What somebody else published stays
under the terms of its source, which may state none.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from msgspec import field
from msgspec.structs import replace

from sysbench_archive.bundle.saved import Saved, resolver_address
from sysbench_archive.bundle.sources import SourceFile, owners, plain_address
from sysbench_archive.derive.entries import ResultEntry, SourceMention
from sysbench_archive.model.base import BundleReference, Record, bundle_reference, narrowed
from sysbench_archive.model.sources import (
    DataTerms,
    SourceDefinition,
    SourceOfData,
    SourceWords,
)
from sysbench_archive.pages.kinds import SearchDocument
from sysbench_archive.words.phrases import count_text


class SourceCommit(Record):
    """A commit that figures were taken from."""

    commit: str
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


class SourceEntry(SourceWords, kw_only=True):
    """A source as its page shows it."""

    id: str
    """Name of its file; of a source without one, made of its address."""
    commits: list[SourceCommit]
    """Commits that figures were taken from."""
    runs: int
    """Runs in the archive."""
    bundles: list[BundleReference]
    """Bundles, by id."""
    refused: int
    """Results that were refused, of all parts."""
    seen: str = ""
    """ISO day or month figures were last taken from it; empty where nobody recorded one."""
    copied_runs: int = 0
    """Runs of which what they were taken from has a second copy."""
    copies: str = ""
    """The same as words; empty where it has no runs."""
    terms: str = ""
    """What the licence of what was taken covers and what not; empty where nothing was taken."""
    saved: list[SavedState] = field(default_factory=list)
    """States of it that Software Heritage keeps; empty where none was seen."""


class SourceList(Record):
    """Every source, those with most runs first."""

    sources: list[SourceEntry]
    bundles: int
    """Bundles taken from them."""
    runs: int
    """Runs taken from them."""
    own_bundles: int
    """Bundles measured for the archive, which have no source."""
    own_runs: int
    """Runs of those."""
    copied_runs: int
    """Those of `runs` with a second copy of what they were taken from: a commit that Software
    Heritage keeps, output that is here, or a lasting copy of a page.
    """


_FORGE = "https://github.com/"
"""Where the page of a commit has a known address."""
_NOT_NAMING = re.compile(r"[^a-z0-9]+")
_NOBODY = "unrecorded"


def source_list(
    files: Sequence[SourceFile],
    mentions: Mapping[str, SourceMention],
    results: Iterable[ResultEntry],
    saved: Sequence[Saved] = (),
) -> SourceList:
    """Every source with its bundles; `mentions` has what each bundle that has a source says,
    `saved` what Software Heritage keeps of repositories.
    """
    by_claim = owners(files)
    entries = {entry.id: entry for entry in results}
    members: dict[str, list[str]] = {file.id: [] for file in files}
    for bundle, mention in sorted(mentions.items()):
        if bundle in entries:
            members.setdefault(_source_id(bundle, mention, by_claim), []).append(bundle)
    definitions = {file.id: file.record for file in files}
    sources = [
        _source_entry(
            name,
            definitions.get(name) or _undescribed(mentions[bundles[0]]),
            bundles=[entries[bundle] for bundle in bundles],
            mentions=[mentions[bundle] for bundle in bundles],
            saved=saved,
        )
        for name, bundles in members.items()
        if bundles or definitions.get(name)
    ]
    own = [entry for entry in entries.values() if entry.id not in mentions]
    return SourceList(
        sources=sorted(sources, key=lambda source: (-source.runs, source.title)),
        bundles=sum(len(source.bundles) for source in sources),
        runs=sum(source.runs for source in sources),
        own_bundles=len(own),
        own_runs=sum(entry.runs for entry in own),
        copied_runs=sum(source.copied_runs for source in sources),
    )


def _source_id(bundle: str, mention: SourceMention, by_claim: Mapping[str, SourceFile]) -> str:
    """The file a bundle belongs to, else a name made of its address or title."""
    address = plain_address(mention.address)
    file = by_claim.get(bundle) or by_claim.get(address)
    if file is not None:
        return file.id
    name = _NOT_NAMING.sub("-", address.partition("://")[2] or mention.title.lower())
    return name.strip("-") or bundle


def _undescribed(mention: SourceMention) -> SourceDefinition:
    """A source of which only its bundles speak."""
    return SourceDefinition(
        title=mention.address.partition("://")[2] or mention.title or "A source without a title",
        kind="repository" if mention.commit else "document",
        author=mention.author or _NOBODY,
        about="",
        licence="",
        url=mention.address,
    )


def _source_entry(
    name: str,
    definition: SourceDefinition,
    *,
    bundles: Sequence[ResultEntry],
    mentions: Sequence[SourceMention],
    saved: Sequence[Saved],
) -> SourceEntry:
    commits = dict.fromkeys((m.address or definition.url, m.commit) for m in mentions if m.commit)
    if definition.commit:
        commits.setdefault((definition.url, definition.commit))
    parts = [
        replace(
            part,
            imported=part.found - sum(refusal.count for refusal in part.refused),
            refused=sorted(part.refused, key=lambda refusal: -refusal.count),
        )
        for part in definition.parts
    ]
    addresses = {plain_address(a) for a in (definition.url, *(address for address, _ in commits))}
    own = [row for row in saved if plain_address(row.origin) in addresses]
    kept = {row.swhid.rpartition(":")[2]: row for row in own if not row.is_whole}
    runs = sum(entry.runs for entry in bundles)
    copied = sum(
        entry.runs
        for entry, mention in zip(bundles, mentions, strict=True)
        if mention.commit in kept or mention.archived or entry.evidence == "raw-output"
    )
    return SourceEntry(
        **{word: getattr(definition, word) for word in SourceWords.__struct_fields__}
        | {"author": "" if definition.author == _NOBODY else definition.author, "parts": parts},
        id=name,
        commits=[
            SourceCommit(
                commit=commit,
                url=f"{at.rstrip('/')}/tree/{commit}" if at.startswith(_FORGE) else "",
                saved=_kept_at(kept.get(commit)),
            )
            for at, commit in commits
        ],
        runs=runs,
        seen=max((mention.retrieved for mention in mentions), default=""),
        copied_runs=copied,
        copies=_copies_text(copied, runs),
        bundles=[bundle_reference(entry.id, entry.title) for entry in bundles],
        refused=sum(refusal.count for part in parts for refusal in part.refused),
        saved=[
            SavedState(swhid=row.swhid, url=_kept_at(row), day=row.day)
            for row in own
            if row.is_whole
        ],
    )


def _copies_text(copied: int, runs: int) -> str:
    if copied == runs:
        return "of all runs" if runs else ""
    return f"of {copied} of {count_text(runs, 'run')}" if copied else "none known"


def _kept_at(row: Saved | None) -> str:
    return resolver_address(row.swhid, row.origin) if row else ""


def source_documents(sources: SourceList) -> Iterator[SearchDocument]:
    """Every source by its title, author and address, and by the ids of its bundles."""
    for source in sources.sources:
        yield SearchDocument(
            kind="source",
            path=f"/sources/#{source.id}",
            title=source.title,
            text=" \N{MIDDLE DOT} ".join(
                filter(None, [source.author, count_text(len(source.bundles), "result")])
            ),
            words=" ".join([source.id, source.url, *(bundle.id for bundle in source.bundles)]),
        )


WHOLE = (
    "The compilation and what is derived from it are under CC0-1.0. Each bundle names its own"
    " licence, which covers its figures, settings and descriptions, not the files and prose of its"
    " source. Code is under Apache-2.0."
)
"""The terms of the archive, as every description of the whole says them: CITATION.cff, the
description of snapshots for Zenodo, the data package of the tables.
"""


NONE_STATED = "none stated"
"""How a file of `data/sources/` says that its source states no licence."""
_LOOKED_UP = {"not looked up": ""}


_NONE = ("The source states no licence.", "None of the sources states a licence.")
_UNKNOWN = (
    "Nobody looked for the licence of the source.",
    "Nobody looked for the licences of the sources.",
)
_UNDER = ("The source is under {licence}.", "The sources are under {licence}.")
"""What one source, and what several, say of their own licence."""


def sources_of_bundles(listed: SourceList) -> dict[str, SourceEntry]:
    """The source of each bundle that has one, by the bundle's id."""
    return {bundle.id: source for source in listed.sources for bundle in source.bundles}


def data_terms(licences: Iterable[str], sources: Sequence[SourceEntry]) -> DataTerms:
    """The terms of data under these licences; `sources` is empty where all of it is own."""
    named = sorted(set(licences))
    words = "".join(named)
    if len(named) > 1:
        words = f"{', '.join(named[:-1])} or {named[-1]}, as each result names it,"
    brief = ", ".join(named)
    if not sources:
        covers = "the figures, the output they were read from, settings and descriptions"
        return DataTerms(
            licences=named, brief=brief, covers=f"{words} covers {covers}.", leaves="", sources=[]
        )
    whose = "source" if len(sources) == 1 else "sources"
    return DataTerms(
        licences=named,
        brief=f"{brief}; not for files and prose of sources",
        covers=f"{words} covers what the archive compiled: figures, settings and descriptions.",
        leaves=f"It does not cover the files and the prose of the {whose}."
        f" {licence_sentence(sources)}",
        sources=[
            narrowed(
                source,
                SourceOfData,
                path=f"/sources/#{source.id}",
                licence=_LOOKED_UP.get(source.licence, source.licence),
            )
            for source in sources
        ],
    )


def words_of(terms: DataTerms) -> str:
    """Terms as one text."""
    return f"{terms.covers} {terms.leaves}".strip()


def licence_sentence(sources: Sequence[SourceEntry]) -> str:
    """What sources say of their own licence."""
    stated = {_LOOKED_UP.get(source.licence, source.licence) for source in sources}
    if len(stated) > 1:
        return "What each source says of its own licence stands in the list of sources."
    (licence,) = stated
    forms = {"": _UNKNOWN, NONE_STATED: _NONE}.get(licence, _UNDER)
    return forms[len(sources) > 1].format(licence=licence)


@dataclass(frozen=True, slots=True)
class ArchiveTerms:
    """The licence of each bundle, and the source of each that has one."""

    licences: Mapping[str, str]
    sources: Mapping[str, SourceEntry]

    def of(self, bundles: Iterable[str]) -> DataTerms:
        """The terms of data made of these bundles."""
        named = list(bundles)
        sources = {s.id: s for name in named if (s := self.sources.get(name)) is not None}
        return data_terms((self.licences[name] for name in named), list(sources.values()))

    def whole(self) -> DataTerms:
        """Those of the archive."""
        return self.of(self.licences)


def with_terms(listed: SourceList, terms: ArchiveTerms) -> SourceList:
    """The list of sources, each with the terms of what was taken from it."""
    sources = []
    for source in listed.sources:
        own = terms.of(bundle.id for bundle in source.bundles)
        sources.append(replace(source, terms=words_of(own) if source.bundles else ""))
    return replace(listed, sources=sources)
