"""Files that hold the whole archive as one table, and the figures of a comparison as another.

Every run is a row of `runs.csv.gz` and of `runs.parquet`, whose columns are those of the API's
schema; `datapackage.json` describes both for programs that read Frictionless Data Packages. Equal
rows give equal bytes, and no file carries a day. In Parquet a bundle is in one row group.

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
from dataclasses import dataclass, fields
from datetime import date, datetime
from operator import attrgetter
from pathlib import Path
from typing import Any

from sysbench_archive.model.api import ApiDownload
from sysbench_archive.model.base import Span
from sysbench_archive.model.comparison import (
    CellRecord,
    ComparisonRecord,
    Panel,
    PanelRow,
    ReportedPanel,
    Side,
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
    return csv_rows([header, *rows])


def csv_rows(rows: Iterable[Sequence[Cell]]) -> bytes:
    """The bytes of some rows of a table."""
    plain = _AS_THEY_ARE
    return _written([v if type(v) in plain else cell_text(v) for v in row] for row in rows)


def _written(rows: Iterable[Sequence[Cell]]) -> bytes:
    """The bytes of rows whose values are as their cells show them."""
    out = io.StringIO(newline="")
    csv.writer(out).writerows(rows)
    return out.getvalue().encode()


def cell_text(value: Cell) -> Cell:
    """A value as its cell shows it."""
    if isinstance(value, str):
        return f"'{value}" if value.startswith(_FORMULA) else value
    return _TRUTH[value] if isinstance(value, bool) else value


FOLDER = "/downloads/"
TITLE = "Runs of the Sysbench Archive"
GROUP = 2000
"""Rows from which on a row group is full. One costs its reader 12 kB of footer, so that small
bundles share one; a bundle is never divided."""
_LEVEL = 9


class RunFiles:
    """Writes both files of runs as bundles come in; no more than a row group is held."""

    def __init__(self, parquet: Path, csv_gz: Path) -> None:
        """Begin two files; they are whole once they are closed."""
        # Heavy, and needed once in a build.
        import pyarrow.parquet as pq

        self.rows = 0
        self._schema = _arrow_schema()
        self._parquet = pq.ParquetWriter(parquet, self._schema, compression="zstd")
        self._held: list[Mapping[str, Cell]] = []
        self._file = csv_gz.open("wb")
        # Without a name and a time of its own the header is the same everywhere.
        self._gzip = gzip.GzipFile("", "wb", _LEVEL, self._file, mtime=0)
        self._gzip.write(csv_bytes([column.name for column in columns()], ()))

    def add(self, rows: Iterable[Mapping[str, Cell]]) -> None:
        """Take in the rows of one bundle; what a row does not have is null."""
        self._held += rows
        if len(self._held) >= GROUP:
            self._write_group()

    def _write_group(self) -> None:
        import pyarrow as pa

        arrays, shown = [], []
        for column, field in zip(columns(), self._schema, strict=True):
            values = [row.get(column.name) for row in self._held]
            arrays.append(pa.array(_read(column, values), field.type))
            shown.append(values if column.kind in _NUMBERS else _each_once(cell_text, values))
        table = pa.Table.from_arrays(arrays, schema=self._schema)
        self._parquet.write_table(table, row_group_size=len(self._held))
        self._gzip.write(_written(zip(*shown, strict=True)))
        self.rows += len(self._held)
        self._held = []

    def close(self) -> None:
        """Write what is still held, and end both files."""
        if self._held:
            self._write_group()
        self._parquet.close()
        self._gzip.close()
        self._file.close()


def _arrow_schema() -> Any:
    """Every column with its type, its unit and what it means."""
    import pyarrow as pa

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


def download_record(name: str, media_type: str, description: str, file: Path) -> ApiDownload:
    """A download as pages, the index and the data package list it."""
    with file.open("rb") as opened:
        sha256 = hashlib.file_digest(opened, "sha256").hexdigest()
    return ApiDownload(
        path=f"{FOLDER}{name}",
        name=name,
        media_type=media_type,
        description=description,
        bytes=file.stat().st_size,
        sha256=sha256,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class ComparisonRow:
    """A row of `comparison.csv`: a cell, or a difference published without figures.

    `ratio` is to the baseline at that thread count, `low` and `high` are its interval; `direction`
    is that of a headline contrast, `verdict` and `status` are those of the server in its panel.
    Extremes that are the centre or the middle, as those of single runs, are not written again.
    """

    bundle: str
    workload: str | None = None
    metric: str | None = None
    unit: str | None = None
    threads: int | None = None
    server: str
    label: str
    role: str
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
_cells = attrgetter(*COMPARISON_COLUMNS)


def comparison_csv(comparison: ComparisonRecord) -> bytes:
    """The bytes of `comparison.csv`, from a rounded record."""
    rows = [
        *(row for panel in comparison.panels for row in _measured_rows(panel)),
        *(_reported_row(panel) for panel in comparison.reported),
    ]
    return csv_bytes(COMPARISON_COLUMNS, map(_cells, rows))


def _measured_rows(panel: Panel) -> Iterator[ComparisonRow]:
    verdicts = {verdict.candidate: verdict for verdict in panel.verdicts or ()}
    for row in panel.rows:
        for side, cell in zip(panel.sides, row.cells, strict=True):
            if cell:
                verdict = verdicts.get(side.id)
                yield _measured_row(panel, row, side=side, cell=cell, verdict=verdict)


def _measured_row(
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
        bundle=_bundle_of(panel),
        **_side(side),
        workload=panel.workload.id,
        metric=panel.metric.name,
        unit=panel.metric.unit,
        threads=row.threads,
        n=cell.n,
        centre=cell.centre,
        lowest=None if cell.low == cell.centre else cell.low,
        highest=None if cell.high == cell.centre else cell.high,
        ratio=cell.ratio,
        low=interval.low if interval else None,
        high=interval.high if interval else None,
        direction=contrasts.get(row.threads),
        verdict=verdict.direction if verdict else None,
        status=verdict.status if verdict else None,
        latency_metric=panel.latency.name if latency and panel.latency else None,
        latency_lowest=latency.low if latency and latency.low != latency.middle else None,
        latency_middle=latency.middle if latency else None,
        latency_highest=latency.high if latency and latency.high != latency.middle else None,
        runs=" ".join(run.id for run in cell.runs),
    )


def _reported_row(panel: ReportedPanel) -> ComparisonRow:
    return ComparisonRow(
        bundle=_bundle_of(panel),
        **_side(panel.sides[1]),
        verdict=panel.entry.direction,
        status=panel.entry.status,
    )


def _bundle_of(panel: Panel | ReportedPanel) -> str:
    return panel.bundle.path.split("/")[2]


def _side(side: Side) -> dict[str, Any]:
    return {
        "server": side.id,
        "label": side.label,
        "role": side.role,
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
