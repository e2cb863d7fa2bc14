"""Version 1.0 is declared in an archive of its own, and binds it from then on."""

from __future__ import annotations

import csv
import json
import tomllib
from collections.abc import Iterable
from pathlib import Path

import pytest
import yaml
from checkouts import FIRST, PERMANENT, REPOSITORY, SECOND, fill, planted, program, shell

from forge import ROOT, ready
from git_calls import git

SLUG = "second"
BEFORE, AFTER, LAST = "Nobody knows.", "Nobody can tell.", "Ask again."


@pytest.fixture(scope="module")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two bundles and a question, published while all of it was provisional; one is withdrawn."""
    folder = tmp_path_factory.mktemp("declared")
    made = planted(folder / "archive")
    ready(made)
    fill(made, folder / "synthetic")
    git(made, "add", "-A")
    git(made, "commit", "-qm", "Two results")
    program(made, "withdraw", FIRST, "--reason", "it was the wrong disk")
    git(made, "add", "-A")
    git(made, "commit", "-qm", "Withdraw one")
    return made


def standings(checkout: Path) -> dict[str, list[str]]:
    """The standing of every row, of bundles and of comparisons."""
    found = {}
    for path in sorted((checkout / "data" / "ledger").glob("*.csv")):
        with path.open(encoding="utf-8", newline="") as file:
            found[path.stem] = [row["standing"] for row in csv.DictReader(file)]
    for path in sorted((checkout / "data" / "comparisons").glob("*.jsonl")):
        for row in map(json.loads, path.read_text().splitlines()):
            found.setdefault(row["comparison"], []).append(row["standing"])
    return found


def own(checkout: Path, *words: str) -> str:
    """What the checkout's own program says: its record is permanent, that of the tests is not."""
    line = " ".join(f"'{word}'" for word in words)
    return shell(checkout, f".venv/bin/{line}", PYTHONPATH=str(checkout / "scripts"))


def archive(checkout: Path, *words: str) -> str:
    return own(checkout, "sysbench-archive", *words)


def written(checkout: Path) -> list[dict[str, object]]:
    """The rows of the question."""
    lines = (checkout / "data" / "comparisons" / f"{SLUG}.jsonl").read_text().splitlines()
    return [json.loads(line) for line in lines]


def edit(checkout: Path, before: str, after: str) -> None:
    path = checkout / "content" / "comparisons" / f"{SLUG}.md"
    text = path.read_text()
    assert text.count(before) == 1
    path.write_text(text.replace(before, after))


def refused(checkout: Path, words: Iterable[str], said: str) -> None:
    with pytest.raises(AssertionError, match=said):
        own(checkout, *words)


def test_a_passage_that_is_not_there_any_more_is_told_before_anything_is_written(
    tmp_path: Path,
) -> None:
    made = ready(planted(tmp_path / "archive"))
    shell(made, f"make addresses PERMANENT={PERMANENT} REPOSITORY={REPOSITORY}")
    about = made / "content" / "about.md"
    about.write_text(about.read_text().replace("From version 1.0 on", "From 1.0 on"))
    refused(made, ("python", "scripts/declare.py"), "files are not committed, such as ")
    git(made, "commit", "-qam", "Addresses, and another sentence")
    refused(made, ("python", "scripts/declare.py"), "content/about.md says '- Until version 1.0")
    assert git(made, "status", "--porcelain") == ""


def test_declaring_binds_the_archive(checkout: Path) -> None:
    assert {s for rows in standings(checkout).values() for s in rows} == {"provisional"}
    an_edit_replaces_what_is_provisional(checkout)
    refused(checkout, ("python", "scripts/declare.py"), "params.permanentBase is a placeholder")
    declare(checkout)
    every_file_says_so(checkout)
    every_row_is_permanent(checkout)
    an_edit_adds_a_revision(checkout)
    what_was_cited_stays_readable(checkout)
    a_row_that_is_rewritten_is_refused(checkout)
    rows_of_before_are_refused(checkout)
    a_changed_column_is_refused(checkout)
    refused(checkout, ("python", "scripts/declare.py"), "version 1.0.0 is declared already")


def an_edit_replaces_what_is_provisional(checkout: Path) -> None:
    edit(checkout, BEFORE, AFTER)
    program(checkout, "record")
    assert [row["says"] for row in written(checkout)] == [AFTER]
    git(checkout, "add", "-A")
    git(checkout, "commit", "-qm", "Another answer")


def declare(checkout: Path) -> None:
    shell(checkout, f"make addresses PERMANENT={PERMANENT} REPOSITORY={REPOSITORY}")
    git(checkout, "commit", "-qam", "Addresses")
    said = shell(checkout, "make --silent declare")
    assert "5 files of the record are permanent" in said
    git(checkout, "commit", "-qam", "Declare version 1.0")


