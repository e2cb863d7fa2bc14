"""quick of real servers, as a user runs it, to its end."""

from __future__ import annotations

import json
import signal
import subprocess
from pathlib import Path

from captures import PROGRAM, ROOT, TIMEOUT, archive, bundle
from servers import RealServer
from test_capture_stopped import wait_for

SHORT = ("--seconds=1", "--tables=1", "--table-size=200", "--submitter=Ada Example")


def words(out: Path, *servers: RealServer) -> tuple[str, ...]:
    """The words of a short one."""
    places = (f"--server={server.socket}" for server in servers)
    return ("quick", *places, *SHORT, f"--out={out}", "--yes")


def test_nothing_is_begun_where_nobody_answers(shared: RealServer, tmp_path: Path) -> None:
    out = tmp_path / "quick"
    done = archive(*words(out, shared)[:-1])
    assert done.returncode == 2, done.stderr
    assert "27 runs of 1 s" in done.stderr
    assert "nobody is here to answer" in done.stderr
    assert not out.exists()


def test_a_server_is_measured_and_the_same_command_goes_on(
    shared: RealServer, tmp_path: Path
) -> None:
    out = tmp_path / "quick"
    process = subprocess.Popen([PROGRAM, *words(out, shared)], cwd=ROOT, stderr=subprocess.PIPE)
    state = out / ".capture-state.json"
    wait_for(lambda: state.exists() and json.loads(state.read_text())["running"], process)
    process.send_signal(signal.SIGKILL)
    process.communicate(timeout=TIMEOUT)
    done = archive(*words(out))
    assert done.returncode == 0, done.stderr
    assert "going on with the campaign" in done.stderr
    assert "Point select: Transactions per second" in done.stdout
    assert (out / "report.html").is_file()
    (folder,) = (path for path in out.iterdir() if path.is_dir())
    document = bundle(folder)
    assert document["campaign"]["order"] == "mirrored-blocks"
    assert {run["workload"] for run in document["runs"] if "failed" not in run} == {
        "oltp-point-select", "oltp-read-only", "oltp-read-write",
    }  # fmt: skip
    assert shared.sql("show databases like 'sysbench\\_quick'") == []
