"""Whether the servers of a campaign fit into memory side by side, before any is started.

A server that swaps, or is ended for want of memory, measures the machine and not itself. What one
needs is its buffer pool and what servers were seen to hold beside it. Servers on another host, and
hosts that do not tell their memory, are not looked at.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass

from sysbench_archive.capture.host.reading import SilentError, read
from sysbench_archive.capture.plan import Plan, RefusalError, ServerPlan
from sysbench_archive.capture.server.process import find_process, resident_mib

DEFAULT_POOL_MIB = 128
"""The buffer pool of every MySQL and MariaDB release that is told nothing."""
BESIDE_POOL_MIB = 400
"""What a server holds beside its buffer pool: MySQL 8.0.33 held 396 MiB after its start, most of it
for performance_schema, and 447 MiB after a load of 80,000 rows with a pool of 256 MiB."""
POOL_SHARE = 1.1
"""A buffer pool with the control blocks of its pages."""
SPARE_SHARE = 0.1
"""Of the memory that is available, what stays free: the kernel's cache and sysbench need some."""
_MIB = 1 << 20
_UNITS = {"": 1, "K": 1 << 10, "M": 1 << 20, "G": 1 << 30, "T": 1 << 40}
_POOL_OPTION = re.compile(
    r"--innodb[-_]buffer[-_]pool[-_]size[= ]\"?([0-9]+)([KMGT]?)", re.IGNORECASE
)
_CGROUP_LIMIT = "/sys/fs/cgroup/memory.max"
_CGROUP_USED = "/sys/fs/cgroup/memory.current"


@dataclass(frozen=True, slots=True)
class Need:
    """What a server will hold more than it does now, in MiB, and why."""

    server: str
    mib: float
    basis: str


def needs_before_start(plan: Plan) -> list[Need]:
    """What each server of a plan needs, by the option its start command states, else by default."""
    return [_need_of_plan(server) for server in plan.servers]


def _need_of_plan(server: ServerPlan) -> Need:
    name = server.variant or server.access.place
    held = _held_mib(server)
    match = _POOL_OPTION.search(server.start or "")
    if match:
        pool = int(match[1]) * _UNITS[match[2].upper()] / _MIB
        return _need(name, pool, held, "a buffer pool as its start command states")
    if server.start is None and held:
        return Need(name, 0.0, f"runs already and holds {held:.0f} MiB")
    return _need(name, DEFAULT_POOL_MIB, held, "a buffer pool of the default size")


def need_of(name: str, pool_bytes: str, server: ServerPlan) -> Need:
    """What a server needs by the buffer pool it has told."""
    pool = int(pool_bytes) / _MIB if pool_bytes.isdecimal() else DEFAULT_POOL_MIB
    return _need(name, pool, _held_mib(server), f"a buffer pool of {pool:.0f} MiB")


def _need(name: str, pool: float, held: float, basis: str) -> Need:
    wanted = pool * POOL_SHARE + BESIDE_POOL_MIB
    return Need(name, max(wanted - held, 0.0), basis)


def _held_mib(server: ServerPlan) -> float:
    """What a server that runs holds already; 0 where none runs."""
    pid = find_process(server.access, "", "")
    return (resident_mib(pid) or 0.0) if pid else 0.0


def available_mib() -> float | None:
    """Memory that can be had without swapping, by the kernel and a control group; None unknown."""
    found = []
    with suppress(SilentError):
        match = re.search(r"^MemAvailable:\s*([0-9]+) kB$", read("/proc/meminfo"), re.MULTILINE)
        found += [int(match[1]) / 1024] if match else []
    with suppress(SilentError):
        limit, used = read(_CGROUP_LIMIT).strip(), read(_CGROUP_USED).strip()
        found += [(int(limit) - int(used)) / _MIB] if limit.isdecimal() else []
    return min(found, default=None)


def refuse_without_memory(needs: Iterable[Need], available: float | None) -> dict[str, float]:
    """The figures that were compared. RefusalError where the servers do not fit side by side."""
    listed = list(needs)
    wanted = sum(need.mib for need in listed)
    if available is None:
        return {}
    most = available * (1 - SPARE_SHARE)
    if wanted > most:
        each = "; ".join(f"{need.server} {need.mib:.0f} MiB ({need.basis})" for need in listed)
        raise RefusalError(
            "--slices",
            "too little memory for all servers side by side; nothing was started",
            got=f"{available:.0f} MiB available, of which {most:.0f} MiB may be used",
            expected=f"at least {wanted:.0f} MiB more: {each}",
            hint="give the servers smaller buffer pools, end what else runs, or leave --slices"
            " out: in blocks one server runs at a time",
        )
    return {"memory_needed_mib": round(wanted), "memory_available_mib": round(available)}
