"""Writes results and comparisons, and everything that goes with them, into the derived folder.

A bundle's share of the site is its record, its matrix comparisons, its evidence as plain text, and
how it is cited, pictured and described to programs. A worker writes it from the bundle's outcome in
the store, so that the main process holds no records. A share that stands as it should from the last
build is not written again.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path, PurePosixPath

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from sysbench_archive.build.program import source_digest
from sysbench_archive.build.reproductions import Reproduced
from sysbench_archive.build.steps import value_digest
from sysbench_archive.build.store import Store, Written
from sysbench_archive.build.survey import Survey
from sysbench_archive.derive.entries import ResultEntry
from sysbench_archive.derive.results import by_hand, identified
from sysbench_archive.derive.runs import archive_path
from sysbench_archive.ledger.comparisons import ComparisonRows
from sysbench_archive.ledger.record import Row
from sysbench_archive.model.base import (
    BundleArchive,
    Citation,
    PublishedFile,
    Reference,
    narrowed,
)
from sysbench_archive.model.comparison import Comparison, Panel
from sysbench_archive.model.comparison_revision import ComparisonRow
from sysbench_archive.model.history import RevisionRecord
from sysbench_archive.model.listing import Catalog
from sysbench_archive.model.reproduction import ReproductionRecord
from sysbench_archive.model.result import ResultRecord, SupersedingResult
from sysbench_archive.model.sources import DataTerms
from sysbench_archive.pages.comparison.charts import as_views, panel_charts
from sysbench_archive.pages.comparison.circumstances import circumstances_of
from sysbench_archive.pages.comparison.page import (
    ComparisonPage,
    comparability_reports,
    comparison_parts,
    panels_overview,
    published_comparison,
    verdict_table,
)
from sysbench_archive.pages.effects import with_effects
from sysbench_archive.pages.history import notices_of
from sysbench_archive.pages.result import option_files, published_result, result_page
from sysbench_archive.pages.sources import ArchiveTerms, SourceList, with_terms
from sysbench_archive.pages.standing import WorkloadStanding
from sysbench_archive.publish.api import bundle_path
from sysbench_archive.publish.bundle_archive import packed_bundle
from sysbench_archive.publish.citation import (
    Imprint,
    Work,
    archive_work,
    bundle_work,
    citation_record,
    comparison_work,
    pinned_work,
    revision_citation,
    text_of,
)
from sysbench_archive.publish.compare import compare_links, compare_record
from sysbench_archive.publish.comparison_revisions import pinned_comparison, revision_briefs
from sysbench_archive.publish.crate import crate_of
from sysbench_archive.publish.downloads import comparison_csv
from sysbench_archive.publish.head import page_head
from sysbench_archive.publish.output import Output, json_bytes, round_record
from sysbench_archive.publish.pictures import (
    EmbedPage,
    badge,
    badge_address,
    badge_lines,
    chart_lines,
    comparison_card,
    embed_address,
    embed_page,
    oembed,
    picture_input,
    result_pictures,
    standing_of,
)
from sysbench_archive.publish.structured import (
    catalog_record,
    compared_record,
    dataset_record,
    license_addresses,
)
from sysbench_archive.tables import row_lines
from sysbench_archive.tables.bundles import bundle_document, bundle_rows
from sysbench_archive.tables.database import rows_path
from sysbench_archive.tables.effects import Effect


@dataclass(frozen=True, slots=True)
class Successor:
    """A result that supersedes another, in the workloads that it has too."""

    result: SupersedingResult
    superseded: str
    workloads: tuple[str, ...]


Successors = Mapping[str, Sequence[Successor]]
"""Bundle id to what supersedes it, in the order of ids."""


def successors_of(surveys: Sequence[Survey]) -> dict[str, list[Successor]]:
    """What supersedes each bundle that is superseded."""
    titles = {survey.id: survey.entry.title for survey in surveys if survey.entry}
    submitters = {survey.id: survey.submitter for survey in surveys}
    found: dict[str, list[Successor]] = {}
    for survey in sorted(surveys, key=lambda survey: survey.id):
        for older, _ in survey.supersedes:
            if survey.id in titles and older in titles:
                is_own = submitters[older] == survey.submitter
                later = SupersedingResult(
                    path=f"/results/{survey.id}/",
                    title=titles[survey.id],
                    id=survey.id,
                    claimed_by="" if is_own else survey.submitter,
                )
                named = Successor(later, titles[older], survey.workloads)
                found.setdefault(older, []).append(named)
    return found


def supersession_notices(comparison: Comparison, successors: Successors) -> list[str]:
    """A sentence for each of a comparison's bundles that is superseded in what it shows of it."""
    sentences = [
        f"{named.result.claimed_by} says that “{named.result.title}” supersedes"
        f" “{named.superseded}”."
        if named.result.claimed_by
        else f"“{named.superseded}” is superseded by “{named.result.title}”."
        for panel in comparison.panels
        for named in successors.get(panel.bundle.id, ())
        if panel.workload.id in named.workloads
    ]
    return list(dict.fromkeys(sentences))


