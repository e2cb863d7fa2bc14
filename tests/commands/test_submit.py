"""What is left to do is said for the state of the checkout; what is not clean goes nowhere."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from git_calls import git
from sysbench_archive.bundle.formatting import with_submitter
from sysbench_archive.cli import main
from sysbench_archive.commands.submit import Checkout, checkout_of, instructions, steps
from sysbench_archive.problems import FaultError

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


PATHS = f"data/results/{BUNDLE} data/ledger/{BUNDLE}.csv data/comparisons/{BUNDLE}.jsonl"


def test_a_new_bundle_is_recorded_and_the_rest_is_said(
    checkout: Path, capsys: pytest.CaptureFixture
) -> None:
    assert main(["submit"]) == 0
    said = capsys.readouterr().out
    assert (checkout / f"data/ledger/{BUNDLE}.csv").is_file()
    expected = [
        f"git switch -c result/{BUNDLE}",
        f"git add -- {PATHS}",
        f"git commit -m 'Add A published table' -- {PATHS}",
        "git remote add fork ADDRESS-OF-YOUR-FORK",
        f"git push --set-upstream fork result/{BUNDLE}",
    ]
    assert [line.strip() for line in said.splitlines() if line.startswith("  ")] == expected
    assert "open a pull request" in said


def test_the_printed_commands_work(checkout: Path, tmp_path: Path) -> None:
    git(tmp_path, "init", "-q", "--bare", "fork.git")
    git(checkout, "remote", "add", "fork", str(tmp_path / "fork.git"))
    assert main(["submit", f"data/results/{BUNDLE}/"]) == 0
    for words in steps(BUNDLE, "A published table", checkout_of(checkout), gh=False, compared=True):
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


def test_a_skeleton_of_new_is_refused_until_it_is_filled_in(
    checkout: Path, capsys: pytest.CaptureFixture
) -> None:
    words = "--title=Reads --servers=mysql-5.7.11 --workloads=reads --threads=1 --id=2026-01-reads"
    assert main(["new", "--yes", *words.split()]) == 0
    assert main(["check", "data/results/2026-01-reads"]) == 1
    assert main(["submit", "2026-01-reads"]) == 1
    told = capsys.readouterr()
    assert {"skeleton-unfilled", "figures-empty"} <= set((told.out + told.err).split())
    assert "2026-01-reads is not submitted" in told.err
    assert "git push" not in told.out
    assert not (checkout / "data/ledger/2026-01-reads.csv").exists()


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


def test_the_branch_is_made_here_and_nothing_leaves(
    checkout: Path, capsys: pytest.CaptureFixture
) -> None:
    assert main(["submit", "--commit", "--author", "Ada Example <ada@example.org>"]) == 0
    said = capsys.readouterr().out
    assert git(checkout, "log", "-1", "--format=%an <%ae>|%cn|%s").strip() == (
        "Ada Example <ada@example.org>|Ada Example|Add A published table"
    )
    assert git(checkout, "branch", "--show-current").strip() == f"result/{BUNDLE}"
    assert not git(checkout, "status", "--porcelain", "--", "data").strip()
    assert not git(checkout, "remote").strip()
    left = [line.strip() for line in said.splitlines() if line.startswith("  git")]
    assert left == [
        "git remote add fork ADDRESS-OF-YOUR-FORK",
        f"git push --set-upstream fork result/{BUNDLE}",
    ]


def test_an_author_is_the_contributor_of_what_is_not_published(
    checkout: Path, capsys: pytest.CaptureFixture
) -> None:
    document = checkout / f"data/results/{BUNDLE}/bundle.yaml"
    before = document.read_text()
    named = re.sub(r"(submitter:\n  name: ).*", r"\1Anonymous contributor", before)
    assert named != before
    document.write_text(named)
    assert main(["submit"]) == 0
    assert "submitter-placeholder" in capsys.readouterr().err
    assert main(["submit", "--commit", "--author", "Ada B. <ada@example.org>"]) == 0
    assert "submitter-placeholder" not in capsys.readouterr().err
    assert document.read_text() == named.replace("Anonymous contributor", '"Ada B."')
    assert "Ada B." in git(checkout, "show", f"HEAD:data/results/{BUNDLE}/bundle.yaml")
    assert main(["submit", "--author", "Eve <eve@example.org>", BUNDLE]) == 0
    assert "Ada B." in document.read_text()


def test_a_name_is_put_in_place_and_nothing_else() -> None:
    flow = b'submitter: {name: Ada, handle: ada}  # who\ntitle: "name: Ada"\n'
    assert with_submitter(flow, "Ada") == flow
    assert with_submitter(flow, "Bob: 1") == flow.replace(b"name: Ada,", b'name: "Bob: 1",')
    with pytest.raises(FaultError, match=r"bundle.yaml:2:/submitter/name: .*got 'Ada', expected"):
        with_submitter(b"submitter:\n  name: >-\n    Ada\n", "Bob")


def test_a_sparse_checkout_is_enough(
    checkout: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As `git clone --sparse` makes it: the files at the top alone, and the new bundle."""
    (checkout / "LICENSE-DATA.md").write_text("Licences of data\n")
    (checkout / "data/results/2025-01-other").mkdir()
    (checkout / "data/results/2025-01-other/bundle.yaml").write_text("schema: 1\n")
    git(checkout, "add", "LICENSE-DATA.md", "data/results/2025-01-other")
    git(checkout, "commit", "-q", "-m", "Another result")
    sparse = tmp_path / "sparse"
    git(tmp_path, "clone", "-q", "--depth", "1", "--sparse", checkout.as_uri(), str(sparse))
    assert not (sparse / "schema").exists()
    assert not (sparse / "data").exists()
    shutil.copytree(checkout / "data/results" / BUNDLE, sparse / "data/results" / BUNDLE)
    monkeypatch.chdir(sparse)
    assert main(["submit", "--commit", "--author", "Ada Example <ada@example.org>"]) == 0
    changed = git(sparse, "show", "--name-only", "--format=").split()
    assert f"data/ledger/{BUNDLE}.csv" in changed
    assert all(BUNDLE in path for path in changed)
    assert "data/results/2025-01-other/bundle.yaml" in git(sparse, "ls-tree", "-r", "HEAD")


def test_somebody_has_to_be_named(
    checkout: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture
) -> None:
    assert main(["submit", "--commit", "--author", "Ada"]) == 2
    assert "--author: got 'Ada', expected 'NAME <ADDRESS>'" in capsys.readouterr().err
    for name in ("AUTHOR", "COMMITTER"):
        monkeypatch.delenv(f"GIT_{name}_NAME", raising=False)
        monkeypatch.delenv(f"GIT_{name}_EMAIL", raising=False)
    monkeypatch.delenv("EMAIL", raising=False)
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", "/dev/null")
    monkeypatch.setenv("GIT_CONFIG_SYSTEM", "/dev/null")
    git(checkout, "config", "user.useConfigOnly", "true")
    assert main(["submit", "--commit"]) == 2
    assert "git does not know who commits" in capsys.readouterr().err
    assert not (checkout / "data/ledger").exists()
