"""The tables of the archive. A column is a field of a record type: type, unit, meaning, example.

A module here has the record types of its tables and what makes their rows.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any

import msgspec

from sysbench_archive.model.base import Record
from sysbench_archive.model.meanings import field_meanings

SCHEMA = "api-1"
"""The schema that is made of these types."""
SHA256 = "cb0864605e5d280dbeb15440dbc51a6d59e61b3fb34d69fabffcee7d278225c3"
"""An example."""
Value = str | int | float | bool | None
"""A value of a table."""
_SCALARS = ("number", "integer", "string", "boolean")

SQL_TYPES = {
    "string": "VARCHAR",
    "integer": "BIGINT",
    "number": "DOUBLE",
    "boolean": "BOOLEAN",
    "date": "DATE",
    "date-time": "TIMESTAMPTZ",
}
"""Kind of a column to its type in DuckDB."""


class ApiColumn(Record):
    """A column of the downloads."""

    name: str
    kind: str
    """Type."""
    unit: str
    """Unit; empty where nothing is measured."""
    description: str


@cache
def columns_of(kind: type[Record]) -> dict[str, ApiColumn]:
    """The fields of a record that hold one value, by name and in its order."""
    _, components = msgspec.json.schema_components([kind])
    meanings = field_meanings(kind)
    columns = {}
    for name, schema in components[kind.__name__]["properties"].items():
        forms = schema.get("anyOf", [schema])
        # One of a few words has no type of its own in a schema.
        kinds = {"string" if "enum" in form else form.get("type") for form in forms}
        if scalar := next((kind for kind in _SCALARS if kind in kinds), None):
            columns[name] = ApiColumn(
                name=name,
                kind=schema.get("format", scalar),
                unit=schema.get("unit", ""),
                description=meanings[name],
            )
    return columns


def row_lines(rows: Iterable[Record | Mapping[str, Any]]) -> bytes:
    """Rows as the lines of a file of them."""
    return msgspec.json.Encoder().encode_lines(rows)
