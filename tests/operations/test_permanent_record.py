"""What version 1.0 promises binds an archive: the program refuses whatever rewrites its record."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path

import pytest
from checkouts import FIRST, PERMANENT, REPOSITORY, SECOND, fill, planted, program, shell

from forge import ready
from git_calls import git

SLUG = "second"
BEFORE, AFTER = "Nobody knows.", "Nobody can tell."


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """Two bundles and a question, published; one bundle is withdrawn."""
    made = planted(tmp_path / "archive")
    ready(made)
    fill(made, tmp_path / "synthetic")
    git(made, "add", "-A")
    git(made, "commit", "-qm", "Two results")
    program(made, "withdraw", FIRST, "--reason", "it was the wrong disk")
    git(made, "add", "-A")
    git(made, "commit", "-qm", "Withdraw one")
    shell(made, f"make addresses PERMANENT={PERMANENT} REPOSITORY={REPOSITORY}")
    git(made, "commit", "-qam", "Addresses")
    return made


def own(checkout: Path, *words: str) -> str:
    """What the checkout's own program says."""
    line = " ".join(f"'{word}'" for word in words)
    return shell(checkout, f".venv/bin/{line}", PYTHONPATH=str(checkout / "scripts"))


def written(checkout: Path) -> list[dict[str, object]]:
    """The rows of the question."""
    lines = (checkout / "data" / "comparisons" / f"{SLUG}.jsonl").read_text().splitlines()
    return [json.loads(line) for line in lines]


def refused(checkout: Path, words: Iterable[str], said: str) -> None:
    with pytest.raises(AssertionError, match=said):
        own(checkout, *words)


def test_what_was_published_is_added_to_and_not_rewritten(checkout: Path) -> None:
    every_row_is_permanent(checkout)
    an_edit_adds_a_revision(checkout)
    what_was_cited_stays_readable(checkout)
    a_row_that_is_rewritten_is_refused(checkout)
    a_changed_column_is_refused(checkout)


def every_row_is_permanent(checkout: Path) -> None:
    """Those of the bundle that was withdrawn as well."""
    record = [*(checkout / "data" / "ledger").glob("*.csv")]
    record += (checkout / "data" / "comparisons").glob("*.jsonl")
    assert {path.stem for path in record} >= {SLUG, FIRST, SECOND}
    for path in record:
        assert "permanent" in path.read_text()
    own(checkout, "sysbench-archive", "check", "--base", "HEAD")


def an_edit_adds_a_revision(checkout: Path) -> None:
    path = checkout / "content" / "comparisons" / f"{SLUG}.md"
    assert path.read_text().count(BEFORE) == 1
    path.write_text(path.read_text().replace(BEFORE, AFTER))
    refused(checkout, ("sysbench-archive", "check", "--base", "HEAD"), "comparison-unrecorded")
    own(checkout, "sysbench-archive", "record")
    rows = written(checkout)
    assert [(row["revision"], row["says"]) for row in rows] == [(1, BEFORE), (2, AFTER)]
    assert "the text was edited" in str(rows[1]["reason"])
    own(checkout, "sysbench-archive", "check", "--base", "HEAD")
    git(checkout, "commit", "-qam", "Edit the answer")
    cited = own(checkout, "sysbench-archive", "cite", SLUG)
    assert f"/comparisons/{SLUG}/revisions/2/" in cited


def what_was_cited_stays_readable(checkout: Path) -> None:
    own(checkout, "sysbench-archive", "build", "--out", "public", "--for-publication")
    page = checkout / "public" / "comparisons" / SLUG / "revisions"
    first, second = ((page / number / "index.html").read_text() for number in "12")
    assert BEFORE in first
    assert AFTER not in first
    assert AFTER in second


def a_row_that_is_rewritten_is_refused(checkout: Path) -> None:
    path = checkout / "data" / "comparisons" / f"{SLUG}.jsonl"
    path.write_text(path.read_text().replace(BEFORE, "Everybody knows."))
    refused(checkout, ("sysbench-archive", "check", "--base", "HEAD"), "comparison-rewritten")
    git(checkout, "checkout", "-q", "--", "data")
    path = checkout / "data" / "ledger" / f"{SECOND}.csv"
    path.write_text(path.read_text().replace("first published", "published once"))
    refused(checkout, ("sysbench-archive", "check", "--base", "HEAD"), "ledger-rewritten")
    git(checkout, "checkout", "-q", "--", "data")


def a_changed_column_is_refused(checkout: Path) -> None:
    path = checkout / "scripts" / "sysbench_archive" / "tables" / "bundles.py"
    text = path.read_text()
    words = "Release series: the first two numbers of the version."
    assert text.count(words) == 1
    path.write_text(text.replace(words, "Release series: the first number of the version."))
    freeze = ("python", "scripts/freeze_api.py")
    refused(checkout, freeze, "server.series has another description")
    git(checkout, "checkout", "-q", "--", "scripts")
    own(checkout, *freeze)
    assert git(checkout, "status", "--porcelain") == ""
