"""How much a report may hold: people read it in a comment, and its maker is not trusted.

`schema/review-1.schema.json` states the same bounds; a test compares them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeVar

MAX_BYTES = 512 * 1024
"""Of report.json. A larger one is not read."""
MAX_COMMENT = 60_000
"""Characters of the Markdown; GitHub refuses comments above 65,536."""
MAX_BUNDLES = 10
"""With their details."""
MAX_LISTED = 100
"""In the list of all bundles."""
MAX_IN_FULL = 3
"""Bundles a comment describes in full; the list names the others."""
MAX_RUNS = 24
MAX_ROWS = 20
"""Of the other tables."""
MAX_PAGES = 20
MAX_PROBLEMS = 60
MAX_ALIKE = 5
"""Of problems of one kind in one file."""
MAX_TEXT = 400

Item = TypeVar("Item")


def bounded(items: Iterable[Item], most: int) -> dict[str, Any]:
    """The first `most`, and how many there are."""
    listed = list(items)
    return {"total": len(listed), "shown": listed[:most]}


def cut(text: object, most: int = MAX_TEXT) -> str:
    """Text on one line, cut to a readable length."""
    plain = " ".join(str(text).split())
    return plain if len(plain) <= most else f"{plain[: most - 1]}…"


def fitting(items: Sequence[Item], size: Callable[[Sequence[Item]], int], most: int) -> int:
    """How many of the items fit, the last left out first."""
    count = len(items)
    while count and size(items[:count]) > most:
        count -= 1
    return count
