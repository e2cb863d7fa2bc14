"""What a build publishes, as a table of steps: the shares of all bundles, and the rest.

Tables and lists of the API are made from the documents in the shares, so that the two cannot
disagree.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from sysbench_archive.build.archive import (
    Archive,
    read_addresses,
    read_comparison_records,
    read_imprint,
    read_saved_copies,
)
from sysbench_archive.build.browser_program import BrowserInputs, browser_inputs, program_files
from sysbench_archive.build.campaigns import (
    CampaignPages,
    WrittenCampaigns,
    campaign_pages,
    write_campaigns,
)
from sysbench_archive.build.checking import CheckedArchive
from sysbench_archive.build.comparison_records import (
    campaign_states,
    curated_keys,
    curated_records,
    of_files,
    revisions_that_hold,
    states_of,
)
from sysbench_archive.build.gone_pages import gone_files, gone_pages, page_cards
from sysbench_archive.build.histories import (
    CuratedComparisons,
    history_keys,
    read_histories,
    remaining_comparisons,
    write_histories,
)
from sysbench_archive.build.reproductions import Reproduced, find_reproductions
from sysbench_archive.build.steps import Step, run_steps, value_digest
from sysbench_archive.build.store import Manifest, Store, Work, Written
from sysbench_archive.build.survey import Survey
from sysbench_archive.build.write_bundles import (
    Pinned,
    Records,
    Share,
    Successors,
    Works,
    WrittenShares,
    reproduced_in,
    revision_record,
    successors_of,
    supersession_notices,
    works_of,
    write_announcements,
    write_comparison,
    write_revisions,
    write_shares,
)
from sysbench_archive.build.write_lists import (
    WrittenLists,
    pairs_of,
    read_prose,
    recorded_pages,
    write_home,
    write_lists,
)
from sysbench_archive.build.write_open_data import INDEX, open_data
from sysbench_archive.derive.entries import (
    ComparisonEntry,
    ResultEntry,
    SourceMention,
    comparison_entry,
)
from sysbench_archive.ledger.comparisons import ComparisonRows, file_of
from sysbench_archive.model.base import Reference, read_record
from sysbench_archive.model.comparison import Comparison
from sysbench_archive.model.listing import GonePage, PageEntry, PageIndex
from sysbench_archive.pages.comparison.page import DIFFERENCES, VERDICTS, comparison_parts
from sysbench_archive.pages.effects import found_effects
from sysbench_archive.pages.history import BundleHistory
from sysbench_archive.pages.home import read_home
from sysbench_archive.pages.registry import KINDS
from sysbench_archive.pages.sources import (
    ArchiveTerms,
    SourceList,
    source_list,
    sources_of_bundles,
)
from sysbench_archive.pages.standing import Standings, WorkloadStanding, standings_of
from sysbench_archive.publish.api import NOT_KNOWN, ROOT, ApiBuild, ApiIndex
from sysbench_archive.publish.citation import Imprint
from sysbench_archive.publish.compare import policy_file
from sysbench_archive.publish.feeds import Topic, feeds
from sysbench_archive.publish.output import Output, remove_others
from sysbench_archive.publish.sitemap import sitemaps
from sysbench_archive.publish.sql_engine import EngineInputs, engine_files, engine_inputs
from sysbench_archive.tables.comparisons import ApiContrast, contrast_rows
from sysbench_archive.tables.effects import Effect, effects_of
from sysbench_archive.tables.release_pairs import (
    ReleasePair,
    upgrade_documents,
)
from sysbench_archive.tables.replications import replication_score

_FOLDERS = ("data", "records", "charts", "pictures", "static", "tables")
"""Folders of the derived folder in which nothing may be left from before."""


@dataclass(frozen=True, slots=True)
class Published:
    """What stands of each step and each bundle, the files that changed, whether any are gone."""

    steps: Mapping[str, Written]
    shares: Mapping[str, Written]
    changed: set[str]
    removed: bool


def publish(
    archive: Archive,
    checked: CheckedArchive,
    work: Work,
    *,
    last: Manifest,
    made_from: ApiBuild = NOT_KNOWN,
) -> Published:
    """Write what is not as it should be, and remove what no step writes."""
    surveys, histories = checked.surveys, history_keys(archive, checked.records, checked.surveys)
    read = _read(archive, checked, work.store, histories) | {"made_from": made_from}
    if not checked.change:
        used = {key for survey in surveys for key in (survey.key, survey.alone) if key}
        drawn = remaining_comparisons(checked.curated, checked.records).definitions
        curated = curated_keys(drawn, {survey.id: survey.key for survey in surveys})
        work.store.keep_only(used.union(histories.values(), curated.values(), checked.kept))
    keys = {name: value_digest(value) for name, value in read.items()}
    keys["surveys"] = value_digest([survey.key for survey in surveys])
    given = read | {
        "archive": archive,
        "derived": archive.derived,
        "store": work.store,
        "executor": work.executor,
        "last": last.shares,
        "surveys": surveys,
        "work": work,
    }
    ran = run_steps(STEPS, given, keys, last.steps)
    written = ran.values.get("shares")
    shares = written.shares if written else last.shares
    kept = {path for one in (*ran.written.values(), *shares.values()) for path in one.paths}
    removed = remove_others(archive.derived, _FOLDERS, kept)
    return Published(ran.written, shares, ran.changed, removed)


def _read(
    archive: Archive, checked: CheckedArchive, store: Store, histories: Mapping[str, str]
) -> dict[str, Any]:
    """All that is read, bundles apart: what the others are made from."""
    records, surveys = checked.records, checked.surveys
    # A part of an archive has no pages for what is not in it.
    gathered = campaign_pages(archive, surveys, records, is_whole=not checked.change)
    return {
        "curated": checked.curated,
        "records": records,
        "files": checked.sources,
        "change": checked.change,
        "base": archive.settings.permanent_base,
        "imprint": read_imprint(archive),
        "home": read_home(archive.root),
        "prose": read_prose(archive),
        "saved": read_saved_copies(archive),
        "shared": recorded_pages(archive),
        "addresses": read_addresses(archive),
        "all_recorded": read_comparison_records(archive)[0],
        "gathered": gathered,
        "histories": read_histories(archive, records, surveys, store, histories),
        "browser": browser_inputs(archive),
        "engine": engine_inputs(archive.root),
    }


def _recorded(
    all_recorded: ComparisonRows,
    surveys: Sequence[Survey],
    remaining: CuratedComparisons,
    gathered: CampaignPages,
    change: str,
) -> ComparisonRows:
    """The record of comparisons; in a preview of those it draws."""
    drawn = {s.id for s in surveys}.union(remaining.definitions)
    drawn |= {campaign.slug for campaign in gathered.campaigns}
    return of_files(all_recorded, drawn) if change else all_recorded


def _drawn(
    remaining: CuratedComparisons, surveys: Sequence[Survey], store: Store
) -> list[Comparison]:
    """The curated comparisons."""
    return curated_records(remaining.definitions, {s.id: s.key for s in surveys}, store)


def _pinned(
    surveys: Sequence[Survey],
    drawn: Sequence[Comparison],
    remaining: CuratedComparisons,
    gathered: CampaignPages,
    records: Records,
    recorded: ComparisonRows,
) -> dict[str, Pinned]:
    """The revisions of each comparison, and whether it says what the newest does."""
    states = states_of(surveys, drawn, remaining.definitions)
    states |= campaign_states(gathered.campaigns, states)
    standing = revisions_that_hold(records, recorded, states)
    return {slug: Pinned(rows, slug in standing) for slug, rows in recorded.items()}


def _results(surveys: Sequence[Survey]) -> list[ResultEntry]:
    return [survey.entry for survey in surveys if survey.entry]


def _comparisons(drawn: Sequence[Comparison], surveys: Sequence[Survey]) -> list[ComparisonEntry]:
    matrix = (entry for survey in surveys for entry in survey.comparisons)
    return [*map(comparison_entry, drawn), *matrix]


def _contrasts(drawn: Sequence[Comparison], surveys: Sequence[Survey]) -> list[ApiContrast]:
    curated = (row for comparison in drawn for row in contrast_rows(comparison))
    return [*curated, *(row for survey in surveys for row in survey.contrasts)]


def _effects(surveys: Sequence[Survey], gathered: CampaignPages) -> list[Effect]:
    """What settings and builds change over series."""
    homes = {name: campaign.slug for campaign in gathered.campaigns for name in campaign.bundles}
    return effects_of((survey.settings for survey in surveys if survey.settings), homes)


def _mentions(surveys: Sequence[Survey]) -> dict[str, SourceMention]:
    return {survey.id: survey.source for survey in surveys if survey.source}


def _terms(surveys: Sequence[Survey], sources: SourceList) -> ArchiveTerms:
    """The terms of the bundles that are published."""
    licences = {survey.id: survey.license for survey in surveys if survey.entry}
    return ArchiveTerms(licences, sources_of_bundles(sources))


def _appearances(
    surveys: Sequence[Survey], remaining: CuratedComparisons, gathered: CampaignPages
) -> dict[str, list[Reference]]:
    """Bundle to the comparisons and campaigns it appears in, curated ones first."""
    homes = {slug: campaign for campaign in gathered.campaigns for slug in campaign.slugs}
    appearances: dict[str, list[Reference]] = {survey.id: [] for survey in surveys}
    for slug, definition in remaining.definitions.items():
        for name in definition.named_bundles():
            appearances[name].append(
                Reference(path=f"/comparisons/{slug}/", title=definition.title)
            )
    for survey in surveys:
        for entry in survey.comparisons:
            home = homes.get(entry.slug)
            reference = Reference(
                path=home.path if home else entry.path, title=home.title if home else entry.label
            )
            if reference not in appearances[survey.id]:
                appearances[survey.id].append(reference)
    return appearances


def _standings(surveys: Sequence[Survey]) -> dict[str, list[WorkloadStanding]]:
    return standings_of(cell for survey in surveys for cell in survey.cells)


def _shares(
    surveys: Sequence[Survey],
    archive: Archive,
    records: Records,
    comparisons: Sequence[ComparisonEntry],
    appearances: Mapping[str, Sequence[Reference]],
    works: Works,
    terms: ArchiveTerms,
    reproduced: Reproduced,
    imprint: Imprint,
    histories: Mapping[str, BundleHistory],
    successors: Successors,
    pinned: Mapping[str, Pinned],
    gathered: CampaignPages,
    effects: Sequence[Effect],
    standings: Standings,
    store: Store,
    executor: Executor,
    last: Mapping[str, Written],
) -> WrittenShares:
    """Every bundle's record, comparisons and evidence, by the workers."""
    found = found_effects(effects)
    titles = {entry.path: entry.title for entry in comparisons}
    views = {slug for campaign in gathered.campaigns for slug in campaign.slugs}
    shares = [
        Share(
            folder=archive.results / survey.id,
            key=survey.key,
            revision=revision_record(records.get(survey.id, ())),
            comparisons=appearances[survey.id],
            work=works[survey.id],
            terms=terms.of([survey.id]),
            reproduced=reproduced_in(reproduced, survey.id),
            imprint=imprint,
            notices=histories[survey.id].notices if survey.id in histories else (),
            successors=successors.get(survey.id, ()),
            pinned={e.slug: pinned[e.slug] for e in survey.comparisons if e.slug in pinned},
            views=[e.slug for e in survey.comparisons if e.slug in views],
            effects=[each for each in found if survey.id in each.bundles],
            standings=standings.get(survey.id, ()),
            # Of a run, which has no title for itself, the address.
            runs_again=[
                Reference(path=path, title=titles.get(path, path)) for path, _ in survey.reproduces
            ],
        )
        for survey in surveys
    ]
    return write_shares(shares, store, archive.derived, executor, last=last)


