"""Quantiles of Student's t as a table, so that a page in a browser reads the same numbers.

Owns how degrees of freedom are rounded: down to a whole number, from 1 to 120. `student.json` is
computed by `sysbench-archive calibrate` with scipy; reading it costs nothing of scipy's import.
"""

from __future__ import annotations

import json
import math
from functools import lru_cache
from pathlib import Path

STUDENT = Path(__file__).with_name("student.json")
MOST_FREEDOM = 120


@lru_cache(maxsize=1)
def student_table() -> dict[str, list[float]]:
    """Number of headline contrasts ("1", "2", "3") or "power" to quantiles from 1 degree on."""
    table: dict[str, list[float]] = json.loads(STUDENT.read_text())
    return table


def whole(freedom: float) -> int:
    """Degrees of freedom as the table has them."""
    return int(max(1, min(math.floor(min(freedom, MOST_FREEDOM)), MOST_FREEDOM)))


def student(column: int | str, freedom: float) -> float:
    """The quantile that so many contrasts, or the power, ask for."""
    return student_table()[str(column)][whole(freedom) - 1]
