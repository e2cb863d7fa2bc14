"""capture --count instructions of a real server below callgrind, and what it refuses."""

from __future__ import annotations

import shlex
import shutil
from pathlib import Path

import pytest
from captures import BUNDLE, archive, bundle, captured
from servers import RealServer

from sysbench_archive.capture.counting import counter_fault

BELOW_VALGRIND = ("--loose-innodb-use-native-aio=OFF", "--loose-innodb-buffer-pool-size-max=64M")
"""io_uring waits for ever below valgrind 3.19, and it cannot reserve 8 TiB of addresses."""
COUNTED = ("--count=instructions", "--workloads=oltp_point_select", "--events=30")


@pytest.fixture
def unstarted(tmp_path: Path) -> RealServer:
    """A data directory of a server that nobody has started."""
    if shutil.which("valgrind") is None:
        pytest.skip("valgrind is not installed (Debian: apt-get install valgrind)")
    server = RealServer(tmp_path / "server")
    server.folder.mkdir()
    server.install()
    return server


def test_a_program_is_started_counted_and_stopped(unstarted: RealServer, tmp_path: Path) -> None:
    out = tmp_path / BUNDLE
    program = shlex.join([*unstarted.words(), *BELOW_VALGRIND])
    done = archive(*captured(unstarted, out, *COUNTED, f"--program={program}"))
    assert done.returncode == 0, done.stderr
    assert "Instructions per transaction\n" in done.stdout
    document = bundle(out)
    (run,) = document["runs"]
    assert run["count"]["tool"] == (
        "perf-stat" if not counter_fault("instructions:u") else "callgrind"
    )
    assert run["count"]["warmup_events"] == 30
    assert (run["count"]["counts"], run["count"]["start"]) == (3, "copy")
    assert "--rand-seed=1 seeded.lua prepare" in document["workloads"][0]["prepare"]
    assert document["servers"][0]["build"]["sha256"] != "unrecorded"
    assert "tool" not in document["servers"][0]["options"]
    assert "--events=30 --time=0 --rand-seed=1" in document["workloads"][0]["command"]
    assert not list(out.glob(".capture*"))
    assert not Path(unstarted.socket).exists()
