"""Two results side by side, as one: for each workload and server that both have, a result of two
servers, which is derived and judged as any other.

They are two campaigns, apart in time: nothing of one is paired with the other, and machines count
as alike only as far as both describe them.
"""

from __future__ import annotations

from msgspec import UNSET
from msgspec.structs import replace

from sysbench_archive.comparability.differences import RULES
from sysbench_archive.comparability.table import VARIABLE
from sysbench_archive.derive.servers import host_of
from sysbench_archive.model.base import Named
from sysbench_archive.model.comparability import Condition, Conditions
from sysbench_archive.model.result import ResultRecord, ServerRecord, WorkloadRecord
from sysbench_archive.problems import UsageError
from sysbench_archive.verdicts.policy import PUBLISHED

Side = tuple[ResultRecord, ServerRecord, WorkloadRecord]


def beside(a: ResultRecord, b: ResultRecord, *, one_host: bool = False) -> list[ResultRecord]:
    """A result for each pair, A first. UsageError where there is none. Of `one_host` somebody says
    that both ran on it, so that what is not recorded of it is the same.
    """
    servers, workloads = _server_pairs(a, b), _workload_pairs(a, b)
    if not servers:
        ids = (", ".join(server.id for server in result.servers) for result in (a, b))
        raise UsageError("no server of one id is in both: {}; and {}".format(*ids))
    if not workloads:
        titles = (", ".join(each.title for each in result.workloads) for result in (a, b))
        raise UsageError("no workload is in both: {}; and {}".format(*titles))
    return [
        _joined((a, own, workload), (b, other, theirs), len(servers) > 1, one_host)
        for own, other in servers
        for workload, theirs in workloads
    ]


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


def _joined(a: Side, b: Side, several: bool, one_host: bool) -> ResultRecord:
    """Two sides as one result; of `several` pairs of servers a workload names which."""
    (first, own, workload), (second, other, theirs) = a, b
    marks = [", A", ", B"] if own.label == other.label else ["", ""]
    parts = [
        (place, result, server, ran, f"{server.label}{mark}")
        for place, mark, (result, server, ran) in zip("ab", marks, (a, b), strict=True)
    ]
    host: dict[str, Condition] = {f"{RULES.identity}host": "one"} if one_host else {}
    return replace(
        first,
        id=f"{first.id}--{second.id}",
        evidence=second.evidence if second.evidence in PUBLISHED else first.evidence,
        hosts=[replace(host_of(result, s.id), id=place) for place, result, s, _, _ in parts],
        servers=[replace(s, id=at, label=label, host=at) for at, _, s, _, label in parts],
        workloads=[
            replace(
                workload,
                title=f"{workload.title}, {own.label}" if several else workload.title,
                rate_limited=workload.rate_limited or theirs.rate_limited,
                residency={"a": workload.residency[own.id], "b": theirs.residency[other.id]},
                place={"a": workload.place[own.id], "b": theirs.place[other.id]},
            )
        ],
        # Blocks and slices are paired within a campaign alone.
        runs=[
            replace(run, server=Named(id=at, label=label), block="", slices=UNSET, turn=None)
            for at, result, server, ran, label in parts
            for run in result.runs_of(ran.id)
            if run.server.id == server.id
        ],
        conditions=Conditions(
            servers={
                at: _conditions(result, server, ran) | {"campaign": at} | host
                for at, result, server, ran, _ in parts
            },
            workloads={workload.id: {}},
        ),
        replications=[],
        loads={},
        variables=None,
        stopping=None,
        order="",
    )


def _conditions(
    result: ResultRecord, server: ServerRecord, workload: WorkloadRecord
) -> dict[str, Condition]:
    """All that holds for a side, but for what sides of one campaign share. Of further variables a
    result names those its own servers differ in: nothing to hold against another's.
    """
    own, shared = result.conditions.servers, result.conditions.workloads
    every = {**own[server.id], **shared[workload.id]}
    return {n: value for n, value in every.items() if not n.startswith((VARIABLE, RULES.identity))}
