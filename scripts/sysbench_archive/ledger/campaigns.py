"""The record of campaigns: each address the page of one was given, with the bundles it had then.

An address is the name of a file of `data/series/` or of a bundle. Where none has that name
any more, it leads to the campaign that has most of these bundles now. Rows are only added.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from sysbench_archive.csv_files import csv_text, listed_rows
from sysbench_archive.problems import UsageError

CAMPAIGNS = "data/campaigns.csv"
_HEAD = ("campaign", "bundles")
_NAME = re.compile(r"[a-z0-9]+(-+[a-z0-9]+)*")


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
    rows: list[CampaignRow] = []
    for number, cells in listed_rows(data, CAMPAIGNS, _HEAD):
        slug, bundles = cells if len(cells) == len(_HEAD) else ("", "")
        if not all(map(_NAME.fullmatch, [slug, *bundles.split(" ")])):
            raise UsageError(
                f"{CAMPAIGNS}:{number}: got {cells}, expected the last part of an address and ids"
                " of bundles with blanks between them"
            )
        if slug in {row.slug for row in rows}:
            raise UsageError(f"{CAMPAIGNS}:{number}: {slug} has a row above; remove this one")
        rows.append(CampaignRow(slug, tuple(bundles.split(" "))))
    return rows


def write_campaigns(rows: Iterable[CampaignRow]) -> str:
    """The rows as a file, in their order."""
    return csv_text([_HEAD, *((row.slug, " ".join(row.bundles)) for row in rows)])
