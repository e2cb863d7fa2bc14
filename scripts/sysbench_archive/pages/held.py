"""The page of held runs: all that carry no verdict, with why."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from sysbench_archive.derive.held import HeldBundle, HeldResult
from sysbench_archive.model.base import Record, narrowed
from sysbench_archive.model.result import HeldReason
from sysbench_archive.pages.kinds import PageKind

REASONS: dict[HeldReason, str] = {
    "uncached": "The buffer pool holds less than a hundredth of the data of a single run",
    "climb": "Throughput climbs through the quarters of a run, by half or more",
    "jump": "Throughput jumps at a higher thread count, and not with what ran beside it",
    "twin": "Another product of the same base release was more than twice as fast on the machine",
    "latency": "With one client the 95th percentile is ten times that of the best beside it",
    "dip": "One thread count is three times off, where those beside it agree",
}
"""What is said of a reason, in the order of the page."""


class HeldCount(Record):
    """How often a reason holds cells."""

    text: str
    cells: int


class HeldList(Record):
    """The page."""

    cells: int
    """Cells that are held."""
    of: int
    """Cells of all bundles that have held ones."""
    reasons: list[HeldCount]
    """By reason; a cell may be held for several."""
    bundles: list[HeldResult]
    """Bundles, the newest first."""


def held_list(bundles: Iterable[HeldBundle]) -> HeldList:
    """The page of what is held of these bundles."""
    newest = sorted(bundles, key=lambda bundle: bundle.id, reverse=True)
    counted: Counter[HeldReason] = Counter()
    for bundle in newest:
        counted.update(bundle.reasons)
    return HeldList(
        cells=sum(bundle.cells for bundle in newest),
        of=sum(bundle.of for bundle in newest),
        reasons=[
            HeldCount(text=text, cells=counted[reason])
            for reason, text in REASONS.items()
            if counted[reason]
        ],
        bundles=[narrowed(own, HeldResult) for own in newest],
    )


HELD = PageKind(
    name="held",
    record=HeldList,
    made=lambda listed: held_list(listed.held),
)
