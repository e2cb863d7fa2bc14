"""The closing line of the CSV dialect: a header, and below it one row of figures.

The header is wrong about units: it calls seconds "(ms)" and milliseconds "(us)". So no unit is read
in it. In a closed loop every thread is always inside an event: throughput times mean latency is the
number of threads. That holds for one unit of the latencies, and those of the percentile and of the
interval lines follow from the distribution. A report for which it holds in no unit is not complete,
and `doubt` says why; a figure whose unit stays open, or that is printed too coarsely, is None.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from sysbench_archive.sysbench.report.fields import Draft, Figure
from sysbench_archive.sysbench.report.histogram import percentile
from sysbench_archive.sysbench.report.intervals import milliseconds

OPENING: Final = "TotalTime,RunningThreads,"
"""What the header begins with."""

LEAST_BUSY, MOST_BUSY = 0.5, 1.05
"""Throughput times mean latency, over the threads. Below 1 where threads waited for the last events
to end: 0.66 at the least in 7,406 reports. Units are a factor of 1,000 apart."""

MEAN_TOLERANCE: Final = 0.05
"""How far a printed mean may lie from sum / events. Two decimals of a second are often too few."""

EXTREME_TOLERANCE: Final = 0.02
"""How much of a minimum or maximum its last decimal may be: sysbench's own buckets are as wide."""

BUCKET: Final = 1.05
"""Percentiles are edges of buckets of about 2 %."""

_PER_SECOND: Final = {"s": 1.0, "ms": 1e3, "us": 1e6}
_HALF_DIGIT: Final = 0.005
_WHOLE: Final = re.compile(r"[0-9]{1,12}")
_DECIMAL: Final = re.compile(r"[0-9]{1,18}\.[0-9]{2}")
_PERCENTILE: Final = re.compile(r"latencyPct([0-9]{1,2})\(")
_FEWEST_COLUMNS: Final = 8

_COUNTS: Final = {
    "totalEvents": ("total_events", "transactions"),
    "Tot Operations": ("queries",),
    "tot reads": ("reads",),
    "Tot writes": ("writes",),
    "Tot errors": ("ignored_errors",),
    "Tot reconnects": ("reconnects",),
}
_RATES: Final = {"Events/s": ("events_per_s", "tps"), "operations/s": ("qps",)}
"""An event is a transaction, as in sysbench's own summary. Other queries are printed as a rate
only, so that their number is not known."""

_MIN, _MAX, _AVG, _SUM = (f"Latency(ms) {name}" for name in ("min", "max", "avg", "sum"))
_LATENCIES: Final = {
    _MIN: "latency_ms.min",
    _AVG: "latency_ms.avg",
    _MAX: "latency_ms.max",
    _SUM: "latency_ms.sum",
}


def read_header(draft: Draft, line: str) -> bool:
    """Keep the names of the columns; the next line is the row. Tell if `line` is a header."""
    if not line.startswith(OPENING):
        return False
    names = tuple(name.strip() for name in line.split(","))
    if len(names) < _FEWEST_COLUMNS or len(set(names)) < len(names):
        return False
    draft.columns = names
    return True


def read_row(draft: Draft, line: str, number: int) -> bool:
    """Read the line below a header and end the report; tell if it was a row of figures."""
    names, draft.columns = draft.columns, ()
    cells = line.split(",")
    whole = len(cells) == len(names) and all(_WHOLE.fullmatch(cell) for cell in cells[:2])
    if not whole or not all(_DECIMAL.fullmatch(cell) for cell in cells[2:]):
        draft.warn(f"line {number} is not the row of figures that the header above it announces")
        return False
    row = dict(zip(names, cells, strict=True))
    for name, value in _plain_figures(row):
        draft.put(name, value, number)
    if (doubt := _doubt(draft, row, number)) is not None:
        draft.doubt = draft.doubt or doubt
        draft.warn(f"line {number}: {doubt}")
    draft.ended = True
    return True


def _plain_figures(row: Mapping[str, str]) -> list[tuple[str, Figure]]:
    found: list[tuple[str, Figure]] = [("threads", int(row["RunningThreads"]))]
    for column, names in _COUNTS.items():
        if row.get(column, "").endswith(".00"):
            found += [(name, int(row[column][:-3])) for name in names]
    for column, names in _RATES.items():
        if column in row:
            found += [(name, float(row[column])) for name in names]
    # A whole number of seconds: as such it says how far it is rounded.
    return [*found, ("duration_s", int(row["TotalTime"]))]


def _doubt(draft: Draft, row: Mapping[str, str], number: int) -> str | None:
    """Read the latencies; a sentence where the row contradicts itself in every unit."""
    threads, events = draft.figures.get("threads"), draft.figures.get("total_events")
    if not isinstance(threads, int) or not {_SUM, _AVG, _MIN, _MAX, "Events/s"} <= row.keys():
        return "the closing line lacks what settles its units"
    if not isinstance(events, int) or not events:
        return "the closing line counts no event"
    if not _rate_fits(events, row):
        return "the events of the closing line are not its throughput times its total time"
    if draft.figures.get("target_rate"):
        draft.warn(f"line {number}: no unit of latencies can be settled where a rate was set")
        return None
    # With fewer events than threads the others had none.
    working = min(threads, events)
    unit, busy = _unit(row, working)
    if unit is None:
        return (
            "throughput times mean latency is not the number of threads in any unit:"
            f" {busy:.3g} of {working} in s"
        )
    printed = {name: float(row[name]) for name in _LATENCIES}
    mean = printed[_SUM] / events
    if abs(printed[_AVG] - mean) > _HALF_DIGIT * (1 + 1 / events) + 1e-9:
        return "the mean latency of the closing line is not its sum of latencies over its events"
    if not printed[_MIN] <= printed[_AVG] <= printed[_MAX]:
        return "the mean latency of the closing line is not between the least and the greatest"
    _put_latencies(draft, row, number, unit=unit, mean=mean)
    scale = 1e3 / _PER_SECOND[unit]
    _put_percentile(draft, row, number, mean=mean * scale, scale=scale)
    return None


