"""The figures of a run: out of sysbench's own report, or out of `figures.csv`.

`figures.csv` has a row per run, a column per metric (empty where the source states no such
figure), `<metric>_line` for the line of the source, `source` and `sha256` for the file a row
was taken from; where that is a member of an archive, `archive.zip!member`, `archive_sha256` is the
archive's. A figure has one source: a bundle with raw output has no such table.

A page quotes the head of the report and the lines that print its figures; the interval lines
between them are drawn, not quoted. Each file is read once, however many runs it holds.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any

from sysbench_archive.bundle.series import FILE as SERIES
from sysbench_archive.bundle.series import read_series
from sysbench_archive.bundle.slices import FILE as SLICES
from sysbench_archive.bundle.slices import PLACE as SLICES_PLACE
from sysbench_archive.bundle.slices import SliceRow, read_slices
from sysbench_archive.bundle.strict_yaml import Document
from sysbench_archive.counters.evidence import COUNT_MARK, Count, read_counts
from sysbench_archive.csv_files import csv_rows, csv_text, wrong_width
from sysbench_archive.metrics import METRICS, PERCENTILES
from sysbench_archive.model.base import FigureValue
from sysbench_archive.model.bundle import BundleFile, Stretch
from sysbench_archive.problems import RULES, Problem, got_expected
from sysbench_archive.sysbench.report import Report, parse_reports, readable_lines

FILE = "figures.csv"
_NUMBER = re.compile(r"(?:0|[1-9][0-9]{0,15})(?:\.[0-9]{1,9})?")
_PROVENANCE = ("source", "sha256", "archive_sha256")
FigureRow = tuple[str, Mapping[str, FigureValue], Mapping[str, str]]
"""Run id, its figures, and where they stand: `source`, `sha256`, `archive_sha256`."""

TABLE = RULES["figures-table"]
NUMBER = RULES["figures-number"]
ROWS = RULES["figures-rows"]
THOUSANDS = RULES["figures-thousands"]
EMPTY = RULES["figures-empty"]
_THOUSANDS = re.compile(r"[1-9][0-9]{0,2}\.[0-9]{3}")


@dataclass(frozen=True, slots=True)
class Row:
    """A row of figures.csv: metric to figure, and where the row was taken from."""

    figures: Mapping[str, FigureValue]
    source: Mapping[str, str]


def figures_of(report: Report) -> dict[str, FigureValue]:
    """A complete report's figures by metric; none that sysbench did not print, or spoiled."""
    if not report.complete:
        return {}
    values = {metric.name: _printed(report, metric.report_field) for metric in METRICS.values()}
    latency = report.latency_ms
    if latency and latency.percentile_value is not None and latency.percentile in PERCENTILES:
        line = report.lines.get("latency_ms.percentile_value")
        values[PERCENTILES[int(latency.percentile)]] = FigureValue(latency.percentile_value, line)
    return {name: figure for name, figure in values.items() if figure is not None}


def _printed(report: Report, field: str) -> FigureValue | None:
    if not field or field in report.faults:
        return None
    value: object = report
    for name in field.split("."):
        value = getattr(value, name, None)
    return FigureValue(value, report.lines.get(field)) if isinstance(value, int | float) else None


def write_figures(rows: Iterable[FigureRow]) -> str:
    """The file of linked output: for each run its id, figures, source and SHA-256 of that."""
    listed = list(rows)
    names = [name for name in METRICS if any(name in figures for _, figures, _ in listed)]
    archived = any(place.get("archive_sha256") for _, _, place in listed)
    places = _PROVENANCE if archived else _PROVENANCE[:2]
    table = [["run", *(c for name in names for c in (name, f"{name}_line")), *places]]
    for run, figures, place in listed:
        cells = (cell for name in names for cell in _cells(figures.get(name)))
        table.append([run, *cells, *(place.get(name, "") for name in places)])
    return csv_text(table)


