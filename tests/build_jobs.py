"""Builds of an archive by a test."""

from __future__ import annotations

from sysbench_archive.build.archive import Archive
from sysbench_archive.build.pipeline import Build
from sysbench_archive.build.store import Work


def job(archive: Archive, work: Work) -> Build:
    """A build into the folder `public` of the archive."""
    said: list[str] = []
    return Build(archive, archive.root / "public", "/", work, said.append)
