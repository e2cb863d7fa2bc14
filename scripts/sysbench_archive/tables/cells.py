"""Cells: the complete runs of a server under a workload at a thread count.

A cell has its sufficient statistics and everything that must be the same where two are set beside
each other. Runs held to a rate or offered a load have no throughput of their own and are in none.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Iterable, Iterator, Mapping
from statistics import fmean, variance
from typing import Annotated, Any, Literal

from sysbench_archive.comparability.differences import RULES
from sysbench_archive.comparability.table import FIELDS
from sysbench_archive.derive.cells import PRINTED, cells_of, sample_of
from sysbench_archive.derive.entries import storage_kinds
from sysbench_archive.derive.residency import dataset_mib, residency_of
from sysbench_archive.derive.servers import author_of, host_of, machine_key, regime_of
from sysbench_archive.metrics import METRICS, throughput_metric
from sysbench_archive.model.base import Number, Record, example
from sysbench_archive.model.bundle import Load
from sysbench_archive.model.comparability import Condition, Conditions
from sysbench_archive.model.comparison import Window
from sysbench_archive.model.counted import Regime
from sysbench_archive.model.result import (
    HostRecord,
    Place,
    Residency,
    ResultRecord,
    ServerRecord,
    WorkloadRecord,
)
from sysbench_archive.verdicts.settled import LATER

_RELEASE = ("product", "version", "maturity", "variant", "build_package")
_OF_MACHINES = ("machine", "kind", "cpu", "memory")
_SETUP = {
    field.name: field
    for field in FIELDS
    if field.name not in (*_RELEASE, "client_machine", "residency")
    and field.group != "run"
    and (field.subject != "host" or field.source[0].partition(".")[0] not in _OF_MACHINES)
}
"""Conditions of a setup: all but the release, the machines, where the data lie, and how runs were
ordered and repeated."""
_WORK = ("script", "range_size", "reads", "writes", "transactions", "secondary", "distribution")
"""Conditions that say what a transaction does."""
_KEY_LENGTH = 12


class Measured(Record):
    """Columns that a cell and a pair of cells share."""

    bundle: Annotated[str, example("2026-11-mysql-small-vm")]
    """Id of the bundle."""
    workload: Annotated[str, example("oltp-read-only")]
    """Id of the workload."""
    workload_label: Annotated[str, example("OLTP read-only")]
    """Name of the workload for readers."""
    test: Annotated[str, example("oltp_read_only")]
    """sysbench's test, by its canonical name; empty where nobody recorded it."""
    load: Annotated[Load, example("read-only")]
    """Kind of load, finer than `family`."""
    family: Annotated[str, example("range")]
    """Kind of workload."""
    threads: Annotated[int, example(4, unit="1")]
    regime: Annotated[Regime, example("pinned")]
    """Configuration: defaults, pinned or unrecorded."""
    host: Annotated[str, example("server-and-client")]
    """Id of the host in its bundle."""
    machine: Annotated[str, example("0c3d5e7f9a1b")]
    """Key of what counts as one machine."""
    kind: Annotated[str, example("bare-metal")]
    """Kind of machine; empty where nobody recorded it."""
    machine_label: Annotated[str, example("HP DL380 G7")]
    """Maker and model of the machine; empty where nobody recorded them."""
    cpu_model: Annotated[str, example("AMD EPYC")]
    """Its processor; empty where nobody recorded it."""
    microarchitecture: Annotated[str, example("Zen 5")]
    """Of its processor, as stated; empty where nobody recorded it."""
    cpus: Annotated[int | None, example(32, unit="1")]
    """Its hardware threads, or cores where only those are recorded."""
    cores: Annotated[int | None, example(16, unit="1")]
    """Its physical cores."""
    hardware_threads: Annotated[int | None, example(32, unit="1")]
    """Its hardware threads; null where nobody recorded them, or its states differ in them."""
    memory_mib: Annotated[Number | None, example(24105, unit="MiB")]
    """Its main memory."""
    storage: Annotated[list[str], example(["nvme"])]
    """Kinds of its storage; empty where nobody recorded them."""
    hardware_class: Annotated[str, example("zen-5-vm-2-cores-17-32-gb-fsync-under-1-ms")]
    """Its hardware class."""
    author: Annotated[str, example("Ada Lovelace")]
    """Who measured."""
    day: Annotated[str, example("2026-11")]
    """Day, month or year of publication."""
    placement: Annotated[str, example("same-host")]
    """Where the client stood: same-host or other-host; empty where nobody recorded it."""
    pool_mib: Annotated[Number | None, example(2048, unit="MiB")]
    """Buffer pool; null where nobody recorded it."""
    data_mib: Annotated[Number | None, example(92, unit="MiB")]
    """Size of the dataset as stated, else by its rows; null where neither is known."""
    residency: Annotated[Residency, example("fits")]
    """The data beside the pool: fits (up to 0.85 of it), about (to 1.25), to-three-times, beyond,
    or unrecorded.
    """
    method: Annotated[Literal["runs", "slices"], example("runs")]
    """Whole runs, or slices in turn with others."""
    engine: Annotated[str, example("rocksdb")]
    """Storage engine, where the server decides it; else empty."""
    character_set: Annotated[str, example("utf8mb4")]
    """Character set that the tables or the server were told to have; empty where neither was."""
    printed: Annotated[bool, example(value=True)]
    """Whether sysbench's own output is here or linked."""
    metric: Annotated[str, example("tps")]
    """Metric of the figures."""


