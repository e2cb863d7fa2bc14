"""The rows of all bundles as tables of DuckDB: what looks across bundles is SQL over them.

The rows of a bundle are lines of JSON, a file for each table they belong to; those of no bundle are
a file as well. Sums are taken by one thread, so that they come out the same everywhere.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from sysbench_archive.model.base import Record
from sysbench_archive.model.reference import ApiColumn
from sysbench_archive.tables import TABLES, columns_of

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

_STORED = {
    "bundles": "result",
    "servers": "server",
    "hosts": "host",
    "workloads": "workload",
    "clients": "client",
    "runs": "run",
    "settings": "table_setting",
    "series": "table_series",
    "bundle_sources": "table_source",
    "comparisons": "comparison",
    "contrasts": "contrast",
    "sources": "table_source_row",
    "revisions": "table_revision",
}
"""Folder of rows to the part of the schema that has its columns."""
_WITH_BUNDLE = _STORED.keys() - {"bundles", "comparisons", "contrasts", "sources", "revisions"}
_RUNS = """
SELECT result.* EXCLUDE (path, permalink),
       server.* EXCLUDE (bundle, host),
       host.* EXCLUDE (bundle),
       workload.* EXCLUDE (bundle, client),
       client.* EXCLUDE (bundle),
       run.* EXCLUDE (bundle, server, workload),
       source.* EXCLUDE (bundle)
FROM stored.runs AS run
JOIN stored.bundles AS result USING (bundle)
JOIN stored.servers AS server USING (bundle, server)
JOIN stored.hosts AS host ON host.bundle = run.bundle AND host.host = server.host
JOIN stored.workloads AS workload USING (bundle, workload)
LEFT JOIN stored.clients AS client
  ON client.bundle = run.bundle AND client.client = workload.client
LEFT JOIN stored.bundle_sources AS source ON source.bundle = run.bundle
"""
_KINDS = {
    "string": "VARCHAR",
    "integer": "BIGINT",
    "number": "DOUBLE",
    "boolean": "BOOLEAN",
    "date": "DATE",
    "date-time": "TIMESTAMPTZ",
}
_UNKNOWN = {
    "hardware_class": "unrecorded",
    "regime": "unrecorded",
    "residency": "unrecorded",
    "source_license": "not looked up",
}
"""Columns in which a word stands for what nobody recorded."""
_MEMORY = "1GB"


def row_lines(rows: Iterable[Record | Mapping[str, Any]]) -> bytes:
    """Rows as the lines of a file of them."""
    return msgspec.json.Encoder().encode_lines(rows)


def rows_path(table: str, bundle: str = "all") -> str:
    """Where the rows that a bundle has of a table lie in the derived folder."""
    return f"tables/{table}/{bundle}.json"


def remove_rows_of_others(folder: Path, bundles: Iterable[str]) -> None:
    """Remove rows that an earlier build wrote of bundles that are not among these."""
    kept = {*bundles, "all"}
    for path in folder.glob(rows_path("*", "*")):
        if path.stem not in kept:
            path.unlink()


def open_tables(folder: Path) -> DuckDBPyConnection:
    """A connection to the tables made of the rows in a derived folder.

    Each published table is a view, in which null is what nobody recorded; `stored` has the tables
    that they are made of.
    """
    # Heavy, and needed in few commands.
    import duckdb

    connection = duckdb.connect(config={"threads": 1, "memory_limit": _MEMORY})
    connection.execute("SET TimeZone = 'UTC'; CREATE SCHEMA stored")
    for name in _STORED:
        # Of the series are most rows, and they are read once.
        kind = "VIEW" if name == "series" else "TABLE"
        connection.execute(f"CREATE {kind} stored.{name} AS {_reading(folder, name)}")
    for table in TABLES.values():
        source = f"({_RUNS})" if table.name == "runs" else f"stored.{table.name}"
        columns = ", ".join(map(_known, table.columns))
        connection.execute(f"CREATE VIEW {table.name} AS SELECT {columns} FROM {source}")
    return connection


def _reading(folder: Path, name: str) -> str:
    """The query that reads the rows of a folder."""
    first = columns_of("result")[:1] if name in _WITH_BUNDLE else ()
    columns = {c.name: _KINDS[c.kind] for c in (*first, *columns_of(_STORED[name]))}
    place = folder / rows_path(name, "*")
    if not any(place.parent.glob("*.json")):
        nothing = ", ".join(f"NULL::{kind} AS {column}" for column, kind in columns.items())
        return f"SELECT {nothing} WHERE false"
    listed = ", ".join(f"{column}: '{kind}'" for column, kind in columns.items())
    return (
        f"SELECT * FROM read_json({quoted(str(place))}, format = 'newline_delimited',"
        f" columns = {{{listed}}})"
    )


def quoted(text: str) -> str:
    """A text as SQL writes it."""
    return "'" + text.replace("'", "''") + "'"


def _known(column: ApiColumn) -> str:
    """A column, with null for what says that nothing is known."""
    if column.kind != "string":
        return column.name
    known = f"nullif({column.name}, '')"
    if word := _UNKNOWN.get(column.name):
        known = f"nullif({known}, '{word}')"
    return f"{known} AS {column.name}"
