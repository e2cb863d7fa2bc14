"""Waiting until a server rests."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from sysbench_archive.capture.server import process


@pytest.mark.parametrize(
    ("states", "name", "busy"),
    [
        ("SSS", "mysqld", False),
        ("SRS", "mysqld", True),
        ("SSD", "mysqld", True),
        ("IZ", "mysqld", False),
        # The name of a thread is not its state.
        ("S", "a) R (b", False),
        ("R", "a) S (b", True),
    ],
)
def test_a_server_is_busy_while_one_of_its_threads_runs(
    tmp_path: Path, states: str, name: str, busy: bool
) -> None:
    for number, state in enumerate(states):
        (tmp_path / str(number)).mkdir()
        (tmp_path / str(number) / "stat").write_text(f"{number} ({name}) {state} 1 2 3\n")
    # One that ended meanwhile.
    (tmp_path / "99").mkdir()
    (tmp_path / "99" / "stat").symlink_to(tmp_path / "gone")
    assert process.is_busy(tmp_path) == busy


@pytest.fixture
def worker() -> subprocess.Popen[bytes]:
    """A program that works for a second, then sleeps."""
    words = "import time\nend = time.monotonic() + 1\nwhile time.monotonic() < end: pass\n"
    return subprocess.Popen([sys.executable, "-c", f"{words}time.sleep(60)"])


@pytest.mark.skipif(sys.platform != "linux", reason="threads are seen in /proc")
def test_the_wait_ends_when_the_work_does(worker: subprocess.Popen[bytes]) -> None:
    try:
        begun = time.monotonic()
        assert process.wait_until_at_rest(worker.pid)
        assert time.monotonic() - begun > 0.8
    finally:
        worker.kill()
        worker.wait()


@pytest.mark.skipif(sys.platform != "linux", reason="threads are seen in /proc")
def test_who_never_rests_is_not_waited_for_without_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(process, "LONGEST_SECONDS", 0.1)
    # This process looks, so that one of its threads runs.
    assert not process.wait_until_at_rest(os.getpid())


def test_what_cannot_be_seen_rests() -> None:
    assert process.wait_until_at_rest(None)
    assert process.wait_until_at_rest(2**22 + 1)
