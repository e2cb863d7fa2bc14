"""The figures of a run: out of sysbench's own report, or out of `figures.csv`.

Owns the file format of `figures.csv`: a row per run, a column per metric, empty where the
source states no such figure, `<metric>_line` for the line of the source, `source` and `sha256`
for the file a row was taken from.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from decimal import Decimal

from sysbench_archive.metrics import METRICS, PERCENTILES
from sysbench_archive.model import Figure
from sysbench_archive.problems import Problem, Rule, got_expected
from sysbench_archive.sysbench.report import Report

FILE = "figures.csv"
_NUMBER = re.compile(r"(?:0|[1-9][0-9]{0,15})(?:\.[0-9]{1,9})?")
_PROVENANCE = ("source", "sha256")

TABLE = Rule(
    "figures-table",
    "figures.csv is not a table the archive can read.",
    "A shifted column puts a number under another number's name.",
    "write UTF-8 with commas; the first column is `run`, the others are metrics, `<metric>_line`,"
    " `source` or `sha256`; every row has as many cells as the header",
)
NUMBER = Rule(
    "figures-number",
    "A figure is not a plain, positive decimal number.",
    "Thousands separators, units and formulas are read differently by every program.",
    "write digits with a decimal point and nothing else; leave the cell empty where the source"
    " states no such figure",
)
ROWS = Rule(
    "figures-rows",
    "The rows of figures.csv are not the runs of the bundle.",
    "A figure without a run has no permanent address; a run without figures shows nothing.",
    "give every run of bundle.yaml exactly one row, by its id",
)
RULES = (TABLE, NUMBER, ROWS)


@dataclass(frozen=True, slots=True)
class Row:
    """A row of figures.csv: metric to figure, and where the row was taken from."""

    figures: Mapping[str, Figure]
    source: Mapping[str, str]


def figures_of(report: Report) -> dict[str, Figure]:
    """A complete report's figures by metric; nothing where sysbench printed nothing."""
    if not report.complete:
        return {}
    values = {metric.name: _printed(report, metric.report_field) for metric in METRICS.values()}
    latency = report.latency_ms
    if latency and latency.percentile_value is not None and latency.percentile in PERCENTILES:
        line = report.lines.get("latency_ms.percentile_value")
        values[PERCENTILES[int(latency.percentile)]] = Figure(latency.percentile_value, line)
    return {name: figure for name, figure in values.items() if figure is not None}


def _printed(report: Report, field: str) -> Figure | None:
    if not field:
        return None
    value: object = report
    for name in field.split("."):
        value = getattr(value, name, None)
    return Figure(value, report.lines.get(field)) if isinstance(value, int | float) else None


def write_figures(
    rows: Iterable[tuple[str, Mapping[str, Figure], str, str]],
) -> str:
    """The file of linked output: for each run its id, figures, source and SHA-256 of that."""
    listed = list(rows)
    names = [name for name in METRICS if any(name in figures for _, figures, _, _ in listed)]
    text = io.StringIO(newline="")
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(["run", *(c for name in names for c in (name, f"{name}_line")), *_PROVENANCE])
    for run, figures, source, digest in listed:
        cells = (cell for name in names for cell in _cells(figures.get(name)))
        writer.writerow([run, *cells, source, digest])
    return text.getvalue()


def _cells(figure: Figure | None) -> tuple[str, str]:
    """A figure and its line, plain decimals whatever their size."""
    if figure is None:
        return "", ""
    return f"{Decimal(str(figure.value)):f}", "" if figure.line is None else str(figure.line)


def read_figures(data: bytes, path: str) -> tuple[dict[str, Row], list[Problem]]:
    """The rows of a figures.csv by run id, and what is wrong with it."""
    try:
        rows = list(csv.reader(io.StringIO(data.decode("utf-8"), newline=""), strict=True))
    except UnicodeDecodeError:
        return {}, [TABLE.at(path, "not UTF-8 text")]
    except csv.Error as error:
        return {}, [TABLE.at(path, f"not a table: {error}")]
    header = rows[0] if rows else []
    problems = list(_header_problems(header, path))
    if header[:1] != ["run"]:
        return {}, problems
    found: dict[str, Row] = {}
    for number, cells in enumerate(rows[1:], 2):
        problems += _row_problems(header, cells, path, number, found)
        if len(cells) == len(header):
            found[cells[0]] = _row(dict(zip(header, cells, strict=True)))
    return ({} if problems else found), problems


def _header_problems(header: list[str], path: str) -> Iterable[Problem]:
    if header[:1] != ["run"]:
        message = got_expected("wrong first column", header[0] if header else "nothing", "run")
        yield TABLE.at(path, message, line=1)
    known = {*METRICS, *(f"{name}_line" for name in METRICS), *_PROVENANCE}
    for name in header[1:]:
        if name not in known or header.count(name) > 1:
            message = got_expected("unknown or repeated column", name, "a metric")
            yield TABLE.at(path, message, line=1)


def _row_problems(
    header: list[str], cells: list[str], path: str, number: int, found: Mapping[str, Row]
) -> Iterable[Problem]:
    if len(cells) != len(header):
        message = got_expected("wrong number of cells", len(cells), len(header))
        yield TABLE.at(path, message, line=number)
        return
    if cells[0] in found:
        yield ROWS.at(path, f"run {cells[0]!r} has two rows", line=number)
    for name, cell in zip(header, cells, strict=True):
        if cell and name not in ("run", *_PROVENANCE) and not _NUMBER.fullmatch(cell):
            message = got_expected(f"not a figure in column {name!r}", cell, "digits")
            yield NUMBER.at(path, message, pointer=f"/{cells[0]}/{name}", line=number)


def _row(cells: Mapping[str, str]) -> Row:
    figures = {
        name: Figure(_value(cells[name]), _line(cells.get(f"{name}_line", "")))
        for name in METRICS
        if _NUMBER.fullmatch(cells.get(name, ""))
    }
    return Row(figures, {name: cells[name] for name in _PROVENANCE if cells.get(name)})


def _value(cell: str) -> int | float:
    return float(cell) if "." in cell else int(cell)


def _line(cell: str) -> int | None:
    return int(cell) if cell.isdigit() else None


def row_problems(rows: Mapping[str, Row], runs: Iterable[str], path: str) -> list[Problem]:
    """Runs without a row, and rows without a run."""
    wanted = dict.fromkeys(runs)
    missing = [ROWS.at(path, f"run {run!r} has no row") for run in wanted if run not in rows]
    extra = [
        ROWS.at(path, f"row {row!r} is no run of the bundle") for row in rows if row not in wanted
    ]
    return missing + extra
