"""A bundle's record, as derived from a synthetic bundle, and its document."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from synthetic_archive import ROOT
from sysbench_archive.bundle.files import read_folder
from sysbench_archive.bundle.load import assemble
from sysbench_archive.commands.synthesize import synthesize
from sysbench_archive.derive.results import result_record
from sysbench_archive.publish.api_bundle import bundle_document
from sysbench_archive.publish.rounding import rounded

BASE = "https://archive.example"
REVISION = {
    "number": 2,
    "status": "corrected",
    "standing": "permanent",
    "date": "2024-02-01",
    "swhid": "swh:1:dir:" + "ab" * 20,
    "figures_sha256": "cd" * 32,
    "reason": "a reason",
}


@pytest.fixture(scope="session")
def result(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """The rounded record of a bundle with ten runs, in its second revision."""
    root = Path(tmp_path_factory.mktemp("synthetic")) / "archive"
    synthesize(10, root, ROOT)
    (folder,) = (root / "data" / "results").iterdir()
    loaded = assemble(folder.name, "bundle", read_folder(folder, "bundle"))
    assert loaded.bundle
    record: dict[str, Any] = rounded(result_record(loaded.bundle))
    return record | {"revision": REVISION}


@pytest.fixture
def document(result: dict[str, Any]) -> dict[str, Any]:
    """The API's document of that bundle."""
    return bundle_document(result, BASE)
