"""A small synthetic archive under git, and reports of what is done to it."""

from collections.abc import Callable
from concurrent.futures import Executor
from pathlib import Path

import pytest

from git_calls import git
from synthetic_archive import TODAY, UNPUBLISHED, recorded
from sysbench_archive.build.archive import Archive
from sysbench_archive.build.store import Store
from sysbench_archive.commands.record import record
from sysbench_archive.commands.review import review
from sysbench_archive.review.record import ReviewReport


@pytest.fixture
def archive(tmp_path: Path, store: Store, workers: Executor) -> Archive:
    """Three bundles, recorded and committed."""
    archive = recorded(tmp_path / "archive", 30, store, workers)
    for words in (["init", "-q"], ["add", "data", "schema"], ["commit", "-qm", "base"]):
        git(archive.root, *words)
    return archive


@pytest.fixture
def reviewed(archive: Archive, store: Store, workers: Executor) -> Callable[[], ReviewReport]:
    """The report of the archive's state since its commit."""
    return lambda: review(archive, "HEAD", store, today=TODAY, executor=workers)


@pytest.fixture
def record_all(archive: Archive, store: Store, workers: Executor) -> Callable[[], object]:
    return lambda: record(archive, (), store, today=TODAY, executor=workers, reading=UNPUBLISHED)
