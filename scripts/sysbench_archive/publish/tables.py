"""Tables of the whole archive, as Parquet and, but for the longest, as gzipped CSV; their
description.

`datapackage.json` describes them for programs that read Frictionless Data Packages. Equal rows give
equal bytes, and no file carries a day. In Parquet a bundle is in one row group. What is not known
is null, in CSV nothing: no table has an empty text, or the word that stands for it elsewhere.
"""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from functools import cache
from pathlib import Path
from typing import Any

from sysbench_archive.derive.terms import WHOLE
from sysbench_archive.model.api import ApiDownload
from sysbench_archive.model.reference import ApiColumn, DownloadTable
from sysbench_archive.model.tables import Cell
from sysbench_archive.publish.api import PARTS, columns_of
from sysbench_archive.publish.downloads import FOLDER, cell_text, csv_bytes, csv_of_cells

Row = Mapping[str, Cell]


@dataclass(frozen=True, slots=True)
class Table:
    """A table: what a row is, the parts of the schema it is joined from, and its key.

    Where two parts share a column, the later one fills it. `begun` are columns of text that begin
    alike in neighbouring rows. One that is long is no CSV: most readers of one would have to hold
    all of it.
    """

    name: str
    title: str
    description: str
    parts: Sequence[str]
    key: Sequence[str] = ()
    has_bundle: bool = False
    is_long: bool = False
    begun: frozenset[str] = frozenset()

    @property
    def parquet(self) -> str:
        """Name of its Parquet file."""
        return f"{self.name}.parquet"

    @property
    def csv(self) -> str:
        """Name of its CSV file; empty where it has none."""
        return "" if self.is_long else f"{self.name}.csv.gz"

    @property
    def names(self) -> list[str]:
        """Names of its files."""
        return [name for name in (self.parquet, self.csv) if name]


TABLES = {
    table.name: table
    for table in (
        Table(
            "runs",
            "Runs",
            "A run, with its bundle, source, server, host, workload and client.",
            (*PARTS, "table_source"),
            ("bundle", "run"),
            begun=frozenset({"run", "path", "permalink", "source", "url"}),
        ),
        Table(
            "series",
            "Throughput over time",
            "A line that sysbench printed during a run; of output kept elsewhere, the mean of"
            " several.",
            ("table_series",),
            has_bundle=True,
            is_long=True,
            begun=frozenset({"run"}),
        ),
        Table(
            "settings",
            "Settings and variables",
            "An option that was set, a variable as the server told it, or a known default.",
            ("table_setting",),
            ("bundle", "server", "name", "origin"),
            has_bundle=True,
        ),
        Table(
            "servers",
            "Servers",
            "A database server as it was run.",
            ("server",),
            ("bundle", "server"),
            has_bundle=True,
        ),
        Table(
            "hosts",
            "Hosts",
            "A machine that ran servers or clients.",
            ("host",),
            ("bundle", "host"),
            has_bundle=True,
        ),
        Table(
            "contrasts",
            "Contrasts and verdicts",
            "A server against its baseline at one thread count: ratio, interval, verdict.",
            ("contrast",),
            ("comparison", "workload", "bundle", "metric", "candidate_server", "threads"),
        ),
        Table(
            "comparisons",
            "Comparisons",
            "A comparison, with its verdict where all its verdicts are the same.",
            ("comparison",),
            ("comparison",),
        ),
        Table(
            "sources",
            "Sources",
            "A repository, article or document that results were taken from.",
            ("table_source_row",),
            ("source_id",),
        ),
        Table(
            "revisions",
            "Revisions of comparisons",
            "What a comparison, or a page that several share, said at a revision.",
            ("table_revision",),
            ("comparison", "revision"),
            begun=frozenset({"comparison", "title", "bundles", "path"}),
        ),
    )
}
"""The tables, in the order in which pages name them."""
_UNKNOWN = {
    "hardware_class": "unrecorded",
    "regime": "unrecorded",
    "residency": "unrecorded",
    "source_license": "not looked up",
}
"""Columns in which a word stands for what nobody recorded."""


@cache
def table_columns(table: str) -> tuple[ApiColumn, ...]:
    """The columns of a table, each name once."""
    about = TABLES[table]
    first = columns_of("result")[:1] if about.has_bundle else ()
    named = {column.name: column for part in about.parts for column in columns_of(part)}
    return (*first, *named.values())


