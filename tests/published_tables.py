"""Published files with their columns written out as rows, for tests that look at rows."""

from __future__ import annotations

from typing import Any

from msgspec import to_builtins

from sysbench_archive.model.base import Record, in_columns
from sysbench_archive.model.columns import rows_of_columns

Json = dict[str, Any]


def as_published(record: Record) -> Json:
    """A record as its file says it."""
    return in_columns(record, to_builtins(record))


def rows_of(document: Json, *names: str) -> Json:
    """A document of a file with some of its tables as lists of rows."""
    return document | {name: list(rows_of_columns(document[name])) for name in names}
