"""The rows that `record` writes: a first row for new bundles, one more where bytes are read anew.

A published row stays; another reading of the same bytes adds one, with a reason and with the
figures as they were. Changed bytes are refused: those are `correct`'s.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from sysbench_archive.build.archive import Archive
from sysbench_archive.build.git import Repository
from sysbench_archive.build.histories import keep
from sysbench_archive.build.survey import Survey
from sysbench_archive.ledger import (
    FOLDER,
    STANDING,
    Figures,
    Identity,
    NotRecordableError,
    Row,
    digest_of,
    is_withdrawn,
    published_figures,
    recorded,
    reparsed,
)
from sysbench_archive.ledger.record import STALE
from sysbench_archive.model.history import RevisionStanding
from sysbench_archive.problems import Problem, UsageError

FIRST_REASON = "first published"


@dataclass(frozen=True, slots=True)
class Reading:
    """Why published bytes are read anew, and a site built by the program that read them before.

    `base` is the commit that counts as published; `standing` what new rows are.
    """

    reason: str = ""
    before: Path | None = None
    base: str | None = None
    standing: RevisionStanding = STANDING


@dataclass(slots=True)
class Recorder:
    """Finds the rows of bundles; nothing is written before all of them are found.

    `problems` are changes that are forbidden, `former` figures that are read differently now.
    """

    archive: Archive
    reading: Reading
    day: str
    problems: list[Problem] = field(default_factory=list)
    former: dict[tuple[str, int], Figures] = field(default_factory=dict)

    def rows(self, survey: Survey, rows: Sequence[Row]) -> tuple[Row, ...]:
        """The rows of a bundle; `problems` says why they may not change."""
        identity = survey.identity
        if identity is None:
            return tuple(rows)
        try:
            if self.reading.reason and rows and _read_anew(rows[-1], identity):
                return self._read_anew(survey.id, rows, identity)
            return self._recorded(survey.id, rows, identity)
        except NotRecordableError as error:
            self.problems.append(STALE.at(f"{FOLDER}/{survey.id}.csv", str(error)))
            return tuple(rows)

    def _read_anew(self, name: str, rows: Sequence[Row], identity: Identity) -> tuple[Row, ...]:
        reading = self.reading
        new = reparsed(rows, identity, self.day, reading.reason, standing=reading.standing)
        self.former[name, rows[-1].revision] = self._figures(name, rows[-1])
        return new

    def _recorded(self, name: str, rows: Sequence[Row], identity: Identity) -> tuple[Row, ...]:
        standing = self.reading.standing
        try:
            return recorded(rows, identity, self.day, FIRST_REASON, standing=standing)
        except NotRecordableError:
            if is_withdrawn(rows):
                raise
            repository = Repository(self.archive.root)
            fixed = len(repository.binding(name, rows, self.reading.base))
            return recorded(rows, identity, self.day, FIRST_REASON, standing=standing, fixed=fixed)

    def _figures(self, name: str, row: Row) -> Figures:
        """The figures as published before, out of a site built by the earlier program."""
        site = self.reading.before or self.archive.derived / "static"
        path = site / "api" / "v1" / "bundles" / f"{name}.json"
        if not path.is_file():
            path = site / "results" / name / "index.json"
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

    def keep(self) -> None:
        """Write the figures that are read differently now as they were published."""
        for (name, number), figures in self.former.items():
            keep(self.archive, name, number, files={}, figures=figures)


def _read_anew(row: Row, identity: Identity) -> bool:
    return row.swhid == identity.swhid and row.figures_sha256 != identity.figures_sha256
