"""Servers and their machines: the order of versions, hosts, authors and keys."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable

from sysbench_archive.model.base import ListedServer, narrowed
from sysbench_archive.model.comparison import Side
from sysbench_archive.model.counted import Regime
from sysbench_archive.model.result import HostRecord, ResultRecord, ServerRecord

_KEY_LENGTH = 12
_EARLY = re.compile(r"-er[0-9]*$")
"""What versions of early releases end with."""


def version_key(version: str) -> tuple[tuple[int, ...], str]:
    """The numbers of a version, so that 5.10 follows 5.9, and then its text.

    Without the text 9.7.0 and 9.7.0-er would be equal, and a set of both sorted at random.
    """
    return tuple(int(number) for number in re.findall(r"[0-9]{1,9}", version)), version


def maturity_of(server: ServerRecord) -> str:
    """What a server is that is no general release, as its bundle states it, or its version where
    that says so; empty of a general release, and where nothing says.
    """
    stated = str(server.stated.get("maturity", ""))
    if not stated and _EARLY.search(server.version):
        return "early"
    return "" if stated == "ga" else stated


def host_of(result: ResultRecord, server: str) -> HostRecord:
    """The host a server ran on."""
    host = next(s.host for s in result.servers if s.id == server)
    return next(h for h in result.hosts if h.id == host)


def author_of(result: ResultRecord) -> str:
    """Who measured a result: the author its source names; of results of their own the submitter.

    Empty where nobody recorded it: who submits what somebody else published did not measure it.
    """
    named = {fact.name: fact.value for fact in result.source if fact.state == "stated"}
    author = named.get("author") or named.get("publisher") or ""
    return author if result.source else result.submitter


def listed_servers(servers: Iterable[ServerRecord | Side]) -> list[ListedServer]:
    """Servers as lists have them, each once by its label."""
    by_label = {server.label: server for server in servers}
    return [narrowed(server, ListedServer) for server in by_label.values()]


def machine_key(host: HostRecord, author: str) -> str:
    """A name for what is recorded of a machine and its author: the same where as much is the same.

    What a measurement decides, such as how fast the storage was that day, is not in it. Machines
    are not counted by it (`tables.machines`): a fact less makes another key, and no other machine.
    """
    recorded = (
        host.kind,
        host.machine,
        host.cpu_model or host.stated.get("cpu.microarchitecture"),
        host.cores,
        host.hardware_threads,
        host.memory_mib,
    )
    parts = [author, *(str(value or "") for value in recorded)]
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()[:_KEY_LENGTH]


REGIMES: dict[Regime, str] = {
    "defaults": "default settings",
    "pinned": "pinned settings",
    "unrecorded": "settings not recorded",
}


def regime_of(server: ServerRecord) -> Regime:
    """Its configuration."""
    regimes: dict[str, Regime] = {name: name for name in REGIMES}
    return regimes.get(server.regime, "unrecorded")
