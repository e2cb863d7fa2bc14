"""Tables and numbers of the Markdown. Cells are Markdown already; whoever fills them is careful."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sysbench_archive.metrics import METRICS
from sysbench_archive.review.inert import NOTHING


def table(
    heads: Sequence[str], rows: Sequence[Sequence[str]], total: int, right: Sequence[str] = ()
) -> Iterator[str]:
    """Rows under heads, those in `right` set to the right; then how many rows are left out."""
    yield _line(heads)
    yield _line(["---:" if head in right else "---" for head in heads])
    for row in rows:
        yield _line(row)
    if total > len(rows):
        yield ""
        yield f"{total - len(rows)} more are not shown."


def _line(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"


_UNITS = {"1": "", "1/s": "/s"}


def figure(metric: str | None, value: float | None) -> str:
    """A value with its metric's decimals and unit; a dash for none."""
    if metric is None or value is None:
        return NOTHING
    known = METRICS[metric]
    unit = _UNITS.get(known.unit, f" {known.unit}")
    return f"{value:,.{known.decimals}f}{unit}"


def ratio(value: float) -> str:
    """A ratio."""
    return f"{value:.2f}"
