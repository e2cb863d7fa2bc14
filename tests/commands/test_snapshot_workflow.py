"""Steps of workflows that deal with other services do, as they are written, what they say."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from git_calls import git
from service_stand_in import PREFIX, TOKEN, Zenodo, served
from synthetic_archive import ROOT
from sysbench_archive.publish.snapshot import checksums

FLOWS = {
    name: yaml.safe_load((ROOT / f".github/workflows/{name}.yml").read_text())
    for name in ("preserve", "publish", "rebuild", "release")
}
BASE = "https://archive.test"


def step(flow: str, job: str, words: str) -> dict[str, Any]:
    """The step of a job whose script has these words."""
    found = [s for s in FLOWS[flow]["jobs"][job]["steps"] if words in s.get("run", "")]
    assert len(found) == 1
    return dict(found[0])


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A checkout with a repository, a snapshot and the program where set-up puts it."""
    (tmp_path / ".venv/bin").mkdir(parents=True)
    program = Path(sys.executable).with_name("sysbench-archive")
    (tmp_path / ".venv/bin/sysbench-archive").symlink_to(program)
    params = {"permanentBase": BASE, "repository": "https://forge.test/archive", "doi": ""}
    lines = [f'{name} = "{value}"' for name, value in params.items()]
    (tmp_path / "config.toml").write_text("\n".join(["[params]", *lines]))
    (tmp_path / "LICENSE-DATA.md").write_text("")
    (tmp_path / ".zenodo.json").write_bytes((ROOT / ".zenodo.json").read_bytes())
    snapshot = tmp_path / "snapshot"
    snapshot.mkdir()
    about = {
        "date": "2026-11-21",
        "commit": "ab" * 20,
        "program_version": "1.0.0",
        "methodology_version": 6,
        "results_swhid": f"swh:1:dir:{'cd' * 20}",
        "counts": {"bundles": 2, "runs": 20, "comparisons": 3},
    }
    (snapshot / "release.json").write_text(json.dumps(about))
    (snapshot / "SHA256SUMS").write_text(checksums(snapshot.glob("*.json")))
    return tmp_path


