"""Throughput by release: a line a machine, each release over the same old one on that machine.

A line is one campaign, workload, thread count, pool and method; nothing joins two of them. Of each
chart one line is named, which the table beside this module chooses, and one of each other campaign
stands behind it. Charts of a view share an axis.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Literal

from msgspec import field

from sysbench_archive.derive.servers import version_key
from sysbench_archive.hardware.processors import processor_text
from sysbench_archive.model.base import AxisMark, Named, Number, Record, Reference, read_record
from sysbench_archive.model.bundle import PRODUCTS
from sysbench_archive.pages.kinds import PageKind
from sysbench_archive.pages.path_length import HUES
from sysbench_archive.pages.ratio_axis import axis_of
from sysbench_archive.statistics import nearest_rank
from sysbench_archive.tables.release_pairs import Clients, ReleasePair
from sysbench_archive.words.differences import difference_text
from sysbench_archive.words.numbers import signed_number
from sysbench_archive.words.phrases import count_text

LEAST_RELEASES = 3
HEIGHT = 200
"""Pixels a chart is high."""
_EDGE = 16
"""Pixels of it above and below the ratios, so that labels have room."""
NARROW, WIDE = 100, 220
"""Pixels that a plot is wide at least: on a phone, where only the named line has a label, and where
others have one.
"""
_CHARACTER, _LINE, _GAP = 7.0, 14.0, 5.0
"""Pixels that a character of a label is wide at most, a line of it is high, and that lie between a
label and its line.
"""
_SHARES = (0.1, 0.9)
"""Of points of the lines behind that an axis shows; what lies beyond is cut off."""
_TICKS = (1.0, 0.5, 2.0, 0.75, 1.5, 4.0, 0.25, 8.0)
"""Ratios that an axis names, the first where there is no room for all."""
_BEYOND = 0.5
"""What a release takes after the last mark, where marks are 1 apart."""
_MAKER = re.compile(r"^(?:Intel(?: Core)?|AMD) ")
_TABLE = Path(__file__).with_suffix(".json")
_ALIKE = ({"range", "read-only"},)
"""Kinds of load that stand in one chart; else only the same do."""

Data = Literal["in-memory", "larger", "unrecorded"]
CLIENTS: dict[Clients, str] = {"one": "1 client", "about-cores": "About as many clients as CPUs"}
DATA: dict[Data, str] = {
    "in-memory": "Data in memory",
    "larger": "Data larger than the pool",
    "unrecorded": "Size of the pool not recorded",
}


class NamedView(Record):
    """The charts of a campaign: which lines are named."""

    clients: Clients
    """Client threads beside the processors."""
    data: Data
    """Data beside the pool."""
    bundle: str
    """Id of the campaign."""
    charts: dict[str, str]
    """Title of each chart, and its workload."""


class NamedLines(Record):
    """The charts of a product."""

    product: str
    since: str
    """Release series that the others are set beside."""
    marks: list[str]
    """Release series that the axis names, each as far from the next; others lie between."""
    views: list[NamedView]


class LineLabel(Record):
    """What stands at a line."""

    text: str
    x: Number
    """Hundredths of the width, of its end or of its beginning."""
    y: Number
    """Pixels from the top, of its foot."""
    begins: bool
    """Whether it begins there; else it ends there."""


class LinePoint(Record):
    """A release on the line that is named."""

    label: str
    """Product, release, and what it is over the old one."""
    general: bool
    """Whether it is a general release."""
    x: Number
    """Hundredths of the width."""
    y: Number


class MachineThread(Record):
    """A line."""

    machine: str
    """Its machine in words."""
    said: str
    """Its newest release over the old one."""
    test: str
    """What ran."""
    path: str
    """Where it is compared."""
    course: str
    """Its points, in a box that is 100 wide."""
    label: LineLabel | None
    """What stands at its end; null where there is no room or nothing may be said."""


class LineChart(Record):
    """A kind of load by release."""

    title: str
    named: MachineThread
    points: list[LinePoint]
    """Releases of the line that is named, oldest first."""
    behind: list[MachineThread]
    """The others."""


class LineView(Record):
    """Charts with one number of clients and one size of data, on one axis."""

    clients: Clients
    data: Data
    machine: str = ""
    """Machine of the lines that are named; empty where no machine is on file."""
    campaign: Reference | None = None
    """Where they were measured."""
    tests: str = ""
    """What ran in each chart, in words."""
    marks: list[AxisMark] = field(default_factory=list)
    releases: list[AxisMark] = field(default_factory=list)
    """Releases that the axis across names."""
    charts: list[LineChart] = field(default_factory=list)


class ProductLines(Record):
    """The charts of a product."""

    product: str
    title: str
    since: str
    """Release that the others are set beside."""
    hue: int
    """Hue of the product in charts."""
    clients: list[Named]
    """Numbers of clients to choose from."""
    data: list[Named]
    """Sizes of data to choose from."""
    views: list[LineView]
    """A view each of both; the first is shown first."""


class ReleaseLines(Record):
    """Charts over releases."""

    height: int
    """Pixels a chart is high."""
    products: list[ProductLines]


@dataclass(frozen=True, slots=True)
class MachineLine:
    """The newer releases of a product that ran beside one alike, oldest first."""

    steps: tuple[ReleasePair, ...]

    @property
    def first(self) -> ReleasePair:
        """What all steps have in common."""
        return self.steps[0]

    @property
    def ratios(self) -> dict[str, float]:
        """Series to its ratio, oldest first."""
        return {self.first.from_series: 1.0} | {p.to_series: p.ratio for p in self.steps}


def machine_lines(pairs: Iterable[ReleasePair], product: str, since: str) -> list[MachineLine]:
    """Every line from a series on, of campaigns that ran at least three general releases alike."""
    newer: dict[tuple[object, ...], list[ReleasePair]] = {}
    older = Counter[tuple[object, ...]]()
    for pair in pairs:
        where = pair.bundle, pair.workload, pair.threads
        if pair.product == pair.to_product == product:
            if pair.from_series == since:
                newer.setdefault((*where, pair.from_server), []).append(pair)
            elif pair.to_series == since:
                older[*where, pair.to_server] += pair.general
    return [
        MachineLine(tuple(sorted(own, key=lambda pair: version_key(pair.to_series))))
        for key, own in newer.items()
        if older[key] + 1 + sum(pair.general for pair in own) >= LEAST_RELEASES
    ]


def data_of(pair: ReleasePair) -> Data | None:
    """The data beside the pool; None of data about its size. No pool holds more than the memory."""
    match pair.residency:
        case "fits":
            return "in-memory"
        case "to-three-times" | "beyond":
            return "larger"
        case "about":
            return None
    beyond = bool(pair.data_mib and pair.memory_mib and pair.data_mib > pair.memory_mib)
    return "larger" if beyond else "unrecorded"


def release_lines(pairs: Sequence[ReleasePair], titles: Mapping[str, str]) -> ReleaseLines:
    """The charts whose campaigns are there; `titles` names the bundles."""
    products = []
    for own in read_record(_TABLE.read_bytes(), list[NamedLines]):
        lines = machine_lines(pairs, own.product, own.since)
        made = (_view(own, view, lines, titles) for view in own.views if view.bundle in titles)
        views = {(view.clients, view.data): view for view in made if view.charts}
        clients = [name for name in CLIENTS if any(name == key[0] for key in views)]
        data = [name for name in DATA if any(name == key[1] for key in views)]
        if views:
            products.append(
                ProductLines(
                    product=own.product,
                    title=PRODUCTS[own.product],
                    since=own.since,
                    hue=HUES[own.product],
                    clients=[Named(id=name, label=CLIENTS[name]) for name in clients],
                    data=[Named(id=name, label=DATA[name]) for name in data],
                    # The sort is stable: what the table has first is shown first.
                    views=sorted(
                        (
                            views.get((one, other)) or LineView(clients=one, data=other)
                            for one in clients
                            for other in data
                        ),
                        key=lambda view: (view.clients, view.data) != next(iter(views)),
                    ),
                )
            )
    return ReleaseLines(height=HEIGHT, products=products)


def _view(
    product: NamedLines, view: NamedView, lines: Sequence[MachineLine], titles: Mapping[str, str]
) -> LineView:
    alike = [
        line
        for line in lines
        if (line.first.clients, data_of(line.first)) == (view.clients, view.data)
    ]
    found: dict[str, tuple[MachineLine, list[MachineLine]]] = {}
    for title, workload in view.charts.items():
        keys = (line for line in alike if line.first.bundle == view.bundle)
        if named := next((line for line in keys if line.first.workload == workload), None):
            found[title] = named, _behind(named, alike)
    if not found:
        return LineView(clients=view.clients, data=view.data)
    plot = _Plot.of([*found.values()], product.marks)
    first = next(iter(found.values()))[0].first
    return LineView(
        clients=view.clients,
        data=view.data,
        machine=_machine(first),
        campaign=Reference(path=f"/results/{view.bundle}/", title=titles[view.bundle]),
        tests="; ".join(named.first.workload_label for named, _ in found.values()),
        marks=plot.marks(product.since),
        releases=[AxisMark(at=plot.across[name], text=name) for name in product.marks],
        charts=[plot.chart(title, *own) for title, own in found.items()],
    )


def _behind(named: MachineLine, lines: Iterable[MachineLine]) -> list[MachineLine]:
    """One line of each other campaign: of that load where it has it, with the most releases."""
    load = named.first.load
    loads = next((group for group in _ALIKE if load in group), {load})
    found: dict[tuple[str, str], list[MachineLine]] = {}
    for line in lines:
        if line.first.load in loads and line.first.bundle != named.first.bundle:
            found.setdefault((line.first.bundle, line.first.machine), []).append(line)

    def rank(line: MachineLine) -> tuple[bool, int, float, str]:
        apart = abs(math.log(line.first.threads / (line.first.cpus or line.first.threads)))
        return line.first.load != load, -len(line.steps), apart, line.first.workload

    return [min(own, key=rank) for own in found.values()]


def _machine(pair: ReleasePair) -> str:
    """`AMD EPYC 7742, 64 CPUs`, as far as it is recorded."""
    name = processor_text(pair.cpu_model) or pair.machine_label
    return ", ".join(filter(None, (name, _size(pair)))) or "Machine nobody described"


def _short_name(pair: ReleasePair) -> str:
    """`i3-5010U, 2 CPUs`; where no processor is on file the year, so that machines differ."""
    name = _MAKER.sub("", processor_text(pair.cpu_model))
    return ", ".join(filter(None, (name, _size(pair), "" if name else pair.day[:4])))


def _size(pair: ReleasePair) -> str:
    return count_text(pair.cpus, "CPU") if pair.cpus else ""


_Box = tuple[float, float, float, float]
"""Left and right in hundredths of the width, top and foot in pixels."""


@dataclass(frozen=True, slots=True)
class _Plot:
    """The axes that charts of a view share; `across` has the place of each series."""

    least: float
    most: float
    across: Mapping[str, float]

    @classmethod
    def of(
        cls, charts: Sequence[tuple[MachineLine, Sequence[MachineLine]]], marks: Sequence[str]
    ) -> _Plot:
        known = sorted(r for _, behind in charts for line in behind for r in line.ratios.values())
        shown = [nearest_rank(known, share) for share in _SHARES] if known else []
        axis = axis_of([*shown, *(r for named, _ in charts for r in named.ratios.values())])
        lines = [line for named, behind in charts for line in (named, *behind)]
        return cls(
            axis.least, axis.most, _places({s for line in lines for s in line.ratios}, marks)
        )

    def down(self, ratio: float) -> float:
        """Pixels from the top."""
        share = (math.log(ratio) - self.least) / (self.most - self.least)
        return round(_EDGE + (HEIGHT - 2 * _EDGE) * (1 - share), 1)

    def marks(self, since: str) -> list[AxisMark]:
        """Marks of the axis, in per cent; none is that release."""
        chosen: list[AxisMark] = []
        for ratio in _TICKS:
            at = self.down(ratio)
            if 0 <= at <= HEIGHT and all(abs(at - other.at) >= 2 * _LINE for other in chosen):
                chosen.append(
                    AxisMark(at=at, text=signed_number(ratio - 1) if ratio != 1 else since)
                )
        return chosen

    def chart(self, title: str, named: MachineLine, behind: Sequence[MachineLine]) -> LineChart:
        """The chart of a load."""
        first, taken = named.first, list[_Box]()
        course = self._course(named)
        newest = next((pair for pair in reversed(named.steps) if pair.general), None)
        label = None
        if newest and newest.speaks and newest.repeated is not False:
            text = f"{newest.to_series}: {difference_text(newest.ratio)}"
            label = self._label(text, course, self.across[newest.to_series], taken, NARROW)
        own = self._thread(named, label)
        others = []
        names: set[str] = set()
        for line in behind:
            name, behind_it = _short_name(line.first), self._course(line)
            label = None
            if name not in names:
                label = self._label(name, behind_it, behind_it[-1][0], taken, WIDE, course)
            if label:
                names.add(name)
            others.append(self._thread(line, label))
        product = PRODUCTS[first.product]
        said = [f"{product} {first.from_release}"]
        said += [f"{product} {p.to_release}: {difference_text(p.ratio)}" for p in named.steps]
        general = [True, *(pair.general for pair in named.steps)]
        return LineChart(
            title=title,
            named=own,
            points=[
                LinePoint(label=label, general=known, x=x, y=y)
                for label, known, (x, y) in zip(said, general, course, strict=True)
            ],
            behind=others,
        )

    def _course(self, line: MachineLine) -> list[tuple[float, float]]:
        return [(self.across[name], self.down(ratio)) for name, ratio in line.ratios.items()]

    def _thread(self, line: MachineLine, label: LineLabel | None) -> MachineThread:
        first, last = line.first, line.steps[-1]
        clients = count_text(first.threads, "client")
        return MachineThread(
            machine=_machine(first),
            said=f"{last.to_release}: {difference_text(last.ratio)}, {clients}, {first.day[:4]}",
            test=first.workload_label,
            path=f"/comparisons/{first.bundle}--{first.workload}/",
            course="L".join(f"{x:g} {y:g}" for x, y in self._course(line)),
            label=label,
        )

    def _label(
        self,
        text: str,
        course: Sequence[tuple[float, float]],
        x: float,
        taken: list[_Box],
        width: int,
        other: Sequence[tuple[float, float]] = (),
    ) -> LineLabel | None:
        """A label at a point of a line where it meets no label, nor that line or an `other`."""
        points = [*_sampled(course)]
        wide, gap = (100 * pixels / width for pixels in (_CHARACTER * len(text), 2 * _GAP))
        left = max(0.0, x - wide)
        beside = [y for at, y in points if left <= at <= x]
        above = left, left + wide, min(beside) - _GAP - _LINE, min(beside) - _GAP
        below = left, left + wide, max(beside) + _GAP, max(beside) + _GAP + _LINE
        y = next(y for at, y in course if at == x)
        after = x + gap, x + gap + wide, y - _LINE / 2, y + _LINE / 2
        # Away from the old release first.
        first, second = (above, below) if y < self.down(1) else (below, above)
        for begins, box in ((True, after), (False, first), (False, second)):
            inside = min(box[0], box[2]) >= 0 and box[1] <= 100 and box[3] <= HEIGHT
            meets = any(_meet(box, known) for known in taken)
            if (
                inside
                and not meets
                and not any(_within(p, box) for p in (*points, *_sampled(other)))
            ):
                taken.append(box)
                foot = round(box[3] - _LINE / 4, 1)
                return LineLabel(
                    text=text, x=round(box[0 if begins else 1], 1), y=foot, begins=begins
                )
        return None


def _sampled(course: Sequence[tuple[float, float]]) -> Iterator[tuple[float, float]]:
    """Points along a line, close to each other."""
    for (x, y), (to_x, to_y) in pairwise(course):
        for step in range(50):
            yield x + (to_x - x) * step / 50, y + (to_y - y) * step / 50
    yield from course[-1:]


def _meet(one: _Box, other: _Box) -> bool:
    return one[0] < other[1] and other[0] < one[1] and one[2] < other[3] and other[2] < one[3]


def _within(point: tuple[float, float], box: _Box) -> bool:
    return box[0] <= point[0] <= box[1] and box[2] <= point[1] <= box[3]


def _places(series: Iterable[str], marks: Sequence[str]) -> dict[str, float]:
    """Series to where they lie, in hundredths: marks as far from each other, others between."""
    ordered = sorted({*series, *marks}, key=version_key)
    places: dict[str, float] = {name: float(at) for at, name in enumerate(marks)}
    for at, (begin, end) in enumerate(pairwise(marks)):
        between = ordered[ordered.index(begin) + 1 : ordered.index(end)]
        for number, name in enumerate(between, start=1):
            places[name] = at + number / (len(between) + 1)
    for number, name in enumerate(ordered[ordered.index(marks[-1]) + 1 :], start=1):
        places[name] = len(marks) - 1 + _BEYOND * number
    most = max(places.values())
    return {name: round(100 * at / most, 1) for name, at in places.items()}


RELEASE_LINES = PageKind(
    name="release_lines",
    record=ReleaseLines,
    made=lambda listed: release_lines(listed.pairs, listed.titles),
)
