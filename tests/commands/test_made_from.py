"""A site says which commit it is of: nothing else of it depends on that."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from msgspec import to_builtins

from build_jobs import job
from folder_bytes import bytes_below
from git_calls import git
from sysbench_archive.build.archive import Archive
from sysbench_archive.build.made_from import made_from
from sysbench_archive.build.pipeline import build
from sysbench_archive.build.store import Work
from sysbench_archive.publish.api import ApiBuild
from sysbench_archive.verdicts.policy import VERSION


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A file that a site is made of, and one that it is not, committed."""
    root = tmp_path / "checkout"
    root.mkdir()
    for name in ("config.toml", "README.md"):
        (root / name).write_text("a")
    git(root, "init", "-q")
    git(root, "add", "-A")
    git(root, "commit", "-qm", "One")
    return root


def said(root: Path) -> tuple[str | None, bool]:
    found = made_from(root)
    return found.commit, found.local_changes


def test_two_clones_of_a_commit_say_the_same(checkout: Path, tmp_path: Path) -> None:
    git(tmp_path, "clone", "-q", str(checkout), str(tmp_path / "clone"))
    here = made_from(checkout)
    assert here == made_from(tmp_path / "clone")
    assert (here.commit, here.local_changes) == (git(checkout, "rev-parse", "HEAD"), False)
    assert here.methodology_version == VERSION


def test_what_a_site_is_not_made_of_is_no_local_change(checkout: Path) -> None:
    commit = git(checkout, "rev-parse", "HEAD")
    (checkout / "README.md").write_text("b")
    (checkout / "build.log").write_text("b")
    assert said(checkout) == (commit, False)
    (checkout / "data").mkdir()
    (checkout / "data" / "new").write_text("b")
    assert said(checkout) == (commit, True)
    shutil.rmtree(checkout / "data")
    (checkout / "config.toml").write_text("b")
    assert said(checkout) == (commit, True)


def test_without_git_no_commit_is_named(checkout: Path) -> None:
    """Not that of a repository around it, which has other files."""
    inside = checkout / "unpacked"
    inside.mkdir()
    (inside / "config.toml").write_text("a")
    assert said(inside) == (None, True)
    shutil.rmtree(checkout / ".git")
    assert said(checkout) == (None, True)


def test_a_build_of_another_commit_changes_the_page_and_the_index_that_name_it(
    built: Archive, its_work: Work
) -> None:
    public = built.root / "public"
    before = bytes_below(public)
    assert b"without git" in before["about/index.html"]
    again = job(built, its_work)
    again.made_from = ApiBuild(
        commit="c0ffee" * 6 + "c0ff", local_changes=True, program_version="1", methodology_version=1
    )
    assert build(again)
    after = bytes_below(public)
    named = {path for path in after.keys() | before.keys() if after.get(path) != before.get(path)}
    assert named == {"about/index.html", "api/v1/index.json"}
    page = after["about/index.html"].decode()
    assert f"<code>{again.made_from.commit}</code>, with changes that the commit does not" in page
    assert json.loads(after["api/v1/index.json"])["build"] == to_builtins(again.made_from)
    assert b'href="/about/#build"' in after["results/index.html"]
    assert b' id="build"' in after["about/index.html"]
