"""Sources of linked output are drawn by a seed, fetched at their commit, and told where gone."""

from __future__ import annotations

import importlib.util
import subprocess
from pathlib import Path

import pytest

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
    git = ("git", "-c", "user.name=a", "-c", "user.email=a@example.org", "-C", str(folder))
    subprocess.run([*git, "init", "-q"], check=True)
    commits = []
    for text in ("first", "second"):
        (folder / "log.txt").write_text(text)
        subprocess.run([*git, "add", "."], check=True)
        subprocess.run([*git, "commit", "-qm", text], check=True)
        said = subprocess.run([*git, "rev-parse", "HEAD"], check=True, capture_output=True)
        commits.append(said.stdout.decode().strip())
    subprocess.run([*git, "config", "uploadpack.allowAnySHA1InWant", "true"], check=True)
    return f"file://{folder}", commits[0]


def test_the_files_are_those_of_the_commit(source: tuple[str, str], tmp_path: Path) -> None:
    target = tmp_path / "target"
    target.mkdir()
    assert verify_linked.fetch(*source, target) == ""
    assert (target / "log.txt").read_text() == "first"


def test_a_source_that_is_gone_says_so(source: tuple[str, str], tmp_path: Path) -> None:
    assert "fatal" in verify_linked.fetch(f"{source[0]}-gone", source[1], tmp_path)
    assert verify_linked.fetch("ext::sh -c true", source[1], tmp_path) != ""


def test_every_bundle_of_linked_output_with_a_commit_can_be_drawn() -> None:
    found = list(verify_linked.linked(ROOT / "data" / "results"))
    assert len(found) > 100
    assert all(len(commit) == 40 for _, _, commit in found)


@pytest.mark.parametrize(("fault", "code", "ends"), [("", 0, 0), ("", 1, 1), ("gone", 1, 0)])
def test_only_a_difference_fails(
    monkeypatch: pytest.MonkeyPatch, fault: str, code: int, ends: int
) -> None:
    looked: list[str] = []
    monkeypatch.setattr(verify_linked, "fetch", lambda *_: fault)
    monkeypatch.setattr(verify_linked, "verify", lambda bundle, _: looked.append(bundle) or code)
    assert verify_linked.main(["3", "x"]) == ends
    assert len(looked) == (0 if fault else 3)
