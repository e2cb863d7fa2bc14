"""The plan of a campaign: servers, workloads, threads, repetitions, seconds, order of runs.

What the bundle's schema would refuse is refused before hours of runs are measured. A plan never
holds a password. The same plan and seed give the same schedule, so that a campaign can be resumed.
"""

from __future__ import annotations

import random
import shlex
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Literal

from sysbench_archive.bundle.references import identifier
from sysbench_archive.bundle.schema import load_schema
from sysbench_archive.problems import ENVIRONMENT, FailureError, UsageError

TOPOLOGY_FIELDS = ("fork", "storage_engine", "replication", "proxy")
"""What an operator knows of the code, the engine and what stands around a server."""
STATED_FIELDS = ("variant", "maturity", "allocator", "notes", "stands_for", *TOPOLOGY_FIELDS)
"""Fields of a server that the bundle repeats exactly as the plan states them."""
Change = Literal["nothing", "values", "size"]
"""What a workload does to its tables: read them, change rows in place, or change their number."""
Loading = Literal["visit", "once"]
Regime = Literal["defaults", "pinned"]
Placement = Literal["same-host", "other-host"]
_TESTS: Mapping[str, tuple[Change, int]] = {
    "oltp_read_only": ("nothing", 40),
    "oltp_point_select": ("nothing", 1000),
    "select_random_points": ("nothing", 200),
    "select_random_ranges": ("nothing", 200),
    "connect": ("nothing", 300),
    "oltp_read_write": ("values", 60),
    "oltp_write_only": ("values", 300),
    "oltp_update_index": ("values", 400),
    "oltp_update_non_index": ("values", 400),
    "oltp_insert": ("size", 500),
    "oltp_delete": ("size", 500),
}
"""sysbench's tests: what each does to its tables, and the events of one count: some 100 million
instructions, seconds below callgrind, of which the one connection that they share is below 1 %."""
WORKLOADS = tuple(_TESTS)
OTHER_EVENTS = 40
WARMUP_COUNTS: Mapping[Change, int] = {"nothing": 1, "values": 10, "size": 1}
"""How many times the events of a count run before it, uncounted. Tables that were just loaded have
full pages: what changes their rows splits and rearranges more of them at first than later."""
COUNTS = 3
"""Counts of one run; its figures are the mean of the last two."""
CONNECT = Path(__file__).with_name("lua") / "connect.lua"
COUNTED_CONNECT = CONNECT.with_name("counted") / CONNECT.name
"""The same with a pause after each connection."""
WARMUP_TEST = "oltp_read_only"
_BOUNDS = (
    ("repetitions", 1, 1000),
    ("seconds", 1, 86_400),
    ("tables", 1, 10_000),
    ("table_size", 1, 10**10),
    ("warmup", 0, 86_400),
    ("settle", 0, 3_600),
    ("rounds", 1, 100_000),
    ("slices", 0, 3_600),
    ("events", 0, 10**9),
)
"""(field of the plan, least, most)."""
LEAST_RESOLVED, MOST_RESOLVED = 0.5, 100
"""Percent that a campaign may be asked to resolve."""
DEFAULT_PORT = 3306


class RefusalError(UsageError):
    """The request cannot be carried out as stated; nothing was done."""

    def __init__(
        self, where: str, what: str, got: str = "", expected: str = "", *, hint: str = ""
    ) -> None:
        """Say where, what, what was got and expected, and what to do."""
        pair = [f"got {got}" if got else "", f"expected {expected}" if expected else ""]
        text = ", ".join(filter(None, pair))
        message = f"{where}: {what}" + (f" ({text})" if text else "")
        super().__init__(message + (f"\n  hint: {hint}" if hint else ""))


class MissingError(RefusalError):
    """A program or a site is not there, or does not answer."""

    exit_code = ENVIRONMENT


class InterruptionError(FailureError):
    """The campaign stopped before its end; its state is kept, and the same command continues it."""


def stopped() -> InterruptionError:
    """What is said where a person stopped a campaign."""
    return InterruptionError("stopped; repeat the same command to go on where the campaign stopped")


MODES = ("disabled", "preferred", "required", "verify_ca", "verify_identity")
ENCRYPTED = MODES[2:]
"""Those of MySQL's clients."""


@dataclass(frozen=True, slots=True)
class Tls:
    """What connections are to be like: a mode, and paths of certificates as stated."""

    mode: str
    ca: str | None = None
    cert: str | None = None
    key: str | None = None

    @property
    def encrypts(self) -> bool:
        """Whether a connection that is not encrypted is none."""
        return self.mode in ENCRYPTED


@dataclass(frozen=True, slots=True)
class Access:
    """How to reach a server. A password is never part of it."""

    socket: str | None = None
    host: str | None = None
    port: int = DEFAULT_PORT
    user: str = "root"
    database: str = "sbtest"
    tls: Tls | None = None

    @property
    def place(self) -> str:
        """How messages name the server."""
        return self.socket or f"{self.host}:{self.port}"