def _curated_pages(
    derived: Path,
    drawn: Sequence[Comparison],
    works: Works,
    terms: ArchiveTerms,
    imprint: Imprint,
    reproduced: Reproduced,
    remaining: CuratedComparisons,
    successors: Successors,
    pinned: Mapping[str, Pinned],
) -> Output:
    output = Output(derived)
    for comparison in drawn:
        notices = remaining.notices[comparison.slug]
        write_comparison(
            output,
            comparison,
            works=works,
            terms=terms.of(bundle.id for bundle in comparison.bundles),
            imprint=imprint,
            reproduced=reproduced,
            notices=[*notices, *supersession_notices(comparison, successors)],
            pinned=pinned.get(comparison.slug),
        )
    return output


def _upgrade_documents(derived: Path, pairs: Sequence[ReleasePair], base: str) -> Output:
    output = Output(derived)
    for document in upgrade_documents(pairs, base):
        output.json(f"static{document.data}", document)
    return output


def _indexes(
    derived: Path,
    surveys: Sequence[Survey],
    drawn: Sequence[Comparison],
    gone: Mapping[str, GonePage],
    gathered: CampaignPages,
    campaigns: WrittenCampaigns,
    recorded: ComparisonRows,
    records: Records,
    works: Works,
    histories: Mapping[str, BundleHistory],
    base: str,
) -> Output:
    """Which pages there are: what Hugo makes, and sitemaps list."""
    homes = {slug: campaign.slug for campaign in gathered.campaigns for slug in campaign.slugs}
    days = {bundle: work.day for bundle, work in works.items()}
    # Where no campaign is left that an address leads to, it leads to a result.
    titles = {f"/results/{name}/": rows[-1].title for name, rows in records.items()}
    titles |= {campaign.path: campaign.title for campaign in gathered.campaigns}
    behind = {slug: parts for survey in surveys for slug, parts in survey.compared_parts.items()}
    behind |= {each.slug: tuple(part.id for part in comparison_parts(each)) for each in drawn}
    compared: list[tuple[ComparisonEntry, str]] = [
        *(
            (comparison_entry(each), max(days[bundle.id] for bundle in each.bundles))
            for each in drawn
        ),
        *((entry, days[survey.id]) for survey in surveys for entry in survey.comparisons),
    ]
    index = PageIndex(
        results={
            survey.id: PageEntry(
                title=survey.entry.title,
                day=days[survey.id],
                runs=survey.identity.runs.split(),
                parts=list(survey.parts),
                revision=works[survey.id].editions[0].number,
            )
            for survey in surveys
            if survey.entry and survey.identity
        },
        comparisons={
            entry.slug: PageEntry(
                title=entry.title,
                kind=entry.kind,
                day=day,
                campaign=homes.get(entry.slug, ""),
                parts=[
                    part
                    for part in behind[entry.slug]
                    # The page of its campaign has these.
                    if entry.slug not in homes or part not in (DIFFERENCES, VERDICTS)
                ],
                embed=entry.drawn,
                revision=len(recorded.get(entry.slug, ())),
            )
            for entry, day in compared
        },
        campaigns={
            campaign.slug: PageEntry(
                title=campaign.title,
                day=max(days[name] for name in campaign.bundles),
                parts=campaigns.parts.get(campaign.slug, []),
            )
            for campaign in gathered.campaigns
        },
        moved={
            slug: Reference(path=path, title=titles[path]) for slug, path in gathered.moved.items()
        },
        pinned={slug: len(rows) for slug, rows in recorded.items() if slug == file_of(slug)},
        gone=dict(gone),
    )
    output = Output(derived)
    output.json("data/pages.json", index)
    for path, data in sitemaps(index, histories, days, base):
        output.bytes(f"static{path}", data)
    return output


