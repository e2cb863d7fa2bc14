"""Held cells: figures that do not agree with themselves or with those measured beside them.

A cell is the complete runs of a server under a workload at a thread count. It is held where a cold
cache, a collapse or a wrong log speaks more than the server does: it stays published, carries no
verdict and enters no summary. Siblings are the other servers of the bundle under that workload.

The rules were chosen on runs of the archive, and are scored on labelled ones in the tests: a rise
to the next thread count that stays, of well more than siblings have or of five times what more
clients explain, holds the counts before it that lie well below; a 95th percentile ten times the
best sibling's with one client; two products of one base release on one host, apart by two times; a
climb through the quarters by half that does not come to rest, in nearly all runs (fewer were enough
until that held the archive's own noise floor); one count three times off where both beside it
agree; a single run whose pool holds less than a hundredth of the data.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from statistics import median

from sysbench_archive.comparability.conditions import parameters_in_force
from sysbench_archive.comparability.fields import bytes_of
from sysbench_archive.comparability.settings import configuration, default_of
from sysbench_archive.metrics import throughput_metric
from sysbench_archive.model.bundle import PRODUCTS, Bundle, Run, Server, Workload
from sysbench_archive.model.result import HeldCell, HeldReason
from sysbench_archive.statistics import geometric_mean
from sysbench_archive.verdicts.settled import (
    LATER,
    Lines,
    lines_of,
    settled_window,
    stretches_of,
)
from sysbench_archive.words.numbers import figure_text, times_text

RISE, SUPERLINEAR, BELOW, LEAP = 1.75, 1.1, 1.5, 5.0
"""A rise beyond so many times the siblings', and the ratio of threads, is a jump, which holds what
lies so many times below them; where a client gets so many times as much as before, so does any."""
LATENCY = 10.0
TWINS = 2.0
CLIMB, PLATEAU = 1.5, 0.05
"""A climb is so much from the first to the last quarter, which may fall by as little as noise."""
LONG = 10.0
"""Seconds from which on an event is long."""
MOST = 0.75
"""Of repeated runs so many climb."""
DIP, AGREE = 3.0, 1.5
"""A dip or peak is so far from both its neighbours, which lie no further apart than the other."""
UNCACHED = 100.0
"""Data so many times the pool are read from elsewhere."""
ROW_BYTES = 240
"""A row of sysbench's tables with its secondary index, in InnoDB, shortly after loading."""
SPREAD = 1.2
"""The fastest repetition of a cell is so many times the slowest before somebody has to look."""
_BASE = re.compile(r"[0-9]+\.[0-9]+\.[0-9]+")
_QUARTERS = 4


@dataclass(frozen=True, slots=True)
class _Cell:
    """Throughput as a geometric mean, the median 95th percentile, and the runs."""

    throughput: float
    p95: float | None
    runs: Sequence[Run]


_Cells = Mapping[str, Mapping[int, _Cell]]
"""Server to thread count, ascending, to cell."""


@lru_cache(maxsize=1)
def held_cells(bundle: Bundle) -> tuple[HeldCell, ...]:
    """Every cell that is held, once for each reason; by workload, server and threads."""
    found = []
    for workload in bundle.workloads.values():
        cells = _cells_of(bundle, list(bundle.runs_of(workload.id)))
        for server, own in cells.items():
            beside = [cells[other] for other in cells if other != server]
            for threads, reason, figure, expected, text in (
                *_jumps(own, beside),
                *_latencies(own, beside),
                *_twins(bundle, cells, server),
                *_climbs(own),
                *_dips(own),
                *_uncached(bundle, workload, bundle.servers[server], own),
            ):
                held = HeldCell(
                    workload=workload.id,
                    server=server,
                    threads=threads,
                    reason=reason,
                    figure=figure,
                    expected=expected,
                    text=text,
                )
                found.append(held)
    return tuple(found)


