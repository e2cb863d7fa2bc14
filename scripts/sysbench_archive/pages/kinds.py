"""What a kind of page that spans bundles is, and what such pages are made of.

A kind is declared once, in the table of the package: its record, the addresses of its pages, which
are kept from then on, what the search finds of it, its feeds, and files for programs.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, Literal, TypeVar

from msgspec import field

from sysbench_archive.derive.entries import ComparisonEntry, ResultEntry
from sysbench_archive.derive.held import HeldBundle
from sysbench_archive.derive.settings import ResultSettings
from sysbench_archive.model.base import Record, Reference
from sysbench_archive.model.counted import CountedRelease
from sysbench_archive.model.listing import HardwareClassRecord
from sysbench_archive.tables.effects import Effect
from sysbench_archive.tables.offered_loads import OfferedLoads
from sysbench_archive.tables.release_pairs import ReleasePair

SearchKind = Literal[
    "result",
    "comparison",
    "question",
    "upgrade",
    "version",
    "setting",
    "workload",
    "hardware",
    "author",
    "source",
    "page",
    "rule",
]
"""Kinds of page that the search finds."""


class SearchDocument(Record):
    """A document."""

    path: str
    title: str
    kind: SearchKind
    text: str = ""
    """What is shown of it, and found."""
    words: str = ""
    """What it is found by besides."""
    product: list[str] = field(default_factory=list)
    evidence: list[str] = field(default_factory=list)
    year: str = ""
    """Year; else empty."""
    series: list[str] = field(default_factory=list)
    """Release series, as `mysql-8.0`; of an upgrade its two."""
    releases: list[str] = field(default_factory=list)
    """Releases of a series, oldest first; else empty."""


Variants = Mapping[str, Mapping[str, str]]
"""Bundle to what tells it from the others of its campaign, by label: `Character set`: `latin1`."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Listed:
    """What pages that span bundles are made of.

    `results` are newest first; `pages` are the comparisons that have a page of their own, and
    campaigns; `drawn` are the addresses of comparisons of single bundles. `appearances` names the
    comparisons of each bundle by its id, `variants` what tells bundles of a campaign apart.
    """

    results: Sequence[ResultEntry]
    comparisons: Sequence[ComparisonEntry]
    pages: Sequence[ComparisonEntry]
    appearances: Mapping[str, Sequence[Reference]]
    drawn: Collection[str]
    pairs: Sequence[ReleasePair]
    classes: Sequence[HardwareClassRecord]
    settings: Sequence[ResultSettings]
    counted: Sequence[CountedRelease]
    held: Sequence[HeldBundle]
    variants: Variants
    effects: Sequence[Effect] = ()
    loads: Sequence[OfferedLoads] = ()

    @property
    def titles(self) -> dict[str, str]:
        """Titles of results by id."""
        return {entry.id: entry.title for entry in self.results}


def reference(entry: ResultEntry | ComparisonEntry) -> Reference:
    """A result or a comparison by its address and title."""
    return Reference(path=entry.path, title=entry.title)


MadeT = TypeVar("MadeT")
File = tuple[str, Record | Mapping[str, Any]]
"""Path below the derived folder; record."""


class PageCard(Record, kw_only=True):
    """What previews of links show of a page: words that the page has as well."""

    path: str
    """Address of the page."""
    title: str
    finding: str = ""
    """A number or a range; else empty."""
    text: str
    """The sentence behind it."""
    basis: str = ""
    """Evidence status, or how much there is."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PageKind(Generic[MadeT]):
    """A kind of page, declared once.

    What is `made`, a record or a list of them, is written to `data/<name>.json`, where templates
    read it; `record` is its type, or that of its entries. `titles` has path and title of each page
    it makes besides its list: these addresses are recorded and stay for ever. What `grows` with the
    archive is read by no page of a bundle. Where a kind is `followed`, its pages have feeds: the
    function gives the path of each with the bundles it is about. Where it has `cards`, so has each
    of its pages that does not stand below another one, for as long as the page's address answers.
    """

    name: str
    record: type[Record]
    grows: bool = True
    made: Callable[[Listed], MadeT]
    titles: Callable[[MadeT], Iterable[tuple[str, str]]] = lambda _: ()
    documents: Callable[[MadeT, Listed], Iterable[SearchDocument]] = lambda *_: ()
    followed: Callable[[MadeT, Listed], Iterable[tuple[str, set[str]]]] | None = None
    cards: Callable[[MadeT, Listed], Iterable[PageCard]] | None = None
    files: Callable[[MadeT, Listed], Iterable[File]] = lambda *_: ()
