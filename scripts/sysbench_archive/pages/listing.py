"""Lists of results, comparisons and machines: who measured what, on what, and the finding.

All three have one kind of row: a page shows it as a table, a browser narrows and sorts it, and the
search finds it by the same texts. A browser loads the rows in pieces, once a reader narrows a list
or searches. A row never has a figure of its own.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Annotated, Any, Literal, TypeVar, get_args
from urllib.parse import quote_plus

from msgspec import Meta, field
from msgspec.structs import replace

from sysbench_archive.derive.entries import (
    STORAGE,
    ComparisonEntry,
    ListMachine,
    ResultEntry,
)
from sysbench_archive.derive.servers import version_key
from sysbench_archive.derive.workloads import LOAD_LABELS
from sysbench_archive.hardware import classes
from sysbench_archive.hardware.processors import TABLES
from sysbench_archive.model.base import ListedServer, Record, Reference
from sysbench_archive.model.bundle import PRODUCTS
from sysbench_archive.model.listing import ClassDimension, Facet, FacetValue
from sysbench_archive.pages.kinds import File, Listed, PageKind, SearchDocument
from sysbench_archive.pages.site import EVIDENCE_LABELS
from sysbench_archive.words.differences import span_text
from sysbench_archive.words.phrases import capital, count_text, first_of, joined, threads_span

ListName = Literal["results", "comparisons", "machines"]
"""A list that readers narrow and sort."""


ListPath = Annotated[str, Meta(pattern="^lists/[a-z]+-[0-9]+\\.json$")]
"""Site-relative path of a piece of a list, without a slash before."""


class ListRow(Reference, kw_only=True):
    """A row of a list. Texts are empty where nothing is recorded."""

    finding: str
    """What was found, in a sentence."""
    by: str
    """Who measured."""
    day: str
    """Newest day, or the year."""
    year: str
    group: str
    """What the row stands under where the list is read from top to bottom."""
    servers: str
    """Products and series in short."""
    versions: list[str] = field(default_factory=list)
    """Every server's product and version, to find it by."""
    machine: str
    """Machines in short."""
    hardware: list[str]
    """Names, processors and instance types of machines, to find it by."""
    loads: str
    """Workloads in short."""
    tests: list[str] = field(default_factory=list)
    """sysbench's tests and their titles, to find it by."""
    threads: str
    """Thread counts in short."""
    counts: list[int] = field(default_factory=list)
    """Every thread count, to find it by."""
    words: list[str] = field(default_factory=list)
    """What it is found by besides: its builds, hosts and source, and settings it changes alone."""
    runs: int
    bundles: list[str]
    """Bundles it rests on."""
    own: bool = False
    """Whether it is a comparison that a result has of its own."""
    product: list[str]
    series: list[str]
    """Products and release series, as `mysql-8.0`."""
    load: list[str]
    """Kinds of load."""
    cores: list[int]
    """Cores as upper ends of doublings."""
    memory: list[int]
    """Main memory in GiB as upper ends of doublings."""
    storage: list[str]
    evidence: list[str]


class ListRecord(Record, omit_defaults=True):
    """A list, as pages show it, or a piece of one."""

    rows: list[ListRow]
    """Rows, in the list's own order."""
    facets: list[Facet] = field(default_factory=list)
    """What it is narrowed by; a piece of it does not say that."""


class ListYear(Record):
    """A year of results, which has a page of its own."""

    year: str
    path: str
    rows: int
    """How many results."""
    on_list: bool
    """Whether the list of all results has its rows as well: the newest years."""


class ListTable(Record):
    """All lists of the archive, for its pages."""

    results: ListRecord
    """Results, newest first."""
    comparisons: ListRecord
    """Comparisons, those written by hand first."""
    machines: ListRecord
    """Machines that ran a server, by cores; those nobody described last."""
    years: list[ListYear]
    """Years of results, newest first."""


class ListIndex(Record):
    """What a browser needs of a list before its rows."""

    rows: int
    """How many rows all pieces have."""
    pieces: list[ListPath]
    """The pieces, in the order of their rows."""
    evidence: dict[str, str]
    """Evidence class to its name."""
    near: list[ClassDimension]
    """What a difference in cores, memory or storage counts."""


_MOST_NAMED = 2


