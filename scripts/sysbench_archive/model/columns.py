"""A list of records as columns, which name each field once.

A column is the value that all records share, or the list of their values, or a mapping: `all` is a
value that all share and that is a list itself; `values` and `indices` are values that come up again
and again, once, and at which of them each record's stands; `before` is what each of the `values`
begins with, all of them text, and is left out of them. The first column is always a list: it tells
how many records there are. A column that no record has a value of is left out.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

Row = Mapping[str, Any]
Columns = dict[str, Any]


@dataclass(frozen=True, slots=True)
class ColumnList:
    """A field of a record that is published as columns; fields `without` tell what others do."""

    first: str
    without: frozenset[str] = frozenset()


def columns_of_rows(rows: Sequence[Row], form: ColumnList) -> Columns:
    """Records as columns; a record without a field has no value of it."""
    columns: Columns = {}
    for name in _names(rows, form.first):
        values = [row.get(name) for row in rows]
        column = values if name == form.first else _column(values)
        if column is not None and name not in form.without:
            columns[name] = column
    return columns


def _names(rows: Sequence[Row], first: str) -> Iterable[str]:
    """Each field of the records, in the order in which they come up."""
    names = {first: None}
    for row in rows:
        # Most have the fields of the one before.
        if row.keys() != names.keys():
            names |= dict.fromkeys(row)
    return names


def _column(values: Sequence[Any]) -> Any:
    """A column in its shortest form; None where there is no value."""
    first = values[0]
    if type(first) in _LIKE_NOTHING_ELSE and values.count(first) == len(values):
        return first
    kinds = set(map(type, values))
    if kinds <= _SET_APART and len(kinds) == 1 and 1 < len(values) == len(set(values)):
        return _shortest(values)
    written = [_WRITTEN.get(type(value), _in_json)(value) for value in values]
    distinct = dict(zip(written, values, strict=True))
    if len(distinct) == 1:
        return {"all": first} if isinstance(first, list | dict) else first
    if len(distinct) == len(values):
        return _shortest(values)
    places = {text: place for place, text in enumerate(distinct)}
    indices = [places[text] for text in written]
    digits = sum(len(str(i)) for i in indices) if len(distinct) > _ONE_DIGIT else len(indices)
    once = sum(map(len, distinct)) + len(distinct) + digits + len(indices)
    if once + _AROUND < sum(map(len, written)) + len(written):
        return {**_begun(list(distinct.values())), "indices": indices}
    return _shortest(values)


def _shortest(values: Sequence[Any]) -> Columns | list[Any]:
    begun = _begun(list(values))
    return begun if len(begun) > 1 else list(values)


def _begun(values: list[Any]) -> Columns:
    """Values, with what all of them begin with once where that saves enough."""
    if set(map(type, values)) != {str}:
        return {"values": values}
    ends = (min(values), max(values))
    differs = (at for at, (one, other) in enumerate(zip(*ends, strict=False)) if one != other)
    before = ends[0][: next(differs, None)][:_MOST_BEFORE]
    if len(before) * (len(values) - 1) < _AROUND:
        return {"values": values}
    return {"before": before, "values": [value[len(before) :] for value in values]}


_in_json = json.JSONEncoder(ensure_ascii=False).encode
_WRITTEN: Mapping[type, Callable[[Any], str]] = {
    # For a text, and for what is no part of anything, the encoder is several times slower.
    str: json.encoder.encode_basestring,
    int: int.__repr__,
    float: float.__repr__,
    bool: {True: "true", False: "false"}.__getitem__,
    type(None): lambda _: "null",
}
"""How values of a type are written in JSON; all others by the encoder."""
_LIKE_NOTHING_ELSE = frozenset({str, type(None)})
"""Types of values that equal no value of another type, as 1 does 1.0 and true."""
_SET_APART = frozenset({str, int, float})
"""Types of which values that are not equal are not written alike either."""
_ONE_DIGIT = 10
"""Values whose indices have one digit each."""
_MOST_BEFORE = 1000
"""Characters before each value at most: no short file from elsewhere becomes a large table."""
_AROUND = 64
"""Characters that a column as a mapping has to save, so that short ones stay plain."""


def rows_of_columns(columns: Columns) -> Iterator[dict[str, Any]]:
    """The records of columns, without the fields they have no value of.

    ValueError where columns are not of one length, or an index is none of a value.
    """
    shared = {
        name: it["all"] if isinstance(it, dict) else it
        for name, it in columns.items()
        if (not isinstance(it, list | dict)) or (isinstance(it, dict) and it.keys() == {"all"})
    }
    begun = {name: _before(it) for name, it in columns.items() if isinstance(it, dict)}
    lists = {name: _values(it) for name, it in columns.items() if name not in shared}
    if len({len(values) for values in lists.values()}) > 1:
        message = "columns are not of one length"
        raise ValueError(message)
    for values in zip(*lists.values(), strict=True):
        row = dict(zip(lists, values, strict=True))
        known = {name: value for name, value in row.items() if value is not None}
        whole = {name: before + known[name] for name, before in begun.items() if before}
        yield {**known, **whole, **shared}


def _before(column: dict[str, Any]) -> str:
    """What each value begins with; empty where that is nothing."""
    if "before" not in column:
        return ""
    before, values = column["before"], column.get("values")
    short = isinstance(before, str) and len(before) <= _MOST_BEFORE
    if short and isinstance(values, list) and all(isinstance(value, str) for value in values):
        return str(before)
    message = "a column begins with what is no short text"
    raise ValueError(message)


def _values(column: list[Any] | dict[str, Any]) -> list[Any]:
    if isinstance(column, list):
        return column
    values, indices = column.get("values"), column.get("indices")
    if isinstance(values, list) and isinstance(indices, list):
        if all(type(index) is int and 0 <= index < len(values) for index in indices):
            return [values[index] for index in indices]
    elif isinstance(values, list) and isinstance(column.get("before"), str):
        return values
    message = "a column has neither values nor indices of them"
    raise ValueError(message)
