"""`correct`: a published bundle that its author edited becomes a new revision.

Owns the step: the bytes as they were published go to `data/revisions/`, with their figures, and the
record gets a row that says why. Refuses what would take something from those who cited it.
"""

from __future__ import annotations

import argparse
from concurrent.futures import Executor
from datetime import date

from sysbench_archive.commands.archive import Archive
from sysbench_archive.commands.formats import as_text
from sysbench_archive.commands.repository import Repository
from sysbench_archive.commands.store import Store, engine_digest
from sysbench_archive.commands.superseded import keep, published_state
from sysbench_archive.commands.survey import Place, Survey, survey_all
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
from sysbench_archive.ledger import (
    STANDING,
    NotRecordableError,
    Row,
    Standing,
    corrected,
    write_rows,
)
from sysbench_archive.problems import Problem, has_errors


def correct(
    archive: Archive,
    name: str,
    reason: str,
    store: Store,
    today: date,
    executor: Executor,
    *,
    base: str | None = None,
    standing: Standing = STANDING,
) -> tuple[Row | None, list[Problem]]:
    """Record the edited bundle as a new revision: its row, or what is wrong with the bundle."""
    rows = published_rows(archive, name, base)
    survey = _survey(archive, name, store, today, executor)
    if survey.identity is None or has_errors(survey.problems):
        return None, list(survey.problems)
    day = today.isoformat()
    try:
        new = corrected(rows, survey.identity, day, reason, standing=standing)
    except NotRecordableError as error:
        raise UsageError(f"{name}: {error}") from None
    files, figures = published_state(archive, name, rows[-1])
    keep(archive, name, rows[-1].revision, files, figures)
    (archive.ledger / f"{name}.csv").write_text(write_rows(new), encoding="utf-8")
    return new[-1], list(survey.problems)


def published_rows(archive: Archive, name: str, base: str | None) -> tuple[Row, ...]:
    """The rows of a bundle as they are published. Raises UsageError where there are none.

    A row that is only in this checkout may still change, so an event takes its place.
    """
    repository = Repository(archive.root)
    commit = repository.base(base)
    if commit is None:
        raise UsageError("no git here: what was published before cannot be found")
    rows = repository.rows(name, commit)
    if not rows:
        raise UsageError(
            f"{name} is not published at {commit}; until it is, change or remove it freely and run"
            " `sysbench-archive record`"
        )
    return rows


def _survey(archive: Archive, name: str, store: Store, today: date, executor: Executor) -> Survey:
    folder = archive.results / name
    if not folder.is_dir():
        raise UsageError(f"no such bundle in data/results: {name}")
    places = [Place(folder, archive.label(folder))]
    return next(iter(survey_all(places, store, engine_digest(), today, executor)))


def _takes(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("bundle", metavar="BUNDLE", help="a bundle id; its folder is edited")
    parser.add_argument("--reason", required=True, help="what was wrong, for readers")
    parser.add_argument("--base", metavar="REF", help="the commit that counts as published")


def _run(arguments: Arguments) -> int:
    archive, name = archive_here(), arguments.bundle
    with store_of(archive) as store, workers() as executor:
        row, problems = correct(
            archive, name, arguments.reason, store, this_day(), executor, base=arguments.base
        )
    if row is None:
        answer(as_text(problems))
        return PROBLEMS
    answer(f"{name} is revision {row.revision} now; revision {row.revision - 1} is kept. Commit:")
    answer(f"  git add data/results/{name} data/revisions/{name} data/ledger/{name}.csv")
    return CLEAN


VERB = Verb("record an edited bundle as a new revision", _takes, _run)