def _cells(figure: FigureValue | None) -> tuple[str, str]:
    """A figure and its line, plain decimals whatever their size."""
    if figure is None:
        return "", ""
    return f"{Decimal(str(figure.value)):f}", "" if figure.line is None else str(figure.line)


def read_figures(data: bytes, path: str) -> tuple[dict[str, Row], list[Problem]]:
    """The rows of a figures.csv by run id, and what is wrong with it."""
    try:
        rows = csv_rows(data)
    except ValueError as error:
        return {}, [TABLE.at(path, str(error))]
    header = rows[0] if rows else []
    problems = list(_header_problems(header, path))
    if header[:1] != ["run"]:
        return {}, problems
    found: dict[str, Row] = {}
    for number, cells in enumerate(rows[1:], 2):
        problems += _row_problems(header, cells, path, number=number, found=found)
        if len(cells) == len(header):
            row = dict(zip(header, cells, strict=True))
            figures = {
                name: FigureValue(_value(row[name]), _line(row.get(f"{name}_line", "")))
                for name in METRICS
                if _NUMBER.fullmatch(row.get(name, ""))
            }
            source = {name: row[name] for name in _PROVENANCE if row.get(name)}
            found[cells[0]] = Row(figures, source)
    return ({} if problems else found), problems


def _header_problems(header: list[str], path: str) -> Iterable[Problem]:
    known = {*METRICS, *(f"{name}_line" for name in METRICS), *_PROVENANCE}
    if header[:1] != ["run"]:
        message = got_expected("wrong first column", header[0] if header else "nothing", "run")
        yield TABLE.at(path, message, line=1)
    for name in header[1:]:
        if name not in known or header.count(name) > 1:
            message = got_expected("unknown or repeated column", name, "a metric")
            yield TABLE.at(path, message, line=1)


def _row_problems(
    header: list[str], cells: list[str], path: str, *, number: int, found: Mapping[str, Row]
) -> Iterable[Problem]:
    if len(cells) != len(header):
        yield wrong_width(TABLE, path, cells, header, number)
        return
    if cells[0] in found:
        yield ROWS.at(path, f"run {cells[0]!r} has two rows", line=number)
    for name, cell in zip(header, cells, strict=True):
        if not cell or name in ("run", *_PROVENANCE):
            continue
        if not _NUMBER.fullmatch(cell):
            message = got_expected(f"not a figure in column {name!r}", cell, "digits")
            yield NUMBER.at(path, message, pointer=f"/{cells[0]}/{name}", line=number)
        elif name.endswith("_line") and not cell.isdigit():
            message = got_expected(f"not a line in column {name!r}", cell, "a whole number")
            yield NUMBER.at(path, message, pointer=f"/{cells[0]}/{name}", line=number)


def thousands_problems(data: bytes, path: str) -> list[Problem]:
    """Columns of rates and counts of a readable table in which a point may separate thousands."""
    header, *table = csv_rows(data)
    rows = [dict(zip(header, cells, strict=True)) for cells in table]
    found = []
    for name in METRICS:
        if METRICS[name].kind in ("rate", "count"):
            pointed = {row["run"]: row[name] for row in rows if "." in row.get(name, "")}
            if pointed and all(_THOUSANDS.fullmatch(cell) for cell in pointed.values()):
                run, cell = next(iter(pointed.items()))
                message = got_expected(f"a point before three digits in {name!r}", cell, "digits")
                found.append(THOUSANDS.at(path, message, pointer=f"/{run}/{name}"))
    return found


def _value(cell: str) -> int | float:
    return float(cell) if "." in cell else int(cell)


def _line(cell: str) -> int | None:
    return int(cell) if cell.isdigit() else None


def row_problems(rows: Mapping[str, Row], runs: Collection[str], path: str) -> list[Problem]:
    """Runs without a row, and rows without a run."""
    missing = [f"run {run!r} has no row" for run in runs if run not in rows]
    extra = [f"row {row!r} is no run of the bundle" for row in rows if row not in runs]
    return [ROWS.at(path, message) for message in missing + extra]


