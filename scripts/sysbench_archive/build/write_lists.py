"""Writing the lists of the archive: pages that span bundles, what readers search, and schemas."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from sysbench_archive.build.archive import Archive
from sysbench_archive.build.shared_pages import addresses_of_lists
from sysbench_archive.build.store import Store
from sysbench_archive.build.survey import Survey
from sysbench_archive.bundle.home import HomeDefinition
from sysbench_archive.bundle.schema import SCHEMA_FOLDER, load_schema
from sysbench_archive.derive.glossary import glossary
from sysbench_archive.derive.path_length import path_length_page
from sysbench_archive.derive.setting_pages import settings_record
from sysbench_archive.derive.site import (
    hardware_record,
    site_record,
    versions_record,
    workloads_record,
)
from sysbench_archive.model.base import Reference
from sysbench_archive.model.comparison import DerivedComparison
from sysbench_archive.model.listing import (
    ComparisonEntry,
    ResultEntry,
)
from sysbench_archive.model.reader import SearchDocument
from sysbench_archive.pages.home import HomeRecord, answer_bundles, filled_answers, new_results
from sysbench_archive.publish.cards import card_inputs, cards
from sysbench_archive.publish.lists import SETTINGS_FILE, list_files, list_table, setting_uses
from sysbench_archive.publish.output import Output
from sysbench_archive.publish.pages import (
    hardware_file,
    setting_addresses,
    upgrade_files,
    upgrade_pages,
)
from sysbench_archive.publish.prose import prose_documents
from sysbench_archive.publish.reference import condition_fields_record, rules_record, schemas_record
from sysbench_archive.publish.search import search_record
from sysbench_archive.rules.catalogue import RULES

AUTHORED = ("bundle-1", "comparison-1", "source-1")
"""Schemas of what people write."""
MOST_LOOKED_AT = 40
"""Results whose contrasts are looked at for something to say on the home page."""
SETTING_ADDRESSES = "data/setting_addresses.json"
"""Pages of every bundle lead to those of settings."""


@dataclass(frozen=True, slots=True)
class WrittenLists:
    """The lists, and path to title of each page that spans bundles."""

    output: Output
    titles: dict[str, str]


def write_lists(
    output: Output,
    surveys: Sequence[Survey],
    *,
    results: Sequence[ResultEntry],
    comparisons: Sequence[ComparisonEntry],
    pages: Sequence[ComparisonEntry],
    appearances: Mapping[str, Sequence[Reference]],
    prose: Sequence[SearchDocument],
) -> dict[str, str]:
    """Write the lists of the archive, pages that span bundles, the search and the schemas.

    `pages` are the comparisons that have a page of their own, and campaigns. What is answered is
    path and title of each page that spans bundles.
    """
    results = sorted(results, key=lambda entry: (entry.submitted, entry.id), reverse=True)
    comparisons = sorted(comparisons, key=lambda entry: (entry.kind, entry.slug))
    versions = versions_record(results, pages)
    workloads = workloads_record(results, pages)
    points = [point for survey in surveys for point in survey.points]
    classes = [record for survey in surveys for record in survey.classes]
    upgrades = upgrade_pages(points)
    hardware = hardware_record(classes, results, appearances, points)
    titles = {entry.id: entry.title for entry in results}
    settings = settings_record([survey.settings for survey in surveys if survey.settings], titles)
    rules = rules_record(RULES)
    schemas = schemas_record({name: load_schema(name) for name in AUTHORED})
    output.json("data/site.json", site_record())
    output.json("data/versions.json", versions)
    output.json("data/workloads.json", workloads)
    output.json("data/rules.json", rules)
    output.json("data/schema.json", schemas)
    drawn = {f"/comparisons/{e.slug}/" for survey in surveys for e in survey.comparisons}
    output.json("data/fields.json", condition_fields_record(drawn))
    output.json("data/glossary.json", glossary())
    counted = [release for survey in surveys for release in survey.counted]
    output.json("data/path_lengths.json", path_length_page(counted, titles))
    output.json("data/hardware.json", hardware)
    output.json("data/settings.json", settings)
    output.json(SETTING_ADDRESSES, setting_addresses(settings))
    output.json("static/hardware/classes.json", hardware_file(hardware))
    for path, record in upgrade_files(upgrades):
        output.json(path, record)
    facts = {survey.id: survey.listed for survey in surveys if survey.listed}
    lists = list_table(results, comparisons, facts, pages)
    uses = setting_uses(facts, {page.variable: page.path for page in settings.settings})
    output.json("data/lists.json", lists)
    for path, listed in list_files(lists):
        output.json(f"static/{path}", listed)
    output.json(f"static/{SETTINGS_FILE}", uses)
    search = search_record(
        lists=lists,
        settings=uses,
        answers={p.path: p.answer.sentence for p in upgrades.pairs if p.answer},
        prose=prose,
        versions=versions,
        workloads=workloads,
        rules=rules,
        upgrades=upgrades.every,
        hardware=hardware,
        glossary=glossary(),
    )
    output.json("static/search/documents.json", search)
    for schema in sorted(SCHEMA_FOLDER.glob("*.json")):
        output.bytes(f"static/schema/{schema.name}", schema.read_bytes())
    return addresses_of_lists(versions, workloads, upgrades, hardware, settings)


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


def _newest(surveys: Sequence[Survey], store: Store) -> Iterator[Sequence[DerivedComparison]]:
    """The comparisons of the newest results; their ids begin with the month of publication."""
    compared = (survey for survey in surveys if survey.entry and survey.comparisons)
    newest = sorted(compared, key=lambda survey: survey.id, reverse=True)
    newest.sort(key=lambda survey: survey.id[: len("2026-11")], reverse=True)
    for survey in newest[:MOST_LOOKED_AT]:
        yield store.need(survey.key).matrix