class Cell(Measured):
    """A row of the table; its key is bundle, workload, server and threads."""

    server: str
    """Id of the server."""
    product: str
    """Product."""
    version: str
    """Exact version."""
    series: str
    build: str
    """Who built it and how it was delivered; empty where nobody recorded it."""
    maturity: str
    """Maturity of the release: ga, rc, milestone and the like, or unrecorded."""
    variant: str
    """What sets the server apart from a plain one of its version; empty where nothing does."""
    processors: Annotated[Number | None, example(2, unit="1")]
    """Processors that it may use: those it is bound to, its control group's, else the machine's."""
    alone: bool
    """Whether it is the product's own code, without replication or a proxy."""
    client: str
    """Id of the client."""
    held: bool
    """Whether it is held, and so in no summary: the table of held cells says why."""
    started: str
    """When its first run started; where nobody recorded that, `day`."""
    loaded: bool
    """Whether each run says which load of the dataset it had, so that it is one of this bundle."""
    setup: str
    """Key of the conditions that are recorded and weigh in such a workload, the release, the
    machine and `place` apart.
    """
    work: Annotated[str, example("9c1f0d2e4b5a")]
    """Key of what a transaction does: script, statements, ranges, distribution; empty where no
    command is recorded.
    """
    place: Place
    """Where the data lie, as the bundle states it or sizes leave no doubt: in-memory, cached,
    io-bound; or unrecorded.
    """
    n: int
    log_mean: float
    """Mean of the natural logarithms of the figures."""
    log_variance: float | None
    """Their variance; null of a single run."""
    settled: Window | None
    """Where all its runs were settled: whole, last-three-quarters, last-half or never; null where
    there are too few interval lines to tell.
    """
    log_mean_last_three_quarters: float | None
    """Mean of the logarithms of the throughput over the last three quarters of the runs; null where
    one has no interval lines, or the metric is no transactions.
    """
    log_mean_last_half: float | None
    """The same over the last half."""


def cell_rows(result: ResultRecord) -> list[Cell]:
    """The cells of a bundle."""
    author = author_of(result)
    hosts = {
        host.id: {
            "bundle": result.id,
            "author": author,
            "day": result.published or result.submitted,
            "printed": result.evidence in PRINTED,
            "host": host.id,
            "machine": machine_key(host, author),
            "kind": host.kind,
            "machine_label": host.machine,
            "microarchitecture": str(host.stated.get("cpu.microarchitecture", "")),
            "storage": storage_kinds(host),
            "hardware_class": host.hardware_class.id,
            **{name: getattr(host, name) for name in ("cpu_model", "cpus", "cores", "memory_mib")},
        }
        for host in result.hosts
    }
    threads = _hardware_threads(result)
    servers = {
        server.id: {
            **hosts[server.host],
            **_server_fields(server),
            "hardware_threads": threads[server.id],
            "processors": _processors(server, host_of(result, server.id)),
        }
        for server in result.servers
    }
    return [
        cell
        for workload in result.workloads
        if not workload.rate_limited and not workload.offers_load
        for cell in _workload_cells(result, workload, servers)
    ]


def _hardware_threads(result: ResultRecord) -> dict[str, int | None]:
    """Server to the hardware threads of its host; None where these are no fact of the machine,
    because another of its states has more or less, or nobody recorded it.
    """
    machines = {
        server.id: result.conditions.servers[server.id][f"{RULES.identity}host"]
        for server in result.servers
    }
    known = {server.id: host_of(result, server.id).hardware_threads for server in result.servers}
    return {
        name: count
        if all(known[other] == count for other, own in machines.items() if own == machines[name])
        else None
        for name, count in known.items()
    }


def _processors(server: ServerRecord, host: HostRecord) -> Number | None:
    """How many a server may use; None where nobody recorded it."""
    spans = str(server.stated.get("cpu_affinity", "")).split(",")
    ends = [[int(end) for end in span.split("-")] for span in spans if span]
    bound = sum(last - first + 1 for first, *_, last in ([*e, e[-1]] for e in ends))
    limit = host.stated.get("cpu.limit_cpus")
    return bound or (limit if isinstance(limit, int | float) and limit else host.cpus)


