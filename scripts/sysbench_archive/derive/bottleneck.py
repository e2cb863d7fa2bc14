"""What set the pace of a run, as far as its telemetry tells.

The rules, of which the first that holds counts; where none does, or its figures were not recorded,
nothing is said:

throttled: a hypervisor withheld 5 % of processor time or more.
client: its threads were busy for 90 % of the run, or it used more of a full machine than the
server did.
server CPU: the processors were 85 % busy, with server and client where the two share a host.
disk: they were less than 50 % busy although there were threads for all of them, and the disk moved
4 KiB or more for every transaction.
network: idle in the same way, with less than half a KiB moved for a transaction, with the client on
another host, in work that only reads and so waits for no lock.
lock: idle in the same way, with as little moved, and with the client on the server's host, where
there is no network to wait for.

Between half a KiB and four, a transaction may or may not have waited for its log to be flushed.

Telemetry counts the two processes and not the kernel's own threads, hence 85 %. A single thread
waits for its own answers: it cannot use up a machine, but its client can be the slow part.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from sysbench_archive.derive.workloads import LOADS, load_of
from sysbench_archive.model.bundle import Bundle, Run, stated
from sysbench_archive.model.comparison import Bottleneck
from sysbench_archive.model.result import RunRecord

_READING_FAMILIES = ("point", "range")
STOLEN_PERCENT = 5.0
CLIENT_BUSY = 0.9
FULL = 0.85
IDLE = 0.5
MOVED_KIB = 4.0
QUIET_KIB = 0.5


@dataclass(frozen=True, slots=True, kw_only=True)
class Observation:
    """A run as telemetry saw it; None is not recorded. Times in seconds, disk in MiB.

    `cpus` are the processors the server may use. `shared` tells whether the client uses them too,
    `reads` whether the work only reads.
    """

    threads: int
    seconds: float
    cpus: float | None
    shared: bool
    reads: bool
    server_cpu_s: float | None = None
    client_cpu_s: float | None = None
    steal_percent: float | None = None
    disk_mib: float | None = None
    transactions: float | None = None

    @property
    def busy(self) -> float | None:
        """The part of the processors that server, and client where it shares them, used."""
        client = self.client_cpu_s if self.shared else 0.0
        if not self.cpus or self.server_cpu_s is None or client is None:
            return None
        return (self.server_cpu_s + client) / (self.cpus * self.seconds)

    @property
    def waits(self) -> bool:
        """Whether processors were idle although there were threads for all of them."""
        busy = self.busy
        return busy is not None and busy < IDLE and self.threads >= (self.cpus or 0)

    @property
    def moved_kib(self) -> float | None:
        """What the disk read and wrote for each transaction."""
        if self.disk_mib is None or not self.transactions:
            return None
        return self.disk_mib * 1024 / self.transactions

    @property
    def quiet(self) -> bool:
        """Whether it waited for something else than processors and disk."""
        return self.waits and self.moved_kib is not None and self.moved_kib < QUIET_KIB


def _client(observation: Observation) -> bool:
    ours, theirs = observation.server_cpu_s or 0.0, observation.client_cpu_s or 0.0
    if theirs / (observation.threads * observation.seconds) >= CLIENT_BUSY:
        return True
    return observation.shared and (observation.busy or 0) >= FULL and theirs > ours


RULES: tuple[tuple[Bottleneck, Callable[[Observation], bool]], ...] = (
    ("throttled", lambda seen: (seen.steal_percent or 0) >= STOLEN_PERCENT),
    ("client", _client),
    ("server CPU", lambda seen: (seen.busy or 0) >= FULL),
    ("disk", lambda seen: seen.waits and (seen.moved_kib or 0) >= MOVED_KIB),
    ("network", lambda seen: seen.quiet and not seen.shared and seen.reads),
    ("lock", lambda seen: seen.quiet and seen.shared),
)


COUNTED_WORK = ("transactions", "total_events")
"""What is counted, the preferred figure first."""
_PLACEMENTS = {"same-host": True, "other-host": False}
"""Placement of the client, and whether it shares the server's processors."""
_PROCESSORS = ("limit_cpus", "threads", "cores")
"""Facts that say how many there are, the most binding first."""


def bottleneck_of(bundle: Bundle, run: Run) -> Bottleneck | None:
    """What set the pace of a run; "" where no rule holds, None where nothing was observed."""
    observation = observe(bundle, run)
    return bottleneck(observation) if observation else None


def shared_bottleneck(runs: Iterable[RunRecord]) -> Bottleneck:
    """What set the pace of more than half of the runs that have telemetry; "" where nothing did."""
    labels = Counter(run.bottleneck for run in runs if run.bottleneck is not None)
    if not labels:
        return ""
    label, count = labels.most_common(1)[0]
    return label if count * 2 > labels.total() else ""


def bottleneck(observation: Observation) -> Bottleneck:
    """The label of the first rule that holds; "" where none does."""
    return next((label for label, holds in RULES if holds(observation)), "")


def observe(bundle: Bundle, run: Run) -> Observation | None:
    """A run as telemetry saw it; None where telemetry, a duration or placement is missing."""
    telemetry = run.facts.get("telemetry", {})
    workload = bundle.workloads[run.workload]
    shared = _PLACEMENTS.get(bundle.clients[workload.client].placement)
    duration = run.figures.get("duration_s")
    # Output may print a duration of zero, which is a warning.
    if not telemetry or shared is None or duration is None or duration.value <= 0:
        return None
    cpu = stated(bundle.hosts[bundle.servers[run.server].host].facts.get("cpu", {})) or {}
    moved = [telemetry[n] for n in ("disk_read_mib", "disk_written_mib") if n in telemetry]
    return Observation(
        threads=run.threads,
        seconds=duration.value,
        # Hardware threads, or fewer where a control group allows fewer.
        cpus=next((cpu[n] for n in _PROCESSORS if isinstance(cpu.get(n), int | float)), None),
        shared=shared,
        reads=LOADS[load_of(workload)].family in _READING_FAMILIES,
        server_cpu_s=telemetry.get("server_cpu_s"),
        client_cpu_s=telemetry.get("client_cpu_s"),
        steal_percent=telemetry.get("steal_percent"),
        disk_mib=sum(moved) if moved else None,
        transactions=next((run.figures[n].value for n in COUNTED_WORK if n in run.figures), None),
    )
