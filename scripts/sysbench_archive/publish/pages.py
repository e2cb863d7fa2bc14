"""Files of pages that span bundles: upgrades, hardware classes, addresses of settings."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from sysbench_archive.comparability.effects import variable_field
from sysbench_archive.comparability.table import FIELDS
from sysbench_archive.derive.upgrades.lists import upgrade_list
from sysbench_archive.derive.upgrades.pairs import pair_records
from sysbench_archive.derive.upgrades.points import MeasuredPoint
from sysbench_archive.model.base import Record
from sysbench_archive.model.listing import (
    HardwareClassEntry,
    HardwareFile,
    HardwareList,
)
from sysbench_archive.model.setting import SettingAddresses, SettingList
from sysbench_archive.model.upgrade import (
    UpgradeAddress,
    UpgradeList,
    UpgradePair,
)


def hardware_file(hardware: HardwareList) -> HardwareFile:
    """`/hardware/classes.json`: the same for programs, without what only pages show."""
    return HardwareFile(
        scales=hardware.scales,
        dimensions=hardware.dimensions,
        platforms=hardware.platforms,
        tiers=hardware.tiers,
        generations=hardware.generations,
        processors=hardware.processors,
        vendors=hardware.vendors,
        longest_model=hardware.longest_model,
        lscpu=hardware.lscpu,
        classes=[
            HardwareClassEntry(
                id=page.id, path=page.path, label=page.label, brief=page.brief, values=page.values
            )
            for page in hardware.classes
        ],
    )


@dataclass(frozen=True, slots=True)
class UpgradePages:
    """The page of all pairs, and the page of each."""

    every: UpgradeList
    pairs: Sequence[UpgradePair]


def upgrade_pages(points: Sequence[MeasuredPoint]) -> UpgradePages:
    """The pages for the points of the whole archive."""
    return UpgradePages(upgrade_list(points), list(pair_records(points)))


def upgrade_files(pages: UpgradePages) -> Iterator[tuple[str, Record]]:
    """(path below the derived folder, record): the page of all pairs, and for each its record
    and its `index.json`.
    """
    yield "data/upgrades.json", pages.every
    for pair in pages.pairs:
        yield f"data/upgrade_pairs/{pair.key}.json", pair
        yield (
            f"static{pair.path}index.json",
            UpgradeAddress(path=pair.path, title=pair.title, data=pair.data),
        )


def setting_addresses(settings: SettingList) -> SettingAddresses:
    """Pages of settings by the names that comparability reports have for them.

    That is the field of the table of conditions which reads the variable first, else the variable.
    """
    read = {field.source[0]: field.name for field in FIELDS if field.subject == "setting"}
    return SettingAddresses(
        paths={
            read.get(page.variable) or variable_field(page.variable).name: page.path
            for page in settings.settings
        }
    )
