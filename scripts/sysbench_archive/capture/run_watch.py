"""Everything that is looked at around a run: system, processors' clock, server, storage engine.

The looks before the run are taken when a watch is made, those after it when its results are asked
for. What cannot be seen is named with what was tried, to be stated once for all runs of a server.
InnoDB's state is read from SHOW ENGINE INNODB STATUS, which every version since 5.5 has; where an
account may not see it, from status variables, which some versions have.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Mapping
from typing import Any

from sysbench_archive.capture import telemetry
from sysbench_archive.capture.connection import Session
from sysbench_archive.capture.host.reading import Reader, SilentError, read, read_or_empty
from sysbench_archive.capture.server import answers

_MIB = 1 << 20
_ELSEWHERE = "the server's host cannot be looked at from here"
_NO_PROCESS = "the server's process was not found"
_HUGE = re.compile(
    r"^(?:AnonHugePages|ShmemPmdMapped|FilePmdMapped|(?:Shared|Private)_Hugetlb):\s+([0-9]+) kB",
    re.MULTILINE,
)
CLOCKS = "/sys/devices/system/cpu/cpu*/cpufreq/scaling_cur_freq"
EVERY_SECONDS = 2.0
"""Between two looks: each reads a file a processor, and must not become work of its own."""


class RunWatch:
    """The looks around one run. `lacking` names what could not be seen, and what was tried."""

    def __init__(self, session: Session, pid: int | None, tick: Callable[[], None]) -> None:
        """Look before the run; `pid` is the server's process, None where it runs elsewhere."""
        self.lacking: dict[str, str] = {}
        self._session = session
        self._pid = pid
        self._engine = read_engine_state(session)[0]
        self._counters = session.pairs(answers.COUNTER_QUERY)
        self._clock = ClockWatch(read, tick)
        self.tick = self._clock.tick
        """Lets a moment of the run pass."""
        self._first = telemetry.take_snapshot(read_or_empty, pid)

    def of_system(self, client_cpu_s: float, *, local: bool) -> dict[str, Any]:
        """The `telemetry` of a run as far as this host shows it, right after it."""
        second = telemetry.take_snapshot(read_or_empty, self._pid)
        if not local:
            self.lacking |= dict.fromkeys(("clock_mhz", "huge_pages_mib"), _ELSEWHERE)
            return {"client_cpu_s": client_cpu_s}
        found = telemetry.telemetry_between(self._first, second, client_cpu_s)
        if "server_cpu_s" not in found:
            self.lacking["server_cpu_s"] = _NO_PROCESS
        huge, fault = huge_pages_of(read, self._pid) if self._pid else (None, _NO_PROCESS)
        for name, value, why in (
            ("clock_mhz", self._clock.mhz, self._clock.fault),
            ("huge_pages_mib", huge, fault),
        ):
            if value is None:
                self.lacking[name] = why
            else:
                found[name] = value
        return found

    def add_server(self, entry: dict[str, Any], settled: bool | None) -> dict[str, int]:
        """Add what the server says to the entry of a run; how far its counters moved in it.

        Raises GoneError where there is no server any more.
        """
        after, fault = read_engine_state(self._session)
        moved = answers.counter_differences(
            self._counters, self._session.pairs(answers.COUNTER_QUERY)
        )
        innodb = engine_entry(self._engine, after, settled)
        entry |= {"innodb": innodb} if innodb else {}
        known = innodb.get("after", {}) | innodb
        names = ("checkpoint_age_mib", "dirty_pages", "history_list_length", "redo_written_mib")
        self.lacking |= {name: fault for name in names if name not in known}
        for name, counter in (("received_mib", "Bytes_received"), ("sent_mib", "Bytes_sent")):
            if counter in moved:
                entry["telemetry"][name] = round(moved[counter] / _MIB, 1)
            else:
                self.lacking[name] = f"show global status shows no {counter}"
        return moved


