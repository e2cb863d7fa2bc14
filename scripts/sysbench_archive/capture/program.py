"""Run a server in the foreground for one visit: start it, wait until it answers, stop it.

A server that ends before it answers, or does not answer in time, is refused with its last words.
"""

from __future__ import annotations

import os
import shlex
import signal
import socket
import subprocess
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

from sysbench_archive.capture.invocation import parent_death_words
from sysbench_archive.capture.plan import Access, RefusalError, ServerPlan
from sysbench_archive.capture.rest import wait_until_at_rest

START_SECONDS = 600
"""Longest wait for the first answer: a server under callgrind takes ten times its usual time."""
STOP_SECONDS = 600
OUTPUT_FILE = ".capture-server.txt"
"""What the server prints; goes with the state of the campaign."""
_POLL_SECONDS = 0.2


@contextmanager
def running_program(server: ServerPlan, home: Path, before: Sequence[str] = ()) -> Iterator[None]:
    """Run the server's program; `before` are words of a tool it runs under."""
    words = shlex.split(server.program or "")
    with (home / OUTPUT_FILE).open("wb") as output:
        try:
            process = subprocess.Popen(
                [*parent_death_words(), *before, *words],
                env={**os.environ, **server.environment},
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
        except OSError as error:
            raise RefusalError("`program` of a server", str(error), got=words[0]) from None
    try:
        _wait_until_it_answers(process, server.access, home / OUTPUT_FILE)
        # The connection that asked is gone before the next one comes.
        wait_until_at_rest(process.pid)
        yield
    finally:
        _stop(process)


def _wait_until_it_answers(process: subprocess.Popen[bytes], access: Access, output: Path) -> None:
    end = time.monotonic() + START_SECONDS
    while not _answers(access):
        if process.poll() is not None:
            raise RefusalError(
                "`program` of a server",
                f"ended with exit code {process.returncode} before it answered",
                got=_last_words(output),
                hint="does it start outside of capture? some servers do not run below valgrind",
            )
        if time.monotonic() > end:
            raise RefusalError(
                "`program` of a server",
                f"no answer on {access.place} in {START_SECONDS} s",
                got=_last_words(output),
                hint="`socket`, or `host` and `port`, must be where the program listens",
            )
        time.sleep(_POLL_SECONDS)


def _answers(access: Access) -> bool:
    """Whether a server sends the first packet of its protocol."""
    with suppress(OSError):
        family = socket.AF_UNIX if access.socket else socket.AF_INET
        with socket.socket(family) as connection:
            connection.settimeout(5)
            connection.connect(access.socket or (access.host, access.port))
            return bool(connection.recv(5))
    return False


def _last_words(output: Path) -> str:
    lines = [line.strip() for line in output.read_text(errors="replace").splitlines()]
    wrong = [line for line in lines if "ERROR" in line]
    return next(iter([*wrong[:1], *filter(None, reversed(lines))]), "no output")[:300]


def _stop(process: subprocess.Popen[bytes]) -> None:
    for number in (signal.SIGTERM, signal.SIGKILL):
        if process.poll() is None:
            process.send_signal(number)
            with suppress(subprocess.TimeoutExpired):
                process.wait(STOP_SECONDS)
