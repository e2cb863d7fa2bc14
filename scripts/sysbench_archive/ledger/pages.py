"""The record of pages that span bundles: every address of an upgrade, a test, a setting, a class of
machines or a release series there ever was, with its title.

Rows are only added. An address whose page is not made any more answers with a notice.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from sysbench_archive.csv_files import csv_text, listed_rows
from sysbench_archive.problems import UsageError

SHARED_PAGES = "data/pages.csv"
_HEAD = ["path", "title"]
_PATH = re.compile(r"/(upgrades|workloads|settings|hardware|versions)/[a-z0-9_./-]*[a-z0-9]/")


def read_shared_pages(data: bytes) -> dict[str, str]:
    """Path to title; of an empty file none. Raises UsageError where it is no such file."""
    pages: dict[str, str] = {}
    for number, cells in listed_rows(data, SHARED_PAGES, _HEAD):
        if len(cells) != len(_HEAD) or not _PATH.fullmatch(cells[0]) or ".." in cells[0]:
            raise UsageError(f"{SHARED_PAGES}:{number}: got {cells}, expected a path and its title")
        if cells[0] in pages:
            raise UsageError(f"{SHARED_PAGES}:{number}: {cells[0]} has a row above; remove this")
        pages[cells[0]] = cells[1]
    return pages


def write_shared_pages(pages: Mapping[str, str]) -> str:
    """The pages as a file, by path."""
    return csv_text([_HEAD, *sorted(pages.items())])
