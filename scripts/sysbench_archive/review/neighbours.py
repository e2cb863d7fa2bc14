"""Where a bundle's numbers lie among existing results.

Owns what counts as close: the same release series of the same product, workload and threads, in
another bundle. A ratio to the closest is context; two machines are never a comparison.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sysbench_archive.derive.cells import cells_of, head_metric
from sysbench_archive.review.bounds import cut

Record = dict[str, Any]
RULE = (
    "closest: the same series, workload, threads and metric in another bundle; among several the"
    " same regime first, then the closest number of CPU threads, then the newest"
)


@dataclass(frozen=True, slots=True)
class Place:
    """A cell and where it was measured. `cpus` is the number of CPU threads, 0 if unrecorded."""

    key: tuple[str, str, str, int, str]
    bundle: str
    server: str
    workload: str
    machine: str
    regime: str
    cpus: int
    centre: float


def neighbours(result: Record, others: Iterable[Record]) -> Iterator[Record]:
    """Each cell of a bundle that has a neighbour, beside the closest one."""
    found: dict[tuple[str, str, str, int, str], list[Place]] = {}
    for other in others:
        for place in _places(other):
            found.setdefault(place.key, []).append(place)
    for place in sorted(_places(result), key=lambda p: (p.workload, p.server, p.key[3])):
        if near := found.get(place.key):
            yield _row(place, min(near, key=lambda n: _distance(place, n)), near)


def _distance(place: Place, other: Place) -> tuple[bool, float, int, str]:
    known = place.cpus and other.cpus
    apart = abs(math.log(place.cpus / other.cpus)) if known else math.inf
    year, month = other.bundle[:4], other.bundle[5:7]
    return place.regime != other.regime, apart, -int(year + month), other.bundle


def _row(place: Place, nearest: Place, near: Sequence[Place]) -> Record:
    return {
        "server": cut(place.server),
        "workload": cut(place.workload),
        "threads": place.key[3],
        "metric": place.key[4],
        "value": place.centre,
        "bundle": nearest.bundle,
        "other_server": cut(nearest.server),
        "machine": cut(nearest.machine),
        "other_value": nearest.centre,
        "ratio": round(place.centre / nearest.centre, 4),
        "candidates": len(near),
    }


def _places(result: Record) -> Iterator[Place]:
    servers = {server["id"]: server for server in result["servers"]}
    for workload in result["workloads"]:
        runs = [run for run in result["runs"] if run["workload"]["id"] == workload["id"]]
        metric = head_metric(runs)
        if not metric or not workload["shelf"]:
            continue
        for name, cells in cells_of(runs, list(servers), metric).items():
            for threads, cell in cells.items():
                if cell.centre:
                    yield _place(result, workload, servers[name], threads, metric, cell.centre)


def _place(
    result: Record,
    workload: Mapping[str, Any],
    server: Mapping[str, Any],
    threads: int,
    metric: str,
    centre: float,
) -> Place:
    host = next(host for host in result["hosts"] if host["id"] == server["host"])
    facts = {fact["name"]: fact["value"] for fact in host["facts"]}
    machine = " ".join(filter(None, [facts.get("kind"), facts.get("cpu.model")])) or host["label"]
    cpus = facts.get("cpu.threads", "")
    return Place(
        (server["product"], server["series"], workload["shelf"], threads, metric),
        result["id"],
        server["label"],
        workload["title"],
        machine,
        server["regime"],
        int(cpus) if cpus.isdecimal() else 0,
        centre,
    )
