"""What a campaign will do: servers, workloads, threads, repetitions, seconds.

Owns the plan and what it may ask for. Refuses to hold a password: who connects is handed one.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from sysbench_archive.bundle.names import identifier
from sysbench_archive.capture.stated import STATED, refuse_unfit
from sysbench_archive.capture.stops import RefusalError

Change = Literal["nothing", "values", "size"]
"""What a workload does to its tables: read them, change rows in place, or change their number."""
Loading = Literal["visit", "once"]

WORKLOADS: Mapping[str, Change] = {
    "oltp_read_only": "nothing",
    "oltp_point_select": "nothing",
    "select_random_points": "nothing",
    "select_random_ranges": "nothing",
    "connect": "nothing",
    "oltp_read_write": "values",
    "oltp_write_only": "values",
    "oltp_update_index": "values",
    "oltp_update_non_index": "values",
    "oltp_insert": "size",
    "oltp_delete": "size",
}
CONNECT = Path(__file__).with_name("lua") / "connect.lua"
WARMING = "oltp_read_only"


@dataclass(frozen=True, slots=True)
class Access:
    """How to reach a server. A password is never part of it."""

    socket: str | None = None
    host: str | None = None
    port: int = 3306
    user: str = "root"
    database: str = "sbtest"

    @property
    def place(self) -> str:
        """How messages name the server."""
        return self.socket or f"{self.host}:{self.port}"


@dataclass(frozen=True, slots=True)
class ServerPlan:
    """A server, how it is started and stopped, and what its operator knows of it."""

    access: Access
    variant: str | None = None
    start: str | None = None
    stop: str | None = None
    regime: str | None = None
    maturity: str | None = None
    allocator: str | None = None
    build: Mapping[str, Any] = field(default_factory=dict)
    attachments: tuple[str, ...] = ()
    notes: str | None = None
    stands_for: str | None = None


@dataclass(frozen=True, slots=True)
class WorkloadPlan:
    """A sysbench test, its further options, and what it does to the tables."""

    test: str
    options: tuple[str, ...] = ()
    id: str = ""
    changes: Change = "nothing"
    script: Path | None = None

    @property
    def word(self) -> str:
        """What the command line calls the test."""
        return str(self.script) if self.script else self.test


@dataclass(frozen=True, slots=True)
class Plan:
    """A campaign. Times in seconds; `settle` bounds each wait for purge and flushing."""

    servers: tuple[ServerPlan, ...]
    workloads: tuple[WorkloadPlan, ...]
    threads: tuple[int, ...]
    repetitions: int
    seconds: int
    tables: int
    table_size: int
    seed: int
    warmup: int = 10
    settle: int = 10
    load: Loading = "visit"
    title: str = ""
    placement: str | None = None
    link: str | None = None
    notes: str = ""
    reproduces: tuple[str, ...] = ()

    @property
    def runs(self) -> int:
        """Measured runs of the whole campaign."""
        cells = len(self.workloads) * len(self.threads)
        return len(self.servers) * cells * self.repetitions


def workload_plan(name: str, options: tuple[str, ...] = (), given: str = "") -> WorkloadPlan:
    """A workload by sysbench's name for it, `connect`, or the path of a script."""
    if name.endswith(".lua"):
        if not Path(name).is_file():
            raise RefusalError("workloads", "no such script", got=name, hint="give its path")
        stem = Path(name).stem
        return WorkloadPlan(
            stem, options, given or identifier(stem), "values", Path(name).absolute()
        )
    if name not in WORKLOADS:
        raise RefusalError(
            "workloads",
            "unknown workload",
            got=repr(name),
            expected=f"one of {', '.join(WORKLOADS)}, or the path of a .lua script",
            hint="for anything else run sysbench yourself, below `capture --wrap -- COMMAND`",
        )
    script = CONNECT if name == "connect" else None
    return WorkloadPlan(name, options, given or identifier(name), WORKLOADS[name], script)


_BOUNDS = (
    ("repetitions", 1, 1000),
    ("seconds", 1, 86_400),
    ("tables", 1, 10_000),
    ("table_size", 1, 10**10),
    ("warmup", 0, 86_400),
    ("settle", 0, 3_600),
)
"""(field of the plan, least, most)."""


def sound(plan: Plan) -> Plan:
    """The plan, or the first thing in it that cannot be: RefusalError."""
    for name, least, most in _BOUNDS:
        value = getattr(plan, name)
        if not least <= value <= most:
            raise RefusalError(
                f"--{name.replace('_', '-')}", "out of range", str(value), f"{least} to {most}"
            )
    for name in ("servers", "workloads", "threads"):
        values = [getattr(item, "id", item) for item in getattr(plan, name)]
        doubled = {str(v) for v in values if values.count(v) > 1} if name != "servers" else set()
        if not values or doubled:
            got = ", ".join(sorted(doubled)) or "none"
            raise RefusalError(name, "named twice, or none is named", got, "each once")
    if min(plan.threads) < 1:
        raise RefusalError(
            "threads", "not a number of threads", str(min(plan.threads)), "1 or more"
        )
    for number, server in enumerate(plan.servers):
        refuse_unfit(f"servers/{number}", {name: getattr(server, name) for name in STATED})
    return plan
