"""Charts of panels: which there are, what each shows, and the data it is drawn from.

A chart has a mark for each side and thread count, or for each load that was offered: a middle, and
the extremes of its runs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from sysbench_archive.derive.cells import SERVER_CPU_METRIC, metric_record
from sysbench_archive.metrics import METRICS
from sysbench_archive.model.base import CellRun, Number, Record, Span, narrowed
from sysbench_archive.model.comparison import (
    CellRecord,
    ChartKind,
    DrawnChart,
    Panel,
    Side,
    WithinRunThroughput,
)
from sysbench_archive.model.offered_load import LoadPoint
from sysbench_archive.words.phrases import threads_of

_WIDE_GRID = 16
"""A thread grid that spans more than this factor is drawn on a logarithmic axis."""


class ChartMetric(Record):
    """What an axis shows that is no metric of a run."""

    name: str
    label: str
    """Title of the axis."""
    unit: str
    """Unit; empty for a ratio."""
    decimals: int
    """Decimals shown."""


class ChartMark(Record):
    """A side at a thread count or an offered load."""

    threads: int
    """Client threads; in a chart of loads the events a second that were offered."""
    side: str
    """Id of its side."""
    label: str
    """Name of its side."""
    centre: Number
    """Middle."""
    low: Number
    """Lower end; the middle where there is none."""
    high: Number
    """Upper end."""
    n: int
    """Runs."""
    path: str
    """Address of its first run."""


class PanelChart(Record):
    """A chart of a panel, as it is drawn from."""

    name: str
    """Name of the drawing."""
    kind: ChartKind
    """What it shows."""
    title: str
    metric: ChartMetric
    """What the axis shows."""
    x: Literal["threads", "load"]
    """What stands on the other axis: client threads, or the load that was offered."""
    log_x: bool
    """Whether that axis is logarithmic."""
    sides: list[Side]
    """Servers, baseline first."""
    values: list[ChartMark]
    """Marks, by thread count and side."""


def _throughput_span(cell: CellRecord) -> Span | None:
    if cell.centre is None or cell.low is None or cell.high is None:
        return None
    return Span(low=cell.low, middle=cell.centre, high=cell.high)


def _ratio_span(cell: CellRecord) -> Span | None:
    """A ratio with its interval; where nothing was repeated there is none."""
    if cell.ratio is None:
        return None
    if cell.interval is None:
        return Span(low=cell.ratio, middle=cell.ratio, high=cell.ratio)
    return Span(low=cell.interval.low, middle=cell.ratio, high=cell.interval.high)


def _plain_span(span: Span | WithinRunThroughput | None) -> Span | None:
    return Span(low=span.low, middle=span.middle, high=span.high) if span else None


def _of_panel(panel: Panel) -> ChartMetric:
    return narrowed(panel.metric, ChartMetric)


def _ratio_metric(panel: Panel) -> ChartMetric:
    label = f"Ratio to {panel.sides[0].label}"
    return ChartMetric(name="ratio", label=label, unit="", decimals=3)


def _latency_metric(panel: Panel) -> ChartMetric:
    return narrowed(panel.latency or panel.metric, ChartMetric)


def _spread_metric(panel: Panel) -> ChartMetric:
    return ChartMetric(name="tps", label=panel.metric.label, unit="1/s", decimals=2)


_RUNS = "Bars span the lowest and the highest run."


@dataclass(frozen=True, slots=True)
class _Chart:
    """A kind of chart over thread counts. `span` is what a cell shows in it, None where it has no
    mark; `note` says what its bars are where it has any.

    In `title` `{over}` is filled in, and `{baseline}` and `{latency}`. Where something else than
    throughput is compared, its metric stands in the title. `own_page` marks charts that a page of
    many panels leaves to the comparison of each workload.
    """

    title: str
    span: Callable[[CellRecord], Span | None]
    metric: Callable[[Panel], ChartMetric] = _of_panel
    note: str = _RUNS
    own_page: bool = False


_CHARTS: dict[ChartKind, _Chart] = {
    "throughput": _Chart("Throughput {over}", _throughput_span),
    "ratio": _Chart(
        "Throughput relative to {baseline}",
        _ratio_span,
        metric=_ratio_metric,
        note="Bars are confidence intervals.",
    ),
    "latency": _Chart(
        "{latency} {over}", lambda cell: _plain_span(cell.latency), metric=_latency_metric
    ),
    "efficiency": _Chart(
        "Server CPU per transaction {over}",
        lambda cell: _plain_span(cell.server_cpu_us),
        metric=lambda _: narrowed(SERVER_CPU_METRIC, ChartMetric),
        own_page=True,
    ),
    "spread": _Chart(
        "Throughput from second to second",
        lambda cell: _plain_span(cell.within),
        metric=_spread_metric,
        note="Bars reach from the 1st percentile of seconds to the best second.",
        own_page=True,
    ),
}
"""Every kind over thread counts, in the order in which pages show them.

