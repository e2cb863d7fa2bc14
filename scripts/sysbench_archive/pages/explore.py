"""What `/explore/` loads: every series and its runs, as a selection of the tables.

A series is one server under one workload, over its thread counts. It is a level: its highest
throughput says nothing of another machine's, and nothing is compared here. Rows lie in pieces. The
index says how many rows have each value and which values a piece holds: the first page needs the
first piece only, and a choice only the pieces that hold it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

from msgspec import Meta

from sysbench_archive.derive.cells import metric_record
from sysbench_archive.derive.entries import STORAGE
from sysbench_archive.derive.servers import version_key
from sysbench_archive.derive.workloads import FAMILIES, test_named
from sysbench_archive.hardware.classes import UNKNOWN
from sysbench_archive.metrics import THROUGHPUT
from sysbench_archive.model.base import MetricRecord, Record
from sysbench_archive.model.bundle import PRODUCTS
from sysbench_archive.model.listing import Facet, FacetValue
from sysbench_archive.pages.site import EVIDENCE

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

FIRST_PIECE = 100
"""Rows of the first piece: enough for the first page of the list, little to wait for."""
FURTHER_PIECE = 2000
"""Rows of every other piece."""
Row = Mapping[str, Any]
"""A series: columns of the tables by name, those of its cells, and its `runs`. What is not known is
not there.
"""


class ExplorePieceEntry(Record):
    """A piece, and what is in it: one that holds nothing chosen is not loaded."""

    path: Annotated[str, Meta(pattern="^explore/series-[0-9]+\\.json$")]
    """Site-relative path, without a slash before."""
    series: int
    """How many series."""
    runs: int
    """How many runs they have."""
    values: dict[str, list[Annotated[int, Meta(ge=0)]]]
    """For each facet the places, among its values, of those that rows of the piece have."""


class ExploreIndex(Record):
    """What /explore/ offers to narrow by, and where its rows are."""

    series: int
    """How many series all pieces have."""
    runs: int
    """How many runs they have."""
    pieces: list[ExplorePieceEntry]
    """The pieces, in the order of their rows."""
    facets: list[Facet]
    metrics: dict[str, MetricRecord]
    """Metrics by name."""


class ExplorePiece(Record):
    """A piece of the series, newest results first."""

    rows: list[dict[str, Any]]
    """Columns of the tables by name; `lowest_threads`, `highest_threads`, `thread_counts` and
    `run_count` of its cells, the highest `peak` at `peak_threads`; and `runs`, each with its `run`,
    `threads`, `value` and `repetition`.
    """


_SHOWN = (
    *("bundle", "title", "submitted", "server", "server_label", "series"),
    *("workload", "workload_label", "machine_label", "hardware_class_label"),
    "throughput_metric",
)
"""Columns that entries show or are found by, besides those that readers narrow by."""
_MADE = {
    "submitted": "strftime(submitted, '%Y-%m-%d')",
    "hardware_class": f"coalesce(hardware_class, '{UNKNOWN}')",
    # The year of a result is that of its id, which may be older than its submission.
    "year": "bundle[:4]",
    "release": "product || '-' || series",
}
"""Columns that are not as a table has them."""


def explore_rows(connection: DuckDBPyConnection) -> list[Row]:
    """The series of the archive, newest results first; `connection` is that of `open_tables`."""
    names = dict.fromkeys([*_SHOWN, *(facet.name for facet in FACETS)])
    columns = ", ".join(f"{_MADE.get(name, name)} AS {name}" for name in names)
    values = " ".join(f"WHEN '{name}' THEN {name}" for name in (*THROUGHPUT, "interval_tps_mean"))
    found = connection.execute(f"""
        WITH measured AS (
            SELECT {columns}, threads, run, CASE throughput_metric {values} END AS value,
                sequence_repetition AS repetition
            FROM runs WHERE state = 'complete'
        ), cells AS (
            SELECT {", ".join(names)}, threads,
                if(min(value) > 0, exp(avg(ln(nullif(value, 0)))), NULL) AS centre,
                list({{run: run, threads: threads, value: value, repetition: repetition}}
                    ORDER BY run) AS runs
            FROM measured WHERE value IS NOT NULL GROUP BY ALL
        )
        SELECT {", ".join(names)}, min(threads) AS lowest_threads, max(threads) AS highest_threads,
            count(*) AS thread_counts, sum(len(runs))::INTEGER AS run_count, max(centre) AS peak,
            arg_max(threads, (centre, threads)) FILTER (centre IS NOT NULL) AS peak_threads,
            flatten(list(runs ORDER BY threads)) AS runs
        FROM cells GROUP BY {", ".join(names)}
        ORDER BY submitted DESC, bundle DESC, workload, server
    """)
    header = [name for name, *_ in found.description]
    return [_known(dict(zip(header, row, strict=True))) for row in found.fetchall()]


def _known(row: dict[str, Any]) -> dict[str, Any]:
    runs = [{name: it for name, it in run.items() if it is not None} for run in row.pop("runs")]
    return {name: value for name, value in row.items() if value is not None} | {"runs": runs}


def explore_files(rows: Sequence[Row]) -> Iterator[tuple[str, Record]]:
    """(site-relative path without its first slash, record), the index last."""
    facets = [_facet_record(definition, rows) for definition in FACETS]
    pieces = []
    starts = [0, *range(FIRST_PIECE, len(rows), FURTHER_PIECE)] if rows else []
    for number, (start, end) in enumerate(pairwise([*starts, len(rows)])):
        batch = rows[start:end]
        path = f"explore/series-{number}.json"
        yield path, ExplorePiece(rows=[dict(row) for row in batch])
        pieces.append(
            ExplorePieceEntry(
                path=path,
                series=len(batch),
                runs=sum(row["run_count"] for row in batch),
                values={facet.name: _places(facet, batch) for facet in facets},
            )
        )
    yield (
        "explore/index.json",
        ExploreIndex(
            series=len(rows),
            runs=sum(piece.runs for piece in pieces),
            pieces=pieces,
            facets=facets,
            metrics={
                name: metric_record(name)
                for name in sorted({row["throughput_metric"] for row in rows})
            },
        ),
    )


def _places(facet: Facet, rows: Sequence[Row]) -> list[int]:
    """The places of the values of a facet that some rows have."""
    held = {row.get(facet.name, "") for row in rows}
    return [place for place, value in enumerate(facet.values) if value.value in held]


_NOT_RECORDED = "Not recorded"
_REGIME_LABELS = {"defaults": "Defaults of the version", "pinned": "Settings chosen"}
_RESIDENCY_LABELS = {
    "in-memory": "Fits in the buffer pool",
    "cached": "Fits in memory",
    "io-bound": "Larger than memory",
}
_FLUSH_LABELS = {
    "1": "At every commit (1)",
    "2": "Written at commit, flushed once a second (2)",
    "0": "Once a second (0)",
}
_STORAGE_LABELS = {name: label[:1].upper() + label[1:] for name, label in STORAGE.items()}
_SWITCH_LABELS = {"ON": "On", "OFF": "Off"}
_SortKey = tuple[object, ...]


class FacetDefinition(NamedTuple):
    """A column to narrow by. `label` and `order` look at any row that has the value.

    A value nobody recorded is a value: readers can ask for it, or leave it out.
    """

    name: str
    title: str
    label: Callable[[Row], str]
    order: Callable[[Row], _SortKey]


def _facet_by_table(name: str, title: str, labels: Mapping[str, str]) -> FacetDefinition:
    """Labelled and ordered by a table; a value not in it is its own label and comes after, what
    nobody recorded last.
    """
    places = {key: place for place, key in enumerate(labels)}

    def order(row: Row) -> _SortKey:
        value = row.get(name, "")
        return not value, places.get(value, len(places)), value

    def label(row: Row) -> str:
        value = row.get(name, "")
        return labels.get(value, value) or _NOT_RECORDED

    return FacetDefinition(name=name, title=title, label=label, order=order)


def _release_order(row: Row) -> _SortKey:
    """Newest first within a product."""
    numbers, _ = version_key(row["series"])
    return list(PRODUCTS).index(row["product"]), tuple(-number for number in numbers)


def _class_order(row: Row) -> _SortKey:
    """By name; those whose cores nobody counted come last, and after them what nobody described."""
    described = any(unit in row["hardware_class"] for unit in ("-core", "-cpu"))
    label = row["hardware_class_label"].casefold()
    return row["hardware_class"] == UNKNOWN, not described, label


def _test_label(row: Row) -> str:
    if "test" not in row:
        return _NOT_RECORDED
    return test_named(row["test"], row["workload_label"]).title


FACETS = (
    _facet_by_table("product", "Product", PRODUCTS),
    FacetDefinition(
        name="release",
        title="Release series",
        label=lambda row: f"{PRODUCTS[row['product']]} {row['series']}",
        order=_release_order,
    ),
    _facet_by_table("family", "Kind of workload", FAMILIES),
    FacetDefinition(
        name="test",
        title="Workload",
        label=_test_label,
        order=lambda row: (list(FAMILIES).index(row["family"]), _test_label(row).casefold()),
    ),
    FacetDefinition(
        name="hardware_class",
        title="Hardware class",
        label=lambda row: row["hardware_class_label"],
        order=_class_order,
    ),
    _facet_by_table("storage_kind", "Storage", _STORAGE_LABELS),
    _facet_by_table("regime", "Configuration", _REGIME_LABELS),
    _facet_by_table("residency", "Dataset", _RESIDENCY_LABELS),
    _facet_by_table("flush_log_at_commit", "Flush of the redo log", _FLUSH_LABELS),
    _facet_by_table("binary_log", "Binary log", _SWITCH_LABELS),
    _facet_by_table("doublewrite", "Doublewrite", _SWITCH_LABELS),
    _facet_by_table("evidence", "Evidence", {name: kind.label for name, kind in EVIDENCE.items()}),
    FacetDefinition(
        name="year",
        title="Year",
        label=lambda row: row["year"],
        order=lambda row: tuple(-ord(digit) for digit in row["year"]),
    ),
    FacetDefinition(
        name="submitter",
        title="Submitter",
        label=lambda row: row.get("submitter", _NOT_RECORDED),
        order=lambda row: (row.get("submitter", "").casefold(),),
    ),
)


def _facet_record(definition: FacetDefinition, rows: Sequence[Row]) -> Facet:
    """A facet with the values that rows have, in the order pages list them."""
    first_rows: dict[str, Row] = {}
    series, runs = Counter[str](), Counter[str]()
    for row in rows:
        value = row.get(definition.name, "")
        first_rows.setdefault(value, row)
        series[value] += 1
        runs[value] += row["run_count"]
    ordered = sorted(first_rows.items(), key=lambda item: definition.order(item[1]))
    return Facet(
        name=definition.name,
        title=definition.title,
        values=[
            FacetValue(
                value=value, label=definition.label(row), series=series[value], runs=runs[value]
            )
            for value, row in ordered
        ],
    )
