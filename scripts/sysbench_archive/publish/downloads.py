"""Files that hold the whole archive as one table, and the figures of a comparison as another.

Every run is a row of `runs.csv.gz` and of `runs.parquet`, whose columns are those of the API's
schema; `datapackage.json` describes both for programs that read Frictionless Data Packages. Equal
rows give equal bytes, and no file carries a day.

CSV follows RFC 4180, in UTF-8, with no cell that a spreadsheet would run: a text that begins like a
formula gets an apostrophe in front, which spreadsheets do not show. Numbers are written with every
digit they have, absent values as nothing.
"""

from __future__ import annotations

import csv
import gzip
import hashlib
import io
import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, fields
from datetime import date, datetime
from typing import Any

from sysbench_archive.model.api import ApiDownload
from sysbench_archive.model.comparison import (
    CellRecord,
    ComparisonRecord,
    Panel,
    PanelRow,
    ReportedPanel,
    Side,
    Span,
    VerdictRecord,
)
from sysbench_archive.model.reference import ApiColumn
from sysbench_archive.publish.api import columns
from sysbench_archive.publish.api_bundle import Cell

_FORMULA = ("=", "+", "-", "@", "\t", "\r")
_TRUTH = {True: "true", False: "false"}
_AS_THEY_ARE = frozenset({int, float, type(None)})
"""Most cells of a table."""


def csv_bytes(header: Sequence[str], rows: Iterable[Sequence[Cell]]) -> bytes:
    """The bytes of a table."""
    out = io.StringIO(newline="")
    writer = csv.writer(out)
    writer.writerow(header)
    plain = _AS_THEY_ARE
    writer.writerows([v if type(v) in plain else cell_text(v) for v in row] for row in rows)
    return out.getvalue().encode()


def cell_text(value: Cell) -> Cell:
    """A value as its cell shows it."""
    if isinstance(value, str):
        return f"'{value}" if value.startswith(_FORMULA) else value
    return _TRUTH[value] if isinstance(value, bool) else value


FOLDER = "/downloads/"
TITLE = "Runs of the Sysbench Archive"
_GROUP = 50_000
"""Rows of a row group: a reader with a condition skips whole groups."""


@dataclass(slots=True)
class RunTable:
    """Rows, kept as columns."""

    values: dict[str, list[Cell]] = field(default_factory=lambda: {c.name: [] for c in columns()})

    def add(self, rows: Iterable[Mapping[str, Cell]]) -> None:
        """Take rows in; what a row does not have is null."""
        for row in rows:
            for name, column in self.values.items():
                column.append(row.get(name))

    @property
    def rows(self) -> int:
        """How many rows there are."""
        return len(next(iter(self.values.values())))


def csv_file(table: RunTable) -> bytes:
    """The table as gzipped CSV."""
    rows = zip(*table.values.values(), strict=True)
    return gzip.compress(csv_bytes(list(table.values), rows), mtime=0)


def parquet_file(table: RunTable) -> bytes:
    """The table as Parquet. Every column says its unit and what it means."""
    # Heavy, and needed once in a build.
    import pyarrow as pa
    import pyarrow.parquet as pq

    kinds = {
        "string": pa.string(),
        "integer": pa.int64(),
        "number": pa.float64(),
        "boolean": pa.bool_(),
        "date": pa.date32(),
        "date-time": pa.timestamp("ms", tz="UTC"),
    }
    named = [pa.field(c.name, kinds[c.kind], metadata=_meaning(c)) for c in columns()]
    about = {
        "title": TITLE,
        "columns": json.dumps([_meaning(c) | {"name": c.name} for c in columns()]),
    }
    arrays = [pa.array(_read(c, table.values[c.name]), kinds[c.kind]) for c in columns()]
    sink = pa.BufferOutputStream()
    whole = pa.Table.from_arrays(arrays, schema=pa.schema(named, metadata=about))
    pq.write_table(whole, sink, compression="zstd", row_group_size=_GROUP)
    data: bytes = sink.getvalue().to_pybytes()
    return data


def _meaning(column: ApiColumn) -> dict[str, str]:
    return {"unit": column.unit, "description": column.description}


_READ: dict[str, Callable[[str], date]] = {
    "date": date.fromisoformat,
    "date-time": datetime.fromisoformat,
}


def _read(column: ApiColumn, values: Sequence[Cell]) -> Sequence[object]:
    read = _READ.get(column.kind)
    return [read(value) if isinstance(value, str) else None for value in values] if read else values


