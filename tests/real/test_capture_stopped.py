"""capture that is stopped on its way, or loses its server: what stays, and how it goes on."""

from __future__ import annotations

import json
import signal
import subprocess
import time
from pathlib import Path
from typing import Any

import pytest
from captures import BUNDLE, PROGRAM, ROOT, TIMEOUT, archive, bundle, captured
from servers import RealServer

from kills import full_from
from sysbench_archive.capture.invocation import parent_death_words
from sysbench_archive.cli import main


def wait_for(condition: Any, process: subprocess.Popen[Any]) -> None:
    """Wait until something is so while a capture runs."""
    for _ in range(TIMEOUT * 20):
        if condition():
            return
        assert process.poll() is None, "capture ended too early"
        time.sleep(0.05)
    raise AssertionError("it never happened")


def measuring(out: Path) -> bool:
    """Whether a run has printed its first second; its file comes a moment after its state."""
    live = out / ".capture-live.txt"
    try:
        return "[ 1s ]" in live.read_text()
    except FileNotFoundError:
        return False


def test_ctrl_c_keeps_the_run_as_failed_and_the_same_command_goes_on(
    shared: RealServer, tmp_path: Path
) -> None:
    out = tmp_path / BUNDLE
    words = captured(shared, out, "--seconds=3", "--threads=1,2")
    process = subprocess.Popen([PROGRAM, *words], cwd=ROOT, stderr=subprocess.PIPE)
    state = out / ".capture-state.json"
    wait_for(lambda: state.exists() and json.loads(state.read_text())["running"], process)
    wait_for(lambda: measuring(out), process)
    process.send_signal(signal.SIGINT)
    said = process.communicate(timeout=TIMEOUT)[1].decode()
    assert process.returncode == 4
    assert "repeat the same command" in said
    assert not (out / "bundle.yaml").exists()
    other = archive(*captured(shared, out, "--seconds=2"))
    assert other.returncode == 2
    assert "another plan" in other.stderr
    done = archive(*words)
    assert done.returncode == 0, done.stderr
    runs = bundle(out)["runs"]
    failed = [run for run in runs if "failed" in run]
    assert [run["failed"] for run in failed] == ["stopped by the operator during the run"]
    assert len(runs) == 3
    assert failed[0]["id"] == f"{runs[1]['id']}-failed-1"


def test_a_killed_server_fails_the_run_and_the_campaign_goes_on(
    fresh: RealServer, tmp_path: Path
) -> None:
    out = tmp_path / BUNDLE
    words = captured(fresh, out, "--seconds=3", "--threads=1")
    process = subprocess.Popen([PROGRAM, *words], cwd=ROOT, stderr=subprocess.PIPE)
    state = out / ".capture-state.json"
    wait_for(lambda: state.exists() and json.loads(state.read_text())["running"], process)
    wait_for(lambda: measuring(out), process)
    fresh.kill()
    said = process.communicate(timeout=TIMEOUT)[1].decode()
    assert process.returncode == 4, said
    assert "a server is gone" in said
    fresh.start()
    done = archive(*words)
    assert done.returncode == 0, done.stderr
    failed, good = bundle(out)["runs"]
    assert "FATAL" in failed["failed"]
    assert (failed["sequence"]["session"], good["sequence"]["session"]) == (1, 2)


def running(folder: Path) -> list[str]:
    """Command lines of the sysbench processes that write below a folder."""
    found = []
    for path in Path("/proc").glob("[0-9]*"):
        try:
            words = (path / "cmdline").read_bytes().replace(b"\0", b" ").decode()
            output = (path / "fd" / "1").readlink()
        except OSError:
            continue
        if words.startswith("sysbench ") and output.is_relative_to(folder):
            found.append(words)
    return found


def test_killed_outright_capture_takes_sysbench_with_it_and_goes_on(
    shared: RealServer, tmp_path: Path
) -> None:
    """Nothing may go on loading the server while the campaign is taken up again."""
    if not parent_death_words():
        pytest.skip("this system cannot bind a program's life to another's (no setpriv)")
    out = tmp_path / BUNDLE
    words = captured(shared, out, "--seconds=4")
    process = subprocess.Popen([PROGRAM, *words], cwd=ROOT, stderr=subprocess.PIPE)
    wait_for(lambda: measuring(out), process)
    assert len(running(out)) == 1
    process.kill()
    process.communicate(timeout=TIMEOUT)
    for _ in range(100):
        if not running(out):
            break
        time.sleep(0.05)
    assert running(out) == []
    done = archive(*words)
    assert done.returncode == 0, done.stderr
    failed = [run["failed"] for run in bundle(out)["runs"] if "failed" in run]
    assert failed in ([], ["capture itself was ended during the run"])


@pytest.mark.parametrize("moment", [0, 1, 2, 5, 8])
def test_a_disk_full_from_any_write_on_stops_a_capture_that_goes_on_once_there_is_room(
    moment: int, shared: RealServer, tmp_path: Path
) -> None:
    out = tmp_path / BUNDLE
    words = captured(shared, out, "--threads=1")
    full_from(moment, out, lambda: main(list(words)))
    assert not (out / "bundle.yaml").exists()
    done = archive(*words)
    assert done.returncode == 0, done.stderr
    assert bundle(out)["runs"]


def test_a_capture_begins_where_its_server_was_not_there_at_first(
    fresh: RealServer, tmp_path: Path
) -> None:
    out = tmp_path / BUNDLE
    words = captured(fresh, out, "--threads=1")
    fresh.kill()
    refused = archive(*words)
    assert refused.returncode == 4, refused.stderr
    assert "hint: " in refused.stderr
    fresh.start()
    done = archive(*words)
    assert done.returncode == 0, done.stderr
    assert bundle(out)["runs"]
