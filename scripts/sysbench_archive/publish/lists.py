"""Lists of results, comparisons and machines for pages and browsers, and who used which setting.

A page has every row; a browser loads the same rows as columns, in pieces, once a reader narrows a
list or searches. Settings are in a file of their own, loaded when one is asked for.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from sysbench_archive.derive.listing import (
    STORAGE,
    band_text,
    comparison_rows,
    machine_rows,
    result_rows,
)
from sysbench_archive.derive.servers import version_key
from sysbench_archive.derive.site import EVIDENCE
from sysbench_archive.derive.workloads import FAMILIES
from sysbench_archive.hardware.distance import DIMENSIONS
from sysbench_archive.model.base import Record
from sysbench_archive.model.bundle import PRODUCTS
from sysbench_archive.model.list_rows import (
    ListColumns,
    ListFacts,
    ListIndex,
    ListName,
    ListPiece,
    ListPieceEntry,
    ListRecord,
    ListRow,
    ListTable,
    ListYear,
    Nearness,
    SettingUse,
    SettingUses,
    SettingValue,
)
from sysbench_archive.model.listing import ComparisonEntry, ResultEntry
from sysbench_archive.model.reader import Facet, FacetValue, TextColumn
from sysbench_archive.publish.explore import text_column

PIECE = 500
"""Rows of a piece of a list."""
MOST_ON_LIST = 100
"""Results that the list itself has as rows, but for a newest year of more; others stand on the
pages of their years.
"""
LISTS: tuple[ListName, ...] = ("results", "comparisons", "machines")
"""Lists in the order the search loads them."""
SETTINGS_FILE = "lists/settings.json"
_STORAGE_LABELS = {name: label[:1].upper() + label[1:] for name, label in STORAGE.items()}
_SORTED_BY = {"cores": "cores", "memory": "memory", "storage": "storage"}


@dataclass(frozen=True, slots=True)
class _FacetDefinition:
    """What a list is narrowed by. `order` sorts values as pages list them."""

    name: str
    title: str
    values: Callable[[ListRow], Sequence[str]]
    label: Callable[[str], str]
    order: Callable[[str], tuple[object, ...]]


def _of_table(
    name: str, title: str, values: Callable[[ListRow], Sequence[str]], labels: Mapping[str, str]
) -> _FacetDefinition:
    places = {key: place for place, key in enumerate(labels)}
    return _FacetDefinition(
        name=name,
        title=title,
        values=values,
        label=lambda value: labels.get(value, value),
        order=lambda value: (places.get(value, len(places)), value),
    )


def _series_label(series: str) -> str:
    product, _, number = series.rpartition("-")
    return f"{PRODUCTS.get(product, product)} {number}"


def _series_order(series: str) -> tuple[object, ...]:
    """Newest first within a product."""
    product, _, number = series.rpartition("-")
    places = list(PRODUCTS)
    place = places.index(product) if product in places else len(places)
    return place, tuple(-part for part in version_key(number)[0]), series


def _band(
    name: str, title: str, values: Callable[[ListRow], Sequence[str]], unit: str
) -> _FacetDefinition:
    return _FacetDefinition(
        name=name,
        title=title,
        values=values,
        label=lambda value: band_text(value, unit),
        order=lambda value: (int(value),),
    )


FACETS = (
    _of_table("product", "Product", lambda row: row.product, PRODUCTS),
    _FacetDefinition("series", "Series", lambda row: row.series, _series_label, _series_order),
    _of_table("load", "Load", lambda row: row.load, FAMILIES),
    _band("cores", "Cores", lambda row: row.cores, "cores"),
    _band("memory", "Memory", lambda row: row.memory, "GB"),
    _of_table("storage", "Storage", lambda row: row.storage, _STORAGE_LABELS),
    _of_table(
        "evidence",
        "Evidence",
        lambda row: row.evidence,
        {name: kind.label for name, kind in EVIDENCE.items()},
    ),
    _FacetDefinition(
        "by", "Measured by", lambda row: [row.by], str, lambda value: (value.casefold(),)
    ),
    _FacetDefinition(
        "year", "Year", lambda row: [row.year], str, lambda value: (-int(value or 0),)
    ),
)
"""What lists are narrowed by, and by a setting besides."""


def list_table(
    results: Sequence[ResultEntry],
    comparisons: Sequence[ComparisonEntry],
    facts: Mapping[str, ListFacts],
    pages: Sequence[ComparisonEntry] | None = None,
) -> ListTable:
    """All lists, from the entries of the archive; `pages` are those of comparisons that have a page
    of their own, where some share one.
    """
    measured = result_rows(results, comparisons, facts)
    return ListTable(
        results=_list_record(measured),
        comparisons=_list_record(comparison_rows(comparisons if pages is None else pages, facts)),
        machines=_list_record(machine_rows(measured, facts)),
        years=result_years(measured),
    )


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


def _list_record(rows: list[ListRow]) -> ListRecord:
    return ListRecord(
        rows=rows, facets=[facet for d in FACETS if len((facet := _facet(d, rows)).values) > 1]
    )


def _facet(definition: _FacetDefinition, rows: Sequence[ListRow]) -> Facet:
    counts, runs = Counter[str](), Counter[str]()
    for row in rows:
        for value in definition.values(row):
            if value:
                counts[value] += 1
                runs[value] += row.runs
    return Facet(
        name=definition.name,
        title=definition.title,
        values=[
            FacetValue(
                value=value,
                label=definition.label(value),
                series=counts[value],
                runs=runs[value],
            )
            for value in sorted(counts, key=definition.order)
        ],
    )


def list_files(table: ListTable) -> Iterator[tuple[str, Record]]:
    """(site-relative path without its first slash, record) of what a browser loads of lists."""
    weights = {d.name: Nearness(weight=d.weight, unknown=d.unknown) for d in DIMENSIONS}
    near = {name: weights[dimension] for name, dimension in _SORTED_BY.items()}
    for name in LISTS:
        rows: list[ListRow] = getattr(table, name).rows
        entries = []
        for number, at in enumerate(range(0, len(rows), PIECE)):
            batch = rows[at : at + PIECE]
            path = f"lists/{name}-{number}.json"
            yield path, ListPiece(rows=len(batch), columns=_columns(batch))
            entries.append(ListPieceEntry(path=path, rows=len(batch)))
        yield (
            f"lists/{name}.json",
            ListIndex(
                rows=len(rows),
                pieces=entries,
                evidence={kind: entry.label for kind, entry in EVIDENCE.items()},
                near=near if name == "machines" else {},
            ),
        )


def _columns(rows: Sequence[ListRow]) -> ListColumns:
    def texts(name: str) -> TextColumn:
        values = [getattr(row, name) for row in rows]
        return text_column([v if isinstance(v, str) else " ".join(v) for v in values])

    columns = {name: texts(name) for name in ListColumns.__struct_fields__ if name != "runs"}
    return ListColumns(runs=[row.runs for row in rows], **columns)


def setting_uses(
    facts: Mapping[str, ListFacts], pages: Mapping[str, str] | None = None
) -> SettingUses:
    """Who gave servers which settings. `pages` has the address of a setting's own page by its name,
    for those that have one.
    """
    bundles = sorted(facts)
    used: dict[str, dict[str, list[int]]] = {}
    for place, bundle in enumerate(bundles):
        for name, values in facts[bundle].settings.items():
            for value in values:
                used.setdefault(name, {}).setdefault(value, []).append(place)
    return SettingUses(
        bundles=bundles,
        settings=[
            SettingUse(
                name=name,
                path=(pages or {}).get(name, ""),
                values=[
                    SettingValue(value=value, bundles=places)
                    for value, places in sorted(
                        used[name].items(), key=lambda item: (-len(item[1]), item[0])
                    )
                ],
            )
            for name in sorted(used)
        ],
    )
