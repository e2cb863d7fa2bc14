"""What a schema finds wrong is said in words that tell what to write instead."""

from pathlib import Path

import pytest
from fixtures import FOLDER

from sysbench_archive.bundle.schema import schema_problems
from sysbench_archive.bundle.strict_yaml import read_yaml

BUNDLE = FOLDER / "file-mode" / "pass" / "2026-01-raw-output" / "bundle.yaml"
_PARTS = Path(__file__).with_name("schema_messages.txt").read_text().split("\n\n")[1:]
TABLE = [part.strip("\n").split("\n") for part in _PARTS]


def told(text: str) -> list[str]:
    document = read_yaml(text.encode(), "b")
    assert not document.problems
    problems = schema_problems(document, "bundle-1")
    return [f"{p.pointer}: {p.code} {p.message}" for p in problems]


@pytest.mark.parametrize(("change", "message"), TABLE, ids=[row[0] for row in TABLE])
def test_a_fault_is_told_once_and_exactly(change: str, message: str) -> None:
    text = BUNDLE.read_text()
    old, _, new = change.replace("\\n", "\n").partition(" ->")
    assert old in text
    assert told(text.replace(old, new.removeprefix(" "), 1)) == [message]


def test_a_state_may_stand_for_any_fact() -> None:
    text = BUNDLE.read_text()
    states = ("{unavailable: lscpu does not exist}", "unrecorded", "{rest: unrecorded}")
    for state in states:
        assert told(text.replace("cpu: unrecorded", f"cpu: {state}")) == []


def test_figures_need_a_source_and_no_raw_file() -> None:
    text = BUNDLE.read_text().replace("raw-output", "published-table", 1)
    refused = "schema-value not allowed with this evidence"
    assert told(text) == [
        "/source: schema-missing required field 'source' is missing",
        f"/runs/0/file: {refused} (got 'raw/t1.txt', expected no such field)",
        f"/runs/1/file: {refused} (got 'raw/t2.txt', expected no such field)",
    ]


def test_a_flood_of_unknown_fields_is_told_briefly() -> None:
    flood = "".join(f"field_{number}: x\n" for number in range(5000))
    found = told(BUNDLE.read_text() + flood)
    assert len(found) == 21
    assert ": schema-unknown more unknown fields (got 4980, expected none)" in found
