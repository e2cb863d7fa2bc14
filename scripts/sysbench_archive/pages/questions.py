"""Questions with the SQL that answers them, and their answers by the tables as published.

A file of `pages/questions/` is a question: comments at its top are the question and, behind a
line without words, what to know of the answer; the rest is the query, which reads the tables as
files of the folder it runs in. A column `path` is where the first cell of its row leads to.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Any

from sysbench_archive.model.base import Record, Reference
from sysbench_archive.pages.kinds import SearchDocument

_FOLDER = Path(__file__).parent / "questions"
_PAGE = "/api/questions/"
_COMMENT = "--"
_MEMORY = "256MB"
_LINK = "path"
_NUMBERS = ("INT", "DOUBLE", "DECIMAL", "FLOAT")
"""What names of DuckDB's types of numbers hold."""


class Question(Record):
    """A question, the SQL that answers it, and its answer by the tables as published."""

    id: str
    """Place on the page."""
    title: str
    """The question."""
    note: str
    """What to know of the answer; else empty."""
    sql: str
    """The query."""
    columns: list[str]
    """Columns of the answer."""
    figures: list[bool]
    """Whether each holds numbers."""
    rows: list[list[str]]
    """Rows of the answer: values as text, empty for null."""
    paths: list[str]
    """Page that each row leads to; else empty."""


def question_files() -> list[Path]:
    """The questions in order."""
    return sorted(_FOLDER.glob("*.sql"))


def question_documents() -> list[SearchDocument]:
    """Every question for the search, by what to know of its answer as well."""
    return [
        SearchDocument(
            kind="question",
            path=f"{_PAGE}#{place}",
            title=title,
            text=note.replace("`", ""),
            words="SQL",
        )
        for place, title, note, _ in _read_questions()
    ]


@cache
def _read_questions() -> list[tuple[str, str, str, str]]:
    """Id, question, what to know of its answer and query of each."""
    return [(_id_of(path), *read_question(path.read_text("utf-8"))) for path in question_files()]


def questions_on(name: str) -> list[Reference]:
    """The questions that name a setting."""
    named = re.compile(rf"\b{re.escape(name)}\b")
    return [
        Reference(path=f"{_PAGE}#{place}", title=title)
        for place, title, _, sql in _read_questions()
        if named.search(title) or named.search(sql)
    ]


def _id_of(path: Path) -> str:
    return path.stem.partition("-")[2]


def answered_questions(tables: Path) -> list[Question]:
    """Every question with its answer; `tables` is the folder with the downloads."""
    # Heavy, and needed once in a build.
    import duckdb

    # One thread, so that sums of fractions come out the same everywhere.
    settings: dict[str, str | bool | int | float | list[str]] = {
        "threads": 1,
        "memory_limit": _MEMORY,
        "file_search_path": str(tables),
    }
    with duckdb.connect(config=settings) as connection:
        return [_answered(connection, path) for path in question_files()]


def _answered(connection: Any, path: Path) -> Question:
    title, note, sql = read_question(path.read_text("utf-8"))
    answer = connection.execute(sql)
    columns = [entry[0] for entry in answer.description]
    kinds = [str(entry[1]) for entry in answer.description]
    rows = answer.fetchall()
    link = columns.index(_LINK) if _LINK in columns else None
    shown = [at for at in range(len(columns)) if at != link]
    return Question(
        id=_id_of(path),
        title=title,
        note=note,
        sql=sql,
        columns=[columns[at] for at in shown],
        figures=[any(word in kinds[at] for word in _NUMBERS) for at in shown],
        rows=[[_text(row[at]) for at in shown] for row in rows],
        paths=["" if link is None else row[link] or "" for row in rows],
    )


def read_question(text: str) -> tuple[str, str, str]:
    """The question, what to know of its answer, and the query."""
    lines = text.splitlines()
    at = next(number for number, line in enumerate(lines) if not line.startswith(_COMMENT))
    title, _, note = "\n".join(
        line.removeprefix(_COMMENT).strip() for line in lines[:at]
    ).partition("\n\n")
    return " ".join(title.split()), " ".join(note.split()), "\n".join(lines[at:]).strip()


def _text(value: object) -> str:
    """A value as its cell shows it."""
    if value is None:
        return ""
    return str(value).removesuffix(".0") if isinstance(value, float) else str(value)
