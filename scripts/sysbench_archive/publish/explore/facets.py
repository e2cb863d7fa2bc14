"""What readers narrow series by, and what they call it.

Owns titles, labels and order of facets and of their values. A value nobody recorded is a value:
readers can ask for it, or leave it out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from sysbench_archive.derive.sides import version_key
from sysbench_archive.derive.site import EVIDENCE
from sysbench_archive.derive.workloads import FAMILIES, test_named
from sysbench_archive.model import PRODUCTS

Record = dict[str, Any]
Row = Mapping[str, Any]
Key = tuple[Any, ...]

_NOT_RECORDED = "Not recorded"
REGIMES = {
    "defaults": "Defaults of the version",
    "pinned": "Settings chosen",
    "unrecorded": _NOT_RECORDED,
}
RESIDENCIES = {
    "in-memory": "Fits in the buffer pool",
    "cached": "Fits in memory",
    "io-bound": "Larger than memory",
    "unrecorded": _NOT_RECORDED,
}


@dataclass(frozen=True, slots=True)
class Facet:
    """A column to narrow by. `label` and `order` look at any row that has the value."""

    name: str
    title: str
    label: Callable[[Row], str]
    order: Callable[[Row], Key]


Ways = tuple[Callable[[Row], str], Callable[[Row], Key]]
"""Label and order of a facet's values."""


def _listed(column: str, labels: Mapping[str, str]) -> Ways:
    """By a table of labels; what it does not know is its own label and comes last."""
    places = {value: place for place, value in enumerate(labels)}
    return (
        lambda row: labels.get(row[column], row[column]),
        lambda row: (places.get(row[column], len(places)), row[column]),
    )


def _named_by(column: str) -> Ways:
    """By a label in another column, or the same, in alphabetical order."""
    return (lambda row: row[column] or _NOT_RECORDED), (lambda row: (row[column].casefold(),))


def _release_label(row: Row) -> str:
    return f"{PRODUCTS[row['product']]} {_series(row)}"


def _release_order(row: Row) -> Key:
    """Newest first within a product."""
    newest = tuple(-number for number in version_key(_series(row)))
    return list(PRODUCTS).index(row["product"]), newest


def _series(row: Row) -> str:
    return str(row["release"]).removeprefix(f"{row['product']}-")


def _test_label(row: Row) -> str:
    return test_named(row["test"], row["work"]).title if row["test"] else _NOT_RECORDED


def _test_order(row: Row) -> Key:
    return list(FAMILIES).index(row["family"]), _test_label(row).casefold()


FACETS = (
    Facet("product", "Product", *_listed("product", PRODUCTS)),
    Facet("release", "Release series", _release_label, _release_order),
    Facet("family", "Kind of workload", *_listed("family", FAMILIES)),
    Facet("test", "Workload", _test_label, _test_order),
    Facet("class", "Hardware class", *_named_by("classed")),
    Facet("regime", "Configuration", *_listed("regime", REGIMES)),
    Facet("residency", "Dataset", *_listed("residency", RESIDENCIES)),
    Facet("evidence", "Evidence", *_listed("evidence", {k: v for k, (v, _) in EVIDENCE.items()})),
    Facet("year", "Year", lambda row: row["year"], lambda row: (-int(row["year"]),)),
    Facet("submitter", "Submitter", *_named_by("submitter")),
)


def facet_records(rows: Iterable[Row]) -> list[Record]:
    """Every facet with the values that rows have, in the order pages list them."""
    found: dict[str, dict[str, Row]] = {facet.name: {} for facet in FACETS}
    for row in rows:
        for name, values in found.items():
            values.setdefault(row[name], row)
    return [_record(facet, found[facet.name]) for facet in FACETS]


def _record(facet: Facet, values: Mapping[str, Row]) -> Record:
    ordered = sorted(values.items(), key=lambda item: facet.order(item[1]))
    listed = [{"value": value, "label": facet.label(row)} for value, row in ordered]
    return {"name": facet.name, "title": facet.title, "values": listed}
