"""What may be done with the data of some bundles, for whatever is made of them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from msgspec.structs import replace

from sysbench_archive.build.survey import Survey
from sysbench_archive.derive.terms import data_terms, sources_of_bundles, words_of
from sysbench_archive.model.sources import DataTerms, SourceEntry, SourceList


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
        own = terms.of(bundle.path.split("/")[2] for bundle in source.bundles)
        sources.append(replace(source, terms=words_of(own) if source.bundles else ""))
    return replace(listed, sources=sources)


def archive_terms(surveys: Sequence[Survey], sources: SourceList) -> ArchiveTerms:
    """The terms of the bundles that are published."""
    licences = {survey.id: survey.license for survey in surveys if survey.entry}
    return ArchiveTerms(licences, sources_of_bundles(sources))
