"""What commands use of their surroundings: the checkout, the day and workers."""

from __future__ import annotations

import argparse
import gc
import os
import re
from concurrent.futures import Executor, ProcessPoolExecutor
from datetime import UTC, date, datetime
from pathlib import Path

from sysbench_archive.build.archive import Archive, find_archive


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


def parse_day(text: str) -> date:
    """The day of an option. Raises ArgumentTypeError for what is no YYYY-MM-DD."""
    if not re.fullmatch(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", text):
        raise argparse.ArgumentTypeError(f"{text!r} is not a day, as in 2026-11-21")
    try:
        return date.fromisoformat(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(f"{text!r}: {error}") from error


def workers() -> Executor:
    """A process for each processor."""
    return ProcessPoolExecutor(max_workers=os.cpu_count() or 1, initializer=collect_seldom)


def collect_seldom() -> None:
    """Search for cycles seldom: what becomes of a bundle is a tree, freed as it goes."""
    gc.freeze()
    gc.set_threshold(100_000, 20, 20)
