"""Pages of hardware classes: what ran on such machines, and what upgrading did there.

A row of the forest is an upgrade on one machine, a dot a campaign that ran both releases. Of many
upgrades those are shown that most machines of the archive ran, since they are asked for most.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from msgspec import field

from sysbench_archive.derive.entries import ResultEntry
from sysbench_archive.derive.servers import version_key
from sysbench_archive.derive.workloads import LOADS
from sysbench_archive.hardware.classes import UNKNOWN
from sysbench_archive.hardware.processors import TABLES
from sysbench_archive.model.base import Reference, narrowed
from sysbench_archive.model.bundle import PRODUCTS
from sysbench_archive.model.listing import HardwareClassRecord, HardwareTables
from sysbench_archive.pages.forest import Forest, ForestGroup, forest, forest_group
from sysbench_archive.pages.kinds import (
    File,
    Listed,
    PageKind,
    SearchDocument,
    reference,
)
from sysbench_archive.pages.listing import ListRow, listed_rows
from sysbench_archive.pages.ratio_axis import Axis, axis_of
from sysbench_archive.pages.upgrade_question import CLIENTS, RESIDENCIES, machine_name
from sysbench_archive.pages.upgrade_rows import Beside, alike, by_machine, pairs_row
from sysbench_archive.tables.release_pairs import (
    ReleasePair,
    Upgrade,
    pairs_by_upgrade,
    upgrades_by_class,
)
from sysbench_archive.words.phrases import capital

MOST_ROWS = 6
"""Upgrades of a group."""
MOST_SHOWN, MOST_FURTHER = 2, 6
"""Groups that are in sight, and that are folded behind them."""


class HardwareClassPage(HardwareClassRecord):
    """The page of a hardware class."""

    results: list[Reference]
    """Everything on file that ran on it."""
    comparisons: list[Reference]
    upgrades: list[Reference]
    """Upgrades with evidence."""
    forest: Forest | None
    """Upgrades of one product that ran on such machines; null where there are none."""
    further: Forest | None
    """The same under further kinds of load; null where there are none."""


class HardwarePages(HardwareTables):
    """Pages of hardware classes, and how machines are classified."""

    pages: list[HardwareClassPage] = field(default_factory=list)
    """Classes that machines on file belong to, those with most results first."""


def hardware_record(
    classes: Iterable[HardwareClassRecord],
    results: Sequence[ResultEntry],
    appearances: Mapping[str, Sequence[Reference]],
    pairs: Sequence[ReleasePair],
) -> HardwarePages:
    """Every class that a machine on file belongs to, most results first, and the tables.

    `appearances` names the comparisons of each bundle by its id.
    """
    described = {record.id: record for record in classes}
    ran: dict[str, list[Reference]] = {name: [] for name in described}
    compared: dict[str, dict[str, Reference]] = {name: {} for name in described}
    for entry in results:
        for name in dict.fromkeys(machine.hardware_class.id for machine in entry.machines):
            ran[name].append(reference(entry))
            for other in appearances.get(entry.id, ()):
                compared[name].setdefault(other.path, other)
    upgrades = upgrades_by_class(pairs)
    forests = _Forests(pairs)
    pages = []
    for name, record in described.items():
        shown, further = forests.of_class(name)
        page = narrowed(
            record,
            HardwareClassPage,
            results=ran[name],
            comparisons=list(compared[name].values()),
            upgrades=upgrades.get(name, []),
            forest=shown,
            further=further,
        )
        pages.append(page)
    order = sorted(pages, key=lambda p: (p.id == UNKNOWN, -len(ran[p.id]), p.id))
    return narrowed(TABLES, HardwarePages, pages=order)


class _Forests:
    """What upgrades of one product did on the machines of each class."""

    def __init__(self, pairs: Sequence[ReleasePair]) -> None:
        """Of all pairs of an archive."""
        self._beside = Beside(pairs)
        self._asked = {
            upgrade.upgrade: len({pair.machine for pair in own})
            for upgrade, own in pairs_by_upgrade(pairs).items()
        }
        self._by_class: dict[str, list[ReleasePair]] = {}
        for pair in pairs:
            if pair.product == pair.to_product:
                self._by_class.setdefault(pair.hardware_class, []).append(pair)

    def of_class(self, name: str) -> tuple[Forest | None, Forest | None]:
        """For each kind of load the clients and data under which most upgrades ran, those of most
        upgrades first; the further ones apart.
        """
        by_load: dict[str, list[ReleasePair]] = {}
        for group in alike(self._by_class.get(name, [])):
            load = group[0].load
            by_load[load] = max(by_load.get(load, []), group, key=_weight)
        groups = sorted(by_load.values(), key=_weight, reverse=True)[: MOST_SHOWN + MOST_FURTHER]
        chosen = [self._most_asked(group) for group in groups]
        every = [pair for rows in chosen for own in rows.values() for pair in own]
        axis = axis_of(pair.ratio for pair in (*every, *self._beside.reversing(every)))
        made = [self._group(axis, rows) for rows in chosen]
        return (
            forest(axis, made[:MOST_SHOWN]) if made else None,
            forest(axis, made[MOST_SHOWN:]) if made[MOST_SHOWN:] else None,
        )

    def _most_asked(self, pairs: Sequence[ReleasePair]) -> dict[Upgrade, list[ReleasePair]]:
        """The upgrades that most machines ran, the older releases first."""
        found = pairs_by_upgrade(pairs)
        asked = sorted(found, key=lambda upgrade: -self._asked[upgrade.upgrade])[:MOST_ROWS]
        products = list(PRODUCTS)
        asked.sort(
            key=lambda upgrade: (
                products.index(upgrade.product),
                version_key(upgrade.from_series),
                version_key(upgrade.to_series),
            )
        )
        return {upgrade: found[upgrade] for upgrade in asked}

    def _group(self, axis: Axis, rows: Mapping[Upgrade, Sequence[ReleasePair]]) -> ForestGroup:
        first = next(iter(rows.values()))[0]
        several = len({pair.machine for own in rows.values() for pair in own}) > 1
        return forest_group(
            f"{capital(LOADS[first.load].noun)}, {CLIENTS[first.clients]},"
            f" {RESIDENCIES[first.residency]}",
            [
                pairs_row(
                    axis,
                    own,
                    self._beside,
                    name=f"{upgrade.from_label} to {upgrade.to_series}",
                    about=machine_name(own[0]) if several else "",
                    path=f"{upgrade.path}#{first.load}",
                )
                for upgrade, all_own in rows.items()
                for own in by_machine(all_own)
            ],
        )


def _weight(pairs: Sequence[ReleasePair]) -> tuple[int, int]:
    """Upgrades and ratios of a group."""
    return len(pairs_by_upgrade(pairs)), len(pairs)


def _document(page: HardwareClassRecord, machines: Sequence[ListRow]) -> SearchDocument:
    """A class by the processors, instance types and sizes of its machines."""
    own = [row for row in machines if row.path == page.path]
    words = ["hardware class machine", page.brief, *(name for row in own for name in row.hardware)]
    return SearchDocument(
        kind="hardware",
        path=page.path,
        title=page.label,
        text="; ".join(dict.fromkeys(f"{row.title} ({row.machine})" for row in own[:3])),
        words=" ".join(words),
    )


def _documents(hardware: HardwarePages, listed: Listed) -> Iterator[SearchDocument]:
    machines = listed_rows(listed).machines.rows
    return (_document(page, machines) for page in hardware.pages)


def _files(hardware: HardwarePages, _: Listed) -> Iterator[File]:
    classes = [narrowed(page, HardwareClassRecord) for page in hardware.pages]
    yield "static/hardware/classes.json", narrowed(hardware, HardwareTables, classes=classes)


HARDWARE = PageKind(
    name="hardware",
    record=HardwarePages,
    made=lambda it: hardware_record(it.classes, it.results, it.appearances, it.pairs),
    titles=lambda hardware: [(page.path, page.label) for page in hardware.pages],
    documents=_documents,
    files=_files,
)
