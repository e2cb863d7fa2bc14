"""CSV that every reader takes as it is meant, how downloads are listed, and comparisons as CSV.

CSV follows RFC 4180, in UTF-8. No cell is one that a spreadsheet would run, and no text is one that
a reader takes for a number or for nothing, so that 10.10 stays what it is: such a text gets an
apostrophe in front, and so does one that begins with an apostrophe, so that taking the first one
away gives back every text. Numbers are written with every digit they have, absent values as
nothing.
"""

from __future__ import annotations

import csv
import hashlib
import io
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, fields
from operator import attrgetter
from pathlib import Path
from typing import Annotated, Any

from sysbench_archive.model.base import Record, example
from sysbench_archive.model.comparison import (
    CellRecord,
    Comparison,
    Panel,
    PanelRow,
    Side,
    VerdictRecord,
)
from sysbench_archive.tables import SHA256, Cell

TAKEN_FOR_ELSE = (
    r"(?is)[=+\-@\t\r'].*"
    r"|na|n/a|null|none|nil|nan|<na>|#n/a|#na|n\.a\."
    r"|\s*(?:(?:\d[\d_,]*\.?\d*|\.\d+)(?:e[-+]?\d+)?|0x[\da-f]+|inf(?:inity)?)\s*"
)
"""Whole texts that a spreadsheet runs, or that some reader takes for a number or for nothing, or
that the mark before such a text could be mistaken in; as Python and as DuckDB read it."""
_taken_for_else = re.compile(TAKEN_FOR_ELSE).fullmatch
_TRUTH = {True: "true", False: "false"}


def csv_bytes(header: Sequence[str], rows: Iterable[Sequence[Cell]]) -> bytes:
    """The bytes of a table."""
    out = io.StringIO(newline="")
    csv.writer(out).writerows([header, *([cell_text(value) for value in row] for row in rows)])
    return out.getvalue().encode()


def cell_text(value: Cell) -> Cell:
    """A value as its cell shows it."""
    if isinstance(value, str):
        return f"'{value}" if _taken_for_else(value) else value
    return _TRUTH[value] if isinstance(value, bool) else value


FOLDER = "/downloads/"


class ApiDownload(Record):
    """A file that holds the whole archive."""

    path: Annotated[str, example("/downloads/runs.parquet")]
    """Path on this site, relative to its base."""
    name: Annotated[str, example("runs.parquet")]
    """File name."""
    media_type: Annotated[str, example("application/vnd.apache.parquet")]
    """Media type."""
    description: Annotated[str, example("Every run, one row each, as Parquet.")]
    """What it holds."""
    bytes: Annotated[int, example(812345, unit="B")]
    """Size."""
    sha256: Annotated[str, example(SHA256)]
    """SHA-256."""


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


def comparison_csv(comparison: Comparison) -> bytes:
    """The bytes of `comparison.csv`, from a rounded record."""
    rows = (row for panel in comparison.panels for row in _panel_rows(panel))
    return csv_bytes(COMPARISON_COLUMNS, map(_cells, rows))


def _panel_rows(panel: Panel) -> Iterator[ComparisonRow]:
    """A row a cell; of a panel without figures a row a verdict."""
    verdicts = {verdict.candidate: verdict for verdict in panel.verdicts}
    for side, said in zip(panel.sides[1:], panel.verdicts, strict=True) if not panel.rows else ():
        yield ComparisonRow(
            bundle=panel.bundle.id, **_side(side), verdict=said.direction, status=said.status
        )
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
    interval, latency = cell.interval, cell.latency
    contrasts = {c.threads: c.direction for c in verdict.headline} if verdict else {}
    return ComparisonRow(
        bundle=panel.bundle.id,
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


def _side(side: Side) -> dict[str, Any]:
    return {
        "server": side.id,
        "label": side.label,
        "role": side.role,
    }
