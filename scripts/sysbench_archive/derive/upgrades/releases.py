"""When releases came out, and which of two came first.

`releases.json` has the day of general availability, or of the release where it is no general one,
as the vendor's release notes state it. A version that is not in it has no known day, and nothing
is claimed about its order.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

import msgspec

from sysbench_archive.model.base import Record
from sysbench_archive.model.upgrade import ReleaseOrder

RELEASES = Path(__file__).with_name("releases.json")


class ProductReleases(Record):
    """The releases of a product whose days are known."""

    product: str
    """Product."""
    source: str
    """Where the days are stated."""
    dates: dict[str, str]
    """Exact version to its day."""


@cache
def release_tables() -> tuple[ProductReleases, ...]:
    """The releases of every product."""
    return msgspec.json.decode(RELEASES.read_bytes(), type=tuple[ProductReleases, ...])


@cache
def _days() -> dict[tuple[str, str], str]:
    return {
        (table.product, version): day
        for table in release_tables()
        for version, day in table.dates.items()
    }


def release_day(product: str, version: str) -> str | None:
    """The day an exact version came out, such as `2013-02-05`; None where it is not known."""
    return _days().get((product, version))


def release_order(product: str, older: str, newer: str) -> ReleaseOrder:
    """Whether `newer`, a version of the newer series, came out after `older`, or the same day."""
    before, after = release_day(product, older), release_day(product, newer)
    if before is None or after is None:
        return "unknown"
    return "forward" if before <= after else "backward"
