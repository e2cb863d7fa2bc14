"""`data/people.csv`: how citations write the names of those who submitted or wrote what is here.

A row is a name as a bundle states it, what it is the name of, the two parts of a person's name,
and the person's ORCID iD where it was given. A name without a row is written as it was submitted,
in one part: a program that parted it would guess.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import astuple, dataclass
from typing import Literal, cast

from sysbench_archive.csv_files import csv_text, listed_rows
from sysbench_archive.problems import UsageError

PEOPLE = "data/people.csv"
NameKind = Literal["person", "organisation", "account"]
"""An account is a name on the web of somebody who states no other."""
_PART = r"(?!.*\b(?:and|et)\b)[^\W\d_](?:[^\W\d_]|[ .'\u2019-])*"
"""A part of a name; no other program may take it for two names."""
_FORMS = {
    "name": re.compile(r"[^\s;](?:[^;]*[^\s;])?"),
    "kind": re.compile("person|organisation|account"),
    "family": re.compile(rf"(?:{_PART})?"),
    "given": re.compile(rf"(?:{_PART})?"),
    "orcid": re.compile(r"(?:[0-9]{4}-){3}[0-9]{3}[0-9X]|"),
}
_EXPECTED = (
    "a name as bundles state it; person, organisation or account; of a person the family and the"
    " given name; and an ORCID iD, as 0000-0002-1825-0097, or nothing"
)


@dataclass(frozen=True, slots=True, order=True)
class Name:
    """A row; parts are empty of a name that has one part."""

    name: str
    kind: NameKind
    family: str = ""
    given: str = ""
    orcid: str = ""

    def family_first(self) -> str:
        """The family name, then the given one; a name of one part as it is."""
        return f"{self.family}, {self.given}" if self.family else self.name


People = Mapping[str, Name]
"""Names as they were submitted, to how they are written."""


def read_people(data: bytes) -> dict[str, Name]:
    """The rows of a file. Raises UsageError, with the line, where it is none."""
    rows = [
        Name(name, cast("NameKind", kind), *parts)
        for name, kind, *parts in listed_rows(data, PEOPLE, _FORMS, _EXPECTED)
    ]
    if rows != sorted(rows):
        raise UsageError(f"{PEOPLE}: rows are not in the order of names; sort them")
    for number, row in enumerate(rows, 2):
        if fault := _fault_of(row):
            raise UsageError(f"{PEOPLE}:{number}: {row.name}: {fault}")
    return {row.name: row for row in rows}


def write_people(rows: Iterable[Name]) -> bytes:
    """The rows as a file, in order."""
    return csv_text([_FORMS, *map(astuple, sorted(rows))]).encode()


def _fault_of(row: Name) -> str:
    if (row.kind == "person") != bool(row.family and row.given):
        got = f"got {row.family!r} and {row.given!r}"
        return f"{got}, expected two parts of a person's name, and none of others"
    if row.orcid and row.kind != "person":
        return f"got {row.orcid}, expected no ORCID iD of what is no person"
    if row.orcid and row.orcid[-1] != _check_digit(row.orcid[:-1]):
        return f"got {row.orcid}, expected {_check_digit(row.orcid[:-1])} at its end; look it up"
    return ""


def _check_digit(digits: str) -> str:
    """The last character of an ORCID iD: ISO/IEC 7064, MOD 11-2."""
    total = 0
    for digit in digits.replace("-", ""):
        total = (total + int(digit)) * 2
    return "0123456789X"[(12 - total % 11) % 11]
