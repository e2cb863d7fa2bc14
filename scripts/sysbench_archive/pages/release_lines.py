"""Throughput by release: a line a campaign that ran at least three releases itself.

A line is one machine, workload, thread count, pool and method, each release over the oldest that
ran there; nothing joins two of them. One line of each chart is named; the others of its kind of
load and clients stand behind it.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from sysbench_archive.derive.servers import version_key
from sysbench_archive.model.base import AxisMark, Number, Record, Reference, read_record
from sysbench_archive.model.bundle import PRODUCTS
from sysbench_archive.pages.kinds import PageKind
from sysbench_archive.pages.path_length import HUES
from sysbench_archive.pages.ratio_axis import axis_of
from sysbench_archive.statistics import nearest_rank
from sysbench_archive.tables.release_pairs import Clients, ReleasePair
from sysbench_archive.words.differences import difference_text
from sysbench_archive.words.phrases import count_text

LEAST_RELEASES = 3
_ROOM = 13
"""Hundredths of the width that the name of a series takes."""
HEIGHT = 170
"""Pixels a chart is high."""
_SHARES = (0.05, 0.95)
"""Of points of the lines behind that an axis shows; what lies beyond is cut off."""
_TABLE = Path(__file__).with_suffix(".json")


class NamedLines(Record):
    """Charts of one campaign: which lines are named, and what stands behind them."""

    title: str
    product: str
    clients: Clients
    """Client threads beside the processors."""
    bundle: str
    """Id of the campaign."""
    workloads: list[str]
    """A chart each."""


class LinePoint(Record):
    """A release on the line that is named."""

    label: str
    """Product, release, and what it is over the oldest."""
    short: str
    """Its series; empty where there is no room."""
    path: str
    """Where it is compared."""
    general: bool
    """Whether it is a general release."""
    x: Number
    """Hundredths of the width."""
    y: Number
    """Pixels from the top."""


class LineChart(Record):
    """A workload by release."""

    title: str
    """Workload."""
    finding: str
    """Its newest release over its oldest; empty where nothing may be said of it."""
    marks: list[AxisMark]
    """Marks of the axis."""
    one: Number
    """Where the oldest release lies, in pixels from the top."""
    course: str
    """The line that is named, in a box that is 100 wide."""
    behind: str
    """The others, as one path in that box."""
    lines: str
    """How many they are, in words."""
    points: list[LinePoint]
    """Releases, oldest first."""


class LineCharts(Record):
    """The charts of a campaign."""

    title: str
    hue: int
    """Hue of the product in charts."""
    campaign: Reference
    charts: list[LineChart]
    """A chart a workload."""


class ReleaseLines(Record):
    """Charts over releases."""

    height: int
    """Pixels a chart is high."""
    groups: list[LineCharts]
    """By product and clients."""


@dataclass(frozen=True, slots=True)
class CampaignLine:
    """The releases of a product that a campaign ran alike; `steps` are over the oldest."""

    steps: tuple[ReleasePair, ...]

    @property
    def ratios(self) -> dict[str, float]:
        """Series to its ratio, oldest first."""
        return {self.steps[0].from_series: 1.0} | {p.to_series: p.ratio for p in self.steps}


def campaign_lines(pairs: Iterable[ReleasePair]) -> list[CampaignLine]:
    """Every line of at least three general releases of a product; others may stand between them."""
    by_oldest: dict[tuple[object, ...], list[ReleasePair]] = {}
    for pair in pairs:
        if pair.product == pair.to_product:
            key = pair.bundle, pair.workload, pair.threads, pair.from_server
            by_oldest.setdefault(key, []).append(pair)
    targets = {(*key[:3], pair.to_server) for key, own in by_oldest.items() for pair in own}
    return [
        CampaignLine(tuple(sorted(own, key=lambda pair: version_key(pair.to_series))))
        for key, own in by_oldest.items()
        if key not in targets and sum(pair.general for pair in own) + 1 >= LEAST_RELEASES
    ]


def release_lines(pairs: Sequence[ReleasePair], titles: Mapping[str, str]) -> ReleaseLines:
    """The charts whose campaigns are there; `titles` names the bundles."""
    lines = campaign_lines(pairs)
    named = read_record(_TABLE.read_bytes(), list[NamedLines])
    groups = [
        LineCharts(
            title=group.title,
            hue=HUES[group.product],
            campaign=Reference(path=f"/results/{group.bundle}/", title=titles[group.bundle]),
            charts=list(_charts(group, lines)),
        )
        for group in named
        if group.bundle in titles
    ]
    return ReleaseLines(height=HEIGHT, groups=[group for group in groups if group.charts])


def _charts(group: NamedLines, lines: Sequence[CampaignLine]) -> Iterator[LineChart]:
    with_clients = [line for line in lines if line.steps[0].clients == group.clients]
    for workload in group.workloads:
        for line in with_clients:
            first = line.steps[0]
            if (first.product, first.bundle, first.workload) == (
                group.product,
                group.bundle,
                workload,
            ):
                alike = [
                    other
                    for other in with_clients
                    if other is not line
                    and (other.steps[0].product, other.steps[0].load) == (first.product, first.load)
                ]
                yield _chart(line, alike)
                break


def _chart(line: CampaignLine, behind: Sequence[CampaignLine]) -> LineChart:
    known = sorted(ratio for other in behind for ratio in other.ratios.values())
    shown = [nearest_rank(known, share) for share in _SHARES] if known else []
    axis = axis_of([*line.ratios.values(), *shown])
    series = sorted({name for one in (line, *behind) for name in one.ratios}, key=version_key)
    places = {name: round(100 * (at + 0.5) / len(series), 1) for at, name in enumerate(series)}

    def pixels(ratio: float) -> float:
        share = (math.log(ratio) - axis.least) / (axis.most - axis.least)
        return round(HEIGHT * (1 - share), 1)

    def course(one: CampaignLine) -> list[str]:
        ratios = one.ratios.items()
        return [f"{places[name]:g} {pixels(ratio):g}" for name, ratio in ratios]

    named: list[str] = []
    for name in line.ratios:
        if not named or places[name] - places[named[-1]] >= _ROOM:
            named.append(name)
    first = line.steps[0]
    last = [pair for pair in line.steps if pair.general][-1]
    product = PRODUCTS[first.product]
    older = f"{product} {first.from_release}"
    labels = [older, *(f"{product} {p.to_release}: {difference_text(p.ratio)}" for p in line.steps)]
    return LineChart(
        title=first.workload_label,
        finding=f"{last.to_release} over {first.from_release}: {difference_text(last.ratio)}."
        if last.speaks and last.repeated is not False
        else "",
        marks=[
            AxisMark(at=round(HEIGHT * (1 - mark.at / 100), 1), text=mark.text)
            for mark in axis.ticks
        ],
        one=pixels(1),
        course=" ".join(course(line)),
        behind="".join(f"M{'L'.join(course(other))}" for other in behind),
        lines=count_text(len(behind), "line"),
        points=[
            LinePoint(
                label=label,
                short=name if name in named else "",
                path=f"/comparisons/{first.bundle}--{first.workload}/",
                general=general,
                x=places[name],
                y=pixels(ratio),
            )
            for label, general, (name, ratio) in zip(
                labels,
                [True, *(pair.general for pair in line.steps)],
                line.ratios.items(),
                strict=True,
            )
        ],
    )


RELEASE_LINES = PageKind(
    name="release_lines",
    record=ReleaseLines,
    made=lambda listed: release_lines(listed.pairs, listed.titles),
)
