"""The file `slices.csv`: where each slice of a run stood, for runs that were cut into short ones.

A run of slices is one server, workload and thread count. Its evidence file holds a report for each
slice, one after another; a row says which report it is, in which block, round and place of the
round it was taken, on which load of the tables and start of the server, and how many seconds after
the first slice of the bundle it began. Throughput stands in the reports alone.

The run's figures are sums over its slices: counts are added, rates are counts over the total time,
the mean latency is that of all events, the extremes are those of all. Percentiles have no sum.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from sysbench_archive.metrics import METRICS
from sysbench_archive.model.bundle import Figure
from sysbench_archive.problems import Problem, Rule, got_expected
from sysbench_archive.sysbench.report import Report

FILE = "slices.csv"
COLUMNS = ("run", "block", "round", "place", "load", "session", "started_s", "report")
_WHOLE = re.compile(r"[1-9][0-9]{0,6}")
_COUNTED = re.compile(r"0|[1-9][0-9]{0,6}")
_SECONDS = re.compile(r"(?:0|[1-9][0-9]{0,9})(?:\.[0-9]{1,3})?")
_FORMS = dict.fromkeys(COLUMNS[1:6], _WHOLE) | {"started_s": _SECONDS, "report": _COUNTED}

TABLE = Rule(
    "slices-table",
    "slices.csv is not a table the archive can read.",
    "A shifted column puts a slice into another round, beside slices of another moment.",
    f"write UTF-8 with commas and exactly the columns {','.join(COLUMNS)}; whole numbers from 1,"
    " `report` from 0, `started_s` with up to three decimals",
)
ROWS = Rule(
    "slices-rows",
    "The rows of slices.csv are not the slices of the bundle's runs.",
    "A slice without a row stands in no round, and a row without a slice has no figure.",
    "give each run that has `slices` as many rows as it says, one for each report of its file from"
    " 0 on, in order of time; a run without `slices` has none",
)
ORDER = Rule(
    "slices-order",
    "Two slices of slices.csv stand at one place, or a round is out of its order.",
    "Slices are paired by round: what did not take turns must not look as if it had.",
    "number rounds through the whole campaign, and the places of a round as its slices were taken",
)
PLACE = Rule(
    "slices-place",
    "A bundle has slices and no slices.csv, or a slices.csv and no slices.",
    "Slices are paired by round, which only that table states.",
    "add the table, or `slices` to the runs it is about; remove what is not there",
)


@dataclass(frozen=True, slots=True)
class SliceRow:
    """Where a slice stood: a row of the table, the run's id apart. Counts from 1, report from 0."""

    block: int
    round: int
    place: int
    load: int
    session: int
    started_s: float
    report: int


def write_slices(rows: Iterable[tuple[str, SliceRow]]) -> str:
    """The file of these rows, in order of time."""
    text = io.StringIO(newline="")
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(COLUMNS)
    for run, row in rows:
        seconds = f"{row.started_s:.1f}".removesuffix(".0")
        cells = (row.block, row.round, row.place, row.load, row.session, seconds, row.report)
        writer.writerow((run, *cells))
    return text.getvalue()


def read_slices(
    data: bytes, path: str, counts: Mapping[str, int]
) -> tuple[dict[str, tuple[SliceRow, ...]], list[Problem]]:
    """The rows by run, and what is wrong with the file; `counts`: run id to its slices."""
    try:
        table = list(csv.reader(io.StringIO(data.decode("utf-8"), newline=""), strict=True))
    except (UnicodeDecodeError, csv.Error) as error:
        return {}, [TABLE.at(path, f"not a table: {error}")]
    if not table or tuple(table[0]) != COLUMNS:
        got = ",".join(table[0])[:200] if table else "nothing"
        return {}, [TABLE.at(path, got_expected("wrong columns", got, ",".join(COLUMNS)), line=1)]
    problems = [p for n, row in enumerate(table[1:], 2) for p in _cell_problems(row, path, n)]
    if problems:
        return {}, problems
    found: dict[str, list[SliceRow]] = {}
    for cells in table[1:]:
        found.setdefault(cells[0], []).append(_slice_row(cells))
    problems += _count_problems(found, counts, path)
    problems += _order_problems(table[1:], path)
    return ({} if problems else {run: tuple(rows) for run, rows in found.items()}), problems