def reached_at(place: str, access: Access) -> Access | None:
    """The same account at a place, `/path/of/a.sock` or `host:3306`; None where it is neither."""
    host, _, port = place.rpartition(":")
    if place.startswith("/"):
        return replace(access, socket=place, host=None)
    if not (host and port.isdecimal()):
        return None
    return replace(access, socket=None, host=host.strip("[]"), port=int(port))


@dataclass(frozen=True, slots=True)
class ServerPlan:
    """A server, how it is started and stopped, and what its operator knows of it.

    `start` and `stop` are the operator's commands; `program` is the server's own command line,
    which capture runs in the foreground, with `environment` added to its own.
    """

    access: Access
    variant: str | None = None
    start: str | None = None
    stop: str | None = None
    program: str | None = None
    environment: Mapping[str, str] = field(default_factory=dict)
    regime: Regime | None = None
    maturity: str | None = None
    allocator: str | None = None
    build: Mapping[str, Any] = field(default_factory=dict)
    attachments: tuple[str, ...] = ()
    notes: str | None = None
    stands_for: str | None = None
    fork: str | None = None
    storage_engine: str | None = None
    replication: Mapping[str, Any] | None = None
    proxy: Mapping[str, Any] | None = None

    @property
    def is_started_here(self) -> bool:
        """Whether the plan says how to start it."""
        return self.start is not None or self.program is not None


@dataclass(frozen=True, slots=True)
class OfferedLoad:
    """A share of the capacity that runs of the workload `capacity_of` measure, in percent."""

    capacity_of: str
    percent: int


@dataclass(frozen=True, slots=True)
class WorkloadPlan:
    """A sysbench test, its further options, and what it does to the tables."""

    test: str
    options: tuple[str, ...] = ()
    id: str = ""
    changes: Change = "nothing"
    script: Path | None = None
    offered: OfferedLoad | None = None
    address: str = ""
    """Where the script is published; it is then named by address and hash, and not copied."""
    events: int = 0

    @property
    def word(self) -> str:
        """The test as sysbench's command line names it: a name, or a script's path."""
        return str(self.script) if self.script else self.test


@dataclass(frozen=True, slots=True)
class Plan:
    """A campaign. Times in seconds; `settle` bounds each wait for purge and flushing.

    With `slices`, the length of one, all servers run side by side, and a repetition is a block of
    `rounds`; 0 stands for servers that are visited one at a time. With `mirrored`, every second
    block has the order of the one before backwards. With `resolve`, a percentage, blocks are added
    until each contrast is signed or within it, or `at_most` seconds are over.
    `count` is the tool that counts instructions, else empty; `events` are those of each count, 0
    where each workload has its own number.
    """

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
    placement: Placement | None = None
    link: str | None = None
    notes: str = ""
    reproduces: tuple[str, ...] = ()
    prepare_with: tuple[str, ...] = ()
    """The script that loads tables of its own, and its options; empty for sysbench's tables."""
    slices: int = 0
    rounds: int = 20
    client_cpus: str | None = None
    resolve: float = 0
    at_most: int = 0
    count: str = ""
    events: int = 0
    mirrored: bool = False

    def events_of(self, workload: WorkloadPlan) -> int:
        """Events of a count of a workload."""
        return workload.events or self.events or _TESTS.get(workload.test, ("", OTHER_EVENTS))[1]

    def warmup_events_of(self, workload: WorkloadPlan) -> int:
        """Events of a workload that run uncounted before its counts."""
        return self.events_of(workload) * WARMUP_COUNTS[workload.changes]

    @property
    def runs(self) -> int:
        """Measured runs of the whole campaign; of slices each counts."""
        cells = len(self.workloads) * len(self.threads)
        rounds = self.rounds if self.slices else 1
        return len(self.servers) * cells * self.repetitions * rounds

    @property
    def loads_every_visit(self) -> bool:
        """Whether every visit loads the tables anew: runs change them, or servers take turns."""
        if self.slices:
            return self.load == "visit"
        writes = any(workload.changes != "nothing" for workload in self.workloads)
        return self.load == "visit" and (writes or len(self.servers) > 1)


def counted_workloads(workloads: Sequence[WorkloadPlan]) -> tuple[WorkloadPlan, ...]:
    """Workloads as they are counted: connections at a distance, whose ends do not meet."""
    return tuple(
        replace(workload, script=COUNTED_CONNECT) if workload.script == CONNECT else workload
        for workload in workloads
    )