Records = Mapping[str, Sequence[Row]]
"""Bundle id to the rows of its publication record."""
Works = Mapping[str, Work]
"""Bundle id to the bundle as a work that can be cited."""


def works_of(records: Mapping[str, Sequence[Row]]) -> dict[str, Work]:
    """Every recorded bundle, withdrawn ones included."""
    return {bundle: bundle_work(bundle, rows) for bundle, rows in records.items()}


def revision_record(rows: Sequence[Row]) -> RevisionRecord | None:
    """The newest row of a publication record, as pages show it."""
    if not rows:
        return None
    return narrowed(rows[-1], RevisionRecord, number=rows[-1].revision)


@dataclass(frozen=True, slots=True)
class Pinned:
    """The recorded revisions of a comparison; `holds` where it says what the newest does."""

    rows: Sequence[ComparisonRow]
    holds: bool


@dataclass(frozen=True, slots=True)
class Share:
    """A bundle to write: where it is, its outcome, its newest row and where it is compared.

    `work` is the bundle as it is cited, `terms` what its licence covers, `imprint` what citations
    state of the archive, `views` are the comparisons that a campaign shows, `notices` what happened
    to the bundle since it was published, `successors` the results that supersede it, `pinned` the
    recorded revisions of its comparisons, `effects` what was found over series that they are points
    of, `standings` where its workloads stand, `runs_again` the pages of what it ran again.
    """

    folder: Path
    key: str
    revision: RevisionRecord | None
    comparisons: Sequence[Reference]
    work: Work
    terms: DataTerms
    imprint: Imprint
    reproduced: Reproduced = field(default_factory=dict)
    notices: Sequence[str] = ()
    successors: Sequence[Successor] = ()
    pinned: Mapping[str, Pinned] = field(default_factory=dict)
    views: Sequence[str] = ()
    effects: Sequence[Effect] = ()
    standings: Sequence[WorkloadStanding] = ()
    runs_again: Sequence[Reference] = ()

    def digest(self) -> str:
        """SHA-256 of everything the share is made from."""
        return value_digest([source_digest(__name__), self])


@dataclass(frozen=True, slots=True)
class WrittenShares:
    """What each bundle has now, and what changed.

    Everything that was due counts as changed: a share written a second time, because the first
    worker died before it could answer, finds its files as they should be.
    """

    output: Output
    shares: dict[str, Written]


def write_shares(
    shares: Sequence[Share],
    store: Store,
    derived: Path,
    executor: Executor,
    *,
    last: Mapping[str, Written],
) -> WrittenShares:
    """Let workers write the shares that are new or changed since the `last` build."""
    digests = {share.folder.name: share.digest() for share in shares}
    kept = {name: w for name, w in last.items() if digests.get(name) == w.digest}
    due = [share for share in shares if share.folder.name not in kept]
    work = partial(write_share, store=store, derived=derived)
    written = WrittenShares(Output(derived), kept)
    for share, output in zip(due, executor.map(work, due, chunksize=8), strict=True):
        name = share.folder.name
        written.shares[name] = Written(digests[name], sorted(output.written))
        written.output.changed |= output.written
    # Tables are made of whatever rows lie there.
    own = {path for one in written.shares.values() for path in one.paths}
    for path in derived.glob(rows_path("*", "*")):
        if path.stem != "all" and path.relative_to(derived).as_posix() not in own:
            path.unlink()
    return written


