"""What people should look at in a bundle: blockers of comparisons, neighbours, outliers.

A blocker is a condition that weighs, as the comparisons of the bundle will show it, or something
that only runs tell; a contributor can still fix it. A neighbour is the closest cell of another
bundle: context, since two machines are never a comparison. An outlier is a repetition far from its
siblings; nothing is removed for that, since a stall is a result too.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import NamedTuple

from msgspec.structs import replace

from sysbench_archive.comparability.table import field_named
from sysbench_archive.derive.cells import Cell, cells_of, head_metric
from sysbench_archive.derive.judging import compare_server_conditions
from sysbench_archive.derive.servers import host_of
from sysbench_archive.model.result import (
    HostRecord,
    ResultRecord,
    RunRecord,
    ServerRecord,
    WorkloadRecord,
)
from sysbench_archive.review.record import Blocker, BlockerReason, Neighbour, Outlier
from sysbench_archive.review.untrusted import cut
from sysbench_archive.statistics import median

REASONS: dict[BlockerReason, str] = {
    "differs": "",
    "unrecorded": "Nobody recorded it. ",
    "repetitions": "Unequal numbers of repetitions: the side with more looks steadier.",
    "duration": "Runs of unequal length warm up and stall differently.",
    "failed": "Failed runs are kept, and the cell has fewer that count.",
}
"""Why a row is in the table; the first two begin the sentence of a condition."""


_OF_CONDITIONS = ("differs", "unrecorded")
_UNEQUAL = 1.1
"""Runs longer than the others by this factor are of unequal length."""


@dataclass(frozen=True, slots=True)
class ComparedWorkload:
    """A workload of a bundle with the servers that ran it."""

    result: ResultRecord
    workload: WorkloadRecord
    servers: tuple[ServerRecord, ...]
    runs: tuple[RunRecord, ...]

    def complete_runs(self, server: ServerRecord) -> list[RunRecord]:
        """The runs of a server that count."""
        own = (run for run in self.runs if run.server.id == server.id)
        return [run for run in own if run.state == "complete"]


class Obstacle(NamedTuple):
    """A blocker before it is cut to what a report may hold."""

    reason: BlockerReason
    field: str
    values: Sequence[str]


def blockers(result: ResultRecord) -> list[Blocker]:
    """The rows of the table; workloads that share a row share a line."""
    rows: dict[tuple[str, ...], Blocker] = {}
    for row in _blockers_by_workload(result):
        key = row.reason, row.field, *row.values
        known = rows.get(key)
        if known:
            row = replace(row, workload=cut(f"{known.workload}, {row.workload}"))
        rows[key] = row
    return list(rows.values())


def _blockers_by_workload(result: ResultRecord) -> Iterator[Blocker]:
    for workload in result.workloads:
        runs = tuple(run for run in result.runs if run.workload.id == workload.id)
        ran = {run.server.id for run in runs}
        servers = tuple(server for server in result.servers if server.id in ran)
        compared = ComparedWorkload(result, workload, servers, runs)
        checks = (*(_ALONE if servers else ()), *(_TOGETHER if len(servers) > 1 else ()))
        for check in checks:
            for obstacle in check(compared):
                yield Blocker(
                    workload=cut(workload.title),
                    field=cut(obstacle.field, 120),
                    values=[cut(value, 80) for value in obstacle.values][:4],
                    reason=obstacle.reason,
                )


def _weighing_conditions(compared: ComparedWorkload) -> Iterator[Obstacle]:
    """Conditions that weigh on such a workload."""
    servers = [server.id for server in compared.servers]
    comparability = compare_server_conditions(compared.result, compared.workload, servers)
    for row in comparability.rows:
        if row.status != "intended" and row.severity != "info":
            yield Obstacle(row.status, row.field, [value or "absent" for value in row.values])


def _failed_runs(compared: ComparedWorkload) -> Iterator[Obstacle]:
    failed = [run.id for run in compared.runs if run.state == "failed"]
    if failed:
        yield Obstacle("failed", f"{len(failed)} of {len(compared.runs)} runs", failed)


def _unequal_repetitions(compared: ComparedWorkload) -> Iterator[Obstacle]:
    runs = [compared.complete_runs(server) for server in compared.servers]
    counts = [len(own) for own in runs]
    threads = [{run.threads for run in own} for own in runs]
    if len(set(counts)) > 1 and all(own == threads[0] for own in threads):
        yield Obstacle("repetitions", "runs that count", [str(count) for count in counts])


def _unequal_durations(compared: ComparedWorkload) -> Iterator[Obstacle]:
    durations = [
        [
            run.figures["duration_s"].value
            for run in compared.complete_runs(server)
            if "duration_s" in run.figures
        ]
        for server in compared.servers
    ]
    longest = [max(of_server, default=0.0) for of_server in durations]
    if min(longest) > 0 and max(longest) / min(longest) > _UNEQUAL:
        yield Obstacle("duration", "longest run", [f"{value:.0f} s" for value in longest])


Check = Callable[[ComparedWorkload], Iterator[Obstacle]]
_ALONE: tuple[Check, ...] = (_weighing_conditions, _failed_runs)
_TOGETHER: tuple[Check, ...] = (_unequal_repetitions, _unequal_durations)


def label_of(blocker: Blocker) -> str:
    """What a row is about, in the words of the table of conditions where it is one."""
    field = field_named(blocker.field) if blocker.reason in _OF_CONDITIONS else None
    return field.label if field else blocker.field


def reason_of(blocker: Blocker) -> str:
    """The sentence of a row. A condition this program does not know has none."""
    field = field_named(blocker.field) if blocker.reason in _OF_CONDITIONS else None
    return f"{REASONS[blocker.reason]}{field.why if field else ''}".strip()


NEIGHBOUR_RULE = (
    "closest: the same series, workload, threads and metric in another bundle; among several the"
    " same regime first, then the closest number of CPU threads, then the newest"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class MeasuredCell:
    """A cell and where it was measured; `alike` is what a neighbour has in common with it.

    `cpus` is the number of CPU threads, 0 if unrecorded.
    """

    alike: tuple[str, str, str, int, str]
    bundle: str
    server: str
    workload: str
    threads: int
    metric: str
    machine: str
    regime: str
    cpus: int
    centre: float


def neighbours(result: ResultRecord, others: Iterable[ResultRecord]) -> list[Neighbour]:
    """Each cell of a bundle that has a neighbour, beside the closest one; furthest apart first."""
    found: dict[tuple[str, str, str, int, str], list[MeasuredCell]] = {}
    for other in others:
        for cell in _measured_cells(other):
            found.setdefault(cell.alike, []).append(cell)
    cells = sorted(_measured_cells(result), key=lambda c: (c.workload, c.server, c.threads))
    beside = [_neighbour(cell, near) for cell in cells if (near := found.get(cell.alike))]
    return sorted(beside, key=lambda row: -abs(math.log(row.ratio)) if row.ratio else -math.inf)


def _neighbour(cell: MeasuredCell, near: Sequence[MeasuredCell]) -> Neighbour:
    nearest = min(near, key=lambda other: _distance(cell, other))
    return Neighbour(
        server=cut(cell.server),
        workload=cut(cell.workload),
        threads=cell.threads,
        metric=cell.metric,
        value=cell.centre,
        bundle=nearest.bundle,
        other_server=cut(nearest.server),
        machine=cut(nearest.machine),
        other_value=nearest.centre,
        ratio=round(cell.centre / nearest.centre, 4),
        candidates=len(near),
    )


def _distance(cell: MeasuredCell, other: MeasuredCell) -> tuple[bool, float, int, str]:
    known = cell.cpus and other.cpus
    apart = abs(math.log(cell.cpus / other.cpus)) if known else math.inf
    year, month = other.bundle[:4], other.bundle[5:7]
    return cell.regime != other.regime, apart, -int(year + month), other.bundle


def head_cells(
    result: ResultRecord,
) -> Iterator[tuple[WorkloadRecord, ServerRecord, str, Mapping[int, Cell]]]:
    """Workload and server, the metric its pages open with, and the cells by threads."""
    servers = {server.id: server for server in result.servers}
    for workload in result.workloads:
        runs = [run for run in result.runs if run.workload.id == workload.id]
        if metric := head_metric(runs):
            for name, cells in cells_of(runs, list(servers), metric).items():
                yield workload, servers[name], metric, cells


def _measured_cells(result: ResultRecord) -> Iterator[MeasuredCell]:
    for workload, server, metric, cells in head_cells(result):
        if not workload.test or workload.offers_load:
            continue
        host = host_of(result, server.id)
        for threads, cell in cells.items():
            if cell.centre:
                yield MeasuredCell(
                    alike=(server.product, server.series, workload.test, threads, metric),
                    bundle=result.id,
                    server=server.label,
                    workload=workload.title,
                    threads=threads,
                    metric=metric,
                    machine=_machine_in_words(host),
                    regime=server.regime,
                    cpus=host.hardware_threads or 0,
                    centre=cell.centre,
                )


def _machine_in_words(host: HostRecord) -> str:
    return " ".join(filter(None, (host.kind, host.cpu_model))) or host.label


LEAST = 3
"""Repetitions a cell needs."""
FLOOR = 0.05
"""A difference below five percent is never named."""
TIMES = 5.0
"""How many scaled deviations away is far."""
_TO_SIGMA = 1.4826
REPETITION_RULE = (
    f"further from the median of its cell than {FLOOR:.0%} and than {TIMES:.0f} times the usual"
    " distance in this workload (median absolute deviation on the logarithmic scale, over cells"
    f" of {LEAST} repetitions or more)"
)


def outliers(result: ResultRecord) -> Iterator[Outlier]:
    """The runs to look at, workload by workload."""
    for _, found in groupby(head_cells(result), key=lambda head: head[0].id):
        heads = list(found)
        full = [cell for *_, cells in heads for cell in cells.values() if _is_repeated(cell)]
        yield from _far_runs(full, heads[0][2])


def _is_repeated(cell: Cell) -> bool:
    return len(cell.values) >= LEAST and min(cell.values) > 0


def _far_runs(cells: Sequence[Cell], metric: str) -> Iterator[Outlier]:
    limit = max(math.log1p(FLOOR), TIMES * _usual_distance(cells))
    for cell in cells:
        centre = median(cell.values)
        for run, value in zip(cell.runs, cell.values, strict=True):
            if abs(math.log(value / centre)) > limit:
                yield Outlier(
                    run=run.id,
                    metric=metric,
                    value=value,
                    median=centre,
                    ratio=round(value / centre, 4),
                    repetitions=len(cell.values),
                )


def _usual_distance(cells: Sequence[Cell]) -> float:
    """The usual distance from a cell's median, without the one run that is the median."""
    distances = []
    for cell in cells:
        centre = median(cell.values)
        own = sorted(abs(math.log(value / centre)) for value in cell.values)
        distances += own[len(own) % 2 :]
    return _TO_SIGMA * median(distances) if distances else 0.0
