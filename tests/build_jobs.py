"""Builds of an archive by a test."""

from __future__ import annotations

from concurrent.futures import Executor

from synthetic_archive import TODAY
from sysbench_archive.build.archive import Archive
from sysbench_archive.build.pipeline import Build
from sysbench_archive.build.store import Store


def job(archive: Archive, store: Store, workers: Executor) -> Build:
    """A build into the folder `public` of the archive."""
    said: list[str] = []
    return Build(archive, archive.root / "public", "/", TODAY, store, workers, said.append)
