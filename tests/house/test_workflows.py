"""Workflows: least privileged, and deaf to what strangers write; zizmor looks at the rest."""

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
import yaml

from sysbench_archive.commands.intake import MAX_INTAKE
from sysbench_archive.review.markdown import MARK
from sysbench_archive.review.untrusted import MAX_BYTES

from .tree import ROOT

FOLDER = ROOT / ".github" / "workflows"
PATHS = sorted(FOLDER.glob("*.yml"))
TEXTS = {path.name: path.read_text() for path in PATHS}
FLOWS: dict[str, dict[Any, Any]] = {name: yaml.safe_load(text) for name, text in TEXTS.items()}
FORMS = {p.name: yaml.safe_load(p.read_text()) for p in (ROOT / ".github/ISSUE_TEMPLATE").glob("*")}
WRITES = {"report.yml": {"pull-requests"}, "intake.yml": {"contents", "issues", "pull-requests"}}
WRITES |= {"publish.yml": {"pages", "id-token"}, "rebuild.yml": {"issues"}}
WRITES |= {"release.yml": {"attestations", "contents", "id-token"}}
WRITES |= {"rerun.yml": {"pull-requests"}}


def jobs(name: str) -> Iterator[tuple[str, dict[str, Any]]]:
    yield from FLOWS[name]["jobs"].items()


def steps(name: str) -> Iterator[dict[str, Any]]:
    for _, job in jobs(name):
        yield from job["steps"]


def triggers(name: str) -> set[str]:
    # YAML 1.1 reads the key `on` as true.
    found = FLOWS[name][True]
    return {found} if isinstance(found, str) else set(found)


@pytest.mark.parametrize("name", FLOWS)
def test_rights_are_given_job_by_job(name: str) -> None:
    assert FLOWS[name]["permissions"] == {}
    for job, settings in jobs(name):
        assert settings["permissions"], job
        writes = {right for right, level in settings["permissions"].items() if level == "write"}
        assert writes <= WRITES.get(name, set()), job


@pytest.mark.parametrize("name", FLOWS)
def test_no_privileged_workflow_checks_out_what_others_wrote(name: str) -> None:
    """Only `check` runs code of pull requests, queued ones as well, and it may write nothing."""
    assert "pull_request_target" not in triggers(name)
    for step in steps(name):
        assert not {"ref", "repository"} & set(step.get("with", {}))
    if "pull_request" in triggers(name):
        assert triggers(name) == {"pull_request", "merge_group"}
        assert all(job["permissions"] == {"contents": "read"} for _, job in jobs(name))


def test_what_is_kept_is_written_from_nothing_by_what_was_merged_and_only_read_elsewhere() -> None:
    users = [
        (name, step)
        for name in FLOWS
        for step in steps(name)
        if step.get("uses", "").startswith("actions/cache")
    ]
    actions = {(name, step["uses"].partition("@")[0]) for name, step in users}
    assert actions == {
        ("publish.yml", "actions/cache/save"),
        ("check.yml", "actions/cache/restore"),
    }
    assert triggers("publish.yml") == {"push", "workflow_dispatch"}
    built = [step["run"] for step in steps("publish.yml") if step.get("run", "").startswith("make")]
    assert 'make site BUILD_FLAGS="--no-cache --for-publication"' in built
    assert {(step["with"]["path"], step["with"]["key"]) for _, step in users} == {
        (".cache/outcomes", users[0][1]["with"]["key"])
    }


@pytest.mark.parametrize("name", FLOWS)
def test_a_token_is_handed_only_to_steps_that_need_it(name: str) -> None:
    for step in steps(name):
        given = "GH_TOKEN" in step.get("env", {})
        assert given == bool(re.search(r"(?m)^\s*(?:\w+=\$\()?gh ", step.get("run", "")))
        if given:
            assert ".venv/bin/" not in step["run"]
    assert not re.search(r"GH_TOKEN", json.dumps([job.get("env", {}) for _, job in jobs(name)]))


def test_no_secret_reaches_what_strangers_wrote() -> None:
    """Besides the forge's own token a release has one, which a pull request never starts."""
    assert [name for name, text in TEXTS.items() if re.search(r"\bsecrets\b", text)] == [
        "release.yml"
    ]
    assert set(re.findall(r"\bsecrets\.(\w+)", TEXTS["release.yml"])) == {"ZENODO_TOKEN"}
    assert "pull_request" not in triggers("release.yml")
    assert "github.token" not in TEXTS["check.yml"]
    assert "GH_TOKEN" not in TEXTS["check.yml"]
    reading = [name for name in FLOWS if "pull_request" in triggers(name)]
    assert reading == ["check.yml"]


