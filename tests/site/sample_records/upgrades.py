"""Sample upgrades and hardware classes: two machines, one of which nobody named.

Pages of pairs are made from points, as the archive makes them: only points are written here.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from msgspec.structs import replace

from machines import class_of
from sysbench_archive.derive.site import hardware_record
from sysbench_archive.derive.upgrades.lists import upgrade_list
from sysbench_archive.derive.upgrades.pairs import pair_records
from sysbench_archive.derive.upgrades.points import MeasuredPoint
from sysbench_archive.hardware import HardwareClass
from sysbench_archive.hardware.distance import class_record, class_summary
from sysbench_archive.model.comparison import ComparisonRecord
from sysbench_archive.model.listing import HardwareList, ResultEntry
from sysbench_archive.model.upgrade import UpgradeList, UpgradePair
from upgrade_samples import measured_point

from .shared import Text, references

SMALL = class_of(kind="vm", cpu={"cores": 2}, memory={"size_mib": 24105})
UNNAMED = class_of()
PAIR_PATH = "/upgrades/mysql-8.0-to-mysql-8.4/"


def points(text: Text) -> list[MeasuredPoint]:
    """Three thread counts on one machine, and a published figure of another."""
    return [
        point(text, 0.9, 0.02, threads=1, direction="slower"),
        point(text, 1.01, 0.01, threads=2, direction="equivalent"),
        point(text, 1.2, 0.05, threads=16, direction="faster"),
        point(
            text,
            0.8,
            None,
            UNNAMED,
            threads=1,
            direction="slower",
            machine="b",
            status="reported",
            cpus=None,
            regime="other",
            residency="unrecorded",
        ),
    ]


def point(
    text: Text, ratio: float, half: float | None, kind: HardwareClass = SMALL, **more: Any
) -> MeasuredPoint:
    """A point of MySQL 8.0 to 8.4."""
    named = class_summary(kind)
    shown = replace(named, label=text(named.label), brief=text(named.brief))
    known: dict[str, Any] = {
        "from_series": "8.0",
        "to_series": "8.4",
        "from_release": text("8.0.36"),
        "to_release": text("8.4.0"),
        "workload": text("OLTP read-only"),
        "regime": "defaults",
        "machine_label": text("A machine"),
        "cpus": 2,
        "submitter": text("Somebody"),
        "day": "2026-01-02",
        "bundle": "2026-01-sample",
        "path": "/results/2026-01-sample/",
        "low": None if half is None else ratio - half,
        "high": None if half is None else ratio + half,
        "standard_error": (half or 0.1) / 2,
        "hardware_class": shown,
    }
    return measured_point(ratio, **known | more)


def upgrades(text: Text) -> UpgradeList:
    """The page of all pairs."""
    return upgrade_list(points(text))


def pairs(text: Text) -> Iterator[UpgradePair]:
    """Each pair's page."""
    yield from pair_records(points(text))


def hardware(
    results: Sequence[ResultEntry], comparisons: Sequence[ComparisonRecord], text: Text
) -> HardwareList:
    """The classes of the sample's machines."""
    classes = [class_record(kind) for kind in (SMALL, UNNAMED)]
    named = [replace(record, label=text(record.label)) for record in classes]
    appearances = {entry.id: references(comparisons) for entry in results}
    return hardware_record(named, results, appearances, points(text))
