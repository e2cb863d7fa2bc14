"""What the system did during a run: the difference of two snapshots of /proc counters.

Parsers are pure; a counter that the system does not expose is left out.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from sysbench_archive.capture.host.reading import Reader, SilentError

TICKS = os.sysconf("SC_CLK_TCK")
_SECTORS_PER_MIB = 2048
"""/proc/diskstats counts sectors of 512 bytes, whatever the disk's own sector size:
https://docs.kernel.org/admin-guide/iostats.html"""
_DISK = re.compile(r"(?:[hsv]d[a-z]+|xvd[a-z]+|nvme[0-9]+n[0-9]+|mmcblk[0-9]+|dasd[a-z]+)")
"""Whole disks: partitions and layers above (dm, md) would count the same bytes again."""
_HUGE = re.compile(
    r"^(?:AnonHugePages|ShmemPmdMapped|FilePmdMapped|(?:Shared|Private)_Hugetlb):\s+([0-9]+) kB",
    re.MULTILINE,
)
_STEAL = 7
"""Position of steal in /proc/stat's `cpu` line. Guest time, behind it, is part of user time:
https://man7.org/linux/man-pages/man5/proc_stat.5.html"""


Snapshot = Mapping[str, tuple[int, ...]]
"""Counters at one moment, without those not exposed. Times in ticks, disks in sectors."""


def take_snapshot(read: Reader, pid: int | None) -> Snapshot:
    """All counters now; `pid` is the server's process, None where it runs elsewhere."""

    def text(source: str) -> str:
        with suppress(SilentError):
            return read(source)
        return ""

    stat = text("/proc/stat")
    found = {
        "server": process_ticks(text(f"/proc/{pid}/stat")) if pid else None,
        "cpu": cpu_ticks(stat),
        "context_switches": context_switches(stat),
        "rescheduling_interrupts": rescheduling_interrupts(text("/proc/interrupts")),
        "disks": disk_sectors(text("/proc/diskstats")),
    }
    known = ((name, value) for name, value in found.items() if value is not None)
    return {name: value if isinstance(value, tuple) else (value,) for name, value in known}


def cpu_ticks(stat: str) -> tuple[int, ...] | None:
    """Ticks of all processors by state, guest time left out."""
    match = re.search(r"^cpu +([0-9 ]+)", stat, re.MULTILINE)
    return tuple(map(int, match[1].split()[: _STEAL + 1])) if match else None


def context_switches(stat: str) -> int | None:
    """Context switches since start."""
    match = re.search(r"^ctxt ([0-9]+)", stat, re.MULTILINE)
    return int(match[1]) if match else None


def rescheduling_interrupts(interrupts: str) -> int | None:
    """Interrupts since start by which a processor made another one run a thread."""
    match = re.search(r"^.*?:((?: +[0-9]+)+) .*Rescheduling interrupts$", interrupts, re.MULTILINE)
    return sum(map(int, match[1].split())) if match else None


def disk_sectors(diskstats: str) -> tuple[int, int] | None:
    """Sectors read and written by all whole disks."""
    rows = [line.split() for line in diskstats.splitlines()]
    disks = [row for row in rows if len(row) > 9 and _DISK.fullmatch(row[2])]
    return (sum(int(r[5]) for r in disks), sum(int(r[9]) for r in disks)) if disks else None


def process_ticks(stat: str) -> int | None:
    """User and system ticks of a process; its name may hold blanks and brackets."""
    fields = stat.rpartition(")")[2].split()
    return int(fields[11]) + int(fields[12]) if len(fields) > 12 else None


def huge_pages_mib(smaps_rollup: str) -> float | None:
    """MiB of a process in huge pages: transparent ones, and those of a reserved pool."""
    sizes = _HUGE.findall(smaps_rollup)
    return round(sum(map(int, sizes)) / 1024, 1) if sizes else None


def huge_pages_of(read: Reader, pid: int) -> tuple[float | None, str]:
    """The same of a process, and why it is not known."""
    source = f"/proc/{pid}/smaps_rollup"
    try:
        found = huge_pages_mib(read(source))
    except SilentError as silence:
        return None, str(silence).replace(str(pid), "<pid>")
    return found, "" if found is not None else "/proc/<pid>/smaps_rollup does not say"


def bytes_between(before: Mapping[str, str], after: Mapping[str, str]) -> Mapping[str, float]:
    """What a server received and sent, in MiB, between two looks at its status."""
    found = {}
    for name, counter in (("received_mib", "Bytes_received"), ("sent_mib", "Bytes_sent")):
        first, second = before.get(counter, ""), after.get(counter, "")
        if first.isdecimal() and second.isdecimal() and int(second) >= int(first):
            found[name] = round((int(second) - int(first)) / (1 << 20), 1)
    return found


def telemetry_between(first: Snapshot, second: Snapshot, client_cpu_s: float) -> Mapping[str, Any]:
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
