"""The chain tables: what each step of a product's releases costs or gains, family by family.

There is a table for each regime, residency and band of concurrency. A step leads from a series to
the next newer one it was run beside; a series nobody ran beside its predecessor is reached from the
newest older one it was run beside. Where the older series' release came out after the newer's, the
step says that it goes backwards in time.
"""

from __future__ import annotations

import itertools
import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from sysbench_archive.derive.servers import version_key
from sysbench_archive.derive.upgrades.answers import answers_of
from sysbench_archive.derive.upgrades.cells import upgrade_cell
from sysbench_archive.derive.upgrades.pairs import leading_finding
from sysbench_archive.derive.upgrades.points import (
    BAND_LABELS,
    FAMILY_LABELS,
    FAMILY_TESTS,
    NORMAL_QUANTILE,
    REGIME_LABELS,
    RESIDENCY_LABELS,
    MeasuredPoint,
    Upgrade,
    comparable_points,
    ordered_upgrades,
    points_by_upgrade,
)
from sysbench_archive.derive.upgrades.words import place_text, runs_text
from sysbench_archive.model.bundle import PRODUCTS
from sysbench_archive.model.result import Residency
from sysbench_archive.model.upgrade import (
    Band,
    ChainColumn,
    ChainRow,
    ChainView,
    Regime,
    UpgradeChoice,
    UpgradeChoiceOption,
    UpgradeFamily,
    UpgradeFinding,
    UpgradeList,
    UpgradePairEntry,
    UpgradeProduct,
)
from sysbench_archive.verdicts.words import change_text, sided_range

MOST_LONG_UPGRADES = 3
"""Pairs of several steps that a table shows beside its steps."""

Cells = Mapping[tuple[Upgrade, UpgradeFamily], Sequence[MeasuredPoint]]
Axis = Literal["regime", "residency", "band"]


@dataclass(frozen=True, slots=True)
class TableKey:
    """Which table of a product: a value for each axis it is chosen by."""

    regime: Regime
    residency: Residency
    band: Band

    @property
    def label(self) -> str:
        """The three in words."""
        regime, residency = REGIME_LABELS[self.regime], RESIDENCY_LABELS[self.residency]
        words = f"{regime}, {residency}, {BAND_LABELS[self.band]}"
        return words[:1].upper() + words[1:]


_LEGENDS: dict[Axis, str] = {
    "regime": "Settings",
    "residency": "Dataset",
    "band": "Client threads",
}
_REGIME_CHOICES: dict[Regime, str] = {
    "defaults": "default",
    "pinned": "pinned",
    "other": "not recorded",
}
_RESIDENCY_CHOICES: dict[Residency, str] = {
    "in-memory": "in memory",
    "cached": "in main memory, not in the buffer pool",
    "io-bound": "larger than memory",
    "unrecorded": "not recorded",
}
_BAND_CHOICES: dict[Band, str] = {
    "one": "1",
    "up-to-half": "up to half the cores",
    "about-cores": "about the cores",
    "oversubscribed": "oversubscribed",
    "unrecorded": "several, cores not recorded",
}


def chains_record(points: Sequence[MeasuredPoint]) -> UpgradeList:
    """The whole page: tables for each product, and what can be chosen among them."""
    stepping = [point for point in comparable_points(points) if not point.to_product]
    keyed = [(_table_key(point), point) for point in stepping]
    counts = Counter(key for key, _ in keyed)
    # At first readers see the table with the most evidence.
    first = max(counts, key=lambda key: counts[key], default=None)
    regimes = [name for name in _REGIME_CHOICES if any(key.regime == name for key in counts)]
    residencies = [n for n in _RESIDENCY_CHOICES if any(key.residency == n for key in counts)]
    bands = [name for name in _BAND_CHOICES if any(key.band == name for key in counts)]
    keys = [TableKey(*values) for values in itertools.product(regimes, residencies, bands)]
    products = [name for name in PRODUCTS if any(point.product == name for _, point in keyed)]
    return UpgradeList(
        products=[
            _product_record(product, [(k, p) for k, p in keyed if p.product == product], keys)
            for product in products
        ],
        pairs=[_pair_entry(upgrade, own) for upgrade, own in points_by_upgrade(points).items()],
        choices=[
            _choice("regime", {name: _REGIME_CHOICES[name] for name in regimes}, first),
            _choice("residency", {n: _RESIDENCY_CHOICES[n] for n in residencies}, first),
            _choice("band", {name: _BAND_CHOICES[name] for name in bands}, first),
        ],
    )


def _table_key(point: MeasuredPoint) -> TableKey:
    return TableKey(point.regime, point.residency, point.band)


