"""Judges the sides of a panel: which runs form them, and in which context their verdict is reached.

How samples become an estimate, a direction and a status is the published policy, in `verdicts`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from msgspec.structs import replace

from sysbench_archive.comparability.differences import ComparedSide, compare_conditions, unproven_of
from sysbench_archive.comparability.variables import further_variables
from sysbench_archive.derive.bottleneck import shared_bottleneck
from sysbench_archive.derive.cells import Cell, cells_of, failure_rates, sample_of
from sysbench_archive.derive.servers import author_of, host_of, machine_key
from sysbench_archive.metrics import METRICS
from sysbench_archive.model.comparability import CandidateComparability, Comparability
from sysbench_archive.model.comparison import Bottleneck
from sysbench_archive.model.result import Replication, ResultRecord, RunRecord, WorkloadRecord
from sysbench_archive.model.slices import Stopping
from sysbench_archive.verdicts.contrasts import (
    Contrast,
    Sample,
    contrast_of,
    pooled_residuals,
)
from sysbench_archive.verdicts.counted import CountStart, counted_noise
from sysbench_archive.verdicts.judging import Verdict, judge
from sysbench_archive.verdicts.looks import shares_of_looks
from sysbench_archive.verdicts.noise import Noise, noise_of
from sysbench_archive.verdicts.policy import POLICY, Residual, VerdictContext


def compare_servers(
    result: ResultRecord, workload: WorkloadRecord, servers: Sequence[str]
) -> Comparability:
    """What differs between servers of one result in a workload, and what nobody recorded."""
    runs = result.runs_of(workload.id)
    own = result.conditions.workloads[workload.id]
    sides = [
        ComparedSide(name, {**result.conditions.servers[name], **own}, failure_rates(runs, name))
        for name in servers
    ]
    found = compare_conditions(sides, workload.family)
    return replace(found, further=further_variables(result, servers))


def samples_by_threads(cells: Mapping[int, Cell]) -> dict[int, Sample]:
    """Cells with positive figures as samples, by thread count; slices stand for their run."""
    return {threads: sample_of(cell) for threads, cell in cells.items() if cell.centre}


def contrasts_by_candidate(
    runs: Iterable[RunRecord], baseline: str, candidates: Sequence[str], metric: str
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
class SampledWorkload:
    """All servers of a result under one workload, by a metric: what verdicts on any two rest on.

    `cells`, `samples` and `bottlenecks` are by server id and thread count; `residuals` are pooled
    over the servers, by thread count.
    """

    result: ResultRecord
    workload: WorkloadRecord
    metric: str
    cells: Mapping[str, Mapping[int, Cell]]
    samples: Mapping[str, Mapping[int, Sample]]
    bottlenecks: Mapping[str, Mapping[int, Bottleneck]]
    residuals: Mapping[int, Residual]

    def verdict(
        self, baseline: str, candidate: str, compared: CandidateComparability | None = None
    ) -> Verdict:
        """The verdict on two servers; `compared` is their comparability, where it is known."""
        result, workload = self.result, self.workload
        if compared is None:
            (compared,) = compare_servers(result, workload, [baseline, candidate]).candidates
        host = host_of(result, baseline)
        is_counted = METRICS[self.metric].kind == "work"
        pair = baseline, candidate
        met = (each for side in pair for each in self.bottlenecks[side].values())
        context = VerdictContext(
            evidence=result.evidence,
            cpus=host.cpus,
            noise=counted_noise(workload.test, count_start(result, workload.id))
            if is_counted
            else server_noise(result, workload, baseline),
            residuals={} if is_counted else self.residuals,
            order=result.order,
            looks=looks_of(result.stopping),
            replications=replications_of(result, workload, baseline, candidate),
            counted=is_counted,
            higher_is_better=METRICS[self.metric].direction != "lower",
            rate_limited=workload.rate_limited,
            # The first outside of the server that any cell of the pair met.
            bottleneck=next((each for each in met if each in POLICY.outside_bottlenecks), ""),
            blockers=tuple(compared.blockers),
            unproven=unproven_of(compared, workload.family),
        )
        return judge(self.samples[baseline], self.samples[candidate], context, pair)


def replications_of(
    result: ResultRecord, workload: WorkloadRecord, baseline: str, candidate: str
) -> dict[int, list[Replication]]:
    """Thread count to what other campaigns say of two servers, as ratios of these two."""
    pair, found = {baseline, candidate}, dict[int, list[Replication]]()
    for each in result.replications:
        if each.workload == workload.id and {each.baseline, each.candidate} == pair:
            ratio = each.ratio if each.baseline == baseline else 1 / each.ratio
            turned = replace(each, baseline=baseline, candidate=candidate, ratio=ratio)
            found.setdefault(each.threads, []).append(turned)
    return found


def sampled_workload(
    result: ResultRecord, workload: WorkloadRecord, metric: str
) -> SampledWorkload:
    """The complete runs of a workload that have the metric."""
    runs = result.runs_of(workload.id)
    cells = cells_of(runs, [server.id for server in result.servers], metric)
    samples = {name: samples_by_threads(counted) for name, counted in cells.items()}
    return SampledWorkload(
        result=result,
        workload=workload,
        metric=metric,
        cells=cells,
        samples=samples,
        bottlenecks={
            server: {threads: shared_bottleneck(cell.runs) for threads, cell in counted.items()}
            for server, counted in cells.items()
        },
        residuals=pooled_residuals(samples),
    )


def count_start(result: ResultRecord, workload: str) -> CountStart:
    """What counts of a workload begin with; as the server stood where one of them did."""
    starts = {
        run.counted.start
        for run in result.runs
        if run.workload.id == workload and run.state == "complete" and run.counted
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
    return noise_of(
        kind=host.kind,
        residency=workload.place.get(server, "unrecorded"),
        test=workload.test,
        machine=machine_key(host, author_of(result)),
        load=workload.load,
    )
