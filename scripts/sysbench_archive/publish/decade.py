"""The decade as a chart, a table and files: where each point lies, and what it says.

Months run across, ratios up, on a logarithmic scale that the panels of a row share. A point whose
chain has a step of one machine is open and its line broken; where a long-term series was not run
beside its neighbours there is no line.
"""

from __future__ import annotations

import csv
import io
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from msgspec.structs import replace

from sysbench_archive.derive.decade import FEWEST_MACHINES, KINDS, REFERENCES
from sysbench_archive.model.bundle import PRODUCTS
from sysbench_archive.model.decade import (
    DecadeFile,
    DecadeKey,
    DecadeKind,
    DecadeMark,
    DecadePanel,
    DecadePoint,
    DecadeRow,
    DecadeRowName,
    DecadeStroke,
    DecadeTableRow,
    DecadeTick,
    DecadeTrace,
)
from sysbench_archive.verdicts.words import count_text, difference_text, ratio_text, span_text

FOLDER = "/downloads/"
JSON, CSV = f"{FOLDER}decade.json", f"{FOLDER}decade.csv"
WIDTH, HEIGHT = 288, 126
LEFT, RIGHT, TOP, BOTTOM = 26, 58, 8, 16
"""Space around the plot: for ratios, for the label of the last point, for years."""
FIRST_YEAR, LAST_YEAR = 2010.5, 2026.6
_YEARS = (2012, 2016, 2020, 2024)
_TICKS = (0.5, 0.7, 1, 1.4, 2, 2.8)
_MARGIN = 1.1
"""How far the scale reaches beyond the outermost point."""
_ABOVE, _BELOW, _BESIDE, _LINE = -6, 12, 6, 10
"""Where labels stand beside points, and how far apart two at the end of lines are."""
ROWS: dict[DecadeRowName, tuple[str, str]] = {
    "one": ("One client", "throughput over the reference, higher is better"),
    "many": (
        "Many clients",
        "half to twice as many clients as processors; throughput, higher is better",
    ),
    "instructions": (
        "Work per transaction",
        "instructions of one client's transaction with default settings, lower is better",
    ),
}
"""Row to its title and what it shows."""


@dataclass(frozen=True, slots=True)
class _Scale:
    """Ratios of a row as heights."""

    low: float
    high: float

    def y(self, ratio: float) -> float:
        share = (math.log(ratio) - self.low) / (self.high - self.low)
        return round(TOP + (1 - share) * (HEIGHT - TOP - BOTTOM), 1)

    @property
    def ticks(self) -> list[DecadeTick]:
        """Lines across that lie within the scale."""
        return [
            DecadeTick(at=self.y(ratio), text=f"\N{MULTIPLICATION SIGN}{ratio:g}")
            for ratio in _TICKS
            if self.low <= math.log(ratio) <= self.high
        ]


def _x(year: float) -> float:
    share = (year - FIRST_YEAR) / (LAST_YEAR - FIRST_YEAR)
    return round(LEFT + share * (WIDTH - LEFT - RIGHT), 1)


def _year(month: str) -> float:
    year, number = month.split("-")
    return int(year) + (int(number) - 0.5) / 12


def decade_keys(points: Sequence[DecadePoint]) -> list[DecadeKey]:
    """The products of the chart."""
    return [
        DecadeKey(product=name, label=f"{PRODUCTS[name]} over {PRODUCTS[name]} {reference}")
        for name, reference in REFERENCES.items()
        if any(point.product == name for point in points)
    ]


def decade_rows(points: Sequence[DecadePoint]) -> list[DecadeRow]:
    """The rows that have a point."""
    return list(_rows(points))


def _rows(points: Sequence[DecadePoint]) -> Iterator[DecadeRow]:
    for row, (title, note) in ROWS.items():
        own = [point for point in points if point.row == row]
        if not own:
            continue
        scale = _scale(own)
        yield DecadeRow(
            row=row,
            title=title,
            note=note,
            panels=[
                _panel(kind, title, [p for p in own if p.kind == kind], scale) for kind in KINDS
            ],
        )


def _scale(points: Sequence[DecadePoint]) -> _Scale:
    """From the lowest to the highest end of a row, with 1 in it."""
    ends = [end for p in points for end in (p.low, p.high, p.ratio) if end is not None]
    low, high = min(1.0, *ends) / _MARGIN, max(1.0, *ends) * _MARGIN
    return _Scale(math.log(low), math.log(high))


def _panel(kind: DecadeKind, row: str, points: Sequence[DecadePoint], scale: _Scale) -> DecadePanel:
    products = [name for name in REFERENCES if any(p.product == name for p in points)]
    traces = [_trace(name, [p for p in points if p.product == name], scale) for name in products]
    return DecadePanel(
        kind=kind,
        title=KINDS[kind],
        description=f"{row}, {KINDS[kind].lower()}: {_newest_text(points)}",
        years=[DecadeTick(at=_x(year), text=str(year)) for year in _YEARS],
        ticks=scale.ticks,
        traces=_apart(traces),
    )


def _newest_text(points: Sequence[DecadePoint]) -> str:
    """The newest point of each product in words."""
    newest = {point.product: point for point in points}
    return "; ".join(point.text for point in newest.values()) or "nothing was measured"


