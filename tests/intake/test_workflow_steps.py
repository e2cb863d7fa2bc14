"""Workflows that deal with strangers do what they say, against a forge made of paper."""

import json
import shutil
import sys
import zipfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from filled_in import body
from forge import ROOT, Forge, Job
from git_calls import git


@dataclass
class Desk:
    """A forge, a repository to push to, and a checkout of it that is set up."""

    forge: Forge
    remote: Path
    checkout: Path

    @property
    def program(self) -> Path:
        return self.checkout / ".venv/bin/sysbench-archive"

    def run(self, flow: str, job: str, event: dict[str, Any], **inputs: str) -> Job:
        github = {
            "repository": "o/r", "run_id": "1", "server_url": "https://e.example", "event": event,
        }  # fmt: skip
        return self.forge.run(flow, job, self.checkout, "event", github=github, inputs=inputs)

    def asked(self) -> list[str]:
        return [" ".join(words[:2]) for words, _ in self.forge.asked()]

    def given(self, question: str, option: str = "--body-file") -> str:
        """The file that `gh` was given with a question."""
        found = [given for words, given in self.forge.asked() if " ".join(words[:2]) == question]
        return found[-1][option]

    def is_unharmed(self) -> bool:
        return not list(self.remote.parent.rglob("pwned"))


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    if not shutil.which("unzip"):
        pytest.skip("the workflows' scripts need unzip, and it is not installed")
    seed, checkout = tmp_path / "seed", tmp_path / "checkout"
    seed.mkdir()
    (seed / "Makefile").write_text(".venv/.site check: ;\n")
    (seed / ".gitignore").write_text("/schema\n/.github\n/.venv\n.cache\n")
    git(tmp_path, "init", "-q", "-b", "main", str(seed))
    git(seed, "add", ".")
    git(seed, "commit", "-qm", "seed")
    git(tmp_path, "clone", "-q", "--bare", str(seed), "remote.git")
    git(tmp_path, "clone", "-q", "remote.git", "checkout")
    (checkout / "data/results").mkdir(parents=True)
    for name in ("schema", ".github"):
        (checkout / name).symlink_to(ROOT / name)
    made = Desk(Forge(tmp_path / "forge"), tmp_path / "remote.git", checkout)
    made.program.parent.mkdir(parents=True)
    made.program.symlink_to(Path(sys.executable).with_name("sysbench-archive"))
    return made


def labelled(desk: Desk, job: str, text: str = "", role: str = "triage") -> Job:
    """A job of the intake of an issue with this text."""
    desk.forge.answers = {"/permission": {"role_name": role}}
    issue = {"number": 12, "state": "open", "body": text, "user": {"login": "ada"}}
    event = {"issue": issue, "label": {"name": "intake"}, "sender": {"login": "keeper"}}
    return desk.run("intake.yml", job, event)


def taken_in(desk: Desk, text: str) -> None:
    """Both jobs, each in a checkout as it was cloned."""
    for job in ("read", "propose"):
        done = labelled(desk, job, text)
        assert done.ok, done.log
        git(desk.checkout, "clean", "-fdq")


def test_a_good_form_ends_as_a_pull_request(desk: Desk) -> None:
    taken_in(desk, body())
    assert desk.asked()[-3:] == ["pr list", "pr create", "issue comment"]
    page = desk.given("pr create")
    assert "Closes #12." in page
    assert "`check` finds nothing to fix" in page
    files = git(desk.remote, "show", "--stat=200", "--format=", "intake/issue-12")
    assert files.count("|") == 3


def test_a_bad_form_ends_as_an_answer(desk: Desk) -> None:
    taken_in(desk, body(output="@torvalds $(id) ${{ github.token }}", server="new"))
    assert desk.asked()[-1] == "issue comment"
    assert "pr create" not in desk.asked()
    answer = desk.given("issue comment")
    assert "**Product and version of the server**" in answer
    assert "torvalds" not in answer
    assert git(desk.remote, "branch").split() == ["*", "main"]


