"""Runs and servers that a chart could not tell apart."""

from __future__ import annotations

from collections.abc import Iterator

from sysbench_archive.model.bundle import Bundle, stated
from sysbench_archive.problems import RULES, Problem, got_expected
from sysbench_archive.rules.places import in_document, numbered_runs

RUN = RULES["run-duplicate"]
SERVER = RULES["server-duplicate"]
PLACEMENT = RULES["placement-mismatch"]
PROCESS = RULES["process-mismatch"]


def check(bundle: Bundle) -> Iterator[Problem]:
    """Look at all runs and servers of the bundle."""
    yield from _runs(bundle)
    yield from _servers(bundle)
    yield from _placements(bundle)
    yield from _processes(bundle)


def _runs(bundle: Bundle) -> Iterator[Problem]:
    """Runs that state different metrics of one execution share a place and no point."""
    first: dict[tuple[object, ...], str] = {}
    for pointer, run in numbered_runs(bundle):
        if run.failed:
            continue
        repetition = run.facts.get("sequence", {}).get("repetition")
        cell = run.server, run.workload, run.threads, repetition
        keys = [(*cell, metric) for metric in run.figures or (None,)]
        if twins := [first[key] for key in keys if key in first]:
            message = f"the same cell as run {twins[0]!r}"
            message = got_expected(message, f"repetition {repetition or 'unstated'}", "another")
            yield in_document(bundle, RUN, pointer, message)
        first.update({key: run.id for key in keys if key not in first})


def _servers(bundle: Bundle) -> Iterator[Problem]:
    first: dict[tuple[object, ...], str] = {}
    for index, server in enumerate(bundle.servers.values()):
        key = server.label, server.regime, server.host
        if key in first:
            message = f"{server.label!r} is also server {first[key]!r}"
            yield in_document(bundle, SERVER, f"/servers/{index}", message)
        first.setdefault(key, server.id)


def _placements(bundle: Bundle) -> Iterator[Problem]:
    """Each client against the servers its runs and reported comparisons met."""
    order = list(bundle.clients)
    meetings = [(bundle.workloads[run.workload].client, run.server) for run in bundle.runs]
    for reported in bundle.facts.get("reported_comparisons", ()):
        client = bundle.workloads[reported["workload"]].client
        meetings += [(client, reported["baseline"]), (client, reported["candidate"])]
    for client_id, server_id in dict.fromkeys(meetings):
        met, server = bundle.clients[client_id], bundle.servers[server_id]
        placement = stated(met.facts["placement"])
        same = not met.host or bundle.machine_of(met.host) == bundle.machine_of(server.host)
        actual = "same-host" if same else "other-host"
        if placement in ("same-host", "other-host") and placement != actual:
            message = f"client on {met.host!r}, server {server.id!r} on {server.host!r}"
            pointer = f"/clients/{order.index(client_id)}/placement"
            told = got_expected(message, placement, actual)
            yield in_document(bundle, PLACEMENT, pointer, told)


def _processes(bundle: Bundle) -> Iterator[Problem]:
    """Servers that are said to be one process agree in what a process cannot change."""
    for index, server in enumerate(bundle.servers.values()):
        named = server.facts.get("same_process_as", server.id)
        other = bundle.servers[named]
        for fact in ("product", "version", "host", "build"):
            mine, theirs = server.facts[fact], other.facts[fact]
            if mine != theirs:
                message = f"{fact} of {server.id!r} is not that of {named!r}"
                message = got_expected(message, mine, str(theirs))
                yield in_document(bundle, PROCESS, f"/servers/{index}/same_process_as", message)
