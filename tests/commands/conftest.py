"""A small synthetic archive, as it is and built."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from build_jobs import job
from kept_folder import KeptFolder
from published_archive import published
from shared_builds import made_once
from synthetic_archive import recorded, work_in
from sysbench_archive.build.archive import Archive
from sysbench_archive.build.pipeline import build
from sysbench_archive.build.store import Work


def _recorded(folder: Path) -> Path:
    with work_in(folder) as work:
        recorded(folder / "archive", 20, work)
    return folder


@pytest.fixture
def synthetic(tmp_path: Path, folder_of_run: Path, work: Work) -> Archive:
    """Two bundles, recorded, and the test's own store of that: a copy of what is made once."""
    made = made_once(folder_of_run, "synthetic-archive", _recorded)
    shutil.copytree(made / "outcomes", work.store.folder, dirs_exist_ok=True)
    shutil.copytree(made / "archive", tmp_path / "archive", symlinks=True)
    return Archive(tmp_path / "archive")


@pytest.fixture
def archive(tmp_path: Path, work: Work) -> Archive:
    """One bundle, recorded and published."""
    return published(tmp_path / "archive", work)


@pytest.fixture(scope="module")
def built_once(tmp_path_factory: pytest.TempPathFactory) -> KeptFolder:
    """Two bundles, recorded and built; and the store of that."""
    folder = tmp_path_factory.mktemp("built") / "all"
    with work_in(folder) as work:
        first = job(recorded(folder / "archive", 20, work), work)
        assert build(first), first.problems
    return KeptFolder(folder)


@pytest.fixture
def built(built_once: KeptFolder) -> Archive:
    """Two bundles and their site."""
    return Archive(built_once.put_back() / "archive")


@pytest.fixture
def its_work(built_once: KeptFolder) -> Iterator[Work]:
    """With the store of the build that was."""
    with work_in(built_once.folder) as work:
        yield work