def run(folder: Path, script: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run a step as the runner does."""
    kept = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}
    command = ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", script]
    return subprocess.run(
        command, cwd=folder, env={**kept, **environment}, capture_output=True, text=True
    )


@pytest.fixture
def zenodo() -> Iterator[Zenodo]:
    with served(stand_in := Zenodo()):
        yield stand_in


def test_the_release_is_deposited_with_its_proof_and_again_is_no_second_one(
    checkout: Path, zenodo: Zenodo
) -> None:
    proof = checkout / "proof.jsonl"
    proof.write_text("{}")
    placed = step("release", "publish", "cp ")
    assert placed["env"] == {"PROOF": "${{ steps.attest.outputs.bundle-path }}"}
    assert run(checkout, placed["run"], PROOF=str(proof)).returncode == 0
    config = checkout / "config.toml"
    assert run(checkout, f".venv/bin/sysbench-archive deposit snapshot --api {zenodo.root}",
               ZENODO_TOKEN=TOKEN).returncode == 0  # fmt: skip
    config.write_text(config.read_text().replace('doi = ""', f'doi = "{PREFIX}99"'))
    deposit = step("release", "deposit", "deposit snapshot")
    assert deposit["env"].keys() == {"ZENODO_API", "ZENODO_TOKEN"}
    for _ in range(2):
        done = run(checkout, deposit["run"], ZENODO_API=zenodo.root, ZENODO_TOKEN=TOKEN)
        assert done.returncode == 0, done.stderr
        assert f"{PREFIX}100 (published)" in done.stdout
    assert {*zenodo.files[100]} == {"release.json", "SHA256SUMS", "attestation.sigstore.json"}
    assert len(zenodo.deposits) == 1
    refused = run(checkout, deposit["run"], ZENODO_API=zenodo.root, ZENODO_TOKEN="wrong")
    assert (refused.returncode, "deposit:write" in refused.stderr) == (4, True)


@pytest.mark.skipif(not shutil.which("jq"), reason="files of a deposit are listed with jq")
def test_the_newest_deposit_is_fetched_whole_for_the_monthly_rebuild(
    checkout: Path, zenodo: Zenodo
) -> None:
    (checkout / "scripts").symlink_to(ROOT / "scripts")
    fetch = step("rebuild", "deposit", "fetch_deposit.sh")
    assert fetch["env"] == {"ZENODO_API": "${{ vars.ZENODO_API }}"}
    config = checkout / "config.toml"
    config.write_text(config.read_text().replace('doi = ""', f'doi = "{PREFIX}99"'))
    snapshot = checkout / "snapshot"
    for version, files in enumerate(({"a": b"old"}, {"a": b"new", "b c.csv": bytes(range(256))})):
        zenodo._new(100 + version, "99", {}, files)
        zenodo._publish(str(100 + version), b"")
        shutil.rmtree(snapshot)
        done = run(checkout, fetch["run"], ZENODO_API=zenodo.root, no_proxy="127.0.0.1")
        assert done.returncode == 0, done.stderr
        assert {path.name: path.read_bytes() for path in snapshot.iterdir()} == files
    zenodo.files[101] = {"..": b"x"}
    done = run(checkout, fetch["run"], ZENODO_API=zenodo.root, no_proxy="127.0.0.1")
    assert (done.returncode, "no file of a snapshot" in done.stderr) == (1, True)
    built = step("rebuild", "deposit", "rebuild.sh")
    assert built["run"] == "sh snapshot/rebuild.sh snapshot rebuilt"


def day_of(folder: Path, **environment: str) -> tuple[int, str]:
    """The exit code and the output of the step that reads the day of a snapshot."""
    output = folder / "output"
    output.write_text("")
    script = step("release", "day", "day=")["run"]
    done = run(folder, script, GITHUB_OUTPUT=str(output), **environment)
    return done.returncode, output.read_text().strip()


def test_a_snapshot_has_the_day_of_its_tag_or_the_one_that_somebody_says(tmp_path: Path) -> None:
    tag = {"GITHUB_EVENT_NAME": "push", "GITHUB_REF_NAME": "snapshot-2026-11-21", "DAY": ""}
    assert day_of(tmp_path, **tag) == (0, "day=2026-11-21")
    hand = {"GITHUB_EVENT_NAME": "workflow_dispatch", "GITHUB_REF_NAME": "main"}
    assert day_of(tmp_path, DAY="2026-11-22", **hand) == (0, "day=2026-11-22")
    assert day_of(tmp_path, DAY="$(id)", **hand) == (1, "")


def test_a_quarter_without_new_results_has_no_snapshot(tmp_path: Path) -> None:
    """Nor has an archive of which none was cut by hand."""
    quarterly = {"GITHUB_EVENT_NAME": "schedule", "GITHUB_REF_NAME": "main", "DAY": ""}
    git(tmp_path, "init", "-q", "-b", "main")
    for name in ("data/a.txt", "content/a.md", "docs/a.md"):
        (tmp_path / name).parent.mkdir()
        (tmp_path / name).write_text("a")
    git(tmp_path, "add", "-A")
    git(tmp_path, "commit", "-qm", "One")
    assert day_of(tmp_path, **quarterly) == (0, "")
    for day in ("2026-07-02", "2026-10-02"):
        git(tmp_path, "tag", f"snapshot-{day}")
    (tmp_path / "docs/a.md").write_text("b")
    git(tmp_path, "commit", "-qam", "Two")
    assert day_of(tmp_path, **quarterly) == (0, "")
    (tmp_path / "data/a.txt").write_text("b")
    git(tmp_path, "commit", "-qam", "Three")
    status, said = day_of(tmp_path, **quarterly)
    assert (status, said[:6]) == (0, "day=20")
    needing = [n for n, j in FLOWS["release"]["jobs"].items() if "day" in str(j.get("needs"))]
    assert needing == ["cut", "program", "publish"]


def test_a_deposit_needs_a_service_that_was_named_and_a_token_of_its_own() -> None:
    job = FLOWS["release"]["jobs"]["deposit"]
    assert (job["if"], job["environment"]) == ("vars.ZENODO_API != ''", "zenodo")
    assert set(job["needs"]) == {"cut", "publish"}
    holders = [name for name, j in FLOWS["release"]["jobs"].items() if "secrets." in json.dumps(j)]
    assert holders == ["deposit"]


@pytest.mark.skipif(not shutil.which("jq"), reason="the notes of a release are written with jq")
def test_notes_of_a_release_name_commit_and_versions(checkout: Path) -> None:
    done = run(checkout, step("release", "publish", "jq -r")["run"])
    assert done.returncode == 0, done.stderr
    notes = (checkout / "notes.md").read_text()
    assert f"Commit {'ab' * 20}, program 1.0.0, methodology 6." in notes
    assert f"`swh:1:dir:{'cd' * 20}`" in notes
    assert "2 bundles, 20 runs, 3 comparisons" in notes


def test_copies_are_asked_for_every_day_and_never_stand_in_the_way_of_a_deployment() -> None:
    """What the command does where the service fails: `test_preserve.py`."""
    # YAML 1.1 reads the key `on` as true.
    assert FLOWS["preserve"][True]["schedule"] == [{"cron": "41 4 * * *"}]
    assert step("preserve", "preserve", "preserve")["run"] == ".venv/bin/sysbench-archive preserve"
    assert "preserve" not in FLOWS["publish"]["jobs"]
