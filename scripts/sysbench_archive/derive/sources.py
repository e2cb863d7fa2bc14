"""The list of sources: what was taken from each, counted from the bundles that name it.

A source that nobody described is listed with what its bundles say of it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from sysbench_archive.bundle.saved import Saved, resolver_address
from sysbench_archive.bundle.sources import SourceFile, owners, plain_address
from sysbench_archive.derive.entries import ResultEntry
from sysbench_archive.model.bundle import Bundle, stated
from sysbench_archive.model.sources import (
    CountedPart,
    SavedState,
    SourceBundle,
    SourceCommit,
    SourceDefinition,
    SourceEntry,
    SourceList,
    SourceMention,
    SourcePart,
)

_FORGE = "https://github.com/"
"""Where the page of a commit has a known address."""
_NOT_NAMING = re.compile(r"[^a-z0-9]+")
_NOBODY = "unrecorded"


def source_mention(bundle: Bundle) -> SourceMention | None:
    """What a bundle says of its source; None where it was measured for the archive."""
    source = bundle.facts.get("source")
    if source is None:
        return None
    return SourceMention(
        title=str(stated(source.get("title")) or ""),
        author=str(stated(source.get("author")) or ""),
        address=str(source.get("repository") or stated(source.get("url")) or ""),
        commit=str(source.get("commit") or ""),
    )


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
    definitions = {file.id: file.definition for file in files}
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
    parts = [_counted_part(part) for part in definition.parts]
    addresses = {plain_address(a) for a in (definition.url, *(address for address, _ in commits))}
    own = [row for row in saved if plain_address(row.origin) in addresses]
    kept = {row.swhid.rpartition(":")[2]: row for row in own if not row.is_whole}
    return SourceEntry(
        id=name,
        title=definition.title,
        kind=definition.kind,
        author="" if definition.author == _NOBODY else definition.author,
        about=definition.about,
        licence=definition.licence,
        licence_note=definition.licence_note,
        url=definition.url,
        commits=[
            SourceCommit(commit=c, url=_commit_address(a, c), saved=_kept_at(kept.get(c)))
            for a, c in commits
        ],
        runs=sum(entry.runs for entry in bundles),
        bundles=[
            SourceBundle(path=entry.path, title=entry.title, runs=entry.runs) for entry in bundles
        ],
        parts=parts,
        refused=sum(refusal.count for part in parts for refusal in part.refused),
        notes=definition.notes,
        saved=[
            SavedState(swhid=row.swhid, url=_kept_at(row), day=row.day)
            for row in own
            if row.is_whole
        ],
    )


def _kept_at(row: Saved | None) -> str:
    return resolver_address(row.swhid, row.origin) if row else ""


def _commit_address(repository: str, commit: str) -> str:
    return f"{repository.rstrip('/')}/tree/{commit}" if repository.startswith(_FORGE) else ""


def _counted_part(part: SourcePart) -> CountedPart:
    return CountedPart(
        name=part.name,
        counted=part.counted,
        found=part.found,
        imported=part.found - sum(refusal.count for refusal in part.refused),
        refused=sorted(part.refused, key=lambda refusal: -refusal.count),
    )