_STATUS_QUERY = "show engine innodb status"
_SHOWN: Mapping[str, tuple[str, tuple[str, ...]]] = {
    "lsn": ("Log sequence number", ("Innodb_redo_log_current_lsn", "Innodb_lsn_current")),
    "checkpoint": (
        "Last checkpoint at",
        ("Innodb_redo_log_checkpoint_lsn", "Innodb_lsn_last_checkpoint"),
    ),
    # With several buffer pool instances the first of these lines is that of all of them.
    "dirty_pages": ("Modified db pages", ("Innodb_buffer_pool_pages_dirty",)),
    "history_list_length": ("History list length", ("Innodb_history_list_length",)),
}
"""How a line of the status begins, and the status variables of MySQL from 8.0.30, and of MariaDB.
Log sequence numbers are in bytes."""


def read_engine_state(session: Session) -> tuple[dict[str, int], str]:
    """What is shown of the state now, and why the rest is not. GoneError without a server."""
    answer = session.ask(_STATUS_QUERY)
    if answer.rows:
        return state_of_status(answer.rows[0][-1] or ""), f"{_STATUS_QUERY} does not say"
    names = ", ".join(f"'{name}'" for _, variables in _SHOWN.values() for name in variables)
    stated = session.pairs(f"show global status where variable_name in ({names})")
    found = {}
    for field, (_, variables) in _SHOWN.items():
        text = next((stated[name] for name in variables if name in stated), "")
        if text.isdecimal():
            found[field] = int(text)
    return found, answer.fault or f"{_STATUS_QUERY} answers nothing"


def state_of_status(text: str) -> dict[str, int]:
    """What the text of SHOW ENGINE INNODB STATUS says."""
    lines = {
        field: re.search(rf"^{start}\s+(\d+)\s*$", text, re.MULTILINE)
        for field, (start, _) in _SHOWN.items()
    }
    return {field: int(match[1]) for field, match in lines.items() if match}


def engine_entry(
    before: Mapping[str, int], after: Mapping[str, int], settled: bool | None
) -> dict[str, Any]:
    """The `innodb` group of a run.

    `settled` is whether purge and flushing were quiet before it, None where nobody waited.
    """
    entry: dict[str, Any] = {} if settled is None else {"settled": settled}
    for moment, state in (("before", before), ("after", after)):
        known: dict[str, Any] = {}
        if (
            age := state.get("lsn", -1) - state.get("checkpoint", 0)
        ) >= 0 and "checkpoint" in state:
            known["checkpoint_age_mib"] = round(age / _MIB, 1)
        known |= {n: state[n] for n in ("dirty_pages", "history_list_length") if n in state}
        entry |= {moment: known} if known else {}
    written = after.get("lsn", -1) - before.get("lsn", 0)
    if written >= 0 and "lsn" in before:
        entry["redo_written_mib"] = round(written / _MIB, 1)
    return entry


def huge_pages_of(read: Reader, pid: int) -> tuple[float | None, str]:
    """MiB of a process in huge pages, transparent ones and reserved ones; why it is not known."""
    try:
        sizes = _HUGE.findall(read(f"/proc/{pid}/smaps_rollup"))
    except SilentError as silence:
        return None, str(silence).replace(str(pid), "<pid>")
    found = round(sum(map(int, sizes)) / 1024, 1) if sizes else None
    return found, "/proc/<pid>/smaps_rollup does not say"


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
        self.fault = f"{CLOCKS}: no look at it during the run"

    def tick(self) -> None:
        """Let time pass, and look where it is time to."""
        self._tick()
        if self._now() >= self._next:
            self._next = self._now() + EVERY_SECONDS
            try:
                clocks = [int(line) / 1000 for line in self._read(CLOCKS).split()]
                self._means.append(sum(clocks) / len(clocks))
            except (SilentError, ValueError) as error:
                self.fault = str(error)
            except ZeroDivisionError:
                self.fault = f"{CLOCKS} says nothing"

    @property
    def mhz(self) -> int | None:
        """The mean of all looks; None where there was none."""
        return round(sum(self._means) / len(self._means)) if self._means else None
