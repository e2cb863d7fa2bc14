"""Runs something in a process that is killed at one of its writes, or at some moment, or whose disk
is full from a write on, and looks for what it leaves.
"""

from __future__ import annotations

import errno
import os
import select
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

WRITES = frozenset(
    ("os.rename", "os.link", "os.remove", "os.rmdir", "os.mkdir", "shutil.rmtree", "open")
)
"""What changes files, as Python names it."""
PROGRAM = "subprocess.Popen"
SOON = 2.0
"""Seconds after which nothing may be left of a process that was killed."""
_MARK = "SYSBENCH_ARCHIVE_TEST_OF_KILLS"


@dataclass(frozen=True)
class Ended:
    """How a process ended: killed or not, and at how many writes below the folder it came by."""

    killed: bool
    writes: int


def killed_at(
    moment: int, below: Path, work: Callable[[], object], *, programs: bool = False
) -> Ended:
    """Do some work in another process, killed before a write below a folder: the first is 0.

    With `programs` the beginning of another program counts as a write. Asserts that no process of
    its is left soon after.
    """
    reading, writing = os.pipe()
    counting, counted = os.pipe()
    name = f"{os.getpid()}-{time.monotonic_ns()}"
    child = os.fork()
    if not child:
        os.close(reading)
        os.close(counting)
        _work(moment, str(below), work, counted, name, programs)
    os.close(writing)
    os.close(counted)
    code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    assert code in (0, -signal.SIGKILL), code
    # The workers of a process hold the pipe; the programs that it began have its environment.
    assert select.select([reading], [], [], SOON)[0], "a worker is left"
    _none_left(name)
    with os.fdopen(counting, "rb") as told:
        writes = len(told.read())
    os.close(reading)
    return Ended(code == -signal.SIGKILL, writes)


def killed_after(seconds: float, command: Sequence[str], folder: Path) -> bool:
    """Run a command in a folder, killed after so long: whether it was, and had not ended before.

    Asserts that no process of its is left soon after.
    """
    name = f"{os.getpid()}-{time.monotonic_ns()}"
    environment = {**os.environ, _MARK: name}
    with subprocess.Popen(command, cwd=folder, env=environment, stdout=-3, stderr=-3) as process:
        try:
            assert process.wait(seconds) == 0
        except subprocess.TimeoutExpired:
            process.kill()
    _none_left(name)
    return process.returncode == -signal.SIGKILL


def full_from(moment: int, below: Path, work: Callable[[], object]) -> bool:
    """Do some work in another process, on a disk that is full from a write below a folder on:
    whether it came by so many.

    Asserts that it ends with an error which names a path there, and leaves nothing half-written.
    """
    child = os.fork()
    if not child:
        _work_on_a_full_disk(moment, str(below), work)
    code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    assert code in (0, errno.ENOSPC), code
    assert not list(below.rglob("*.partial*"))
    return code != 0


def _work_on_a_full_disk(moment: int, below: str, work: Callable[[], object]) -> None:
    left = moment

    def hook(event: str, arguments: tuple[object, ...]) -> None:
        nonlocal left
        if event in ("open", "os.mkdir") and _counts(event, arguments, below):
            left -= 1
            if left < 0:
                # As the system says it of a write: without a name.
                named = [str(arguments[0])] if event == "os.mkdir" else []
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), *named)

    status = 1
    try:
        sys.addaudithook(hook)
        work()
        status = 0
    except OSError as error:
        status = error.errno or 1 if below in str(error.filename) else 1
    finally:
        os._exit(status)


def _none_left(name: str) -> None:
    until = time.monotonic() + SOON
    while left := _programs(name):
        assert time.monotonic() < until, left
        time.sleep(0.05)


def _work(
    moment: int,
    below: str,
    work: Callable[[], object],
    counted: int,
    name: str,
    programs: bool,
) -> None:
    own, left = os.getpid(), moment

    def hook(event: str, arguments: tuple[object, ...]) -> None:
        nonlocal left
        # Workers are forks, and have the hook as well.
        if event not in WRITES and not (programs and event == PROGRAM):
            return
        if os.getpid() != own or not _counts(event, arguments, below):
            return
        os.write(counted, b".")
        left -= 1
        if left < 0:
            os.kill(own, signal.SIGKILL)

    status = 1
    try:
        os.environ[_MARK] = name
        sys.addaudithook(hook)
        work()
        status = 0
    finally:
        os._exit(status)


def _counts(event: str, arguments: tuple[object, ...], below: str) -> bool:
    if event == PROGRAM:
        return True
    if event == "open" and not str(arguments[1]).startswith(("w", "a", "x")):
        return False
    return str(arguments[0]).startswith(below)


def _programs(name: str) -> list[str]:
    """The processes that were begun with this mark in their environment."""
    mark, found = f"{_MARK}={name}".encode(), []
    for environ in Path("/proc").glob("[0-9]*/environ"):
        with suppress(OSError):
            if mark in environ.read_bytes().split(b"\0"):
                found.append((environ.parent / "cmdline").read_text().replace("\0", " "))
    return found


def spread(writes: int, moments: int) -> list[int]:
    """So many of the writes, the first and the last among them."""
    return sorted({round(n * (writes - 1) / (moments - 1)) for n in range(moments)})
