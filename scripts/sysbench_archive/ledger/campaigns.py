"""The record of campaigns: each address the page of one was given, with the bundles it had then.

An address is the name of a file of `data/series/` or of a bundle. Where none has that name
any more, it leads to the campaign that has most of these bundles now. Rows are only added.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from sysbench_archive.csv_files import csv_text, listed_rows

CAMPAIGNS = "data/campaigns.csv"
_NAME = r"[a-z0-9]+(-+[a-z0-9]+)*"
_FORMS = {"campaign": re.compile(_NAME), "bundles": re.compile(rf"{_NAME}( {_NAME})*")}


@dataclass(frozen=True, slots=True)
class CampaignRow:
    """A row: the last part of an address, and ids of bundles."""

    slug: str
    bundles: tuple[str, ...]

    @property
    def path(self) -> str:
        """The address."""
        return f"/comparisons/{self.slug}/"


def read_campaigns(data: bytes) -> list[CampaignRow]:
    """The rows of a file; of an empty one none. Raises UsageError where it is none."""
    expected = "the last part of an address and ids of bundles with blanks between them"
    rows = listed_rows(data, CAMPAIGNS, _FORMS, expected)
    return [CampaignRow(slug, tuple(bundles.split(" "))) for slug, bundles in rows]


def write_campaigns(rows: Iterable[CampaignRow]) -> str:
    """The rows as a file, in their order."""
    return csv_text([_FORMS, *((row.slug, " ".join(row.bundles)) for row in rows)])