def _workload_cells(
    result: ResultRecord, workload: WorkloadRecord, servers: Mapping[str, Mapping[str, Any]]
) -> Iterator[Cell]:
    runs = result.runs_of(workload.id)
    metric = throughput_metric(runs)
    work = work_key(result.conditions, workload)
    if metric is None or METRICS[metric].direction != "higher":
        return
    found = cells_of(runs, list(servers), metric)
    for server in result.servers:
        known = {**servers[server.id], **_workload_fields(result, workload, server)}
        known["setup"] = setup_key(result.conditions, workload, server.id)
        known["place"] = workload.place[server.id]
        for threads, cell in found[server.id].items():
            if cell.centre is not None:
                logs = [math.log(value) for value in cell.values]
                sample = sample_of(cell)
                told = not sample.sliced and any(run.settled for run in sample.runs)
                later = [sample.over(window) for window in LATER]
                starts = [str(run.stated.get("started") or "") for run in cell.runs]
                yield Cell(
                    **known,
                    threads=threads,
                    metric=metric,
                    work=work,
                    method="slices" if any(run.slices for run in cell.runs) else "runs",
                    held=any(run.held for run in cell.runs),
                    # Empty where nobody recorded it of all.
                    started=min(starts) or known["day"],
                    loaded=all(
                        run.load is not None or (run.slices and None not in run.slices.loads)
                        for run in cell.runs
                    ),
                    n=len(logs),
                    log_mean=fmean(logs),
                    log_variance=variance(logs) if len(logs) > 1 else None,
                    settled=sample.settled if told else None,
                    log_mean_last_three_quarters=fmean(later[0].logs()) if later[0] else None,
                    log_mean_last_half=fmean(later[1].logs()) if later[1] else None,
                )


def setup_key(
    conditions: Conditions, workload: WorkloadRecord, server: str, *, host: bool = True
) -> str:
    """A key of the recorded conditions of a server under a workload that weigh there, without those
    of its `host` on demand.

    What is not recorded is no part of it, so that cells are of one setup only where as much is
    recorded of each.
    """
    known = conditions.servers[server] | conditions.workloads[workload.id]
    weighing = (
        name
        for name, field in _SETUP.items()
        if name in known
        and field.severity[workload.family] != "info"
        and (host or field.subject != "host")
    )
    return _key_of(_recorded(known, weighing))


def work_key(conditions: Conditions, workload: WorkloadRecord) -> str:
    """A key of what a transaction does; empty where nobody recorded it."""
    found = _recorded(conditions.workloads[workload.id], _WORK)
    return _key_of(found) if found else ""


def _recorded(known: Mapping[str, Condition], names: Iterable[str]) -> list[str]:
    """Those of some conditions that are recorded, each with its value."""
    texts = {name: known[name] for name in names if name in known}
    values = {n: text if isinstance(text, str) else text.value for n, text in texts.items()}
    return sorted(f"{name}\0{value}" for name, value in values.items() if value)


def _key_of(recorded: Iterable[str]) -> str:
    return hashlib.sha256("\n".join(recorded).encode()).hexdigest()[:_KEY_LENGTH]


def _server_fields(server: ServerRecord) -> dict[str, Any]:
    own = ("product", "version", "series", "variant", "alone")
    return {
        "server": server.id,
        **{name: getattr(server, name) for name in own},
        "build": ", ".join(
            str(server.stated[name])
            for name in ("build.vendor", "build.distribution")
            if name in server.stated
        ),
        "maturity": str(server.stated.get("maturity", "unrecorded")),
        "regime": regime_of(server),
        "engine": str(server.stated.get("storage_engine", "")),
    }


def _workload_fields(
    result: ResultRecord, workload: WorkloadRecord, server: ServerRecord
) -> dict[str, Any]:
    named = str(workload.stated.get("client", ""))
    client = next((client for client in result.clients if client.id == named), None)
    placement = client.stated.get("placement") if client else None
    tables = result.conditions.workloads[workload.id].get("table_character_set")
    of_server = str(server.set_options.get("character_set_server", "")).lower()
    data_mib, pool_mib = dataset_mib(workload.stated, workload.values), server.buffer_pool_mib
    return {
        "workload": workload.id,
        "workload_label": workload.title,
        "test": workload.test,
        "load": workload.load,
        "family": workload.family,
        "client": named,
        "placement": placement if placement in ("same-host", "other-host") else "",
        "pool_mib": pool_mib,
        "data_mib": data_mib or None,
        "residency": residency_of(data_mib, pool_mib),
        "character_set": tables if isinstance(tables, str) else of_server,
    }