GROUP = 2000
"""Rows from which on a row group is full. One costs its reader 12 kB of footer, so that small
bundles share one; a bundle is never divided."""
_LONG_GROUP = 20_000
"""The same of tables with few columns."""
_FEW = 20
_LEVEL, _ZSTD_LEVEL, _LONG_ZSTD_LEVEL = 9, 15, 9
"""Level 9 takes a third of the time of 15. Of figures a second its files are smaller too, by 0.4
to 6 %; of runs they are larger by 4 %."""


def _arrow() -> tuple[Any, Any]:
    """pyarrow and its module for Parquet: heavy, and needed once in a build.

    Its own allocator ends the process where a thread that is gone was the first to import it
    (https://github.com/apache/arrow/issues/50471); threads of a Dask worker are.
    """
    import pyarrow as pa
    import pyarrow.parquet as pq

    pa.set_memory_pool(pa.system_memory_pool())
    return pa, pq


class TableFiles:
    """Writes both files of a table as its rows come in; no more than a row group is held."""

    def __init__(self, table: Table, parquet: Path, csv_gz: Path | None) -> None:
        """Begin the files; they are whole once they are closed."""
        _, pq = _arrow()
        self.rows = 0
        self.columns = table_columns(table.name)
        self._group = GROUP if len(self.columns) > _FEW else _LONG_GROUP
        self._schema = _arrow_schema(table, self.columns)
        begun = [column.name for column in self.columns if column.name in table.begun]
        self._parquet = pq.ParquetWriter(
            parquet,
            self._schema,
            compression="zstd",
            compression_level=_LONG_ZSTD_LEVEL if table.is_long else _ZSTD_LEVEL,
            use_dictionary=[c.name for c in self.columns if c.name not in begun],
            column_encoding=dict.fromkeys(begun, "DELTA_BYTE_ARRAY"),
        )
        self._held: list[list[Cell]] = [[] for _ in self.columns]
        self._csv = _PackedCsv(csv_gz, self.columns) if csv_gz else None

    def add(self, rows: Iterable[Row]) -> None:
        """Take in the rows of one bundle; what a row does not have is null."""
        rows = list(rows)
        for column, held in zip(self.columns, self._held, strict=True):
            name = column.name
            held += [row.get(name) for row in rows]
        self._write_full_group()

    def add_columns(self, columns: Mapping[str, Sequence[Cell]], count: int) -> None:
        """Take in as many rows of one bundle as columns; one that is not there is null."""
        nothing = [None] * count
        for column, held in zip(self.columns, self._held, strict=True):
            held += columns.get(column.name, nothing)
        self._write_full_group()

    def _write_full_group(self) -> None:
        if len(self._held[0]) >= self._group:
            self._write_group()

    def _write_group(self) -> None:
        pa, _ = _arrow()
        rows = len(self._held[0])
        known = [_known(*each) for each in zip(self.columns, self._held, strict=True)]
        arrays = [
            pa.array(_read(column, values), field.type)
            for column, field, values in zip(self.columns, self._schema, known, strict=True)
        ]
        table = pa.Table.from_arrays(arrays, schema=self._schema)
        self._parquet.write_table(table, row_group_size=rows)
        if self._csv:
            self._csv.write(known)
        self.rows += rows
        self._held = [[] for _ in self.columns]

    def close(self) -> None:
        """Write what is still held, and end both files."""
        if self._held[0]:
            self._write_group()
        self._parquet.close()
        if self._csv:
            self._csv.close()


class _PackedCsv:
    """A gzipped CSV file while it is written."""

    def __init__(self, path: Path, columns: Sequence[ApiColumn]) -> None:
        self._columns = columns
        self._file = path.open("wb")
        # Without a name and a time of its own the header is the same everywhere.
        self._gzip = gzip.GzipFile("", "wb", _LEVEL, self._file, mtime=0)
        self._gzip.write(csv_bytes([column.name for column in columns], ()))

    def write(self, values: Sequence[Sequence[Cell]]) -> None:
        """Write rows, given as columns."""
        shown = [
            its if column.kind in _NUMBERS else _each_once(cell_text, its)
            for column, its in zip(self._columns, values, strict=True)
        ]
        self._gzip.write(csv_of_cells(zip(*shown, strict=True)))

    def close(self) -> None:
        self._gzip.close()
        self._file.close()


