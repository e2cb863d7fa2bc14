"""Held cells: figures that do not agree with themselves or with those measured beside them.

A cell is the complete runs of a server under a workload at a thread count. It is held where a cold
cache, a collapse or a wrong log speaks more than the server does: it stays published, carries no
verdict and enters no summary. Siblings are the other servers of the bundle under that workload.

The rules were chosen on runs of the archive: a rise to the next thread count of more than twice
what siblings have holds every lower count; a 95th percentile ten times the best sibling's with one
client; two products of one base release on one host, apart by two times; a climb through every
quarter by half, in half of the runs (one was enough until that held the archive's own noise floor);
one count three times off where both beside it agree.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from statistics import median

from sysbench_archive.metrics import METRICS, THROUGHPUT
from sysbench_archive.model.bundle import PRODUCTS, Bundle, Run
from sysbench_archive.model.result import HeldCell, HeldReason
from sysbench_archive.statistics import geometric_mean
from sysbench_archive.verdicts.settled import lines_of, stretches_of
from sysbench_archive.words.numbers import figure_text, times_text

RISE, SUPERLINEAR = 2.0, 1.1
"""A rise beyond so many times the siblings', and the ratio of threads, is a jump."""
LATENCY = 10.0
TWINS = 2.0
CLIMB = 1.5
DIP, AGREE = 3.0, 1.5
"""A dip or peak is so far from both its neighbours, which lie no further apart than the other."""
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


def held_cells(bundle: Bundle) -> list[HeldCell]:
    """Every cell that is held, once for each reason; by workload, server and threads."""
    found = []
    for workload in bundle.workloads:
        cells = _cells_of(bundle, list(bundle.runs_of(workload)))
        for server, own in cells.items():
            beside = [cells[other] for other in cells if other != server]
            for threads, reason, figure, expected, text in (
                *_jumps(own, beside),
                *_latencies(own, beside),
                *_twins(bundle, cells, server),
                *_climbs(own),
                *_dips(own),
            ):
                held = HeldCell(
                    workload=workload,
                    server=server,
                    threads=threads,
                    reason=reason,
                    figure=figure,
                    expected=expected,
                    text=text,
                )
                found.append(held)
    return found


_Found = tuple[int, HeldReason, float, float, str]
"""Threads, reason, figure, what it disagrees with, and the sentence."""


def _cells_of(bundle: Bundle, runs: Iterable[Run]) -> dict[str, dict[int, _Cell]]:
    complete = [run for run in runs if not run.failed]
    metric = _metric_of(complete)
    grouped: dict[str, dict[int, list[Run]]] = {server: {} for server in bundle.servers}
    for run in complete:
        if metric and metric in run.figures and run.figures[metric].value > 0:
            grouped[run.server].setdefault(run.threads, []).append(run)
    return {
        server: {n: _cell(found, metric) for n, found in sorted(own.items())}
        for server, own in grouped.items()
        if own
    }


def _metric_of(runs: Sequence[Run]) -> str:
    """The throughput that most runs have above zero; empty where none has one."""
    names = (*THROUGHPUT, "interval_tps_mean")
    counts = {
        name: sum(name in run.figures and run.figures[name].value > 0 for run in runs)
        for name in names
        if METRICS[name].direction == "higher"
    }
    best = max(counts, key=lambda name: counts[name])
    return best if counts[best] else ""


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
    """Every count below the last jump: what came before it was measured in another state."""
    others = [_rises(own) for own in beside]
    for (fewer, more), rise in reversed(_rises(cells).items()):
        usual = [own[fewer, more] for own in others if (fewer, more) in own]
        if usual and rise > RISE * median(usual) and rise > SUPERLINEAR * more / fewer:
            text = (
                f"throughput rises {times_text(rise)} times from {fewer} to {more} threads,"
                f" {times_text(median(usual))} times with what ran beside it"
            )
            for threads in cells:
                if threads < more:
                    yield threads, "jump", rise, median(usual), text
            return


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
    """Where at least half of the runs climb: of many repetitions one may by chance."""
    for threads, cell in cells.items():
        climbing = [
            quarters
            for run in cell.runs
            if (quarters := stretches_of(lines_of(run.report, run.series), _QUARTERS))
            and all(before < after for before, after in pairwise(quarters))
            and quarters[-1] >= CLIMB * quarters[0]
        ]
        if climbing and 2 * len(climbing) >= len(cell.runs):
            first, *_, last = climbing[0]
            told = ", ".join(map(figure_text, climbing[0]))
            text = f"throughput climbs through every quarter of the run: {told}"
            yield threads, "climb", last, first, text


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
