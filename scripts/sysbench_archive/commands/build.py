"""`build`: from bundles to a published folder.

load, check and derive run bundle by bundle on all workers; then records are written, charts
drawn and Hugo run. Nothing is written while a bundle is wrong, and the published folder is
replaced only by a complete one.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path

from sysbench_archive.commands.appearances import appearances_of
from sysbench_archive.commands.archive import Archive
from sysbench_archive.commands.check import curated_of, read_records
from sysbench_archive.commands.formats import as_text
from sysbench_archive.commands.histories import read_histories, standing_comparisons
from sysbench_archive.commands.history_files import write_histories
from sysbench_archive.commands.manifest import Manifest, Written, site_digest, take_manifest
from sysbench_archive.commands.open_data import lists_of, write_open_data
from sysbench_archive.commands.outward import cited_comparison, works_of, write_announcements
from sysbench_archive.commands.publication import (
    ROOMS,
    Share,
    curated_records,
    reproduced_in,
    revision_record,
    with_reproduced,
    write_archive,
    write_exploring,
    write_shares,
)
from sysbench_archive.commands.rendering import (
    MAX_PARTS,
    draw_charts,
    draw_pictures,
    places_of,
    render_all,
    render_changed,
)
from sysbench_archive.commands.reproductions import reproduced, unknown_originals
from sysbench_archive.commands.spanning import gather
from sysbench_archive.commands.store import Store, engine_digest
from sysbench_archive.commands.superseded import kept_problems
from sysbench_archive.commands.survey import Place, Survey, survey_all
from sysbench_archive.commands.verb import (
    CLEAN,
    PROBLEMS,
    Arguments,
    Verb,
    answer,
    archive_here,
    say,
    store_of,
    workers,
)
from sysbench_archive.commands.verb import today as this_day
from sysbench_archive.curated import Curated
from sysbench_archive.derive.site import comparison_entry
from sysbench_archive.ledger import Row, record_problems
from sysbench_archive.problems import Problem, has_errors
from sysbench_archive.publish.output import remove_others
from sysbench_archive.rules.repeats import repeated_reports

Say = Callable[[str], None]


@dataclass(slots=True)
class Build:
    """A build's settings, and what it learnt. `seconds` is wall time by stage.

    `release` is called once the workers have done their part, so that they hold no memory while
    Hugo takes its own.
    """

    archive: Archive
    out: Path
    base_url: str
    today: date
    store: Store
    executor: Executor
    say: Say
    release: Callable[[], None] = lambda: None
    problems: list[Problem] = field(default_factory=list)
    seconds: dict[str, float] = field(default_factory=dict)
    worked: dict[str, float] = field(default_factory=dict)

    @contextmanager
    def stage(self, name: str) -> Iterator[None]:
        """Time a stage and say when it is done."""
        started = time.perf_counter()
        yield
        self.seconds[name] = time.perf_counter() - started
        self.say(f"{name}: {self.seconds[name]:.1f} s")


@dataclass(frozen=True, slots=True)
class Published:
    """What was derived and written: shares and changed files; `last` is the build before."""

    last: Manifest
    shares: dict[str, Written]
    changed: set[str]
    removed: bool


def build(job: Build) -> bool:
    """Build the site; False, with `problems` filled, where the archive has errors."""
    published = publish_all(job)
    if published is None:
        return False
    job.release()
    with job.stage("charts"):
        draw_charts(job.archive.root, job.archive.derived)
    with job.stage("pictures"):
        draw_pictures(job.archive.root, job.archive.derived)
    with job.stage("Hugo"):
        site = site_digest(job.archive.root, job.base_url)
        same = published.last.site == site and published.last.out == str(job.out.absolute())
        _render(job, published.changed, whole=published.removed or not same)
    Manifest(site, str(job.out.absolute()), published.shares).save(job.archive.derived)
    return True


def publish_all(job: Build) -> Published | None:
    """Everything before drawing: check, derive, write; None where the archive has errors.

    Until a manifest is saved again, the next build starts from nothing.
    """
    with job.stage("load, check, derive"):
        surveys = _survey(job)
        records, faults = read_records(job.archive)
        curated = curated_of(job.archive, surveys, records)
    job.problems += [p for survey in surveys for p in survey.problems]
    claims = {survey.id: survey.reports for survey in surveys}
    label = job.archive.label(job.archive.results)
    job.problems += repeated_reports(claims, label)
    job.problems += unknown_originals(surveys, curated, records, label)
    job.problems += [p for comparison in curated for p in comparison.problems]
    identities = {survey.id: survey.identity for survey in surveys if survey.identity}
    faults += [*record_problems(records, identities), *kept_problems(job.archive, records)]
    job.problems = sorted({*job.problems, *faults})
    if has_errors(job.problems):
        return None
    last = take_manifest(job.archive.derived)
    with job.stage("publish"):
        written = _publish(job, surveys, curated, records, last)
    return Published(last, *written)


def _survey(job: Build) -> list[Survey]:
    places = [Place(f, job.archive.label(f)) for f in job.archive.bundles()]
    surveys = []
    for survey in survey_all(places, job.store, engine_digest(), job.today, job.executor):
        surveys.append(survey)
        for name, seconds in survey.seconds.items():
            job.worked[name] = job.worked.get(name, 0.0) + seconds
        if len(surveys) % 500 == 0:
            job.say(f"  {len(surveys)} of {len(places)} bundles")
    job.store.keep_only({survey.key for survey in surveys})
    return surveys


def _publish(
    job: Build,
    surveys: Sequence[Survey],
    curated: Sequence[Curated],
    records: Mapping[str, Sequence[Row]],
    last: Manifest,
) -> tuple[dict[str, Written], set[str], bool]:
    """What each bundle has now, the files that changed, and whether any are gone."""
    stand = standing_comparisons(curated, records)
    appearances = appearances_of(surveys, stand.definitions)
    pages = curated_records(stand.definitions, {s.id: s.key for s in surveys}, job.store)
    again = reproduced(surveys, pages, job.store)
    histories = read_histories(job.archive, records, surveys, job.store)
    base, works = job.archive.permanent_base, works_of(records)
    shares = [
        Share(
            job.archive.results / survey.id,
            survey.key,
            revision_record(records.get(survey.id, ())),
            appearances[survey.id],
            works[survey.id],
            reproduced_in(again, survey.id),
            base,
            histories.get(survey.id, {}).get("notices", ()),
        )
        for survey in surveys
    ]
    derived = job.archive.derived
    written, changed = write_shares(shares, job.store, derived, job.executor, last)
    entries = [survey.entry for survey in surveys if survey.entry]
    matrix = [comparison for survey in surveys for comparison in survey.comparisons]
    shown = [
        stand.noticed(cited_comparison(with_reproduced(page, again), works, base)) for page in pages
    ]
    gathered = gather(surveys, appearances)
    output = write_archive(derived, entries, matrix, shown, gathered)
    told = lists_of(base, entries, [*map(comparison_entry, shown), *matrix], records)
    opened = job.executor.submit(write_open_data, derived, told)
    write_announcements(output, records, entries, base)
    write_exploring(output, [survey.series for survey in surveys if survey.series])
    output.include(write_histories(job.archive, histories, stand, records))
    output.include(opened.result())
    kept = output.written.union(*(share.paths for share in written.values()))
    removed = remove_others(derived, kept, ROOMS)
    return written, changed | output.changed, removed


def _render(job: Build, changed: set[str], *, whole: bool) -> None:
    parts = list(places_of(changed))
    folders = job.archive.root, job.out, job.base_url, job.archive.cache
    if whole or len(parts) > MAX_PARTS or not (job.out / "index.html").is_file():
        render_all(*folders)
    else:
        render_changed(*folders, changed)


def _takes(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--out", type=Path, default=Path("public"), help="folder to publish")
    parser.add_argument("--base-url", default="/", help="address the site will have")
    parser.add_argument("--no-cache", action="store_true", help="use nothing of earlier builds")


def _run(arguments: Arguments) -> int:
    archive = archive_here()
    with store_of(archive, cached=not arguments.no_cache) as store, workers() as executor:
        where = archive, arguments.out, arguments.base_url
        job = Build(*where, this_day(), store, executor, say, executor.shutdown)
        complete = build(job)
    if job.problems:
        say(as_text(job.problems))
    if complete:
        answer(f"the site is in {arguments.out}; `make serve` shows it")
    return CLEAN if complete else PROBLEMS


VERB = Verb("build the site", _takes, _run)