def write_share(share: Share, store: Store, derived: Path) -> Output:
    """Write one bundle: its record, its matrix comparisons, its evidence as plain text."""
    outcome = store.need(share.key)
    assert outcome.result, "only bundles without errors are written"
    output = Output(derived)
    paths = [file.path for file in outcome.result.files]
    contents = {path: (share.folder / path).read_bytes() for path in paths}
    own = round_record(identified(outcome.result))
    described = dataset_record(own, share.work, share.terms, share.imprint)
    packed = packed_bundle(own.id, contents, crate_of(own.id, described, contents))
    result = _shared_result(own, share, len(packed))
    cite = replace(
        citation_record(share.work, share.imprint, with_runs=True),
        head=page_head(
            share.work,
            share.imprint,
            license_addresses(share.terms),
            [(PurePosixPath(archive_path(result.id)).name, "application/gzip")],
        ),
    )
    structured = dataset_record(result, share.work, share.terms, share.imprint)
    page = result_page(
        result,
        cite,
        structured,
        share.terms,
        cite_revision=revision_citation(share.work, share.imprint) if share.revision else UNSET,
        standings=[round_record(each) for each in share.standings],
        badge=badge_lines(result.path, standing_of(result.evidence), share.imprint.base),
        runs_again=share.runs_again,
    )
    document = bundle_document(result, share.imprint.base)
    output.bytes(f"static{badge_address(result.path)}", badge(standing_of(result.evidence)))
    files = {
        f"records/results/{result.id}.json": page,
        f"static{result.path}index.json": published_result(result, bundle_path(result.id)),
        f"static{bundle_path(result.id)}": document,
    }
    for path, record in files.items():
        output.bytes(path, json_bytes(record))
    for name, rows in bundle_rows(document, result, outcome.series, outcome.matrix).items():
        output.bytes(rows_path(name, result.id), row_lines(rows))
    for path, text in option_files(result):
        output.bytes(f"static{path}", text.encode())
    if result.variables:
        output.bytes(f"static{result.path}variables.json", json_bytes(result.variables))
    output.json(f"static{result.path}compare.json", compare_record(outcome.result))
    write_citation(output, result.path, cite)
    write_evidence(output, result.id, result.files, contents, packed)
    successors = {share.folder.name: share.successors}
    for comparison in outcome.matrix:
        if comparison.slug in share.views:
            comparison = replace(comparison, panels=as_views(comparison.panels))
        write_comparison(
            output,
            comparison,
            works={share.folder.name: share.work},
            terms=share.terms,
            imprint=share.imprint,
            reproduced=share.reproduced,
            notices=[*share.notices, *supersession_notices(comparison, successors)],
            pinned=share.pinned.get(comparison.slug),
            effects=share.effects,
        )
    if outcome.own_panels:
        base = share.imprint.base
        pictures = result_pictures(result.title, result.path, outcome.own_panels, base)
        output.json(f"pictures/{result.id}.json", pictures)
        _write_charts(output, result.title, result.path, outcome.own_panels, base)
    return output


def write_evidence(
    output: Output,
    place: str,
    files: Iterable[PublishedFile],
    contents: Mapping[str, bytes],
    packed: bytes,
) -> None:
    """Write a bundle as one file, and beside it those of its files that are plain text as well."""
    archive = archive_path(place)
    output.bytes(f"static{archive}", packed)
    for file in files:
        if file.href != archive:
            output.bytes(f"static{file.href}", contents[file.path])


def _shared_result(result: ResultRecord, share: Share, packed: int) -> ResultRecord:
    """A rounded result with what the archive as a whole adds to it, and its size when packed."""
    return replace(
        result,
        archive=BundleArchive(href=archive_path(result.id), size=packed),
        revision=share.revision,
        superseded_by=[named.result for named in share.successors] or UNSET,
        by_hand=by_hand(f"data/results/{share.folder.name}", result.swhid),
        comparisons=list(share.comparisons),
        compare=compare_links(result),
        runs=[
            replace(run, reproduced_by=reproductions_at(share.reproduced, run.path))
            for run in result.runs
        ],
    )


def reproductions_at(reproduced: Reproduced, path: str) -> list[ReproductionRecord] | UnsetType:
    """What ran a run or a comparison again, rounded; absent where nothing did."""
    found = reproduced.get(path)
    return [round_record(record) for record in found] if found else UNSET


def reproduced_in(reproduced: Reproduced, bundle: str) -> Reproduced:
    """What concerns the pages of one bundle: its runs, and comparisons of its workloads."""
    mine = (f"/results/{bundle}/", f"/comparisons/{bundle}--")
    return {path: records for path, records in reproduced.items() if path.startswith(mine)}


