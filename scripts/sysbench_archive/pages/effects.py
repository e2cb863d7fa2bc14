"""Effects as pages show them: a sentence with the finding first, and a chart over the series."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby

from sysbench_archive.comparability.fields import of_bytes
from sysbench_archive.comparability.settings import SWITCHES
from sysbench_archive.model.base import MetricColumn, Record
from sysbench_archive.model.bundle import PRODUCTS
from sysbench_archive.model.comparison import Comparison, Finding, Panel, Side
from sysbench_archive.pages.comparison.charts import ChartMark, PanelChart, is_wide_grid
from sysbench_archive.pages.comparison.findings import besides_of
from sysbench_archive.tables.effects import Effect, place_of
from sysbench_archive.words.differences import difference_range, difference_text
from sysbench_archive.words.phrases import count_text

_LEAST_P = 0.0001


class EffectView(Record):
    """Effects of one change under one workload, as pages show them."""

    chart: str
    """Name of their chart."""
    caption: str
    """What the chart shows."""
    texts: list[str]
    """What was found of each."""
    path: str
    """Page of their bundles."""


def found_effects(effects: Iterable[Effect]) -> list[Effect]:
    """Those of which anything stands, the least likely by chance first."""
    return sorted((each for each in effects if each.found), key=lambda each: each.said.p)


def effect_finding(effect: Effect, page: str = "") -> Finding:
    """An effect as a page opens with it; a page that is not its own leads to that."""
    return Finding(text=effect_text(effect), path=effect.path if effect.path != page else "")


def with_effects(comparison: Comparison, effects: Iterable[Effect]) -> list[Finding]:
    """The findings of a bundle's comparison, and before them what a series says of its servers."""
    shown = {(panel.bundle.id, panel.workload.id) for panel in comparison.panels}
    own = [each for each in effects if any(pair[:2] in shown for pair in each.pairs)]
    found = [effect_finding(effect, comparison.path) for effect in own]
    if own and all(is_answered(panel, own) for panel in comparison.panels):
        return found
    return [*found, *comparison.findings]


def is_answered(panel: Panel, effects: Iterable[Effect]) -> bool:
    """Whether nothing stands in a panel but what effects say of each of its candidates."""
    besides = list(besides_of(panel))
    pairs = {pair for effect in effects for pair in effect.pairs}
    return bool(besides) and all(
        beside.way == "open"
        and (panel.bundle.id, panel.workload.id, frozenset((panel.sides[0].id, beside.side.id)))
        in pairs
        for beside in besides
    )


def effect_text(effect: Effect) -> str:
    """What was found: how much, where, whether it rises or falls, and how often by chance."""
    said, points = effect.said, effect.points
    is_pool = said.dimension == "pool"
    if said.trend == "none":
        ratios = [point.ratio for point in points]
        noun = "buffer pool" if is_pool else "thread count"
        what = f"{difference_range(min(ratios), max(ratios))} at {count_text(len(points), noun)}"
    else:
        ends = [
            f"{difference_text(point.ratio)} with {_place_text(effect, place_of(point))}"
            for point in (points[0], points[-1])
        ]
        what = f"{', '.join(ends)}; it {said.trend} with the {'pool' if is_pool else 'threads'}"
    chance = f"p < {_LEAST_P:.4f}" if said.p < _LEAST_P else f"p = {said.p:.2g}"
    pool = "" if is_pool or not said.pool_mib else f", {_size(said.pool_mib)} pool"
    about = f"{effect.workload}, {PRODUCTS[said.product]} {said.version}{pool}"
    return f"{_change_text(effect)}: {what} ({chance}; {about})."


def _change_text(effect: Effect) -> str:
    """What was changed; of a switch, that it is on."""
    said, flushed = effect.said, effect.flushed
    against = "" if said.candidate_value.upper() in SWITCHES else f" against {said.baseline_value}"
    if effect.subject == "build":
        return effect.label if not against else f"{effect.label} {said.candidate_value}{against}"
    with_flushes = f", sync_binlog={flushed}" if flushed else ""
    return f"{said.changed}={said.candidate_value}{with_flushes}{against}"


def _place_text(effect: Effect, place: float) -> str:
    if effect.said.dimension == "threads":
        return count_text(int(place), "thread")
    return f"a pool of {_size(place)}"


def _size(mib: float) -> str:
    return of_bytes(str(round(mib * 2**20)))


def _shared_charts(effects: Iterable[Effect]) -> list[list[Effect]]:
    """Effects by the chart that they share: over threads those of a campaign that differ in the
    pool; over pools each has its own.
    """

    def shared(effect: Effect) -> tuple[str, ...]:
        said = effect.said
        if said.dimension == "pool":
            return ("pool", said.effect)
        values = said.baseline_value, said.candidate_value, effect.flushed
        return said.campaign, said.workload, said.changed, *values, said.product, said.version

    ordered = sorted(found_effects(effects), key=shared)
    groups = [list(group) for _, group in groupby(ordered, key=shared)]
    return sorted(groups, key=lambda group: min(each.said.p for each in group))


def effect_views(effects: Iterable[Effect]) -> list[EffectView]:
    """Effects as a page shows them, the least likely by chance first."""
    return [
        EffectView(
            chart=chart.name,
            caption=chart.title,
            texts=[effect_text(each) for each in group],
            path=group[0].path,
        )
        for group in _shared_charts(effects)
        for chart in [_chart_of(group)]
    ]


def effect_charts(effects: Iterable[Effect]) -> list[PanelChart]:
    """The charts of effects."""
    return [_chart_of(group) for group in _shared_charts(effects)]


def _chart_of(group: Sequence[Effect]) -> PanelChart:
    """Ratios over the pool or the threads, a line an effect."""
    first = group[0].said
    labels = [
        _size(each.said.pool_mib) if len(group) > 1 and each.said.pool_mib else _change_text(each)
        for each in group
    ]
    sides = [
        Side(
            id=f"side-{place}",
            label=label,
            role="candidate" if place else "baseline",
            product=first.product,
            version=first.version,
            series="",
            shade=place,
        )
        for place, label in enumerate([first.baseline_value, *labels])
    ]
    along = "buffer pool" if first.dimension == "pool" else "client threads"
    return PanelChart(
        name=f"effect--{first.effect}",
        kind="ratio",
        title=f"{_change_text(group[0])}: ratio to {first.baseline_value} by {along}",
        metric=MetricColumn(
            name="ratio",
            label="Slower below 1, faster above",
            unit="",
            direction="higher",
            decimals=3,
        ),
        x=first.dimension,
        log_x=is_wide_grid([place_of(point) for each in group for point in each.points]),
        sides=sides,
        values=[
            ChartMark(
                threads=round(place_of(point)),
                side=side.id,
                label=side.label,
                centre=point.ratio,
                low=point.ratio,
                high=point.ratio,
                n=point.runs,
                path=f"/comparisons/{point.bundle}--{point.workload}/",
            )
            for side, each in zip(sides[1:], group, strict=True)
            for point in each.points
        ],
    )