def _feeds(
    derived: Path,
    records: Records,
    results: Sequence[ResultEntry],
    recorded: ComparisonRows,
    lists: WrittenLists,
    gone: Mapping[str, GonePage],
    base: str,
) -> Output:
    """The feeds; that of a page which is not made any more stays, without entries."""
    sections = tuple(f"/{kind.name}/" for kind in KINDS if kind.followed)
    left = [
        Topic(path, page.title, set()) for path, page in gone.items() if path.startswith(sections)
    ]
    topics = [
        *left,
        *(Topic(path, lists.titles[path], its) for path, its in lists.followed.items()),
    ]
    output = Output(derived)
    for path, data in feeds(records, results, recorded, topics, base).items():
        output.bytes(f"static{path}", data)
    return output


def _browser_program(derived: Path, browser: BrowserInputs) -> Output:
    """The rules a browser compares by, and the program of /check/."""
    output = Output(derived)
    output.json("static/policy.json", policy_file())
    for path, data in program_files(browser):
        output.bytes(f"static/{path}", data)
    return output


def _sql_engine(derived: Path, engine: EngineInputs) -> Output:
    output = Output(derived)
    record, files = engine_files(engine)
    output.json("data/sql.json", record)
    for path, data in files.items():
        output.bytes(f"static/{path}", data)
    return output


