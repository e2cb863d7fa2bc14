"""Charts of panels: which there are, what each shows, and the data it is drawn from.

A chart has a mark for each side and thread count, or for each load that was offered: a middle, and
the extremes of its runs.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Literal

from msgspec import field
from msgspec.structs import replace

from sysbench_archive.derive.cells import SERVER_CPU_METRIC
from sysbench_archive.metrics import METRICS
from sysbench_archive.model.base import Labelled, MetricColumn, Number, Record, Span, narrowed
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


class ChartMark(Record):
    """A side at a thread count or an offered load."""

    threads: int
    """Client threads; in a chart of loads the events a second that were offered, of buffer pools
    their MiB.
    """
    side: str
    """Id of its side."""
    label: str
    """Name of its side."""
    centre: Number
    low: Number
    """Lower end; the middle where there is none."""
    high: Number
    n: int
    path: str
    """Address of its first run."""


class PanelChart(Record):
    """A chart of a panel, as it is drawn from."""

    name: str
    kind: ChartKind
    """What it shows."""
    title: str
    metric: MetricColumn
    """What the axis shows."""
    x: Literal["threads", "load", "pool"]
    """What stands on the other axis: client threads, the load that was offered, or the buffer
    pool."""
    log_x: bool
    """Whether that axis is logarithmic."""
    sides: list[Side]
    values: list[ChartMark]
    """Marks, by thread count and side."""
    embed: list[Labelled] = field(default_factory=list)
    """Lines that show it on other sites, by language."""


def _ratio_span(cell: CellRecord) -> Span | None:
    """A ratio with its interval; where nothing was repeated there is none."""
    if cell.ratio is None:
        return None
    low, high = (cell.interval.low, cell.interval.high) if cell.interval else (cell.ratio,) * 2
    return Span(low=low, middle=cell.ratio, high=high)


def ratio_to(baseline: str) -> MetricColumn:
    """A ratio as what an axis shows."""
    label = f"Against {baseline}"
    return MetricColumn(name="ratio", label=label, unit="", direction="higher", decimals=3)


_RUNS = "Bars span the lowest and the highest run."


@dataclass(frozen=True, slots=True)
class _Chart:
    """A kind of chart over thread counts, or over offered loads. `span` is what a cell or a load
    shows in it, None where it has no mark; `note` says what its bars are where it has any.

    In `title` `{over}` is filled in, and `{baseline}` and `{latency}`. Where something else than
    throughput is compared, its metric stands in the title. `own_page` marks charts that a page of
    many panels leaves to the comparison of each workload.
    """

    title: str
    span: Callable[[Any], Span | WithinRunThroughput | None]
    metric: Callable[[Panel], MetricColumn] = lambda panel: narrowed(panel.metric, MetricColumn)
    note: str = _RUNS
    own_page: bool = False
    over_loads: bool = False


def _of_loads(share: str, metric: str, span: Callable[[LoadPoint], Span | None]) -> _Chart:
    """The chart of a percentile over offered loads."""
    return _Chart(
        f"{share} of latency at offered load",
        span,
        metric=lambda _: narrowed(METRICS[metric], MetricColumn),
        over_loads=True,
    )


_CHARTS: dict[ChartKind, _Chart] = {
    "throughput": _Chart(
        "Throughput {over}",
        lambda cell: cell.centre and Span(low=cell.low, middle=cell.centre, high=cell.high),
    ),
    "ratio": _Chart(
        "Throughput relative to {baseline}",
        _ratio_span,
        metric=lambda panel: ratio_to(panel.sides[0].label),
        note="Bars are confidence intervals.",
    ),
    "latency": _Chart(
        "{latency} {over}",
        lambda cell: cell.latency,
        metric=lambda panel: narrowed(panel.latency or panel.metric, MetricColumn),
    ),
    "efficiency": _Chart(
        "Server CPU per transaction {over}",
        lambda cell: cell.server_cpu_us,
        metric=lambda _: narrowed(SERVER_CPU_METRIC, MetricColumn),
        own_page=True,
    ),
    "spread": _Chart(
        "Throughput from second to second",
        lambda cell: cell.within,
        metric=lambda panel: narrowed(
            panel.metric, MetricColumn, name="tps", unit="1/s", decimals=2
        ),
        note="Bars reach from the 1st percentile of seconds to the best second.",
        own_page=True,
    ),
    "load_p50": _of_loads("Median", "latency_p50_ms", lambda point: point.p50_ms),
    "load_p95": _of_loads("95th percentile", "latency_p95_ms", lambda point: point.p95_ms),
    "load_p99": _of_loads("99th percentile", "latency_p99_ms", lambda point: point.p99_ms),
    "load_p999": _of_loads("99.9th percentile", "latency_p999_ms", lambda point: point.p999_ms),
}
"""Every kind, in the order in which pages show them.