def every_file_says_so(checkout: Path) -> None:
    version = tomllib.loads((checkout / "pyproject.toml").read_text())["project"]["version"]
    locked = json.loads((checkout / "package-lock.json").read_text())
    cited = yaml.safe_load((checkout / "CITATION.cff").read_text())
    versions = {version, locked["version"], locked["packages"][""]["version"], cited["version"]}
    assert versions == {"1.0.0"}
    assert json.loads((checkout / "package.json").read_text())["version"] == "1.0.0"
    day = cited["date-released"].isoformat()
    headings = [
        line for line in (checkout / "CHANGELOG.md").read_text().splitlines() if line[:2] == "##"
    ]
    assert headings[:3] == [
        "## [Unreleased]", f"## [1.0.0] - {day}", "### What is promised from here on",
    ]  # fmt: skip
    for name in ("about.md", "api/_index.md"):
        text = (checkout / "content" / name).read_text()
        assert "version 1.0" in text
        assert day in text
    stale = "taken back|not declared|until .*1[.]0.* is declared"
    places = "'*.md' '*.json' content ':!CHANGELOG.md' ':!docs'"
    shell(checkout, f"! git grep -nE '{stale}' -- {places}")


def every_row_is_permanent(checkout: Path) -> None:
    """Those of the bundle that was withdrawn as well, and of comparisons drawn no longer."""
    found = standings(checkout)
    assert {s for rows in found.values() for s in rows} == {"permanent"}
    assert len(found[FIRST]) == 2
    assert {SLUG, FIRST, SECOND} <= found.keys()
    archive(checkout, "check", "--base", "HEAD")


def an_edit_adds_a_revision(checkout: Path) -> None:
    edit(checkout, AFTER, LAST)
    refused(checkout, ("sysbench-archive", "check", "--base", "HEAD"), "comparison-unrecorded")
    archive(checkout, "record")
    assert [(row["revision"], row["says"]) for row in written(checkout)] == [(1, AFTER), (2, LAST)]
    assert "the text was edited" in str(written(checkout)[1]["reason"])
    archive(checkout, "check", "--base", "HEAD")
    git(checkout, "commit", "-qam", "Edit the answer")
    assert f"/comparisons/{SLUG}/revisions/2/" in archive(checkout, "cite", SLUG)


def what_was_cited_stays_readable(checkout: Path) -> None:
    archive(checkout, "build", "--out", "public", "--for-publication")
    page = checkout / "public" / "comparisons" / SLUG / "revisions"
    first, second = ((page / number / "index.html").read_text() for number in "12")
    assert AFTER in first
    assert AFTER in second
    assert LAST in second
    about = (checkout / "public" / "about" / "index.html").read_text()
    assert "provisional" not in about


def a_row_that_is_rewritten_is_refused(checkout: Path) -> None:
    path = checkout / "data" / "comparisons" / f"{SLUG}.jsonl"
    path.write_text(path.read_text().replace(AFTER, BEFORE))
    refused(checkout, ("sysbench-archive", "check", "--base", "HEAD"), "comparison-rewritten")
    git(checkout, "checkout", "-q", "--", "data")
    path = checkout / "data" / "ledger" / f"{SECOND}.csv"
    path.write_text(path.read_text().replace("first published", "published once"))
    refused(checkout, ("sysbench-archive", "check", "--base", "HEAD"), "ledger-rewritten")
    git(checkout, "checkout", "-q", "--", "data")


def rows_of_before_are_refused(checkout: Path) -> None:
    """As a branch has them that was made before the declaration; recording mends them."""
    made = (checkout / "data" / "ledger" / f"{SECOND}.csv", checkout / "data" / "comparisons")
    for path in (made[0], made[1] / f"{SECOND}.jsonl"):
        path.write_text(path.read_text().replace("permanent", "provisional"))
    refused(
        checkout,
        ("sysbench-archive", "check", "--base", "HEAD"),
        "ledger-stale rows that are permanent",
    )
    refused(checkout, ("sysbench-archive", "check", "--base", "HEAD"), "has rows that are provis")
    archive(checkout, "record")
    assert git(checkout, "status", "--porcelain") == ""


def a_changed_column_is_refused(checkout: Path) -> None:
    path = checkout / "scripts" / "sysbench_archive" / "model" / "api_bundle.py"
    text = path.read_text()
    words = "Release series: the first two numbers of the version."
    assert text.count(words) == 1
    path.write_text(text.replace(words, "Release series: the first number of the version."))
    freeze = ("python", "scripts/freeze_api.py")
    refused(checkout, freeze, "server.series has another meaning")
    refused(checkout, (*freeze, "--anew"), "has promised these fields")
    git(checkout, "checkout", "-q", "--", "scripts")
    own(checkout, *freeze)
    assert git(checkout, "status", "--porcelain") == ""


def test_the_page_that_leads_to_the_declaration_names_its_command() -> None:
    assert "make declare" in (ROOT / "docs" / "operators-guide.md").read_text()