def _replication(derived: Path, surveys: Sequence[Survey]) -> Output:
    """How well machines repeat what they showed, for the page on methodology."""
    output = Output(derived)
    cells = (cell for survey in surveys for cell in survey.cells)
    score = replication_score(cells, (run for survey in surveys for run in survey.counted))
    output.json("data/replication.json", score)
    return output


def _stated_build(derived: Path, made_from: ApiBuild) -> Output:
    """What the site is made from: in the index of the API, and on one page, to which all lead. On
    every page, each commit would make every page anew.
    """
    output = Output(derived)
    output.json("data/build.json", made_from)
    index = read_record((derived / INDEX).read_bytes(), ApiIndex)
    output.json(f"static{ROOT}index.json", replace(index, build=made_from))
    return output


_NO_HOME = ".example"
"""How the address of an archive ends that has none of its own yet."""


def _preview(derived: Path, change: str, base: str) -> Output:
    output = Output(derived)
    if change:
        archive = "" if base.endswith(_NO_HOME) else f"{base}/"
        output.json("data/preview.json", {"commit": change, "archive": archive})
    return output


STEPS = (
    Step("remaining", remaining_comparisons),
    Step("recorded", _recorded),
    Step("drawn", _drawn),
    Step("reproduced", find_reproductions),
    Step("successors", successors_of),
    Step("pinned", _pinned),
    Step("works", works_of),
    Step("results", _results),
    Step("pairs", pairs_of),
    Step("comparisons", _comparisons),
    Step("contrasts", _contrasts),
    Step("effects", _effects),
    Step("mentions", _mentions),
    Step("sources", source_list),
    Step("terms", _terms),
    Step("appearances", _appearances),
    Step("standings", _standings),
    Step("shares", _shares),
    Step("campaigns", write_campaigns),
    Step("curated_pages", _curated_pages),
    Step("pinned_pages", write_revisions),
    Step("upgrade_documents", _upgrade_documents),
    Step("replication", _replication),
    Step("open_data", open_data, after=("shares",)),
    Step("stated_build", _stated_build, after=("open_data",)),
    Step("lists", write_lists),
    Step("gone", gone_pages),
    Step("gone_files", gone_files),
    Step("indexes", _indexes),
    Step("history_pages", write_histories),
    Step("announcements", write_announcements),
    Step("feeds", _feeds),
    Step("page_cards", page_cards),
    Step("home_page", write_home),
    Step("browser_program", _browser_program),
    Step("sql_engine", _sql_engine),
    Step("preview", _preview),
)
"""What is made; each row is a name, and what makes it out of the values its parameters name."""
