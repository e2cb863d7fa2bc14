"""CSV for programs and people, how downloads are listed, and comparisons as CSV.

CSV follows RFC 4180, in UTF-8. No cell is one that a spreadsheet would run (`csv_files`). Numbers
are written with every digit they have, absent values as nothing.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Annotated

from sysbench_archive.csv_files import marked
from sysbench_archive.metrics import SHOWN_PERCENTILES
from sysbench_archive.model.base import Record, example
from sysbench_archive.model.comparison import CellRecord, Comparison, Panel, Side
from sysbench_archive.publish.snapshot import sha256
from sysbench_archive.tables import SHA256, Value

_TRUTH = {True: "true", False: "false"}


def csv_bytes(header: Sequence[str], rows: Iterable[Iterable[Value]]) -> bytes:
    """The bytes of a table."""
    out = io.StringIO(newline="")
    csv.writer(out).writerows([header, *([cell_text(value) for value in row] for row in rows)])
    return out.getvalue().encode()


def cell_text(value: Value) -> Value:
    """A value as its cell shows it."""
    if isinstance(value, str):
        return marked(value)
    return _TRUTH[value] if isinstance(value, bool) else value


FOLDER = "/downloads/"


class ApiDownload(Record):
    """A file that holds the whole archive."""

    path: Annotated[str, example("/downloads/runs.parquet")]
    """Path on this site, relative to its base."""
    name: Annotated[str, example("runs.parquet")]
    """File name."""
    media_type: Annotated[str, example("application/vnd.apache.parquet")]
    description: Annotated[str, example("Every run, one row each, as Parquet.")]
    """What it holds."""
    bytes: Annotated[int, example(812345, unit="B")]
    """Size."""
    sha256: Annotated[str, example(SHA256)]


def download_record(name: str, media_type: str, description: str, file: Path) -> ApiDownload:
    """A download as pages, the index and the data package list it."""
    return ApiDownload(
        path=f"{FOLDER}{name}",
        name=name,
        media_type=media_type,
        description=description,
        bytes=file.stat().st_size,
        sha256=sha256(file),
    )


COMPARISON_COLUMNS = (
    *("bundle", "workload", "metric", "unit", "threads", "server", "label", "role", "n"),
    *("centre", "lowest", "highest", "ratio", "low", "high", "direction", "verdict", "status"),
    *("latency_metric", "latency_lowest", "latency_middle", "latency_highest", "runs"),
    *("settled", "whole_ratio", *SHOWN_PERCENTILES),
)
"""Columns of `comparison.csv`, of which a row is a cell, or a difference published without figures.

`ratio` is to the baseline at that thread count, `low` and `high` are its interval; where runs were
`settled` in a part only, or never, `ratio` is of that part and `whole_ratio` of whole runs;
`direction` is that of a headline contrast, `verdict` and `status` are those of the server in its
panel. Percentiles are medians over the runs. Extremes that are the centre or the middle, as those
of single runs, are not written again.
"""


def comparison_csv(comparison: Comparison) -> bytes:
    """The bytes of `comparison.csv`, from a rounded record."""
    rows = (row for panel in comparison.panels for row in _panel_rows(panel))
    return csv_bytes(COMPARISON_COLUMNS, (map(row.get, COMPARISON_COLUMNS) for row in rows))


def _panel_rows(panel: Panel) -> Iterator[dict[str, Value]]:
    """A row a cell; of a panel without figures a row a verdict."""
    verdicts = {verdict.candidate: verdict for verdict in panel.verdicts}

    def about(side: Side) -> dict[str, Value]:
        known: dict[str, Value] = {"bundle": panel.bundle.id, "server": side.id}
        known |= {"label": side.label, "role": side.role}
        if said := verdicts.get(side.id):
            known |= {"verdict": said.direction, "status": said.status}
        return known

    if not panel.rows:
        yield from map(about, panel.sides[1:])
    for row in panel.rows:
        for side, cell in zip(panel.sides, row.cells, strict=True):
            if cell:
                said = verdicts.get(side.id)
                contrasts = {c.threads: c.direction for c in said.headline} if said else {}
                yield {
                    **about(side),
                    **_figures(panel, cell),
                    "threads": row.threads,
                    "direction": contrasts.get(row.threads),
                }


def _figures(panel: Panel, cell: CellRecord) -> dict[str, Value]:
    interval, latency = cell.interval, cell.latency
    found: dict[str, Value] = {
        "workload": panel.workload.id,
        "metric": panel.metric.name,
        "unit": panel.metric.unit,
        "n": cell.n,
        "centre": cell.centre,
        "lowest": None if cell.low == cell.centre else cell.low,
        "highest": None if cell.high == cell.centre else cell.high,
        "ratio": cell.ratio,
        "settled": cell.window or None,
        "whole_ratio": cell.whole_ratio or None,
        "runs": " ".join(run.id for run in cell.runs),
    }
    if interval:
        found |= {"low": interval.low, "high": interval.high}
    if latency:
        found |= {
            "latency_metric": panel.latency.name if panel.latency else None,
            "latency_lowest": None if latency.low == latency.middle else latency.low,
            "latency_middle": latency.middle,
            "latency_highest": None if latency.high == latency.middle else latency.high,
        }
    found |= {name: span.middle for name, span in (cell.percentiles or {}).items()}
    return found
