"""What /sql/ loads: of the version that is locked, complete, and the same each time."""

from __future__ import annotations

import gzip
import json
import re
from pathlib import Path

import pytest

from sysbench_archive.problems import FailureError
from sysbench_archive.publish.sql_engine import engine_files, engine_inputs

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = "@duckdb/duckdb-wasm"


def test_the_engine_is_that_of_the_locked_package() -> None:
    engine = engine_inputs(ROOT)
    record, files = engine_files(engine)
    locked = json.loads((ROOT / "package-lock.json").read_bytes())["packages"]
    assert locked[f"node_modules/{PACKAGE}"]["version"] == engine.version
    packed = files[record.path.removeprefix("/")]
    assert engine.version in record.path
    assert gzip.decompress(packed) == engine.wasm.read_bytes()
    assert (record.bytes, record.megabytes) == (len(packed), f"{round(len(packed), -5) / 1e6:.1f}")
    # No time and no name of a file: equal inputs give equal bytes.
    assert packed[3:8] == bytes(5)
    (notice,) = (data.decode() for path, data in files.items() if path.endswith(".txt"))
    assert {engine.version, "MIT", "Apache License 2.0"} <= set(
        re.findall(rf"{re.escape(engine.version)}|MIT|Apache\s+License\s+2\.0", notice)
    )


def test_parquet_is_built_into_the_engine() -> None:
    """Of other releases the page would have to fetch it from elsewhere, which it may not."""
    wasm = engine_inputs(ROOT).wasm.read_bytes()
    assert b"parquet_metadata" in wasm


def test_a_set_up_that_lacks_the_engine_says_what_to_do(tmp_path: Path) -> None:
    with pytest.raises(FailureError, match=r"duckdb-wasm is not there.* run make site"):
        engine_inputs(tmp_path)
