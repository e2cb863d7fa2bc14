"""What `/compare/` loads besides results: the rules of comparisons, and the bare figures of each.

`/policy.json` holds the tables of other modules as data. `compare.json`, beside the `index.json` of
every result, has its figures by cell and their conditions. Nothing is judged here: a browser
applies the rules.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from typing import Literal

from msgspec import UNSET, UnsetType

from sysbench_archive.comparability.differences import RULES
from sysbench_archive.comparability.table import FIELDS, variable_rules
from sysbench_archive.comparability.wording import WORDS
from sysbench_archive.derive.cells import failure_rate, metric_record
from sysbench_archive.derive.judging import (
    SampledWorkload,
    looks_of,
    sampled_workload,
    server_noise,
)
from sysbench_archive.derive.servers import author_of, host_of
from sysbench_archive.metrics import throughput_metric
from sysbench_archive.model.base import MetricRecord, Number, Record, narrowed
from sysbench_archive.model.comparability import Conditions
from sysbench_archive.model.comparison import Bottleneck, Window
from sysbench_archive.model.policy import PolicyRecord
from sysbench_archive.model.result import Replication, ResultRecord
from sysbench_archive.pages.comparison.circumstances import UNKNOWN
from sysbench_archive.pages.comparison.panels import compare_address
from sysbench_archive.verdicts.judging import look_quantile
from sysbench_archive.verdicts.noise import Noise
from sysbench_archive.verdicts.policy import MAX_DF, POLICY, Residual

ORIGIN_LENGTH = 12


class CompareCell(Record, kw_only=True):
    """Runs of a server under a workload at one thread count, or the slices of a single one."""

    server: str
    """Server id."""
    workload: str
    """Workload id."""
    metric: str
    bottleneck: Bottleneck
    """What set the pace; empty where nothing tells."""
    threads: int
    values: list[Number]
    """Figures, in order of the runs; of a slice in which nothing was done half a transaction."""
    blocks: list[str]
    """Block of each, of a slice its round; empty where none is recorded."""
    loads: list[int | None]
    """Dataset load of each."""
    sessions: list[int | None]
    """Server session of each."""
    turns: list[int | None]
    """When each started, in seconds since the first of the result, or its position; of a slice in
    tenths of a second since the first of them."""
    held: Literal[True] | UnsetType = UNSET
    """Whether they are held; else absent."""
    settled: list[Window | None] | UnsetType = UNSET
    """Where each run was settled, null where that cannot be told; absent where that is the whole of
    all.
    """
    later: list[list[Number] | None] | UnsetType = UNSET
    """Figures of each over the last three quarters and the last half; absent where none has any."""
    runs: list[str]
    """Run ids."""
    failed: list[Number | None]
    """Failed statements a transaction of each run; null where they are not known."""
    whole: Number | UnsetType = UNSET
    """Figure of the run whose slices the values are; absent where they are runs."""


class CompareRecord(Record):
    """What /compare/ needs of a result besides index.json: compare.json beside its page."""

    order: str
    """Order of the runs as stated; empty where nobody recorded it."""
    origins: dict[str, str]
    """Server id to what is the same for servers of one source whose machines are described alike:
    such servers are compared across results. Empty where that is not known.
    """
    conditions: Conditions
    """Conditions by server and workload."""
    noise: dict[str, dict[str, Noise]]
    """Server id and workload id to the noise of the server's machine."""
    metrics: list[MetricRecord]
    """Metrics of the cells."""
    cells: list[CompareCell]
    residuals: dict[str, dict[int, Residual]]
    """Workload id and thread count to the noise pooled over servers."""
    replications: list[Replication]
    """What other campaigns on the same machines say of its contrasts."""
    quantiles: dict[str, list[float]] | UnsetType = UNSET
    """Quantiles of Student's t in place of the policy's, by number of headline contrasts, where
    figures were looked at while they were measured; else absent.
    """


def policy_file() -> PolicyRecord:
    """Policy of verdicts, table of conditions, and the rules and words of comparability."""
    return PolicyRecord(
        verdicts=POLICY,
        conditions=list(FIELDS),
        variables=variable_rules(),
        comparability_rules=RULES,
        comparability_words=WORDS,
        found={"differs": "differs", "unrecorded": "not recorded", "intended": "intended"},
        values=UNKNOWN,
    )


def compare_record(result: ResultRecord) -> CompareRecord:
    """The record; a cell has the figures of one server, workload and thread count in run order."""
    sampled = [
        sampled_workload(result, workload, metric)
        for workload in result.workloads
        if (metric := throughput_metric(r for r in result.runs if r.workload.id == workload.id))
    ]
    cells = [cell for each in sampled for cell in _compare_cells(each)]
    return narrowed(
        result,
        CompareRecord,
        origins={server.id: _origin_of(result, server.id) for server in result.servers},
        noise={
            server.id: {w.id: server_noise(result, w, server.id) for w in result.workloads}
            for server in result.servers
        },
        metrics=[metric_record(name) for name in sorted({cell.metric for cell in cells})],
        cells=cells,
        residuals={each.workload.id: dict(each.residuals) for each in sampled},
        quantiles=_quantiles(result),
    )


def _origin_of(result: ResultRecord, server: str) -> str:
    """The same for servers of one source's repository whose machines are described alike; empty
    where there is no repository, or the kind, processor or memory of the machine is not recorded.
    """
    host = host_of(result, server)
    repository = next((str(f.value) for f in result.source if f.name == "repository"), "")
    counts = host.cores, host.hardware_threads, host.memory_mib
    parts = (repository, author_of(result), host.kind, host.cpu_model, *counts)
    if not all(parts):
        return ""
    return hashlib.sha256("\0".join(map(str, parts)).encode()).hexdigest()[:ORIGIN_LENGTH]


def _compare_cells(sampled: SampledWorkload) -> Iterator[CompareCell]:
    """The cells of a workload in its head metric; runs that failed are in none."""
    for server, by_threads in sampled.samples.items():
        for threads, sample in by_threads.items():
            cell = sampled.cells[server][threads]
            yield CompareCell(
                server=server,
                workload=sampled.workload.id,
                metric=sampled.metric,
                bottleneck=sampled.bottlenecks[server][threads],
                threads=threads,
                values=[each.figure for each in sample.runs],
                blocks=[each.block for each in sample.runs],
                loads=[each.load for each in sample.runs],
                sessions=[each.session for each in sample.runs],
                turns=[each.turn for each in sample.runs],
                held=sample.held or UNSET,
                settled=[each.settled for each in sample.runs]
                if sample.settled != "whole"
                else UNSET,
                later=[list(each.later) if each.later else None for each in sample.runs]
                if any(each.later for each in sample.runs)
                else UNSET,
                whole=cell.values[0] if sample.sliced else UNSET,
                runs=[run.id for run in cell.runs],
                failed=[failure_rate(run) for run in cell.runs],
            )


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
