"""The file `series.csv`: interval lines summed up in stretches, where the output is kept elsewhere.

One rule for every run, fixed beforehand. `mean` stretches (at most 30, of equal numbers of
intervals) cover the whole log; `warm-up` is the first tenth of the intervals, `window` the
rest; `stall` stretches are those of the window below a tenth of its median, the longest first.
A stall is a result: none is left out of the means. Figures are transactions per second as
printed.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import fields
from itertools import groupby
from typing import NamedTuple

from sysbench_archive.csv_files import checked_rows, csv_text, no_number
from sysbench_archive.model.bundle import Stretch
from sysbench_archive.problems import RULES, Problem, got_expected
from sysbench_archive.statistics import median, nearest_rank
from sysbench_archive.sysbench.report import Report

MOST = {"mean": 30, "warm-up": 1, "window": 1, "stall": 30}
"""How many stretches of each part a run has at most, in the order in which they are written."""
PARTS = tuple(MOST)
DECIMALS = 3
_WARM_UP = 10
_STALLED = 0.1


class _Point(NamedTuple):
    """An interval: start and end in seconds, rate, line."""

    start: int
    end: int
    rate: float
    line: int


def summarised(report: Report, most: int = MOST["mean"]) -> tuple[Stretch, ...]:
    """The stretches of a report's interval lines; none below two intervals with a rate.

    `most`: how many means there are at most, where a source with many short runs needs fewer.
    A test without transactions, such as one that only connects, has no stretch either: all
    rates are 0.
    """
    points = _points(report)
    if not any(point.rate for point in points):
        return ()
    size = -(-len(points) // min(most, MOST["mean"]))
    means = [_stretch("mean", points[i : i + size]) for i in range(0, len(points), size)]
    return (*means, _stretch("warm-up", points[: _cut(points)]), *window_of(report))


def window_of(report: Report) -> tuple[Stretch, ...]:
    """Of the stretches of a report only the window and its stalls, the longest first."""
    points = _points(report)
    window = points[_cut(points) :]
    if not window:
        return ()
    limit = median([point.rate for point in window]) * _STALLED
    groups = groupby(window, key=lambda point: point.rate < limit)
    stalls = [_stretch("stall", list(group)) for is_below, group in groups if is_below]
    stalls.sort(key=lambda s: (s.from_s - s.to_s, s.from_s))
    return (_stretch("window", window), *stalls[: MOST["stall"]])


def _cut(points: Sequence[_Point]) -> int:
    return -(-len(points) // _WARM_UP)


def _points(report: Report) -> list[_Point]:
    """The intervals with a rate; none of fewer than two."""
    lines = zip(report.intervals, report.interval_lines, strict=True)
    known = [(i.t, round(i.tps, DECIMALS), line) for i, line in lines if i.tps is not None]
    if len(known) < 2:
        return []
    ends, rates, places = zip(*known, strict=True)
    starts = (max(0, 2 * ends[0] - ends[1]), *ends[:-1])
    return list(map(_Point._make, zip(starts, ends, rates, places, strict=True)))


def _stretch(part: str, points: Sequence[_Point]) -> Stretch:
    rates = sorted(point.rate for point in points)
    mean = round(sum(rates) / len(rates), DECIMALS)
    return Stretch(
        part=part,
        from_s=points[0].start,
        to_s=points[-1].end,
        intervals=len(rates),
        # A mean rounded by itself could step over the extremes it lies between.
        mean=min(max(mean, rates[0]), rates[-1]),
        lowest=rates[0],
        highest=rates[-1],
        p01=nearest_rank(rates, 0.01) if part == "window" else None,
        first_line=points[0].line,
        last_line=points[-1].line,
    )


FILE = "series.csv"
COLUMNS = ("run", *(field.name for field in fields(Stretch)))
_NUMBER = re.compile(r"(?:0|[1-9][0-9]{0,15})(?:\.[0-9]{1,9})?")
_WHOLE = frozenset(("from_s", "to_s", "intervals", "first_line", "last_line"))

TABLE = RULES["series-table"]
ROWS = RULES["series-rows"]
ARITHMETIC = RULES["series-arithmetic"]


def write_series(series: Mapping[str, Iterable[Stretch]]) -> str:
    """The file of these runs."""
    rows = [[run, *_cells(each)] for run, stretches in series.items() for each in stretches]
    return csv_text([COLUMNS, *rows])


def _cells(stretch: Stretch) -> Iterator[object]:
    for name in COLUMNS[1:]:
        value = getattr(stretch, name)
        yield f"{value:.{DECIMALS}f}".rstrip("0").rstrip(".") if type(value) is float else value


def read_series(
    data: bytes, path: str, runs: Iterable[str]
) -> tuple[dict[str, tuple[Stretch, ...]], list[Problem]]:
    """The stretches by run, and what is wrong with the file."""
    rows, problems = checked_rows(data, path, TABLE, COLUMNS, _faults)
    if problems:
        return {}, problems
    found: dict[str, list[Stretch]] = {}
    for row in rows:
        found.setdefault(row[0], []).append(_read(row))
    known = set(runs)
    for run, stretches in found.items():
        problems += _run_problems(run, run in known, stretches, path)
    return ({} if problems else {run: tuple(s) for run, s in found.items()}), problems


def _faults(cells: Sequence[str]) -> Iterator[tuple[str, str]]:
    row = dict(zip(COLUMNS, cells, strict=True))
    if row["part"] not in PARTS:
        yield "part", got_expected("unknown part", row["part"], ", ".join(PARTS))
    for name, cell in row.items():
        is_number = _NUMBER.fullmatch(cell) and (name not in _WHOLE or cell.isdigit())
        if name == "p01" and row["part"] != "window":
            is_number = not cell
        if name not in ("run", "part") and not is_number:
            yield name, no_number(name, cell)


def _read(row: Sequence[str]) -> Stretch:
    _, part, from_s, to_s, intervals, mean, lowest, highest, p01, first, last = row
    times = int(from_s), int(to_s), int(intervals)
    rates = float(mean), float(lowest), float(highest)
    return Stretch(part, *times, *rates, float(p01) if p01 else None, int(first), int(last))


def _run_problems(
    run: str, known: bool, stretches: Sequence[Stretch], path: str
) -> Iterator[Problem]:
    if not known:
        yield ROWS.at(path, f"row {run!r} is no run of the bundle", pointer=f"/{run}")
        return
    by_part = {part: [s for s in stretches if s.part == part] for part in PARTS}
    wrong = [part for part in PARTS if len(by_part[part]) > MOST[part]]
    wrong += [part for part in PARTS[:3] if not by_part[part]]
    means = by_part["mean"]
    wrong += [] if means == sorted(means, key=lambda s: s.from_s) else ["mean"]
    for part in dict.fromkeys(wrong):
        yield ROWS.at(path, f"too many, no or unordered {part!r} rows", pointer=f"/{run}")
    if not wrong and (message := _contradiction(stretches, by_part)):
        yield ARITHMETIC.at(path, message, pointer=f"/{run}")


def _contradiction(stretches: Sequence[Stretch], by_part: Mapping[str, Sequence[Stretch]]) -> str:
    """What does not add up in a run's rows, or ""."""
    for s in stretches:
        if not (s.lowest <= s.mean <= s.highest and s.from_s <= s.to_s and s.intervals > 0):
            return f"the {s.part!r} row from {s.from_s} s is out of order"
    whole, parts = by_part["mean"], [*by_part["warm-up"], *by_part["window"]]
    counts = [sum(s.intervals for s in rows) for rows in (whole, parts)]
    if counts[0] != counts[1]:
        return got_expected("other numbers of intervals", counts[1], f"{counts[0]} in the means")
    sums = [sum(s.intervals * s.mean for s in rows) for rows in (whole, parts)]
    if abs(sums[0] - sums[1]) > counts[0] * 10**-DECIMALS:
        shown = [f"{total / counts[0]:.3f}" for total in sums]
        return got_expected("another mean", shown[1], f"{shown[0]} in the means")
    return ""
