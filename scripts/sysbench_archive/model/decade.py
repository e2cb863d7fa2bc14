"""The decade on one screen: what each release series does beside one of its product.

Throughput is chained from steps: a step is what a newer series does over an older one on machines
that ran both. Instructions per transaction were counted side by side, and need no chain.
"""

from __future__ import annotations

from typing import ClassVar, Literal

from sysbench_archive.model.base import Number, Record
from sysbench_archive.model.columns import ColumnList

DecadeKind = Literal["point", "range", "read-write", "write"]
"""Kinds of load with a column: families of workloads."""
DecadeRowName = Literal["one", "many", "instructions"]
"""Rows: throughput of one client, of about as many clients as processors, and instructions."""


class CountedLength(Record):
    """Instructions a release spends on a transaction of a test, as one bundle counted them."""

    product: str
    """Product."""
    series: str
    """Release series."""
    version: str
    """Exact version."""
    kind: DecadeKind
    """Kind of load."""
    instructions: Number
    """User-space instructions per transaction, the mean of its runs."""
    agrees: bool
    """Whether its last two counts agree as closely as is asked of counts."""
    path: str
    """Where it is compared."""


class DecadePoint(Record):
    """A release series beside the reference series of its product."""

    row: DecadeRowName
    """Which row it stands in."""
    kind: DecadeKind
    """Kind of load."""
    product: str
    """Product."""
    series: str
    """Release series."""
    month: str
    """Month of the first general release of the series."""
    ratio: Number
    """Over the reference series: of throughput, or of instructions per transaction."""
    low: Number | None
    """Lower end of the range over machines; null where a step of the chain has one machine."""
    high: Number | None
    """Upper end."""
    step_from: str
    """Series the last step of the chain leads from; empty for the reference itself."""
    step_ratio: Number | None
    """What that step does; null for the reference."""
    step_machines: int
    """Independent machines of that step; 0 for the reference."""
    machines: int
    """Independent machines of the step of the chain that has the fewest; 0 for the reference."""
    cells: int
    """Contrasts the last step rests on: workloads at thread counts, each on one machine."""
    weak: bool
    """Whether a step of the chain rests on one machine, or counts do not agree."""
    joined: bool
    """Whether no long-term series lies between the two of the last step."""
    text: str
    """The point in words."""
    path: str
    """Where its evidence is."""


class DecadeFile(Record):
    """Every point, for programs."""

    title: str
    """What it shows."""
    methodology: str
    """Where the method is explained."""
    references: dict[str, str]
    """Product to its reference series."""
    points: list[DecadePoint]
    """Points, by row, kind, product and release."""

    column_lists: ClassVar = {"points": ColumnList(first="series", without=frozenset({"text"}))}


class DecadeTick(Record):
    """A line across a panel, or a year below it."""

    at: Number
    """Where, in units of the drawing."""
    text: str
    """Its label; empty where it has none."""


class DecadeMark(Record):
    """A point as it is drawn."""

    x: Number
    """Across."""
    y: Number
    """Down."""
    top: Number | None
    """Where its range ends above; null where it has none."""
    bottom: Number | None
    """Where it ends below."""
    label: str
    """Text beside it; empty where it has none."""
    label_x: Number
    """Where that begins."""
    label_y: Number
    """Its base line."""
    anchor: Literal["start", "middle", "end"]
    """Which end of the text that is."""
    weak: bool
    """Whether it is drawn open."""
    text: str
    """The point in words."""
    path: str
    """Where it leads."""


class DecadeStroke(Record):
    """A line from one series to the next."""

    points: str
    """Both ends, as SVG writes them."""
    weak: bool
    """Whether it is broken."""


class DecadeTrace(Record):
    """A product in a panel."""

    product: str
    """Product."""
    label: str
    """Its name."""
    strokes: list[DecadeStroke]
    """Lines."""
    marks: list[DecadeMark]
    """Points."""


class DecadePanel(Record):
    """A kind of load in one row."""

    kind: DecadeKind
    """Kind of load."""
    title: str
    """Its name."""
    description: str
    """What it shows, in words."""
    years: list[DecadeTick]
    """Years."""
    ticks: list[DecadeTick]
    """Lines across."""
    traces: list[DecadeTrace]
    """Products; none where nothing was measured."""


class DecadeRow(Record):
    """A row of panels that share a scale."""

    row: DecadeRowName
    """Which."""
    title: str
    """Its name."""
    note: str
    """What it shows and which way is better."""
    panels: list[DecadePanel]
    """A panel for each kind of load."""


class DecadeTableRow(Record):
    """A point in the table."""

    row: str
    """Name of its row."""
    kind: str
    """Kind of load."""
    release: str
    """Product and series."""
    ratio: str
    """Its figure."""
    span: str
    """Its range over machines; else empty."""
    basis: str
    """What it rests on."""
    path: str
    """Where its evidence is."""


class DecadeKey(Record):
    """A product in the legend."""

    product: str
    """Product."""
    label: str
    """Its name and its reference series."""
