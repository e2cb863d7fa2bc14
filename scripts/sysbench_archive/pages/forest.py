"""A forest: a row a machine or a measurement, a dot a campaign with its interval, a bar over all of
its ratios, on one logarithmic axis.

A dot is a ratio that was measured, never a mean; whoever makes a row says which. Places are in
hundredths of the width, so that a template has nothing to compute.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import Any

from msgspec.structs import replace

from sysbench_archive.model.base import AxisMark, Number, Record
from sysbench_archive.model.comparison import ContrastRecord, EvidenceStatus
from sysbench_archive.pages.ratio_axis import Axis
from sysbench_archive.tables.release_pairs import Sign
from sysbench_archive.verdicts.sentences import finding_at
from sysbench_archive.words.differences import (
    difference_range,
    difference_text,
    is_wide,
)
from sysbench_archive.words.phrases import threads_of

_ROOM, _ROOM_OF_A_PHONE = 11.0, 15.0
"""Hundredths of the width that a name of a mark takes."""
_SMALLEST, _LARGEST = 4.0, 7.0


class ForestDot(Record):
    """A ratio of a row."""

    at: Number
    """Where it is."""
    low: Number | None
    """Where its interval begins; null where it has none, or one too wide to tell anything."""
    high: Number | None
    """Where it ends."""
    sign: Sign
    printed: bool
    """Whether sysbench's own output is here or linked; a hollow dot else."""
    faded: bool
    """Whether it is in no range and no sentence."""
    radius: Number
    """Pixels, by its runs."""
    text: str
    """What it is, with its ratio."""
    path: str
    """Where it is compared."""


class ForestRow(Record):
    """A machine, or a measurement."""

    name: str
    detail: str
    """What it is, and under which conditions it ran, in words."""
    path: str
    """Where its newest is compared."""
    by: str
    """Who measured, when, and how much."""
    machine: str
    """Key of the machine; empty where a row is none."""
    low: Number
    """Where the lowest ratio lies."""
    high: Number
    """Where the highest lies."""
    text: str
    """The range of its ratios."""
    sign: Sign
    """What stands, where nothing says otherwise."""
    faded: bool
    """Whether it is in no range and no sentence."""
    dots: list[ForestDot]


class ForestMiddle(Record):
    """The ratio in the middle of several machines that all lie to one side."""

    at: Number
    """Where it is."""
    text: str
    by: str
    """Of how many machines."""


class ForestGroup(Record):
    """Rows that may be looked at together."""

    id: str
    """What it is in data; empty where it needs no name."""
    title: str
    note: str
    """The range over its rows, or what all of them say alike, in words; else empty."""
    rows: list[ForestRow]
    middle: ForestMiddle | None = None
    """The middle of its machines; null where they are few or disagree in sign."""


class ForestMark(AxisMark):
    """A mark of the axis."""

    wide: bool
    """Whether a narrow screen has no room for its name."""


class Forest(Record):
    """Groups of rows on one axis."""

    lower: str
    """Words at the end where ratios are below 1."""
    higher: str
    """Words at the other."""
    one: Number
    """Where no difference lies."""
    marks: list[ForestMark]
    """From left to right, without the one of no difference."""
    groups: list[ForestGroup]


def forest(
    axis: Axis, groups: Sequence[ForestGroup], ends: tuple[str, str] = ("slower", "faster")
) -> Forest:
    """Groups of rows that were placed on an axis; `ends` are its words."""
    names = {mark.at for mark in axis.marks(_ROOM_OF_A_PHONE)}
    one = axis.place(1)
    marks = [
        ForestMark(at=mark.at, text=mark.text, wide=mark.at not in names)
        for mark in axis.marks(_ROOM)
        if mark.at != one
    ]
    lower, higher = ends
    return Forest(lower=lower, higher=higher, one=one, marks=marks, groups=list(groups))


def forest_group(title: str, rows: Sequence[ForestRow]) -> ForestGroup:
    """Rows below a title; what all of several say alike is said once, beside it."""
    shared = {
        name: text
        for name in ("detail", "by")
        if len(rows) > 1 and len(same := {getattr(row, name) for row in rows}) == 1
        for text in same
    }
    silent = dict.fromkeys(shared, "")
    return ForestGroup(
        id="",
        title=title,
        note="; ".join(filter(None, shared.values())),
        rows=[replace(row, **silent) for row in rows],
    )


def forest_row(
    axis: Axis,
    dots: Sequence[ForestDot],
    ratios: Iterable[float],
    *,
    name: str,
    detail: str,
    path: str,
    by: str,
    machine: str = "",
    faded: bool = False,
) -> ForestRow:
    """A row of at least one dot; `ratios` are all that its bar spans."""
    known = list(ratios)
    low, high = min(known), max(known)
    signs = {dot.sign for dot in dots} - {""}
    to_one_side = low > 1 or high < 1
    return ForestRow(
        name=name,
        detail=detail,
        path=path,
        by=by,
        machine=machine,
        low=axis.place(low),
        high=axis.place(high),
        text=difference_range(low, high),
        sign=signs.pop() if len(signs) == 1 and to_one_side and not faded else "",
        faded=faded,
        dots=list(dots),
    )


def contrast_dot(axis: Axis, entry: ContrastRecord, status: EvidenceStatus, path: str) -> ForestDot:
    """A headline contrast as a dot: a number of threads. Of held runs, and of those that never
    settled, it is faded.
    """
    faded = finding_at(entry) in ("held", "unsettled")
    said = entry.text if not faded else f"{difference_text(entry.ratio)}, {entry.text}"
    return forest_dot(
        axis,
        entry.ratio,
        interval=entry.interval,
        sign=_SIGNS.get(entry.direction, ""),
        printed=status != "reported",
        faded=faded,
        runs=sum(entry.n),
        text=f"{threads_of([entry.threads])}: {said}",
        path=path,
    )


_SIGNS: dict[str, Sign] = {
    "faster": "faster",
    "slower": "slower",
    "fewer": "faster",
    "more": "slower",
}
"""Directions to colours."""


def forest_dot(
    axis: Axis,
    ratio: float,
    *,
    interval: tuple[float, float] | None,
    runs: int,
    **said: Any,
) -> ForestDot:
    """A ratio with its interval, and what a dot says of it; `runs` are those of both sides."""
    shown = interval if interval and not is_wide(interval) else None
    return ForestDot(
        at=axis.place(ratio),
        low=axis.place(shown[0]) if shown else None,
        high=axis.place(shown[1]) if shown else None,
        radius=round(min(_LARGEST, _SMALLEST + math.log2(runs) / 2), 1),
        **said,
    )
