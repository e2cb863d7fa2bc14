"""When releases came out, and which of two came first.

`releases.json` has the day of general availability, or of the release where it is no general one,
as the vendor's release notes state it. Where the notes of a release could not be read, the day is
marked as not confirmed: it decides no order between releases that lie close together. A version
that is not in it has no known day, and nothing is claimed about its order.
"""

from __future__ import annotations

from datetime import date, timedelta
from functools import cache
from pathlib import Path

from sysbench_archive.model.base import Record, read_record
from sysbench_archive.model.upgrade import ReleaseOrder

RELEASES = Path(__file__).with_name("releases.json")
UNCERTAIN = timedelta(days=30)
"""How far a day may be off that is not confirmed."""


class ProductReleases(Record):
    """Releases of a product whose days are known, by where they were read."""

    product: str
    """Product."""
    source: str
    """Where the days are stated."""
    dates: dict[str, str]
    """Exact version to its day."""
    confirmed: bool = True
    """Whether they were read there."""


@cache
def release_tables() -> tuple[ProductReleases, ...]:
    """The releases of every product."""
    return read_record(RELEASES.read_bytes(), tuple[ProductReleases, ...])


@cache
def _days() -> dict[tuple[str, str], tuple[date, bool]]:
    """Product and version to the day, and whether it is confirmed."""
    return {
        (table.product, version): (date.fromisoformat(day), table.confirmed)
        for table in release_tables()
        for version, day in table.dates.items()
    }


def release_order(product: str, older: str, newer: str, other: str = "") -> ReleaseOrder:
    """Whether `newer`, of the product `other` if that is another, came out after `older`."""
    before, after = _days().get((product, older)), _days().get((other or product, newer))
    if before is None or after is None:
        return "unknown"
    confirmed = before[1] and after[1]
    if not confirmed and abs(after[0] - before[0]) <= UNCERTAIN:
        return "unknown"
    return "forward" if before[0] <= after[0] else "backward"
