"""What the program makes of a form: a bundle or complaints, in a record that fits its schema."""

import json
from datetime import date
from pathlib import Path
from typing import Any

from msgspec import to_builtins

from markdown_tokens import ACTIVE, tokens
from sysbench_archive.build.archive import Archive
from sysbench_archive.bundle.strict_yaml import read_yaml
from sysbench_archive.commands.intake import MAX_INTAKE, Issue, intake
from sysbench_archive.intake.form import HEADINGS, IntakeRecord, message
from sysbench_archive.model.base import as_record

TODAY = date(2026, 11, 20)
NAME = "2026-11-mariadb-10-11-oltp-read-only-issue-12"
Record = dict[str, Any]


def made(text: str, folder: Path = Path("/nonexistent"), author: str = "ada-example") -> Record:
    found = intake(Archive(folder), Issue(12, text, author), TODAY)
    record: Record = to_builtins(found)
    assert as_record(record, IntakeRecord) == found
    assert len(json.dumps(record).encode()) <= MAX_INTAKE
    assert_inert(message(found))
    return record


def assert_inert(page: str) -> None:
    found = tokens(page)
    assert not {*ACTIVE, "table_open"} & {token.type for token in found}
    assert len([token for token in found if token.type == "html_block"]) == 1
    assert "@" not in "".join(token.content for token in found if token.type == "text")


def texts(record: Record) -> dict[str, str]:
    files: dict[str, str] = record["files"]
    return files


def document(record: Record) -> Record:
    path = f"data/results/{record['bundle']}/bundle.yaml"
    value = read_yaml(texts(record)[path].encode(), "").value
    assert isinstance(value, dict)
    return value


def complaints(text: str) -> list[tuple[str, str]]:
    record = made(text)
    assert record["bundle"] is None
    assert record["files"] == {}
    assert record["problems"]
    return [(HEADINGS.get(p["pointer"], ""), p["message"]) for p in record["problems"]]
