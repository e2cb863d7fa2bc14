"""A small synthetic archive."""

from concurrent.futures import Executor
from pathlib import Path

import pytest

from synthetic_archive import recorded
from sysbench_archive.build.archive import Archive
from sysbench_archive.build.store import Store


@pytest.fixture
def synthetic(tmp_path: Path, store: Store, workers: Executor) -> Archive:
    """Two bundles, recorded."""
    return recorded(tmp_path / "archive", 20, store, workers)
