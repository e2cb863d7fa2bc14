"""A bundle that names another as superseded: the older one's pages lead to it."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest

from sysbench_archive.build.archive import Archive
from sysbench_archive.build.store import Store
from sysbench_archive.build.supersession import (
    successors_of,
    supersession_notices,
    wrongly_superseded,
)
from sysbench_archive.build.survey import Place, Survey, survey_all
from sysbench_archive.model.base import Reference

OLDER, LATER = "2026-01-two-servers", "2026-01-two-servers-again"
FIXTURE = Path(__file__).parents[1] / "rules" / "supersedes-unknown" / "pass" / "archive"


@pytest.fixture
def surveys(tmp_path: Path) -> list[Survey]:
    archive = Archive(FIXTURE)
    places = [Place(folder, archive.label(folder)) for folder in archive.bundles()]
    with ThreadPoolExecutor(1) as workers:
        return list(survey_all(places, Store(tmp_path), date(2026, 1, 31), workers))


def test_the_older_result_leads_to_the_later_one(surveys: list[Survey]) -> None:
    (later,) = (s.entry for s in surveys if s.id == LATER)
    assert later
    found = successors_of(surveys)
    assert found == {OLDER: [Reference(path=f"/results/{LATER}/", title=later.title)]}
    titles = {OLDER: "First", LATER: later.title}
    assert supersession_notices([OLDER, LATER], titles, found) == [
        f"“First” is superseded by “{later.title}”."
    ]


def test_a_bundle_with_errors_supersedes_nothing(surveys: list[Survey]) -> None:
    assert successors_of([replace(s, entry=None) for s in surveys]) == {}


def test_what_is_named_has_to_be_another_bundle(surveys: list[Survey]) -> None:
    assert list(wrongly_superseded(surveys, "data/results")) == []
    (problem,) = wrongly_superseded([s for s in surveys if s.id == LATER], "data/results")
    assert (problem.code, problem.pointer) == ("supersedes-unknown", "/supersedes/0")
