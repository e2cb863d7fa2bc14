"""A bundle of dropped logs: what is asked, what is said, and what is handed out."""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import date
from pathlib import Path

import pytest

from sysbench_archive.intake.check_page import CheckPage
from sysbench_archive.intake.document import MAX_REPORTS
from sysbench_archive.intake.draft import Draft, draft_of
from sysbench_archive.intake.form import FIELDS

TODAY = date(2026, 11, 23)
FIXTURES = Path(__file__).resolve().parents[1] / "sysbench" / "report" / "fixtures"
LOG = (FIXTURES / "1.0.20-oltp.txt").read_bytes()
COMMAND = "sysbench oltp_read_write --threads=2 --time=3 run"
ANSWERS = {
    "name": "Ada Example",
    "server": "MariaDB 10.11.6",
    "machine": "kind: vm",
    "disclosure": "none",
    "commands-1": COMMAND,
}


def drafted(log: bytes, **other: str) -> tuple[Draft, Mapping[str, bytes]]:
    return draft_of({"a.log": log}, ANSWERS | other, TODAY)


def test_a_log_and_its_facts_are_a_bundle() -> None:
    draft, files = drafted(LOG)
    assert draft.problems == []
    assert draft.bundle.startswith("2026-11-mariadb-10-11-")
    assert set(files) == {"bundle.yaml", "raw/output-1.txt"}
    assert files["raw/output-1.txt"].rstrip() == LOG.rstrip()


def test_required_facts_are_asked_before_anything_is_handed_out() -> None:
    draft, files = draft_of({"a.log": LOG}, {}, TODAY)
    required = {field.id for field in draft.fields if field.required}
    assert required == set(ANSWERS)
    assert {f.id for f in FIELDS if f.required} - {"output", "consent"} <= required
    assert (files, draft.bundle, draft.problems) == ({}, "", [])


@pytest.mark.parametrize("left_out", sorted(ANSWERS))
def test_no_fact_is_made_up(left_out: str) -> None:
    draft, files = drafted(LOG, **{left_out: ""})
    assert (files, draft.bundle) == ({}, "")


@pytest.mark.parametrize(
    ("answer", "value", "code"),
    [
        ("machine", "memory_gib: a lot", "form"),
        ("machine", "kind: mainframe", "schema-value"),
        ("facts", "placement: upstairs", "form"),
        ("commands-1", "sysbench oltp_read_write", "form"),
        ("commands-1", COMMAND.replace("=2", "=3"), "threads-mismatch"),
        ("server", "MariaDB ten", "form"),
    ],
)
def test_a_wrong_answer_is_a_problem(answer: str, value: str, code: str) -> None:
    draft, files = drafted(LOG, **{answer: value})
    assert code in {problem.code for problem in draft.problems}
    assert files == {}


def test_private_parts_are_replaced_in_output_and_answers() -> None:
    log = b"root@db01.internal:~# mysql --password=hunter2 --host=10.20.30.40\n" + LOG
    draft, files = drafted(
        log,
        machine="os: Debian on db01.internal",
        **{"commands-1": f"sysbench --mysql-password=x2 prepare\n{COMMAND}"},
    )
    texts = b"".join(files.values()).decode()
    assert draft.redactions > 2
    assert not [word for word in ("db01", "hunter2", "10.20.30.40", "=x2") if word in texts]


def test_commands_in_the_log_are_filled_in() -> None:
    prepare = COMMAND.replace(" run", " prepare")
    draft, _ = draft_of({"a.log": f"$ {prepare}\n$ {COMMAND}\n".encode() + LOG}, {}, TODAY)
    assert {f.id: f.answer for f in draft.fields}["commands-1"] == f"{prepare}\n{COMMAND}"
    assert draft.tests == ["oltp_read_write"]


def test_each_test_of_a_folder_is_a_workload_with_a_command_of_its_own() -> None:
    logs = {
        f"oltp_{name}.{number}.log": LOG
        for name in ("read_only", "read_write")
        for number in (1, 2)
    }
    draft, _ = draft_of(logs, ANSWERS, TODAY)
    assert [f.id for f in draft.fields if f.id.startswith("command")] == [
        "commands-1",
        "commands-2",
    ]
    assert draft.tests == ["oltp_read_only", "oltp_read_write"]


def test_a_flood_of_reports_is_refused() -> None:
    draft, _ = drafted(LOG * (MAX_REPORTS + 1))
    assert [p.message for p in draft.problems] == [
        f"these are {MAX_REPORTS + 1} reports; a bundle made here takes at most {MAX_REPORTS}"
    ]


def test_the_page_is_answered_in_json_and_bytes() -> None:
    page = CheckPage("2026-11-23")
    page.add("a.log", memoryview(LOG))
    assert page.packed() == b""
    assert len(json.loads(page.reading())["reports"]) == 1
    assert json.loads(page.draft(json.dumps(ANSWERS)))["bundle"]
    assert page.packed()[:2] == b"\x1f\x8b"
    assert json.loads(page.json_lines())["source"] == "a.log"