def write_comparison(
    output: Output,
    comparison: Comparison,
    *,
    works: Works,
    terms: DataTerms,
    imprint: Imprint,
    reproduced: Reproduced,
    notices: Sequence[str],
    pinned: Pinned | None = None,
    effects: Sequence[Effect] = (),
) -> None:
    """Write a comparison as its page and programs get it, its figures as a table, how it is cited,
    and the inputs of its charts and pictures.
    """
    bundles = [works[bundle.id] for bundle in comparison.bundles]
    work = comparison_work(comparison.title, comparison.path, bundles)
    if pinned and pinned.holds:
        work = pinned_work(work, pinned.rows[-1])
    files = {"index.json": "application/json", "comparison.csv": "text/csv"}
    cite = replace(
        citation_record(work, imprint),
        head=page_head(work, imprint, license_addresses(terms), files.items()),
    )
    file = round_record(
        replace(
            comparison,
            findings=with_effects(comparison, effects),
            notices=list(notices) or UNSET,
            reproduced_by=reproductions_at(reproduced, comparison.path),
        )
    )
    page = ComparisonPage(
        circumstances=circumstances_of(file.panels),
        verdicts=verdict_table(file.panels),
        reports=comparability_reports(file),
        cite=cite,
        structured=compared_record(
            comparison,
            comparison.sides,
            dataclasses.replace(work, path=comparison.path),
            bundles,
            terms,
            imprint,
            files=list(files),
        ),
        picture=comparison_card(comparison),
        revisions=revision_briefs(pinned.rows) if pinned else UNSET,
        is_recorded=bool(pinned and pinned.holds),
        parts=comparison_parts(file),
        overview=panels_overview(file),
    )
    output.bytes(f"records/comparisons/{comparison.slug}.json", json_bytes(page))
    output.bytes(f"static{comparison.path}index.json", json_bytes(published_comparison(file)))
    output.bytes(f"static{comparison.path}comparison.csv", comparison_csv(file))
    write_citation(output, comparison.path, cite)
    output.json(f"pictures/{comparison.slug}.json", picture_input(comparison, imprint.base))
    framed = embed_page(comparison)
    if framed:
        output.json(f"records/embeds/{comparison.slug}.json", framed)
        output.json(
            f"static{comparison.path}oembed.json", oembed(framed.title, framed.path, imprint.base)
        )
    _write_charts(
        output, comparison.title, comparison.path, comparison.panels, imprint.base, framed=framed
    )


def write_revisions(
    derived: Path, recorded: ComparisonRows, records: Records, works: Works, imprint: Imprint
) -> Output:
    """Write the pages of pinned addresses of comparisons."""
    output = Output(derived)
    notices = {name: notices_of(rows) for name, rows in records.items()}
    for slug, rows in recorded.items():
        names = dict.fromkeys(bundle.bundle for row in rows for bundle in row.bundles)
        told = [notice for name in names for notice in notices.get(name, ())]
        page = pinned_comparison(
            rows, works=works, imprint=imprint, notices=told, recorded=recorded
        )
        output.bytes(f"records/comparison_revisions/{slug}.json", json_bytes(page))
    return output


def write_citation(output: Output, path: str, cite: Citation) -> None:
    """Write a citation as CSL-JSON beside the page at a path."""
    output.bytes(f"static{path}citation.json", f"{text_of(cite, 'csl')}\n".encode())


def _write_charts(
    output: Output,
    title: str,
    path: str,
    panels: Iterable[Panel],
    base: str,
    framed: EmbedPage | None = None,
) -> None:
    """Write the inputs of the charts of panels that stand at a path under a title; `framed` is
    their page for other sites.
    """
    pictures = {chart.name: chart.picture for panel in panels for chart in panel.charts}
    for chart in panel_charts(title, panels):
        is_framed = framed and framed.chart == chart.name
        lines = chart_lines(
            chart.title,
            f"{base}{path}",
            f"{base}{pictures[chart.name]}",
            f"{base}{embed_address(path)}" if is_framed else "",
        )
        output.json(f"charts/{chart.name}.json", replace(chart, embed=lines))


def write_announcements(
    derived: Path,
    records: Records,
    results: Sequence[ResultEntry],
    imprint: Imprint,
    terms: ArchiveTerms,
    sources: SourceList,
) -> Output:
    """Write how the whole archive is described and cited, and its sources."""
    output = Output(derived)
    output.json("data/sources.json", with_terms(sources, terms))
    work = archive_work(row.date for rows in records.values() for row in rows)
    runs = sum(entry.runs for entry in results)
    whole = catalog_record(work, terms.whole(), imprint, runs=runs, bundles=len(results))
    described = Catalog(structured=whole)
    if work.day:
        cite = citation_record(work, imprint)
        described = replace(described, cite=cite)
        write_citation(output, work.path, cite)
    output.json("data/catalog.json", described)
    return output
