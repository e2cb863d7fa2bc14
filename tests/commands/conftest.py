"""A small synthetic archive, as it is and built."""

from concurrent.futures import Executor, ThreadPoolExecutor
from pathlib import Path

import pytest

from build_jobs import job
from kept_folder import KeptFolder
from synthetic_archive import recorded
from sysbench_archive.build.archive import Archive
from sysbench_archive.build.pipeline import build
from sysbench_archive.build.store import Store


@pytest.fixture
def synthetic(tmp_path: Path, store: Store, workers: Executor) -> Archive:
    """Two bundles, recorded."""
    return recorded(tmp_path / "archive", 20, store, workers)


@pytest.fixture(scope="module")
def built_once(tmp_path_factory: pytest.TempPathFactory) -> KeptFolder:
    """Two bundles, recorded and built; and the store of that."""
    folder = tmp_path_factory.mktemp("built") / "all"
    store = Store(folder / "outcomes")
    with ThreadPoolExecutor(1) as workers:
        first = job(recorded(folder / "archive", 20, store, workers), store, workers)
        assert build(first), first.problems
    return KeptFolder(folder)


@pytest.fixture
def built(built_once: KeptFolder) -> Archive:
    """Two bundles and their site."""
    return Archive(built_once.put_back() / "archive")


@pytest.fixture
def its_store(built_once: KeptFolder) -> Store:
    """The store of the build that was."""
    return Store(built_once.folder / "outcomes")
