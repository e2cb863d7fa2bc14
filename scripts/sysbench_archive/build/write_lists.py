"""Lists of the archive: pages that span bundles, with their record, what is searched, schemas."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType

from msgspec.structs import replace

from sysbench_archive.build.archive import Archive
from sysbench_archive.build.campaigns import CampaignPages, WrittenCampaigns, page_entries
from sysbench_archive.build.git import Repository
from sysbench_archive.build.store import Store, Work
from sysbench_archive.build.survey import Survey, survey_files
from sysbench_archive.bundle.files import replace_file
from sysbench_archive.bundle.schema import SCHEMA_FOLDER
from sysbench_archive.derive.entries import ComparisonEntry
from sysbench_archive.ledger.addresses import SHARED_PAGES, read_shared_pages, write_shared_pages
from sysbench_archive.model.base import Reference
from sysbench_archive.model.comparison import Comparison
from sysbench_archive.pages.home import (
    HomeRecord,
    bundles_of,
    filled_home,
    home_documents,
    new_results,
    texts_of,
)
from sysbench_archive.pages.kinds import Listed, PageCard, SearchDocument, Variants
from sysbench_archive.pages.latency import latency_answer
from sysbench_archive.pages.listing import listed_rows
from sysbench_archive.pages.questions import question_documents
from sysbench_archive.pages.registry import KINDS
from sysbench_archive.pages.search import prose_documents, search_record
from sysbench_archive.pages.sources import SourceList, source_documents
from sysbench_archive.publish.output import Output
from sysbench_archive.publish.pictures import card_inputs, cards
from sysbench_archive.tables.effects import Effect
from sysbench_archive.tables.release_pairs import ReleasePair, release_pairs

MOST_LOOKED_AT = 40
"""Results whose contrasts are looked at for something to say on the home page."""


@dataclass(frozen=True, slots=True)
class WrittenLists:
    """The lists, path to title of each page that spans bundles, path to bundles of each of them
    that has a feed, and the cards of those that have one.
    """

    output: Output
    titles: dict[str, str]
    followed: dict[str, set[str]]
    cards: list[PageCard]


def write_lists(
    derived: Path,
    surveys: Sequence[Survey],
    comparisons: Sequence[ComparisonEntry],
    gathered: CampaignPages,
    campaigns: WrittenCampaigns,
    appearances: Mapping[str, Sequence[Reference]],
    pairs: Sequence[ReleasePair],
    effects: Sequence[Effect],
    sources: SourceList,
    home: HomeRecord,
    prose: Sequence[SearchDocument],
) -> WrittenLists:
    """Write every kind of page that spans bundles, the search and the schemas."""
    output = Output(derived)
    pages = page_entries(gathered.campaigns, campaigns.findings, comparisons)
    variants = {
        member.bundle: dict(zip(campaign.dimensions, member.values, strict=False))
        for campaign in gathered.campaigns
        for member in campaign.members
    }
    listed = listed_of(surveys, comparisons, pages, appearances, pairs, effects, variants)
    titles: dict[str, str] = {}
    followed: dict[str, set[str]] = {}
    documents: list[SearchDocument] = []
    shown: list[PageCard] = []
    for kind in KINDS:
        record = kind.made(listed)
        output.json(f"data/{kind.name}.json", record)
        for path, file in kind.files(record, listed):
            output.json(path, file)
        titles |= kind.titles(record)
        followed |= kind.followed(record, listed) if kind.followed else {}
        shown += kind.cards(record, listed) if kind.cards else ()
        documents += kind.documents(record, listed)
    documents += [*home_documents(home, listed.titles), *question_documents()]
    documents += [*source_documents(sources), *prose]
    search = search_record(listed_rows(listed), documents)
    output.json("static/search/documents.json", search)
    for schema in sorted(SCHEMA_FOLDER.glob("*.json")):
        output.bytes(f"static/schema/{schema.name}", schema.read_bytes())
    return WrittenLists(output, titles, followed, shown)


_PROSE = {
    "methodology.md": "/methodology/",
    "comparability.md": "/comparability/",
    "contribute.md": "/contribute/",
    "about.md": "/about/",
    "api/_index.md": "/api/",
    "sql/index.md": "/sql/",
    "versions/path-length.md": "/versions/path-length/",
}
"""Prose of the site, below its folder of contents, to the address of its page."""


def read_prose(archive: Archive) -> list[SearchDocument]:
    """The sections of the site's prose pages, for the search."""
    folder = archive.root / "content"
    pages = [(path, folder / name) for name, path in _PROSE.items() if (folder / name).exists()]
    return [
        document
        for path, file in pages
        for document in prose_documents(path, file.read_text(encoding="utf-8"))
    ]