def download_record(name: str, media_type: str, description: str, data: bytes) -> ApiDownload:
    """A download as pages, the index and the data package list it."""
    return ApiDownload(
        path=f"{FOLDER}{name}",
        name=name,
        media_type=media_type,
        description=description,
        bytes=len(data),
        sha256=hashlib.sha256(data).hexdigest(),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class ComparisonRow:
    """A row of `comparison.csv`: a cell, or a difference published without figures.

    `ratio` is to the baseline at that thread count, `low` and `high` are its interval; `direction`
    is that of a headline contrast, `verdict` and `status` are those of the server in its panel.
    """

    comparison: str
    panel: str
    panel_title: str
    bundle: str
    workload: str | None = None
    metric: str | None = None
    unit: str | None = None
    threads: int | None = None
    server: str
    label: str
    role: str
    product: str
    version: str
    n: int | None = None
    centre: float | None = None
    lowest: float | None = None
    highest: float | None = None
    ratio: float | None = None
    low: float | None = None
    high: float | None = None
    direction: str | None = None
    verdict: str | None = None
    status: str | None = None
    latency_metric: str | None = None
    latency_lowest: float | None = None
    latency_middle: float | None = None
    latency_highest: float | None = None
    runs: str | None = None


COMPARISON_COLUMNS = tuple(column.name for column in fields(ComparisonRow))


def comparison_csv(comparison: ComparisonRecord) -> bytes:
    """The bytes of `comparison.csv`, from a rounded record."""
    rows = [
        *(row for panel in comparison.panels for row in _measured_rows(comparison.slug, panel)),
        *(_reported_row(comparison.slug, panel) for panel in comparison.reported),
    ]
    return csv_bytes(COMPARISON_COLUMNS, ([*asdict(row).values()] for row in rows))


def _measured_rows(comparison: str, panel: Panel) -> Iterator[ComparisonRow]:
    verdicts = {verdict.candidate: verdict for verdict in panel.verdicts or ()}
    for row in panel.rows:
        for side, cell in zip(panel.sides, row.cells, strict=True):
            if cell:
                yield _measured_row(
                    comparison, panel, row, side=side, cell=cell, verdict=verdicts.get(side.id)
                )


def _measured_row(
    comparison: str,
    panel: Panel,
    row: PanelRow,
    *,
    side: Side,
    cell: CellRecord,
    verdict: VerdictRecord | None,
) -> ComparisonRow:
    interval, latency = cell.interval, cell.latency if isinstance(cell.latency, Span) else None
    contrasts = {c.threads: c.direction for c in verdict.headline} if verdict else {}
    return ComparisonRow(
        **_place(comparison, panel),
        **_side(side),
        workload=panel.workload.id,
        metric=panel.metric.name,
        unit=panel.metric.unit,
        threads=row.threads,
        n=cell.n,
        centre=cell.centre,
        lowest=cell.low,
        highest=cell.high,
        ratio=cell.ratio,
        low=interval.low if interval else None,
        high=interval.high if interval else None,
        direction=contrasts.get(row.threads),
        verdict=verdict.direction if verdict else None,
        status=verdict.status if verdict else None,
        latency_metric=panel.latency.name if latency and panel.latency else None,
        latency_lowest=latency.low if latency else None,
        latency_middle=latency.middle if latency else None,
        latency_highest=latency.high if latency else None,
        runs=" ".join(run.id for run in cell.runs),
    )


def _reported_row(comparison: str, panel: ReportedPanel) -> ComparisonRow:
    return ComparisonRow(
        **_place(comparison, panel),
        **_side(panel.sides[1]),
        verdict=panel.entry.direction,
        status=panel.entry.status,
    )


def _place(comparison: str, panel: Panel | ReportedPanel) -> dict[str, Any]:
    return {
        "comparison": comparison,
        "panel": panel.id,
        "panel_title": panel.title,
        "bundle": panel.bundle.path.split("/")[2],
    }


def _side(side: Side) -> dict[str, Any]:
    return {
        "server": side.id,
        "label": side.label,
        "role": side.role,
        "product": side.product,
        "version": side.version,
    }


Json = dict[str, Any]
"""A part of a data package, whose format is not ours."""
KEY = ("bundle", "run")
_KINDS = {"date-time": "datetime"}
_SAFE = (
    "A text that begins like a formula has an apostrophe in front. An empty cell means that"
    " something does not apply, was not recorded or was not exposed."
)


def datapackage_record(
    *,
    csv: ApiDownload,
    parquet: ApiDownload,
    columns: Sequence[ApiColumn],
    licenses: Iterable[str],
    homepage: str,
) -> Json:
    """The data package of the runs, as CSV and as Parquet."""
    return {
        "profile": "data-package",
        "name": "sysbench-archive",
        "title": "Sysbench Archive",
        "description": "Results of sysbench runs against MySQL and MariaDB, one row a run."
        " Every bundle of runs names its own licence, in the column `license`.",
        "homepage": homepage,
        "licenses": [{"name": name} for name in sorted(set(licenses))],
        "resources": [
            {
                **_file("runs", csv, "tabular-data-resource", "csv"),
                "description": f"{csv.description} {_SAFE}",
                "encoding": "utf-8",
                "compression": "gz",
                "schema": {
                    "fields": [_field(column) for column in columns],
                    "primaryKey": list(KEY),
                    "missingValues": [""],
                },
            },
            {
                **_file("runs-parquet", parquet, "data-resource", "parquet"),
                "type": "file",
                "description": parquet.description,
            },
        ],
    }


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


def _field(column: ApiColumn) -> Json:
    unit = {"unit": column.unit} if column.unit else {}
    required = {"constraints": {"required": True}} if column.name in KEY else {}
    kind = _KINDS.get(column.kind, column.kind)
    return {
        "name": column.name,
        "type": kind,
        "description": column.description,
        **unit,
        **required,
    }
