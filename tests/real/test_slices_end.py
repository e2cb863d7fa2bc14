"""Slices of two real servers that run side by side: the bundle, and what stops a campaign."""

from __future__ import annotations

import csv
import signal
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml
from captures import BUNDLE, PROGRAM, ROOT, TIMEOUT, archive, bundle
from servers import RealServer, started
from test_capture_stopped import wait_for

ROUNDS = 3


@pytest.fixture
def beside(installed: Path) -> Iterator[RealServer]:
    """A server beside the other."""
    with started(installed) as server:
        yield server


def words(tmp_path: Path, one: RealServer, other: RealServer, *further: str) -> tuple[str, ...]:
    """The words of a campaign of two servers."""
    plan = {
        "servers": [
            {"variant": "side-a", "socket": one.socket},
            {"variant": "side-b", "socket": other.socket},
        ],
        "workloads": ["oltp_write_only"],
        "threads": [1],
    }
    path = tmp_path / "campaign.yaml"
    path.write_text(yaml.safe_dump(plan))
    return (
        "capture", f"--campaign={path}", "--slices=1", f"--rounds={ROUNDS}", "--repetitions=2",
        "--warmup=1", "--settle=1", "--tables=1", "--table-size=200", "--submitter=Ada Example",
        f"--out={tmp_path / BUNDLE}", "--yes", *further,
    )  # fmt: skip


def slices(out: Path) -> list[dict[str, str]]:
    with (out / "slices.csv").open() as table:
        return list(csv.DictReader(table))


def journal_lines(out: Path) -> int:
    path = out / ".capture-slices.jsonl"
    return len(path.read_text().splitlines()) if path.exists() else 0


def test_slices_of_two_servers_make_a_bundle(
    fresh: RealServer, beside: RealServer, tmp_path: Path
) -> None:
    done = archive(*words(tmp_path, fresh, beside))
    assert done.returncode == 0, done.stderr
    out = tmp_path / BUNDLE
    assert "Transactions per second\nserver" in done.stdout
    document = bundle(out)
    campaign = document["campaign"]
    assert campaign["order"] == "randomised-slices"
    assert campaign["slices"]["rounds_a_block"] == ROUNDS
    assert campaign["loads"] == "each-block"
    assert campaign["restarts"] == "never"
    assert [run["slices"] for run in document["runs"]] == [2 * ROUNDS, 2 * ROUNDS]
    assert {server["cpu_affinity"] for server in document["servers"]} == {
        document["clients"][0]["cpu_affinity"]
    }
    rows = slices(out)
    assert [int(row["round"]) for row in rows] == [n for n in range(1, 7) for _ in range(2)]
    assert {row["load"] for row in rows} == {"1", "2"}
    assert len(list((out / "raw").iterdir())) == 2
    assert not [path.name for path in out.iterdir() if path.name.startswith(".")]
    assert fresh.sql("show tables from information_schema like 'sbtest%'") == []


def test_ctrl_c_in_mid_round_and_the_same_command_goes_on(
    fresh: RealServer, beside: RealServer, tmp_path: Path
) -> None:
    out = tmp_path / BUNDLE
    given = words(tmp_path, fresh, beside)
    process = subprocess.Popen([PROGRAM, *given], cwd=ROOT, stderr=subprocess.PIPE)
    wait_for(lambda: journal_lines(out) >= 3, process)
    second = archive(*given)
    assert second.returncode == 2
    assert "another capture is measuring here" in second.stderr
    process.send_signal(signal.SIGINT)
    said = process.communicate(timeout=TIMEOUT)[1].decode()
    assert process.returncode == 4
    assert "the same command goes on where it stopped" in said
    assert not (out / "bundle.yaml").exists()
    taken = journal_lines(out)
    done = archive(*given)
    assert done.returncode == 0, done.stderr
    assert f"{taken} slices of 12 are taken" in done.stderr
    assert bundle(out)["campaign"]["notes"].count("interrupted 1 times") == 1
    assert len(slices(out)) == 12


def test_a_server_that_dies_in_mid_round_stops_and_its_attempt_is_kept(
    fresh: RealServer, beside: RealServer, tmp_path: Path
) -> None:
    out = tmp_path / BUNDLE
    given = words(tmp_path, fresh, beside)
    process = subprocess.Popen([PROGRAM, *given], cwd=ROOT, stderr=subprocess.PIPE)
    wait_for(lambda: journal_lines(out) >= 2, process)
    beside.kill()
    said = process.communicate(timeout=TIMEOUT)[1].decode()
    assert process.returncode == 4, said
    assert "a server is gone" in said
    assert not (out / "bundle.yaml").exists()
    beside.start()
    done = archive(*given)
    assert done.returncode == 0, done.stderr
    document = bundle(out)
    assert len(slices(out)) == 12
    kept = [file for file in document.get("attachments", []) if "failed" in file["file"]]
    assert len(kept) <= 1
    sessions = {row["session"] for row in slices(out) if "side-b" in row["run"]}
    assert sessions == {"1", "2"}


def test_what_cannot_be_resolved_is_not_promised(
    fresh: RealServer, beside: RealServer, tmp_path: Path
) -> None:
    out = tmp_path / BUNDLE
    limits = ("--until-resolved=0.5", "--at-most=60s", "--rounds=10")
    done = archive(*words(tmp_path, fresh, beside, *limits))
    assert done.returncode == 4, done.stdout + done.stderr
    assert "cannot be promised" in done.stderr or "too short" in done.stderr
    assert not (out / "bundle.yaml").exists()
    assert journal_lines(out) >= 20