A new one is also a name in `ChartKind`, and its spec is named in `static/js/chart/plan.js`.
"""


def headline_picture(page: str) -> str:
    """Address of the picture of the first chart of a page."""
    return f"{page}chart.svg"


def picture_of(kind: ChartKind, page: str) -> str:
    """Address of the picture of a chart of a page, called by what it shows."""
    return headline_picture(page) if kind == "throughput" else f"{page}{kind.replace('_', '-')}.svg"


def workload_picture(page: str, workload: str) -> str:
    """Address of the picture of a workload that no comparison of a result shows."""
    return f"{page}{workload}.svg"


def pictures_below(page: str) -> list[str]:
    """Addresses of the pictures that a page of one panel may have."""
    return [picture_of(kind, page) for kind in _CHARTS]


def drawn_charts(panel: Panel, name: str, page: str, *, alone: bool) -> list[DrawnChart]:
    """The charts in which there is something to see; that of throughput is `name` alone. Their
    pictures are below `page`, called by what they show, and by the panel unless it is `alone`.
    """
    place = page if alone else f"{page}{panel.id}--"
    return [
        DrawnChart(
            kind=kind,
            name=name if kind == "throughput" else f"{name}--{kind.replace('_', '-')}",
            picture=picture_of(kind, place),
            title=_title_of(panel, chart),
            note=chart.note if any(mark.low < mark.high for mark in marks) else "",
        )
        for kind, chart in _CHARTS.items()
        for marks in [list(_marks(panel, chart))]
        if _is_worth_drawing(panel, kind, marks)
    ]


def _is_worth_drawing(panel: Panel, kind: ChartKind, marks: Iterable[ChartMark]) -> bool:
    """Throughput always is; else several loads or thread counts are, or ratios of many rounds,
    where any side has a mark: of ratios a candidate, for the baseline may have thread counts of
    its own.
    """
    if kind == "throughput":
        return bool(panel.rows)
    if _CHARTS[kind].over_loads:
        return len({point.rate for point in panel.load or () if not point.refused}) > 1
    sides = {side.id for side in panel.sides[kind == "ratio" :]}
    rounds = kind == "ratio" and any(
        cell.rounds for row in panel.rows for cell in row.cells[1:] if cell
    )
    return any(mark.side in sides for mark in marks) and (len(panel.rows) > 1 or rounds)


def _without_own_page(charts: Iterable[DrawnChart]) -> list[DrawnChart]:
    """Charts without those that only the page of one workload needs."""
    return [chart for chart in charts if not _CHARTS[chart.kind].own_page]


def as_views(panels: Iterable[Panel]) -> list[Panel]:
    """Panels as a page of many shows them."""
    return [replace(panel, charts=_without_own_page(panel.charts)) for panel in panels]


def _title_of(panel: Panel, chart: _Chart) -> str:
    """What a chart of a panel shows."""
    counts = [row.threads for row in panel.rows]
    over = f"at {threads_of(counts)}" if len(counts) == 1 else "by client threads"
    words = chart.title
    if METRICS[panel.metric.name].kind != "rate":
        words = words.replace("Throughput", panel.metric.label)
    latency = panel.latency.label if panel.latency else ""
    return words.format(over=over, baseline=panel.sides[0].label, latency=latency)


def panel_charts(title: str, panels: Iterable[Panel]) -> Iterator[PanelChart]:
    """Each chart of each panel; `title` is that of the page they stand on."""
    for panel in panels:
        counts = [row.threads for row in panel.rows]
        for drawn in panel.charts:
            chart = _CHARTS[drawn.kind]
            yield PanelChart(
                name=drawn.name,
                kind=drawn.kind,
                title=f"{drawn.title}. {title}: {panel.title}",
                metric=chart.metric(panel),
                x="load" if chart.over_loads else "threads",
                log_x=is_wide_grid(counts) and not chart.over_loads,
                sides=panel.sides,
                values=list(_marks(panel, chart)),
            )


def is_wide_grid(places: Collection[float]) -> bool:
    """Whether places on an axis need it to be logarithmic."""
    return max(places, default=1) >= _WIDE_GRID * min(places, default=1)


def _marks(panel: Panel, chart: _Chart) -> Iterator[ChartMark]:
    """The marks of a chart, by thread count or load and side."""
    sides = {side.id: side for side in panel.sides}
    shown: Iterable[tuple[int, Side, CellRecord | LoadPoint | None]] = (
        (row.threads, side, cell)
        for row in panel.rows
        for side, cell in zip(panel.sides, row.cells, strict=True)
    )
    if chart.over_loads:
        shown = ((round(p.rate), sides[p.server], p) for p in panel.load or ())
    for threads, side, cell in shown:
        if cell and (span := chart.span(cell)):
            yield ChartMark(
                threads=threads,
                side=side.id,
                label=side.label,
                centre=span.middle,
                low=min(span.low, span.middle),
                high=max(span.high, span.middle),
                n=len(cell.runs),
                path=cell.runs[0].path,
            )
