"""What corrections and withdrawals superseded, as pages tell it: histories of bundles, comparisons
that a withdrawal left nothing of. A bundle with a single row in the publication record has no
history; nothing is read for it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from msgspec.structs import replace

from sysbench_archive.build.archive import Archive
from sysbench_archive.build.campaigns import CampaignPages
from sysbench_archive.build.kept_revisions import (
    Records,
    bytes_folder,
    contents_of,
    figures_file,
    holder,
    kept_figures,
    read_removals,
)
from sysbench_archive.build.program import source_digest
from sysbench_archive.build.steps import value_digest
from sysbench_archive.build.store import Store
from sysbench_archive.build.survey import Survey
from sysbench_archive.build.write_bundles import works_of, write_citation, write_evidence
from sysbench_archive.build.write_lists import WrittenLists
from sysbench_archive.bundle.curated import Curated
from sysbench_archive.bundle.files import (
    Folder,
    content_swhid,
    read_folder,
)
from sysbench_archive.bundle.strict_yaml import read_yaml
from sysbench_archive.derive.results import in_context
from sysbench_archive.derive.runs import archive_path, published_path
from sysbench_archive.ledger.agreement import index_of
from sysbench_archive.ledger.comparisons import ComparisonRows, file_of
from sysbench_archive.ledger.record import (
    Row,
    figures_of_runs,
    is_withdrawn,
)
from sysbench_archive.model.base import BundleArchive, PublishedFile, bundle_reference
from sysbench_archive.model.bundle import Evidence
from sysbench_archive.model.curated import ComparisonDefinition
from sysbench_archive.pages.comparison.charts import pictures_below
from sysbench_archive.pages.comparison.page import DIFFERENCES, VERDICTS
from sysbench_archive.pages.comparison.panels import panel_pictures
from sysbench_archive.pages.history import (
    BundleHistory,
    State,
    SupersededRevision,
    WithdrawnComparison,
    bundle_history,
    notices_of,
    published_history,
    published_revision,
    withdrawn_matrix_comparison,
    without_bundles,
)
from sysbench_archive.publish.bundle_archive import packed_bundle
from sysbench_archive.publish.citation import Imprint, citation_record, comparison_work
from sysbench_archive.publish.comparison_revisions import with_last_words, withdrawn_csv
from sysbench_archive.publish.output import Output, json_bytes
from sysbench_archive.publish.pictures import (
    PictureInput,
    badge,
    badge_address,
    card_address,
    gone_pictures,
    oembed,
)


@dataclass(frozen=True, slots=True)
class CuratedComparisons:
    """Curated comparisons that can be drawn, and those that a withdrawal left nothing of.

    `notices` are sentences about the bundles a comparison rests on, by its slug; `pictures` is what
    is drawn in place of panels that are left out, by the slug too.
    """

    definitions: Mapping[str, ComparisonDefinition]
    withdrawn: Sequence[WithdrawnComparison]
    notices: Mapping[str, Sequence[str]]
    pictures: Mapping[str, PictureInput]


def remaining_comparisons(curated: Sequence[Curated], records: Records) -> CuratedComparisons:
    """What corrections and withdrawals leave of the curated comparisons."""
    gone = {name for name, rows in records.items() if is_withdrawn(rows)}
    definitions: dict[str, ComparisonDefinition] = {}
    withdrawn: list[WithdrawnComparison] = []
    notices: dict[str, list[str]] = {}
    pictures: dict[str, PictureInput] = {}
    for comparison in curated:
        if comparison.definition is None:
            continue
        path, title = f"/comparisons/{comparison.slug}/", comparison.definition.title
        named = [name for name in comparison.definition.named_bundles() if name in records]
        sentences = [sentence for name in named for sentence in notices_of(records[name])]
        lost = [panel for panel in comparison.definition.panels if panel.bundle in gone]
        if lost:
            drawn = dict.fromkeys(
                picture for panel in lost for picture in panel_pictures(panel, path)
            )
            pictures[comparison.slug] = gone_pictures(title, sentences, drawn)
        left = without_bundles(comparison.definition, gone)
        if left is not None:
            definitions[comparison.slug] = left
            notices[comparison.slug] = sentences
            continue
        withdrawn.append(
            WithdrawnComparison(
                slug=comparison.slug,
                path=path,
                kind="curated",
                title=title,
                notices=sentences,
                bundles=[bundle_reference(name, records[name][-1].title) for name in named],
            )
        )
    return CuratedComparisons(definitions, withdrawn, notices, pictures)


def history_keys(archive: Archive, records: Records, surveys: Sequence[Survey]) -> dict[str, str]:
    """What finds the history of each bundle that has one: digests of what it is made from."""
    known = {survey.id: survey.key for survey in surveys}
    keys = {}
    for bundle, rows in records.items():
        if len(rows) > 1:
            files = sorted(filter(Path.is_file, (archive.revisions / bundle).rglob("*")))
            kept = [
                (archive.label(path), hashlib.sha256(path.read_bytes()).hexdigest())
                for path in files
            ]
            keys[bundle] = value_digest([source_digest(__name__), rows, known.get(bundle), kept])
    return keys


def read_histories(
    archive: Archive,
    records: Records,
    surveys: Sequence[Survey],
    store: Store,
    keys: Mapping[str, str],
) -> dict[str, BundleHistory]:
    """The history of each bundle that has one, made or as it was kept under its key."""
    surveys_by_id = {survey.id: survey for survey in surveys}

    def make(bundle: str) -> BundleHistory:
        rows, survey = records[bundle], surveys_by_id.get(bundle)
        states = [
            _state_of(archive, rows, row, bundle=bundle, survey=survey, store=store) for row in rows
        ]
        entries = survey.comparisons if survey else ()
        drawn = [entry.slug.removeprefix(f"{bundle}--") for entry in entries]
        return bundle_history(bundle, states, drawn)

    return {
        bundle: store.made(key, BundleHistory, partial(make, bundle))
        for bundle, key in keys.items()
    }


def _state_of(
    archive: Archive,
    rows: Sequence[Row],
    row: Row,
    *,
    bundle: str,
    survey: Survey | None,
    store: Store,
) -> State:
    if row.status == "withdrawn":
        return State(row=row)
    number, figures = holder(rows, row.revision), kept_figures(archive, bundle, row.revision)
    if row is rows[-1] and survey is not None:
        result = store.need(survey.key).result
        number, figures = 0, figures_of_runs(result.runs) if result else None
    removed = read_removals(archive, bundle, number)
    # From where its bytes are; where they are gone, the state has no facts and no files.
    folder = bytes_folder(archive, bundle, number)
    if not folder.is_dir():
        return State(row=row, figures=figures, removed=removed)
    files = read_folder(folder, folder.name)
    place = f"{bundle}/revisions/{number}" if number else bundle
    document = files.files.get("bundle.yaml")
    facts = read_yaml(document.data, "bundle.yaml").value if document else None
    # Raw output is published file by file, which is right for whatever is left.
    evidence: Evidence = facts["evidence"] if facts else "raw-output"
    archived = None
    if number:
        packed = packed_bundle(bundle, contents_of(files.files))
        archived = BundleArchive(href=archive_path(place), size=len(packed))
    return State(
        row=row,
        figures=figures,
        facts=facts,
        files=list(_published_files(files, place, row.swhid, evidence)),
        archive=archived,
        folder=archive.label(folder),
        removed=removed,
    )


def _published_files(
    folder: Folder, place: str, swhid: str, evidence: Evidence
) -> Iterator[PublishedFile]:
    for path, file in sorted(folder.files.items()):
        published = PublishedFile(
            path=path,
            href=published_path(place, path, len(file.data), evidence),
            size=len(file.data),
            sha256=file.sha256,
            swhid=content_swhid(file.sha1_git),
        )
        yield in_context(published, swhid)


def write_histories(
    archive: Archive,
    histories: Mapping[str, BundleHistory],
    remaining: CuratedComparisons,
    records: Records,
    addresses: Mapping[str, set[str]],
    gathered: CampaignPages,
    recorded: ComparisonRows,
    surveys: Sequence[Survey],
    shared: Mapping[str, str],
    lists: WrittenLists,
    imprint: Imprint,
) -> Output:
    """Write histories, superseded bytes, withdrawn comparisons, and the index of all addresses.

    `addresses` are those of curated comparisons, `recorded` the revisions of comparisons, `shared`
    the pages that ever spanned bundles.
    """
    output = Output(archive.derived)
    works = works_of(records)
    for bundle, history in histories.items():
        if history.withdrawn:
            cite = citation_record(works[bundle], imprint, with_runs=True)
            history = replace(history, cite=cite)
        _write_history(output, history)
        for page in history.pages:
            _write_revision(archive, output, bundle, page)
    retired = [comparison for history in histories.values() for comparison in history.comparisons]
    known = {entry.slug for survey in surveys for entry in survey.comparisons}
    known |= {comparison.slug for comparison in retired}
    retired += [
        withdrawn_matrix_comparison(slug, records[file_of(slug)])
        for slug in recorded
        if slug not in known and slug != file_of(slug) and file_of(slug) in records
    ]
    for left in (*retired, *remaining.withdrawn):
        comparison = with_last_words(left, recorded.get(left.slug, ()))
        rested = [works[ref.id] for ref in comparison.bundles]
        cite = citation_record(comparison_work(comparison.title, comparison.path, rested), imprint)
        parts = [*comparison.parts, VERDICTS, DIFFERENCES]
        _write_withdrawn(output, replace(comparison, cite=cite, parts=parts), imprint.base)
    for slug, lost in remaining.pictures.items():
        output.json(f"pictures/_panels--{slug}.json", lost)
    index = index_of(
        records, addresses.values(), gathered.addresses(), recorded, (*shared, *lists.titles)
    )
    output.bytes("static/addresses.json", json_bytes(index))
    return output


def _write_history(output: Output, history: BundleHistory) -> None:
    """A history beside the result's page, or in its place where the bundle is withdrawn."""
    output.bytes(f"data/revisions/{history.bundle}.json", json_bytes(history))
    name = "index.json" if history.withdrawn else "revisions.json"
    output.bytes(f"static{history.path}{name}", json_bytes(published_history(history)))
    if history.withdrawn:
        output.bytes(f"static{badge_address(history.path)}", badge("withdrawn from"))
        lost = gone_pictures(history.title, history.notices, history.pictures)
        output.json(f"pictures/_result--{history.bundle}.json", lost)
    if history.cite:
        write_citation(output, history.path, history.cite)


