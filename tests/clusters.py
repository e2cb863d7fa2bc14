"""A cluster of Dask on this machine: a scheduler and its workers, each a process of its own."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor, Future
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from distributed import Client

from synthetic_archive import ROOT

_PATH = os.pathsep.join(str(ROOT / name) for name in ("scripts", "tests"))
_DOCUMENT = (ROOT / "docs" / "operating.md").read_text(encoding="utf-8")
SETTINGS = dict(re.findall(r"(?m)^ *(DASK_\w+)=(\S+)", _DOCUMENT))
"""With which operators are told to start both: Dask refuses a value it does not know, and ends."""
_SECONDS_TO_START = 120


@contextmanager
def scheduler(folder: Path) -> Iterator[str]:
    """A scheduler without workers: its address as `build --engine` takes it."""
    file = folder / "scheduler.json"
    # What a run of the tests that is killed leaves behind ends by itself.
    ends = ("--idle-timeout", "900")
    with _running(folder, "scheduler", "--scheduler-file", str(file), "--port", "0", *ends):
        until = time.monotonic() + _SECONDS_TO_START
        while not file.exists() or not file.stat().st_size:
            assert time.monotonic() < until, (folder / "scheduler.log").read_text()
            time.sleep(0.1)
        yield json.loads(file.read_text())["address"].replace("tcp://", "dask://")


@contextmanager
def workers(folder: Path, address: str, number: int, path: str = _PATH) -> Iterator[None]:
    """Workers of a scheduler, whose modules are looked for at a path first."""
    own = address.replace("dask://", "tcp://")
    options = ("--nworkers", str(number), "--nthreads", "1", "--death-timeout", "60")
    with _running(folder, "worker", own, *options, "--local-directory", str(folder), path=path):
        with Client(own, timeout=_SECONDS_TO_START, set_as_default=False) as client:
            client.wait_for_workers(number, timeout=_SECONDS_TO_START)
        yield


@contextmanager
def _running(folder: Path, kind: str, *words: str, path: str = _PATH) -> Iterator[None]:
    command = [sys.executable, "-m", "dask", kind, *words, "--no-dashboard", "--host", "127.0.0.1"]
    with (folder / f"{kind}.log").open("w") as log:
        environment = {**SETTINGS, **os.environ, "PYTHONPATH": path}
        program = subprocess.Popen(command, cwd=folder, env=environment, stdout=log, stderr=log)
    try:
        yield
    finally:
        program.terminate()
        program.wait()


@dataclass
class Deadly(Executor):
    """Another executor, the first worker of which dies with its work done and not told.

    It dies of every call that is named, once. `folder` remembers, for whoever comes after it.
    """

    executor: Executor
    folder: Path
    names: set[str]

    def submit(self, fn: Callable[..., Any], /, *args: Any, **named: Any) -> Future[Any]:
        return self.executor.submit(fn, *args, **named)

    def map(
        self,
        fn: Callable[..., Any],
        *iterables: Iterable[Any],
        timeout: float | None = None,
        chunksize: int = 1,
    ) -> Iterator[Any]:
        name = getattr(fn, "func", fn).__name__
        if name in self.names:
            marker = self.folder / name
            marker.touch()
            fn = partial(die_once, marker, fn)
        return self.executor.map(fn, *iterables, timeout=timeout, chunksize=chunksize)


def die_once(marker: Path, call: Callable[..., Any], *values: Any) -> Any:
    made = call(*values)
    if marker.exists():
        marker.unlink()
        os.kill(os.getpid(), signal.SIGKILL)
    return made


def die_always(_: Any) -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def sleep_long() -> None:
    time.sleep(3600)


def slow_square(number: int) -> int:
    time.sleep(0.05)
    return number**2
