"""A result record as small as exploring and comparing need it. Nothing in it is a measurement."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from derived_records import (
    host_record,
    result_record,
    run_record,
    server_record,
    workload_record,
)
from machines import class_of
from sysbench_archive.model.base import narrowed
from sysbench_archive.model.comparability import Conditions
from sysbench_archive.model.listing import HardwareClassSummary
from sysbench_archive.model.result import (
    HostRecord,
    ResultRecord,
    RunRecord,
    ServerRecord,
    WorkloadRecord,
)

HOST = host_record(
    machine="A box",
    kind="vm",
    cores=4,
    hardware_threads=8,
    cpus=8,
    memory_mib=16384,
    hardware_class=narrowed(
        class_of(kind="vm", cpu={"cores": 4}, memory={"size_mib": 16384}), HardwareClassSummary
    ),
)
Figures = Mapping[str, float]
NO_FIGURES: Figures = {}
SHARED = {f"identity.{name}": "x" for name in ("host", "client", "workload", "campaign")}


def host(**facts: Any) -> HostRecord:
    """A host of which these facts are recorded and no others."""
    return host_record(**facts)


def run(
    name: str,
    server: str,
    threads: int,
    tps: float | None,
    *,
    ms: Figures = NO_FIGURES,
    **more: Any,
) -> RunRecord:
    """A run of the one workload, with figures of latency; without throughput it failed."""
    return run_record(
        name,
        {} if tps is None else {"tps": tps, **ms},
        server=server,
        threads=threads,
        **{"workload": "read-only", "state": "failed" if tps is None else "complete", **more},
    )


def server(name: str, version: str) -> ServerRecord:
    """A MySQL server on the one host."""
    series = version.rpartition(".")[0]
    return server_record(
        name, label=f"MySQL {version}", version=version, series=series, regime="pinned"
    )


def workload(name: str = "read-only", **more: Any) -> WorkloadRecord:
    """A workload with a test of sysbench's own."""
    residency = dict.fromkeys(("old", "new"), "unrecorded")
    return workload_record(
        name, title=f"Title of {name}", residency=residency, place=residency, **more
    )


def result(bundle: str, runs: Sequence[RunRecord], **changes: Any) -> ResultRecord:
    """A result of two servers and one workload, in which nothing but the version differs."""
    servers = changes.pop("servers", [server("old", "5.7.44"), server("new", "8.0.36")])
    workloads = changes.pop("workloads", [workload()])
    known: dict[str, Any] = {
        "title": f"Title of {bundle}",
        "submitter": "Somebody",
        "submitted": "2026-01-02",
        "hosts": [HOST],
        "conditions": Conditions(
            servers={entry.id: SHARED | {"version": entry.version} for entry in servers},
            workloads={entry.id: dict(SHARED) for entry in workloads},
        ),
    }
    return result_record(
        bundle, servers=servers, workloads=workloads, runs=list(runs), **known | changes
    )
