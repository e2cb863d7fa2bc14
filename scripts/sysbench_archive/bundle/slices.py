"""The file `slices.csv`: where each slice of a run stood, for runs that were cut into short ones.

A run of slices is one server, workload and thread count. Its evidence file holds a report for each
slice, one after another; a row says which report it is, in which block, round and place of the
round it was taken, on which load of the tables and start of the server, and how many seconds after
the first slice of the bundle it began. Throughput stands in the reports alone.

The run's figures are sums over its slices: counts are added, rates are counts over the total time,
the mean latency is that of all events, the extremes are those of all. Percentiles have no sum.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from sysbench_archive.csv_files import checked_rows, csv_text, no_number
from sysbench_archive.metrics import METRICS
from sysbench_archive.model.base import FigureValue
from sysbench_archive.problems import RULES, Problem, got_expected
from sysbench_archive.sysbench.report import Report

FILE = "slices.csv"
COLUMNS = ("run", "block", "round", "place", "load", "session", "started_s", "report")
_WHOLE = re.compile(r"[1-9][0-9]{0,6}")
_COUNTED = re.compile(r"0|[1-9][0-9]{0,6}")
_SECONDS = re.compile(r"(?:0|[1-9][0-9]{0,9})(?:\.[0-9]{1,3})?")
_FORMS = dict.fromkeys(COLUMNS[1:6], _WHOLE) | {"started_s": _SECONDS, "report": _COUNTED}

TABLE = RULES["slices-table"]
ROWS = RULES["slices-rows"]
ORDER = RULES["slices-order"]
PLACE = RULES["slices-place"]


class SliceRow(NamedTuple):
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
    cells = [
        (run, *row._replace(started_s=f"{row.started_s:.1f}".removesuffix(".0")))  # type: ignore[arg-type]
        for run, row in rows
    ]
    return csv_text([COLUMNS, *cells])


def read_slices(
    data: bytes, path: str, counts: Mapping[str, int]
) -> tuple[dict[str, tuple[SliceRow, ...]], list[Problem]]:
    """The rows by run, and what is wrong with the file; `counts`: run id to its slices."""
    table, problems = checked_rows(data, path, TABLE, COLUMNS, _cell_faults)
    if problems:
        return {}, problems
    found: dict[str, list[SliceRow]] = {}
    for cells in table:
        found.setdefault(cells[0], []).append(_slice_row(cells))
    problems += _count_problems(found, counts, path)
    problems += _order_problems(table, path)
    return ({} if problems else {run: tuple(rows) for run, rows in found.items()}), problems


def _cell_faults(cells: Sequence[str]) -> Iterator[tuple[str, str]]:
    for name, cell in zip(COLUMNS[1:], cells[1:], strict=True):
        if not _FORMS[name].fullmatch(cell):
            yield name, no_number(name, cell)


def _slice_row(cells: Sequence[str]) -> SliceRow:
    *counted, started_s, report = cells[1:]
    return SliceRow(*map(int, counted), float(started_s), int(report))  # type: ignore[call-arg]


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


_ADDED = (
    *("transactions", "queries", "reads", "writes", "others", "rw_requests", "total_events"),
    *("ignored_errors", "deadlocks", "reconnects", "duration_s"),
)
_RATES = {
    "tps": "transactions",
    "qps": "queries",
    "events_per_s": "total_events",
    "rw_requests_per_s": "rw_requests",
}
_EXTREMES = {"latency_min_ms": min, "latency_max_ms": max}


def summed_figures(
    slices: Sequence[tuple[Mapping[str, FigureValue], Report]],
) -> dict[str, FigureValue]:
    """The figures of a run of slices; a figure that one slice lacks is left out.

    No figure has a line: none is printed.
    """
    figures = [found for found, _ in slices]
    every = set.intersection(*(set(found) for found in figures)) if figures else set()
    values = {name: sum(found[name].value for found in figures) for name in _ADDED if name in every}
    values |= {
        rate: values[count] / values["duration_s"]
        for rate, count in _RATES.items()
        if rate in every and count in values and values.get("duration_s")
    }
    for name, extreme in _EXTREMES.items():
        if name in every:
            values[name] = extreme(found[name].value for found in figures)
    sums = [report.latency_ms.sum if report.latency_ms else None for _, report in slices]
    known = [total for total in sums if total is not None]
    if values.get("total_events") and len(known) == len(sums):
        values["latency_avg_ms"] = sum(known) / values["total_events"]
    return {
        name: FigureValue(round(values[name], 4 if name == "duration_s" else 2), None)
        for name in METRICS
        if name in values
    }
