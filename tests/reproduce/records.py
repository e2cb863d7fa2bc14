"""Results to run again: one bundle, two servers, one workload."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import derived_records
from sysbench_archive.derive.reproductions import Original
from sysbench_archive.model.base import FactRow, Named
from sysbench_archive.model.result import ResultRecord, RunRecord, ServerRecord, WorkloadRecord

BUNDLE = "2026-01-two-servers"
Sides = Mapping[str, Mapping[int, Sequence[float]]]
"""Server id to thread count to transactions per second, a value a block."""


def fact(name: str, value: str) -> FactRow:
    return FactRow(name=name, label=name, value=value, unit="", state="stated", probe="")


def server(name: str, version: str, **more: Any) -> ServerRecord:
    series = ".".join(version.split(".")[:2])
    known = {"label": f"MySQL {version}", "series": series, "regime": "pinned", "host": "db1"}
    return derived_records.server_record(name, version=version, **known | more)


def workload(test: str = "oltp_read_only", **parameters: Any) -> WorkloadRecord:
    return derived_records.workload_record(
        "read-only",
        test=test,
        stated={"client": "local"},
        values={"tables": 8, "table_size": 5000, "time": 60} | parameters,
        rate_limited="rate" in parameters,
    )


def result(
    sides: Sides,
    bundle: str = BUNDLE,
    submitter: str = "Ada Example",
    metric: str = "tps",
    **more: Any,
) -> ResultRecord:
    versions = {"old": "5.6.10", "new": "5.7.11"}
    known = {
        "submitter": submitter,
        "hosts": [derived_records.host_record("db1", facts=[fact("cpu.cores", "4")])],
        "servers": [server(name, versions[name]) for name in sides],
        "clients": [derived_records.client_record("local", facts=[fact("sysbench", "1.0.20")])],
        "workloads": [workload()],
        "runs": [
            derived_records.run_record(
                f"read-only-{name}-t{threads}-r{block}",
                {metric: value},
                server=name,
                workload="read-only",
                bundle=bundle,
                threads=threads,
                block=str(block),
            )
            for name, cells in sides.items()
            for threads, values in cells.items()
            for block, value in enumerate(values, 1)
        ],
    }
    return derived_records.result_record(bundle, **known | more)


def original(found: ResultRecord, metric: str = "tps", **more: Any) -> Original:
    known: dict[str, Any] = {
        "paths": ("/comparisons/c/",),
        "workload": "read-only",
        "metric": metric,
        "baseline": "old",
        "candidates": ("new",),
    }
    return Original(result=found, **known | more)


def on_server(run: RunRecord, name: str) -> dict[str, Named]:
    """The field of a run that names its server, for another server."""
    return {"server": Named(id=name, label=run.server.label)}
