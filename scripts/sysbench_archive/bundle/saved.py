"""`data/saved.csv`: what Software Heritage was seen to keep, and where it can be looked up.

A row is a repository by its address, the SWHID of what is kept (a state of the whole repository,
or a commit that figures were taken from), and the day it was seen. `preserve --record` writes it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import astuple, dataclass

from sysbench_archive.csv_files import csv_text, listed_rows
from sysbench_archive.problems import UsageError

SAVED = "data/saved.csv"
RESOLVER = "https://archive.softwareheritage.org/"
_FORMS = {
    "origin": re.compile(r"https?://[^\s<>\"'\\,]+"),
    "swhid": re.compile(r"swh:1:(snp|rev):[0-9a-f]{40}"),
    "day": re.compile(r"20[0-9]{2}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])"),
}
_EXPECTED = (
    "the address of a repository, the SWHID of a snapshot or a commit, and the day it was seen, as"
    " 2026-11-21"
)


@dataclass(frozen=True, slots=True, order=True)
class Saved:
    """A row: the repository's address, what is kept of it, and the ISO day it was seen."""

    origin: str
    swhid: str
    day: str

    @property
    def is_whole(self) -> bool:
        """Whether it is a state of the whole repository."""
        return self.swhid.startswith("swh:1:snp:")


def read_saved(data: bytes) -> list[Saved]:
    """The rows of a file. Raises UsageError, with the line, where it is none."""
    rows = [Saved(*cells) for cells in listed_rows(data, SAVED, _FORMS, _EXPECTED, key=2)]
    if rows != sorted(rows):
        raise UsageError(f"{SAVED}: rows are not in order")
    return rows


def write_saved(rows: Iterable[Saved]) -> bytes:
    """The rows as a file, in order."""
    return csv_text([_FORMS, *map(astuple, sorted(set(rows)))]).encode()


def resolver_address(swhid: str, origin: str) -> str:
    """Where what is kept can be looked up; `origin` says which repository it was found in."""
    # In a qualifier only these two have a meaning: https://www.swhid.org/specification/
    quoted = origin.replace("%", "%25").replace(";", "%3B")
    return f"{RESOLVER}{swhid};origin={quoted}"
