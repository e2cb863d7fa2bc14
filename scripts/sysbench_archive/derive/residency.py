"""Where a workload's dataset lies while it runs: in the buffer pool, in memory, or in neither.

A bundle's own statement comes first. Otherwise it follows from the size of the dataset and of
the buffer pool, where the sizes are so far apart that it is certain; else nobody knows.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from sysbench_archive.comparability.conditions import conditions_of
from sysbench_archive.comparability.fields import bytes_of
from sysbench_archive.model.bundle import Bundle, Facts
from sysbench_archive.model.comparability import Condition, Conditions
from sysbench_archive.model.result import (
    FactValue,
    HostRecord,
    Residency,
    Scalar,
    ServerRecord,
    WorkloadRecord,
)

UNRECORDED: Residency = "unrecorded"
_STATED: Mapping[object, Residency] = {
    "in-memory": "in-memory",
    "cached": "cached",
    "io-bound": "io-bound",
}
ROW_BYTES = 240
"""A row of sysbench's tables with its secondary index, in InnoDB, shortly after loading."""
SURE = 1.5
"""An estimate decides only where it is so many times smaller, or larger, than the memory."""

_RESIDENCY = "residency"


def dataset_residency(
    stated: Mapping[str, FactValue],
    parameters: Mapping[str, Scalar],
    server: ServerRecord,
    host: HostRecord,
) -> Residency:
    """Where a dataset lies on a server; `stated` are facts of the workload by dotted name."""
    named = _STATED.get(stated.get("dataset.residency"))
    if named:
        return named
    least, most = _dataset_mib(stated, parameters)
    pool, memory = server.buffer_pool_mib, host.memory_mib
    if most and pool and most <= pool:
        return "in-memory"
    if most and memory and most <= memory:
        return "cached" if pool and least > pool else UNRECORDED
    return "io-bound" if memory and least > memory else UNRECORDED


def _dataset_mib(
    stated: Mapping[str, FactValue], parameters: Mapping[str, Scalar]
) -> tuple[float, float]:
    """The least and the most MiB that the dataset takes; zeros where nothing tells."""
    size = _number(stated.get("dataset.size_mib"))
    guess = dataset_mib(stated, parameters)
    return (size, size) if size else (guess / SURE, guess * SURE)


def dataset_mib(stated: Mapping[str, FactValue], parameters: Mapping[str, Scalar]) -> float:
    """Size of a dataset as stated, else by its rows; 0 where neither is known."""
    rows = _number(parameters.get("tables")) * _number(parameters.get("table_size"))
    return _number(stated.get("dataset.size_mib")) or rows * ROW_BYTES / 2**20


def _number(value: FactValue | None) -> float:
    return value if isinstance(value, int | float) and not isinstance(value, bool) else 0.0


def buffer_pool_mib(options: Facts) -> float | None:
    """The buffer pool a server was told to have; None where it was not."""
    size = bytes_of(str(options.get("innodb_buffer_pool_size", "")))
    return None if size is None else size / 2**20


def conditions_record(bundle: Bundle, workloads: Sequence[WorkloadRecord]) -> Conditions:
    """The conditions a bundle states, and where its datasets lie where the sizes leave no doubt."""
    conditions = conditions_of(bundle)
    found: dict[str, dict[str, Condition]] = dict(conditions.workloads)
    for workload in workloads:
        ran = {run.server for run in bundle.runs_of(workload.id)}
        places = {workload.residency[server] for server in ran}
        place = places.pop() if len(places) == 1 else UNRECORDED
        if place != UNRECORDED:
            found[workload.id] = {**found[workload.id], _RESIDENCY: place}
    return replace(conditions, workloads=found)
