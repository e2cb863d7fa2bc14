"""`build`: from bundles to a published folder.

load, check and derive run bundle by bundle on all workers; then records are written, charts
drawn and Hugo run. Nothing is written while a bundle is wrong, and the published folder is
replaced only by a complete one.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Executor
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path

from sysbench_archive.commands.archive import Archive
from sysbench_archive.commands.check import curated_of, read_records
from sysbench_archive.commands.formats import as_text
from sysbench_archive.commands.manifest import Manifest, Written, site_digest, take_manifest
from sysbench_archive.commands.publication import Sources, publish
from sysbench_archive.commands.rendering import (
    MAX_PARTS,
    draw_charts,
    draw_pictures,
    places_of,
    render_all,
    render_changed,
)
from sysbench_archive.commands.reproductions import unknown_originals
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
from sysbench_archive.ledger import record_problems
from sysbench_archive.problems import Problem, has_errors
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
        draw_charts(job.archive)
    with job.stage("pictures"):
        draw_pictures(job.archive)
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
        sources = Sources(surveys, curated, records)
        written = publish(job.archive, sources, job.store, job.executor, last)
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


def _render(job: Build, changed: set[str], *, whole: bool) -> None:
    parts = list(places_of(changed))
    where = job.archive, job.out, job.base_url
    if whole or len(parts) > MAX_PARTS or not (job.out / "index.html").is_file():
        render_all(*where)
    else:
        render_changed(*where, changed)


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
