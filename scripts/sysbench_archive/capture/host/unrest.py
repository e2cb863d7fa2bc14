"""What speaks against measuring on this machine now."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Iterator
from pathlib import Path

from sysbench_archive.capture.host.reading import read_or_empty

_CPU0 = "/sys/devices/system/cpu/cpu0"
LEAST_FREE_MIB = 1024
MOST_LOAD = 0.5
"""Runnable processes a processor, one-minute mean, that a quiet machine may have."""
MOST_SWAP_MIB = 64


def signs_of_unrest(folder: Path, *, begun: bool = False) -> Iterator[str]:
    """A sentence for each thing that makes figures worse or less steady.

    Once a campaign has begun the load is its own.
    """
    processors = os.cpu_count() or 1
    load = float(read_or_empty("/proc/loadavg").partition(" ")[0] or 0)
    if not begun and load > MOST_LOAD * processors:
        yield f"the load is {load:.2f} on {processors} processors"
    governor = read_or_empty(f"{_CPU0}/cpufreq/scaling_governor")
    if governor not in {"", "performance"}:
        yield f"the frequency governor is {governor}, not performance"
    memory = dict(re.findall(r"(Swap\w+): +([0-9]+)", read_or_empty("/proc/meminfo")))
    swapped = (int(memory.get("SwapTotal", 0)) - int(memory.get("SwapFree", 0))) // 1024
    if swapped > MOST_SWAP_MIB:
        yield f"{swapped} MiB of swap are in use"
    free = shutil.disk_usage(folder).free >> 20
    if free < LEAST_FREE_MIB:
        yield f"only {free} MiB of disk are free"
    throttled = int(read_or_empty(f"{_CPU0}/thermal_throttle/package_throttle_count") or 0)
    if throttled:
        yield f"the processor was throttled for its temperature {throttled} times since start"