def finding_of(entry: ResultEntry | ComparisonEntry, about: Sequence[ComparisonEntry]) -> str:
    """The finding a row shows: its summary, else what its verdicts found.

    `about` are the comparisons of a result. One that rests on this result alone has its summary;
    one that rests on others as well speaks of more than the result.
    """
    if isinstance(entry, ComparisonEntry):
        return entry.summary or entry.finding
    own = (other.summary for other in about if other.summary and other.bundles == [entry.id])
    return next(own, entry.finding)


def result_rows(
    results: Sequence[ResultEntry], comparisons: Sequence[ComparisonEntry]
) -> list[ListRow]:
    """A row a result, in the order given."""
    about: dict[str, list[ComparisonEntry]] = {}
    for comparison in comparisons:
        for bundle in comparison.bundles:
            about.setdefault(bundle, []).append(comparison)
    return [
        _row(
            entry,
            [entry],
            finding=finding_of(entry, about.get(entry.id, ())),
            threads=entry.threads,
            day=entry.submitted,
            year=entry.id[:4],
            group=entry.id[:4],
            words=entry.words,
            bundles=[entry.id],
            evidence=[entry.evidence],
        )
        for entry in results
    ]


def comparison_rows(
    comparisons: Sequence[ComparisonEntry],
    results: Mapping[str, ResultEntry],
    changed: Mapping[str, Sequence[str]],
) -> list[ListRow]:
    """A row a comparison, in the order given; its machines and settings are its bundles', and
    `changed` names the settings that a bundle changes alone.
    """
    rows = []
    for entry in comparisons:
        own = [results[bundle] for bundle in entry.bundles if bundle in results]
        row = _row(
            entry,
            own,
            finding=finding_of(entry, ()),
            threads=entry.threads or sorted({count for one in own for count in one.threads}),
            day=entry.year,
            year=entry.year,
            group=entry.kind,
            words=_distinct(
                word
                for bundle in own
                for word in (entry.question, *changed.get(bundle.id, ()), *bundle.words)
            ),
            own=entry.own,
            bundles=entry.bundles,
            evidence=entry.evidence,
        )
        rows.append(row)
    return rows


def _row(
    entry: ResultEntry | ComparisonEntry,
    rests_on: Sequence[ResultEntry],
    *,
    threads: list[int],
    **more: Any,
) -> ListRow:
    machines = [machine for own in rests_on for machine in own.machines]
    loads = [load for own in rests_on for load in own.loads]
    return ListRow(
        path=entry.path,
        title=entry.title,
        by=joined(_distinct(own.by for own in rests_on if own.by)),
        versions=_distinct(server.label for server in entry.servers),
        tests=_distinct(word for test in entry.tests.items() for word in test),
        counts=threads,
        runs=entry.runs,
        **_measured(entry.servers, machines, entry.tests.values(), threads, loads),
        **more,
    )


def _measured(
    servers: Sequence[ListedServer],
    machines: Sequence[ListMachine],
    titles: Iterable[str],
    threads: Sequence[int],
    kinds: Iterable[str],
) -> dict[str, Any]:
    """What was measured on what, of any row."""
    return {
        "servers": servers_text(servers),
        "machine": first_of(
            # Those of which nothing is recorded are left out.
            _distinct(machine.text for machine in machines if machine.text),
            _MOST_NAMED,
            joint="; ",
            end="; ",
        ),
        "hardware": _distinct(name for machine in machines for name in machine.names),
        "loads": first_of(_distinct(titles), _MOST_NAMED),
        "threads": threads_span(threads),
        "product": sorted({server.product for server in servers}),
        "series": sorted(set(map(series_id, servers))),
        "load": sorted(set(kinds)),
        "cores": sorted({machine.cores for machine in machines if machine.cores}),
        "memory": sorted({machine.memory for machine in machines if machine.memory}),
        "storage": sorted({kind for machine in machines for kind in machine.storage}),
    }


def _distinct(texts: Iterable[str]) -> list[str]:
    return list(dict.fromkeys(texts))


def servers_text(servers: Sequence[ListedServer]) -> str:
    """`MySQL 5.6 to 9.5, MariaDB 11.4`: each product with its oldest and newest series."""
    found: dict[str, set[str]] = {}
    for server in servers:
        found.setdefault(server.product, set()).add(server.series)
    texts = []
    for product, series in found.items():
        ordered = sorted(series, key=version_key)
        texts.append(f"{PRODUCTS.get(product, product)} {span_text(ordered[0], ordered[-1])}")
    return ", ".join(texts)


