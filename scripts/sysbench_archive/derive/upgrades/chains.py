"""The chain tables: what each step of a product's releases costs or gains, family by family.

There is a table for each regime, dataset and role. A step leads from a series to the next newer
one it was run beside; a series nobody ran beside its predecessor is reached from the newest older
one it was run beside.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, TypeGuard, get_args

from sysbench_archive.derive.panels import version_key
from sysbench_archive.derive.upgrades.cells import place_text, ratio_text, upgrade_cell
from sysbench_archive.derive.upgrades.points import (
    FAMILY_LABELS,
    FAMILY_TESTS,
    REGIME_LABELS,
    RESIDENCY_LABELS,
    ROLE_LABELS,
    MeasuredPoint,
    Upgrade,
    comparable_points,
    ordered_upgrades,
)
from sysbench_archive.model.bundle import PRODUCTS
from sysbench_archive.model.result import Residency
from sysbench_archive.model.upgrade import (
    ChainColumn,
    ChainRow,
    ChainView,
    Regime,
    TableRole,
    UpgradeChoice,
    UpgradeChoiceOption,
    UpgradeFamily,
    UpgradeList,
    UpgradePairEntry,
    UpgradeProduct,
)

MOST_LONG_UPGRADES = 3
"""Pairs of several steps that a table shows beside its steps."""

Cells = Mapping[tuple[Upgrade, UpgradeFamily], Sequence[MeasuredPoint]]
Axis = Literal["regime", "residency", "role"]


@dataclass(frozen=True, slots=True)
class TableKey:
    """Which table of a product: a value for each axis it is chosen by."""

    regime: Regime
    residency: Residency
    role: TableRole

    @property
    def label(self) -> str:
        """The three in words."""
        regime, residency = REGIME_LABELS[self.regime], RESIDENCY_LABELS[self.residency]
        words = f"{regime}, {residency}, {ROLE_LABELS[self.role]}"
        return words[:1].upper() + words[1:]


_LEGENDS: dict[Axis, str] = {
    "regime": "Settings",
    "residency": "Dataset",
    "role": "Client threads",
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
_ROLE_CHOICES: dict[TableRole, str] = {
    "one": "one",
    "below": "more than one, fewer than CPUs",
    "cores": "about the core count",
    "over": "oversubscribed",
}


def chains_record(points: Sequence[MeasuredPoint]) -> UpgradeList:
    """The whole page: tables for each product, and what can be chosen among them."""
    tabled = [(_table_key(point), point) for point in comparable_points(points)]
    keyed = [(key, point) for key, point in tabled if key]
    counts = Counter(key for key, _ in keyed)
    # At first readers see the table with the most evidence.
    first = max(counts, key=lambda key: counts[key], default=None)
    regimes = [name for name in _REGIME_CHOICES if any(key.regime == name for key in counts)]
    residencies = [n for n in _RESIDENCY_CHOICES if any(key.residency == n for key in counts)]
    roles = [name for name in _ROLE_CHOICES if any(key.role == name for key in counts)]
    keys = [TableKey(*values) for values in itertools.product(regimes, residencies, roles)]
    products = [name for name in PRODUCTS if any(point.product == name for _, point in keyed)]
    return UpgradeList(
        products=[
            _product_record(product, [(k, p) for k, p in keyed if p.product == product], keys)
            for product in products
        ],
        pairs=[_pair_entry(upgrade, points) for upgrade in ordered_upgrades(points)],
        choices=[
            _choice("regime", {name: _REGIME_CHOICES[name] for name in regimes}, first),
            _choice("residency", {n: _RESIDENCY_CHOICES[n] for n in residencies}, first),
            _choice("role", {name: _ROLE_CHOICES[name] for name in roles}, first),
        ],
    )


def _table_key(point: MeasuredPoint) -> TableKey | None:
    """The table a point stands in; None where its role does not refer to the processors."""
    role = point.role
    return TableKey(point.regime, point.residency, role) if _is_table_role(role) else None


def _is_table_role(role: str) -> TypeGuard[TableRole]:
    return role in get_args(TableRole)


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


def _pair_entry(upgrade: Upgrade, points: Sequence[MeasuredPoint]) -> UpgradePairEntry:
    own = [point for point in points if point.upgrade == upgrade]
    families = {point.family for point in own}
    return UpgradePairEntry(
        slug=upgrade.slug,
        key=upgrade.key,
        path=upgrade.path,
        title=upgrade.title,
        product=upgrade.product,
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
    return UpgradeProduct(
        product=product,
        label=PRODUCTS[product],
        worst=worst_step_text([point for _, point in keyed]),
        views=[_table(key, [point for own, point in keyed if own == key]) for key in keys],
    )


def _table(key: TableKey, points: Sequence[MeasuredPoint]) -> ChainView:
    """The table of one regime, dataset and role, without columns where there is no evidence."""
    cells: dict[tuple[Upgrade, UpgradeFamily], list[MeasuredPoint]] = {}
    for point in points:
        cells.setdefault((point.upgrade, point.family), []).append(point)
    upgrades = ordered_upgrades(points)
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
            )
            for upgrade in (*steps, *longer)
        ],
        rows=list(_table_rows([*steps, *longer], cells)) if upgrades else [],
        role=key.role,
    )


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
    """The lowest ratio of a single step that is called slower; empty where none is."""
    steps = single_steps(ordered_upgrades(points))
    slower = [p for p in points if p.direction == "slower" and p.upgrade in steps]
    if not slower:
        return ""
    worst = min(slower, key=lambda point: point.log_ratio)
    product = PRODUCTS[worst.product]
    return (
        f"The worst regression of a step is {product} {worst.from_release} to"
        f" {product} {worst.to_release}: {ratio_text(worst.ratio)} times the throughput,"
        f" {place_text(worst)}, {REGIME_LABELS[worst.regime]}, {worst.status}."
    )
