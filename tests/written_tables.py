"""The downloads that are made of some rows, for tests."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import duckdb

from sysbench_archive.build.write_open_data import write_tables
from sysbench_archive.publish.downloads import FOLDER
from sysbench_archive.publish.output import Output
from sysbench_archive.publish.tables import DownloadTable
from sysbench_archive.tables import row_lines
from sysbench_archive.tables.bundles import ApiBundle, document_rows
from sysbench_archive.tables.database import TABLES, open_tables, rows_path

Rows = Iterable[Mapping[str, Any]]


def downloads(folder: Path) -> Path:
    """Where the downloads of a derived folder lie."""
    return folder / f"static{FOLDER}"


def write_rows(folder: Path, **rows: Rows) -> list[DownloadTable]:
    """The downloads of an archive that has these rows, by the names of stored tables."""
    output = Output(folder)
    for name, own in rows.items():
        output.bytes(rows_path(name), row_lines(own))
    with open_tables(folder) as connection:
        return write_tables(output, connection)


def write_document(folder: Path, document: ApiBundle) -> list[DownloadTable]:
    """The downloads of an archive of one bundle."""
    return write_rows(folder, **document_rows(document))


def table_of(folder: Path, name: str) -> list[dict[str, Any]]:
    """The rows of a table, with days and times as text."""
    with open_tables(folder) as connection:
        columns = ", ".join(
            _as_text.get(c.kind, "{0}").format(c.name) for c in TABLES[name].columns
        )
        return rows_of(connection.execute(f"SELECT {columns} FROM {name}"))


_as_text = {
    "date": "{0}::VARCHAR AS {0}",
    "date-time": "strftime({0}, '%Y-%m-%dT%H:%M:%SZ') AS {0}",
}


def rows_of(found: duckdb.DuckDBPyConnection | duckdb.DuckDBPyRelation) -> list[dict[str, Any]]:
    """The rows of an answer, by column."""
    names = [column[0] for column in found.description]
    return [dict(zip(names, row, strict=True)) for row in found.fetchall()]
