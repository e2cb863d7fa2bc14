"""Small drawings that stand in rows of lists: a line in a box, from zero up."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from sysbench_archive.model.base import Number
from sysbench_archive.model.comparison import Panel

Drawn = Literal["", "threads", "servers"]
"""What stands across a small drawing: thread counts, servers, or nothing is drawn."""
WIDTH, HEIGHT = 60, 16
"""Box of the line of a row."""
_FEWEST = 3


def line_points(values: Sequence[Number | None]) -> str:
    """Points of a line in the box; empty where fewer than three values are known."""
    known = [(place, value) for place, value in enumerate(values) if value]
    top = max((value for _, value in known), default=0)
    if len(known) < _FEWEST or not top:
        return ""
    across = WIDTH / (len(values) - 1)
    return " ".join(f"{place * across:.0f},{HEIGHT - HEIGHT * v / top:.0f}" for place, v in known)


def panel_line(panel: Panel) -> tuple[str, Drawn]:
    """The ratio of the last side over thread counts, else of all sides, as points."""
    rows = [[cell.ratio if cell else None for cell in row.cells] for row in panel.rows]
    if len(rows) >= _FEWEST:
        points = line_points([ratios[-1] if ratios else None for ratios in rows])
        return points, "threads" if points else ""
    points = line_points(rows[-1]) if rows else ""
    return points, "servers" if points else ""