def _choice(axis: Axis, labels: Mapping[str, str], first: TableKey | None) -> UpgradeChoice:
    chosen = getattr(first, axis, None)
    return UpgradeChoice(
        axis=axis,
        legend=_LEGENDS[axis],
        choices=[
            UpgradeChoiceOption(name=name, label=label, chosen=name == chosen)
            for name, label in labels.items()
        ],
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
        machines=len({point.machine for point in own}),
        newest=max(point.day for point in own),
        families=[family for family in FAMILY_TESTS if family in families],
        cpus=sorted({point.cpus for point in own if point.cpus}),
        cores=sorted({point.cores for point in own if point.cores}),
        classes=sorted({point.hardware_class.id for point in own}),
    )


def _product_record(
    product: str, keyed: Sequence[tuple[TableKey, MeasuredPoint]], keys: Sequence[TableKey]
) -> UpgradeProduct:
    points = [point for _, point in keyed]
    return UpgradeProduct(
        product=product,
        label=PRODUCTS[product],
        longest=_longest_finding(points),
        worst=worst_step_text(points),
        views=[_table(key, [point for own, point in keyed if own == key]) for key in keys],
    )


def _table(key: TableKey, points: Sequence[MeasuredPoint]) -> ChainView:
    """The table of one regime, residency and band, without columns where there is no evidence."""
    cells: dict[tuple[Upgrade, UpgradeFamily], list[MeasuredPoint]] = {}
    for point in points:
        cells.setdefault((point.upgrade, point.family), []).append(point)
    grouped = points_by_upgrade(points)
    upgrades = [*grouped]
    steps = single_steps(upgrades)
    longer = long_upgrades([upgrade for upgrade in upgrades if upgrade not in steps], cells)
    return ChainView(
        regime=key.regime,
        residency=key.residency,
        label=key.label,
        columns=[
            ChainColumn(
                from_series=upgrade.from_series,
                to_series=upgrade.to_series,
                path=upgrade.path,
                whole=upgrade in longer,
                note=_column_note(grouped[upgrade], whole=upgrade in longer),
            )
            for upgrade in (*steps, *longer)
        ],
        rows=list(_table_rows([*steps, *longer], cells)) if upgrades else [],
        band=key.band,
    )


def _column_note(points: Sequence[MeasuredPoint], *, whole: bool) -> str:
    """What to know of a column: that it spans several steps, that it goes backwards in time."""
    backward = sum(point.order == "backward" for point in points)
    parts = ["in one go"] if whole else []
    if backward:
        parts.append(f"{'' if backward == len(points) else 'partly '}backwards in time")
    return ", ".join(parts)


def _longest_finding(points: Sequence[MeasuredPoint]) -> UpgradeFinding | None:
    """The upgrade of most steps on which most kinds of load have a direction, in words."""
    grouped = points_by_upgrade(points)
    steps = single_steps([*grouped])
    position = _series_positions([*grouped])
    longer = [upgrade for upgrade in grouped if upgrade not in steps]
    if not longer:
        return None

    def steps_times_loads(upgrade: Upgrade) -> tuple[int, int]:
        standing = [p for p in grouped[upgrade] if p.direction in ("faster", "slower")]
        loads = {(point.family, point.band) for point in standing}
        reach = position[upgrade.to_series] - position[upgrade.from_series]
        return reach * len(loads), position[upgrade.to_series]

    longest = max(longer, key=steps_times_loads)
    return leading_finding(longest, grouped[longest])


def _table_rows(upgrades: Sequence[Upgrade], cells: Cells) -> Iterator[ChainRow]:
    """A row for each family, those nobody ran included."""
    for family in FAMILY_TESTS:
        groups = [cells.get((upgrade, family)) for upgrade in upgrades]
        shown = [upgrade_cell(group) if group else None for group in groups]
        yield ChainRow(family=FAMILY_LABELS[family], cells=shown)


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


def long_upgrades(upgrades: Sequence[Upgrade], cells: Cells) -> list[Upgrade]:
    """A few upgrades of several steps: the longest that much was run on, and those best proven."""
    position = _series_positions(upgrades)

    def steps_times_cells(upgrade: Upgrade) -> int:
        filled = sum(own == upgrade for own, _ in cells)
        return filled * (position[upgrade.to_series] - position[upgrade.from_series])

    def points_of(upgrade: Upgrade) -> int:
        return sum(len(group) for (own, _), group in cells.items() if own == upgrade)

    longest = sorted(upgrades, key=steps_times_cells, reverse=True)[:1]
    best_proven = sorted(upgrades, key=points_of, reverse=True)
    chosen = [*longest, *(u for u in best_proven if u not in longest)][:MOST_LONG_UPGRADES]
    return sorted(chosen, key=lambda u: (position[u.from_series], position[u.to_series]))


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
