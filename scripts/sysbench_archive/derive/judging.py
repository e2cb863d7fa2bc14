"""Judges the sides of a panel: which runs form them, and in which context their verdict is reached.

How samples become an estimate, a direction and a status is the published policy, in `verdicts`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Protocol, TypeVar

from msgspec.structs import replace

from sysbench_archive.comparability.differences import (
    ComparedSide,
    Reservations,
    SideConditions,
    compare_conditions,
    reservations_of,
)
from sysbench_archive.comparability.variables import further_variables
from sysbench_archive.derive.bottleneck import shared_bottleneck
from sysbench_archive.derive.cells import (
    Bounds,
    Cell,
    CellOf,
    Intervals,
    MeasuredRun,
    Rounds,
    cells_of,
    failure_rates,
)
from sysbench_archive.derive.servers import host_of
from sysbench_archive.derive.slices import sampled_slices
from sysbench_archive.metrics import METRICS
from sysbench_archive.model.comparability import CandidateComparability, Comparability
from sysbench_archive.model.comparison import Bottleneck, Side, VerdictRecord
from sysbench_archive.model.result import ResultRecord, WorkloadRecord
from sysbench_archive.model.slices import SliceTable, Stopping
from sysbench_archive.verdicts import (
    Contrast,
    Noise,
    Residual,
    Sample,
    SampledRun,
    Verdict,
    VerdictContext,
    contrast_of,
    intervals_by_threads,
    judge,
    noise_of,
    pooled_residuals,
    verdict_record,
)
from sysbench_archive.verdicts.counted import CountStart, counted_noise
from sysbench_archive.verdicts.looks import shares_of_looks
from sysbench_archive.verdicts.policy import OUTSIDE_BOTTLENECKS


class InterleavedRun(MeasuredRun, Protocol):
    """A run that may have stood in a block of runs that took turns."""

    @property
    def block(self) -> str:
        """Its block; empty where none is recorded."""

    @property
    def load(self) -> int | None:
        """Its dataset load; None where none is recorded."""

    @property
    def session(self) -> int | None:
        """Its server session; None where none is recorded."""

    @property
    def turn(self) -> int | None:
        """When it started, or its position; None where neither is recorded."""

    @property
    def slices(self) -> SliceTable | None:
        """Its slices; None where it was not cut into any."""


InterleavedRunT = TypeVar("InterleavedRunT", bound=InterleavedRun)


def compare_servers(
    result: ResultRecord, workload: WorkloadRecord, servers: Sequence[str]
) -> Comparability:
    """What differs between servers of one result in a workload, and what nobody recorded."""
    runs = [run for run in result.runs if run.workload.id == workload.id]
    failures = {server: failure_rates(runs, server) for server in servers}
    compared = compare_server_conditions(result, workload, servers, failures)
    return replace(compared, further=further_variables(result, servers))


def compare_server_conditions(
    result: ResultRecord,
    workload: WorkloadRecord,
    servers: Sequence[str],
    failures: Mapping[str, Mapping[int, float]] = MappingProxyType({}),
) -> Comparability:
    """The same for conditions alone; `failures` are failed statements a transaction, by threads."""
    sides = [
        ComparedSide(name, _conditions_of(result, workload, name), failures.get(name, {}))
        for name in servers
    ]
    return compare_conditions(sides, workload.family)


def server_reservations(
    result: ResultRecord, workload: WorkloadRecord, older: str, newer: str
) -> Reservations:
    """What a verdict on two servers of a result has to take into account."""
    baseline, candidate = (_conditions_of(result, workload, name) for name in (older, newer))
    return reservations_of(baseline, candidate, workload.family)


def _conditions_of(result: ResultRecord, workload: WorkloadRecord, server: str) -> SideConditions:
    conditions = result.conditions
    return {**conditions.servers[server], **conditions.workloads[workload.id]}


def samples_by_threads(cells: Mapping[int, CellOf[InterleavedRunT]]) -> dict[int, Sample]:
    """Cells with positive figures as samples, by thread count; slices stand for their run."""
    return {threads: _sample_of(cell) for threads, cell in cells.items() if cell.centre}


def _sample_of(cell: CellOf[InterleavedRunT]) -> Sample:
    tables = [run.slices for run in cell.runs if run.slices]
    if len(tables) == len(cell.runs) == 1:
        return Sample(tuple(sampled_slices(tables[0])), sliced=True)
    return Sample(
        tuple(
            SampledRun(value, run.block, run.load, run.session, run.turn)
            for run, value in zip(cell.runs, cell.values, strict=True)
        )
    )


def contrasts_by_candidate(
    runs: Iterable[InterleavedRunT], baseline: str, candidates: Sequence[str], metric: str
) -> dict[tuple[str, int], Contrast]:
    """Candidate and thread count to the contrast with the baseline.

    There is one wherever both sides have the metric, above zero.
    """
    cells = cells_of(runs, [baseline, *candidates], metric)
    samples = {server: samples_by_threads(counted) for server, counted in cells.items()}
    return {
        (candidate, threads): contrast_of(
            threads, samples[baseline][threads], samples[candidate][threads]
        )
        for candidate in candidates
        for threads in sorted(samples[candidate].keys() & samples[baseline].keys())
    }


@dataclass(frozen=True, slots=True)
class Judgement:
    """Verdicts of the candidates in their order, and server to thread count to interval.

    `rounds` has, for pairs in slices, the ratio and how many rounds it rests on.
    """

    verdicts: list[VerdictRecord]
    intervals: Intervals
    rounds: Rounds


def judge_candidates(
    result: ResultRecord,
    workload: WorkloadRecord,
    *,
    metric: str,
    sides: Sequence[Side],
    cells: Mapping[str, Mapping[int, Cell]],
    comparability: Comparability,
    bottlenecks: Bounds,
) -> Judgement:
    """Every side but the first, which is the baseline, beside the first."""
    baseline, *candidates = sides
    baseline_samples = samples_by_threads(cells[baseline.id])
    residuals = workload_residuals(result, workload, metric)
    verdicts, intervals = [], {}
    rounds: dict[str, dict[int, tuple[float, int]]] = {}
    for candidate, compared in zip(candidates, comparability.candidates, strict=True):
        context = verdict_context(
            result,
            workload,
            metric=metric,
            server=baseline.id,
            compared=compared,
            bottleneck=outside_bottleneck(bottlenecks[baseline.id], bottlenecks[candidate.id]),
            residuals=residuals,
        )
        samples = samples_by_threads(cells[candidate.id])
        pair = (baseline.id, candidate.id)
        verdict = judge(baseline_samples, samples, context, pair)
        measure = "instructions" if context.counted else "throughput"
        verdicts.append(
            verdict_record(verdict, baseline=baseline, candidate=candidate, measure=measure)
        )
        intervals[candidate.id] = intervals_by_threads(baseline_samples, samples, context, pair)
        rounds[candidate.id] = _rounds_of(baseline_samples, samples)
    return Judgement(verdicts, intervals, rounds)


def judge_pairs(
    result: ResultRecord,
    workload: WorkloadRecord,
    *,
    metric: str,
    cells: Mapping[str, Mapping[int, Cell]],
    pairs: Sequence[tuple[str, str]],
) -> list[Verdict]:
    """Verdicts on pairs of servers, by id of baseline and candidate, that no panel has as sides."""
    if not pairs:
        return []
    bottlenecks = bottlenecks_of(cells)
    residuals = workload_residuals(result, workload, metric)
    verdicts = []
    for older, newer in pairs:
        context = verdict_context(
            result,
            workload,
            metric=metric,
            server=older,
            compared=server_reservations(result, workload, older, newer),
            bottleneck=outside_bottleneck(bottlenecks[older], bottlenecks[newer]),
            residuals=residuals,
        )
        baseline, candidate = (samples_by_threads(cells[server]) for server in (older, newer))
        verdicts.append(judge(baseline, candidate, context, (older, newer)))
    return verdicts


def _rounds_of(
    baseline: Mapping[int, Sample], candidate: Mapping[int, Sample]
) -> dict[int, tuple[float, int]]:
    """Thread count to the ratio of slices, and how many rounds it rests on."""
    found = {}
    for threads in sorted(baseline.keys() & candidate.keys()):
        if baseline[threads].sliced and candidate[threads].sliced:
            contrast = contrast_of(threads, baseline[threads], candidate[threads])
            found[threads] = contrast.ratio, contrast.n[0]
    return found


def verdict_context(
    result: ResultRecord,
    workload: WorkloadRecord,
    *,
    metric: str,
    server: str,
    compared: CandidateComparability | Reservations,
    bottleneck: Bottleneck,
    residuals: Mapping[int, Residual] | None = None,
) -> VerdictContext:
    """What a verdict of this workload on the machine of `server` is reached under.

    `residuals` are those of the workload, where a caller of many pairs has them already.
    """
    host = host_of(result, server)
    is_counted = METRICS[metric].kind == "work"
    if residuals is None:
        residuals = workload_residuals(result, workload, metric)
    return VerdictContext(
        evidence=result.evidence,
        cpus=host.cpus,
        noise=counted_noise(workload.test, count_start(result, workload))
        if is_counted
        else server_noise(result, workload, server),
        residuals={} if is_counted else residuals,
        order=result.order,
        looks=looks_of(result.stopping),
        counted=is_counted,
        higher_is_better=METRICS[metric].direction != "lower",
        rate_limited=workload.rate_limited,
        bottleneck=bottleneck,
        blockers=tuple(compared.blockers),
        unrecorded=tuple(compared.unrecorded),
    )


def count_start(result: ResultRecord, workload: WorkloadRecord) -> CountStart:
    """What counts of a workload begin with; as the server stood where one of them did."""
    starts = {
        run.counted.start
        for run in result.runs
        if run.workload.id == workload.id and run.state == "complete" and run.counted
    }
    return "copy" if starts == {"copy"} else "server"


def looks_of(stopping: Stopping | None) -> tuple[float, ...]:
    """The shares of a campaign behind its looks; none where its length was fixed beforehand."""
    if stopping is None:
        return ()
    over = stopping.reason == "time"
    return shares_of_looks(stopping.looks, stopping.blocks_at_most, over=over)


def server_noise(result: ResultRecord, workload: WorkloadRecord, server: str) -> Noise:
    """What runs of the same thing differ by on the machine of a server."""
    host = host_of(result, server)
    residency = workload.residency.get(server, "unrecorded")
    return noise_of(host.kind, host.hardware_class.id, residency, workload.test)


def workload_residuals(
    result: ResultRecord, workload: WorkloadRecord, metric: str
) -> dict[int, Residual]:
    """Thread count to the residual pooled over all servers that ran a workload in blocks."""
    runs = [run for run in result.runs if run.workload.id == workload.id]
    cells = cells_of(runs, [server.id for server in result.servers], metric)
    return pooled_residuals({name: samples_by_threads(counted) for name, counted in cells.items()})


def bottlenecks_of(cells: Mapping[str, Mapping[int, Cell]]) -> dict[str, dict[int, Bottleneck]]:
    """Server to thread count to what set the pace of the cell."""
    return {
        server: {threads: shared_bottleneck(cell.runs) for threads, cell in counted.items()}
        for server, counted in cells.items()
    }


def outside_bottleneck(*sides: Mapping[int, Bottleneck]) -> Bottleneck:
    """The first bottleneck outside of the server that any cell of a pair of sides met; else ""."""
    met = (bottleneck for side in sides for bottleneck in side.values())
    return next((bottleneck for bottleneck in met if bottleneck in OUTSIDE_BOTTLENECKS), "")