def _trace(product: str, points: Sequence[DecadePoint], scale: _Scale) -> DecadeTrace:
    places = {p.series: (_x(_year(p.month)), scale.y(p.ratio)) for p in points}
    return DecadeTrace(
        product=product,
        label=PRODUCTS[product],
        strokes=list(_strokes(points, places)),
        marks=[_mark(p, places[p.series], scale, last=p is points[-1]) for p in points],
    )


def _strokes(
    points: Sequence[DecadePoint], places: dict[str, tuple[float, float]]
) -> Iterator[DecadeStroke]:
    """A line for each step that passes no long-term series; broken where it has one machine."""
    for before, point in zip([None, *points], points, strict=False):
        counted = point.row == "instructions"
        other = before.series if counted and before else point.step_from
        if point.joined and other in places:
            ends = " ".join(f"{x:g},{y:g}" for x, y in (places[other], places[point.series]))
            weak = point.step_machines < FEWEST_MACHINES
            if counted and before:
                weak = point.weak or before.weak
            yield DecadeStroke(points=ends, weak=weak)


def _mark(
    point: DecadePoint, place: tuple[float, float], scale: _Scale, *, last: bool
) -> DecadeMark:
    x, y = place
    label, label_y = "", y + _ABOVE
    if last:
        label, label_y = f"{point.series} {difference_text(point.ratio)}", y + 3
    elif point.product == next(iter(REFERENCES)) or not point.step_from:
        label = point.series
        if point.ratio < 1:
            label_y = y + _BELOW
    return DecadeMark(
        x=x,
        y=y,
        top=None if point.high is None else scale.y(point.high),
        bottom=None if point.low is None else scale.y(point.low),
        label=label,
        label_x=x + _BESIDE if last else x,
        label_y=round(min(max(label_y, TOP), HEIGHT - BOTTOM), 1),
        anchor="start" if last else "middle",
        weak=point.weak,
        text=point_text(point),
        path=point.path,
    )


def _apart(traces: Sequence[DecadeTrace]) -> list[DecadeTrace]:
    """The labels at the ends of lines moved apart where they would lie on each other."""
    if len(traces) < 2:
        return list(traces)
    ends = sorted((trace.marks[-1].label_y, at) for at, trace in enumerate(traces))
    (upper, first), (lower, second) = ends[0], ends[1]
    lack = max(0.0, _LINE - (lower - upper)) / 2
    moved = {first: upper - lack, second: lower + lack}
    return [_with_label_at(trace, moved[at]) for at, trace in enumerate(traces)]


def _with_label_at(trace: DecadeTrace, y: float) -> DecadeTrace:
    last = replace(trace.marks[-1], label_y=round(y, 1))
    return replace(trace, marks=[*trace.marks[:-1], last])


def point_text(point: DecadePoint) -> str:
    """A point in words, with its range; what is weak says so."""
    if point.low is not None and point.high is not None:
        low, high = (difference_text(end) for end in (point.low, point.high))
        return f"{point.text}; range {low} to {high}"
    if not point.weak or not point.step_from:
        return point.text
    why = "counts do not agree" if point.row == "instructions" else "one machine at some step"
    return f"{point.text}; weak: {why}"


def decade_table(points: Sequence[DecadePoint]) -> list[DecadeTableRow]:
    """Every point as a row of a table."""
    return [
        DecadeTableRow(
            row=ROWS[point.row][0],
            kind=KINDS[point.kind],
            release=f"{PRODUCTS[point.product]} {point.series}",
            ratio=ratio_text(point.ratio),
            span=_span(point),
            basis=_basis(point),
            path=point.path,
        )
        for point in points
    ]


def _span(point: DecadePoint) -> str:
    if point.low is None or point.high is None:
        return ""
    return span_text(ratio_text(point.low), ratio_text(point.high))


def _basis(point: DecadePoint) -> str:
    if not point.step_from:
        return "reference"
    if point.row == "instructions":
        return "counts do not agree" if point.weak else "counted"
    machines = count_text(point.step_machines, "machine")
    return f"from {point.step_from}: {ratio_text(point.step_ratio or 1)} on {machines}"


def decade_file(points: Sequence[DecadePoint]) -> DecadeFile:
    """Every point, for programs."""
    return DecadeFile(
        title="Throughput and instructions per transaction of each release over one of its product",
        methodology="/methodology/#text-the-decade",
        references=dict(REFERENCES),
        points=list(points),
    )


_COLUMNS = (
    *("row", "kind", "product", "series", "month", "ratio", "low", "high"),
    *("step_from", "step_ratio", "step_machines", "machines", "cells", "weak", "path"),
)


def decade_csv(points: Sequence[DecadePoint]) -> bytes:
    """Every point as a row of CSV."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(_COLUMNS)
    for point in points:
        writer.writerow([_plain(getattr(point, name)) for name in _COLUMNS])
    return text.getvalue().encode()


def _plain(value: object) -> object:
    """A value of a table: ratios to five decimals, as JSON has them."""
    if isinstance(value, bool):
        return str(value).lower()
    return round(value, 5) if isinstance(value, float) else value