def test_a_label_set_by_somebody_else_is_not_followed(desk: Desk) -> None:
    done = labelled(desk, "propose", role="read")
    assert "not set by a maintainer" in done.log
    assert desk.asked() == ["api repos/o/r/collaborators/keeper/permission"]


def commented(desk: Desk, data: bytes | None, files: list[str] | None) -> Job:
    """The job that comments, with this as the report of a pull request that changes these files;
    one that was moved is "NEW < OLD".
    """
    names = ("filename", "previous_filename")
    if data is not None:
        with zipfile.ZipFile(
            desk.forge.folder / "artifacts/review.zip", "w", zipfile.ZIP_DEFLATED
        ) as artifact:
            artifact.writestr("report.json", data)
    repository = {"full_name": "ada/r", "owner": {"login": "ada"}}
    ours = {"user": {"login": "github-actions[bot]"}, "body": "<!-- sysbench-archive review -->"}
    desk.forge.answers = {
        "/files": None
        if files is None
        else [dict(zip(names, file.split(" < "), strict=False)) for file in files],
        "/comments": [{"id": 6, "user": {"login": "ada"}, "body": ours["body"]}]
        + [{"id": number, **ours} for number in (7, 8)],
        "/pulls": [{"number": 41, "head": {"sha": "0" * 40, "repo": repository}}],
    }
    event = {
        "event": "pull_request", "id": 1, "html_url": "https://e.example/run", "head_sha": "0" * 40,
        "head_branch": "x$(touch pwned)", "head_repository": repository,
    }  # fmt: skip
    done = desk.run("report.yml", "report", {"workflow_run": event})
    assert desk.is_unharmed()
    return done


def posted(desk: Desk, data: bytes | None, *files: str) -> str:
    """The comment; the first of ours takes it."""
    done = commented(desk, data, list(files))
    assert done.ok, done.log
    words, given = desk.forge.asked()[-1]
    assert {"PATCH", "repos/o/r/issues/comments/7"} <= set(words)
    return given["-F"]


CHANGED = ("data/results/a", "scripts/x.py")


def test_a_report_updates_the_first_comment(desk: Desk) -> None:
    assert labelled(desk, "read", body()).ok
    comment = posted(desk, (desk.checkout / "intake/report.json").read_bytes(), *CHANGED)
    assert "adds 1 bundle" in comment
    assert "Files outside `data/` and `content/` change as well (1)" in comment


@pytest.mark.parametrize("data", [None, b"{}", b"\0" * 3_000_000], ids=["none", "empty", "bomb"])
def test_what_is_no_report_is_not_shown(desk: Desk, data: bytes | None) -> None:
    comment = posted(desk, data, *CHANGED)
    assert comment.startswith((ROOT / ".github/no-report.md").read_text())


@pytest.mark.parametrize(
    ("files", "told"),
    [
        (["data/a", "content/b"], ""),
        (["data/a < scripts/x.py"], "(1)"),
        (["data/a"] * 3000, "(too many files to tell)"),
    ],
    ids=["none", "moved", "flood"],
)
def test_readers_are_told_of_a_change_of_the_program_where_there_may_be_one(
    desk: Desk, files: list[str], told: str
) -> None:
    comment = posted(desk, None, *files)
    assert ("Files outside" in comment) == bool(told)
    assert told in comment


def test_a_question_that_fails_ends_the_report(desk: Desk) -> None:
    assert not commented(desk, None, None).ok
    assert desk.asked() == ["api --method", "api --paginate"]


