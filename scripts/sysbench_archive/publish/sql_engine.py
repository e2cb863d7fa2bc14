"""The engine of /sql/: DuckDB in WebAssembly, as set-up installed and locked it, compressed.

It is the build that uses exceptions of WebAssembly, which every browser since 2022 has. Its
programs in JavaScript are built with the site's own.
"""

from __future__ import annotations

import gzip
import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from sysbench_archive.model.base import Record
from sysbench_archive.problems import FailureError

FOLDER = "sql/engine"
_PACKAGE = "node_modules/@duckdb/duckdb-wasm"
_WASM = "dist/duckdb-eh.wasm"
_NOTICE = """\
duckdb-{version}.wasm.gz is duckdb-eh.wasm of the package @duckdb/duckdb-wasm, version {version},
compressed. DuckDB and that package are licensed under the MIT licence; their source is at
https://github.com/duckdb/duckdb-wasm. The program that the page loads holds JavaScript of that
package and of Apache Arrow, which is licensed under the Apache License 2.0.
"""


class SqlEngine(Record):
    """What the page /sql/ loads when a reader asks for it."""

    path: str
    """Path of the compressed engine, relative to the site's base."""
    bytes: int
    """Size of it."""
    megabytes: str
    """The size as the page says it."""


@dataclass(frozen=True, slots=True)
class EngineInputs:
    """Where the engine is, and its version, which names its bytes."""

    wasm: Path
    version: str


def engine_inputs(root: Path) -> EngineInputs:
    """What set-up installed in a checkout. Raises FailureError where the engine is missing."""
    package = root / _PACKAGE
    try:
        version = json.loads((package / "package.json").read_bytes())["version"]
    except FileNotFoundError:
        raise FailureError(f"{_PACKAGE} is not there, which /sql/ runs on: run make site") from None
    return EngineInputs(package / _WASM, version)


def engine_files(engine: EngineInputs) -> tuple[SqlEngine, dict[str, bytes]]:
    """What the page says of it; path below the site to the bytes of every file."""
    name = f"{FOLDER}/duckdb-{engine.version}.wasm.gz"
    packed = _compressed(engine.wasm)
    record = SqlEngine(
        path=f"/{name}", bytes=len(packed), megabytes=f"{len(packed) / 1_000_000:.1f}"
    )
    notice = _NOTICE.format(version=engine.version).encode()
    return record, {name: packed, f"{FOLDER}/NOTICE.txt": notice}


@cache
def _compressed(path: Path) -> bytes:
    # No name and no time: the same bytes each time. Not every host compresses this type of file.
    return gzip.compress(path.read_bytes(), 9, mtime=0)