def _rate_fits(events: int, row: Mapping[str, str]) -> bool:
    """Whether events and their rate belong together, the total time being rounded to a second."""
    seconds, rate = int(row["TotalTime"]), float(row["Events/s"])
    return (rate - _HALF_DIGIT) * (seconds - 1) <= events <= (rate + _HALF_DIGIT) * (seconds + 1)


def _unit(row: Mapping[str, str], threads: int) -> tuple[str | None, float]:
    """The unit in which latencies fill the threads' time, and how many threads they do in s."""
    seconds, total = int(row["TotalTime"]), float(row[_SUM])
    for unit, per_second in _PER_SECOND.items():
        most = threads * per_second
        least_busy = LEAST_BUSY * most * max(0.0, seconds - 0.5)
        if least_busy <= total <= MOST_BUSY * most * (seconds + 0.5) and total:
            return unit, total / max(seconds, 1)
    return None, total / max(seconds, 1)


def _put_latencies(
    draft: Draft, row: Mapping[str, str], number: int, *, unit: str, mean: float
) -> None:
    coarse: list[str] = []
    for column, name in _LATENCIES.items():
        printed = float(row[column])
        error = abs(printed - mean) / mean if column == _AVG else _HALF_DIGIT / max(printed, 1e-9)
        allowed = MEAN_TOLERANCE if column == _AVG else EXTREME_TOLERANCE
        keep = column == _SUM or error <= allowed
        draft.put(name, milliseconds(row[column], unit) if keep else None, number)
        coarse += [] if keep else [name.partition(".")[2]]
    if coarse:
        told = f"{', '.join(coarse)} in {unit} with two decimals: too coarse to keep"
        draft.warn(f"line {number} prints latencies {told}")


def _put_percentile(
    draft: Draft, row: Mapping[str, str], number: int, *, mean: float, scale: float
) -> None:
    """Keep the percentile in milliseconds where one unit fits; and so for the interval lines."""
    column = next((name for name in row if _PERCENTILE.match(name)), None)
    match = _PERCENTILE.match(column or "")
    if column is None or match is None or not int(match[1]):
        _settle_intervals(draft, None, None)
        return
    rank, printed = int(match[1]), float(row[column])
    low, high = _bucket(draft, rank) or _bounds(row, rank / 100, mean=mean, scale=scale)
    units = [
        unit
        for unit, per_second in _PER_SECOND.items()
        if printed and low <= printed * 1e3 / per_second <= high
    ]
    unit = units[0] if len(units) == 1 else None
    draft.put("latency_ms.percentile", rank, number)
    value = None if unit is None else milliseconds(row[column], unit)
    draft.put("latency_ms.percentile_value", value, number)
    if unit is None:
        draft.warn(f"line {number}: the unit of the percentile cannot be settled")
    _settle_intervals(draft, printed, unit)


def _bucket(draft: Draft, rank: int) -> tuple[float, float] | None:
    """Where the percentile lies by the histogram, whose heading says ms; None without one."""
    total = sum(count for _, count in draft.histogram)
    if not total or total != draft.figures.get("total_events"):
        return None
    value = percentile(draft.histogram, rank / 100)
    return value / BUCKET, value * BUCKET


def _bounds(
    row: Mapping[str, str], share: float, *, mean: float, scale: float
) -> tuple[float, float]:
    """Between what values in ms this percentile of any distribution with this mean lies."""
    least = max(0.0, float(row[_MIN]) - _HALF_DIGIT) * scale
    most = (float(row[_MAX]) + _HALF_DIGIT) * scale
    low = max(least, (mean - (1 - share) * most) / share)
    high = min(most, mean / (1 - share))
    return low / BUCKET, high * BUCKET


def _settle_intervals(draft: Draft, printed: float | None, unit: str | None) -> None:
    """Bring the percentiles of interval lines to milliseconds, or take them away.

    They are in the summary's unit if its percentile lies between theirs, as one of the whole does.
    """
    seen = [interval.latency_ms for interval in draft.intervals if interval.latency_ms is not None]
    if not seen:
        return
    fits = printed is not None and min(seen) / BUCKET <= printed <= max(seen) * BUCKET
    if unit == "ms" and fits:
        return
    if unit is None or not fits:
        draft.warn("the unit of the percentile of interval lines cannot be settled")
    factor = 1e3 / _PER_SECOND[unit] if unit is not None and fits else None
    draft.intervals = [
        interval._replace(
            latency_ms=None
            if factor is None or interval.latency_ms is None
            else interval.latency_ms * factor
        )
        for interval in draft.intervals
    ]
