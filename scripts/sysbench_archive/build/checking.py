"""Checking: every problem of the whole archive, or of some bundles; nothing is written."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from sysbench_archive.build.archive import (
    Archive,
    archive_at,
    known_people,
    read_addresses,
    read_comparison_records,
    read_index,
    read_records,
    read_saved_copies,
    recorded_campaigns,
)
from sysbench_archive.build.campaigns import campaign_pages, series_files
from sysbench_archive.build.comparison_records import (
    curated_of,
    results_of,
    unrecorded_campaigns,
)
from sysbench_archive.build.git import Repository
from sysbench_archive.build.kept_revisions import kept_problems, new_removals, removed_bytes
from sysbench_archive.build.paths import alias_problems, path_problems
from sysbench_archive.build.program import source_digest
from sysbench_archive.build.recording import Stated, stated_now
from sysbench_archive.build.replay import Replay
from sysbench_archive.build.reproductions import unknown_originals
from sysbench_archive.build.steps import value_digest
from sysbench_archive.build.store import Store, Work
from sysbench_archive.build.survey import Survey, survey_archive
from sysbench_archive.build.write_lists import former_pages, recorded_pages, shared_pages
from sysbench_archive.bundle.campaigns import SeriesDefinition, series_problems
from sysbench_archive.bundle.curated import Curated
from sysbench_archive.bundle.schema import Definition
from sysbench_archive.bundle.sources import SourceFile, doubled, read_source
from sysbench_archive.ledger.addresses import SHARED_PAGES, changed_campaigns
from sysbench_archive.ledger.agreement import (
    history_problems,
    index_of,
    published_problems,
    record_problems,
)
from sysbench_archive.ledger.comparisons import (
    ComparisonRows,
    rewritten_problems,
    unrecorded_problems,
)
from sysbench_archive.ledger.record import FOLDER, UNPUBLISHED, Row
from sysbench_archive.model.curated import ComparisonDefinition
from sysbench_archive.model.history import AddressIndex
from sysbench_archive.pages.comparison.prose import ContrastFinder, contrast_text, panels_of
from sysbench_archive.problems import Problem
from sysbench_archive.rules.archive import (
    names_of_two_kinds,
    repeated_reports,
    unknown_superseded,
)
from sysbench_archive.rules.prose import ProseFigures, check_prose


@dataclass(frozen=True, slots=True)
class CheckedArchive:
    """An archive as it is: bundles as surveyed, its publication record, curated comparisons, the
    files of `data/sources/` and `data/series/`, every problem. `kept` are keys of what the store
    has of it besides bundles, `change` is the commit that a preview starts from.
    """

    surveys: Sequence[Survey]
    records: Mapping[str, Sequence[Row]]
    curated: Sequence[Curated]
    sources: Sequence[SourceFile]
    series: Sequence[Definition[SeriesDefinition]]
    problems: Sequence[Problem]
    kept: Collection[str]
    change: str = ""


def check_surveyed(archive: Archive, surveys: Sequence[Survey], store: Store) -> CheckedArchive:
    """Every problem of surveyed bundles, and of what the archive has besides, sorted."""
    records, problems = read_records(archive)
    curated = curated_of(archive, surveys, records)
    label = archive.label(archive.results)
    identities = {survey.id: survey.identity for survey in surveys if survey.identity}
    unread = {f"{FOLDER}/{survey.id}.csv" for survey in surveys if not survey.identity}
    problems += [problem for survey in surveys for problem in survey.problems]
    problems += [problem for comparison in curated for problem in comparison.problems]
    prose = prose_problems(archive, curated, surveys, store)
    problems += [problem for found in prose.values() for problem in found]
    known = {survey.id for survey in surveys}.union(records)
    sources = sources_of(archive, known)
    problems += [problem for file in sources for problem in file.document.problems]
    problems += doubled(sources)
    series = series_files(archive)
    problems += series_problems(series, known)
    # These say themselves what is wrong with their files.
    read_saved_copies(archive)
    known_people(archive)
    problems += repeated_reports({survey.id: survey.reports for survey in surveys}, label)
    kinds = {s.id: [(cell.workload, cell.load) for cell in s.cells] for s in surveys}
    problems += names_of_two_kinds(kinds, label)
    problems += unknown_originals(surveys, curated, records, label)
    problems += unknown_superseded({s.id: s.supersedes for s in surveys}, records, label)
    # Not those that only repeat that a bundle could not be read.
    problems += [p for p in record_problems(records, identities) if p.path not in unread]
    problems += kept_problems(archive, records)
    problems += read_comparison_records(archive)[1]
    problems += path_problems(archive)
    every = sorted(set(problems))
    return CheckedArchive(surveys, records, curated, sources, series, every, [*prose])


def check_archive(
    archive: Archive,
    work: Work,
    *,
    base: str | None = None,
    published: Path | None = None,
) -> list[Problem]:
    """Every problem of the whole archive, sorted.

    With `base` also what changed since a commit, with `published` since a site was built.
    """
    surveys = survey_archive(archive, work)
    checked = check_surveyed(archive, surveys, work.store)
    problems, records = list(checked.problems), checked.records
    if base:
        said = stated_now(archive, surveys, checked.curated, records, work.store)
        problems += _changes_since(archive, base, checked, said)
        index = read_index(published) if published else None
        start = (repository := Repository(archive.root)).unmerged_since(base)
        kept = repository.names_in(start, archive.label(archive.revisions))
        with archive_at(archive, start) as before:
            was = repository.file_at(base)
            rows = read_records(before)[0]
            others = [name for name in rows if records.get(name, ()) != rows[name]]
            former = former_pages(archive, surveys, others, start, work) if others else {}
            problems += lost_pages(archive, surveys, former)
            replay = Replay(
                archive,
                before,
                surveys,
                checked.sources,
                said,
                work.today,
                kept,
                index,
                former,
                was,
            )
            problems += replay.problems()
            problems += alias_problems(archive, before)
    if published:
        answering = campaign_pages(archive, surveys, records).addresses()
        known = read_addresses(archive).values()
        compared, _ = read_comparison_records(archive)
        shared = shared_pages(surveys) | recorded_pages(archive)
        now = index_of(records, known, answering, compared, shared)
        problems += published_problems(read_index(published), now, records)
    return sorted(set(problems))


def lost_pages(
    archive: Archive, surveys: Sequence[Survey], former: Mapping[str, str]
) -> Iterator[Problem]:
    """Pages that span bundles which a change leaves nothing for, and no row keeps the address of;
    `former` are those made before it.
    """
    if missing := former.keys() - recorded_pages(archive).keys():
        for path in sorted(missing - shared_pages(surveys).keys()):
            message = (
                f"nothing answers any more to {path}; call the same `withdraw` or `correct` again,"
                " which keeps its address"
            )
            yield UNPUBLISHED.at(SHARED_PAGES, message)


def _changes_since(
    archive: Archive, base: str, checked: CheckedArchive, said: Stated
) -> Iterator[Problem]:
    """What is not as it was at a commit, and may not change."""
    with archive_at(archive, base) as earlier:
        before, _ = read_records(earlier)
        compared, _ = read_comparison_records(earlier)
        promised, campaigns = recorded_addresses(earlier), recorded_campaigns(earlier)
    yield from changed_campaigns(campaigns, recorded_campaigns(archive))
    yield from published_problems(promised, recorded_addresses(archive), checked.records)
    yield from history_problems(before, checked.records)
    yield from removed_bytes(archive, base, before, checked.records)
    yield from new_removals(archive, Repository(archive.root).file_at(base))
    yield from comparison_problems(archive, checked, said, compared)


def recorded_addresses(archive: Archive) -> AddressIndex:
    """The addresses that the records and curated comparisons of an archive promise."""
    campaigns = [row.path for row in recorded_campaigns(archive)]
    compared, _ = read_comparison_records(archive)
    known = read_addresses(archive).values()
    return index_of(read_records(archive)[0], known, campaigns, compared, recorded_pages(archive))


def comparison_problems(
    archive: Archive, checked: CheckedArchive, said: Stated, published: ComparisonRows
) -> Iterator[Problem]:
    """Comparisons that say something else than is recorded, and rows that are not as published."""
    recorded, _ = read_comparison_records(archive)
    yield from rewritten_problems(published, recorded)
    surveys, records, states = checked.surveys, checked.records, said.states
    yield from unrecorded_problems(recorded, states.values(), said.bundles)
    yield from unrecorded_campaigns(archive, surveys, records, recorded, states)


def sources_of(archive: Archive, bundles: Collection[str]) -> list[SourceFile]:
    """The files of sources, checked against the bundles there are or were."""
    files = sorted(archive.sources.glob("*.yaml"))
    return [read_source(path, archive.label(path), bundles) for path in files]


def prose_problems(
    archive: Archive, curated: Iterable[Curated], surveys: Iterable[Survey], store: Store
) -> dict[str, list[Problem]]:
    """What curated comparisons state that their figures do not support, by the key under which the
    store has it.

    Left out are those that name a bundle which was withdrawn or has errors: its figures are not
    there, and what it has come to is said in its own place.
    """
    keys = {survey.id: survey.key for survey in surveys if survey.entry}
    program = source_digest(check_prose.__module__, panels_of.__module__)
    found = {}
    for comparison in curated:
        definition = comparison.definition
        if definition is None or not keys.keys() >= set(definition.named_bundles()):
            continue
        path = archive.label(archive.comparisons / f"{comparison.slug}.md")
        named = [keys[name] for name in definition.named_bundles()]
        key = value_digest((program, path, definition, comparison.prose, named))
        make = partial(_prose_problems, path, comparison, definition, keys, store)
        found[key] = store.made(key, list[Problem], make)
    return found


def _prose_problems(
    path: str,
    comparison: Curated,
    definition: ComparisonDefinition,
    keys: Mapping[str, str],
    store: Store,
) -> list[Problem]:
    results = results_of(definition, keys, store)
    panels = panels_of(definition, results, comparison.slug)
    finder = ContrastFinder(definition.baseline, results, panels)
    figures = ProseFigures(finder.find, contrast_text, finder.headline())
    return list(check_prose(path, comparison.prose, figures))
