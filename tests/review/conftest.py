"""A small synthetic archive under git, and reports of what is done to it."""

import subprocess
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, ThreadPoolExecutor
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from sysbench_archive.commands.archive import Archive
from sysbench_archive.commands.record import record
from sysbench_archive.commands.review import review
from sysbench_archive.commands.store import Store
from sysbench_archive.commands.synthesize import synthesize

ROOT = Path(__file__).resolve().parents[2]
TODAY = date(2026, 11, 20)
Report = dict[str, Any]


def git(root: Path, *words: str) -> None:
    identity = ["-c", "user.name=n", "-c", "user.email=e@example.org"]
    subprocess.run(["git", *identity, *words], cwd=root, check=True, capture_output=True)


@pytest.fixture
def workers() -> Iterator[Executor]:
    with ThreadPoolExecutor(1) as pool:
        yield pool


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(tmp_path / "outcomes")


@pytest.fixture
def archive(tmp_path: Path, store: Store, workers: Executor) -> Archive:
    """Three bundles, recorded and committed."""
    archive = Archive(tmp_path / "archive")
    synthesize(30, archive.root, ROOT)
    record(archive, (), store, TODAY, workers)
    for words in (["init", "-q"], ["add", "data", "schema"], ["commit", "-qm", "base"]):
        git(archive.root, *words)
    return archive


@pytest.fixture
def reviewed(archive: Archive, store: Store, workers: Executor) -> Callable[[], Report]:
    """The report of the archive's state since its commit."""
    return lambda: review(archive, "HEAD", store, TODAY, workers)


@pytest.fixture
def record_all(archive: Archive, store: Store, workers: Executor) -> Callable[[], object]:
    return lambda: record(archive, (), store, TODAY, workers)
