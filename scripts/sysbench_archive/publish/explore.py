"""What `/explore/` loads: every series and run of the archive, in pieces that a browser filters.

A series is one server under one workload, over its thread counts. It is a level: its highest
throughput says nothing of another machine's, and nothing is compared here. The index says what each
piece holds, and how many rows have each value: the first page needs the first piece only, and a
choice only the pieces that hold it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from msgspec import UNSET

from sysbench_archive.derive.cells import Cell, cells_of, throughput_metric
from sysbench_archive.derive.entries import STORAGE, storage_kinds
from sysbench_archive.derive.servers import version_key
from sysbench_archive.derive.workloads import FAMILIES, test_named
from sysbench_archive.hardware.classes import UNKNOWN
from sysbench_archive.metrics import METRICS
from sysbench_archive.model.base import Number, Record
from sysbench_archive.model.bundle import PRODUCTS
from sysbench_archive.model.reader import (
    CodedColumn,
    ExploreIndex,
    ExploreMetric,
    Facet,
    FacetValue,
    RunColumns,
    RunPiece,
    RunPieceEntry,
    RunPieces,
    SeriesColumns,
    SeriesPiece,
    SeriesPieceEntry,
    SeriesPieces,
    TextColumn,
)
from sysbench_archive.model.result import HostRecord, ResultRecord, ServerRecord, WorkloadRecord
from sysbench_archive.pages.site import EVIDENCE
from sysbench_archive.words.phrases import count_text

FIRST_PIECE = 100
"""Rows of the first piece: enough for the first page of the list, little to wait for."""
FURTHER_PIECE = 2000
"""Rows of every other piece."""

_Row = TypeVar("_Row")


class SeriesRun(Record):
    """A run of a series."""

    run: str
    """Run id."""
    threads: int
    """Client threads."""
    value: Number
    """Figure in the metric of the series."""
    repetition: int
    """Repetition; 0 where it is none."""


class SeriesRow(Record):
    """A series: what readers narrow by, its span, and its runs."""

    bundle: str
    """Result."""
    title: str
    """Its title."""
    evidence: str
    """Evidence class."""
    submitter: str
    """Who submitted it."""
    day: str
    """Day of submission."""
    year: str
    """Year of the result."""
    server: str
    """Server id."""
    label: str
    """Server."""
    product: str
    """Product."""
    release_series: str
    """Release series."""
    release: str
    """Product and release series."""
    regime: str
    """Configuration: defaults, pinned or unrecorded."""
    flush: str
    """When the redo log is flushed; empty where it is not known."""
    binlog: str
    """Whether there is a binary log; empty where it is not known."""
    doublewrite: str
    """Whether pages are written twice; empty where it is not known."""
    storage: str
    """Kind of storage; empty where it is not recorded."""
    machine: str
    """Machine in a line."""
    hardware_class: str
    """Hardware class."""
    class_label: str
    """Its label."""
    workload: str
    """Workload id."""
    workload_title: str
    """Workload."""
    test: str
    """sysbench's test; empty where nobody recorded it."""
    family: str
    """Family of the test."""
    residency: str
    """Where the dataset lies."""
    metric: str
    """Metric of the figures."""
    lowest_threads: int
    """Lowest thread count."""
    highest_threads: int
    """Highest thread count."""
    thread_counts: int
    """How many thread counts."""
    run_count: int
    """How many runs."""
    peak: float
    """Highest cell; 0 where there is none."""
    peak_threads: int
    """Its thread count."""
    runs: list[SeriesRun]
    """The runs."""


def bundle_series(result: ResultRecord) -> list[SeriesRow]:
    """The series of a bundle, by workload and server; a load that was offered is no level."""
    own = (workload for workload in result.workloads if not workload.offers_load)
    return [row for workload in own for row in _workload_series(result, workload)]


def _workload_series(result: ResultRecord, workload: WorkloadRecord) -> Iterator[SeriesRow]:
    """The series of one workload, in the order of its servers."""
    runs = [run for run in result.runs if run.workload.id == workload.id]
    metric = throughput_metric(runs)
    if metric is None:
        return
    cells = cells_of(runs, [server.id for server in result.servers], metric)
    hosts = {host.id: host for host in result.hosts}
    for server in result.servers:
        if cells[server.id]:
            yield _series_row(
                result=result,
                workload=workload,
                server=server,
                host=hosts[server.host],
                metric=metric,
                cells=cells[server.id],
            )


