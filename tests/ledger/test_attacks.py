"""What is written to deceive ends with an error, or with a line that a reviewer reads."""

from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path

import msgspec
import pytest

from attacks import ATTACKS, DAY, NEW, add, edit, swap_servers, two_bundles, write
from git_calls import git
from published_archive import BUNDLE, measured
from shared_builds import made_once
from synthetic_archive import work_in
from sysbench_archive.build.archive import Archive
from sysbench_archive.build.checking import check_archive, recorded_addresses
from sysbench_archive.build.store import Work, store_of
from sysbench_archive.commands.correct import correct
from sysbench_archive.commands.review import review
from sysbench_archive.problems import RULES, has_errors
from sysbench_archive.review.markdown import markdown


def _published(folder: Path) -> Path:
    with work_in(folder) as work:
        two_bundles(folder / "archive", replace(work, today=DAY))
    return folder


@pytest.fixture
def archive(tmp_path: Path, folder_of_run: Path, work: Work) -> Archive:
    """Two bundles, published; a copy of what is made once."""
    made = made_once(folder_of_run, "attacked-archive", _published)
    shutil.copytree(made / "outcomes", work.store.folder, dirs_exist_ok=True)
    shutil.copytree(made / "archive", tmp_path / "archive")
    return Archive(tmp_path / "archive")


def committed(archive: Archive, message: str, author: str = "n") -> None:
    git(archive.root, "add", "-Af")
    git(archive.root, "-c", f"user.name={author}", "commit", "-qm", message)


@pytest.mark.parametrize("name", ATTACKS)
def test_it_is_told(name: str, archive: Archive, work: Work) -> None:
    attack, work = ATTACKS[name], replace(work, today=DAY)
    if attack.first:
        attack.first(archive, work)
        committed(archive, "first")
    base = git(archive.root, "rev-parse", "HEAD")
    attack.change(archive, work)
    committed(archive, "second", attack.author)
    report = review(archive, base, work)
    touched = git(archive.root, "diff", "--name-only", "--no-renames", base).splitlines()
    (files,) = (table for table in report.tables if table.name == "files")
    assert files.total == len(touched) == sum(report.files.values())
    assert len(files.rows) == len(touched)
    errors = {problem.code for problem in report.problems if problem.severity == "error"}
    text = markdown(report)
    for told in attack.told:
        assert told in (errors if told in RULES else text)


def test_what_is_honest_is_not_told(archive: Archive, work: Work) -> None:
    work = replace(work, today=DAY)
    add(archive, work)
    write(archive, "content/questions.md", "---\ntitle: Questions\n---\n\nWho asks?\n")
    committed(archive, "honest")
    assert check_archive(archive, work, base="HEAD~1") == []


def test_a_published_site_notices_that_servers_changed_places(
    archive: Archive, work: Work, tmp_path: Path
) -> None:
    index = tmp_path / "addresses.json"
    index.write_bytes(msgspec.json.encode(recorded_addresses(archive)))
    swap_servers(archive, replace(work, today=DAY))
    found = check_archive(archive, replace(work, today=DAY), published=index)
    assert [problem.message for problem in found] == ["revision 1 has other bytes than published"]


def test_outcomes_that_came_with_a_change_are_not_believed(archive: Archive) -> None:
    write(archive, "LICENSE-DATA.md", "x\n")
    with store_of(archive) as store:
        assert store.folder == archive.cache / "outcomes"
    write(archive, ".cache/outcomes/ab/c.json", "{}")
    git(archive.root, "add", "-f", ".cache")
    with store_of(archive) as store:
        assert not store.folder.is_relative_to(archive.root)


def test_what_was_published_is_put_back_by_a_revert(archive: Archive, work: Work) -> None:
    """All rows at once, where an administrator had merged what took them away."""
    work = replace(work, today=DAY)
    measured(archive, BUNDLE, 910)
    correct(archive, BUNDLE, "a misprint", work)
    committed(archive, "two rows")
    for folder in ("results", "revisions"):
        git(archive.root, "rm", "-rq", f"data/{folder}/{BUNDLE}")
    git(archive.root, "rm", "-q", f"data/ledger/{BUNDLE}.csv")
    committed(archive, "forgotten")
    assert has_errors(check_archive(archive, work, base="HEAD~1"))
    git(archive.root, "revert", "--no-edit", "HEAD")
    assert check_archive(archive, work, base="HEAD~2") == []


def test_a_change_is_computed_from_where_it_leaves_the_others(archive: Archive, work: Work) -> None:
    """What was merged before was checked then; a later program words it in another way."""
    work = replace(work, today=DAY)
    add(archive, work)
    edit(archive, f"data/comparisons/{NEW}.jsonl", '"says":"', '"says":"As it was: ')
    committed(archive, "merged before")
    (found,) = check_archive(archive, work, base="HEAD~1")
    assert "has another says" in found.message
    write(archive, "content/questions.md", "---\ntitle: Questions\n---\n\nWho asks?\n")
    committed(archive, "another change")
    assert check_archive(archive, work, base="HEAD~2") == []
    # On a branch beside the one pull requests are for, all of its commits are one change.
    git(archive.root, "update-ref", "refs/remotes/origin/main", "HEAD~2")
    assert check_archive(archive, work, base="origin/main") == [found]
