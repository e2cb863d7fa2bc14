"""What commands use of their surroundings: the checkout, the day and workers."""

from __future__ import annotations

import gc
import os
from collections.abc import Iterator
from concurrent import futures
from contextlib import contextmanager
from datetime import UTC, date, datetime
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING

from sysbench_archive.build.archive import Archive, find_archive

if TYPE_CHECKING:
    from sysbench_archive.build.store import Work


def archive_here() -> Archive:
    """The checkout the command was called in. Raises FileNotFoundError outside of one."""
    return find_archive(Path.cwd())


def archive_or_folder() -> Archive:
    """The checkout the command was called in, outside of one the folder itself."""
    here = Path.cwd()
    try:
        return find_archive(here)
    except FileNotFoundError:
        return Archive(here)


def today() -> date:
    """The day in UTC."""
    return datetime.now(tz=UTC).date()


@contextmanager
def work_on(archive: Archive) -> Iterator[Work]:
    """What a command surveys the bundles of a checkout with today."""
    # Here, because it imports what derives pages, and one bundle is checked in less time.
    from sysbench_archive.build.store import Work, store_of

    with store_of(archive) as store, workers() as executor:
        yield Work(store, executor, today())


def workers() -> futures.Executor:
    """A process for each processor; none of them outlives this one."""
    return futures.ProcessPoolExecutor(max_workers=os.cpu_count() or 1, initializer=_begin)


def _begin() -> None:
    collect_seldom()
    Thread(target=_end_with_caller, daemon=True).start()


def _end_with_caller() -> None:
    """End this process when the one that began it is gone, killed or not: nobody asks it for more,
    and whoever waits for the end of its output would wait for ever.
    """
    # Here, because only workers need it.
    from multiprocessing import parent_process

    caller = parent_process()
    if caller is not None:
        caller.join()
        os._exit(1)


def collect_seldom() -> None:
    """Search for cycles seldom: what becomes of a bundle is a tree, freed as it goes."""
    gc.freeze()
    gc.set_threshold(100_000, 20, 20)
