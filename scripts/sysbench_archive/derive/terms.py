"""What the licence of data covers, what it does not, and what the sources say of their own.

A bundle names the licence of what the archive compiled: figures, settings, descriptions. What
somebody else published stays under the terms of its source, which may state none.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from sysbench_archive.model.sources import DataTerms, SourceEntry, SourceList, SourceOfData

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
_OWN = "{licences} covers the figures, the output they were read from, settings and descriptions."
_COMPILED = "{licences} covers what the archive compiled: figures, settings and descriptions."
_BRIEF = "{licences}; not for files and prose of sources"
_LEFT = "It does not cover the files and the prose of the {whose}."
_NONE = ("The source states no licence.", "None of the sources states a licence.")
_UNKNOWN = (
    "Nobody looked for the licence of the source.",
    "Nobody looked for the licences of the sources.",
)
_UNDER = ("The source is under {licence}.", "The sources are under {licence}.")
_MIXED = "What each source says of its own licence stands in the list of sources."
"""What one source, and what several, say of their own licence."""


def sources_of_bundles(listed: SourceList) -> dict[str, SourceEntry]:
    """The source of each bundle that has one, by the bundle's id."""
    return {
        bundle.path.split("/")[2]: source for source in listed.sources for bundle in source.bundles
    }


def data_terms(licences: Iterable[str], sources: Sequence[SourceEntry]) -> DataTerms:
    """The terms of data under these licences; `sources` is empty where all of it is own."""
    named = sorted(set(licences))
    words = _spelled(named)
    if not sources:
        covers = _OWN.format(licences=words)
        return DataTerms(
            licences=named, brief=", ".join(named), covers=covers, leaves="", sources=[]
        )
    left = _LEFT.format(whose="source" if len(sources) == 1 else "sources")
    return DataTerms(
        licences=named,
        brief=_BRIEF.format(licences=", ".join(named)),
        covers=_COMPILED.format(licences=words),
        leaves=f"{left} {licence_sentence(sources)}",
        sources=[source_of_data(source) for source in sources],
    )


def words_of(terms: DataTerms) -> str:
    """Terms as one text."""
    return f"{terms.covers} {terms.leaves}".strip()


def source_of_data(source: SourceEntry) -> SourceOfData:
    """A source as data for programs name it."""
    return SourceOfData(
        path=f"/sources/#{source.id}",
        title=source.title,
        author=source.author,
        url=source.url,
        licence=_LOOKED_UP.get(source.licence, source.licence),
    )


def licence_sentence(sources: Sequence[SourceEntry]) -> str:
    """What sources say of their own licence."""
    stated = {_LOOKED_UP.get(source.licence, source.licence) for source in sources}
    if len(stated) > 1:
        return _MIXED
    (licence,) = stated
    forms = {"": _UNKNOWN, NONE_STATED: _NONE}.get(licence, _UNDER)
    return forms[len(sources) > 1].format(licence=licence)


def _spelled(licences: Sequence[str]) -> str:
    if len(licences) > 1:
        return f"{', '.join(licences[:-1])} or {licences[-1]}, as each result names it,"
    return "".join(licences)
