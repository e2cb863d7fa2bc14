"""Works to cite, and rows of the record they come from."""

from __future__ import annotations

from dataclasses import replace

from sysbench_archive.bundle.people import Name
from sysbench_archive.ledger.record import Row
from sysbench_archive.model.sources import DataTerms
from sysbench_archive.publish.citation import Imprint, Work, bundle_work

BASE = "https://archive.example"
DOI = "10.5281/zenodo.1234567"
ORCID = "0000-0002-1825-0097"
PEOPLE = {
    "Ada Example": Name("Ada Example", "person", "Example", "Ada", ORCID),
    "Bob of Example & Sons": Name("Bob of Example & Sons", "organisation"),
}
IMPRINT = Imprint(BASE, people=PEOPLE)
DEPOSITED = Imprint(BASE, DOI, PEOPLE)
"""The same after the first snapshot."""
BUNDLE = "2026-01-two-servers"
SWHID = "swh:1:dir:" + "ab" * 20
OTHER = "swh:1:dir:" + "cd" * 20
HOSTILE = "\\ {a} }b{ $x$ & 100% #1 ~_^ <script>alert(1)</script> [l](u) `c` *e* | www.a.example"
FIRST = Row(
    revision=1,
    date="2026-01-05",
    status="published",
    standing="permanent",
    swhid=SWHID,
    figures_sha256="ef" * 32,
    title="MySQL 8.0 and 8.4, read-only",
    authors="Ada Example; Bob of Example & Sons",
    comparisons="read-only",
    runs="t1 t2",
    reason="first published",
)
SECOND = replace(
    FIRST, revision=2, date="2027-03-01", status="corrected", swhid=OTHER, reason="a typo"
)
WITHDRAWN = replace(
    SECOND, revision=3, date="2027-04-01", status="withdrawn", reason="a broken disk"
)
OWN = DataTerms(
    licences=["CC-BY-4.0"], brief="CC-BY-4.0", covers="It covers this.", leaves="", sources=[]
)
"""The terms of data that were taken from nowhere."""


def whole(**changes: str) -> Work:
    """The bundle at its first revision, some of its row changed."""
    return bundle_work(BUNDLE, [replace(FIRST, **changes)])
