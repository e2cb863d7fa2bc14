"""A small synthetic archive."""

import shutil
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from shared_builds import made_once
from synthetic_archive import recorded
from sysbench_archive.build.archive import Archive
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
