"""Everything that is looked at around a run: system, processors' clock, server, storage engine.

The looks before the run are taken when a watch is made, those after it when its results are asked
for. What cannot be seen is named with what was tried, to be stated once for all runs of a server.
InnoDB's state is read from SHOW ENGINE INNODB STATUS, which every version since 5.5 has; where an
account may not see it, from status variables, which some versions have.
"""

from __future__ import annotations

import os
import re
import time
from collections.abc import Callable, Mapping
from typing import Any

from sysbench_archive.capture.connection import Session
from sysbench_archive.capture.host.reading import Reader, SilentError, read, read_or_empty

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
COUNTER_HEADER = "run\tcounter\tdifference\n"
COUNTERS = (
    "Questions", "Com_commit", "Com_rollback", "Connections", "Threads_created",
    "Aborted_connects", "Bytes_received", "Bytes_sent", "Created_tmp_disk_tables",
    "Binlog_cache_disk_use", "Binlog_commits", "Handler_read_rnd_next",
    "Innodb_rows_read", "Innodb_rows_inserted", "Innodb_rows_updated", "Innodb_rows_deleted",
    "Innodb_buffer_pool_read_requests", "Innodb_buffer_pool_reads",
    "Innodb_buffer_pool_pages_flushed", "Innodb_buffer_pool_wait_free", "Innodb_data_fsyncs",
    "Innodb_data_read", "Innodb_data_written", "Innodb_log_waits", "Innodb_os_log_fsyncs",
    "Innodb_os_log_written", "Innodb_row_lock_time", "Innodb_row_lock_waits",
)  # fmt: skip
COUNTER_QUERY = f"show global status where variable_name in {COUNTERS}"


class RunWatch:
    """The looks around one run. `lacking` names what could not be seen, and what was tried."""

    def __init__(self, session: Session, pid: int | None, tick: Callable[[], None]) -> None:
        """Look before the run; `pid` is the server's process, None where it runs elsewhere."""
        self.lacking: dict[str, str] = {}
        self._session = session
        self._pid = pid
        self._engine = read_engine_state(session)[0]
        self._counters = session.pairs(COUNTER_QUERY)
        self._clock = ClockWatch(read, tick)
        self.tick = self._clock.tick
        """Lets a moment of the run pass."""
        self._first = take_snapshot(read_or_empty, pid)

    def of_system(self, client_cpu_s: float, *, local: bool) -> dict[str, Any]:
        """The `telemetry` of a run as far as this host shows it, right after it."""
        second = take_snapshot(read_or_empty, self._pid)
        if not local:
            self.lacking |= dict.fromkeys(("clock_mhz", "huge_pages_mib"), _ELSEWHERE)
            return {"client_cpu_s": client_cpu_s}
        found = telemetry_between(self._first, second, client_cpu_s)
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
        moved = counter_differences(self._counters, self._session.pairs(COUNTER_QUERY))
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


TICKS = os.sysconf("SC_CLK_TCK")
_SECTORS_PER_MIB = 2048
"""/proc/diskstats counts sectors of 512 bytes, whatever the disk's own sector size:
https://docs.kernel.org/admin-guide/iostats.html"""
_DISK = re.compile(r"(?:[hsv]d[a-z]+|xvd[a-z]+|nvme[0-9]+n[0-9]+|mmcblk[0-9]+|dasd[a-z]+)")
"""Whole disks: partitions and layers above (dm, md) would count the same bytes again."""
_CPU = re.compile(r"^cpu +([0-9 ]+)", re.MULTILINE)
_SWITCHES = re.compile(r"^ctxt ([0-9]+)", re.MULTILINE)
_RESCHEDULING = re.compile(r"^.*?:((?: +[0-9]+)+) .*Rescheduling interrupts$", re.MULTILINE)
"""Interrupts, by processor, that made another one run a thread."""
_STEAL = 7
"""Position of steal in /proc/stat's `cpu` line. Guest time, behind it, is part of user time:
https://man7.org/linux/man-pages/man5/proc_stat.5.html"""


Snapshot = Mapping[str, tuple[int, ...]]
"""Counters at one moment, without those not exposed. Times in ticks, disks in sectors."""


def take_snapshot(read: Reader, pid: int | None) -> Snapshot:
    """All counters now; `pid` is the server's process, None where it runs elsewhere.

    What is not exposed is read as empty.
    """
    stat = read("/proc/stat")
    interrupts = _numbers(_RESCHEDULING, read("/proc/interrupts"))
    ticks = process_ticks(read(f"/proc/{pid}/stat")) if pid else None
    found = {
        "server": () if ticks is None else (ticks,),
        "cpu": _numbers(_CPU, stat)[: _STEAL + 1],
        "context_switches": _numbers(_SWITCHES, stat),
        "rescheduling_interrupts": (sum(interrupts),) if interrupts else (),
        "disks": disk_sectors(read("/proc/diskstats")),
    }
    return {name: value for name, value in found.items() if value}


def _numbers(pattern: re.Pattern[str], text: str) -> tuple[int, ...]:
    match = pattern.search(text)
    return tuple(map(int, match[1].split())) if match else ()


def disk_sectors(diskstats: str) -> tuple[int, ...]:
    """Sectors read and written by all whole disks; empty where there is none."""
    rows = [line.split() for line in diskstats.splitlines()]
    disks = [row for row in rows if len(row) > 9 and _DISK.fullmatch(row[2])]
    return tuple(sum(int(row[column]) for row in disks) for column in (5, 9)) if disks else ()


def process_ticks(stat: str) -> int | None:
    """User and system ticks of a process; its name may hold blanks and brackets."""
    fields = stat.rpartition(")")[2].split()
    return int(fields[11]) + int(fields[12]) if len(fields) > 12 else None


def telemetry_between(first: Snapshot, second: Snapshot, client_cpu_s: float) -> dict[str, Any]:
    """The `telemetry` of a run, in the units of the schema."""
    moved = {
        name: [after - before for before, after in zip(first[name], second[name], strict=True)]
        for name in first
        if name in second
    }
    found: dict[str, Any] = {}
    if "server" in moved and moved["server"][0] >= 0:
        found["server_cpu_s"] = round(moved["server"][0] / TICKS, 2)
    found["client_cpu_s"] = client_cpu_s
    if spent := moved.get("cpu"):
        stolen = 100 * spent[_STEAL] / max(sum(spent), 1) if len(spent) > _STEAL else 0.0
        found["steal_percent"] = round(min(max(stolen, 0.0), 100.0), 2)
    for name in ("context_switches", "rescheduling_interrupts"):
        found |= {name: moved[name][0]} if name in moved else {}
    if "disks" in moved:
        sizes = (round(sectors / _SECTORS_PER_MIB, 1) for sectors in moved["disks"])
        found |= zip(("disk_read_mib", "disk_written_mib"), sizes, strict=True)
    return found


def counter_differences(before: Mapping[str, str], after: Mapping[str, str]) -> dict[str, int]:
    """How far each counter moved that both looks show."""
    numbers = ((name, before.get(name, ""), after.get(name, "")) for name in COUNTERS)
    moved = {
        name: int(second) - int(first)
        for name, first, second in numbers
        if first.isdecimal() and second.isdecimal()
    }
    return {name: difference for name, difference in moved.items() if difference >= 0}
