"""What is left to do is said for the state of the checkout; what is not clean goes nowhere."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from git_calls import git
from sysbench_archive.cli import main
from sysbench_archive.commands.submit import Checkout, checkout_of, instructions, steps

BUNDLE = "2026-01-two-servers"
SOURCE = Path(__file__).parents[1] / "rules" / "comparison-unknown" / "pass" / "archive"
ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A checkout of git with a bundle that is new."""
    root = tmp_path / "archive"
    shutil.copytree(SOURCE, root)
    shutil.rmtree(root / "content")
    shutil.rmtree(root / "data" / "ledger")
    shutil.copytree(ROOT / "schema", root / "schema")
    git(root, "init", "-q", "-b", "main")
    git(root, "add", "schema")
    git(root, "commit", "-q", "-m", "Schema")
    monkeypatch.chdir(root)
    return root


def test_a_new_bundle_is_recorded_and_the_rest_is_said(
    checkout: Path, capsys: pytest.CaptureFixture
) -> None:
    assert main(["submit"]) == 0
    said = capsys.readouterr().out
    assert (checkout / f"data/ledger/{BUNDLE}.csv").is_file()
    expected = [
        f"git switch -c result/{BUNDLE}",
        f"git add -- data/results/{BUNDLE} data/ledger/{BUNDLE}.csv",
        f"git commit -m 'Add A published table' -- data/results/{BUNDLE} data/ledger/{BUNDLE}.csv",
        "git remote add fork ADDRESS-OF-YOUR-FORK",
        f"git push --set-upstream fork result/{BUNDLE}",
    ]
    assert [line.strip() for line in said.splitlines() if line.startswith("  ")] == expected
    assert "open a pull request" in said


def test_the_printed_commands_work(checkout: Path, tmp_path: Path) -> None:
    git(tmp_path, "init", "-q", "--bare", "fork.git")
    git(checkout, "remote", "add", "fork", str(tmp_path / "fork.git"))
    assert main(["submit", f"data/results/{BUNDLE}/"]) == 0
    for words in steps(BUNDLE, "A published table", checkout_of(checkout), gh=False):
        git(checkout, *words[1:])
    state = checkout_of(checkout)
    assert (state.branch, state.changed, state.remotes) == (f"result/{BUNDLE}", (), ("fork",))
    assert f"result/{BUNDLE}" in git(tmp_path / "fork.git", "branch", "--list")
    left = list(steps(BUNDLE, "A published table", state, gh=False))
    assert left == [["git", "push", "--set-upstream", "fork", f"result/{BUNDLE}"]]


def test_a_bundle_with_errors_is_refused_with_its_problems(
    checkout: Path, capsys: pytest.CaptureFixture
) -> None:
    (checkout / f"data/results/{BUNDLE}/stray.exe").write_text("x")
    assert main(["submit", BUNDLE]) == 1
    captured = capsys.readouterr()
    assert "stray.exe" in captured.err
    assert "git push" not in captured.out
    assert not (checkout / "data/ledger").exists()


def test_what_is_not_there_is_said(checkout: Path, capsys: pytest.CaptureFixture) -> None:
    assert main(["submit", "2026-01-nothing"]) == 2
    assert "no bundle '2026-01-nothing'" in capsys.readouterr().err
    shutil.rmtree(checkout / "data")
    assert main(["submit"]) == 2
    assert "new or changed are: none" in capsys.readouterr().err


def test_gh_is_only_used_where_it_is(
    checkout: Path, capsys: pytest.CaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert not (checkout / "data/ledger").exists()
    monkeypatch.setattr(shutil, "which", lambda _: None)
    assert main(["submit", "--with-gh", BUNDLE]) == 2
    assert "gh is not installed" in capsys.readouterr().err


def test_gh_is_run_after_a_yes_and_stops_at_a_failure(
    checkout: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    gh = tmp_path / "bin" / "gh"
    gh.parent.mkdir()
    gh.write_text(f'#!/bin/sh\necho "$@" >> {tmp_path}/called\nexit 1\n')
    gh.chmod(0o755)
    monkeypatch.setenv("PATH", str(gh.parent), prepend=":")
    for name, value in (("user.name", "Ada Example"), ("user.email", "ada@example.org")):
        git(checkout, "config", name, value)
    assert main(["submit", "--with-gh", BUNDLE]) == 0
    assert not (tmp_path / "called").exists()
    assert main(["submit", "--with-gh", "--yes", BUNDLE]) == 1
    assert (tmp_path / "called").read_text() == "repo fork --remote --remote-name fork\n"
    left = capsys.readouterr().err.rpartition("what is left:")[2]
    assert "gh pr create --base main" in left


def test_a_title_is_one_word_of_a_command() -> None:
    state = Checkout("main", ("fork",), (BUNDLE,), ("main",))
    commands = list(steps(BUNDLE, "A'; rm -rf / #$(x)", state, gh=True))
    assert "'Add A'\"'\"'; rm -rf / #$(x)'" in instructions(commands, gh=True)
