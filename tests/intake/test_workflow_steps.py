"""The scripts of the workflows do what they say: run step by step, against a forge made of paper.

`gh` is a small program that answers from files and notes what it was asked to do. What it would
filter with `--jq` is answered beforehand; the filters themselves are the forge's to run.
"""

import json
import os
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml

from filled_in import body
from git_calls import git

ROOT = Path(__file__).parents[2]
GH = """#!{python}
import json, os, pathlib, shutil, sys
words, desk = sys.argv[1:], pathlib.Path(os.environ["DESK"])
with (desk / "asked").open("a") as asked:
    asked.write(json.dumps(words) + "\\n")
path = next((word for word in words if word.startswith("repos/")), "")
answers = json.loads((desk / "answers").read_text())
if path.endswith("/zip"):
    sys.stdout.buffer.write((desk / "artifact.zip").read_bytes())
for option in ("--body-file", "-F"):
    if option in words:
        given = words[words.index(option) + 1].removeprefix("body=@")
        shutil.copy(given, desk / "-".join(words[:2] if words[0] != "api" else ["api", "body"]))
else:
    answer = next((text for part, text in answers.items() if part in path), "")
    sys.exit("refused") if answer is None else print(answer)
"""
Run = Callable[..., dict[str, str]]


@pytest.fixture
def desk(tmp_path: Path) -> Path:
    """The forge: `gh` on a path of its own, and a repository to push to."""
    if not shutil.which("unzip"):
        pytest.skip("the workflows' scripts need unzip, and it is not installed")
    desk = tmp_path / "desk"
    desk.mkdir()
    program = desk / "gh"
    program.write_text(GH.replace("{python}", sys.executable))
    program.chmod(0o755)
    (desk / "answers").write_text("{}")
    seed = tmp_path / "seed"
    (seed / "data/results").mkdir(parents=True)
    (seed / "data/results/.keep").touch()
    for name in ("schema", ".github"):
        (seed / name).symlink_to(ROOT / name)
    (seed / ".gitignore").write_text("/schema\n/.github\n/.venv\n.cache\n")
    git(tmp_path, "init", "-q", "-b", "main", str(seed))
    git(seed, "add", ".")
    git(seed, "commit", "-qm", "seed")
    git(tmp_path, "clone", "-q", "--bare", str(seed), "remote.git")
    git(tmp_path, "clone", "-q", "remote.git", "checkout")
    for name in ("schema", ".github"):
        (tmp_path / "checkout" / name).symlink_to(ROOT / name)
    binaries = tmp_path / "checkout/.venv/bin"
    binaries.mkdir(parents=True)
    own = Path(sys.executable).with_name("sysbench-archive")
    (binaries / "sysbench-archive").symlink_to(own)
    return desk


@pytest.fixture
def run(desk: Path, tmp_path: Path) -> Run:
    """Run the scripts of a job; what its steps handed on."""

    def steps(flow: str, job: str, **settings: str) -> dict[str, str]:
        text = (ROOT / ".github/workflows" / flow).read_text()
        handed: dict[str, str] = {}
        for step in yaml.safe_load(text)["jobs"][job]["steps"]:
            if _is_ours(step) and _holds(step.get("if", ""), handed):
                handed |= _step(step["run"], desk, tmp_path, settings | _upper(handed))
        return handed

    return steps


def _is_ours(step: dict[str, Any]) -> bool:
    return "run" in step and step.get("name") not in (
        "Set up", "Trust the checkout", "Install git, make and Python",
    )  # fmt: skip


def _holds(condition: str, handed: dict[str, str]) -> bool:
    """The two forms of condition the workflows use: an output that is something, or is not ''."""
    if not condition:
        return True
    output, operator, value = condition.removeprefix("steps.").split(maxsplit=2)
    found = handed.get(output.rpartition(".")[2], "")
    return (found == value.strip("'")) == (operator == "==")


def _upper(handed: dict[str, str]) -> dict[str, str]:
    return {name.upper(): value for name, value in handed.items()}


