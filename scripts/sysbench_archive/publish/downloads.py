"""Every run of the archive as one table: gzipped CSV, and Parquet with documented columns.

Owns the files' names and formats; which columns there are says the API's schema. Equal rows give
equal bytes.
"""

from __future__ import annotations

import gzip
import hashlib
import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Any

from sysbench_archive.publish.api_fields import Field, columns
from sysbench_archive.publish.csv_text import csv_bytes

Record = dict[str, Any]

FOLDER = "/downloads/"
TITLE = "Runs of the Sysbench Archive"
_GROUP = 50_000
"""Rows of a row group: a reader with a condition skips whole groups."""


@dataclass(slots=True)
class RunTable:
    """Rows, kept as columns."""

    values: dict[str, list[Any]] = field(default_factory=lambda: {c.name: [] for c in columns()})

    def add(self, rows: Iterable[Mapping[str, Any]]) -> None:
        """Take rows in; what a row does not have is null."""
        for row in rows:
            for name, column in self.values.items():
                column.append(row.get(name))

    @property
    def rows(self) -> int:
        """How many rows there are."""
        return len(next(iter(self.values.values())))


def csv_file(table: RunTable) -> bytes:
    """The table as gzipped CSV."""
    rows = zip(*table.values.values(), strict=True)
    return gzip.compress(csv_bytes(list(table.values), rows), mtime=0)


def parquet_file(table: RunTable) -> bytes:
    """The table as Parquet. Every column says its unit and what it means."""
    # Heavy, and needed once in a build.
    import pyarrow as pa
    import pyarrow.parquet as pq

    kinds = {
        "string": pa.string(),
        "integer": pa.int64(),
        "number": pa.float64(),
        "boolean": pa.bool_(),
        "date": pa.date32(),
        "date-time": pa.timestamp("ms", tz="UTC"),
    }
    named = [pa.field(c.name, kinds[c.kind], metadata=_told(c)) for c in columns()]
    about = {
        "title": TITLE,
        "columns": json.dumps([_told(c) | {"name": c.name} for c in columns()]),
    }
    arrays = [pa.array(_read(c, table.values[c.name]), kinds[c.kind]) for c in columns()]
    sink = pa.BufferOutputStream()
    whole = pa.Table.from_arrays(arrays, schema=pa.schema(named, metadata=about))
    pq.write_table(whole, sink, compression="zstd", row_group_size=_GROUP)
    data: bytes = sink.getvalue().to_pybytes()
    return data


def _told(column: Field) -> dict[str, str]:
    return {"unit": column.unit, "description": column.description}


_READ: dict[str, Callable[[str], Any]] = {
    "date": date.fromisoformat,
    "date-time": datetime.fromisoformat,
}


def _read(column: Field, values: Sequence[Any]) -> Sequence[Any]:
    read = _READ.get(column.kind)
    return [value and read(value) for value in values] if read else values


def download_record(name: str, media_type: str, description: str, data: bytes) -> Record:
    """A download as pages, the index and the data package list it."""
    return {
        "path": f"{FOLDER}{name}",
        "name": name,
        "media_type": media_type,
        "description": description,
        "bytes": len(data),
        "sha256": hashlib.sha256(data).hexdigest(),
    }
