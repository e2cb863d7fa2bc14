"""What a verb of the command line is, and what all verbs share.

Owns exit codes, the two ways to speak (answers on standard output, everything else on standard
error), and what a verb asks of its surroundings: the checkout it stands in, the day, the workers.
"""

from __future__ import annotations

import argparse
import gc
import os
import sys
import tempfile
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, date, datetime
from pathlib import Path

from sysbench_archive.commands.archive import Archive, find_archive
from sysbench_archive.commands.store import Store

CLEAN, PROBLEMS, USAGE = 0, 1, 2
Arguments = argparse.Namespace


class UsageError(Exception):
    """What was asked for cannot be done as it was asked; the message says why."""


@dataclass(frozen=True, slots=True)
class Verb:
    """A verb: what it does in a line, what it takes, and the work, which returns the exit code."""

    summary: str
    takes: Callable[[argparse.ArgumentParser], None]
    run: Callable[[Arguments], int]


def say(text: str) -> None:
    """Tell the person at the terminal."""
    print(text, file=sys.stderr, flush=True)  # noqa: T201


def answer(text: str) -> None:
    """Print what was asked for, for a person or a program."""
    print(text, flush=True)  # noqa: T201


def archive_here() -> Archive:
    """The checkout the verb was called in. Raises FileNotFoundError outside of one."""
    return find_archive(Path.cwd())


def today() -> date:
    """The day in UTC."""
    return datetime.now(tz=UTC).date()


def workers() -> Executor:
    """A process for each processor."""
    return ProcessPoolExecutor(max_workers=os.cpu_count() or 1, initializer=_collect_seldom)


def _collect_seldom() -> None:
    """What becomes of a bundle is a tree, freed as it goes; a search for cycles finds few."""
    gc.freeze()
    gc.set_threshold(100_000, 20, 20)


@contextmanager
def store_of(archive: Archive, *, cached: bool = True) -> Iterator[Store]:
    """Outcomes of earlier builds, or an empty store that is thrown away."""
    if cached:
        yield Store(archive.cache / "outcomes")
        return
    with tempfile.TemporaryDirectory() as folder:
        yield Store(Path(folder))
