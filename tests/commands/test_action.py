"""`action.yml` as a runner runs it: what is compared, what is said to whom, and the exit code.

Measuring has a stand-in here, a bundle that is there already; `tests/real` measures.
"""

import json
import re
import shutil
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
import yaml

from forge import ROOT, Forge, Job

STATED = yaml.safe_load((ROOT / "action.yml").read_text())
SLOWER = ROOT / "data/results/2026-11-mysql-8-0-log-writer-threads-in-slices-small-vm"
HOSTILE = "$(touch pwned)`touch pwned`\"; touch pwned; ' -->"
MARK = "<!-- sysbench-archive action: sysbench-archive -->"
PROGRAM = """#!{python}
import json, os, pathlib, shutil, sys
with open("{called}", "a") as called:
    called.write(json.dumps([sys.argv[1:], os.environ.get("MYSQL_PWD"), "GH_TOKEN" in os.environ]))
    called.write("\\n")
if sys.argv[1] == "capture":
    shutil.copytree("{bundle}", pathlib.Path(sys.argv[-1], "2026-11-measured"))
else:
    os.execv("{program}", ["{program}", *sys.argv[1:]])
"""


@dataclass
class Runner:
    """A forge, the action, and somebody's checkout that uses it."""

    forge: Forge
    action: Path
    checkout: Path

    def run(self, head: str = "o/r", event: str = "pull_request", **inputs: str) -> Job:
        pull = {"number": 5, "head": {"repo": {"full_name": head}}}
        github = {
            "repository": "o/r", "run_id": "1", "server_url": "https://e.example",
            "event": {"pull_request": pull},
        }  # fmt: skip
        given = {"campaign": "campaign.yaml", **inputs}
        done = self.forge.run_action(self.action, self.checkout, event, github=github, inputs=given)
        assert not list(self.forge.folder.parent.rglob("pwned"))
        return done

    def called(self) -> list[tuple[list[str], str | None, bool]]:
        """The words of each call of the program, the password, and whether it has a token."""
        return [json.loads(line) for line in (self.action / "called").read_text().splitlines()]

    def kept(self, name: str = "sysbench-archive") -> list[str]:
        """The files of the artifact."""
        folder = self.forge.folder / "unpacked"
        shutil.unpack_archive(self.forge.folder / "artifacts" / f"{name}.zip", folder)
        return sorted(str(path.relative_to(folder)) for path in folder.glob("*"))


@pytest.fixture
def runner(tmp_path: Path) -> Runner:
    action, checkout = tmp_path / "action", tmp_path / "checkout"
    program = action / ".venv/bin/sysbench-archive"
    program.parent.mkdir(parents=True)
    checkout.mkdir()
    (action / "action.yml").symlink_to(ROOT / "action.yml")
    (action / "Makefile").write_text("setup-capture: ;\n")
    real = Path(sys.executable).with_name("sysbench-archive")
    program.write_text(
        PROGRAM.format(python=sys.executable, called=action / "called", bundle=SLOWER, program=real)
    )
    program.chmod(0o755)
    forge = Forge(tmp_path / "forge")
    (forge.folder / "bin/sysbench").symlink_to(program)
    forge.answers = {"api user": {"login": "robot"}, "/comments": []}
    return Runner(forge, action, checkout)


def test_two_servers_are_compared_and_a_slower_one_fails_with_3(runner: Runner) -> None:
    done = runner.run(**{"fail-slower": "5%", "token": "given"})
    assert done.failed == ["Compare"]
    assert "slower: OLTP write-only at 1 thread" in done.said["Compare"]
    assert "| OLTP write-only | 1 | 509 | 215 |" in done.summary
    words, given = runner.forge.asked()[-1]
    assert {"POST", "repos/o/r/issues/5/comments"} <= set(words)
    assert given["-F"].startswith(f"{MARK}\n### ")
    assert "| OLTP write-only | 1 | 509 | 215 |" in given["-F"]
    assert given["-F"].endswith("[Bundle and report](https://e.example/o/r/actions/runs/1)\n")
    assert {"2026-11-measured", "report.html", "report.md"} <= {*runner.kept()}


@pytest.mark.parametrize("policy", [{}, {"fail-slower": "60%"}], ids=["none", "more"])
def test_what_no_policy_forbids_does_not_fail(runner: Runner, policy: dict[str, str]) -> None:
    assert runner.run(**policy).ok


def test_one_server_is_compared_with_a_stored_bundle(runner: Runner) -> None:
    stored = f"-stored/{SLOWER.name}"
    shutil.copytree(SLOWER, runner.checkout / stored)
    done = runner.run(baseline=stored)
    assert done.ok, done.log
    measured = f"{done.outputs['measure']['folder']}/2026-11-measured"
    assert [words[-2:] for words, *_ in runner.called()[1:]] == [[stored, measured]] * 2


def test_its_own_comment_is_updated_and_nobody_elses(runner: Runner) -> None:
    bodies = [("ada", MARK), ("robot", "words"), ("robot", f"{MARK}\nold"), ("robot", MARK)]
    runner.forge.answers["/comments"] = [
        {"id": number, "user": {"login": login}, "body": body}
        for number, (login, body) in enumerate(bodies, 1)
    ]
    assert runner.run(token="given").ok
    assert {"PATCH", "repos/o/r/issues/comments/3"} <= set(runner.forge.asked()[-1][0])


@pytest.mark.parametrize(
    "case",
    [
        {},
        {"token": "given", "head": "stranger/fork"},
        {"token": "given", "head": "stranger/fork", "event": "pull_request_target"},
        {"token": "given", "event": "pull_request_target"},
        {"token": "given", "event": "push"},
    ],
    ids=["no token", "fork", "fork and secrets", "secrets", "no pull request"],
)
def test_nobody_is_told_who_may_not_be(runner: Runner, case: dict[str, str]) -> None:
    done = runner.run(**case)
    assert done.ok, done.log
    assert runner.forge.asked() == []
    assert "given" not in json.dumps(done.environments)


def test_the_password_goes_where_it_is_needed_and_the_token_is_handed_to_no_program(
    runner: Runner,
) -> None:
    assert runner.run(password="pa ss", token="given").ok
    assert [(words[0], password, token) for words, password, token in runner.called()] == [
        ("capture", "pa ss", False),
        ("compare", None, False),
        ("compare", None, False),
    ]


def test_inputs_stay_words(runner: Runner) -> None:
    names = STATED["inputs"].keys() - {"name"}
    done = runner.run(name="a b", **dict.fromkeys(names, HOSTILE))
    assert done.failed == ["Compare"]
    assert f"--campaign={HOSTILE}" in runner.called()[0][0]
    assert HOSTILE in runner.called()[1][0]
    assert runner.kept("a b") == ["2026-11-measured", "report.html"]


def test_no_expression_stands_in_a_script_and_every_input_is_documented() -> None:
    steps: list[dict[str, Any]] = STATED["runs"]["steps"]
    assert [step["name"] for step in steps if "${{" in step.get("run", "")] == []
    document = (ROOT / "docs/measuring.md").read_text()
    rows = document.split("## In your own CI\n")[1].split("\n## ")[0]
    assert re.findall(r"(?m)^\| `([\w-]+)` \|", rows) == list(STATED["inputs"])
