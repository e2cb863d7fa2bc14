"""`record`: write the publication record's rows for new and changed bundles.

A published row of a bundle stays; another reading of the same bytes adds one, with a reason and
with the figures as they were. Changed bytes are refused: those are `correct`'s.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from sysbench_archive.build.archive import (
    Archive,
    read_index,
    read_records,
    write_record,
)
from sysbench_archive.build.campaigns import record_campaigns
from sysbench_archive.build.git import Repository
from sysbench_archive.build.kept_revisions import keep
from sysbench_archive.build.recording import record_comparisons
from sysbench_archive.build.store import Work
from sysbench_archive.build.survey import survey_archive
from sysbench_archive.build.write_lists import record_shared_pages
from sysbench_archive.commands.checkout import archive_here, work_on
from sysbench_archive.commands.console import CLEAN, PROBLEMS, Arguments, answer, as_text
from sysbench_archive.ledger.events import NotRecordableError, recorded, reparsed
from sysbench_archive.ledger.record import (
    FOLDER,
    STALE,
    Figures,
    Identity,
    Row,
    difference,
    digest_of,
    is_withdrawn,
    published_figures,
)
from sysbench_archive.problems import Problem, UsageError, has_errors


@dataclass(frozen=True, slots=True)
class Reading:
    """Why published bytes are read anew, and a site built by the program that read them before.

    `base` is the commit that counts as published.
    """

    reason: str = ""
    before: Path | None = None
    base: str | None = None


@dataclass
class _Recorder:
    """Finds the rows of bundles; nothing is written before all of them are found.

    `problems` are changes that are forbidden, `former` figures that are read differently now.
    """

    archive: Archive
    reading: Reading
    day: str
    problems: list[Problem] = field(default_factory=list)
    former: dict[tuple[str, int], Figures] = field(default_factory=dict)

    @cached_property
    def published(self) -> frozenset[str]:
        """The bundles whose record is published."""
        return Repository(self.archive.root).recorded(self.reading.base)

    def rows(self, name: str, identity: Identity, rows: Sequence[Row]) -> tuple[Row, ...]:
        """The rows of a bundle; `problems` says why they may not change."""
        reading, repository = self.reading, Repository(self.archive.root)
        if not rows and name in self.published:
            # Its file was removed, and what it said is published.
            rows = repository.binding(name, rows, reading.base)
        changes = bool(rows) and difference(rows[-1], identity) and not is_withdrawn(rows)
        try:
            if changes and reading.reason and rows[-1].swhid == identity.swhid:
                new = reparsed(rows, identity, self.day, reading.reason)
                self.former[name, rows[-1].revision] = self._figures(name, rows[-1])
                return new
            fixed = len(repository.binding(name, rows, reading.base)) if changes else 0
            return recorded(rows, identity, self.day, fixed=fixed)
        except NotRecordableError as error:
            self.problems.append(STALE.at(f"{FOLDER}/{name}.csv", str(error)))
            return tuple(rows)

    def _figures(self, name: str, row: Row) -> Figures:
        """The figures as published before, out of a site built by the earlier program."""
        site = self.reading.before or self.archive.derived / "static"
        path = site / "api" / "v1" / "bundles" / f"{name}.json"
        try:
            figures = published_figures(path.read_bytes()) if path.is_file() else {}
        except ValueError:
            figures = {}
        if digest_of(figures) != row.figures_sha256:
            raise UsageError(
                f"{path} does not hold the figures of revision {row.revision}; build the site"
                " with the earlier program and name its folder with --before"
            )
        return figures


def record(
    archive: Archive,
    names: Sequence[str],
    work: Work,
    *,
    reading: Reading = Reading(),
    published: Path | None = None,
) -> tuple[list[str], list[Problem]]:
    """Write rows for the named bundles, or all: the changed paths, or why it is forbidden.

    `published` is the index of a published site, whose pages keep their addresses. Which
    comparisons share a page, and which pages span bundles, is only recorded with all bundles.
    """
    if published and names:
        raise UsageError("pages that span bundles are recorded with all bundles; name none")
    shared = read_index(published).pages if published else []
    if missing := sorted(set(names) - {folder.name for folder in archive.bundles()}):
        raise UsageError(f"no such bundle in data/results: {', '.join(missing)}")
    surveys = survey_archive(archive, work)
    chosen = [survey for survey in surveys if not names or survey.id in names]
    problems = sorted({problem for survey in chosen for problem in survey.problems})
    records, faults = read_records(archive)
    problems += faults
    if has_errors(problems):
        return [], problems
    recorder = _Recorder(archive, reading, work.today.isoformat())
    new = {
        s.id: recorder.rows(s.id, s.identity, records.get(s.id, ())) for s in chosen if s.identity
    }
    if recorder.problems:
        return [], [*problems, *recorder.problems]
    for (name, number), figures in recorder.former.items():
        keep(archive, name, number, files={}, figures=figures)
    changed = [write_record(archive, n, rows) for n, rows in new.items() if rows != records.get(n)]
    changed += record_comparisons(
        archive, surveys, records | new, work, base=reading.base, names=names
    )
    if not names:
        changed += record_shared_pages(archive, surveys, shared)
        changed += record_campaigns(archive, surveys)
    return changed, problems


def run(arguments: Arguments) -> int:
    """Run the command; the exit code."""
    archive = archive_here()
    reading = Reading(arguments.reason, arguments.before, arguments.base)
    with work_on(archive) as work:
        changed, problems = record(
            archive, arguments.bundles, work, reading=reading, published=arguments.published
        )
    if has_errors(problems):
        answer(as_text(problems))
        return PROBLEMS
    for path in changed:
        answer(f"wrote {path}")
    answer(f"{len(changed)} files of the publication record changed")
    return CLEAN
