"""A bundle that names another as superseded: the older one's pages lead to it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from unittest.mock import Mock

import pytest

from sysbench_archive.build.archive import Archive
from sysbench_archive.build.store import Work
from sysbench_archive.build.survey import Survey, survey_archive
from sysbench_archive.build.write_bundles import (
    successors_of,
    supersession_notices,
)
from sysbench_archive.model.base import bundle_reference
from sysbench_archive.model.comparison import Comparison
from sysbench_archive.rules.archive import unknown_superseded

OLDER, LATER = "2026-01-two-servers", "2026-01-two-servers-again"
FIXTURE = Path(__file__).parents[1] / "rules" / "supersedes-unknown" / "pass" / "archive"


@pytest.fixture
def surveys(work: Work) -> list[Survey]:
    return survey_archive(Archive(FIXTURE), work)


def compared(workload: str) -> Comparison:
    """The matrix comparison of the older bundle's workload."""
    panel = Mock(bundle=bundle_reference(OLDER, ""))
    panel.workload.id = workload
    return Mock(panels=[panel, panel])


def test_the_older_result_leads_to_the_later_one(surveys: list[Survey]) -> None:
    titles = {survey.id: survey.entry.title for survey in surveys if survey.entry}
    found = successors_of(surveys)
    (named,) = found.pop(OLDER)
    assert (named.result.id, named.result.title) == (LATER, titles[LATER])
    assert named.result.claimed_by == ""
    assert found == {}
    sentence = f"“{titles[OLDER]}” is superseded by “{titles[LATER]}”."
    assert supersession_notices(compared("read-only"), successors_of(surveys)) == [sentence]


def test_of_somebody_elses_result_it_is_a_claim(surveys: list[Survey]) -> None:
    """Whoever reads the older result is told who says so."""
    titles = {survey.id: survey.entry.title for survey in surveys if survey.entry}
    others = [replace(s, submitter="Bob Else") if s.id == LATER else s for s in surveys]
    ((named,),) = successors_of(others).values()
    assert named.result.claimed_by == "Bob Else"
    sentence = f"Bob Else says that “{titles[LATER]}” supersedes “{titles[OLDER]}”."
    assert supersession_notices(compared("read-only"), successors_of(others)) == [sentence]


def test_a_workload_that_was_not_measured_again_is_not_superseded(surveys: list[Survey]) -> None:
    assert supersession_notices(compared("connect"), successors_of(surveys)) == []


@pytest.mark.parametrize("broken", [OLDER, LATER])
def test_a_bundle_with_errors_has_no_successor_and_is_none(
    surveys: list[Survey], broken: str
) -> None:
    assert successors_of([replace(s, entry=None) if s.id == broken else s for s in surveys]) == {}


def test_what_is_named_has_to_be_another_bundle(surveys: list[Survey]) -> None:
    mentions = {survey.id: survey.supersedes for survey in surveys}
    assert list(unknown_superseded(mentions, (), "data/results")) == []
    alone = {LATER: mentions[LATER]}
    assert list(unknown_superseded(alone, {OLDER}, "data/results")) == []
    (problem,) = unknown_superseded(alone, (), "data/results")
    assert (problem.code, problem.pointer) == ("supersedes-unknown", "/supersedes/0")