def test_the_report_is_about_the_commit_of_the_event() -> None:
    text = TEXTS["report.yml"]
    assert triggers("report.yml") == {"workflow_run"}
    assert FLOWS["report.yml"][True]["workflow_run"]["workflows"] == [FLOWS["check.yml"]["name"]]
    assert ".head.sha == env.HEAD_SHA" in text
    assert "github.event.workflow_run.pull_requests" not in text
    assert "review --render report.json" in text


def test_a_runner_of_the_maintainers_is_started_by_hand_and_takes_data_only() -> None:
    own = [
        (name, job)
        for name in FLOWS
        for job, settings in jobs(name)
        if "self-hosted" in settings["runs-on"]
    ]
    assert own == [("rerun.yml", "rerun")]
    assert triggers("rerun.yml") == {"workflow_dispatch"}
    assert FLOWS["rerun.yml"]["jobs"]["rerun"]["permissions"] == {"contents": "read"}
    fetched = [step["run"] for step in steps("rerun.yml") if "FETCH_HEAD" in step.get("run", "")]
    assert [re.findall(r"FETCH_HEAD -- (.*)", run) for run in fetched] == [
        ["data/results data/ledger"]
    ]


def test_only_a_label_starts_an_intake_and_no_form_sets_it() -> None:
    flow = FLOWS["intake.yml"]
    assert flow[True] == {"issues": {"types": ["labeled"]}}
    assert "github.event.label.name == 'intake'" in flow["jobs"]["read"]["if"]
    assert not [name for name, form in FORMS.items() if "intake" in form.get("labels", [])]


def test_who_reads_the_form_may_write_nothing() -> None:
    flow = FLOWS["intake.yml"]
    assert flow["jobs"]["read"]["permissions"] == {"contents": "read"}
    assert flow["jobs"]["propose"]["needs"] == "read"
    privileged = json.dumps(flow["jobs"]["propose"])
    assert "GITHUB_EVENT_PATH" not in privileged
    assert "github.event.issue.body" not in TEXTS["intake.yml"]
    assert "github.event.issue.title" not in TEXTS["intake.yml"]


def test_bounds_of_the_workflows_are_those_of_the_program() -> None:
    assert f"head -c {MAX_BYTES + 1} " in TEXTS["report.yml"]
    assert f"head -c {MAX_BYTES + 1} " in TEXTS["intake.yml"]
    assert f"head -c {MAX_INTAKE + 1} " in TEXTS["intake.yml"]


def test_the_comment_is_found_again_by_its_first_line() -> None:
    assert (ROOT / ".github/no-report.md").read_text().startswith(f"{MARK}\n")
    assert f'startswith("{MARK}")' in TEXTS["report.yml"]


def test_the_image_and_every_workflow_start_from_the_same_bytes() -> None:
    images = re.findall(r"(?m)^FROM (.*)", (ROOT / "Dockerfile").read_text())
    images += [job["container"] for name in FLOWS for _, job in jobs(name) if "container" in job]
    assert len(set(images)) == 1
    assert re.fullmatch(r"debian:12@sha256:[0-9a-f]{64}", images[0])


def test_a_pull_request_is_checked_against_what_it_was_merged_with() -> None:
    """Not against a branch that went on: what others merged since would be missing in it."""
    assert "origin/" not in TEXTS["check.yml"]
    asked = [step["run"] for step in steps("check.yml") if "BASE_SHA" in step.get("env", {})]
    assert len(asked) == 2
    assert all('"${BASE_SHA:-HEAD^1}"' in run for run in asked)
    protection = json.loads((ROOT / ".github" / "protection.json").read_text())
    assert protection["required_status_checks"]["strict"] is True


def test_a_release_holds_what_contributors_install() -> None:
    jobs = FLOWS["release.yml"]["jobs"]
    assert any("make wheel zipapp" in step.get("run", "") for step in jobs["program"]["steps"])
    assert "program" in jobs["publish"]["needs"]
    assert "program/*" in jobs["publish"]["steps"][-1]["run"]
