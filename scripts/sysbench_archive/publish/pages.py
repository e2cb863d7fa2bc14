"""Files of pages that span bundles: upgrades and hardware classes.

A forest chart shows points: a ratio with its interval on a logarithmic axis, a line for each.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from sysbench_archive.derive.upgrades.chains import chains_record
from sysbench_archive.derive.upgrades.pairs import pair_records
from sysbench_archive.derive.upgrades.points import MeasuredPoint
from sysbench_archive.model.base import Number, Record
from sysbench_archive.model.comparison import EvidenceStatus
from sysbench_archive.model.listing import (
    HardwareClassEntry,
    HardwareFile,
    HardwareList,
)
from sysbench_archive.model.upgrade import (
    UpgradeAddress,
    UpgradeGroup,
    UpgradeList,
    UpgradePair,
    UpgradePoint,
)
from sysbench_archive.verdicts.words import STATUSES


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
    """The chain tables, and the page of each pair with its charts."""

    chains: UpgradeList
    pairs: Sequence[UpgradePair]


def upgrade_pages(points: Sequence[MeasuredPoint]) -> UpgradePages:
    """The pages for the points of the whole archive."""
    return UpgradePages(chains_record(points), list(pair_records(points)))


def upgrade_files(pages: UpgradePages) -> Iterator[tuple[str, Record]]:
    """(path below the derived folder, record): the chain tables, and for each pair its record,
    its `index.json` and its charts.
    """
    yield "data/upgrades.json", pages.chains
    for pair in pages.pairs:
        yield f"data/upgrade_pairs/{pair.key}.json", pair
        yield (
            f"static{pair.path}index.json",
            UpgradeAddress(path=pair.path, title=pair.title, data=pair.data),
        )
        for group in pair.groups:
            yield f"charts/{group.chart}.json", forest_chart(pair, group)


class ForestMetric(Record):
    """What the axis of a forest chart shows."""

    name: str
    """Name."""
    label: str
    """Title of the axis."""
    unit: str
    """Unit; empty for a ratio."""
    decimals: int
    """Decimals shown."""


class ForestSide(Record):
    """A shape in a forest chart: one for each evidence status."""

    id: EvidenceStatus
    """Evidence status."""
    label: str
    """Its name for readers."""
    role: str
    """As in charts of comparisons."""
    shade: int
    """As in charts of comparisons."""
    product: str
    """Product."""
    version: str
    """Newer series."""
    series: str
    """Newer series."""


class ForestValue(Record):
    """A line of a forest chart."""

    threads: int
    """Client threads."""
    side: EvidenceStatus
    """Its shape."""
    label: str
    """First line."""
    note: str
    """Second line."""
    centre: Number
    """Ratio."""
    low: Number
    """Lower end; the ratio where there is none."""
    high: Number
    """Upper end."""
    n: int
    """Runs of the side with fewer."""
    path: str
    """Where it leads."""


class ForestChart(Record):
    """What a forest chart is drawn from."""

    name: str
    """Name of its files."""
    kind: Literal["forest"]
    """Kind of chart."""
    title: str
    """Title."""
    description: str
    """What it shows, in words."""
    metric: ForestMetric
    """What its axis shows."""
    x: Literal["threads"]
    """As in charts of comparisons."""
    log_x: bool
    """As in charts of comparisons."""
    sides: list[ForestSide]
    """Shapes."""
    values: list[ForestValue]
    """Points."""


REACH = 3.0
"""How far beyond the outermost ratio, or beyond 1, intervals are drawn; a few runs tell little."""


def forest_chart(pair: UpgradePair, group: UpgradeGroup) -> ForestChart:
    """The points of one regime as a chart; a shape for each evidence status."""
    charted = [group.points[position] for position in group.charted]
    used = {point.status for point in charted}
    ratios = [point.ratio for point in charted]
    least, most = min(1.0, *ratios) / REACH, max(1.0, *ratios) * REACH
    return ForestChart(
        name=group.chart,
        kind="forest",
        title=f"Ratio of throughput. {pair.title}: {group.label}",
        description=pair.description,
        metric=ForestMetric(
            name="ratio", label=f"{pair.to_label} over {pair.from_label}", unit="", decimals=3
        ),
        x="threads",
        log_x=False,
        sides=[
            _forest_side(pair, status, label)
            for status, label in STATUSES.items()
            if status in used
        ],
        values=[_forest_value(point, least, most) for point in charted],
    )


def _forest_side(pair: UpgradePair, status: EvidenceStatus, label: str) -> ForestSide:
    return ForestSide(
        id=status,
        label=label,
        role="candidate",
        shade=0,
        product=pair.product,
        version=pair.to_series,
        series=pair.to_series,
    )


def _forest_value(point: UpgradePoint, least: float, most: float) -> ForestValue:
    """A point; where it has no interval its ends are its middle. Long intervals are cut."""
    return ForestValue(
        threads=point.threads,
        side=point.status,
        label=point.title,
        note=point.note,
        centre=point.ratio,
        low=point.ratio if point.low is None else max(point.low, least),
        high=point.ratio if point.high is None else min(point.high, most),
        n=min(point.n),
        path=point.path,
    )
