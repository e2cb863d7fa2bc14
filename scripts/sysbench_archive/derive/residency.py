"""Where a dataset lies while it runs: its size beside the buffer pool, and what a bundle states.

What is grouped, summed up or shown goes by the sizes. What a bundle states is one more condition of
its runs: it also tells memory from disk, which no pool does.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import get_args

from msgspec.structs import replace

from sysbench_archive.comparability.conditions import conditions_of
from sysbench_archive.comparability.fields import bytes_of
from sysbench_archive.comparability.held import ROW_BYTES
from sysbench_archive.model.bundle import Bundle, Facts
from sysbench_archive.model.comparability import Condition, Conditions
from sysbench_archive.model.result import FactValue, Place, Residency, Scalar, WorkloadRecord

MOST_OF_THE_POOL: tuple[tuple[Residency, float], ...] = (
    ("fits", 0.85),
    ("about", 1.25),
    ("to-three-times", 3.0),
)
"""Data over buffer pool, at most."""
_RESIDENCY = "residency"


def residency_of(data_mib: float | None, pool_mib: float | None) -> Residency:
    """The data beside the buffer pool."""
    if not data_mib or not pool_mib:
        return "unrecorded"
    share = data_mib / pool_mib
    return next((residency for residency, most in MOST_OF_THE_POOL if share <= most), "beyond")


def stated_place(
    stated: Mapping[str, FactValue], data_mib: float, pool_mib: float | None, memory: float | None
) -> Place:
    """What a bundle states, else what the sizes leave no doubt of."""
    places: Sequence[Place] = get_args(Place)
    if known := [place for place in places if place == stated.get("dataset.residency")]:
        return known[0]
    match residency_of(data_mib, pool_mib):
        case "fits":
            return "in-memory"
        case "to-three-times" | "beyond" if memory and data_mib <= memory:
            return "cached"
    return "io-bound" if memory and data_mib > memory else "unrecorded"


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
        places = {workload.place[run.server] for run in bundle.runs_of(workload.id)}
        place = places.pop() if len(places) == 1 else "unrecorded"
        if place != "unrecorded":
            found[workload.id] = {**found[workload.id], _RESIDENCY: place}
    return replace(conditions, workloads=found)
