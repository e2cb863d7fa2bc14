"""The record of pages that span bundles: every address of an upgrade, a test, a setting, a class of
machines or a release series there ever was, with its title.

Rows are only added. An address whose page is not made any more answers with a notice.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from sysbench_archive.csv_files import csv_text, listed_rows

SHARED_PAGES = "data/pages.csv"
_FORMS = {
    "path": re.compile(
        r"/(upgrades|workloads|settings|hardware|versions)/(?!.*\.\.)[a-z0-9_./-]*[a-z0-9]/"
    ),
    "title": re.compile(".*"),
}


def read_shared_pages(data: bytes) -> dict[str, str]:
    """Path to title; of an empty file none. Raises UsageError where it is no such file."""
    rows = listed_rows(data, SHARED_PAGES, _FORMS, "a path and its title")
    return dict(rows)


def write_shared_pages(pages: Mapping[str, str]) -> str:
    """The pages as a file, by path."""
    return csv_text([_FORMS, *sorted(pages.items())])
