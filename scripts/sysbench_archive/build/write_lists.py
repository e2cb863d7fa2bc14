"""Writing the lists of the archive: pages that span bundles, what readers search, and schemas."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from sysbench_archive.build.archive import Archive
from sysbench_archive.build.store import Store
from sysbench_archive.build.survey import Survey
from sysbench_archive.bundle.home import HomeDefinition
from sysbench_archive.bundle.schema import SCHEMA_FOLDER
from sysbench_archive.model.comparison import Comparison
from sysbench_archive.pages import KINDS
from sysbench_archive.pages.home import HomeRecord, answer_bundles, filled_answers, new_results
from sysbench_archive.pages.kinds import Listed, SearchDocument
from sysbench_archive.pages.listing import listed_rows
from sysbench_archive.pages.search import prose_documents, search_record
from sysbench_archive.publish.output import Output
from sysbench_archive.publish.pictures import card_inputs, cards

MOST_LOOKED_AT = 40
"""Results whose contrasts are looked at for something to say on the home page."""


@dataclass(frozen=True, slots=True)
class WrittenLists:
    """The lists, and path to title of each page that spans bundles."""

    output: Output
    titles: dict[str, str]


def write_lists(output: Output, listed: Listed, prose: Sequence[SearchDocument]) -> WrittenLists:
    """Write every kind of page that spans bundles, the search and the schemas."""
    titles: dict[str, str] = {}
    documents: list[SearchDocument] = []
    for kind in KINDS:
        record = kind.made(listed)
        output.json(f"data/{kind.name}.json", record)
        for path, file in kind.files(record, listed):
            output.json(path, file)
        titles |= kind.titles(record)
        documents += kind.documents(record, listed)
    search = search_record(listed_rows(listed), [*documents, *prose])
    output.json("static/search/documents.json", search)
    for schema in sorted(SCHEMA_FOLDER.glob("*.json")):
        output.bytes(f"static/schema/{schema.name}", schema.read_bytes())
    return WrittenLists(output, titles)


_PROSE = {
    "methodology.md": "/methodology/",
    "comparability.md": "/comparability/",
    "contribute.md": "/contribute/",
    "about.md": "/about/",
    "api/_index.md": "/api/",
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
    output: Output, definition: HomeDefinition, surveys: Sequence[Survey], store: Store
) -> None:
    """Write what the home page shows, and the cards for previews of links."""
    named = {survey.id: survey.key for survey in surveys}
    bundles = answer_bundles((*definition.pairs, *definition.asked))
    outcomes = {name: store.need(named[name]) for name in bundles if name in named}
    results = {name: outcome.result for name, outcome in outcomes.items() if outcome.result}
    home = HomeRecord(
        upgrades=filled_answers(definition.pairs, results),
        questions=filled_answers(definition.asked, results),
        newest=new_results(_newest(surveys, store)),
    )
    output.json("data/home.json", home)
    output.json("data/cards.json", cards())
    for path, words in card_inputs(home):
        output.json(path, words)


def _newest(surveys: Sequence[Survey], store: Store) -> Iterator[Sequence[Comparison]]:
    """The comparisons of the newest results; their ids begin with the month of publication."""
    compared = (survey for survey in surveys if survey.entry and survey.comparisons)
    newest = sorted(compared, key=lambda survey: survey.id, reverse=True)
    newest.sort(key=lambda survey: survey.id[: len("2026-11")], reverse=True)
    for survey in newest[:MOST_LOOKED_AT]:
        yield store.need(survey.key).matrix
