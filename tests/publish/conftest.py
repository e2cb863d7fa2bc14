"""A bundle's record, as derived from a synthetic bundle, and its document."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from synthetic_archive import ROOT
from sysbench_archive.bundle.files import read_folder
from sysbench_archive.bundle.load import assemble
from sysbench_archive.commands.synthesize import synthesize
from sysbench_archive.derive.results import result_record
from sysbench_archive.model.history import RevisionRecord
from sysbench_archive.model.result import ResultRecord
from sysbench_archive.publish.output import round_record
from sysbench_archive.tables.bundles import ApiBundle, bundle_document

BASE = "https://archive.example"
REVISION = RevisionRecord(
    number=2,
    status="corrected",
    standing="permanent",
    date="2024-02-01",
    swhid="swh:1:dir:" + "ab" * 20,
    figures_sha256="cd" * 32,
    reason="a reason",
)


@pytest.fixture(scope="session")
def derived(tmp_path_factory: pytest.TempPathFactory) -> ResultRecord:
    """The record of a bundle with ten runs."""
    root = Path(tmp_path_factory.mktemp("synthetic")) / "archive"
    synthesize(10, root, ROOT)
    (folder,) = (root / "data" / "results").iterdir()
    loaded = assemble(folder.name, "bundle", read_folder(folder, "bundle"))
    assert loaded.bundle
    return result_record(loaded.bundle)


@pytest.fixture(scope="session")
def result(derived: ResultRecord) -> ResultRecord:
    """The rounded record of that bundle, in its second revision."""
    return replace(round_record(derived), revision=REVISION)


@pytest.fixture
def document(result: ResultRecord) -> ApiBundle:
    """The API's document of that bundle."""
    return bundle_document(result, BASE)
