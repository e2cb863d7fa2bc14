"""All panels of a page of comparisons in one forest, where its charts show one panel at a time.

A row is a panel, a dot a headline thread count, a group a server beside the baseline. Where rows
would be many, the newest server of each product stands for it; where they still are, those stay
that differ most.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from sysbench_archive.derive.servers import version_key
from sysbench_archive.model.base import Record
from sysbench_archive.model.comparison import ContrastRecord, Panel, Side, VerdictRecord
from sysbench_archive.pages.forest import (
    Forest,
    ForestRow,
    contrast_dot,
    forest,
    forest_group,
    forest_row,
)
from sysbench_archive.pages.ratio_axis import Axis, axis_of
from sysbench_archive.verdicts.sentences import finding_at
from sysbench_archive.words.phrases import threads_of

LEAST_PANELS = 3
"""Panels from which on a page has a forest: fewer charts are looked at one after the other."""
MOST_ROWS = 24
"""Rows of a page."""


class Overview(Record):
    """The forest of all panels of a page."""

    title: str
    forest: Forest


@dataclass(frozen=True, slots=True)
class PanelPlace:
    """A panel as its page has it: `group` is what it shares with others, else empty."""

    panel: Panel
    group: str
    name: str
    path: str


@dataclass(frozen=True, slots=True)
class _Beside:
    """A server beside the baseline of a panel."""

    place: PanelPlace
    side: Side
    verdict: VerdictRecord

    @property
    def title(self) -> str:
        pair = f"{self.side.label} against {self.place.panel.sides[0].label}"
        return f"{self.place.group}: {pair}" if self.place.group else pair

    @property
    def told(self) -> list[ContrastRecord]:
        """What a range may be of: neither held nor never settled; all where that is nothing."""
        silent = ("held", "unsettled")
        found = [entry for entry in self.verdict.headline if finding_at(entry) not in silent]
        return found or self.verdict.headline

    @property
    def size(self) -> float:
        return max(abs(math.log(entry.ratio)) for entry in self.told)


def overview(places: Sequence[PanelPlace]) -> Overview | None:
    """The forest of some panels of throughput; None of few."""
    rows = [
        _Beside(place, side, verdict)
        for place in places
        for side, verdict in zip(place.panel.sides[1:], place.panel.verdicts, strict=True)
        if verdict.headline and place.panel.metric.direction == "higher"
    ]
    count = len({row.place.path for row in rows})
    if count < LEAST_PANELS:
        return None
    title = f"All {count} beside each other"
    if len(rows) > MOST_ROWS:
        newest = _newest(rows)
        rows = [row for row in rows if row.side.id in newest]
    if len(rows) > MOST_ROWS:
        rows = sorted(rows, key=lambda row: -row.size)[:MOST_ROWS]
        title = f"Largest differences of {count}"
    axis = axis_of(entry.ratio for row in rows for entry in row.verdict.headline)
    titles = dict.fromkeys(row.title for row in rows)
    groups = [
        forest_group(each, [_row(axis, row) for row in rows if row.title == each])
        for each in titles
    ]
    return Overview(title=title, forest=forest(axis, groups))


def _newest(rows: Sequence[_Beside]) -> set[str]:
    """The newest server of each product."""
    sides = sorted((row.side for row in rows), key=lambda side: version_key(side.version))
    return {side.id for side in {side.product: side for side in sides}.values()}


def _row(axis: Axis, row: _Beside) -> ForestRow:
    entries, status = row.verdict.headline, row.verdict.status
    return forest_row(
        axis,
        [contrast_dot(axis, entry, status, row.place.path) for entry in entries],
        [entry.ratio for entry in row.told],
        name=row.place.name,
        detail="",
        path=row.place.path,
        by=f"{threads_of([entry.threads for entry in entries])}; {status}",
        faded=all(finding_at(entry) in ("held", "unsettled") for entry in entries),
    )