def workload_plan(name: str, options: tuple[str, ...] = (), chosen_id: str = "") -> WorkloadPlan:
    """A workload by sysbench's name for it, `connect`, or the path of a script."""
    if name.endswith(".lua"):
        if not Path(name).is_file():
            raise RefusalError("workloads", "no such script", got=name, hint="give its path")
        stem = Path(name).stem
        return WorkloadPlan(
            test=stem,
            options=options,
            id=chosen_id or identifier(stem),
            changes="values",
            script=Path(name).absolute(),
        )
    if name not in WORKLOADS:
        raise RefusalError(
            "workloads",
            "unknown workload",
            got=repr(name),
            expected=f"one of {', '.join(WORKLOADS)}, or the path of a .lua script",
        )
    return WorkloadPlan(
        test=name,
        options=options,
        id=chosen_id or identifier(name),
        changes=_TESTS[name][0],
        script=CONNECT if name == "connect" else None,
    )


def workload_plans(names: str) -> tuple[WorkloadPlan, ...]:
    """Workloads by their names, with commas."""
    return tuple(map(workload_plan, names.split(",")))


_VERBS = frozenset(("prepare", "run", "cleanup", "help", "warmup", "prewarm"))


def prepare_words(text: str, home: Path | None = None) -> tuple[str, ...]:
    """A script that loads tables and its options, as typed; a relative path leads from `home`, else
    from the working folder. RefusalError where it cannot be.
    """
    try:
        name, *options = shlex.split(text)
    except ValueError:
        raise RefusalError("--prepare-with", "no script, or a quote is open", repr(text)) from None
    script = (home or Path.cwd()) / name
    if not name.endswith(".lua") or not script.is_file():
        raise RefusalError(
            "--prepare-with", "no such script", repr(name), "the path of a .lua script, and options"
        )
    verbs = [word for word in options if word in _VERBS]
    if verbs:
        hint = "leave it out: capture adds `prepare`"
        raise RefusalError("--prepare-with", "a command of sysbench", verbs[0], hint=hint)
    return (str(script.absolute()), *options)


_ALL_PERCENTS = (10, 20, 30, 40, 50, 60, 70, 80, 90)
RATE = "--rate=$rate"
_SWEEP_OPTIONS = (RATE, "--percentile=99")


def percents_of(text: str) -> tuple[int, ...]:
    """Shares out of a list with commas, in ascending order. RefusalError where they are none."""
    if text == "all":
        return _ALL_PERCENTS
    try:
        found = tuple(sorted(int(word) for word in text.split(",")))
    except ValueError:
        raise RefusalError("--rate-sweep", "not percentages with commas", repr(text)) from None
    if len(set(found)) != len(found) or not 1 <= found[0] <= found[-1] <= 200:
        raise RefusalError("--rate-sweep", "not possible", repr(text), "each once, from 1 to 200")
    return found


def with_rate_sweep(plan: Plan, percents: Sequence[int]) -> Plan:
    """The plan with a workload a share after each workload. RefusalError where it cannot be."""
    if len(plan.threads) > 1:
        raise RefusalError(
            "--rate-sweep",
            "several numbers of threads",
            got=", ".join(map(str, plan.threads)),
            expected="one",
            hint="name as many threads as the load may need at once; capture again for others",
        )
    taken = [word for each in plan.workloads for word in each.options if "--rate" in word]
    if taken:
        raise RefusalError("workloads", "an option names a rate already", got=taken[0])
    offered = [
        replace(
            workload,
            id=f"{workload.id}-at-{percent}",
            options=(*workload.options, *_SWEEP_OPTIONS),
            offered=OfferedLoad(workload.id, percent),
        )
        for workload in plan.workloads
        for percent in percents
    ]
    return replace(plan, workloads=(*plan.workloads, *offered))


def sound(plan: Plan) -> Plan:
    """The plan unchanged. Raises RefusalError for the first value in it that is not possible."""
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
    _refuse_unfit_workloads(plan)
    _refuse_unfit_limits(plan)
    _refuse_unfit_servers(plan)
    if plan.slices:
        _refuse_unfit_slices(plan)
    return plan


def _refuse_unfit_workloads(plan: Plan) -> None:
    """Raise RefusalError where workloads fit neither the tables nor the tool that counts."""
    own = {workload.test for workload in plan.workloads if not workload.script}
    if plan.prepare_with and own:
        raise RefusalError(
            "workloads",
            "a test of sysbench's own on tables of another script",
            got=", ".join(sorted(own)),
            expected="scripts that know the tables of --prepare-with",
        )
    if plan.count == "callgrind" and plan.threads != (1,):
        raise RefusalError(
            "threads",
            "callgrind runs one thread of the server at a time, so it counts with one client",
            got=", ".join(map(str, plan.threads)),
            expected="1",
        )


