"""Two results side by side, as one: for each workload and server that both have, a result of two
servers, which is derived and judged as any other.

They are two campaigns, apart in time: nothing of one is paired with the other, and machines count
as alike only as far as both describe them.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import UNSET
from msgspec.structs import replace

from sysbench_archive.comparability.differences import RULES
from sysbench_archive.comparability.table import VARIABLE
from sysbench_archive.model.base import Named
from sysbench_archive.model.comparability import Condition, Conditions
from sysbench_archive.model.result import (
    HostRecord,
    ResultRecord,
    RunRecord,
    ServerRecord,
    WorkloadRecord,
)
from sysbench_archive.pages.comparison.panels import runs_of_workload
from sysbench_archive.problems import UsageError
from sysbench_archive.verdicts.policy import PUBLISHED

_ONE_HOST: dict[str, Condition] = {f"{RULES.identity}host": "one"}
Side = tuple[str, ResultRecord, ServerRecord, WorkloadRecord]
"""A or B, and what it has of a pair."""


def beside(
    baseline: ResultRecord, candidate: ResultRecord, *, one_host: bool = False
) -> list[ResultRecord]:
    """A result for each pair. UsageError where there is none. Of `one_host` somebody says that both
    ran on it, so that what is not recorded of it is the same.
    """
    servers, workloads = _server_pairs(baseline, candidate), _workload_pairs(baseline, candidate)
    if not servers or not workloads:
        what = "workload" if servers else "server of one id, or one each,"
        raise UsageError(
            f"no {what} is in both\n"
            f"  A: {_named(baseline, of_servers=not servers)}\n"
            f"  B: {_named(candidate, of_servers=not servers)}"
        )
    return [
        _joined(
            ("A", baseline, *of_a),
            ("B", candidate, *of_b),
            several=len(servers) > 1,
            one_host=one_host,
        )
        for a, b in servers
        for w, v in workloads
        for of_a, of_b in [((a, w), (b, v))]
        if _ran(baseline, *of_a) and _ran(candidate, *of_b)
    ]


def _named(result: ResultRecord, *, of_servers: bool) -> str:
    if of_servers:
        return ", ".join(f"{server.id} ({server.label})" for server in result.servers)
    return ", ".join(workload.title for workload in result.workloads)


def _server_pairs(a: ResultRecord, b: ResultRecord) -> list[tuple[ServerRecord, ServerRecord]]:
    """Servers of one id; else the only one of each."""
    if len(a.servers) == len(b.servers) == 1:
        return [(a.servers[0], b.servers[0])]
    others = {server.id: server for server in b.servers}
    return [(server, others[server.id]) for server in a.servers if server.id in others]


def _workload_pairs(
    a: ResultRecord, b: ResultRecord
) -> list[tuple[WorkloadRecord, WorkloadRecord]]:
    """Workloads of one id, then of one test; else the only one of each. Each once."""
    left = [workload for workload in b.workloads if not workload.offers_load]
    own = [workload for workload in a.workloads if not workload.offers_load]
    if len(left) == len(own) == 1 and not (left[0].test and own[0].test):
        return [(own[0], left[0])]
    pairs = []
    for workload in own:
        alike = [each for each in left if workload.test and each.test == workload.test]
        found = next((each for each in left if each.id == workload.id), alike[0] if alike else None)
        if found:
            left.remove(found)
            pairs.append((workload, found))
    return pairs


def _ran(result: ResultRecord, server: ServerRecord, workload: WorkloadRecord) -> bool:
    return any(run.server.id == server.id for run in runs_of_workload(result, workload.id))


def _joined(a: Side, b: Side, *, several: bool, one_host: bool) -> ResultRecord:
    """Two sides as one result; of `several` pairs of servers a workload names which."""
    sides = a, b
    (_, first, own, workload), (_, second, other, theirs) = sides
    alike = own.label == other.label
    servers = [
        replace(
            server,
            id=mark.lower(),
            label=f"{server.label}, {mark}" if alike else server.label,
            host=mark.lower(),
        )
        for mark, _, server, _ in sides
    ]
    return replace(
        first,
        id=f"{first.id}--{second.id}",
        title=f"{first.title} and {second.title}",
        evidence=second.evidence if second.evidence in PUBLISHED else first.evidence,
        hosts=[_host(side) for side in sides],
        servers=servers,
        workloads=[
            replace(
                workload,
                title=f"{workload.title}, {own.label}" if several else workload.title,
                rate_limited=workload.rate_limited or theirs.rate_limited,
                residency={"a": workload.residency[own.id], "b": theirs.residency[other.id]},
                place={"a": workload.place[own.id], "b": theirs.place[other.id]},
            )
        ],
        runs=[
            run for side, server in zip(sides, servers, strict=True) for run in _runs(side, server)
        ],
        conditions=Conditions(
            servers={
                mark.lower(): _conditions(side) | (_ONE_HOST if one_host else {})
                for side in sides
                for mark in side[0]
            },
            workloads={workload.id: {}},
        ),
        held=[],
        replications=[],
        reported=[],
        loads={},
        variables=None,
        stopping=None,
        order="",
    )


def _host(side: Side) -> HostRecord:
    mark, result, server, _ = side
    return replace(next(h for h in result.hosts if h.id == server.host), id=mark.lower())


def _runs(side: Side, server: ServerRecord) -> Iterator[RunRecord]:
    """Runs of a side. Blocks and slices are paired within a campaign alone."""
    mark, result, own, workload = side
    for run in runs_of_workload(result, workload.id):
        if run.server.id == own.id:
            named = Named(id=mark.lower(), label=server.label)
            yield replace(run, server=named, block="", slices=UNSET, turn=None)


def _conditions(side: Side) -> dict[str, Condition]:
    """All that holds for a side, but for what sides of one campaign share. Of further variables a
    result names those its own servers differ in: nothing to hold against another's.
    """
    mark, result, server, workload = side
    every = {
        **result.conditions.servers[server.id],
        **result.conditions.workloads[workload.id],
        "campaign": mark,
    }
    return {n: value for n, value in every.items() if not n.startswith((VARIABLE, RULES.identity))}
