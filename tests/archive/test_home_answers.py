"""The home page of the whole archive: its sentence, its answers, and where they lead."""

from __future__ import annotations

import pytest

from built_sites import ROOT
from surveyed_archive import Surveyed
from sysbench_archive.bundle.home import prose_of, read_home
from sysbench_archive.derive.decade import counted_lengths, decade_points
from sysbench_archive.derive.decade_words import (
    ASKED_PAIRS,
    agreed_points,
    finding_text,
    pair_answers,
)
from sysbench_archive.derive.home import answer_bundles, answer_finder, filled_answers
from sysbench_archive.derive.prose import contrast_text
from sysbench_archive.model.decade import DecadePoint
from sysbench_archive.model.home import HomeDefinition
from sysbench_archive.model.result import ResultRecord
from sysbench_archive.rules.prose import ProseFigures, check_prose

QUESTIONS = 5


@pytest.fixture(scope="module")
def home() -> HomeDefinition:
    return read_home(ROOT)


@pytest.fixture(scope="module")
def points(surveyed: Surveyed) -> list[DecadePoint]:
    return decade_points(
        [point for survey in surveyed.surveys for point in survey.points],
        counted_lengths(release for survey in surveyed.surveys for release in survey.counted),
    )


@pytest.fixture(scope="module")
def results(surveyed: Surveyed, home: HomeDefinition) -> dict[str, ResultRecord]:
    keys = {survey.id: survey.key for survey in surveyed.surveys}
    named = answer_bundles((*home.pairs, *home.asked))
    found = {name: surveyed.store.need(keys[name]).result for name in named}
    return {name: result for name, result in found.items() if result}


def test_the_finding_is_what_the_points_say(points: list[DecadePoint]) -> None:
    """The sentence, put together again from the points; each range is on one side of 1."""
    text = finding_text(points)
    assert text.startswith("With one client, MySQL ")
    agreed = [point for row in ("one", "many") for point in agreed_points(points, row)]
    assert agreed
    assert ("; with many clients, " in text) == any(point.row == "many" for point in agreed)
    for point in agreed:
        assert point.machines >= 2
        assert (point.low or 1) > 1 or (point.high or 1) < 1
        share = f"{abs(point.ratio - 1) * 100:.0f} % {'more' if point.ratio > 1 else 'fewer'}"
        assert f"{point.series} runs {share}" in text


def test_every_row_shows_both_products_to_their_newest(points: list[DecadePoint]) -> None:
    for row in ("one", "many", "instructions"):
        shown = {(p.product, p.series) for p in points if p.row == row}
        assert {"mysql", "mariadb"} <= {product for product, _ in shown}
        assert ("mysql", "9.7") in shown
        assert ("mariadb", "11.4") in shown


def test_the_upgrades_asked_for_most_are_answered(surveyed: Surveyed) -> None:
    measured = [point for survey in surveyed.surveys for point in survey.points]
    assert len(pair_answers(measured)) == len(ASKED_PAIRS)


def test_every_answer_has_its_figures(
    home: HomeDefinition, results: dict[str, ResultRecord]
) -> None:
    assert len(home.asked) == QUESTIONS
    answers = filled_answers((*home.pairs, *home.asked), results)
    assert len(answers) == len(home.pairs) + QUESTIONS
    assert not [one.title for one in answers if "{" in one.answer]


def test_no_answer_states_what_its_figures_do_not_support(
    home: HomeDefinition, results: dict[str, ResultRecord]
) -> None:
    finder = answer_finder(list(results), results)
    figures = ProseFigures(find=finder.find, write=contrast_text, headline={})
    texts = [prose_of(answer) for answer in (*home.pairs, *home.asked)]
    assert list(check_prose("content/_index.md", texts, figures)) == []