def _series_row(
    *,
    result: ResultRecord,
    workload: WorkloadRecord,
    server: ServerRecord,
    host: HostRecord,
    metric: str,
    cells: Mapping[int, Cell],
) -> SeriesRow:
    hardware_class = host.hardware_class
    centres = [(cell.centre, threads) for threads, cell in cells.items() if cell.centre]
    peak, peak_threads = max(centres, default=(0.0, 0))
    return SeriesRow(
        bundle=result.id,
        title=result.title,
        evidence=result.evidence,
        submitter=result.submitter,
        day=result.submitted,
        year=result.id[:4],
        server=server.id,
        label=server.label,
        product=server.product,
        release_series=server.series,
        release=f"{server.product}-{server.series}",
        regime=server.regime,
        flush=_condition(result, server, "flush_log_at_commit"),
        binlog=_condition(result, server, "binary_log"),
        doublewrite=_condition(result, server, "doublewrite"),
        storage=next(iter(storage_kinds(host)), ""),
        machine=machine_text(host)
        or (hardware_class.label if hardware_class.id != UNKNOWN else ""),
        hardware_class=hardware_class.id,
        class_label=hardware_class.label,
        workload=workload.id,
        workload_title=workload.title,
        test=workload.test,
        family=workload.family,
        residency=workload.residency[server.id],
        metric=metric,
        lowest_threads=min(cells),
        highest_threads=max(cells),
        thread_counts=len(cells),
        run_count=sum(len(cell.runs) for cell in cells.values()),
        peak=peak,
        peak_threads=peak_threads,
        runs=[
            SeriesRun(run=run.id, threads=threads, value=value, repetition=run.repetition or 0)
            for threads, cell in sorted(cells.items())
            for run, value in zip(cell.runs, cell.values, strict=True)
        ],
    )


def _condition(result: ResultRecord, server: ServerRecord, field: str) -> str:
    """What was in force, as far as it is known: dumped, set, or the default of its version."""
    found = result.conditions.servers.get(server.id, {}).get(field, "")
    if isinstance(found, str):
        return found
    return "" if found.value is UNSET else found.value


def machine_text(host: HostRecord) -> str:
    """A machine in a line: its name, processor and cores, as far as they are recorded."""
    count, unit = (host.cores, "core") if host.cores else (host.hardware_threads, "CPU")
    counted = count_text(count, unit) if count else ""
    # Some bundles name a machine by its processor: it is said once.
    parts = dict.fromkeys([host.machine, host.cpu_model, counted])
    return ", ".join(part for part in parts if part)


def explore_files(series: Iterable[SeriesRow]) -> Iterator[tuple[str, Record]]:
    """(site-relative path without its first slash, record), the index last."""
    rows = sorted(series, key=lambda row: (row.day, row.bundle), reverse=True)
    facets = facet_records(rows)
    series_pieces, run_pieces = list[SeriesPieceEntry](), list[RunPieceEntry]()
    for number, batch in enumerate(batches(rows, FIRST_PIECE, FURTHER_PIECE)):
        path = f"explore/series-{number}.json"
        yield path, SeriesPiece(rows=len(batch), columns=_series_columns(batch))
        series_pieces.append(
            SeriesPieceEntry(
                path=path,
                rows=len(batch),
                runs=sum(row.run_count for row in batch),
                values=_places(facets, batch),
            )
        )
    for number, runs in enumerate(batches(_runs(rows), FIRST_PIECE, FURTHER_PIECE)):
        path = f"explore/runs-{number}.json"
        yield path, RunPiece(rows=len(runs), columns=_run_columns(runs))
        run_pieces.append(RunPieceEntry(path=path, rows=len(runs)))
    yield (
        "explore/index.json",
        ExploreIndex(
            series=SeriesPieces(rows=len(rows), pieces=series_pieces),
            runs=RunPieces(rows=sum(piece.rows for piece in run_pieces), pieces=run_pieces),
            facets=facets,
            metrics={
                name: ExploreMetric(
                    label=METRICS[name].label,
                    unit=METRICS[name].unit,
                    decimals=METRICS[name].decimals,
                )
                for name in sorted({row.metric for row in rows})
            },
        ),
    )


