"""Reads back the lines that are drawn on pages of runs."""

from __future__ import annotations

import re
from itertools import accumulate


def points_of(path: str) -> list[tuple[int, int]]:
    """The points of a path: the first, and steps from each to the next."""
    assert re.fullmatch(r"M\d+ \d+l(-?\d+[ -]\d+ ?)+", path)
    numbers = [int(number) for number in re.findall(r"-?\d+", path)]
    across, down = (list(accumulate(numbers[first::2])) for first in (0, 1))
    return list(zip(across, down, strict=True))
