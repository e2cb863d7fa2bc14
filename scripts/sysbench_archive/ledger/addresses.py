"""The record of addresses that no bundle's row has: campaigns and pages that span them.

The last part of a campaign's address is the name of a file of `data/series/` or of a bundle; where
none has that name any more, it leads to the campaign that has most of the bundles it had then. The
address of an upgrade, a test, a setting, a class of machines or a release series whose page is not
made any more answers with a notice. Rows are only added.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from sysbench_archive.csv_files import csv_text, listed_rows
from sysbench_archive.ledger.record import REWRITTEN
from sysbench_archive.problems import Problem

CAMPAIGNS = "data/campaigns.csv"
_NAME = r"[a-z0-9]+(-+[a-z0-9]+)*"
_CAMPAIGN = {"campaign": re.compile(_NAME), "bundles": re.compile(rf"{_NAME}( {_NAME})*")}


@dataclass(frozen=True, slots=True)
class CampaignRow:
    """A row: the last part of an address, and ids of bundles."""

    slug: str
    bundles: tuple[str, ...]

    @property
    def path(self) -> str:
        """The address."""
        return f"/comparisons/{self.slug}/"


def changed_campaigns(
    before: Iterable[CampaignRow], after: Iterable[CampaignRow]
) -> Iterator[Problem]:
    """Rows that name other bundles than they did; what is gone is told of the address."""
    now = {row.slug: row for row in after}
    for row in before:
        if now.get(row.slug, row) != row:
            yield REWRITTEN.at(CAMPAIGNS, f"the row of {row.path} names other bundles than it did")


def read_campaigns(data: bytes) -> list[CampaignRow]:
    """The rows of a file; of an empty one none. Raises UsageError where it is none."""
    expected = "the last part of an address and ids of bundles with blanks between them"
    rows = listed_rows(data, CAMPAIGNS, _CAMPAIGN, expected)
    return [CampaignRow(slug, tuple(bundles.split(" "))) for slug, bundles in rows]


def write_campaigns(rows: Iterable[CampaignRow]) -> str:
    """The rows as a file, in their order."""
    return csv_text([_CAMPAIGN, *((row.slug, " ".join(row.bundles)) for row in rows)])


SHARED_PAGES = "data/pages.csv"
_PAGE = {
    "path": re.compile(
        r"/(upgrades|workloads|settings|hardware|versions)/(?!.*\.\.)[a-z0-9_./-]*[a-z0-9]/"
    ),
    "title": re.compile(".*"),
}


def read_shared_pages(data: bytes) -> dict[str, str]:
    """Path to title; of an empty file none. Raises UsageError where it is no such file."""
    rows = listed_rows(data, SHARED_PAGES, _PAGE, "a path and its title")
    return dict(rows)


def write_shared_pages(pages: Mapping[str, str]) -> str:
    """The pages as a file, by path."""
    return csv_text([_PAGE, *sorted(pages.items())])