@pytest.mark.parametrize(
    ("base", "files", "left_out"),
    [
        ("", ["data/sources/a.yaml"], []),
        ("", ["data/sources/a.yaml", "docs/a.md"], ["make test"]),
        ("no-such-commit", ["data/sources/a.yaml"], ["make test"]),
    ],
    ids=["data", "both", "nobody knows"],
)
def test_only_data_is_merged_without_tests(
    desk: Desk, base: str, files: list[str], left_out: list[str]
) -> None:
    """The forge has no stand-in of `make test`, which it leaves out where it would be run."""
    for name in files:
        (desk.checkout / name).parent.mkdir(parents=True, exist_ok=True)
        (desk.checkout / name).write_text("new\n")
    git(desk.checkout, "add", ".")
    git(desk.checkout, "commit", "-qm", "new")
    queued = {"event": {"merge_group": {"base_sha": base}}}
    done = desk.forge.run("check.yml", "check", desk.checkout, "e", github=queued)
    assert done.ok == (not base), done.log
    assert done.left_out == left_out


RERUN = {
    "comparison": "2026-11-new--oltp-read-only",
    "baseline": "/run/a.sock",
    "candidate": "/run/b.sock",
    "submitter": "The maintainers",
    "disclosure": "none",
}
NOTES = """#!{python}
import json, sys
with open("{called}", "a") as called:
    called.write(json.dumps(sys.argv[1:]) + "\\n")
"""


@pytest.fixture
def pull(desk: Desk) -> Desk:
    """A pull request, number 7, that adds a bundle and changes the program."""
    fork = desk.remote.with_name("fork")
    git(fork.parent, "clone", "-q", "remote.git", "fork")
    for name in ("data/results/2026-11-new/bundle.yaml", "data/ledger/2026-11-new.yaml", "evil.py"):
        (fork / name).parent.mkdir(parents=True, exist_ok=True)
        (fork / name).write_text("of the fork\n")
    git(fork, "add", ".")
    git(fork, "commit", "-qm", "new")
    git(fork, "push", "-q", "origin", "HEAD:refs/pull/7/head")
    desk.program.unlink()
    desk.program.write_text(NOTES.format(python=sys.executable, called=fork.parent / "called"))
    desk.program.chmod(0o755)
    return desk


def called(desk: Desk) -> list[list[str]]:
    file = desk.remote.with_name("called")
    return [json.loads(line) for line in file.read_text().splitlines()] if file.exists() else []


def test_a_submission_is_run_again_with_its_data_and_our_program(pull: Desk) -> None:
    assert pull.run("rerun.yml", "rerun", {}, pull="7", **RERUN).ok
    assert (pull.checkout / "data/results/2026-11-new/bundle.yaml").exists()
    assert not (pull.checkout / "evil.py").exists()
    check, reproduce = called(pull)
    assert check == ["check", "data/results/2026-11-new"]
    assert reproduce[:2] == ["reproduce", "--yes"]
    assert reproduce[-2:] == ["--", "2026-11-new--oltp-read-only"]
    assert {"baseline=/run/a.sock", "candidate=/run/b.sock"} <= set(reproduce)


@pytest.mark.parametrize("number", ["7; touch pwned", "$(touch pwned)", "-1", "../7", ""])
def test_what_is_no_pull_request_is_not_fetched(pull: Desk, number: str) -> None:
    done = pull.run("rerun.yml", "rerun", {}, pull=number, **RERUN)
    assert "no number of a pull request" in done.log
    assert not called(pull)
    assert pull.is_unharmed()
    assert not (pull.checkout / "data/results/2026-11-new").exists()


def test_words_of_whoever_starts_it_stay_words(pull: Desk) -> None:
    hostile = {name: f"$(touch pwned)`touch pwned` --{name} x" for name in RERUN}
    assert pull.run("rerun.yml", "rerun", {}, pull="7", **hostile).ok
    assert hostile["comparison"] == called(pull)[1][-1]
    assert pull.is_unharmed()


def test_the_pull_request_is_told(desk: Desk) -> None:
    assert desk.run("rerun.yml", "tell", {}, pull="7").ok
    assert desk.asked() == ["pr comment"]
    link = "[The outcome is a bundle](https://e.example/o/r/actions/runs/1)"
    assert link in desk.given("pr comment")
