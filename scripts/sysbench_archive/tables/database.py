"""The rows of all bundles as tables of DuckDB: what looks across bundles is SQL over them.

The rows of a bundle are lines of JSON, a file for each table they belong to; those of no bundle are
a file as well. Sums are taken by one thread, so that they come out the same everywhere.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from sysbench_archive.model.base import Record, read_rows
from sysbench_archive.model.result import HeldCell
from sysbench_archive.problems import FaultError
from sysbench_archive.tables import SQL_TYPES, ApiColumn, columns_of
from sysbench_archive.tables.bundles import (
    ApiClient,
    ApiHost,
    ApiResult,
    ApiRun,
    ApiServer,
    ApiWorkload,
)
from sysbench_archive.tables.cells import Cell
from sysbench_archive.tables.comparisons import (
    ApiComparison,
    ApiContrast,
    TableDifference,
    TableRevision,
)
from sysbench_archive.tables.effects import TableEffect
from sysbench_archive.tables.ledger import TableEvent
from sysbench_archive.tables.release_pairs import ReleasePair
from sysbench_archive.tables.series import TableSeries
from sysbench_archive.tables.settings import TableSetting
from sysbench_archive.tables.sources import TableSource, TableSourceRow

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

PARTS = (ApiResult, ApiServer, ApiHost, ApiWorkload, ApiClient, ApiRun)
"""What a run's row is joined from."""


@dataclass(frozen=True, slots=True)
class Table:
    """A table: what a row is, the records that have its columns, and its key, which is the order of
    its rows as well; where it has none that is every column.

    One that is long is no CSV: most readers of one would have to hold all of it. `parents` are the
    tables in which each row has one of its own, by the key of these.
    """

    name: str
    title: str
    description: str
    parts: Sequence[type[Record]]
    key: Sequence[str]
    parents: Sequence[str]
    is_long: bool

    @property
    def csv(self) -> str:
        """Name of its CSV file; empty where it has none."""
        return "" if self.is_long else f"{self.name}.csv.gz"

    @property
    def names(self) -> tuple[str, ...]:
        """Names of its files."""
        parquet = f"{self.name}.parquet"
        return (parquet, self.csv) if self.csv else (parquet,)

    @property
    def order(self) -> Sequence[str]:
        """The columns that its rows are in the order of."""
        return self.key or [column.name for column in self.columns]

    @property
    def has_bundle(self) -> bool:
        """Whether its rows name their bundle besides what its records have."""
        named = {name for own in (self, *map(TABLES.get, self.parents)) if own for name in own.key}
        return "bundle" in named and not any("bundle" in columns_of(kind) for kind in self.parts)

    @property
    def columns(self) -> tuple[ApiColumn, ...]:
        """Its columns, each name once; where two records share one, the later one fills it."""
        return tuple(_columns(self.parts, has_bundle=self.has_bundle).values())


_RECORDS: dict[str, tuple[type[Record], ...]] = {
    "runs": (*PARTS, TableSource),
    "series": (TableSeries,),
    "settings": (TableSetting,),
    "servers": (ApiServer,),
    "hosts": (ApiHost,),
    "workloads": (ApiWorkload,),
    "clients": (ApiClient,),
    "bundles": (ApiResult,),
    "cells": (Cell,),
    "held": (HeldCell,),
    "contrasts": (ApiContrast,),
    "effects": (TableEffect,),
    "lines": (ReleasePair,),
    "comparisons": (ApiComparison,),
    "differences": (TableDifference,),
    "sources": (TableSourceRow,),
    "revisions": (TableRevision,),
    "ledger": (TableEvent,),
}
"""Name of a table to the records that have its columns."""
TABLES = {
    row["name"]: Table(
        row["name"],
        row["title"],
        row["description"],
        _RECORDS[row["name"]],
        row["key"].split(),
        row["parents"].split(),
        is_long=row["is_long"] == "yes",
    )
    for row in read_rows(Path(__file__).with_name("tables.tsv"))
}
"""The tables that are published, in the order in which pages name them."""
_STORED: Mapping[str, tuple[type[Record], bool]] = {
    "runs": (ApiRun, True),
    "bundle_sources": (TableSource, True),
    **{t.name: (t.parts[0], t.has_bundle) for t in TABLES.values() if len(t.parts) == 1},
}
"""Folder of rows to the record that has its columns, and whether they name their bundle besides."""
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
_UNKNOWN = {
    "hardware_class": "unrecorded",
    "derived_residency": "unrecorded",
    "maturity": "unrecorded",
    "place": "unrecorded",
    "regime": "unrecorded",
    "residency": "unrecorded",
    "source_license": "not looked up",
}
"""Columns in which a word stands for what nobody recorded."""
_MEMORY = "1GB"


def rows_path(table: str, bundle: str = "all") -> str:
    """Where the rows that a bundle has of a table lie in the derived folder."""
    return f"tables/{table}/{bundle}.json"


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


def check_tables(connection: DuckDBPyConnection) -> None:
    """Hold every table against its key, its parents, and what its units allow.

    Raises FaultError, with an example of each fault: whatever is read from the tables would be
    wrong.
    """
    faults = [
        f"{table.name}: {fault}, such as {example[0]}"
        for table in TABLES.values()
        for fault, query in _checks(table)
        if (example := connection.execute(f"{query} LIMIT 1").fetchone())
    ]
    if faults:
        raise FaultError("\n".join(faults))


def _checks(table: Table) -> Iterator[tuple[str, str]]:
    """What may be wrong with a table, and the query that finds rows in which it is."""
    source = f"FROM {table.name} AS own"
    row = f"SELECT CAST(struct_pack({', '.join(table.order)}) AS VARCHAR) {source}"
    if table.key:
        yield "two rows of one key", f"{row} GROUP BY {', '.join(table.key)} HAVING count(*) > 1"
    for parent in table.parents:
        same = " AND ".join(f"own.{name} = parent.{name}" for name in TABLES[parent].key)
        missing = f"NOT EXISTS (FROM {parent} AS parent WHERE {same})"
        yield f"no row of {parent} beside one of its own", f"{row} WHERE {missing}"
    for column in table.columns:
        if column.unit and column.kind in ("integer", "number"):
            wrong = f"NOT ({column.name} >= 0 AND isfinite({column.name}::DOUBLE))"
            yield f"{column.name} is no number from 0 on", f"{row} WHERE {wrong}"


def _reading(folder: Path, name: str) -> str:
    """The query that reads the rows of a folder."""
    kind, has_bundle = _STORED[name]
    columns = {c.name: SQL_TYPES[c.kind] for c in _columns([kind], has_bundle=has_bundle).values()}
    place = folder / rows_path(name, "*")
    if not any(place.parent.glob("*.json")):
        nothing = ", ".join(f"NULL::{kind} AS {column}" for column, kind in columns.items())
        return f"SELECT {nothing} WHERE false"
    return (
        f"SELECT * FROM read_json({quoted(str(place))}, format = 'newline_delimited',"
        f" columns = {columns})"
    )


def _columns(kinds: Iterable[type[Record]], *, has_bundle: bool) -> dict[str, ApiColumn]:
    first = {"bundle": columns_of(ApiResult)["bundle"]} if has_bundle else {}
    return first | {name: it for kind in kinds for name, it in columns_of(kind).items()}


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
