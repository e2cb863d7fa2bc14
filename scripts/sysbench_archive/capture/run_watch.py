"""Everything that is looked at around a run: system, processors' clock, server, storage engine.

The looks before the run are taken when a watch is made, those after it when its results are asked
for. What cannot be seen is named with what was tried, to be stated once for all runs of a server.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from sysbench_archive.capture import telemetry
from sysbench_archive.capture.clock import ClockWatch
from sysbench_archive.capture.connection import Session
from sysbench_archive.capture.engine_state import engine_entry, read_engine_state
from sysbench_archive.capture.host.reading import read
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