def write_home(
    derived: Path,
    home: HomeRecord,
    surveys: Sequence[Survey],
    store: Store,
) -> Output:
    """Write what the home page shows, and the cards for previews of links."""
    output = Output(derived)
    named = {survey.id: survey.key for survey in surveys}
    bundles = bundles_of(texts_of(home))
    outcomes = {name: store.need(named[name]) for name in bundles if name in named}
    results = {name: outcome.result for name, outcome in outcomes.items() if outcome.result}
    newest = new_results(_newest(surveys, store))
    filled = filled_home(home, results)
    latency = latency_answer(one for survey in surveys for one in survey.loads)
    questions = [*filled.questions, *([latency] if latency else ())]
    record = replace(filled, questions=questions, newest=newest)
    output.json("data/home.json", record)
    output.json("data/cards.json", cards())
    for path, words in card_inputs(record):
        output.json(path, words)
    return output


def _newest(surveys: Sequence[Survey], store: Store) -> Iterator[Sequence[Comparison]]:
    """The comparisons of the newest results; their ids begin with the month of publication."""
    compared = (survey for survey in surveys if survey.entry and survey.comparisons)
    newest = sorted(compared, key=lambda survey: survey.id, reverse=True)
    newest.sort(key=lambda survey: survey.id[: len("2026-11")], reverse=True)
    for survey in newest[:MOST_LOOKED_AT]:
        yield store.need(survey.key).matrix


def pairs_of(surveys: Sequence[Survey]) -> list[ReleasePair]:
    """Every two releases that one bundle ran beside each other."""
    cells = (cell for survey in surveys for cell in survey.cells)
    return release_pairs(cells, (row for survey in surveys for row in survey.contrasts))


def listed_of(
    surveys: Sequence[Survey],
    comparisons: Sequence[ComparisonEntry] = (),
    pages: Sequence[ComparisonEntry] = (),
    appearances: Mapping[str, Sequence[Reference]] | None = None,
    pairs: Sequence[ReleasePair] | None = None,
    effects: Sequence[Effect] = (),
    variants: Variants = MappingProxyType({}),
) -> Listed:
    """What such pages are made of; which there are does not depend on comparisons."""
    results = [survey.entry for survey in surveys if survey.entry]
    return Listed(
        results=sorted(results, key=lambda entry: (entry.submitted, entry.id), reverse=True),
        comparisons=sorted(comparisons, key=lambda entry: (entry.kind, entry.slug)),
        pages=pages,
        appearances=appearances or {},
        drawn={entry.path for survey in surveys for entry in survey.comparisons},
        pairs=pairs_of(surveys) if pairs is None else pairs,
        classes=[record for survey in surveys for record in survey.classes],
        settings=[survey.settings for survey in surveys if survey.settings],
        held=[survey.held for survey in surveys if survey.held],
        loads=[one for survey in surveys for one in survey.loads],
        effects=effects,
        variants=variants,
        counted=[release for survey in surveys for release in survey.counted],
    )


def shared_pages(surveys: Sequence[Survey]) -> dict[str, str]:
    """Path to title of every page that spans the bundles of an archive."""
    listed = listed_of(surveys)
    return {path: title for kind in KINDS for path, title in kind.titles(kind.made(listed))}


def former_pages(
    archive: Archive, surveys: Iterable[Survey], names: Iterable[str], base: str, work: Work
) -> dict[str, str]:
    """The same with some bundles as they were at a commit."""
    repository, before = Repository(archive.root), {}
    top = repository.top(base)
    for name in names:
        before[name] = repository.files(f"{top}:{archive.label(archive.results / name)}") or {}
    others = (survey for survey in surveys if survey.id not in before)
    return shared_pages([*others, *survey_files(before, work)])


def recorded_pages(archive: Archive) -> dict[str, str]:
    """The record of such pages; none where it has no file. Raises UsageError where it is broken."""
    file = archive.root / SHARED_PAGES
    return read_shared_pages(file.read_bytes()) if file.is_file() else {}


def untitled_pages(published: Iterable[str]) -> dict[str, str]:
    """Path to title of pages that are perhaps not made any more: the last part of their path."""
    return {path: path.strip("/").rpartition("/")[2] for path in published}


def record_shared_pages(
    archive: Archive, surveys: Sequence[Survey], published: Sequence[str] = ()
) -> list[str]:
    """Write a row for each such page that has none: the path of the file where it changed.

    So has each that was `published`, though it may not be made any more: then nobody knows its
    title, and it is called by the last part of its path.
    """
    recorded = recorded_pages(archive)
    # A title that changed is no other page.
    return _write_pages(archive, untitled_pages(published) | shared_pages(surveys) | recorded)


def record_former_pages(
    archive: Archive, surveys: Sequence[Survey], names: Iterable[str], base: str, work: Work
) -> list[str]:
    """Write a row for each such page that was made with bundles as they were at a commit, and is
    neither made nor recorded now: the path of the file where it changed.
    """
    recorded = recorded_pages(archive)
    former = former_pages(archive, surveys, names, base, work)
    if recorded.keys() >= former.keys():
        return []
    made = shared_pages(surveys)
    return _write_pages(archive, {p: t for p, t in former.items() if p not in made} | recorded)


def _write_pages(archive: Archive, pages: Mapping[str, str]) -> list[str]:
    if pages == recorded_pages(archive):
        return []
    replace_file(archive.root / SHARED_PAGES, write_shared_pages(pages).encode())
    return [SHARED_PAGES]
