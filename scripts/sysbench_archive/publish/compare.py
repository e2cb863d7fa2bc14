"""What `/compare/` loads: the rules of comparisons, and a result with its bare figures.

`/policy.json` holds the tables of other modules as data. `compare.json`, beside every result page,
says who ran what under which conditions. Nothing is judged here: a browser applies the rules.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence

from msgspec import UNSET, UnsetType

from sysbench_archive.comparability.differences import RULES
from sysbench_archive.comparability.table import FIELDS, variable_rules
from sysbench_archive.comparability.wording import WORDS
from sysbench_archive.derive.cells import failure_rate, metric_record, throughput_metric
from sysbench_archive.derive.judging import (
    SampledWorkload,
    looks_of,
    sampled_workload,
    server_noise,
)
from sysbench_archive.derive.servers import author_of, host_of, machine_key
from sysbench_archive.derive.slices import sampled_slices
from sysbench_archive.model.base import narrowed
from sysbench_archive.model.policy import ComparePageWords, PolicyRecord
from sysbench_archive.model.reader import (
    CompareBundle,
    CompareCell,
    CompareNoise,
    CompareRecord,
    CompareResidual,
    CompareServer,
    CompareSlices,
    CompareWorkload,
)
from sysbench_archive.model.result import (
    HostRecord,
    ResultRecord,
    RunRecord,
)
from sysbench_archive.pages.comparison.panels import compare_address
from sysbench_archive.verdicts.judging import look_quantile
from sysbench_archive.verdicts.policy import MAX_DF, POLICY
from sysbench_archive.words.phrases import machine_line

ORIGIN_LENGTH = 12


def policy_file() -> PolicyRecord:
    """Policy of verdicts, table of conditions, and the rules and words of comparability."""
    return PolicyRecord(
        verdicts=POLICY,
        conditions=list(FIELDS),
        variables=variable_rules(),
        comparability_rules=RULES,
        comparability_words=WORDS,
        page=ComparePageWords(
            found={"differs": "differs", "unrecorded": "not recorded", "intended": "intended"},
            values={
                "": "does not apply",
                "unrecorded": "not recorded",
                "unavailable": "not exposed",
            },
        ),
    )


def compare_record(result: ResultRecord) -> CompareRecord:
    """The record; a cell has the figures of one server, workload and thread count in run order."""
    sampled = [
        sampled_workload(result, workload, metric)
        for workload in result.workloads
        if (metric := throughput_metric(r for r in result.runs if r.workload.id == workload.id))
    ]
    cells = [cell for each in sampled for cell in _compare_cells(each)]
    return CompareRecord(
        bundle=narrowed(result, CompareBundle),
        order=result.order,
        servers=[
            narrowed(
                server,
                CompareServer,
                cpus=host.cpus,
                noise={
                    w.id: narrowed(server_noise(result, w, server.id), CompareNoise)
                    for w in result.workloads
                },
                machine=machine_line(host),
                origin=_origin_of(result, host),
                conditions=result.conditions.servers[server.id],
            )
            for server in result.servers
            for host in [host_of(result, server.id)]
        ],
        workloads=[
            narrowed(
                workload,
                CompareWorkload,
                label=workload.title,
                conditions=result.conditions.workloads[workload.id],
            )
            for workload in result.workloads
        ],
        metrics=[metric_record(name) for name in sorted({cell.metric for cell in cells})],
        cells=cells,
        residuals=[
            narrowed(residual, CompareResidual, workload=each.workload.id, threads=threads)
            for each in sampled
            for threads, residual in each.residuals.items()
        ],
        quantiles=_quantiles(result),
    )


def _origin_of(result: ResultRecord, host: HostRecord) -> str:
    """The same for servers of one source's repository whose machines are described alike; empty
    where there is no repository, or nothing is known of the machine.
    """
    repository = next((str(f.value) for f in result.source if f.name == "repository"), "")
    if not repository or not host.cpu_model:
        return ""
    parts = repository, machine_key(host, author_of(result))
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()[:ORIGIN_LENGTH]


def _compare_cells(sampled: SampledWorkload) -> Iterator[CompareCell]:
    """The cells of a workload in its head metric; runs that failed are in none."""
    for server, by_threads in sampled.cells.items():
        for threads, cell in by_threads.items():
            yield CompareCell(
                server=server,
                workload=sampled.workload.id,
                metric=sampled.metric,
                bottleneck=sampled.bottlenecks[server][threads],
                threads=threads,
                values=list(cell.values),
                blocks=[run.block for run in cell.runs],
                loads=[run.load for run in cell.runs],
                sessions=[run.session for run in cell.runs],
                turns=[run.turn for run in cell.runs],
                runs=[run.id for run in cell.runs],
                failed=[failure_rate(run) for run in cell.runs],
                slices=_compare_slices(cell.runs),
            )


def _compare_slices(runs: Sequence[RunRecord]) -> CompareSlices | UnsetType:
    """The slices of the one run of a cell."""
    table = runs[0].slices
    if len(runs) > 1 or not table:
        return UNSET
    values = [run.figure for run in sampled_slices(table)]
    return narrowed(table, CompareSlices, values=values)


def _quantiles(result: ResultRecord) -> dict[str, list[float]] | UnsetType:
    """Quantiles at the level of the last look; absent where the length was fixed beforehand."""
    looks = looks_of(result.stopping)
    if not looks:
        return UNSET
    return {
        str(count): [look_quantile(looks, count, df) for df in range(1, MAX_DF + 1)]
        for count in (1, 2, 3)
    }


def compare_links(result: ResultRecord) -> dict[str, str]:
    """Workload id to the address that compares its first servers, where they have throughput."""
    ran = {workload.id: _compared_servers(result, workload.id) for workload in result.workloads}
    return {
        workload: compare_address(result.id, workload, servers)
        for workload, servers in ran.items()
        if servers
    }


def _compared_servers(result: ResultRecord, workload: str) -> list[str]:
    """Servers with the throughput that `/compare/` shows of a workload."""
    runs = [run for run in result.runs if run.workload.id == workload and run.state == "complete"]
    metric = throughput_metric(runs)
    measured = (run.server.id for run in runs if metric and metric in run.figures)
    return list(dict.fromkeys(measured))
