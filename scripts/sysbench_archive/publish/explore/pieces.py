"""Rows as columns in pieces, so that a browser filters thousands without a server.

Owns the shape of `/explore/*.json`. A column of numbers is a list; one of texts is a list too
where hardly any repeats, else its distinct values and a code a row.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

Record = dict[str, Any]

FIRST = 100
"""Rows of the first piece: enough for the first page of the list, little to wait for."""
SIZE = 2000
"""Rows of every other piece."""


def newest_first(bundles: Iterable[Record]) -> list[Record]:
    """What `bundle_series` made, in the order of the list of results."""
    return sorted(bundles, key=_age, reverse=True)


def _age(bundle: Mapping[str, Any]) -> tuple[str, str]:
    return bundle["about"]["day"], bundle["about"]["bundle"]


def series_rows(bundles: Iterable[Mapping[str, Any]]) -> Iterator[Record]:
    """A row for each series."""
    for bundle in bundles:
        for entry in bundle["series"]:
            yield bundle["about"] | entry["row"]


def run_rows(bundles: Iterable[Mapping[str, Any]]) -> Iterator[Record]:
    """A row for each run; `series` is the number of its series' row, counted from 0."""
    entries = (entry for bundle in bundles for entry in bundle["series"])
    for number, entry in enumerate(entries):
        for run, threads, value, repetition in entry["runs"]:
            named = {"series": number, "run": run, "threads": threads}
            yield named | {"value": value, "repetition": repetition}


def pieces(rows: Iterable[Record], first: int = FIRST, size: int = SIZE) -> Iterator[Record]:
    """Rows in pieces of columns: {rows: how many, columns: {name: column}}."""
    pending: list[Record] = []
    room = first
    for row in rows:
        pending.append(row)
        if len(pending) == room:
            yield _piece(pending)
            pending, room = [], size
    if pending:
        yield _piece(pending)


def _piece(rows: Sequence[Record]) -> Record:
    columns = {name: _column([row[name] for row in rows]) for name in rows[0]}
    return {"rows": len(rows), "columns": columns}


def _column(values: list[Any]) -> Any:
    if not isinstance(values[0], str):
        return values
    codes: dict[str, int] = {}
    coded = [codes.setdefault(value, len(codes)) for value in values]
    return {"values": list(codes), "codes": coded} if 2 * len(codes) < len(values) else values
