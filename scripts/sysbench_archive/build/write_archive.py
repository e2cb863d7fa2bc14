"""Writing what a build derived: the shares of all bundles, and what the archive has as a whole.

The lists and downloads of the API are made from the documents in the shares, so that the two
cannot disagree; they come last.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, replace

from sysbench_archive.build.archive import Archive, read_saved_copies
from sysbench_archive.build.browser_program import program_files
from sysbench_archive.build.campaign_records import campaign_states
from sysbench_archive.build.campaigns import campaign_pages, page_entries, start_campaigns
from sysbench_archive.build.comparison_records import (
    curated_records,
    of_files,
    read_comparison_records,
    standing_revisions,
    states_of,
)
from sysbench_archive.build.data_terms import archive_terms, with_terms
from sysbench_archive.build.histories import read_histories, remaining_comparisons, write_histories
from sysbench_archive.build.home import write_home
from sysbench_archive.build.reproductions import find_reproductions
from sysbench_archive.build.shared_pages import recorded_pages
from sysbench_archive.build.store import Manifest, Store, Written
from sysbench_archive.build.supersession import successors_of, supersession_notices
from sysbench_archive.build.survey import Survey
from sysbench_archive.build.write_bundles import (
    Pinned,
    Share,
    Works,
    published_comparison,
    reproduced_in,
    revision_record,
    start_writing,
    works_of,
    write_announcements,
    write_comparison,
    write_revisions,
)
from sysbench_archive.build.write_lists import read_prose, write_lists
from sysbench_archive.build.write_open_data import api_lists, start_tables, write_open_data
from sysbench_archive.build.write_tables import bundle_sources
from sysbench_archive.bundle.curated import Curated
from sysbench_archive.bundle.sources import SourceFile
from sysbench_archive.derive.campaigns import Campaign
from sysbench_archive.derive.revisions import notices_of
from sysbench_archive.derive.site import (
    comparison_entry,
)
from sysbench_archive.derive.sources import source_list
from sysbench_archive.ledger import ComparisonRows, Row, file_of, revision_page
from sysbench_archive.model.api import (
    ApiShard,
)
from sysbench_archive.model.base import Reference
from sysbench_archive.model.comparison import DerivedComparison
from sysbench_archive.model.curated import ComparisonDefinition
from sysbench_archive.model.listing import (
    ComparisonPageEntry,
    GonePages,
    PageIndex,
    PinnedIndex,
    PreviewRecord,
    ResultPageEntry,
)
from sysbench_archive.publish.api_upgrades import upgrade_documents, upgrade_shard
from sysbench_archive.publish.compare import policy_file
from sysbench_archive.publish.explore import SeriesRow, explore_files
from sysbench_archive.publish.output import Output, Standing
from sysbench_archive.publish.sitemap import sitemaps

_FOLDERS = ("data", "records", "charts", "pictures", "static", "tables")
"""Folders of the derived folder in which nothing may be left from before."""


@dataclass(frozen=True, slots=True)
class Sources:
    """What is published: bundles as surveyed, curated comparisons, the publication record, and the
    files of `data/sources/`. `change` is the commit that a preview of a change starts from.
    """

    surveys: Sequence[Survey]
    curated: Sequence[Curated]
    records: Mapping[str, Sequence[Row]]
    files: Sequence[SourceFile] = ()
    change: str = ""


def publish(
    archive: Archive, sources: Sources, store: Store, executor: Executor, *, last: Manifest
) -> tuple[dict[str, Written], set[str], bool]:
    """What each bundle has now, the files that changed, and whether any are gone."""
    surveys, records = sources.surveys, sources.records
    remaining = remaining_comparisons(sources.curated, records)
    gathered = campaign_pages(archive, surveys, records, is_whole=not sources.change)
    campaigns = gathered.campaigns
    appearances = appearances_of(surveys, remaining.definitions, campaigns)
    curated = curated_records(remaining.definitions, {s.id: s.key for s in surveys}, store)
    reproductions = find_reproductions(surveys, curated, store)
    successors = successors_of(surveys)
    histories = read_histories(archive, records, surveys, store)
    recorded: ComparisonRows = read_comparison_records(archive)[0]
    if sources.change:
        stems = {s.id for s in surveys}.union(remaining.definitions, (c.slug for c in campaigns))
        recorded = of_files(recorded, stems)
    states = states_of(surveys, curated, remaining.definitions)
    states |= campaign_states(campaigns, states)
    standing = standing_revisions(records, recorded, states)
    pinned = {slug: Pinned(rows, slug in standing) for slug, rows in recorded.items()}
    base, works = archive.permanent_base, works_of(records)
    results = [survey.entry for survey in surveys if survey.entry]
    mentions = {survey.id: survey.source for survey in surveys if survey.source}
    listed_sources = source_list(sources.files, mentions, results, read_saved_copies(archive))
    terms = archive_terms(surveys, listed_sources)
    bundles = archive.results
    shares = [
        Share(
            folder=bundles / survey.id,
            key=survey.key,
            revision=revision_record(records.get(survey.id, ())),
            comparisons=appearances[survey.id],
            work=works[survey.id],
            terms=terms.of([survey.id]),
            reproduced=reproduced_in(reproductions, survey.id),
            base=base,
            notices=histories[survey.id].notices if survey.id in histories else (),
            successors=successors.get(survey.id, ()),
            pinned={e.slug: pinned[e.slug] for e in survey.comparisons if e.slug in pinned},
        )
        for survey in surveys
    ]
    derived = archive.derived
    keys = {survey.id: survey.key for survey in surveys}
    # Before the shares: lists quote their findings.
    pages_of_campaigns = start_campaigns(
        campaigns,
        executor,
        keys=keys,
        store=store,
        derived=derived,
        works=works,
        base=base,
        pinned={slug: revision_page(slug, row.revision) for slug, row in standing.items()},
        terms=terms,
        revisions=pinned,
    )
    # Workers write the shares while this process writes the rest.
    writing = start_writing(shares, store, derived, executor, last=last)
    matrix = [entry for survey in surveys for entry in survey.comparisons]
    comparisons = [*map(comparison_entry, curated), *matrix]
    output = Output(derived)
    for comparison in curated:
        published = published_comparison(
            comparison,
            works=works,
            terms=terms.of(bundle.path.split("/")[2] for bundle in comparison.bundles),
            base=base,
            reproduced=reproductions,
            notices=[
                *remaining.notices[comparison.slug],
                *supersession_notices(comparison, successors),
            ],
            pinned=pinned.get(comparison.slug),
        )
        write_comparison(output, published)
    write_revisions(
        output,
        recorded,
        records=records,
        works=works,
        base=base,
        notices={name: notices_of(rows) for name, rows in records.items()},
    )
    upgrades = _write_upgrade_data(output, surveys, base)
    written, changed = writing.finish()
    # Made from the documents in the shares, which have to be there. Workers write it, so this
    # process leaves what it can write meanwhile until then.
    whole = terms.whole()
    lists = replace(
        api_lists(base, results, comparisons, records, whole),
        upgrades=upgrades,
        sources=listed_sources.sources,
        bundle_sources=bundle_sources(listed_sources, mentions),
        recorded=recorded,
    )
    tables = start_tables(derived, lists, executor)
    made = list(pages_of_campaigns)
    for campaign in made:
        output.include(campaign.output)
    listed = write_lists(
        output,
        surveys,
        results=results,
        comparisons=comparisons,
        pages=page_entries(campaigns, made, comparisons),
        appearances=appearances,
        prose=read_prose(archive),
    )
    shared = recorded_pages(archive)
    gone = {} if sources.change else {p: t for p, t in shared.items() if p not in listed}
    output.json("data/gone.json", GonePages(pages=gone))
    output.json("data/campaigns.json", gathered.index(made, records, works))
    output.json("data/sources.json", with_terms(listed_sources, terms))
    write_home(output, archive.root, surveys, store)
    if sources.change:
        output.json("data/preview.json", _preview_record(sources.change, base))
    pages = _page_index(surveys, curated, works, campaigns, recorded)
    counts = {slug: len(rows) for slug, rows in recorded.items() if slug == file_of(slug)}
    output.json("data/pinned.json", PinnedIndex(comparisons=counts))
    output.json("data/pages.json", pages)
    days = {bundle: work.day for bundle, work in works.items()}
    for path, data in sitemaps(pages, histories, days, base):
        output.bytes(f"static{path}", data)
    write_announcements(output, records, results, base, whole)
    _write_browser_data(output, [row for survey in surveys for row in survey.series])
    output.include(
        write_histories(
            archive,
            histories,
            remaining.withdrawn,
            records,
            campaigns=gathered.addresses(),
            recorded=recorded,
            drawn={entry.slug for entry in matrix},
            shared=(*shared, *listed),
        )
    )
    for path, data in program_files(archive.root):
        output.bytes(f"static/{path}", data)
    open_data = executor.submit(write_open_data, derived, lists, list(tables))
    # What is written from here on is of this build.
    found = Standing.of(derived, _FOLDERS)
    output.include(open_data.result())
    kept = output.written.union(*(share.paths for share in written.values()))
    removed = found.remove_others(kept)
    return written, changed | output.changed, removed


_NO_HOME = ".example"
"""How the address of an archive ends that has none of its own yet."""


def _preview_record(commit: str, base: str) -> PreviewRecord:
    return PreviewRecord(commit=commit, archive="" if base.endswith(_NO_HOME) else f"{base}/")


def appearances_of(
    surveys: Sequence[Survey],
    definitions: Mapping[str, ComparisonDefinition],
    campaigns: Sequence[Campaign] = (),
) -> dict[str, list[Reference]]:
    """Bundle to the comparisons and campaigns it appears in, curated ones first."""
    gathered = {slug: campaign for campaign in campaigns for slug in campaign.slugs}
    appearances: dict[str, list[Reference]] = {survey.id: [] for survey in surveys}
    for slug, definition in definitions.items():
        for name in definition.named_bundles():
            appearances[name].append(
                Reference(path=f"/comparisons/{slug}/", title=definition.title)
            )
    for survey in surveys:
        for entry in survey.comparisons:
            home = gathered.get(entry.slug)
            reference = Reference(
                path=home.path if home else entry.path, title=home.title if home else entry.label
            )
            if reference not in appearances[survey.id]:
                appearances[survey.id].append(reference)
    return appearances


def _page_index(
    surveys: Sequence[Survey],
    curated: Sequence[DerivedComparison],
    works: Works,
    campaigns: Sequence[Campaign],
    recorded: ComparisonRows,
) -> PageIndex:
    """Which pages results and comparisons have: what Hugo makes, and sitemaps list."""
    gathered = {slug: campaign.slug for campaign in campaigns for slug in campaign.slugs}
    results = {
        survey.id: ResultPageEntry(
            title=survey.entry.title,
            day=works[survey.id].day,
            runs=list(survey.identity.runs),
            parts=list(survey.parts),
            revision=works[survey.id].editions[0].number,
        )
        for survey in surveys
        if survey.entry and survey.identity
    }
    comparisons = {
        comparison.slug: ComparisonPageEntry(
            title=comparison.title,
            kind=comparison.kind,
            day=_newest_day(comparison, works),
            revisions=len(recorded.get(comparison.slug, ())),
        )
        for comparison in curated
    }
    comparisons |= {
        entry.slug: ComparisonPageEntry(
            title=entry.title,
            kind=entry.kind,
            day=works[survey.id].day,
            campaign=gathered.get(entry.slug, ""),
            revisions=len(recorded.get(entry.slug, ())),
        )
        for survey in surveys
        for entry in survey.comparisons
    }
    return PageIndex(results=results, comparisons=comparisons)


def _newest_day(comparison: DerivedComparison, works: Works) -> str:
    """Day of the newest revision it stands on."""
    return max(works[bundle.path.split("/")[2]].day for bundle in comparison.bundles)


def _write_upgrade_data(output: Output, surveys: Sequence[Survey], base: str) -> list[ApiShard]:
    """Write the document of each upgrade in the API; how the index lists them."""
    shards = []
    for document in upgrade_documents([p for s in surveys for p in s.points], base):
        shard = upgrade_shard(document)
        output.json(f"static{shard.path}", document)
        shards.append(shard)
    return shards


def _write_browser_data(output: Output, series: Sequence[SeriesRow]) -> None:
    """Write what readers narrow, sort and choose from, and the rules a browser compares by."""
    for path, record in explore_files(series):
        output.json(f"static/{path}", record)
    output.json("static/policy.json", policy_file())
