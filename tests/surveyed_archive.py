"""Every bundle of the archive, checked and derived as `check` does it, by several processes."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from built_sites import ROOT, today
from sysbench_archive.build.archive import Archive
from sysbench_archive.build.checking import CheckedArchive, check_surveyed
from sysbench_archive.build.store import Outcome, Store, Work
from sysbench_archive.build.survey import Survey, survey_archive

ARCHIVE = Archive(ROOT)


@dataclass(frozen=True, slots=True)
class Surveyed:
    """What is known of every bundle, where their outcomes are kept, and what `check` says."""

    surveys: list[Survey]
    store: Store
    checked: CheckedArchive

    def outcomes(self) -> Iterator[Outcome]:
        """What was made of each bundle, one at a time: together they are large."""
        for survey in self.surveys:
            yield self.store.need(survey.key)


def surveyed(folder: Path) -> Surveyed:
    """Survey the archive of this checkout, into a store of its own."""
    store = Store(folder / "outcomes")
    with ProcessPoolExecutor(2) as workers:
        surveys = survey_archive(ARCHIVE, Work(store, workers, today()))
    return Surveyed(surveys, store, check_surveyed(ARCHIVE, surveys, store))
