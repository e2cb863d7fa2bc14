"""From the event to the archive: an intake is read once, unpacked once, and cannot be forged."""

import json
from pathlib import Path
from typing import Any

import pytest
from answered import made, texts
from msgspec import convert

from filled_in import body
from sysbench_archive.build.archive import Archive
from sysbench_archive.commands.intake import MAX_EVENT, MAX_INTAKE, Issue, issue_in, unpack
from sysbench_archive.intake.form import IntakeRecord
from sysbench_archive.problems import UsageError
from sysbench_archive.review.untrusted import RefusedError, read_untrusted


def test_an_event_is_read(tmp_path: Path) -> None:
    path = tmp_path / "event.json"
    event = {"issue": {"number": 12, "body": "\ud800x", "user": {"login": "ada"}}}
    path.write_text(json.dumps(event))
    assert issue_in(path, 0) == Issue(12, "?x", "ada")
    path.write_text("### no JSON")
    assert issue_in(path, 3) == Issue(3, "### no JSON")
    for text in ("{}", "[1]", '{"issue": {"number": "12"}}'):
        path.write_text(text)
        with pytest.raises(UsageError):
            issue_in(path, 0)
    path.write_text(" " * (MAX_EVENT + 1))
    with pytest.raises(UsageError):
        issue_in(path, 0)


def test_an_intake_is_unpacked_once(tmp_path: Path) -> None:
    record = made(body())
    paths = unpack(Archive(tmp_path), convert(record, IntakeRecord), 12)
    assert sorted(texts(record)) == paths
    assert {p.relative_to(tmp_path).as_posix() for p in tmp_path.rglob("*.*")} == set(paths)
    with pytest.raises(RefusedError, match="already"):
        unpack(Archive(tmp_path), convert(record, IntakeRecord), 12)
    assert made(body(), tmp_path)["problems"][0]["message"].endswith("in the archive already")


@pytest.mark.parametrize(
    "forged",
    [
        lambda r: r | {"issue": 13},
        lambda r: r | {"bundle": "2026-11-other-issue-13"},
        lambda r: r | {"bundle": "2026-11-mariadb-issue-12"},
        lambda r: r | {"files": dict([*r["files"].items()][:2])},
        lambda r: r | {"files": {path + "\n": text for path, text in r["files"].items()}},
    ],
)
def test_a_forged_intake_writes_nothing(tmp_path: Path, forged: Any) -> None:
    with pytest.raises(RefusedError):
        unpack(Archive(tmp_path), convert(forged(made(body())), IntakeRecord), 12)
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("name", ["../x-issue-12", "2026-11-a-issue-12\n", "2026-11-a/b-issue-12"])
def test_no_other_name_is_that_of_a_bundle(tmp_path: Path, name: str) -> None:
    path = tmp_path / "intake.json"
    path.write_text(json.dumps(made(body()) | {"bundle": name}))
    with pytest.raises(RefusedError, match="form"):
        read_untrusted(path, IntakeRecord, MAX_INTAKE)