def spread_cells(bundle: Bundle) -> Iterator[tuple[str, str, int, list[float]]]:
    """Workload, server, threads and figures of every repeated cell that spreads too far."""
    for workload in bundle.workloads.values():
        runs = list(bundle.runs_of(workload.id))
        metric = throughput_metric([run for run in runs if not run.failed]) or ""
        for server, own in _cells_of(bundle, runs).items():
            for threads, cell in own.items():
                figures = [run.figures[metric].value for run in cell.runs]
                if max(figures) > SPREAD * min(figures):
                    yield workload.id, server, threads, figures


_Found = tuple[int, HeldReason, float, float, str]
"""Threads, reason, figure, what it disagrees with, and the sentence."""


def _cells_of(bundle: Bundle, runs: Iterable[Run]) -> dict[str, dict[int, _Cell]]:
    complete = [run for run in runs if not run.failed]
    metric = throughput_metric(complete) or ""
    grouped: dict[str, dict[int, list[Run]]] = {server: {} for server in bundle.servers}
    for run in complete:
        if metric and metric in run.figures and run.figures[metric].value > 0:
            grouped[run.server].setdefault(run.threads, []).append(run)
    return {
        server: {n: _cell(found, metric) for n, found in sorted(own.items())}
        for server, own in grouped.items()
        if own
    }


def _cell(runs: Sequence[Run], metric: str) -> _Cell:
    percentiles = [
        run.figures["latency_p95_ms"].value for run in runs if "latency_p95_ms" in run.figures
    ]
    return _Cell(
        geometric_mean([run.figures[metric].value for run in runs]),
        median(percentiles) if percentiles else None,
        runs,
    )


def _rises(cells: Mapping[int, _Cell]) -> dict[tuple[int, int], float]:
    """Each two neighbouring thread counts to the rise between them."""
    return {
        (fewer, more): cells[more].throughput / cells[fewer].throughput
        for fewer, more in pairwise(cells)
    }


def _jumps(cells: Mapping[int, _Cell], beside: Sequence[Mapping[int, _Cell]]) -> Iterator[_Found]:
    """What lies below the last jump: it was measured in another state."""
    others = [_rises(own) for own in beside]
    for (fewer, more), rise in reversed(_rises(cells).items()):
        usual = [own[fewer, more] for own in others if (fewer, more) in own]
        is_leap = rise > LEAP * more / fewer
        is_beyond = bool(usual) and rise > max(RISE * median(usual), SUPERLINEAR * more / fewer)
        if not (is_leap or is_beyond) or not _stays(cells, fewer, more):
            continue
        text = f"throughput rises {times_text(rise)} times from {fewer} to {more} threads"
        if usual:
            text += f", {times_text(median(usual))} times with what ran beside it"
        per_client = cells[more].throughput / more
        for threads, cell in cells.items():
            is_far = LEAP * cell.throughput / threads < per_client
            if threads < more and (is_far if is_leap else _lies_below(cell, threads, beside)):
                yield threads, "jump", rise, median(usual) if usual else more / fewer, text
        return


def _stays(cells: Mapping[int, _Cell], fewer: int, more: int) -> bool:
    """Whether the next count does not fall back half of the way: servers that stall zigzag."""
    after = next((cell.throughput for threads, cell in cells.items() if threads > more), None)
    middle = geometric_mean([cells[fewer].throughput, cells[more].throughput])
    return after is None or after >= middle


def _lies_below(cell: _Cell, threads: int, beside: Sequence[Mapping[int, _Cell]]) -> bool:
    """Whether siblings make well more at a thread count, or none ran at it."""
    others = [own[threads].throughput for own in beside if threads in own]
    return not others or BELOW * cell.throughput < median(others)


def _latencies(
    cells: Mapping[int, _Cell], beside: Sequence[Mapping[int, _Cell]]
) -> Iterator[_Found]:
    own = cells[1].p95 if 1 in cells else None
    others = [p95 for other in beside if 1 in other and (p95 := other[1].p95)]
    if own and others and own >= LATENCY * min(others):
        text = (
            f"the 95th percentile is {figure_text(own)} ms with one client,"
            f" {figure_text(min(others))} with the best beside it"
        )
        yield 1, "latency", own, min(others), text


