"""Builds in processes of their own, which share nothing but what lies on disk."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from folder_bytes import bytes_below
from synthetic_archive import recorded, work_in

RUNS = 40
DAY = "2026-11-20"
_BUILD = """
import json, sys
from concurrent.futures import ProcessPoolExecutor
from datetime import date
from pathlib import Path
from sysbench_archive.build.archive import Archive
from sysbench_archive.build.pipeline import Build, build
from sysbench_archive.build.store import Store, Work

root, store, workers, day = sys.argv[1:]
archive = Archive(Path(root))
with ProcessPoolExecutor(int(workers)) as pool:
    work = Work(Store(Path(store)), pool, date.fromisoformat(day))
    job = Build(archive, archive.root / "public", "/base/", work, lambda _: None, pool.shutdown)
    assert build(job), job.problems
"""


def build(root: Path, store: Path, workers: int, day: str, **environment: str) -> dict[str, bytes]:
    """Build in a process of its own: every published file."""
    done = subprocess.run(
        [sys.executable, "-c", _BUILD, str(root), str(store), str(workers), day],
        cwd=root,
        env=os.environ | environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return published(root)


def published(root: Path) -> dict[str, bytes]:
    """Every published file of a checkout."""
    return bytes_below(root / "public")


def built_cold(folder: Path) -> Path:
    """A synthetic archive, built by one worker that finds nothing: the checkout."""
    with work_in(folder / "recording") as work:
        archive = recorded(folder / "archive", RUNS, work)
    environment = {"TZ": "UTC", "LC_ALL": "C", "PYTHONHASHSEED": "1"}
    build(archive.root, folder / "outcomes", 1, DAY, **environment)
    return archive.root