def machine_rows(results: Sequence[ResultEntry]) -> list[ListRow]:
    """A row for every kind of machine that ran a server, with what was measured on it.

    By cores; those of which nobody recorded how many come last. Machines of which the same is
    recorded are one row, which does not claim that they are one machine; those of which nothing is
    recorded are left out.
    """
    found: dict[tuple[object, ...], list[tuple[ResultEntry, ListMachine]]] = {}
    for entry in results:
        for it in entry.machines:
            if it.text or it.names:
                key = (it.title, it.text, it.cores, it.memory, it.hardware_class.id, *it.names)
                found.setdefault(key, []).append((entry, it))
    return sorted(
        map(_machine_row, found.values()),
        key=lambda row: (
            not row.cores,
            max(row.cores, default=0),
            max(row.memory, default=0),
            row.title,
        ),
    )


def _machine_row(measured: Sequence[tuple[ResultEntry, ListMachine]]) -> ListRow:
    """`measured` are the results, newest first, with what they measured on it."""
    entries, uses = [entry for entry, _ in measured], [use for _, use in measured]
    newest, machine, more = entries[0], uses[0], len(entries) - 1
    return ListRow(
        path=machine.hardware_class.path,
        title=machine.title,
        finding=newest.title + (f"; {count_text(more, 'more result')}" if more else ""),
        by=joined(_distinct(entry.by for entry in entries)),
        day=newest.submitted,
        year=newest.id[:4],
        group=band_text(machine.cores, "cores") if machine.cores else "",
        runs=sum(use.runs for use in uses),
        bundles=[entry.id for entry in entries],
        evidence=sorted({entry.evidence for entry in entries}),
        **_measured(
            [server for use in uses for server in use.servers],
            [machine],
            [title for use in uses for title in use.tests.values()],
            sorted({count for use in uses for count in use.threads}),
            [load for use in uses for load in use.loads],
        ),
    )


def band_text(size: int, unit: str) -> str:
    """`9 to 16 cores`, of the upper end of a doubling."""
    return f"{classes.span_text(size)} {unit.removesuffix('s') if size == 1 else unit}"


PIECE = 500
"""Rows of a piece of a list."""
MOST_ON_LIST = 100
"""Results that the list itself has as rows, but for a newest year of more; others stand on the
pages of their years.
"""


_DOUBLINGS = 24
"""Of cores and of GiB: more than any machine has."""
ValueT = TypeVar("ValueT", str, int)
STORAGE_LABELS = {name: capital(label) for name, label in STORAGE.items()}


def list_table(
    results: Sequence[ResultEntry],
    comparisons: Sequence[ComparisonEntry],
    pages: Sequence[ComparisonEntry],
    changed: Mapping[str, Sequence[str]],
) -> ListTable:
    """All lists, from the entries of the archive; `pages` are those of comparisons that have a page
    of their own, and campaigns. `changed` names the settings that a bundle changes alone.
    """
    measured = result_rows(results, comparisons)
    servers = [s for entry in results for s in entry.servers]
    servers += [s for entry in pages for s in entry.servers]
    return ListTable(
        results=_list_record(measured, servers),
        comparisons=_list_record(
            comparison_rows(pages, {entry.id: entry for entry in results}, changed), servers
        ),
        machines=_list_record(machine_rows(results), servers),
        years=result_years(measured),
    )


def _list_record(rows: list[ListRow], servers: Sequence[ListedServer]) -> ListRecord:
    return ListRecord(
        rows=rows, facets=[facet for facet in _facets(rows, servers) if len(facet.values) > 1]
    )


def _facets(rows: Sequence[ListRow], servers: Iterable[ListedServer]) -> Iterator[Facet]:
    """What rows are narrowed by, and by a setting besides; `servers` are all that any row names."""
    years = {row.year: row.year for row in sorted(rows, key=lambda row: row.year, reverse=True)}
    names = {row.by: row.by for row in sorted(rows, key=lambda row: row.by.casefold())}
    releases = ((server.product, server.series) for server in servers)
    yield _facet("product", "Product", PRODUCTS, (row.product for row in rows))
    yield _facet("series", "Series", release_labels(releases), (row.series for row in rows))
    yield _facet("load", "Load", LOAD_LABELS, (row.load for row in rows))
    yield _facet("cores", "Cores", _bands("cores"), (row.cores for row in rows))
    yield _facet("memory", "Memory", _bands("GB"), (row.memory for row in rows))
    yield _facet("storage", "Storage", STORAGE_LABELS, (row.storage for row in rows))
    yield _facet("evidence", "Evidence", EVIDENCE_LABELS, (row.evidence for row in rows))
    yield _facet("by", "Measured by", names, ([row.by] for row in rows))
    yield _facet("year", "Year", years, ([row.year] for row in rows))


