"""What a change does to the pages of the site and to the figures on them.

Owns which pages a bundle has. Both states are derived by the program at hand, so that only what
the data do is seen; a change of the program is named apart.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from sysbench_archive.metrics import METRICS

Record = dict[str, Any]
Kind = Literal["added", "changed", "removed"]


@dataclass(frozen=True, slots=True)
class State:
    """A bundle as derived at one point: its result record and its matrix comparisons."""

    result: Record
    comparisons: tuple[Record, ...]

    def pages(self) -> dict[str, Any]:
        """Site-relative path to what the page is made from."""
        runs = {run["path"]: run for run in self.result["runs"]}
        comparisons = {record["path"]: record for record in self.comparisons}
        return {self.result["path"]: self.result} | runs | comparisons


@dataclass(frozen=True, slots=True)
class Change:
    """A bundle before and after; None where it was not there or could not be read."""

    id: str
    kind: Kind
    before: State | None
    after: State | None


def page_changes(changes: Iterable[Change], curated: Mapping[str, Kind]) -> list[Record]:
    """Every page that comes, goes or differs, those of runs last."""
    found = dict(curated)
    for change in changes:
        old = change.before.pages() if change.before else {}
        new = change.after.pages() if change.after else {}
        if change.after or change.kind == "removed":
            found |= dict(_differing(old, new))
    return [{"path": path, "change": kind} for path, kind in sorted(found.items(), key=_place)]


def _place(page: tuple[str, Kind]) -> tuple[int, str]:
    """Comparisons and results before the pages of single runs."""
    return page[0].count("/"), page[0]


def _differing(old: Mapping[str, Any], new: Mapping[str, Any]) -> Iterator[tuple[str, Kind]]:
    for path in {*old, *new}:
        if path not in old:
            yield path, "added"
        elif path not in new:
            yield path, "removed"
        elif old[path] != new[path]:
            yield path, "changed"


def figure_changes(changes: Iterable[Change]) -> list[Record]:
    """Every figure that was there before and is another one now, or gone (null)."""
    return [
        {"run": new["path"], "metric": metric, "before": before, "after": after}
        for change in changes
        if change.before and change.after
        for new, old in _pairs(change.before.result, change.after.result)
        for metric in METRICS
        if (before := _value(old, metric)) is not None and (after := _value(new, metric)) != before
    ]


def _pairs(before: Record, after: Record) -> Iterator[tuple[Record, Record]]:
    old = {run["id"]: run for run in before["runs"]}
    return ((run, old[run["id"]]) for run in after["runs"] if run["id"] in old)


def _value(run: Record, metric: str) -> float | None:
    figure = run["figures"].get(metric)
    return None if figure is None else figure["value"]
