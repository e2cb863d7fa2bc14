"""The home page of the whole archive: its answers, and where they lead."""

from __future__ import annotations

import pytest

from built_sites import ROOT
from surveyed_archive import Surveyed
from sysbench_archive.model.result import ResultRecord
from sysbench_archive.pages.comparison.prose import ContrastFinder, contrast_text
from sysbench_archive.pages.home import (
    HomeDefinition,
    answer_bundles,
    filled_answers,
    prose_of,
    read_home,
)
from sysbench_archive.rules.prose import ProseFigures, check_prose

QUESTIONS = 5


@pytest.fixture(scope="module")
def home() -> HomeDefinition:
    return read_home(ROOT)


@pytest.fixture(scope="module")
def results(surveyed: Surveyed, home: HomeDefinition) -> dict[str, ResultRecord]:
    keys = {survey.id: survey.key for survey in surveyed.surveys}
    named = answer_bundles((*home.pairs, *home.asked))
    found = {name: surveyed.store.need(keys[name]).result for name in named}
    return {name: result for name, result in found.items() if result}


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
    finder = ContrastFinder("", results, [])
    figures = ProseFigures(find=finder.find, write=contrast_text, headline={})
    texts = [prose_of(answer) for answer in (*home.pairs, *home.asked)]
    assert list(check_prose("content/_index.md", texts, figures)) == []