def empty_problems(
    rows: Mapping[str, Row], runs: Iterable[Mapping[str, Any]], path: str
) -> list[Problem]:
    """Runs of which a readable table says nothing, those apart that failed."""
    return [
        EMPTY.at(path, f"run {run['id']!r} has no figure", pointer=f"/{run['id']}")
        for run in runs
        if not rows[run["id"]].figures and "failed" not in run
    ]


HEAD = 6
AROUND = 1
MAX_LINES = 80
MAX_COUNT_LINES = 40
_PACE_MARK = "per sec."
MAX_LENGTH = 160

Excerpt = tuple[tuple[int, str], ...]
"""(1-based line of the file, its text), ascending; a jump in the numbers is a gap."""


def excerpt_of(lines: Sequence[str], report: Report) -> Excerpt:
    """The head and the figures of one report in a file's lines, with the lines around them."""
    first, last = report.first_line, min(report.last_line, len(lines))
    wanted = set(range(first, min(first + HEAD, last + 1)))
    for figure in report.lines.values():
        wanted.update(range(max(first, figure - AROUND), min(figure + AROUND, last) + 1))
    while wanted and not lines[max(wanted) - 1].strip():
        wanted.remove(max(wanted))
    return tuple((number, _cut(lines[number - 1])) for number in sorted(wanted)[:MAX_LINES])


def _cut(text: str) -> str:
    shown = text.rstrip()
    if not shown.isprintable():
        shown = "".join(c if c.isprintable() else " " for c in shown)
    return shown if len(shown) <= MAX_LENGTH else f"{shown[: MAX_LENGTH - 1]}…"


REPORT_ABSENT = RULES["report-missing"]


@dataclass(frozen=True, slots=True)
class Output:
    """The output that runs name: reports by file, and what is wrong with the names."""

    document: Document
    files: Mapping[str, BundleFile]
    problems: list[Problem] = field(default_factory=list)
    reports: dict[str, tuple[Report, ...]] = field(default_factory=dict)
    _texts: dict[str, list[str]] = field(default_factory=dict)
    _counts: dict[str, tuple[Count, ...]] = field(default_factory=dict)

    def report(self, index: int, facts: Mapping[str, Any]) -> Report | None:
        """The report that the run at `index` names, None where it names none that is there."""
        if "file" not in facts:
            return None
        reports = self._parsed(facts["file"])
        wanted: int = facts.get("report", 0)
        if reports is None:
            message = got_expected("no such evidence file", facts["file"], "a file of this bundle")
            self._complain(f"/runs/{index}/file", message)
            return None
        if wanted >= len(reports):
            message = got_expected("no such report", wanted, f"below {len(reports)}")
            self._complain(f"/runs/{index}/report", message)
            return None
        return reports[wanted]

    def reports_of_slices(
        self, index: int, facts: Mapping[str, Any], count: int
    ) -> tuple[Report, ...]:
        """The reports of a run that was cut into so many slices; none where one is missing."""
        reports = self._parsed(facts["file"]) if "file" in facts else ()
        if reports is None or len(reports) < count:
            got = "no file" if not reports else f"{len(reports)} reports"
            message = got_expected("reports of slices are missing", got, f"{count} reports")
            self._complain(f"/runs/{index}/slices", message)
            return ()
        return reports[:count]

    def excerpt(self, path: str, report: Report, count: Count | None = None) -> Excerpt:
        """The lines behind a report's figures, and behind those of a count."""
        lines = self.lines(path)
        quoted = excerpt_of(lines, report)
        if count is None:
            return quoted
        # The pace of a server below a tool is quoted nowhere, and no line of functions is.
        kept = tuple((number, text) for number, text in quoted if _PACE_MARK not in text)
        counted = count.lines[:MAX_COUNT_LINES]
        return kept + tuple((number, _cut(lines[number - 1])) for number in counted)

    def counts(self, path: str) -> tuple[Count, ...]:
        """The counts of instructions in a file, in their order."""
        if path not in self._counts:
            marked = COUNT_MARK in self.files[path].data
            self._counts[path] = tuple(read_counts(self.lines(path))) if marked else ()
        return self._counts[path]

    def lines(self, path: str) -> list[str]:
        """The lines of a file that is there."""
        if path not in self._texts:
            self._texts[path] = readable_lines(self.files[path].data)
        return self._texts[path]

    def _parsed(self, path: str) -> tuple[Report, ...] | None:
        if path not in self.files:
            return None
        if path not in self.reports:
            self.reports[path] = parse_reports(self.files[path].data)
        return self.reports[path]

    def _complain(self, pointer: str, message: str) -> None:
        self.problems.append(self.document.at(REPORT_ABSENT, message, pointer))