A new one is also a name in `ChartKind`, and its spec is named in `static/js/chart/plan.js`.
"""
_LOADS: dict[ChartKind, tuple[str, str, Callable[[LoadPoint], Span | None]]] = {
    "load_p95": (
        "95th percentile of latency at offered load",
        "latency_p95_ms",
        lambda point: point.p95_ms,
    ),
    "load_p99": (
        "99th percentile of latency at offered load",
        "latency_p99_ms",
        lambda point: point.p99_ms,
    ),
}
"""Kinds over offered loads: title, metric, and what a load shows."""


def drawn_charts(panel: Panel, name: str) -> list[DrawnChart]:
    """The charts in which there is something to see; that of throughput is `name` alone."""
    kinds = [kind for kind in _CHARTS if _is_worth_drawing(panel, kind)]
    if len({point.rate for point in panel.load or () if not point.refused}) > 1:
        kinds += _LOADS
    return [
        DrawnChart(
            kind=kind,
            name=name if kind == "throughput" else f"{name}--{kind.replace('_', '-')}",
            title=_title_of(panel, kind),
            note=_note_of(kind) if any(mark.low < mark.high for mark in marks) else "",
        )
        for kind in kinds
        for marks in [list(_marks(panel, kind))]
    ]


def _is_worth_drawing(panel: Panel, kind: ChartKind) -> bool:
    """Throughput always is; else several thread counts are, or ratios of many rounds, where any
    side has a mark: of ratios a candidate, for the baseline may have thread counts of its own.
    """
    if kind == "throughput":
        return bool(panel.rows)
    sides = {side.id for side in panel.sides[kind == "ratio" :]}
    rounds = kind == "ratio" and any(
        cell.rounds for row in panel.rows for cell in row.cells[1:] if cell
    )
    has_marks = any(mark.side in sides for mark in _marks(panel, kind))
    return has_marks and (len(panel.rows) > 1 or rounds)


def without_own_page_charts(charts: Iterable[DrawnChart]) -> list[DrawnChart]:
    """Charts without those that only the page of one workload needs."""
    return [chart for chart in charts if chart.kind in _LOADS or not _CHARTS[chart.kind].own_page]


def _note_of(kind: ChartKind) -> str:
    return _RUNS if kind in _LOADS else _CHARTS[kind].note


def _title_of(panel: Panel, kind: ChartKind) -> str:
    """What a chart of a panel shows."""
    if kind in _LOADS:
        return _LOADS[kind][0]
    counts = [row.threads for row in panel.rows]
    over = f"at {threads_of(counts)}" if len(counts) == 1 else "by client threads"
    words = _CHARTS[kind].title
    if METRICS[panel.metric.name].kind != "rate":
        words = words.replace("Throughput", panel.metric.label)
    latency = panel.latency.label if panel.latency else ""
    return words.format(over=over, baseline=panel.sides[0].label, latency=latency)


def panel_charts(title: str, panels: Iterable[Panel]) -> Iterator[PanelChart]:
    """Each chart of each panel; `title` is that of the page they stand on."""
    for panel in panels:
        counts = [row.threads for row in panel.rows]
        for chart in panel.charts:
            kind, is_load = chart.kind, chart.kind in _LOADS
            yield PanelChart(
                name=chart.name,
                kind=kind,
                title=f"{chart.title}. {title}: {panel.title}",
                metric=narrowed(metric_record(_LOADS[kind][1]), ChartMetric)
                if is_load
                else _CHARTS[kind].metric(panel),
                x="load" if is_load else "threads",
                log_x=not is_load and max(counts) >= _WIDE_GRID * min(counts),
                sides=panel.sides,
                values=list(_marks(panel, kind)),
            )


def _marks(panel: Panel, kind: ChartKind) -> Iterator[ChartMark]:
    """The marks of a chart, by thread count or load and side."""
    if kind in _LOADS:
        sides = {side.id: side for side in panel.sides}
        for point in panel.load or ():
            if span := _LOADS[kind][2](point):
                yield _mark(round(point.rate), sides[point.server], span, point.runs)
        return
    for row in panel.rows:
        for side, cell in zip(panel.sides, row.cells, strict=True):
            if cell and (span := _CHARTS[kind].span(cell)):
                yield _mark(row.threads, side, span, cell.runs)


def _mark(threads: int, side: Side, span: Span, runs: Sequence[CellRun]) -> ChartMark:
    return ChartMark(
        threads=threads,
        side=side.id,
        label=side.label,
        centre=span.middle,
        low=min(span.low, span.middle),
        high=max(span.high, span.middle),
        n=len(runs),
        path=runs[0].path,
    )