def _cell_problems(cells: Sequence[str], path: str, number: int) -> Iterator[Problem]:
    if len(cells) != len(COLUMNS):
        message = got_expected("wrong number of cells", len(cells), len(COLUMNS))
        yield TABLE.at(path, message, line=number)
        return
    for name, cell in zip(COLUMNS[1:], cells[1:], strict=True):
        if not _FORMS[name].fullmatch(cell):
            message = got_expected(f"not a number in column {name!r}", cell, "digits")
            yield TABLE.at(path, message, pointer=f"/{cells[0]}/{name}", line=number)


def _slice_row(cells: Sequence[str]) -> SliceRow:
    block, number, place, load, session = map(int, cells[1:6])
    return SliceRow(block, number, place, load, session, float(cells[6]), int(cells[7]))


def _count_problems(
    found: Mapping[str, Sequence[SliceRow]], counts: Mapping[str, int], path: str
) -> Iterator[Problem]:
    for run, rows in found.items():
        if run not in counts:
            message = f"row {run!r} is no run of slices of the bundle"
            yield ROWS.at(path, message, pointer=f"/{run}")
        elif [row.report for row in rows] != list(range(len(rows))):
            message = f"the reports of run {run!r} are not numbered from 0 on"
            yield ROWS.at(path, message, pointer=f"/{run}/report")
    for run, count in counts.items():
        if len(found.get(run, ())) != count:
            message = f"run {run!r} has other slices than rows"
            message = got_expected(message, f"{len(found.get(run, ()))} rows", str(count))
            yield ROWS.at(path, message, pointer=f"/{run}")


def _order_problems(table: Sequence[Sequence[str]], path: str) -> Iterator[Problem]:
    """Rows come in order of time, and so do blocks, rounds and the places of a round."""
    taken: set[tuple[str, str]] = set()
    before: tuple[float, ...] = (0, 0, 0, 0)
    for number, cells in enumerate(table, 2):
        row = _slice_row(cells)
        now = (row.block, row.round, row.place, row.started_s)
        ordered = now[:3] > before[:3] and now[0] >= before[0] and now[1] >= before[1]
        if not ordered or now[3] < before[3]:
            got = f"block {row.block}, round {row.round}, place {row.place}"
            after = f"after block {before[0]}, round {before[1]}, place {before[2]}"
            message = got_expected("a slice out of order", got, after)
            yield ORDER.at(path, message, pointer=f"/{cells[0]}", line=number)
            return
        if (cells[0], cells[2]) in taken:
            message = f"run {cells[0]!r} has two slices in round {cells[2]}"
            yield ORDER.at(path, message, pointer=f"/{cells[0]}", line=number)
        taken.add((cells[0], cells[2]))
        before = now


_ADDED = ("transactions", "queries", "reads", "writes", "others", "rw_requests", "total_events")
_ADDED_FAULTS = ("ignored_errors", "deadlocks", "reconnects")
_RATES = (
    ("tps", "transactions"),
    ("qps", "queries"),
    ("events_per_s", "total_events"),
    ("rw_requests_per_s", "rw_requests"),
)
_DECIMALS = {"duration_s": 4}


def summed_figures(slices: Sequence[tuple[Mapping[str, Figure], Report]]) -> dict[str, Figure]:
    """The figures of a run of slices; a figure that one slice lacks is left out.

    No figure has a line: none is printed.
    """
    figures = [found for found, _ in slices]
    values = {
        name: sum(found[name].value for found in figures)
        for name in (*_ADDED, *_ADDED_FAULTS, "duration_s")
        if figures and all(name in found for found in figures)
    }
    duration = values.get("duration_s", 0)
    for rate, count in _RATES:
        if duration and count in values and all(rate in found for found in figures):
            values[rate] = round(values[count] / duration, 2)
    values |= _latencies(figures, [report for _, report in slices], values.get("total_events", 0))
    return {
        name: Figure(round(values[name], _DECIMALS.get(name, 2)))
        for name in METRICS
        if name in values
    }


def _latencies(
    figures: Sequence[Mapping[str, Figure]], reports: Sequence[Report], events: float
) -> dict[str, float]:
    found: dict[str, float] = {}
    for name, extreme in (("latency_min_ms", min), ("latency_max_ms", max)):
        if figures and all(name in figure for figure in figures):
            found[name] = extreme(figure[name].value for figure in figures)
    sums = [report.latency_ms.sum if report.latency_ms else None for report in reports]
    known = [total for total in sums if total is not None]
    if events and len(known) == len(sums):
        found["latency_avg_ms"] = sum(known) / events
    return found
