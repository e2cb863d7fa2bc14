"""The page of all pairs: matrices of one-number answers, and what can be chosen from.

There is a matrix for each product and for each two products one bundle ran.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from sysbench_archive.derive.entries import STORAGE
from sysbench_archive.derive.servers import version_key
from sysbench_archive.derive.upgrades.answers import (
    NOUNS,
    answers_of,
    is_seldom_clear,
    leading_part,
)
from sysbench_archive.derive.upgrades.pairs import BAND_TITLES
from sysbench_archive.derive.upgrades.points import (
    FAMILY_TESTS,
    NORMAL_QUANTILE,
    REGIME_LABELS,
    MeasuredPoint,
    Upgrade,
    comparable_points,
    ordered_upgrades,
    points_by_upgrade,
)
from sysbench_archive.derive.upgrades.words import NO_CLEAR_DIFFERENCE, place_text, runs_text
from sysbench_archive.model.bundle import PRODUCTS
from sysbench_archive.model.comparison import Direction
from sysbench_archive.model.upgrade import (
    UpgradeList,
    UpgradeMatrix,
    UpgradeMatrixCell,
    UpgradeMatrixRow,
    UpgradeOption,
    UpgradePairEntry,
    UpgradeProduct,
)
from sysbench_archive.words.differences import change_text, difference_text, sided_range
from sysbench_archive.words.phrases import count_text

MOST_LEADING = 6
"""Pairs that stand above the others."""


def upgrade_list(points: Sequence[MeasuredPoint]) -> UpgradeList:
    """The whole page."""
    grouped = points_by_upgrade(points)
    pairs = [_pair_entry(upgrade, own) for upgrade, own in grouped.items()]
    stepping = [point for point in comparable_points(points) if not point.to_product]
    products = [name for name in PRODUCTS if any(point.product == name for point in stepping)]
    upgrades = list(grouped)
    return UpgradeList(
        products=[
            UpgradeProduct(
                product=product,
                label=PRODUCTS[product],
                worst=worst_step_text([p for p in stepping if p.product == product]),
            )
            for product in products
        ],
        sources=_options({(u.product, u.from_series) for u in upgrades}),
        targets=_options({(u.reached, u.to_series) for u in upgrades}),
        loads=[UpgradeOption(name=name, label=noun) for name, noun in NOUNS.items()],
        clients=[
            UpgradeOption(name=name, label=label)
            for name, label in BAND_TITLES.items()
            if name != "unrecorded"
        ],
        storage=[
            UpgradeOption(name=kind, label=label)
            for kind, label in STORAGE.items()
            if any(kind in point.storage for point in points)
        ],
        leading=_leading(pairs),
        matrices=_matrices(upgrades, pairs),
        pairs=pairs,
    )


def _options(series: set[tuple[str, str]]) -> list[UpgradeOption]:
    """Release series by product, the newest first."""
    products = list(PRODUCTS)
    newest_first = sorted(series, key=lambda own: version_key(own[1]), reverse=True)
    ordered = sorted(newest_first, key=lambda own: products.index(own[0]))
    return [
        UpgradeOption(name=f"{product}-{name}", label=f"{PRODUCTS[product]} {name}")
        for product, name in ordered
    ]


def _leading(pairs: Sequence[UpgradePairEntry]) -> list[int]:
    """Positions of the pairs whose answer rests on the most machines, then measurements."""

    def support(place: int) -> tuple[int, int]:
        answer = pairs[place].answer
        return (-answer.machines, -answer.measurements) if answer else (0, 0)

    return sorted(range(len(pairs)), key=support)[:MOST_LEADING]


def _matrices(
    upgrades: Sequence[Upgrade], pairs: Sequence[UpgradePairEntry]
) -> list[UpgradeMatrix]:
    """A matrix for each product, then for each two products."""
    groups: dict[tuple[str, str], list[int]] = {}
    for place, upgrade in enumerate(upgrades):
        groups.setdefault((upgrade.product, upgrade.to_product), []).append(place)
    return [
        _matrix([(upgrades[place], pairs[place]) for place in places], places)
        for _, places in sorted(groups.items(), key=_matrix_order)
    ]


def _matrix_order(group: tuple[tuple[str, str], list[int]]) -> tuple[bool, int, int]:
    (product, other), _ = group
    products = list(PRODUCTS)
    return bool(other), products.index(product), products.index(other or product)


def _matrix(
    entries: Sequence[tuple[Upgrade, UpgradePairEntry]], places: list[int]
) -> UpgradeMatrix:
    first = entries[0][0]
    rows = sorted({upgrade.from_series for upgrade, _ in entries}, key=version_key)
    columns = sorted({upgrade.to_series for upgrade, _ in entries}, key=version_key)
    cells = {(u.from_series, u.to_series): _matrix_cell(entry) for u, entry in entries}
    product, other = PRODUCTS[first.product], PRODUCTS[first.reached]
    return UpgradeMatrix(
        id=f"{first.product}-to-{first.to_product}" if first.to_product else first.product,
        title=f"{product} to {other}" if first.to_product else product,
        columns=columns,
        rows=[
            UpgradeMatrixRow(label=row, cells=[cells.get((row, column)) for column in columns])
            for row in rows
        ],
        pairs=places,
    )


_WEAK: dict[Direction, str] = {
    NO_CLEAR_DIFFERENCE: "not clear: ",
    "cannot-tell": "not clear: ",
    "mixed": "mixed: ",
}
_SELDOM = "seldom clear: "
"""Of a sign that stands in fewer than half of the measurements."""


def _matrix_cell(entry: UpgradePairEntry) -> UpgradeMatrixCell:
    answer = entry.answer
    if answer is None:
        return UpgradeMatrixCell(
            path=entry.path, text="none", note="nothing comparable", direction="cannot-tell"
        )
    machines = count_text(answer.machines, "machine")
    seldom = _SELDOM if is_seldom_clear(leading_part(answer.parts)) else ""
    return UpgradeMatrixCell(
        path=entry.path,
        text=difference_text(answer.ratio),
        note=f"{_WEAK.get(answer.direction, seldom)}{NOUNS[answer.family]}, {machines}",
        direction=answer.direction,
    )


def _pair_entry(upgrade: Upgrade, own: Sequence[MeasuredPoint]) -> UpgradePairEntry:
    families = {point.family for point in own}
    return UpgradePairEntry(
        slug=upgrade.slug,
        key=upgrade.key,
        path=upgrade.path,
        title=upgrade.title,
        product=upgrade.product,
        to_product=upgrade.to_product,
        answer=next(iter(answers_of(upgrade, comparable_points(own))), None),
        from_series=upgrade.from_series,
        to_series=upgrade.to_series,
        from_label=upgrade.from_label,
        to_label=upgrade.to_label,
        machines=len({point.machine for point in own}),
        newest=max(point.day for point in own),
        families=[family for family in FAMILY_TESTS if family in families],
        cpus=sorted({point.cpus for point in own if point.cpus}),
        cores=sorted({point.cores for point in own if point.cores}),
        classes=sorted({point.hardware_class.id for point in own}),
    )


def single_steps(upgrades: Sequence[Upgrade]) -> list[Upgrade]:
    """The steps among upgrades of one product, by their older series."""
    position = _series_positions(upgrades)
    following = {
        min(
            (upgrade for upgrade in upgrades if upgrade.from_series == series),
            key=lambda upgrade: position[upgrade.to_series],
        )
        for series in {upgrade.from_series for upgrade in upgrades}
    }
    reached = {upgrade.to_series for upgrade in following}
    leading = {
        max(
            (upgrade for upgrade in upgrades if upgrade.to_series == series),
            key=lambda upgrade: position[upgrade.from_series],
        )
        for series in {upgrade.to_series for upgrade in upgrades} - reached
    }
    return sorted(
        following | leading, key=lambda u: (position[u.from_series], position[u.to_series])
    )


def _series_positions(upgrades: Sequence[Upgrade]) -> dict[str, int]:
    """Release series to its position among all, the oldest first."""
    series = {name for u in upgrades for name in (u.from_series, u.to_series)}
    return {name: position for position, name in enumerate(sorted(series, key=version_key))}


def worst_step_text(points: Sequence[MeasuredPoint]) -> str:
    """The best supported regression of a single step; empty where none stands.

    Measured ones come before indicative ones, among them the one whose interval, or noise, lies
    furthest below no difference. Figures as published and steps that go backwards in time don't
    count.
    """
    steps = single_steps(ordered_upgrades(points))
    slower = [p for p in points if p.direction == "slower" and p.upgrade in steps]
    supported = [p for p in slower if p.status in _SUPPORTED and p.order != "backward"]
    if not supported:
        return ""
    best = min(supported, key=_support_order)
    product, ends = PRODUCTS[best.product], ""
    if best.low is not None and best.high is not None:
        ends = f" ({sided_range(best.ratio, (best.low, best.high))})"
    return (
        f"The best supported regression of a step is {product} {best.from_release} to"
        f" {product} {best.to_release}: {change_text(best.ratio)}{ends},"
        f" {place_text(best)}, {REGIME_LABELS[best.regime]};"
        f" {best.status}, {runs_text(best.n)}."
    )


_SUPPORTED = ("measured", "indicative")
"""Evidence statuses that can support a regression, the stronger first."""


def _support_order(point: MeasuredPoint) -> tuple[int, float, str, str]:
    """Best supported first; without an interval the noise of a single run stands for it."""
    noise = NORMAL_QUANTILE * point.standard_error
    upper = point.log_ratio + noise if point.high is None else math.log(point.high)
    return _SUPPORTED.index(point.status), upper, point.bundle, point.workload