def _places(facets: Iterable[Facet], rows: Iterable[SeriesRow]) -> dict[str, list[int]]:
    """For each facet the places of the values that some rows have."""
    rows = list(rows)
    held = {one.name: {one.value(row) for row in rows} for one in FACETS}
    return {
        facet.name: [at for at, value in enumerate(facet.values) if value.value in held[facet.name]]
        for facet in facets
    }


def batches(rows: Iterable[_Row], first: int, further: int) -> Iterator[list[_Row]]:
    """Rows in batches, each of which becomes a piece."""
    pending: list[_Row] = []
    size = first
    for row in rows:
        pending.append(row)
        if len(pending) == size:
            yield pending
            pending, size = [], further
    if pending:
        yield pending


def _runs(series: Iterable[SeriesRow]) -> Iterator[tuple[int, SeriesRun]]:
    """Every run with the number of its series' row, counted from 0."""
    for number, row in enumerate(series):
        for run in row.runs:
            yield number, run


def _series_columns(rows: Sequence[SeriesRow]) -> SeriesColumns:
    return SeriesColumns(
        bundle=text_column([row.bundle for row in rows]),
        title=text_column([row.title for row in rows]),
        evidence=text_column([row.evidence for row in rows]),
        submitter=text_column([row.submitter for row in rows]),
        day=text_column([row.day for row in rows]),
        year=text_column([row.year for row in rows]),
        server=text_column([row.server for row in rows]),
        label=text_column([row.label for row in rows]),
        product=text_column([row.product for row in rows]),
        release=text_column([row.release for row in rows]),
        regime=text_column([row.regime for row in rows]),
        flush=text_column([row.flush for row in rows]),
        binlog=text_column([row.binlog for row in rows]),
        doublewrite=text_column([row.doublewrite for row in rows]),
        storage=text_column([row.storage for row in rows]),
        machine=text_column([row.machine for row in rows]),
        hardware_class=text_column([row.hardware_class for row in rows]),
        class_label=text_column([row.class_label for row in rows]),
        workload=text_column([row.workload for row in rows]),
        workload_title=text_column([row.workload_title for row in rows]),
        test=text_column([row.test for row in rows]),
        family=text_column([row.family for row in rows]),
        residency=text_column([row.residency for row in rows]),
        metric=text_column([row.metric for row in rows]),
        lowest_threads=[row.lowest_threads for row in rows],
        highest_threads=[row.highest_threads for row in rows],
        thread_counts=[row.thread_counts for row in rows],
        run_count=[row.run_count for row in rows],
        peak=[row.peak for row in rows],
        peak_threads=[row.peak_threads for row in rows],
    )


def _run_columns(rows: Sequence[tuple[int, SeriesRun]]) -> RunColumns:
    return RunColumns(
        series=[number for number, _ in rows],
        run=text_column([run.run for _, run in rows]),
        threads=[run.threads for _, run in rows],
        value=[run.value for _, run in rows],
        repetition=[run.repetition for _, run in rows],
    )


def text_column(values: list[str]) -> TextColumn:
    """Distinct values and a code a row, or the values themselves where hardly any repeats."""
    codes: dict[str, int] = {}
    coded = [codes.setdefault(value, len(codes)) for value in values]
    return CodedColumn(values=list(codes), codes=coded) if 2 * len(codes) < len(values) else values


_NOT_RECORDED = "Not recorded"
_REGIME_LABELS = {
    "defaults": "Defaults of the version",
    "pinned": "Settings chosen",
    "unrecorded": _NOT_RECORDED,
}
_RESIDENCY_LABELS = {
    "in-memory": "Fits in the buffer pool",
    "cached": "Fits in memory",
    "io-bound": "Larger than memory",
    "unrecorded": _NOT_RECORDED,
}
_FLUSH_LABELS = {
    "1": "At every commit (1)",
    "2": "Written at commit, flushed once a second (2)",
    "0": "Once a second (0)",
    "": _NOT_RECORDED,
}
_STORAGE_LABELS = {name: label[:1].upper() + label[1:] for name, label in STORAGE.items()}
_STORAGE_LABELS[""] = _NOT_RECORDED
_SWITCH_LABELS = {"ON": "On", "OFF": "Off", "": _NOT_RECORDED}
_SortKey = tuple[object, ...]


