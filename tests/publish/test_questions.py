"""Questions are read from their files, and answered by whatever tables there are."""

from __future__ import annotations

from pathlib import Path

import pytest

from sysbench_archive.pages.questions import (
    answered_questions,
    question_files,
    read_question,
)
from written_tables import downloads, write_rows


def test_a_question_is_its_comment_its_note_and_its_query() -> None:
    text = "-- Which is\n-- fastest?\n--\n-- Look\n-- twice.\nSELECT 1 -- one\nLIMIT 2\n"
    assert read_question(text) == ("Which is fastest?", "Look twice.", "SELECT 1 -- one\nLIMIT 2")
    assert read_question("-- Why?\nSELECT 1") == ("Why?", "", "SELECT 1")


@pytest.fixture(scope="module")
def empty(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The tables of an archive that has nothing yet."""
    folder = tmp_path_factory.mktemp("downloads")
    write_rows(folder)
    return downloads(folder)


def test_an_archive_without_runs_has_every_question_and_no_answer(empty: Path) -> None:
    """So every query is sound, and names columns that there are."""
    found = answered_questions(empty)
    assert [question.id for question in found] == [
        path.stem.partition("-")[2] for path in question_files()
    ]
    assert len(found) == 11
    assert all(question.rows == [] and question.columns for question in found)
    assert len({question.id for question in found}) == 11


def test_an_answer_shows_numbers_as_they_are_and_leads_to_a_page(
    empty: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    query = tmp_path / "01-one.sql"
    query.write_text(
        "-- Is it?\nSELECT 'a' AS name, NULL AS none, 2.0::DOUBLE AS whole, 2.5 AS part,"
        " 7 AS count, '/results/x/' AS path LIMIT 1"
    )
    monkeypatch.setattr("sysbench_archive.pages.questions.question_files", lambda: [query])
    (question,) = answered_questions(empty)
    assert question.columns == ["name", "none", "whole", "part", "count"]
    assert question.rows == [["a", "", "2", "2.5", "7"]]
    assert question.paths == ["/results/x/"]
    assert question.figures[2:] == [True, True, True]
    assert question.figures[0] is False
