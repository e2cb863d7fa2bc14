"""Everything that is looked at around a run: system, processors' clock, server, storage engine.

The looks before the run are taken when a watch is made, those after it when its results are asked
for. What cannot be seen is named with what was tried, to be stated once for all runs of a server.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from sysbench_archive.capture import telemetry
from sysbench_archive.capture.connection import Session
from sysbench_archive.capture.engine_state import engine_entry, read_engine_state
from sysbench_archive.capture.host.reading import Reader, SilentError, read
from sysbench_archive.capture.server import answers

_ELSEWHERE = "the server's host cannot be looked at from here"
_NO_PROCESS = "the server's process was not found"


@dataclass(frozen=True, slots=True)
class ServerLook:
    """What a server says of a run: fields of `telemetry`, the `innodb` group, its counters."""

    telemetry: Mapping[str, Any]
    innodb: Mapping[str, Any]
    counters: tuple[tuple[str, int], ...]


class RunWatch:
    """The looks around one run. `lacking` names what could not be seen, and what was tried."""

    def __init__(self, session: Session, pid: int | None, tick: Callable[[], None]) -> None:
        """Look before the run; `pid` is the server's process, None where it runs elsewhere."""
        self.lacking: dict[str, str] = {}
        self._session = session
        self._pid = pid
        self._engine = read_engine_state(session)
        self._counters = session.pairs(answers.COUNTER_QUERY)
        self._clock = ClockWatch(read, tick)
        self._first = telemetry.take_snapshot(read, pid)

    def tick(self) -> None:
        """Let a moment of the run pass."""
        self._clock.tick()

    def of_system(self, client_cpu_s: float, *, local: bool) -> Mapping[str, Any]:
        """The `telemetry` of a run as far as this host shows it, right after it."""
        second = telemetry.take_snapshot(read, self._pid)
        if not local:
            self.lacking |= dict.fromkeys(("clock_mhz", "huge_pages_mib"), _ELSEWHERE)
            return {"client_cpu_s": client_cpu_s}
        found = dict(telemetry.telemetry_between(self._first, second, client_cpu_s))
        huge, fault = telemetry.huge_pages_of(read, self._pid) if self._pid else (None, _NO_PROCESS)
        if "server_cpu_s" not in found:
            self.lacking["server_cpu_s"] = _NO_PROCESS
        for name, value, why in (
            ("clock_mhz", self._clock.mhz, self._clock.fault),
            ("huge_pages_mib", huge, fault),
        ):
            if value is None:
                self.lacking[name] = why
            else:
                found[name] = value
        return found

    def of_server(self, settled: bool | None) -> ServerLook:
        """What the server says after the run. Raises GoneError where there is none any more."""
        engine = read_engine_state(self._session)
        counters = self._session.pairs(answers.COUNTER_QUERY)
        innodb, missing = engine_entry(self._engine, engine, settled)
        moved = telemetry.bytes_between(self._counters, counters)
        self.lacking |= missing
        for name in {"received_mib", "sent_mib"} - moved.keys():
            self.lacking[name] = "show global status shows no Bytes_received or Bytes_sent"
        differences = tuple(answers.counter_differences(self._counters, counters))
        return ServerLook(moved, innodb, differences)


CURRENT = "/sys/devices/system/cpu/cpu*/cpufreq/scaling_cur_freq"
EVERY_SECONDS = 2.0
"""Between two looks: each reads a file a processor, and must not become work of its own."""
_KHZ_PER_MHZ = 1000


class ClockWatch:
    """Looks at what cpufreq says now and then; `tick` is called as often as one likes.

    A virtual machine usually has none; what /proc/cpuinfo shows there is a constant, so it is not
    asked.
    """

    def __init__(
        self, read: Reader, tick: Callable[[], None], now: Callable[[], float] = time.monotonic
    ) -> None:
        """Wrap another `tick`, which is called each time."""
        self._read = read
        self._tick = tick
        self._now = now
        self._next = now() + EVERY_SECONDS
        self._means: list[float] = []
        self.fault = f"{CURRENT}: no look at it during the run"

    def tick(self) -> None:
        """Let time pass, and look where it is time to."""
        self._tick()
        if self._now() >= self._next:
            self._next = self._now() + EVERY_SECONDS
            self._look()

    def _look(self) -> None:
        try:
            self._means.append(mean_mhz(self._read(CURRENT)))
        except (SilentError, ValueError) as error:
            self.fault = str(error)

    @property
    def mhz(self) -> int | None:
        """The mean of all looks; None where there was none."""
        return round(sum(self._means) / len(self._means)) if self._means else None


def mean_mhz(text: str) -> float:
    """The mean of the processors, a number in kHz a line. Raises ValueError on other text."""
    clocks = [int(line) for line in text.split()]
    if not clocks:
        raise ValueError(f"{CURRENT} says nothing")
    return sum(clocks) / len(clocks) / _KHZ_PER_MHZ
