"""Runs whose instructions were counted."""

from __future__ import annotations

from typing import Literal

from sysbench_archive.model.base import Number, Record

Regime = Literal["defaults", "pinned", "unrecorded"]
"""Settings of a server: left at their defaults, pinned, or not recorded."""


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
    counts: int
    """How many times the same events were counted."""
    warmup_events: int | None
    """Events that ran uncounted before; null where nobody recorded it."""
    events: int | None
    """Events of each count."""
    agreement_percent: Number | None
    """How far the last two counts lie apart; null where there is one."""
    agree: bool
    """Whether the figures are the mean of the last two; else they are that of half."""
    start: Literal["copy", "server"]
    """What the counts begin with: a copy of data loaded with a seed, or the server as it stood."""
    repeat: str
    """The command that counts it again, on a server of the reader's."""
    functions: list[CountedFunction]
    """Functions that spend most of the last count; empty where the tool does not tell."""
    groups: list[FunctionGroup]
    """What groups of functions spend, the largest first."""
    spinning: str = ""
    """What is to be said of threads that wait in loops; empty where that is next to nothing."""


class CountedRow(Record):
    """A figure of counted runs, a value for each side."""

    label: str
    decimals: int
    values: list[Number | None]
    """Means of the runs of each side, in the order of the sides; null where none was counted."""


class CountedRelease(Record):
    """A run whose instructions were counted, as lines of releases are made from it."""

    product: str
    version: str
    series: str
    label: str
    plain: bool
    """Whether it is a release as it is: no variant, fork, replication or proxy."""
    bundle: str
    path: str
    """Page of the run."""
    test: str
    title: str
    tool: str
    """What counted."""
    regime: Regime
    """Settings of the server: left at their defaults, pinned, or not recorded."""
    setting: str
    """What has to be alike for counts to stand beside each other: settings of the servers, machine,
    threads, dataset.
    """
    setup: str
    """Key of all that is recorded of the server and the workload and weighs there, the release and
    the host apart.
    """
    started: str
    """When it started; the day of the result where nobody recorded that."""
    instructions: Number
    """Instructions per transaction, as counted."""
    start: Literal["copy", "server"] = "server"
    """What the counts begin with."""


class StackPart(Record):
    """A group of functions in a bar."""

    group: int
    """Its place among the groups, from 0."""
    x: Number
    """Where it begins, in percent of the widest bar."""
    width: Number
    """Its width, in the same percent."""
    percent: Number
    """Share of the bar."""


class StackBar(Record):
    """What a release spends for a transaction, stacked by group."""

    label: str
    """Server."""
    path: str
    """Page of its first run."""
    total: Number
    """Instructions for each transaction, all threads together."""
    parts: list[StackPart]
    """Groups, in the order of `GroupStack.groups`."""


class GroupStack(Record):
    """Instructions stacked by group of functions, a bar a server."""

    groups: list[str]
    """The largest groups, and at the end what is left."""
    bars: list[StackBar]
    """Servers."""


class CountedPanel(Record):
    """What counted runs of a workload say besides the metric of their comparison."""

    note: str
    """What is not in the counts."""
    repeat: str
    """The command that counts again, on other servers."""
    stack: GroupStack | None
    """Instructions by group of functions, as bars; null where nothing is known of functions."""
    rows: list[CountedRow]
    """Figures of the counts, for each transaction."""
    groups: list[CountedRow]
    """Instructions of groups of functions for each transaction, all threads together."""