def _facet(
    name: str, title: str, labels: Mapping[ValueT, str], values: Iterable[Sequence[ValueT]]
) -> Facet:
    """The values that rows have, in the order of their labels."""
    used = {value for own in values for value in own if value}
    return Facet(
        name=name,
        title=title,
        values=[FacetValue(value=str(v), label=labels[v]) for v in labels if v in used],
    )


def release_labels(releases: Iterable[tuple[str, str]]) -> dict[str, str]:
    """Ids of series to their names, the newest first within a product; `releases` are pairs of
    product and series.
    """
    newest = sorted({*releases}, key=lambda release: version_key(release[1]), reverse=True)
    ordered = sorted(newest, key=lambda release: list(PRODUCTS).index(release[0]))
    return {f"{product}-{series}": f"{PRODUCTS[product]} {series}" for product, series in ordered}


def series_id(server: ListedServer) -> str:
    """A release series among those of all products, as `mysql-8.0`."""
    return f"{server.product}-{server.series}"


def _bands(unit: str) -> dict[int, str]:
    """Upper ends of doublings to what they end."""
    return {size: band_text(size, unit) for size in (1 << power for power in range(_DOUBLINGS))}


def result_years(rows: Sequence[ListRow]) -> list[ListYear]:
    """Years, newest first; the list itself has the newest, as far as it stays short."""
    counts = Counter(row.year for row in rows)
    years: list[ListYear] = []
    before = 0
    for year in sorted(counts, reverse=True):
        before += counts[year]
        years.append(
            ListYear(
                year=year,
                path=f"/results/{year}/",
                rows=counts[year],
                on_list=not years or before <= MOST_ON_LIST,
            )
        )
    return years


def _in_lists(dimension: ClassDimension) -> ClassDimension:
    """A part of the distance as lists have it: sizes by doublings, storage by its kind."""
    if dimension.name == "storage":
        words = {"more": "other storage", "less": "other storage", "same": "same storage"}
        return replace(dimension, scale="choice", **words)
    about = {name: f"about {getattr(dimension, name)}" for name in ("more", "less", "same")}
    return replace(dimension, **about)


def piece_paths(name: ListName, rows: Sequence[ListRow]) -> list[str]:
    """The pieces of a list, in the order of their rows."""
    return [f"lists/{name}-{number}.json" for number in range(-(-len(rows) // PIECE))]


def list_files(table: ListTable) -> Iterator[File]:
    """What a browser loads of lists."""
    near = [_in_lists(d) for d in TABLES.dimensions if d.name in ("cores", "memory", "storage")]
    for name in get_args(ListName):
        rows: list[ListRow] = getattr(table, name).rows
        pieces = piece_paths(name, rows)
        for number, path in enumerate(pieces):
            yield f"static/{path}", ListRecord(rows=rows[number * PIECE :][:PIECE])
        yield (
            f"static/lists/{name}.json",
            ListIndex(
                rows=len(rows),
                pieces=pieces,
                evidence=EVIDENCE_LABELS,
                near=near if name == "machines" else [],
            ),
        )


def _author_documents(lists: ListTable) -> Iterator[SearchDocument]:
    """Who measured leads to their results."""
    by: dict[str, list[str]] = {}
    for row in lists.results.rows:
        by.setdefault(row.by, []).append(row.title)
    for name, titles in sorted(by.items()):
        if name:
            yield SearchDocument(
                kind="author",
                path=f"/results/?by={quote_plus(name)}",
                title=name,
                text=f"{count_text(len(titles), 'result')}, the last of them: {titles[0]}",
            )


@lru_cache(1)
def listed_rows(listed: Listed) -> ListTable:
    """The rows of all lists; the search finds machines by them as well."""
    changed: dict[str, list[str]] = {}
    for contrast in (contrast for own in listed.settings for contrast in own.contrasts):
        changed.setdefault(contrast.bundle, []).append(contrast.variable)
    return list_table(listed.results, listed.comparisons, listed.pages, changed)


LISTS = PageKind(
    name="lists",
    record=ListTable,
    made=listed_rows,
    documents=lambda table, _: _author_documents(table),
    files=lambda table, _: list_files(table),
)