FIGURES_ABSENT = RULES["figures-missing"]
SERIES_PLACE = RULES["series-place"]


@dataclass(frozen=True, slots=True)
class Tables:
    """By run id: rows of figures.csv, stretches of series.csv and rows of slices.csv; and what is
    wrong with them.
    """

    rows: Mapping[str, Row]
    stretches: Mapping[str, tuple[Stretch, ...]]
    slices: Mapping[str, tuple[SliceRow, ...]]
    problems: tuple[Problem, ...]


def read_tables(authored: Mapping[str, Any], files: Mapping[str, BundleFile], label: str) -> Tables:
    """The tables of a bundle; one that is missing, superfluous or wrong counts as empty."""
    rows, faults = _rows(authored, files, f"{label}/{FILE}")
    stretches, others = _stretches(authored, files, f"{label}/{SERIES}")
    slices, more = _slices(authored, files, f"{label}/{SLICES}")
    return Tables(rows, stretches, slices, (*faults, *others, *more))


def _slices(
    authored: Mapping[str, Any], files: Mapping[str, BundleFile], path: str
) -> tuple[Mapping[str, tuple[SliceRow, ...]], list[Problem]]:
    counts = {run["id"]: run["slices"] for run in authored["runs"] if "slices" in run}
    if bool(counts) != (SLICES in files):
        got, expected = ("none", "one") if counts else ("one", "none")
        return {}, [SLICES_PLACE.at(path, got_expected("slices.csv", got, expected))]
    return read_slices(files[SLICES].data, path, counts) if counts else ({}, [])


def _rows(
    authored: Mapping[str, Any], files: Mapping[str, BundleFile], path: str
) -> tuple[Mapping[str, Row], list[Problem]]:
    wanted = authored["evidence"] != "raw-output" and bool(authored["runs"])
    if wanted != (FILE in files):
        got, expected = ("none", "one") if wanted else ("one", "none")
        return {}, [FIGURES_ABSENT.at(path, got_expected("figures.csv", got, expected))]
    if not wanted:
        return {}, []
    rows, problems = read_figures(files[FILE].data, path)
    if not problems:
        problems = row_problems(rows, [run["id"] for run in authored["runs"]], path)
    if not problems and authored["evidence"].startswith("published"):
        problems = [
            *thousands_problems(files[FILE].data, path),
            *empty_problems(rows, authored["runs"], path),
        ]
    return rows, problems


def _stretches(
    authored: Mapping[str, Any], files: Mapping[str, BundleFile], path: str
) -> tuple[Mapping[str, tuple[Stretch, ...]], list[Problem]]:
    if SERIES not in files:
        return {}, []
    if authored["evidence"] != "linked-output":
        return {}, [SERIES_PLACE.at(path, f"{authored['evidence']} has no {SERIES}")]
    return read_series(files[SERIES].data, path, (run["id"] for run in authored["runs"]))