def _refuse_unfit_limits(plan: Plan) -> None:
    """Raise RefusalError where a campaign that is to resolve something cannot begin."""
    if bool(plan.resolve) != bool(plan.at_most):
        raise RefusalError(
            "--until-resolved", "goes with --at-most", expected="both, or neither",
            hint="such as --until-resolved 5 --at-most 40m",
        )  # fmt: skip
    if plan.resolve and not LEAST_RESOLVED <= plan.resolve <= MOST_RESOLVED:
        raise RefusalError(
            "--until-resolved", "out of range", f"{plan.resolve:g}",
            f"{LEAST_RESOLVED} to {MOST_RESOLVED} percent",
        )  # fmt: skip
    if plan.resolve and len(plan.servers) < 2:
        raise RefusalError(
            "--until-resolved", "nothing to compare", got="one server",
            expected="several, in a campaign.yaml; the first is the baseline",
        )  # fmt: skip


def _refuse_unfit_slices(plan: Plan) -> None:
    """RefusalError where servers cannot run side by side, or slices mislead."""
    places = [server.access.place for server in plan.servers]
    doubled = sorted({place for place in places if places.count(place) > 1})
    if doubled:
        raise RefusalError(
            "--slices", "two servers listen at the same place", got=", ".join(doubled),
            expected="a socket, or host and port, for each",
            hint="side by side each needs a data directory and a socket of its own",
        )  # fmt: skip
    shrinking = [workload.id for workload in plan.workloads if workload.test == "oltp_delete"]
    if shrinking:
        raise RefusalError(
            "--slices", "a workload empties its tables within a block", got=", ".join(shrinking),
            hint="measure it in blocks, without --slices: they load the tables before each run",
        )  # fmt: skip


def _refuse_unfit_servers(plan: Plan) -> None:
    """Raise RefusalError where a server cannot be counted, or a bundle not hold what is stated."""
    for number, server in enumerate(plan.servers):
        if plan.count and server.program is None:
            raise RefusalError(
                f"servers/{number}", "capture counts only servers that it starts itself",
                expected="`program`, the server's command line", hint="--program 'mysqld …'",
            )  # fmt: skip
        for name in STATED_FIELDS:
            value = getattr(server, name)
            fault = None if value is None else _schema_fault(name, value)
            if fault:
                raise RefusalError(f"servers/{number}/{name}", "a bundle cannot hold this", fault)


def _schema_fault(name: str, value: Any) -> str:
    """Why a bundle's server cannot have a value in a field, "" where it can."""
    from jsonschema import Draft202012Validator
    from jsonschema.exceptions import best_match

    place = {"$ref": f"#/$defs/server/properties/{name}", "$defs": load_schema("bundle-1")["$defs"]}
    fault = best_match(Draft202012Validator(place).iter_errors(value))
    return fault.message if fault else ""


@dataclass(frozen=True, slots=True)
class Cell:
    """A workload, by its place in the plan, at a number of threads."""

    workload: int
    threads: int


@dataclass(frozen=True, slots=True)
class Visit:
    """One server's turn in a block, counted from 1: its cells, in the order they run."""

    block: int
    server: int
    cells: tuple[Cell, ...]
    repetition: int


def schedule(plan: Plan) -> tuple[Visit, ...]:
    """Every visit of the campaign.

    The servers of a block see the cells in one order, so that a position in the block means the
    same for each side. Cells that change the tables come after those that only read them. Shares
    of a capacity are offered in blocks of their own, after those in which it was measured.
    """
    # Reproducible order is the point; nothing here is a secret.
    shuffler = random.Random(plan.seed)  # noqa: S311
    visits: list[Visit] = []
    cells: tuple[Cell, ...] = ()
    servers: list[int] = []
    for has_rate in sorted({workload.offered is not None for workload in plan.workloads}):
        earlier = plan.repetitions if has_rate else 0
        for repetition in range(1, plan.repetitions + 1):
            if plan.mirrored and repetition % 2 == 0:
                cells, servers = _reads_first(plan, reversed(cells)), servers[::-1]
            else:
                cells = _shuffled_cells(plan, shuffler, has_rate=has_rate)
                servers = list(range(len(plan.servers)))
                shuffler.shuffle(servers)
            block = earlier + repetition
            visits += [Visit(block, server, cells, repetition) for server in servers]
    return tuple(visits)


def _shuffled_cells(plan: Plan, shuffler: random.Random, *, has_rate: bool) -> tuple[Cell, ...]:
    cells = [
        Cell(index, threads)
        for index, workload in enumerate(plan.workloads)
        if (workload.offered is not None) == has_rate
        for threads in plan.threads
    ]
    shuffler.shuffle(cells)
    return _reads_first(plan, cells)


def _reads_first(plan: Plan, cells: Iterable[Cell]) -> tuple[Cell, ...]:
    rank = {"nothing": 0, "values": 1, "size": 2}
    return tuple(sorted(cells, key=lambda cell: rank[plan.workloads[cell.workload].changes]))
