"""A small synthetic archive, as it is and built."""

import shutil
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from build_jobs import job
from kept_folder import KeptFolder
from shared_builds import made_once
from synthetic_archive import recorded
from sysbench_archive.build.archive import Archive
from sysbench_archive.build.pipeline import build
from sysbench_archive.build.store import Store


def _recorded(folder: Path) -> Path:
    with ThreadPoolExecutor(1) as workers:
        recorded(folder / "archive", 20, Store(folder / "outcomes"), workers)
    return folder


@pytest.fixture
def synthetic(tmp_path: Path, folder_of_run: Path, store: Store) -> Archive:
    """Two bundles, recorded, and the test's own store of that: a copy of what is made once."""
    made = made_once(folder_of_run, "synthetic-archive", _recorded)
    shutil.copytree(made / "outcomes", store.folder, dirs_exist_ok=True)
    shutil.copytree(made / "archive", tmp_path / "archive", symlinks=True)
    return Archive(tmp_path / "archive")


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
