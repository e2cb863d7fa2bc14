"""Effects as pages show them: a sentence with the finding first, and a chart over the series."""

from __future__ import annotations

import math
from collections.abc import Iterable

from sysbench_archive.comparability.fields import of_bytes
from sysbench_archive.comparability.settings import SWITCHES
from sysbench_archive.model.base import Record
from sysbench_archive.model.bundle import PRODUCTS
from sysbench_archive.model.comparison import (
    Comparison,
    Finding,
    Panel,
    SharedStatus,
    Side,
    weakest_status,
)
from sysbench_archive.pages.comparison.besides import besides_of
from sysbench_archive.pages.comparison.charts import ChartMark, PanelChart, is_wide_grid, ratio_to
from sysbench_archive.pages.comparison.findings import page_status
from sysbench_archive.tables.effects import Dimension, Effect, TableEffect
from sysbench_archive.words.differences import range_of
from sysbench_archive.words.phrases import count_text

_LEAST_P = 0.0001


class EffectView(Record):
    """An effect, as pages show it."""

    chart: str
    """Name of its chart."""
    caption: str
    """What the chart shows."""
    text: str
    """What was found."""
    path: str
    """Page of its bundles."""


def found_effects(effects: Iterable[Effect]) -> list[Effect]:
    """Those of which anything stands, the least likely by chance first."""
    return sorted((each for each in effects if each.found), key=lambda each: each.said.p)


def effect_finding(effect: Effect, page: str, status: SharedStatus) -> Finding:
    """An effect as a page of some status opens with it; one that is not its own leads to that."""
    return Finding(
        text=effect_text(effect),
        status=weakest_status((status, effect.status)),
        path=effect.path if effect.path != page else "",
    )


def with_effects(comparison: Comparison, effects: Iterable[Effect]) -> list[Finding]:
    """The findings of a bundle's comparison, and before them what a series says of its servers."""
    shown = {(panel.bundle.id, panel.workload.id) for panel in comparison.panels}
    own = [each for each in effects if any(pair[:2] in shown for pair in each.pairs)]
    status = page_status(comparison.panels)
    found = [effect_finding(effect, comparison.path, status) for effect in own]
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
    said, by_place = effect.said, _lines(effect, effect.said.dimension)
    lines = list(by_place.items())
    is_pool = said.dimension == "pool"
    if said.trend == "none":
        noun = "buffer pool" if is_pool else "thread count"
        what = (
            f"{range_of(point.ratio for point in effect.points)} at {count_text(len(lines), noun)}"
        )
    else:
        ends = [
            f"{range_of(point.ratio for point in own)} with {_place_text(said, at)}"
            for at, own in (lines[0], lines[-1])
        ]
        logs = [[math.log(point.ratio) for point in own] for own in by_place.values()]
        means = [sum(own) / len(own) for own in logs]
        is_steady = means in (sorted(means), sorted(means, reverse=True))
        it = "it" if is_steady else "on the whole it"
        what = f"{', '.join(ends)}; {it} {said.trend} with the {'pool' if is_pool else 'threads'}"
    chance = f"p < {_LEAST_P:.4f}" if said.p < _LEAST_P else f"p = {said.p:.1g}"
    pool = "" if is_pool or not said.pool_mib else f", {_size(said.pool_mib)} pool"
    about = f"{effect.workload}, {PRODUCTS[said.product]} {said.version}{pool}"
    return f"{_change_text(effect)}: {what} ({chance}; {about})."


def _lines(effect: Effect, dimension: Dimension) -> dict[float, list[TableEffect]]:
    """The points at each place of a dimension, in its order."""
    found: dict[float, list[TableEffect]] = {}
    for point in effect.points:
        found.setdefault(_place_of(point, dimension), []).append(point)
    return dict(sorted(found.items()))


def _place_of(point: TableEffect, dimension: Dimension) -> float:
    return point.threads if dimension == "threads" else point.pool_mib or 0


def _change_text(effect: Effect) -> str:
    """What was changed; of a switch, that it is on."""
    said, flushed = effect.said, effect.flushed
    against = "" if said.candidate_value.upper() in SWITCHES else f" against {said.baseline_value}"
    if effect.subject == "build":
        return effect.label if not against else f"{effect.label} {said.candidate_value}{against}"
    with_flushes = f", sync_binlog={flushed}" if flushed else ""
    return f"{said.changed}={said.candidate_value}{with_flushes}{against}"


def _place_text(said: TableEffect, place: float) -> str:
    if said.dimension == "threads":
        return count_text(int(place), "thread")
    return f"a pool of {_size(place)}"


def _size(mib: float) -> str:
    return of_bytes(str(round(mib * 2**20)))


def effect_views(effects: Iterable[Effect]) -> list[EffectView]:
    """Effects as a page shows them."""
    return [
        EffectView(
            chart=chart.name, caption=chart.title, text=effect_text(effect), path=effect.path
        )
        for effect in effects
        for chart in [effect_chart(effect)]
    ]


def effect_chart(effect: Effect) -> PanelChart:
    """Its ratios over the pool, or over the threads where these are more, a line for each of the
    other.
    """
    said = effect.said
    pools, counts = _lines(effect, "pool"), _lines(effect, "threads")
    over: Dimension = "pool" if len(pools) >= len(counts) else "threads"
    lines = counts if over == "pool" else pools
    names = [
        _change_text(effect)
        if len(lines) == 1
        else count_text(int(place), "thread")
        if over == "pool"
        else _size(place)
        for place in lines
    ]
    sides = [
        Side(
            id=f"side-{place}",
            label=name,
            role="candidate" if place else "baseline",
            product=said.product,
            version=said.version,
            series="",
            shade=place,
        )
        for place, name in enumerate([said.baseline_value, *names])
    ]
    along = "buffer pool" if over == "pool" else "client threads"
    return PanelChart(
        name=f"effect--{said.effect}",
        kind="ratio",
        title=f"{_change_text(effect)}: difference from {said.baseline_value} by {along}",
        metric=ratio_to(said.baseline_value),
        x=over,
        log_x=is_wide_grid([*(pools if over == "pool" else counts)]),
        sides=sides,
        values=[
            ChartMark(
                threads=round(_place_of(point, over)),
                side=side.id,
                label=side.label,
                centre=point.ratio,
                low=point.ratio,
                high=point.ratio,
                n=point.runs,
                path=f"/comparisons/{point.bundle}--{point.workload}/",
            )
            for side, own in zip(sides[1:], lines.values(), strict=True)
            for point in own
        ],
    )