def _known(column: ApiColumn, values: list[Cell]) -> list[Cell]:
    """Values, with null for what says that nothing is known."""
    if column.kind in _NUMBERS:
        return values
    words = {"", _UNKNOWN.get(column.name, "")}
    # Few columns have any, and to look for a word is quick.
    unknown = {word for word in words if word in values}
    return [None if value in unknown else value for value in values] if unknown else values


def _arrow_schema(table: Table, columns: Sequence[ApiColumn]) -> Any:
    """Every column with its type, its unit and what it means."""
    pa, _ = _arrow()
    kinds = {
        "string": pa.string(),
        "integer": pa.int64(),
        "number": pa.float64(),
        "boolean": pa.bool_(),
        "date": pa.date32(),
        "date-time": pa.timestamp("ms", tz="UTC"),
    }
    named = [pa.field(c.name, kinds[c.kind], metadata=_meaning(c)) for c in columns]
    about = {
        "title": f"{table.title} of the Sysbench Archive",
        "description": table.description,
        "columns": json.dumps([_meaning(c) | {"name": c.name} for c in columns]),
    }
    return pa.schema(named, metadata=about)


def _meaning(column: ApiColumn) -> dict[str, str]:
    return {"unit": column.unit, "description": column.description}


_READ: dict[str, Callable[[str], date]] = {
    "date": date.fromisoformat,
    "date-time": datetime.fromisoformat,
}


def _read(column: ApiColumn, values: Sequence[Cell]) -> Sequence[object]:
    read = _READ.get(column.kind)
    if read is None:
        return values
    return _each_once(lambda value: read(value) if isinstance(value, str) else None, values)


_NUMBERS = frozenset({"integer", "number"})


def _each_once(work: Callable[[Cell], Any], values: Sequence[Cell]) -> list[Any]:
    """What becomes of each value; most of a column come up again and again.

    Not for numbers, of which a whole one is as good as its fraction here.
    """
    made = {value: work(value) for value in set(values)}
    return [made[value] for value in values]


def table_record(
    name: str, rows: int, listed: Callable[[str, str, str], ApiDownload]
) -> DownloadTable:
    """A table as pages list it; `listed` describes a file by its name, media type and content."""
    table = TABLES[name]
    return DownloadTable(
        name=name,
        title=table.title,
        description=table.description,
        rows=rows,
        key=list(table.key),
        files=[listed(name, *_about(table, name)) for name in table.names],
        columns=list(table_columns(name)),
    )


def _about(table: Table, name: str) -> tuple[str, str]:
    """Media type and description of a file of a table."""
    if name == table.csv:
        return "application/gzip", f"{table.title}, as gzipped CSV."
    return "application/vnd.apache.parquet", f"{table.title}, as Parquet."


Json = dict[str, Any]
"""A part of a data package, whose format is not ours."""
PACKAGE = f"{FOLDER}datapackage.json"
_KINDS = {"date-time": "datetime"}
_SAFE = (
    "A text that begins like a formula, reads as a number or begins with an apostrophe has an"
    " apostrophe in front. An empty cell means that something does not apply, was not recorded or"
    " was not exposed."
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
        "resources": [resource for table in tables for resource in _resources(table)],
    }


def _resources(table: DownloadTable) -> list[Json]:
    """The files of a table; CSV, which has no types of its own, with them."""
    parquet, *csv = table.files
    return [
        *(
            {
                **_file(table.name, file, "tabular-data-resource", "csv"),
                "title": table.title,
                "description": f"{table.description} {_SAFE}",
                "encoding": "utf-8",
                "compression": "gz",
                "schema": {
                    "fields": [_field(column, table.key) for column in table.columns],
                    **({"primaryKey": table.key} if table.key else {}),
                    "missingValues": [""],
                },
            }
            for file in csv
        ),
        {
            **_file(f"{table.name}-parquet", parquet, "data-resource", "parquet"),
            "type": "file",
            "title": table.title,
            "description": table.description,
        },
    ]


def _file(name: str, download: ApiDownload, profile: str, file_format: str) -> Json:
    return {
        "name": name,
        "profile": profile,
        "path": download.name,
        "format": file_format,
        "mediatype": download.media_type,
        "bytes": download.bytes,
        "hash": f"sha256:{download.sha256}",
    }


def _field(column: ApiColumn, key: Sequence[str]) -> Json:
    unit = {"unit": column.unit} if column.unit else {}
    required = {"constraints": {"required": True}} if column.name in key else {}
    kind = _KINDS.get(column.kind, column.kind)
    return {
        "name": column.name,
        "type": kind,
        "description": column.description,
        **unit,
        **required,
    }