def _write_withdrawn(output: Output, comparison: WithdrawnComparison, base: str) -> None:
    """A comparison that is not drawn any more; its files answer with the reason."""
    data = json_bytes(comparison)
    output.bytes(f"static{comparison.path}comparison.csv", withdrawn_csv(comparison))
    pictures, card = pictures_below(comparison.path), card_address(comparison)
    lost = gone_pictures(comparison.title, comparison.notices, pictures, card)
    output.json(f"pictures/{comparison.slug}.json", lost)
    told = oembed(comparison.title, comparison.path, base)
    output.json(f"static{comparison.path}oembed.json", told)
    output.bytes(f"data/withdrawn/{comparison.slug}.json", data)
    output.bytes(f"static{comparison.path}index.json", data)
    if comparison.cite:
        write_citation(output, comparison.path, comparison.cite)


def _write_revision(
    archive: Archive, output: Output, bundle: str, page: SupersededRevision
) -> None:
    """A revision's record, its figures, and its bytes where they are its own."""
    folder = bytes_folder(archive, bundle, page.number)
    if folder.is_dir():
        contents = {file.path: (folder / file.path).read_bytes() for file in page.files}
        write_evidence(
            output,
            f"{bundle}/revisions/{page.number}",
            page.files,
            contents,
            packed_bundle(bundle, contents),
        )
    output.bytes(f"static{page.path}index.json", json_bytes(published_revision(page)))
    if page.figures_href:
        data = figures_file(archive, bundle, page.number).read_bytes()
        output.bytes(f"static{page.figures_href}", data)
