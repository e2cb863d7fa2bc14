"""What `/explore/` loads: every series and its runs, as a selection of the tables.

A series is one server under one workload, over its thread counts. It is a level: its highest
throughput says nothing of another machine's, and nothing is compared here. Rows lie in pieces. The
index says how many rows have each value and which values a piece holds: the first page needs the
first piece only, and a choice only the pieces that hold it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Annotated, Any

from msgspec import Meta

from sysbench_archive.derive.cells import metric_record
from sysbench_archive.derive.workloads import LOAD_LABELS, test_named
from sysbench_archive.hardware.classes import UNKNOWN
from sysbench_archive.hardware.processors import GENERATIONS
from sysbench_archive.metrics import THROUGHPUT
from sysbench_archive.model.base import MetricRecord, Record
from sysbench_archive.model.bundle import PRODUCTS
from sysbench_archive.model.listing import Facet, FacetValue
from sysbench_archive.pages.listing import STORAGE_LABELS, release_labels
from sysbench_archive.pages.site import EVIDENCE_LABELS

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


class ExplorePiece(Record):
    """A piece of the series, newest results first."""

    rows: list[dict[str, Any]]
    """Columns of the tables by name; `lowest_threads`, `highest_threads`, `thread_counts` and
    `run_count` of its cells, the highest `peak` at `peak_threads` with the percentiles of latency
    there, `peak_p95` and `peak_p99` in ms, medians over repetitions; and `runs`, each with its
    `run`, `threads`, `value`, `repetition`, `p95` and `p99`.
    """


_SHOWN = (
    *("bundle", "title", "submitted", "server", "server_label", "series"),
    *("workload", "workload_label", "machine_label", "hardware_class_label"),
    *("throughput_metric", "cpu_threads", "kind", "placement", "variant"),
)
"""Columns that entries show, are found by or sorted by, besides those that readers narrow by."""
FACETS = {
    "product": "Product",
    "release": "Release series",
    "load": "Kind of load",
    "test": "Workload",
    "cpu_generation": "Processor generation",
    "hardware_class": "Hardware class",
    "storage_kind": "Storage",
    "regime": "Configuration",
    "residency": "Dataset",
    "percentile": "Latency known to",
    "flush_log_at_commit": "Flush of the redo log",
    "binary_log": "Binary log",
    "doublewrite": "Doublewrite",
    "evidence": "Evidence",
    "year": "Year",
    "submitter": "Submitter",
}
"""Columns that readers narrow by, with their headings."""
_MADE = {
    "submitted": "strftime(submitted, '%Y-%m-%d')",
    "hardware_class": f"coalesce(hardware_class, '{UNKNOWN}')",
    # The year of a result is that of its id, which may be older than its submission.
    "year": "bundle[:4]",
    "release": "product || '-' || series",
    # That of the sizes, not of what a bundle states.
    "residency": "derived_residency",
    # As words these are in the order of their numbers.
    "percentile": "CASE WHEN latency_p999_ms >= 0 THEN 'p999' WHEN latency_p99_ms >= 0 THEN 'p99'"
    " WHEN latency_p95_ms >= 0 THEN 'p95' END",
}
"""Columns that are not as a table has them."""
_HIGHEST = "percentile"
"""A column that a series has the highest of."""


def explore_rows(connection: DuckDBPyConnection) -> list[Row]:
    """The series of the archive, newest results first; `connection` is that of `open_tables`."""
    names = dict.fromkeys([*_SHOWN, *FACETS])
    same = ", ".join(name for name in names if name != _HIGHEST)
    columns = ", ".join(f"{_MADE.get(name, name)} AS {name}" for name in names)
    values = " ".join(f"WHEN '{name}' THEN {name}" for name in (*THROUGHPUT, "interval_tps_mean"))
    found = connection.execute(f"""
        WITH measured AS (
            SELECT {columns}, threads, run, CASE throughput_metric {values} END AS value,
                sequence_repetition AS repetition, latency_p95_ms AS p95, latency_p99_ms AS p99
            FROM runs WHERE state = 'complete'
        ), cells AS (
            SELECT {same}, threads, max({_HIGHEST}) AS {_HIGHEST},
                if(min(value) > 0, exp(avg(ln(nullif(value, 0)))), NULL) AS centre,
                median(p95) AS p95, median(p99) AS p99,
                list({{run: run, threads: threads, value: value, repetition: repetition, p95: p95,
                    p99: p99}} ORDER BY run) AS runs
            FROM measured WHERE value IS NOT NULL GROUP BY {same}, threads
        )
        SELECT {same}, max({_HIGHEST}) AS {_HIGHEST}, min(threads) AS lowest_threads,
            max(threads) AS highest_threads,
            count(*) AS thread_counts, sum(len(runs))::INTEGER AS run_count, max(centre) AS peak,
            unnest(arg_max({{peak_threads: threads, peak_p95: p95, peak_p99: p99}},
                (centre, threads)) FILTER (centre IS NOT NULL)),
            flatten(list(runs ORDER BY threads)) AS runs
        FROM cells GROUP BY {same}
        ORDER BY submitted DESC, bundle DESC, workload, server
    """)
    header = [name for name, *_ in found.description]
    return [_known(dict(zip(header, row, strict=True))) for row in found.fetchall()]


def _known(row: dict[str, Any]) -> dict[str, Any]:
    runs = [{name: it for name, it in run.items() if it is not None} for run in row.pop("runs")]
    return {name: value for name, value in row.items() if value is not None} | {"runs": runs}


def explore_files(rows: Sequence[Row]) -> Iterator[tuple[str, Record]]:
    """(site-relative path without its first slash, record), the index last."""
    labels = _labels(rows)
    facets = [_facet(name, labels[name], rows) for name in FACETS]
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
    "fits": "Fits in the buffer pool",
    "about": "About the size of the pool",
    "to-three-times": "Up to three times the pool",
    "beyond": "More than three times the pool",
}
_FLUSH_LABELS = {
    "1": "At every commit (1)",
    "2": "Written at commit, flushed once a second (2)",
    "0": "Once a second (0)",
}
_PERCENTILE_LABELS = {
    "p999": "99.9th percentile",
    "p99": "99th percentile",
    "p95": "95th percentile",
}
_SWITCH_LABELS = {"ON": "On", "OFF": "Off"}


def _labels(rows: Sequence[Row]) -> dict[str, Mapping[str, str]]:
    """Columns that readers narrow by to their values, as pages list them, with what they say."""
    loads = list(LOAD_LABELS)

    def by_load(row: Row) -> tuple[int, str]:
        return loads.index(row["load"]), _test_label(row).casefold()

    # A test that nobody described goes by the title of its newest workload.
    newest = {row.get("test", ""): row for row in reversed(rows)}
    by_class, by_test = sorted(rows, key=_class_order), sorted(newest.values(), key=by_load)
    submitters = {row["submitter"] for row in rows if "submitter" in row}
    return {
        "product": PRODUCTS,
        "release": release_labels((row["product"], row["series"]) for row in rows),
        "load": LOAD_LABELS,
        "test": {row.get("test", ""): _test_label(row) for row in by_test},
        "cpu_generation": {
            it.label: it.label if it.label.startswith(it.vendor) else f"{it.vendor} {it.label}"
            for it in GENERATIONS.values()
        },
        "hardware_class": {row["hardware_class"]: row["hardware_class_label"] for row in by_class},
        "storage_kind": STORAGE_LABELS,
        "regime": _REGIME_LABELS,
        "residency": _RESIDENCY_LABELS,
        "percentile": _PERCENTILE_LABELS,
        "flush_log_at_commit": _FLUSH_LABELS,
        "binary_log": _SWITCH_LABELS,
        "doublewrite": _SWITCH_LABELS,
        "evidence": EVIDENCE_LABELS,
        "year": {year: year for year in sorted({row["year"] for row in rows}, reverse=True)},
        "submitter": {name: name for name in sorted(submitters, key=str.casefold)},
    }


def _class_order(row: Row) -> tuple[bool, bool, str]:
    """By name; those whose cores nobody counted come last, and after them what nobody described."""
    described = any(unit in row["hardware_class"] for unit in ("-core", "-cpu"))
    label = row["hardware_class_label"].casefold()
    return row["hardware_class"] == UNKNOWN, not described, label


def _test_label(row: Row) -> str:
    if "test" not in row:
        return _NOT_RECORDED
    return test_named(row["test"], row["workload_label"]).title


def _facet(name: str, labels: Mapping[str, str], rows: Sequence[Row]) -> Facet:
    """A column with the values that rows have. What is not labelled is its own label and comes
    after; what nobody recorded is a value too, the last: readers can ask for it, or leave it out.
    """
    series, runs = Counter[str](), Counter[str]()
    for row in rows:
        value = row.get(name, "")
        series[value] += 1
        runs[value] += row["run_count"]
    others = sorted(series.keys() - labels.keys(), key=lambda value: (not value, value))
    return Facet(
        name=name,
        title=FACETS[name],
        values=[
            FacetValue(
                value=value,
                label=labels.get(value, value) or _NOT_RECORDED,
                series=series[value],
                runs=runs[value],
            )
            for value in (*labels, *others)
            if value in series
        ],
    )
