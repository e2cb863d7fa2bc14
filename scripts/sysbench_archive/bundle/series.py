"""The file `series.csv`: interval lines summed up in stretches, where the output is kept elsewhere.

One rule for every run, fixed beforehand. `mean` stretches (at most 30, of equal numbers of
intervals) cover the whole log; `warm-up` is the first tenth of the intervals, `window` the
rest; `stall` stretches are those of the window below a tenth of its median, the longest first.
A stall is a result: none is left out of the means. Figures are transactions per second as
printed.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from itertools import groupby

from sysbench_archive.model.bundle import Stretch
from sysbench_archive.problems import Problem, Rule, got_expected
from sysbench_archive.statistics import median, nearest_rank
from sysbench_archive.sysbench.report import Report

MOST = {"mean": 30, "warm-up": 1, "window": 1, "stall": 30}
"""How many stretches of each part a run has at most, in the order in which they are written."""
PARTS = tuple(MOST)
DECIMALS = 3
_WARM_UP = 10
_STALLED = 0.1


@dataclass(frozen=True, slots=True)
class _Points:
    """Intervals by column: start and end in seconds, rate, line."""

    starts: Sequence[int]
    ends: Sequence[int]
    rates: Sequence[float]
    lines: Sequence[int]

    def part(self, first: int, end: int | None = None) -> _Points:
        """Those from one on, up to another."""
        kept = slice(first, end)
        return _Points(self.starts[kept], self.ends[kept], self.rates[kept], self.lines[kept])


def summarised(report: Report, most: int = MOST["mean"]) -> tuple[Stretch, ...]:
    """The stretches of a report's interval lines; none below two intervals with a rate.

    `most`: how many means there are at most, where a source with many short runs needs fewer.
    A test without transactions, such as one that only connects, has no stretch either: all
    rates are 0.
    """
    points = _points(report)
    if points is None or not any(points.rates):
        return ()
    count = len(points.rates)
    size = -(-count // min(most, MOST["mean"]))
    means = [_stretch("mean", points.part(i, i + size)) for i in range(0, count, size)]
    return (*means, _stretch("warm-up", points.part(0, _cut(points))), *_behind(points))


def window_of(report: Report) -> tuple[Stretch, ...]:
    """Of the stretches of a report only the window and its stalls."""
    points = _points(report)
    return _behind(points) if points else ()


def _cut(points: _Points) -> int:
    return -(-len(points.rates) // _WARM_UP)


def _behind(points: _Points) -> tuple[Stretch, ...]:
    window = points.part(_cut(points))
    return (_stretch("window", window), *_stalls(window))


def _points(report: Report) -> _Points | None:
    """The intervals with a rate; None of fewer than two."""
    known = [
        (t, round(tps, DECIMALS), line)
        for (t, _, tps, _, _, _, _), line in zip(
            report.intervals, report.interval_lines, strict=True
        )
        if tps is not None
    ]
    if len(known) < 2:
        return None
    ends, rates, lines = zip(*known, strict=True)
    return _Points((max(0, 2 * ends[0] - ends[1]), *ends[:-1]), ends, rates, lines)


def _stretch(part: str, points: _Points) -> Stretch:
    rates = sorted(points.rates)
    low = nearest_rank(rates, 0.01) if part == "window" else None
    mean = round(sum(rates) / len(rates), DECIMALS)
    # A mean rounded by itself could step over the extremes it lies between.
    inside = min(max(mean, rates[0]), rates[-1])
    return Stretch(
        part=part,
        from_s=points.starts[0],
        to_s=points.ends[-1],
        intervals=len(rates),
        mean=inside,
        lowest=rates[0],
        highest=rates[-1],
        p01=low,
        first_line=points.lines[0],
        last_line=points.lines[-1],
    )


def _stalls(window: _Points) -> list[Stretch]:
    limit = median(window.rates) * _STALLED
    if min(window.rates) >= limit:
        return []
    places = enumerate(window.rates)
    groups = groupby(places, key=lambda placed: placed[1] < limit)
    below = [[place for place, _ in group] for is_below, group in groups if is_below]
    stalls = [_stretch("stall", window.part(group[0], group[-1] + 1)) for group in below]
    return sorted(stalls, key=lambda s: (s.from_s - s.to_s, s.from_s))[: MOST["stall"]]


FILE = "series.csv"
COLUMNS = ("run", *(field.name for field in fields(Stretch)))
_DIGITS = r"(?:0|[1-9][0-9]{0,15})"
_DECIMAL = rf"{_DIGITS}(?:\.[0-9]{{1,9}})?"
_NUMBER = re.compile(_DECIMAL)
_WHOLE = frozenset(("from_s", "to_s", "intervals", "first_line", "last_line"))
_ROW = re.compile(
    rf"[^,]*,(?:(window)|{'|'.join(PARTS)})(?:,{_DIGITS}){{3}}(?:,{_DECIMAL}){{3}}"
    rf",(?(1){_DECIMAL}|)(?:,{_DIGITS}){{2}}"
)
"""A row without a fault: `p01` stands in a window only. Others are looked at cell by cell."""

TABLE = Rule(
    "series-table",
    "series.csv is not a table the archive can read.",
    "A shifted column puts a number under another number's name.",
    f"write UTF-8 with commas and exactly the columns {','.join(COLUMNS)}; plain decimal numbers;"
    " p01 only in a window",
)
ROWS = Rule(
    "series-rows",
    "The rows of series.csv are not the stretches of the bundle's runs.",
    "A stretch without a run is shown nowhere; a missing one hides what happened in that time.",
    "for each run that has interval lines write first its mean rows (at most 30, in order of"
    " time), then warm-up, window and at most 30 stalls",
)
ARITHMETIC = Rule(
    "series-arithmetic",
    "Two rows of series.csv contradict each other.",
    "The means, and warm-up with window, summarise the same interval lines.",
    "summarise the log again; a mean lies between lowest and highest, and the mean rows together"
    " have the intervals and the mean of warm-up and window together",
)


def write_series(series: Mapping[str, Iterable[Stretch]]) -> str:
    """The file of these runs."""
    text = io.StringIO(newline="")
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(COLUMNS)
    for run, stretches in series.items():
        writer.writerows([run, *_cells(stretch)] for stretch in stretches)
    return text.getvalue()


def _cells(stretch: Stretch) -> Iterator[str]:
    for name in COLUMNS[1:]:
        value = getattr(stretch, name)
        plain = f"{value:.{DECIMALS}f}".rstrip("0").rstrip(".") if type(value) is float else value
        yield "" if plain is None else str(plain)


def read_series(
    data: bytes, path: str, runs: Iterable[str]
) -> tuple[dict[str, tuple[Stretch, ...]], list[Problem]]:
    """The stretches by run, and what is wrong with the file."""
    try:
        rows = list(csv.reader(io.StringIO(data.decode("utf-8"), newline=""), strict=True))
    except (UnicodeDecodeError, csv.Error) as error:
        return {}, [TABLE.at(path, f"not a table: {error}")]
    if not rows or tuple(rows[0]) != COLUMNS:
        shown = ",".join(rows[0])[:200] if rows else "nothing"
        return {}, [TABLE.at(path, got_expected("wrong columns", shown, ",".join(COLUMNS)), line=1)]
    problems = [p for n, row in enumerate(rows[1:], 2) for p in _row_problems(row, path, n)]
    if problems:
        return {}, problems
    found: dict[str, list[Stretch]] = {}
    for row in rows[1:]:
        found.setdefault(row[0], []).append(_read(row))
    known = set(runs)
    for run, stretches in found.items():
        problems += _run_problems(run, run in known, stretches, path)
    return ({} if problems else {run: tuple(s) for run, s in found.items()}), problems


def _row_problems(cells: Sequence[str], path: str, number: int) -> Iterator[Problem]:
    if len(cells) == len(COLUMNS) and _ROW.fullmatch(",".join(cells)):
        return
    if len(cells) != len(COLUMNS):
        message = got_expected("wrong number of cells", len(cells), len(COLUMNS))
        yield TABLE.at(path, message, line=number)
        return
    row = dict(zip(COLUMNS, cells, strict=True))
    if row["part"] not in PARTS:
        message = got_expected("unknown part", row["part"], ", ".join(PARTS))
        yield TABLE.at(path, message, line=number)
    for name, cell in row.items():
        if name not in ("run", "part") and not _is_number(name, cell, row["part"]):
            message = got_expected(f"not a number in column {name!r}", cell, "digits")
            yield TABLE.at(path, message, pointer=f"/{row['run']}/{name}", line=number)


def _is_number(name: str, cell: str, part: str) -> bool:
    if name == "p01" and part != "window":
        return not cell
    return bool(_NUMBER.fullmatch(cell)) and (name not in _WHOLE or cell.isdigit())


def _read(row: Sequence[str]) -> Stretch:
    _, part, from_s, to_s, intervals, mean, lowest, highest, p01, first, last = row
    return Stretch(
        part=part,
        from_s=int(from_s),
        to_s=int(to_s),
        intervals=int(intervals),
        mean=float(mean),
        lowest=float(lowest),
        highest=float(highest),
        p01=float(p01) if p01 else None,
        first_line=int(first),
        last_line=int(last),
    )


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
