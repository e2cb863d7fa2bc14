"""The fields of the API, read off its schema: names, types, units, meanings.

Owns which parts make a row of the downloads. The schema is the one place where a field is named;
documents, tables and their descriptions follow it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from sysbench_archive.bundle.schema import load_schema

SCHEMA = "api-1"
PARTS = ("result", "server", "host", "workload", "client", "run")
"""What a row is joined from; where two parts share a field, the later one fills it."""
_SCALARS = frozenset({"string", "integer", "number", "boolean"})


@dataclass(frozen=True, slots=True)
class Field:
    """A field that holds one value.

    `kind` is string, date, date-time, integer, number or boolean; `unit` is empty for what is
    not measured.
    """

    name: str
    kind: str
    unit: str
    description: str


@cache
def fields(part: str) -> tuple[Field, ...]:
    """The fields of a part that hold one value, in the schema's order."""
    properties = load_schema(SCHEMA)["$defs"][part]["properties"]
    found = (_field(name, node) for name, node in properties.items())
    return tuple(field for field in found if field)


def _field(name: str, node: Mapping[str, Any]) -> Field | None:
    types = node.get("type", ())
    kinds = {types} if isinstance(types, str) else set(types)
    scalar = next(iter(kinds & _SCALARS), None)
    if scalar is None:
        return None
    kind = node.get("format", scalar)
    return Field(name, kind, node.get("unit", ""), node["description"])


@cache
def columns() -> tuple[Field, ...]:
    """The columns of a row of the downloads, each name once."""
    named = {field.name: field for part in PARTS for field in fields(part)}
    return tuple(named.values())
