"""Records of bundles of this archive, each read once."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from sysbench_archive.bundle.load import load_bundle
from sysbench_archive.derive.results import result_record
from sysbench_archive.model.result import ResultRecord

RESULTS = Path(__file__).resolve().parents[1] / "data" / "results"


@cache
def result(name: str) -> ResultRecord:
    """The record of a bundle by its id."""
    bundle = load_bundle(RESULTS / name, name).bundle
    assert bundle is not None
    return result_record(bundle)
