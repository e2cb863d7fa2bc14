"""Tables of the whole archive, as Parquet and, but for the longest, as gzipped CSV; their
description.

`datapackage.json` describes them for programs that read Frictionless Data Packages. Equal rows give
equal bytes, and no file carries a day. What is not known is null, in CSV nothing: no table has an
empty text, or the word that stands for it elsewhere.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sysbench_archive.csv_files import FORMULA, SIGNED_NUMBER
from sysbench_archive.model.base import Record, StructuredData, narrowed
from sysbench_archive.model.sources import DataTerms
from sysbench_archive.pages.sources import WHOLE
from sysbench_archive.publish.downloads import FOLDER, ApiDownload, download_record
from sysbench_archive.tables import ApiColumn
from sysbench_archive.tables.database import Table, quoted

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection


class DownloadTable(Record):
    """A table of the downloads."""

    name: str
    """Name: that of its files."""
    title: str
    description: str
    """What a row is."""
    rows: int
    key: list[str]
    """Columns that together tell a row from all others; none where rows have no key."""
    files: list[ApiDownload]
    """It as Parquet, and as CSV where it has that."""
    columns: list[ApiColumn]
    """Columns, in order."""


class ApiPage(Record):
    """What the page about data and API shows besides its prose."""

    downloads: list[ApiDownload]
    """The whole archive as files."""
    tables: list[DownloadTable]
    """Tables with their files."""
    terms: DataTerms
    """What the licences of the data cover."""
    structured: StructuredData
    """All runs, for search engines."""


def write_table(connection: DuckDBPyConnection, table: Table, paths: Sequence[Path]) -> None:
    """Write the files of a table, Parquet first; that says what the table and its columns mean."""
    parquet, *csv = paths
    about = {
        "title": f"{table.title} of the Sysbench Archive",
        "description": table.description,
        "columns": json.dumps(
            [{"name": c.name, "unit": c.unit, "description": c.description} for c in table.columns]
        ),
    }
    said = ", ".join(f"{key}: {quoted(text)}" for key, text in about.items())
    form = f"FORMAT parquet, COMPRESSION zstd, COMPRESSION_LEVEL 9, KV_METADATA {{{said}}}"
    _copy(connection, table, "*", parquet, form)
    for path in csv:
        columns = ", ".join(map(_csv_column, table.columns))
        _copy(connection, table, columns, path, "FORMAT csv, COMPRESSION gzip")


def _copy(
    connection: DuckDBPyConnection, table: Table, columns: str, path: Path, form: str
) -> None:
    """Raises OSError where the file cannot be written, as on a full disk."""
    import duckdb

    order = ", ".join(f"{table.name}.{name}" for name in table.order)
    query = f"SELECT {columns} FROM {table.name} ORDER BY {order}"
    try:
        connection.execute(f"COPY ({query}) TO {quoted(str(path))} ({form})")
    except duckdb.IOException as error:
        raise OSError(f"{path}: {error}") from error


def _csv_column(column: ApiColumn) -> str:
    name = column.name
    if column.kind == "date-time":
        return f"strftime({name}, '%Y-%m-%dT%H:%M:%SZ') AS {name}"
    if column.kind != "string":
        return name
    is_formula, is_number = (
        f"regexp_full_match({name}, {quoted(form)})" for form in (FORMULA, SIGNED_NUMBER)
    )
    return f"if({is_formula} AND NOT {is_number}, chr(39) || {name}, {name}) AS {name}"


def table_record(table: Table, rows: int, folder: Path) -> DownloadTable:
    """A table as pages list it; its files are in a folder."""
    parquet, *csv = table.names
    files = [download_record(parquet, PARQUET, f"{table.title}, as Parquet.", folder / parquet)]
    for name in csv:
        about = "application/gzip", f"{table.title}, as gzipped CSV."
        files.append(download_record(name, *about, folder / name))
    return narrowed(
        table,
        DownloadTable,
        rows=rows,
        key=list(table.key),
        files=files,
        columns=list(table.columns),
    )


PARQUET = "application/vnd.apache.parquet"
"""Media type."""


Json = dict[str, Any]
"""A part of a data package, whose format is not ours."""
PACKAGE = f"{FOLDER}datapackage.json"
_SAFE = (
    "Read columns by the types of this schema, or a version 10.10 becomes 10.1. A text that a"
    " spreadsheet would run has an apostrophe in front: it begins, behind any apostrophes, with"
    " = + - @, a tab or a line's end, and is no number. An empty cell means that something does not"
    " apply, was not recorded or was not exposed."
)


def datapackage_record(
    *, tables: Sequence[DownloadTable], licenses: Iterable[str], homepage: str
) -> Json:
    """The data package of the tables, each as CSV and as Parquet."""
    return {
        "profile": "data-package",
        "name": "sysbench-archive",
        "title": "Sysbench Archive",
        "description": "Results of sysbench runs against MySQL and MariaDB, as tables."
        f" {WHOLE} Both are in the tables: `license` is that of a bundle, `source_license` what its"
        " source says of its own.",
        "homepage": homepage,
        "licenses": [{"name": name} for name in sorted(set(licenses))],
        "resources": [_resource(table, file) for table in tables for file in table.files[::-1]],
    }


def _resource(table: DownloadTable, file: ApiDownload) -> Json:
    """A file of a table; CSV, which has no types of its own, with them."""
    about = {
        "path": file.name,
        "mediatype": file.media_type,
        "bytes": file.bytes,
        "hash": f"sha256:{file.sha256}",
        "title": table.title,
        "description": table.description,
    }
    if file.media_type == PARQUET:
        kind = {"profile": "data-resource", "type": "file", "format": "parquet"}
        return about | kind | {"name": f"{table.name}-parquet"}
    schema = {"fields": [_field(column, table.key) for column in table.columns]}
    return about | {
        "name": table.name,
        "profile": "tabular-data-resource",
        "format": "csv",
        "description": f"{table.description} {_SAFE}",
        "encoding": "utf-8",
        "compression": "gz",
        "schema": schema
        | ({"primaryKey": table.key} if table.key else {})
        | {"missingValues": [""]},
    }


def _field(column: ApiColumn, key: Sequence[str]) -> Json:
    kind = "datetime" if column.kind == "date-time" else column.kind
    return {
        "name": column.name,
        "type": kind,
        "description": column.description,
        **({"unit": column.unit} if column.unit else {}),
        **({"constraints": {"required": True}} if column.name in key else {}),
    }