def _step(script: str, desk: Path, folder: Path, settings: dict[str, str]) -> dict[str, str]:
    output = desk / "output"
    output.write_text("")
    path = f"{desk}:{Path(sys.executable).parent}:{os.environ['PATH']}"
    env = os.environ | settings | {"DESK": str(desk), "GITHUB_OUTPUT": str(output), "PATH": path}
    command = ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", script]
    done = subprocess.run(
        command, cwd=folder / "checkout", env=env, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    pairs = (line.partition("=") for line in output.read_text().splitlines())
    return {name: value for name, _, value in pairs}


def hand_over(desk: Path, checkout: Path, *names: str) -> None:
    """What the upload of the first job does."""
    with zipfile.ZipFile(desk / "artifact.zip", "w") as artifact:
        for name in names:
            if (checkout / name).exists():
                artifact.write(checkout / name, Path(name).name)


def read(run: Run, desk: Path, text: str) -> Path:
    """Run the first job of the intake on an issue with this text; its checkout."""
    checkout = desk.parent / "checkout"
    event = desk / "event.json"
    event.write_text(json.dumps({"issue": {"number": 12, "body": text, "user": {"login": "ada"}}}))
    run("intake.yml", "read", GITHUB_EVENT_PATH=str(event), NUMBER="12")
    hand_over(desk, checkout, "intake/intake.json", "intake/report.json")
    git(checkout, "clean", "-fdq")
    return checkout


def propose(run: Run, desk: Path, role: str = "triage") -> None:
    (desk / "answers").write_text(json.dumps({"artifacts": "5", "/permission": role}))
    settings = {"NUMBER": "12", "BRANCH": "intake/issue-12", "REPO": "o/r", "RUN_ID": "1"}
    run("intake.yml", "propose", SENDER="ada", **settings)


def asked(desk: Path) -> list[str]:
    return [" ".join(json.loads(line)[:2]) for line in (desk / "asked").read_text().splitlines()]


def test_a_good_form_ends_as_a_pull_request(run: Run, desk: Path) -> None:
    read(run, desk, body())
    propose(run, desk)
    assert asked(desk)[-3:] == ["pr list", "pr create", "issue comment"]
    page = (desk / "pr-create").read_text()
    assert "Closes #12." in page
    assert "`check` finds nothing to fix" in page
    files = git(desk.parent / "remote.git", "show", "--stat=200", "--format=", "intake/issue-12")
    assert files.count("|") == 3


def test_a_bad_form_ends_as_an_answer(run: Run, desk: Path) -> None:
    read(run, desk, body(output="@torvalds $(id) ${{ github.token }}", version="new"))
    propose(run, desk)
    assert asked(desk)[-1] == "issue comment"
    assert "pr create" not in asked(desk)
    answer = (desk / "issue-comment").read_text()
    assert "**Version of the server**" in answer
    assert "torvalds" not in answer
    assert git(desk.parent / "remote.git", "branch").split() == ["*", "main"]


def test_a_label_set_by_somebody_else_is_not_followed(run: Run, desk: Path) -> None:
    with pytest.raises(AssertionError, match="not set by a maintainer"):
        propose(run, desk, "read")
    assert asked(desk) == ["api repos/o/r/collaborators/ada/permission"]


CHANGED = "data/results/a\nscripts/x.py"


def report(run: Run, desk: Path, data: bytes | None, files: str | None = CHANGED) -> str:
    """Run the job that comments, with this as the report; what it posts."""
    with zipfile.ZipFile(desk / "artifact.zip", "w") as artifact:
        if data is not None:
            artifact.writestr("report.json", data)
    answers = {"/files": files, "artifacts": "5", "/comments": "7\n8"}
    (desk / "answers").write_text(json.dumps(answers | {"/pulls": "41"}))
    run(
        "report.yml", "report", REPO="o/r", RUN_ID="1", RUN_URL="https://e.example/run",
        HEAD_BRANCH="x$(touch pwned)", HEAD_OWNER="ada", HEAD_REPO="ada/r", HEAD_SHA="0" * 40,
    )  # fmt: skip
    assert not list(desk.parent.rglob("pwned"))
    return (desk / "api-body").read_text()


def test_a_report_updates_the_first_comment(run: Run, desk: Path) -> None:
    read(run, desk, body())
    with zipfile.ZipFile(desk / "artifact.zip") as artifact:
        data = artifact.read("report.json")
    posted = report(run, desk, data)
    assert "adds 1 bundle" in posted
    assert "Files outside `data/` and `content/` change as well (1)" in posted
    last = json.loads((desk / "asked").read_text().splitlines()[-1])
    assert {"PATCH", "repos/o/r/issues/comments/7"} <= set(last)


@pytest.mark.parametrize("data", [None, b"{}", b"\0" * 3_000_000], ids=["none", "empty", "bomb"])
def test_what_is_no_report_is_not_shown(run: Run, desk: Path, data: bytes | None) -> None:
    posted = report(run, desk, data)
    assert posted.startswith((ROOT / ".github/no-report.md").read_text())


@pytest.mark.parametrize(
    ("files", "told"),
    [("data/a\ncontent/b", ""), ("\n".join(["data/a"] * 3000), "(too many files to tell)")],
    ids=["none", "flood"],
)
def test_readers_are_told_of_a_change_of_the_program_where_there_may_be_one(
    run: Run, desk: Path, files: str, told: str
) -> None:
    posted = report(run, desk, None, files)
    assert ("Files outside" in posted) == bool(told)
    assert told in posted


def test_a_question_that_fails_ends_the_report(run: Run, desk: Path) -> None:
    with pytest.raises(AssertionError, match="refused"):
        report(run, desk, None, None)


RERUN = {
    "COMPARISON": "2026-11-new--oltp-read-only",
    "BASELINE": "/run/a.sock",
    "CANDIDATE": "/run/b.sock",
    "SUBMITTER": "The maintainers",
    "DISCLOSURE": "none",
}
NOTES = """#!{python}
import json, os, pathlib, sys
with (pathlib.Path(os.environ["DESK"]) / "called").open("a") as called:
    called.write(json.dumps(sys.argv[1:]) + "\\n")
"""


@pytest.fixture
def pull(desk: Path) -> Path:
    """A pull request, number 7, that adds a bundle and changes the program; the checkout."""
    folder, checkout = desk.parent, desk.parent / "checkout"
    git(folder, "clone", "-q", "remote.git", "fork")
    for name in ("data/results/2026-11-new/bundle.yaml", "data/ledger/2026-11-new.yaml", "evil.py"):
        (folder / "fork" / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / "fork" / name).write_text("of the fork\n")
    git(folder / "fork", "add", ".")
    git(folder / "fork", "commit", "-qm", "new")
    git(folder / "fork", "push", "-q", "origin", "HEAD:refs/pull/7/head")
    program = checkout / ".venv/bin/sysbench-archive"
    program.unlink()
    program.write_text(NOTES.replace("{python}", sys.executable))
    program.chmod(0o755)
    return checkout


def called(desk: Path) -> list[list[str]]:
    file = desk / "called"
    return [json.loads(line) for line in file.read_text().splitlines()] if file.exists() else []


def test_a_submission_is_run_again_with_its_data_and_our_program(
    run: Run, desk: Path, pull: Path
) -> None:
    run("rerun.yml", "rerun", PULL="7", **RERUN)
    assert (pull / "data/results/2026-11-new/bundle.yaml").exists()
    assert not (pull / "evil.py").exists()
    check, reproduce = called(desk)
    assert check == ["check", "data/results/2026-11-new"]
    assert reproduce[:2] == ["reproduce", "--yes"]
    assert reproduce[-2:] == ["--", "2026-11-new--oltp-read-only"]
    assert {"baseline=/run/a.sock", "candidate=/run/b.sock"} <= set(reproduce)


@pytest.mark.parametrize("number", ["7; touch pwned", "$(touch pwned)", "-1", "../7", ""])
def test_what_is_no_pull_request_is_not_fetched(
    run: Run, desk: Path, pull: Path, number: str
) -> None:
    with pytest.raises(AssertionError, match="no number of a pull request"):
        run("rerun.yml", "rerun", PULL=number, **RERUN)
    assert not called(desk)
    assert not list(desk.parent.rglob("pwned"))
    assert not (pull / "data/results/2026-11-new").exists()


def test_words_of_whoever_starts_it_stay_words(run: Run, desk: Path, pull: Path) -> None:
    (pull / "kept").touch()
    hostile = {name: f"$(touch pwned)`touch pwned` --{name} x" for name in RERUN}
    run("rerun.yml", "rerun", PULL="7", **hostile)
    assert hostile["COMPARISON"] == called(desk)[1][-1]
    assert (pull / "kept").exists()
    assert not list(desk.parent.rglob("pwned"))


def test_the_pull_request_is_told(run: Run, desk: Path) -> None:
    run("rerun.yml", "tell", PULL="7", RUN="https://e.example/run", GITHUB_REPOSITORY="o/r")
    assert asked(desk) == ["pr comment"]
    assert "[The outcome is a bundle](https://e.example/run)" in (desk / "pr-comment").read_text()
