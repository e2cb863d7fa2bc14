"""Checking: every problem of the whole archive, or of some bundles; nothing is written."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from sysbench_archive.build.archive import (
    Archive,
    index_problems,
    read_addresses,
    read_records,
    read_saved_copies,
    recorded_campaigns,
    rows_of_files,
)
from sysbench_archive.build.campaigns import campaign_pages, series_files
from sysbench_archive.build.comparison_records import (
    archive_states,
    read_comparison_records,
    rows_of_comparison_files,
    unrecorded_campaigns,
)
from sysbench_archive.build.git import Repository, answered
from sysbench_archive.build.histories import kept_problems, new_removals, removed_bytes
from sysbench_archive.build.places import Place
from sysbench_archive.build.reproductions import unknown_originals
from sysbench_archive.build.store import Store
from sysbench_archive.build.survey import Survey, survey_all
from sysbench_archive.build.write_bundles import wrongly_superseded
from sysbench_archive.build.write_lists import recorded_pages, shared_pages
from sysbench_archive.bundle.campaigns import SeriesFile, series_problems
from sysbench_archive.bundle.curated import FOLDER as COMPARISONS
from sysbench_archive.bundle.curated import (
    BundleParts,
    Curated,
    addresses,
    read_curated,
    vanished,
)
from sysbench_archive.bundle.sources import SourceFile, doubled, read_source, source_files
from sysbench_archive.derive.prose import ContrastFinder, contrast_text, panels_of
from sysbench_archive.ledger.agreement import history_problems, record_problems, undeclared_problems
from sysbench_archive.ledger.campaigns import (
    CAMPAIGNS,
    CampaignRow,
    read_campaigns,
    vanished_campaigns,
)
from sysbench_archive.ledger.comparisons import (
    COMPARISON_RECORDS,
    recorded_bundles,
    rewritten_problems,
    undeclared_comparisons,
    unrecorded_problems,
)
from sysbench_archive.ledger.events import STANDING
from sysbench_archive.ledger.pages import SHARED_PAGES, read_shared_pages, vanished_pages
from sysbench_archive.ledger.record import FOLDER, Row, is_withdrawn
from sysbench_archive.problems import Problem, UsageError
from sysbench_archive.rules.archive import repeated_reports
from sysbench_archive.rules.prose import ProseFigures, check_prose


@dataclass(frozen=True, slots=True)
class CheckedArchive:
    """An archive as it is: its publication record, curated comparisons, sources, every problem."""

    records: Mapping[str, Sequence[Row]]
    curated: Sequence[Curated]
    sources: Sequence[SourceFile]
    series: Sequence[SeriesFile]
    problems: Sequence[Problem]


def check_surveyed(archive: Archive, surveys: Sequence[Survey], store: Store) -> CheckedArchive:
    """Every problem of surveyed bundles, and of what the archive has besides, sorted."""
    records, problems = read_records(archive)
    curated = curated_of(archive, surveys, records)
    label = archive.label(archive.results)
    identities = {survey.id: survey.identity for survey in surveys if survey.identity}
    unread = [survey.id for survey in surveys if not survey.identity]
    problems += [problem for survey in surveys for problem in survey.problems]
    problems += [problem for comparison in curated for problem in comparison.problems]
    problems += prose_problems(archive, curated, surveys, store)
    known = {survey.id for survey in surveys}.union(records)
    sources = sources_of(archive, known)
    problems += [problem for file in sources for problem in file.problems]
    problems += doubled(sources)
    series = series_files(archive)
    problems += series_problems(series, known)
    read_saved_copies(archive)  # says itself what is wrong with the file
    problems += repeated_reports({survey.id: survey.reports for survey in surveys}, label)
    problems += unknown_originals(surveys, curated, records, label)
    problems += wrongly_superseded(surveys, records, label)
    problems += _of_sound_bundles(record_problems(records, identities), unread)
    problems += kept_problems(archive, records)
    problems += read_comparison_records(archive)[1]
    return CheckedArchive(records, curated, sources, series, sorted(set(problems)))


def check_archive(
    archive: Archive,
    store: Store,
    today: date,
    executor: Executor,
    *,
    base: str | None = None,
    published: Path | None = None,
) -> list[Problem]:
    """Every problem of the whole archive, sorted.

    With `base` also what changed since a commit, with `published` since a site was built.
    """
    places = [Place(folder, archive.label(folder)) for folder in archive.bundles()]
    surveys = list(survey_all(places, store, today, executor))
    checked = check_surveyed(archive, surveys, store)
    problems, records = list(checked.problems), checked.records
    if base:
        before = _records_at(archive, base)
        problems += history_problems(before, records)
        if STANDING == "permanent":
            problems += undeclared_problems(records)
        problems += removed_bytes(archive, base, before, records)
        problems += new_removals(archive, Repository(archive.root).file_at(base))
        problems += vanished(_addresses_at(archive, base), read_addresses(archive))
        problems += _comparison_problems(archive, checked, surveys, store, base)
        problems += vanished_pages(_shared_pages_at(archive, base), recorded_pages(archive))
        problems += vanished_campaigns(_campaigns_at(archive, base), recorded_campaigns(archive))
    if published:
        answering = campaign_pages(archive, surveys, records).addresses()
        known = read_addresses(archive).values()
        compared, _ = read_comparison_records(archive)
        shared = shared_pages(surveys) | recorded_pages(archive)
        problems += index_problems(published, records, known, answering, compared, shared)
    return sorted(set(problems))


def _comparison_problems(
    archive: Archive, checked: CheckedArchive, surveys: Sequence[Survey], store: Store, base: str
) -> Iterator[Problem]:
    """Comparisons that say something else than is recorded, and rows that are not as published."""
    recorded, _ = read_comparison_records(archive)
    published, _ = rows_of_comparison_files(_files_at(archive, base, COMPARISON_RECORDS, ".jsonl"))
    yield from rewritten_problems(published, recorded)
    if STANDING == "permanent":
        yield from undeclared_comparisons(recorded)
    states = archive_states(surveys, checked.curated, checked.records, store)
    yield from unrecorded_problems(recorded, states.values(), recorded_bundles(checked.records))
    yield from unrecorded_campaigns(archive, surveys, checked.records, recorded, states)


def _of_sound_bundles(problems: Iterable[Problem], unread: Iterable[str]) -> list[Problem]:
    """Without complaints that only repeat that a bundle could not be read."""
    broken = {f"{FOLDER}/{name}.csv" for name in unread}
    return [problem for problem in problems if problem.path not in broken]


def curated_of(
    archive: Archive,
    surveys: Iterable[Survey],
    records: Mapping[str, Sequence[Row]] | None = None,
) -> list[Curated]:
    """The curated comparisons, checked against the bundles there are and those withdrawn."""
    known = {n: BundleParts() for n, rows in (records or {}).items() if is_withdrawn(rows)}
    known |= {s.id: BundleParts(frozenset(s.servers), frozenset(s.workloads)) for s in surveys}
    return [read_curated(p, archive.label(p), known) for p in archive.curated_files()]


def sources_of(archive: Archive, bundles: Collection[str]) -> list[SourceFile]:
    """The files of sources, checked against the bundles there are or were."""
    return [read_source(p, archive.label(p), bundles) for p in source_files(archive.sources)]


def prose_problems(
    archive: Archive, curated: Iterable[Curated], surveys: Iterable[Survey], store: Store
) -> Iterator[Problem]:
    """What curated comparisons state that their figures do not support.

    Left out are those that name a bundle which was withdrawn or has errors: its figures are not
    there, and what it has come to is said in its own place.
    """
    keys = {survey.id: survey.key for survey in surveys if survey.entry}
    for comparison in curated:
        definition = comparison.definition
        if definition is None or not keys.keys() >= set(definition.named_bundles()):
            continue
        outcomes = {name: store.need(keys[name]) for name in definition.named_bundles()}
        results = {name: outcome.result for name, outcome in outcomes.items() if outcome.result}
        panels = panels_of(definition, results, comparison.slug)
        finder = ContrastFinder(definition.baseline, results, panels)
        figures = ProseFigures(finder.find, contrast_text, finder.headline())
        path = archive.label(archive.comparisons / f"{comparison.slug}.md")
        yield from check_prose(path, comparison.prose, figures)


def _addresses_at(archive: Archive, base: str) -> dict[str, set[str]]:
    files = _files_at(archive, base, COMPARISONS, ".md")
    return {slug: addresses(slug, data) for slug, data in files.items() if slug != "_index"}


def _campaigns_at(archive: Archive, base: str) -> list[CampaignRow]:
    files = _files_at(archive, base, CAMPAIGNS, ".csv")
    return [row for data in files.values() for row in read_campaigns(data)]


def _shared_pages_at(archive: Archive, base: str) -> dict[str, str]:
    files = _files_at(archive, base, SHARED_PAGES, ".csv")
    return {path: t for data in files.values() for path, t in read_shared_pages(data).items()}


def _records_at(archive: Archive, base: str) -> dict[str, tuple[Row, ...]]:
    return rows_of_files(_files_at(archive, base, FOLDER, ".csv"))[0]


def _files_at(archive: Archive, base: str, folder: str, suffix: str) -> dict[str, bytes]:
    """The files of a folder as they were at a commit, by name without suffix."""
    if base.startswith("-"):
        raise UsageError(f"{base} is not a commit")
    listed = os.fsdecode(answered(archive.root, "ls-tree", "-r", "-z", base, "--", folder))
    entries = [line.partition("\t") for line in listed.split("\0") if line.endswith(suffix)]
    # One process for all of them: an archive has a record for every bundle.
    contents = Repository(archive.root).contents([head.split()[2] for head, _, _ in entries])
    if contents is None:
        raise UsageError(f"git does not hold all files of {folder} at {base}")
    stems = [Path(path).stem for _, _, path in entries]
    return dict(zip(stems, contents, strict=True))
