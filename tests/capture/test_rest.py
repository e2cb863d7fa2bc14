"""Waiting until a server rests."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from sysbench_archive.capture.server import process


def thread(folder: Path, number: int, state: str, name: str = "mysqld") -> None:
    (folder / str(number)).mkdir(parents=True)
    (folder / str(number) / "stat").write_text(f"{number} ({name}) {state} 1 2 3\n")


@pytest.mark.parametrize(
    ("states", "busy"), [("SSS", False), ("SRS", True), ("SSD", True), ("", False), ("IZ", False)]
)
def test_a_server_is_busy_while_one_of_its_threads_runs(
    tmp_path: Path, states: str, busy: bool
) -> None:
    for number, state in enumerate(states):
        thread(tmp_path, number, state)
    assert process.is_busy(tmp_path) == busy


def test_the_name_of_a_thread_is_not_its_state(tmp_path: Path) -> None:
    thread(tmp_path, 1, "S", name="a) R (b")
    assert not process.is_busy(tmp_path)
    thread(tmp_path, 2, "R", name="a) S (b")
    assert process.is_busy(tmp_path)


def test_a_thread_that_ended_meanwhile_is_not_busy(tmp_path: Path) -> None:
    (tmp_path / "7").mkdir()
    (tmp_path / "7" / "stat").symlink_to(tmp_path / "gone")
    assert not process.is_busy(tmp_path)


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
