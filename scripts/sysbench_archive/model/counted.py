"""Runs whose instructions were counted."""

from __future__ import annotations

from typing import Literal

from sysbench_archive.model.base import Number, Record


class CountedFunction(Record):
    """A function, with what it spends itself."""

    name: str
    """Name, or its address where the server has no names."""
    library: str
    """File of the program or library it is in."""
    percent: Number
    """Share of all instructions of the count, all threads together."""
    line: int
    """Line of the evidence."""


class FunctionGroup(Record):
    """Functions that do the same kind of work, by their names."""

    name: str
    """What they do."""
    instructions: Number
    """Instructions for each transaction, all threads together."""
    percent: Number
    """Share of all instructions of the count."""


class CountedRun(Record):
    """How the instructions of a run were counted, and where they were spent."""

    tool: Literal["callgrind", "perf-stat"]
    """What counted."""
    version: str
    """Its version."""
    counts: int
    """How many times the same events were counted."""
    warmup_events: int | None
    """Events that ran uncounted before; null where nobody recorded it."""
    events: int | None
    """Events of each count."""
    agreement_percent: Number | None
    """How far the last two counts lie apart; null where there is one."""
    agree: bool
    """Whether they agree, so that the figures are their mean; else they are that of half."""
    repeat: str
    """The command that counts it again, on a server of the reader's."""
    functions: list[CountedFunction]
    """Functions that spend most of the last count; empty where the tool does not tell."""
    groups: list[FunctionGroup]
    """What groups of functions spend, the largest first."""


class CountedRow(Record):
    """A figure of counted runs, a value for each side."""

    label: str
    """What it is."""
    decimals: int
    """Decimals shown."""
    values: list[Number | None]
    """Means of the runs of each side, in the order of the sides; null where none was counted."""


class ReleaseLine(Record):
    """Path length by release of a product, its first release as 1, as a drawing."""

    product: str
    """Product."""
    points: str
    """Points of a polyline in a box of 600 by 120, from 0 up."""
    first: str
    """First release."""
    last: str
    """Last release."""
    ratio: Number
    """Path length of the last over that of the first."""
    top: Number
    """Ratio at the top of the box, that of the longest path."""
    longest: str
    """Release with the longest path."""


class CountedPanel(Record):
    """What counted runs of a workload say besides the metric of their comparison."""

    note: str
    """What is not in the counts."""
    repeat: str
    """The command that counts again, on other servers."""
    lines: list[ReleaseLine]
    """Path length by release, a line for each product with three releases or more."""
    rows: list[CountedRow]
    """Figures of the counts, for each transaction."""
    groups: list[CountedRow]
    """Instructions of groups of functions for each transaction, all threads together."""
