"""What the system did during a run: the difference of two snapshots of /proc counters.

A counter that the system does not expose is left out.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from typing import Any

from sysbench_archive.capture.host.reading import Reader

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