@dataclass(frozen=True, slots=True)
class FacetDefinition:
    """A column to narrow by. `label` and `order` look at any row that has the value.

    A value nobody recorded is a value: readers can ask for it, or leave it out.
    """

    name: str
    title: str
    value: Callable[[SeriesRow], str]
    label: Callable[[SeriesRow], str]
    order: Callable[[SeriesRow], _SortKey]


def _facet_by_table(
    name: str, title: str, value: Callable[[SeriesRow], str], labels: Mapping[str, str]
) -> FacetDefinition:
    """Labelled and ordered by a table; a value not in it is its own label and comes last."""
    places = {key: place for place, key in enumerate(labels)}
    return FacetDefinition(
        name=name,
        title=title,
        value=value,
        label=lambda row: labels.get(value(row), value(row)),
        order=lambda row: (places.get(value(row), len(places)), value(row)),
    )


def _release_order(row: SeriesRow) -> _SortKey:
    """Newest first within a product."""
    numbers, _ = version_key(row.release_series)
    return list(PRODUCTS).index(row.product), tuple(-number for number in numbers)


def _class_order(row: SeriesRow) -> _SortKey:
    """By name; those whose cores nobody counted come last, and after them what nobody described."""
    described = any(unit in row.hardware_class for unit in ("-core", "-cpu"))
    return row.hardware_class == UNKNOWN, not described, row.class_label.casefold()


def _test_label(row: SeriesRow) -> str:
    return test_named(row.test, row.workload_title).title if row.test else _NOT_RECORDED


FACETS = (
    _facet_by_table("product", "Product", lambda row: row.product, PRODUCTS),
    FacetDefinition(
        name="release",
        title="Release series",
        value=lambda row: row.release,
        label=lambda row: f"{PRODUCTS[row.product]} {row.release_series}",
        order=_release_order,
    ),
    _facet_by_table("family", "Kind of workload", lambda row: row.family, FAMILIES),
    FacetDefinition(
        name="test",
        title="Workload",
        value=lambda row: row.test,
        label=_test_label,
        order=lambda row: (list(FAMILIES).index(row.family), _test_label(row).casefold()),
    ),
    FacetDefinition(
        name="class",
        title="Hardware class",
        value=lambda row: row.hardware_class,
        label=lambda row: row.class_label or _NOT_RECORDED,
        order=_class_order,
    ),
    _facet_by_table("storage", "Storage", lambda row: row.storage, _STORAGE_LABELS),
    _facet_by_table("regime", "Configuration", lambda row: row.regime, _REGIME_LABELS),
    _facet_by_table("residency", "Dataset", lambda row: row.residency, _RESIDENCY_LABELS),
    _facet_by_table("flush", "Flush of the redo log", lambda row: row.flush, _FLUSH_LABELS),
    _facet_by_table("binlog", "Binary log", lambda row: row.binlog, _SWITCH_LABELS),
    _facet_by_table("doublewrite", "Doublewrite", lambda row: row.doublewrite, _SWITCH_LABELS),
    _facet_by_table(
        "evidence",
        "Evidence",
        lambda row: row.evidence,
        {name: kind.label for name, kind in EVIDENCE.items()},
    ),
    FacetDefinition(
        name="year",
        title="Year",
        value=lambda row: row.year,
        label=lambda row: row.year,
        order=lambda row: (-int(row.year),),
    ),
    FacetDefinition(
        name="submitter",
        title="Submitter",
        value=lambda row: row.submitter,
        label=lambda row: row.submitter or _NOT_RECORDED,
        order=lambda row: (row.submitter.casefold(),),
    ),
)


def facet_records(rows: Sequence[SeriesRow]) -> list[Facet]:
    """Every facet with the values that rows have, in the order pages list them."""
    return [_facet_record(definition, rows) for definition in FACETS]


def _facet_record(definition: FacetDefinition, rows: Sequence[SeriesRow]) -> Facet:
    first_rows: dict[str, SeriesRow] = {}
    series, runs = Counter[str](), Counter[str]()
    for row in rows:
        value = definition.value(row)
        first_rows.setdefault(value, row)
        series[value] += 1
        runs[value] += row.run_count
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
