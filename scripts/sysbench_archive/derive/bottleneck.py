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

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

Bound = Literal["", "throttled", "client", "server CPU", "disk", "network", "lock"]

STOLEN_PERCENT = 5.0
CLIENT_BUSY = 0.9
FULL = 0.85
IDLE = 0.5
MOVED_KIB = 4.0
QUIET_KIB = 0.5


@dataclass(frozen=True, slots=True)
class Sight:
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
    def client_busy(self) -> float | None:
        """The part of the run that a client thread, in the mean, was busy."""
        if self.client_cpu_s is None:
            return None
        return self.client_cpu_s / (self.threads * self.seconds)

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


def _throttled(sight: Sight) -> bool:
    return sight.steal_percent is not None and sight.steal_percent >= STOLEN_PERCENT


def _client(sight: Sight) -> bool:
    if sight.client_busy is not None and sight.client_busy >= CLIENT_BUSY:
        return True
    ours, theirs = sight.server_cpu_s or 0.0, sight.client_cpu_s or 0.0
    return sight.shared and _full(sight) and theirs > ours


def _full(sight: Sight) -> bool:
    return sight.busy is not None and sight.busy >= FULL


def _disk(sight: Sight) -> bool:
    return sight.waits and sight.moved_kib is not None and sight.moved_kib >= MOVED_KIB


def _quiet(sight: Sight) -> bool:
    """Whether it waited for something else than processors and disk."""
    return sight.waits and sight.moved_kib is not None and sight.moved_kib < QUIET_KIB


def _network(sight: Sight) -> bool:
    return _quiet(sight) and not sight.shared and sight.reads


def _lock(sight: Sight) -> bool:
    return _quiet(sight) and sight.shared


RULES: tuple[tuple[Bound, Callable[[Sight], bool]], ...] = (
    ("throttled", _throttled),
    ("client", _client),
    ("server CPU", _full),
    ("disk", _disk),
    ("network", _network),
    ("lock", _lock),
)


def bottleneck(sight: Sight) -> Bound:
    """What set the pace of a run; "" where telemetry does not tell."""
    return next((label for label, holds in RULES if holds(sight)), "")
