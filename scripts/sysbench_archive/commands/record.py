"""`record`: write the publication record's rows for bundles that are new or have changed."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from concurrent.futures import Executor
from datetime import date

from sysbench_archive.commands.archive import Archive
from sysbench_archive.commands.check import read_records
from sysbench_archive.commands.formats import as_text
from sysbench_archive.commands.store import Store, engine_digest
from sysbench_archive.commands.survey import Place, survey_all
from sysbench_archive.commands.verb import (
    CLEAN,
    PROBLEMS,
    Arguments,
    UsageError,
    Verb,
    answer,
    archive_here,
    store_of,
    workers,
)
from sysbench_archive.commands.verb import today as this_day
from sysbench_archive.ledger import recorded, write_rows
from sysbench_archive.problems import Problem, has_errors

FIRST_REASON = "first published"


def record(
    archive: Archive, names: Sequence[str], store: Store, today: date, executor: Executor
) -> tuple[list[str], list[Problem]]:
    """Write rows for the named bundles, or all: the changed paths, or why it is forbidden."""
    folders = [f for f in archive.bundles() if not names or f.name in names]
    if missing := sorted(set(names) - {folder.name for folder in folders}):
        raise UsageError(f"no such bundle in data/results: {', '.join(missing)}")
    places = [Place(folder, archive.label(folder)) for folder in folders]
    surveys = list(survey_all(places, store, engine_digest(), today, executor))
    problems = sorted({problem for survey in surveys for problem in survey.problems})
    records, faults = read_records(archive)
    problems += faults
    if has_errors(problems):
        return [], problems
    changed = []
    for survey in surveys:
        rows = records.get(survey.id, ())
        if survey.identity is None:
            continue
        new = recorded(rows, survey.identity, today.isoformat(), FIRST_REASON)
        if new != tuple(rows):
            path = archive.ledger / f"{survey.id}.csv"
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(write_rows(new), encoding="utf-8")
            changed.append(archive.label(path))
    return changed, problems


def _takes(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("bundles", metavar="BUNDLE", nargs="*", help="bundle ids; all if none")


def _run(arguments: Arguments) -> int:
    archive = archive_here()
    with store_of(archive) as store, workers() as executor:
        changed, problems = record(archive, arguments.bundles, store, this_day(), executor)
    if has_errors(problems):
        answer(as_text(problems))
        return PROBLEMS
    for path in changed:
        answer(f"wrote {path}")
    answer(f"{len(changed)} files of the publication record changed")
    return CLEAN


VERB = Verb("write the publication record of bundles", _takes, _run)
