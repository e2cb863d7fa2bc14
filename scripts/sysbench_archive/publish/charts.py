"""The data that charts and pictures of comparisons are drawn from, and the lines that embed them.

A chart has a mark for each side and thread count: a middle, and the extremes of its runs. Addresses
in snippets are permanent ones, and a picture always leads back to its comparison.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from html import escape
from typing import Literal, get_args

from msgspec import UnsetType

from sysbench_archive.derive.cells import SERVER_CPU_METRIC, metric_record
from sysbench_archive.metrics import METRICS
from sysbench_archive.model.base import (
    CellRun,
    ComparisonKind,
    Number,
    Picture,
    Record,
    Snippet,
    Span,
    narrowed,
)
from sysbench_archive.model.comparison import (
    CellRecord,
    DerivedComparison,
    DrawnChart,
    PanelFields,
    Side,
    WithinRunThroughput,
)
from sysbench_archive.model.offered_load import LoadPoint
from sysbench_archive.publish.citation import PUBLISHER, in_markdown, plain
from sysbench_archive.words.phrases import threads_of

ChartKind = Literal[
    "throughput", "ratio", "latency", "efficiency", "spread", "load_p95", "load_p99"
]
"""What a chart of a panel shows: a field of `PanelCharts`."""

_WIDE_GRID = 16
"""A thread grid that spans more than this factor is drawn on a logarithmic axis."""
_TITLES: dict[ChartKind, str] = {
    "throughput": "Throughput {over}",
    "ratio": "Throughput relative to {baseline}",
    "latency": "{latency} {over}",
    "spread": "Throughput from second to second",
    "efficiency": "Server CPU per transaction {over}",
    "load_p95": "95th percentile of latency at offered load",
    "load_p99": "99th percentile of latency at offered load",
}
"""Kind to what a chart shows. Where something else than throughput is compared, its metric stands
in the title.
"""
_RUNS = "Bars span the lowest and the highest run."
_NOTES: dict[ChartKind, str] = {
    "throughput": _RUNS,
    "ratio": "Bars are confidence intervals.",
    "latency": _RUNS,
    "spread": "Bars reach from the 1st percentile of seconds to the best second.",
    "efficiency": _RUNS,
    "load_p95": _RUNS,
    "load_p99": _RUNS,
}
"""Kind to what its bars are, where it has any."""
_LOADS: dict[ChartKind, tuple[str, Callable[[LoadPoint], Span | None]]] = {
    "load_p95": ("latency_p95_ms", lambda point: point.p95_ms),
    "load_p99": ("latency_p99_ms", lambda point: point.p99_ms),
}
"""The metric of a chart of loads, and what a load shows of it."""


class ChartMetric(Record):
    """What an axis shows that is no metric of a run."""

    name: str
    """Name."""
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
    """Title."""
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


def drawn_charts(panel: PanelFields) -> list[DrawnChart]:
    """The charts of a panel as its page shows them."""
    return [
        DrawnChart(
            kind=chart.kind,
            name=chart.name,
            title=title_of(panel, chart.kind),
            note=_NOTES[chart.kind] if any(m.low < m.high for m in chart.values) else "",
        )
        for chart in panel_charts("", [panel])
    ]


def title_of(panel: PanelFields, kind: ChartKind) -> str:
    """What a chart of a panel shows."""
    counts = [row.threads for row in panel.rows]
    over = f"at {threads_of(counts)}" if len(counts) == 1 else "by client threads"
    words = _TITLES[kind]
    if METRICS[panel.metric.name].kind != "rate":
        words = words.replace("Throughput", panel.metric.label)
    latency = panel.latency.label if panel.latency else ""
    return words.format(over=over, baseline=panel.sides[0].label, latency=latency)


def panel_charts(title: str, panels: Iterable[PanelFields]) -> Iterator[PanelChart]:
    """Each chart of each panel; `title` is that of the page they stand on."""
    for panel in panels:
        for kind in get_args(ChartKind):
            if name := getattr(panel.charts, kind):
                yield _panel_chart(title, panel, kind, name)


def _panel_chart(title: str, panel: PanelFields, kind: ChartKind, name: str) -> PanelChart:
    if kind in _LOADS:
        return _load_chart(title, panel, kind, name)
    counts = [row.threads for row in panel.rows]
    return PanelChart(
        name=name,
        kind=kind,
        title=f"{title_of(panel, kind)}. {title}: {panel.title}",
        metric=_chart_metric(panel, kind),
        x="threads",
        log_x=max(counts) >= _WIDE_GRID * min(counts),
        sides=panel.sides,
        values=list(_marks(panel, _SPANS[kind])),
    )


def _load_chart(title: str, panel: PanelFields, kind: ChartKind, name: str) -> PanelChart:
    metric, span_of = _LOADS[kind]
    return PanelChart(
        name=name,
        kind=kind,
        title=f"{title_of(panel, kind)}. {title}: {panel.title}",
        metric=narrowed(metric_record(metric), ChartMetric),
        x="load",
        log_x=False,
        sides=panel.sides,
        values=list(_load_marks(panel, span_of)),
    )


def _load_marks(
    panel: PanelFields, span_of: Callable[[LoadPoint], Span | None]
) -> Iterator[ChartMark]:
    sides = {side.id: side for side in panel.sides}
    for point in panel.load or ():
        if span := span_of(point):
            yield _mark(round(point.rate), sides[point.server], span, point.runs)


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


def _chart_metric(panel: PanelFields, kind: ChartKind) -> ChartMetric:
    if kind == "ratio":
        label = f"Ratio to {panel.sides[0].label}"
        return ChartMetric(name="ratio", label=label, unit="", decimals=3)
    if kind == "spread":
        return ChartMetric(name="tps", label=panel.metric.label, unit="1/s", decimals=2)
    if kind == "efficiency":
        return narrowed(SERVER_CPU_METRIC, ChartMetric)
    return narrowed((panel.latency if kind == "latency" else None) or panel.metric, ChartMetric)


SpanOf = Callable[[CellRecord], Span | None]
"""The middle and the extremes of a cell in a chart; None where it has no mark."""


def _marks(panel: PanelFields, span_of: SpanOf) -> Iterator[ChartMark]:
    for row in panel.rows:
        for side, cell in zip(panel.sides, row.cells, strict=True):
            if cell and (span := span_of(cell)):
                yield _mark(row.threads, side, span, cell.runs)


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


def _plain_span(span: Span | WithinRunThroughput | UnsetType | None) -> Span | None:
    return Span(low=span.low, middle=span.middle, high=span.high) if span else None


_SPANS: dict[ChartKind, SpanOf] = {
    "throughput": _throughput_span,
    "ratio": _ratio_span,
    "latency": lambda cell: _plain_span(cell.latency),
    "spread": lambda cell: _plain_span(cell.within),
    "efficiency": lambda cell: _plain_span(cell.server_cpu_us),
}


CARD = (600, 315)
"""Width and height of a social card, in pixels; what previews of links ask for."""


class PictureInput(Record):
    """What the picture program draws for a comparison."""

    name: str
    """Slug of the comparison."""
    chart: str
    """Name of its chart; empty where there is none."""
    card: bool
    """Whether it has a card."""
    title: str
    """Title."""
    caption: str
    """Which of several panels is shown; else empty."""
    answer: str
    """The answer in a sentence."""
    publisher: str
    """Who publishes it."""
    url: str
    """Permanent address."""


def picture_input(comparison: DerivedComparison, picture: Picture) -> PictureInput:
    """What is drawn for a comparison."""
    panel = _pictured_panel(comparison.panels)
    return PictureInput(
        name=comparison.slug,
        chart=(panel.charts.throughput if panel else None) or "",
        card=bool(picture.card),
        title=plain(comparison.title),
        caption=plain(panel.title) if panel and len(comparison.panels) > 1 else "",
        answer=plain(comparison.says),
        publisher=PUBLISHER,
        url=picture.url,
    )


def picture_record(comparison: DerivedComparison, base: str) -> Picture:
    """The pictures of a comparison: a chart where a panel has one, and a card of what somebody
    wrote. Cards of all would be the most of what pictures take.
    """
    path, panel = comparison.path, _pictured_panel(comparison.panels)
    alt = plain(f"{comparison.title}: {panel.title}" if panel else comparison.title)
    width, height = CARD
    return Picture(
        url=f"{base}{path}",
        card=f"{path}card.png" if comparison.kind == "curated" else "",
        chart=f"{path}chart.svg" if panel else "",
        width=width,
        height=height,
        alt=alt,
        snippets=_snippets(f"{base}{path}", alt, comparison.kind) if panel else [],
    )


def _pictured_panel(panels: Iterable[PanelFields]) -> PanelFields | None:
    """The first panel that has a chart."""
    return next((panel for panel in panels if panel.charts.throughput), None)


def _snippets(url: str, alt: str, kind: ComparisonKind) -> list[Snippet]:
    """Markdown, and for what somebody wrote HTML as well: it would be much of what others take."""
    markdown = Snippet(label="Markdown", text=f"[![{in_markdown(alt)}]({url}chart.svg)]({url})")
    if kind == "matrix":
        return [markdown]
    chart, text = escape(f"{url}chart.svg"), escape(alt)
    html = f'<a href="{escape(url)}"><img src="{chart}" alt="{text}" width="720"></a>'
    return [
        markdown,
        Snippet(label="HTML", text=html),
    ]
