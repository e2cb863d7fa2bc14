"""A cell of evidence in words: its figure, what its ends are, what it rests on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sysbench_archive.derive.upgrade_cells import cell
from sysbench_archive.derive.upgrade_words import machines_text, ratio_text

Record = dict[str, Any]


def shown_cell(points: Sequence[Record]) -> Record:
    """A cell with its words."""
    found = cell(points)
    return {
        **found,
        "text": cell_text(found),
        "note": cell_note(found),
        "lines": cell_lines(found),
        "counted": cell_counted(found),
    }


_NOTES = {
    "interval": "{low} to {high}",
    "single": "no repetitions",
    "workloads": "median of several workloads, {low} to {high}",
    "points": "mean of {points} on one machine, {low} to {high}",
    "machines": "span of {machines} machines",
    "prediction": "one more machine: {low} to {high}",
}
_EXTENTS = {
    "interval": "{low} to {high}",
    "single": "no repetitions",
    "workloads": "workloads {low} to {high}",
    "points": "points {low} to {high}",
    "machines": "",
    "prediction": "next {low} to {high}",
}
_BRIEF = {"none": "not resolved", "cannot-tell": "cannot tell"}
_MONTH = len("2026-11")


def cell_text(cell: Mapping[str, Any]) -> str:
    """The figure of a cell; a span where machines are too few to pool."""
    if cell["ratio"] is None:
        return f"{ratio_text(cell['low'])} to {ratio_text(cell['high'])}"
    return ratio_text(cell["ratio"])


def cell_note(cell: Mapping[str, Any]) -> str:
    """What stands behind the figure."""
    ends = {side: ratio_text(cell[side]) for side in ("low", "high") if cell[side] is not None}
    return _NOTES[cell["basis"]].format(points=cell["points"], machines=cell["machines"], **ends)


def cell_counted(cell: Mapping[str, Any]) -> str:
    """What a cell rests on: machines, runs, newest day."""
    runs = "1 run" if cell["runs"] == 1 else f"{cell['runs']} runs"
    return f"{machines_text(cell['machines'])}, {runs}, newest {cell['newest']}"


def cell_lines(cell: Mapping[str, Any]) -> list[str]:
    """What the chain table has room for, below the figure of a cell."""
    ends = {side: ratio_text(cell[side]) for side in ("low", "high") if cell[side] is not None}
    extent = _EXTENTS[cell["basis"]].format(**ends)
    verdict = _BRIEF.get(cell["direction"], cell["direction"])
    first, *others = cell["releases"]
    return [
        verdict,
        *([extent] if extent else []),
        f"{first}, +{len(others)}" if others else first,
        f"{machines_text(cell['machines'])}, {cell['newest'][:_MONTH]}",
    ]
