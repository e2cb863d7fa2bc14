"""`record`: write the publication record's rows for new and changed bundles."""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from sysbench_archive.build.archive import (
    Archive,
    published_shared_pages,
    read_records,
)
from sysbench_archive.build.campaigns import archive_campaigns, record_campaigns
from sysbench_archive.build.checking import curated_of
from sysbench_archive.build.comparison_records import archive_states
from sysbench_archive.build.places import Place
from sysbench_archive.build.recording import (
    ComparisonRecorder,
    Reading,
    Recorder,
    record_resting_on,
    record_shown,
)
from sysbench_archive.build.store import Store, store_of
from sysbench_archive.build.survey import Survey, survey_all
from sysbench_archive.build.write_lists import record_shared_pages
from sysbench_archive.commands.checkout import archive_here, workers
from sysbench_archive.commands.checkout import today as this_day
from sysbench_archive.commands.console import CLEAN, PROBLEMS, Arguments, answer, as_text
from sysbench_archive.ledger.events import made_permanent
from sysbench_archive.ledger.record import Row, write_rows
from sysbench_archive.problems import Problem, UsageError, has_errors


def record(
    archive: Archive,
    names: Sequence[str],
    store: Store,
    *,
    today: date,
    executor: Executor,
    reading: Reading | None = None,
    published: Path | None = None,
) -> tuple[list[str], list[Problem]]:
    """Write rows for the named bundles, or all: the changed paths, or why it is forbidden.

    `published` is the index of a published site, whose pages keep their addresses.
    """
    shared = _shared_pages(published, names)
    folders = [f for f in archive.bundles() if not names or f.name in names]
    if missing := sorted(set(names) - {folder.name for folder in folders}):
        raise UsageError(f"no such bundle in data/results: {', '.join(missing)}")
    places = [Place(folder, archive.label(folder)) for folder in folders]
    surveys = list(survey_all(places, store, today, executor))
    problems = sorted({problem for survey in surveys for problem in survey.problems})
    records, faults = read_records(archive)
    problems += faults
    if has_errors(problems):
        return [], problems
    recorder = Recorder(archive, reading or Reading(), today.isoformat())
    new = {s.id: recorder.rows(s, records.get(s.id, ())) for s in surveys if s.identity}
    if recorder.problems:
        return [], [*problems, *recorder.problems]
    recorder.keep()
    if recorder.reading.standing == "permanent" and not names:
        # Also of what was withdrawn, or is compared no longer.
        new |= {name: made_permanent(rows) for name, rows in records.items() if name not in new}
    changed = [_write_record(archive, n, r) for n, r in new.items() if r != records.get(n, ())]
    work = _Comparisons(archive, recorder, surveys, records | new, store, today, executor)
    changed += work.of_bundles(names) if names else work.of_all(shared)
    return list(dict.fromkeys(changed)), problems


@dataclass(frozen=True, slots=True)
class _Comparisons:
    """Writes the rows of comparisons once those of bundles stand."""

    archive: Archive
    recorder: Recorder
    surveys: Sequence[Survey]
    records: Mapping[str, Sequence[Row]]
    store: Store
    today: date
    executor: Executor

    def of_bundles(self, names: Sequence[str]) -> list[str]:
        """The files that change where only these bundles were looked at."""
        return record_resting_on(
            self.compared(),
            names,
            self.surveys,
            self.records,
            store=self.store,
            today=self.today,
            executor=self.executor,
        )

    def of_all(self, shared: Sequence[str]) -> list[str]:
        """The files that change where every bundle was looked at.

        Which comparisons share a page, and which pages span bundles, is known only then. `shared`
        are those that were published.
        """
        archive, surveys, records, store = self.archive, self.surveys, self.records, self.store
        curated = curated_of(archive, surveys, records)
        states = archive_states(surveys, curated, records, store)
        compared = self.compared()
        changed = compared.record(states.values(), records)
        if compared.standing == "permanent":
            changed += compared.make_permanent()
        changed += record_shared_pages(archive, surveys, shared)
        changed += record_campaigns(archive, surveys)
        campaigns = archive_campaigns(archive, surveys)
        keys = {survey.id: survey.key for survey in surveys}
        return changed + record_shown(compared, campaigns, keys, records, states, store)

    def compared(self) -> ComparisonRecorder:
        given = self.recorder.reading
        return ComparisonRecorder(self.archive, self.recorder.day, given.standing, given.base)


def _shared_pages(published: Path | None, names: Sequence[str]) -> Sequence[str]:
    """The pages that span bundles in the index of a published site."""
    if published and names:
        raise UsageError("pages that span bundles are recorded with all bundles; name none")
    return published_shared_pages(published) if published else []


def _write_record(archive: Archive, name: str, rows: Sequence[Row]) -> str:
    path = archive.ledger / f"{name}.csv"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(write_rows(rows), encoding="utf-8")
    return archive.label(path)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("bundles", metavar="BUNDLE", nargs="*", help="bundle ids; all if none")
    parser.add_argument("--reason", default="", help="why published output is read differently")
    parser.add_argument(
        "--before",
        type=Path,
        metavar="SITE",
        help="with --reason: a site the earlier program built",
    )
    parser.add_argument("--base", metavar="REF", help="the commit that counts as published")
    parser.add_argument(
        "--published",
        type=Path,
        metavar="FILE",
        help="addresses.json of the published site: pages that are not made any more get a row",
    )


def run(arguments: Arguments) -> int:
    """Run the command; the exit code."""
    archive = archive_here()
    reading = Reading(arguments.reason, arguments.before, arguments.base)
    with store_of(archive) as store, workers() as executor:
        changed, problems = record(
            archive,
            arguments.bundles,
            store,
            today=this_day(),
            executor=executor,
            reading=reading,
            published=arguments.published,
        )
    if has_errors(problems):
        answer(as_text(problems))
        return PROBLEMS
    for path in changed:
        answer(f"wrote {path}")
    answer(f"{len(changed)} files of the publication record changed")
    return CLEAN
