"""The page of all pairs: matrices of ranges, and what can be chosen from."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

from sysbench_archive.derive.entries import STORAGE
from sysbench_archive.derive.servers import version_key
from sysbench_archive.derive.workloads import FAMILIES
from sysbench_archive.model.base import Named, Record, narrowed
from sysbench_archive.model.bundle import PRODUCTS
from sysbench_archive.pages.kinds import File, Listed, PageKind, SearchDocument
from sysbench_archive.pages.upgrades.page import (
    CLIENTS,
    LOADS,
    UpgradeEntry,
    UpgradePage,
    UpgradeRow,
    upgrade_pages,
)

MOST_LEADING = 6
"""Pairs that stand above the others in the list."""


class UpgradeMatrix(Record):
    """Pairs of one product, or of two: from the rows to the columns."""

    id: str
    """Name in the page."""
    title: str
    """Products in words."""
    columns: list[str]
    """Release series one may go to."""
    rows: list[str]
    """Release series one may come from."""
    cells: list[list[UpgradeEntry | None]]
    """For each of these a pair for each column; null where nobody ran both."""


class UpgradeList(Record):
    """The page of all pairs."""

    sources: list[Named]
    """Release series one may come from."""
    targets: list[Named]
    """Release series one may go to."""
    loads: list[Named]
    """Kinds of load."""
    clients: list[Named]
    """Numbers of clients."""
    storage: list[Named]
    """Kinds of storage."""
    leading: list[UpgradeEntry]
    """Pairs that most machines ran."""
    matrices: list[UpgradeMatrix]
    """Pairs by product."""
    pairs: list[UpgradeEntry]
    """Every pair, in order."""


def upgrade_list(pages: Sequence[UpgradePage]) -> UpgradeList:
    """The page of all pairs."""
    entries = [narrowed(page, UpgradeEntry) for page in pages]
    rows = [row for page in pages for row in _rows_of(page)]
    return UpgradeList(
        sources=_options({(entry.product, entry.from_series) for entry in entries}),
        targets=_options({(entry.to_product, entry.to_series) for entry in entries}),
        loads=[Named(id=name, label=noun) for name, noun in LOADS.items()],
        clients=[
            Named(id=name, label=label) for name, label in CLIENTS.items() if name != "unrecorded"
        ],
        storage=[
            Named(id=kind, label=label)
            for kind, label in STORAGE.items()
            if any(kind in row.storage for row in rows)
        ],
        leading=sorted(entries, key=lambda entry: -entry.machines)[:MOST_LEADING],
        matrices=list(_matrices(entries)),
        pairs=entries,
    )


def _rows_of(page: UpgradePage) -> Iterator[UpgradeRow]:
    for load in page.loads:
        for clients in load.clients:
            for group in clients.groups:
                yield from group.rows


def _options(series: Iterable[tuple[str, str]]) -> list[Named]:
    """Release series by product, the newest first."""
    products = list(PRODUCTS)
    newest_first = sorted(series, key=lambda own: version_key(own[1]), reverse=True)
    ordered = sorted(newest_first, key=lambda own: products.index(own[0]))
    return [
        Named(id=f"{product}-{name}", label=f"{PRODUCTS[product]} {name}")
        for product, name in ordered
    ]


def _matrices(entries: Sequence[UpgradeEntry]) -> Iterator[UpgradeMatrix]:
    """A matrix for each product, then for each two products."""
    groups: dict[tuple[str, str], list[UpgradeEntry]] = {}
    for entry in entries:
        groups.setdefault((entry.product, entry.to_product), []).append(entry)
    for (product, other), own in sorted(groups.items(), key=lambda item: item[0][0] != item[0][1]):
        rows = sorted({entry.from_series for entry in own}, key=version_key)
        columns = sorted({entry.to_series for entry in own}, key=version_key)
        cells = {(entry.from_series, entry.to_series): entry for entry in own}
        same = product == other
        title = PRODUCTS[product] if same else f"{PRODUCTS[product]} to {PRODUCTS[other]}"
        yield UpgradeMatrix(
            id=product if same else f"{product}-to-{other}",
            title=title,
            columns=columns,
            rows=rows,
            cells=[[cells.get((row, column)) for column in columns] for row in rows],
        )


@lru_cache(1)
def _pages(listed: Listed) -> list[UpgradePage]:
    return upgrade_pages(listed.pairs)


def _files(_: UpgradeList, listed: Listed) -> Iterator[File]:
    """The record of each pair, and its `index.json`."""
    for page in _pages(listed):
        yield f"data/upgrade_pairs/{page.key}.json", page
        yield f"static{page.path}index.json", narrowed(page, UpgradeEntry)


def _document(pair: UpgradeEntry) -> SearchDocument:
    """A pair by the words of its question: releases, loads, machine size."""
    return SearchDocument(
        kind="upgrade",
        path=pair.path,
        title=pair.title,
        text=pair.sentence,
        words=" ".join(
            [
                "upgrade regression slower faster",
                *(f"{FAMILIES[family]} {LOADS[family]}" for family in pair.families),
                *(f"{count} cores" for count in pair.cores),
            ]
        ),
        product=list(dict.fromkeys((pair.product, pair.to_product))),
        year=pair.newest[:4],
        series=[f"{pair.product}-{pair.from_series}", f"{pair.to_product}-{pair.to_series}"],
    )


UPGRADES = PageKind(
    name="upgrades",
    record=UpgradeList,
    made=lambda listed: upgrade_list(_pages(listed)),
    titles=lambda upgrades: [(pair.path, pair.title) for pair in upgrades.pairs],
    documents=lambda upgrades, _: map(_document, upgrades.pairs),
    files=_files,
)
