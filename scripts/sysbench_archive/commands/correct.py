"""`correct`: record an edited published bundle as a new revision.

The bytes as published go to `data/revisions/` with their figures, and the record gets a row that
says why. What would break an existing citation is refused.
"""

from __future__ import annotations

import argparse

from sysbench_archive.build.archive import Archive, write_record
from sysbench_archive.build.histories import keep, published_rows, published_state
from sysbench_archive.build.places import Place
from sysbench_archive.build.recording import record_resting
from sysbench_archive.build.store import Work
from sysbench_archive.build.survey import survey_all
from sysbench_archive.commands.checkout import archive_here, work_on
from sysbench_archive.commands.console import CLEAN, PROBLEMS, Arguments, answer, as_text
from sysbench_archive.ledger.events import NotRecordableError, corrected
from sysbench_archive.ledger.record import Row
from sysbench_archive.problems import Problem, UsageError, has_errors


def correct(
    archive: Archive, name: str, reason: str, work: Work, base: str | None = None
) -> tuple[Row | None, list[Problem]]:
    """Record the edited bundle as a new revision: its row, or what is wrong with the bundle."""
    rows = published_rows(archive, name, base)
    folder = archive.results / name
    if not folder.is_dir():
        raise UsageError(f"no such bundle in data/results: {name}")
    (survey,) = survey_all([Place(folder, archive.label(folder))], work)
    if survey.identity is None or has_errors(survey.problems):
        return None, list(survey.problems)
    try:
        new = corrected(rows, survey.identity, work.today.isoformat(), reason)
    except NotRecordableError as error:
        raise UsageError(f"{name}: {error}") from None
    files, figures = published_state(archive, name, rows[-1])
    keep(archive, name, rows[-1].revision, files=files, figures=figures)
    write_record(archive, name, new)
    record_resting(archive, [name], work, base)
    return new[-1], list(survey.problems)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("bundle", metavar="BUNDLE", help="a bundle id; its folder is edited")
    parser.add_argument("--reason", required=True, help="what was wrong, for readers")
    parser.add_argument("--base", metavar="REF", help="the commit that counts as published")


def run(arguments: Arguments) -> int:
    """Run the command; the exit code."""
    archive, name, reason = archive_here(), arguments.bundle, arguments.reason
    with work_on(archive) as work:
        row, problems = correct(archive, name, reason, work, arguments.base)
    if row is None:
        answer(as_text(problems))
        return PROBLEMS
    answer(f"{name} is revision {row.revision} now; revision {row.revision - 1} is kept. Commit:")
    answer(f"  git add data/results/{name} data/revisions/{name} data/ledger data/comparisons")
    return CLEAN