def _twins(bundle: Bundle, cells: _Cells, name: str) -> Iterator[_Found]:
    """Where it is half as fast as another product of its base release on its host, or slower."""
    server = bundle.servers[name]
    base = _BASE.match(server.version)
    for other in map(bundle.servers.__getitem__, cells):
        match = _BASE.match(other.version)
        is_twin = base and match and base[0] == match[0] and other.product != server.product
        if not is_twin or other.host != server.host or server.variant or other.variant:
            continue
        for threads, cell in cells[name].items():
            twin = cells[other.id].get(threads)
            if twin and twin.throughput > TWINS * cell.throughput:
                text = (
                    f"{figure_text(cell.throughput)} a second where {PRODUCTS[other.product]}"
                    f" {other.version}, of the same base release, makes"
                    f" {figure_text(twin.throughput)}"
                )
                yield threads, "twin", cell.throughput, twin.throughput, text


def _climbs(cells: Mapping[int, _Cell]) -> Iterator[_Found]:
    """Where nearly all of its runs climb: of repetitions some may by chance.

    Long events are passed over: those of all clients begin at once, and end in bunches.
    """
    for threads, cell in cells.items():
        if threads > LONG * cell.throughput:
            continue
        climbing = [
            quarters
            for run in cell.runs
            if (quarters := _climb_of(lines_of(run.report, run.series)))
        ]
        if climbing and len(climbing) >= MOST * len(cell.runs):
            first, *_, last = climbing[0]
            told = ", ".join(map(figure_text, climbing[0]))
            text = f"throughput climbs through the quarters of the run: {told}"
            yield threads, "climb", last, first, text


def _climb_of(lines: Lines) -> list[float]:
    """The quarters of a run that rise by half; empty where they do not, or where a later part of
    the run was settled, which speaks for itself. The last may stay where the third still rose.
    """
    quarters = stretches_of(lines, _QUARTERS)
    if not quarters:
        return []
    first, second, third, last = quarters
    rises = first < second < third and last >= CLIMB * first
    is_plateau = last >= (1 - PLATEAU) * third and third >= (1 + PLATEAU) * second
    climbs = rises and (last > third or is_plateau) and settled_window(lines) not in LATER
    return quarters if climbs else []


def _dips(cells: Mapping[int, _Cell]) -> Iterator[_Found]:
    counts = list(cells)
    for before, at, after in zip(counts, counts[1:], counts[2:], strict=False):
        low, high = sorted((cells[before].throughput, cells[after].throughput))
        own = cells[at].throughput
        if high <= AGREE * low and (own * DIP <= low or own >= DIP * high):
            text = (
                f"{figure_text(own)} a second at {at} threads lies between"
                f" {figure_text(cells[before].throughput)} at {before} and"
                f" {figure_text(cells[after].throughput)} at {after}"
            )
            yield at, "dip", own, low if own < low else high, text


def _uncached(
    bundle: Bundle, workload: Workload, server: Server, cells: Mapping[int, _Cell]
) -> Iterator[_Found]:
    """Single runs whose data lie outside of the pool: in a file cache or on a disk, as it stood."""
    if server.facts.get("storage_engine", "innodb") != "innodb":
        return
    written = configuration(bundle, server).look(_POOL)
    if not written and server.regime == "defaults":
        written = default_of(server, _POOL)
    pool = (bytes_of(written) if written else None) or 0
    data = _data_bytes(bundle, workload)
    if not pool or data <= UNCACHED * pool:
        return
    text = (
        f"the buffer pool of {pool / 2**20:,.0f} MiB holds less than a hundredth of the data, about"
        f" {data / 2**30:,.0f} GiB, so that a single run shows how warm file cache and disk were"
    )
    for threads, cell in cells.items():
        if len(cell.runs) == 1:
            yield threads, "uncached", data / 2**20, pool / 2**20, text


_POOL = "innodb_buffer_pool_size"


def _data_bytes(bundle: Bundle, workload: Workload) -> float:
    """By the rows of its tables; 0 where nobody recorded them."""
    known = parameters_in_force(workload, bundle.clients[workload.client].sysbench)
    rows = [str(known.get(name)) for name in ("tables", "table_size")]
    counts = [int(number) for number in rows if number.isdecimal()]
    return counts[0] * counts[1] * ROW_BYTES if len(counts) == len(rows) else 0
