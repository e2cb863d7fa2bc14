"""`correct`: record edited published bundles as new revisions.

The bytes as published go to `data/revisions/` with their figures, and the record gets a row that
says why. What would break an existing citation is refused.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from sysbench_archive.build.archive import Archive, record_files, write_record
from sysbench_archive.build.kept_revisions import keep, published_rows, published_state
from sysbench_archive.build.places import Place
from sysbench_archive.build.recording import record_resting
from sysbench_archive.build.store import Work
from sysbench_archive.build.survey import survey_all
from sysbench_archive.bundle.figures import FILE, write_figures
from sysbench_archive.bundle.load import load_bundle
from sysbench_archive.commands.added_figures import rows_with_more
from sysbench_archive.commands.checkout import archive_here, work_on
from sysbench_archive.commands.console import CLEAN, PROBLEMS, Arguments, answer, as_text
from sysbench_archive.ledger.events import NotRecordableError, corrected
from sysbench_archive.ledger.record import Row
from sysbench_archive.problems import Problem, UsageError, has_errors


def correct(
    archive: Archive, name: str, reason: str, work: Work, base: str | None = None
) -> tuple[Row | None, list[Problem]]:
    """Record the edited bundle as a new revision: its row, or what is wrong with the bundle."""
    rows, problems = correct_each(archive, [name], reason, work, base)
    return rows.get(name), problems


def correct_each(
    archive: Archive, names: Sequence[str], reason: str, work: Work, base: str | None = None
) -> tuple[dict[str, Row], list[Problem]]:
    """Record edited bundles as new revisions: their rows, or none and what is wrong with them."""
    published = {name: published_rows(archive, name, base) for name in names}
    places = [Place(folder, archive.label(folder)) for folder in _folders(archive, names)]
    surveys = list(survey_all(places, work))
    problems = [problem for survey in surveys for problem in survey.problems]
    identities = {survey.id: survey.identity for survey in surveys if survey.identity}
    if len(identities) < len(names) or has_errors(problems):
        return {}, problems
    new: dict[str, tuple[Row, ...]] = {}
    for name, rows in published.items():
        try:
            new[name] = corrected(rows, identities[name], work.today.isoformat(), reason)
        except NotRecordableError as error:
            raise UsageError(f"{name}: {error}") from None
    for name, rows in published.items():
        files, figures = published_state(archive, name, rows[-1])
        keep(archive, name, rows[-1].revision, files=files, figures=figures)
        write_record(archive, name, new[name])
    record_resting(archive, names, work, base)
    return {name: rows[-1] for name, rows in new.items()}, problems


def add_figures(archive: Archive, name: str, originals: Path) -> int:
    """Add to figures.csv what the original files print besides; the number of runs with more."""
    (folder,) = _folders(archive, [name])
    loaded = load_bundle(folder, archive.label(folder)).bundle
    if loaded is None or loaded.evidence != "linked-output":
        raise UsageError(f"{name} has no linked output that can be read again")
    rows = list(rows_with_more(loaded, originals))
    more = [len(row[1]) > len(run.figures) for row, run in zip(rows, loaded.runs, strict=True)]
    if any(more):
        (folder / FILE).write_text(write_figures(rows), encoding="utf-8")
    return sum(more)


def _folders(archive: Archive, names: Sequence[str]) -> list[Path]:
    folders = [archive.results / name for name in names]
    for folder in folders:
        if not folder.is_dir():
            raise UsageError(f"no such bundle in data/results: {folder.name}")
    return folders


def run(arguments: Arguments) -> int:
    """Run the command; the exit code."""
    archive, names = archive_here(), list(dict.fromkeys(arguments.bundles))
    if arguments.originals:
        for name in names:
            more = add_figures(archive, name, arguments.originals)
            answer(f"{name}: {more} runs have more figures")
    with work_on(archive) as work:
        rows, problems = correct_each(archive, names, arguments.reason, work, arguments.base)
    if not rows:
        answer(as_text(problems))
        return PROBLEMS
    for name, row in rows.items():
        answer(f"{name} is revision {row.revision} now; revision {row.revision - 1} is kept")
    folders = " ".join(f"data/results/{name} data/revisions/{name}" for name in names)
    answer(f"Commit:\n  git add {folders} {record_files(archive)}")
    return CLEAN
