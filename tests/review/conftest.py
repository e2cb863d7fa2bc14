"""A small synthetic archive under git, and reports of what is done to it."""

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from git_calls import git
from shared_builds import made_once
from synthetic_archive import recorded, work_in
from sysbench_archive.build.archive import Archive
from sysbench_archive.build.store import Work
from sysbench_archive.commands.record import record
from sysbench_archive.commands.review import review
from sysbench_archive.review.record import ReviewReport


def _committed(folder: Path) -> Path:
    with work_in(folder) as work:
        archive = recorded(folder / "archive", 30, work)
    for words in (["init", "-q"], ["add", "data", "schema"], ["commit", "-qm", "base"]):
        git(archive.root, *words)
    return folder


@pytest.fixture
def archive(tmp_path: Path, folder_of_run: Path, work: Work) -> Archive:
    """Three bundles, recorded and committed, and their outcomes: a copy of what is made once."""
    made = made_once(folder_of_run, "reviewed-archive", _committed)
    shutil.copytree(made / "outcomes", work.store.folder, dirs_exist_ok=True)
    shutil.copytree(made / "archive", tmp_path / "archive", symlinks=True)
    return Archive(tmp_path / "archive")


@pytest.fixture
def reviewed(archive: Archive, work: Work) -> Callable[[], ReviewReport]:
    """The report of the archive's state since its commit."""
    return lambda: review(archive, "HEAD", work)


@pytest.fixture
def record_all(archive: Archive, work: Work) -> Callable[[], object]:
    return lambda: record(archive, (), work)
