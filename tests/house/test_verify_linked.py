"""Sources of linked output are drawn by a seed, fetched at their commit, and told where gone."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import pytest

from git_calls import git

ROOT = Path(__file__).parents[2]
SPEC = importlib.util.spec_from_file_location(
    "verify_linked", ROOT / "scripts" / "verify_linked.py"
)
assert SPEC is not None
assert SPEC.loader is not None
verify_linked = importlib.util.module_from_spec(SPEC)
SPEC.loader.exec_module(verify_linked)


@pytest.fixture
def source(tmp_path: Path) -> tuple[str, str]:
    """A repository with an earlier and a later commit of a log: its place, and the earlier one."""
    folder = tmp_path / "source"
    folder.mkdir()
    git(folder, "init", "-q")
    commits = []
    for text in ("first", "second"):
        (folder / "log.txt").write_text(text)
        git(folder, "add", ".")
        git(folder, "commit", "-qm", text)
        commits.append(git(folder, "rev-parse", "HEAD"))
    git(folder, "config", "uploadpack.allowAnySHA1InWant", "true")
    return f"file://{folder}", commits[0]


def test_the_files_are_those_of_the_commit(source: tuple[str, str], tmp_path: Path) -> None:
    target = tmp_path / "target"
    target.mkdir()
    assert verify_linked.fetch(*source, target) == ""
    assert (target / "log.txt").read_text() == "first"


def test_a_source_that_is_gone_says_so(source: tuple[str, str], tmp_path: Path) -> None:
    assert "fatal" in verify_linked.fetch(f"{source[0]}-gone", source[1], tmp_path)
    assert verify_linked.fetch("ext::sh -c true", source[1], tmp_path) != ""
