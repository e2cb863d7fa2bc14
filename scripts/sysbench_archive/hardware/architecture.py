"""The architecture a machine must have, from what is stated of its processor.

It is derived, never stated: a processor of Intel or AMD for servers and desktops since 2006 runs
x86_64, one of Arm, Ampere or Apple aarch64. POWER runs in either byte order, and an old or unknown
processor may be anything, so nothing is said of those. Intel's NUC has never had another processor
than Intel's own.
"""

from __future__ import annotations

import re

from sysbench_archive.hardware.processors import generation_named, generation_of
from sysbench_archive.model.bundle import MachineFacts

ARCHITECTURES = {
    "Intel": "x86_64",
    "AMD": "x86_64",
    "Arm": "aarch64",
    "Ampere": "aarch64",
    "Apple": "aarch64",
}
"""Vendor of a generation of processors to the architecture of all its generations on file."""
_NUC = re.compile(r"\bIntel NUC\b", re.IGNORECASE)


def implied_architecture(machine: MachineFacts) -> tuple[str, str]:
    """The architecture, and which fact implies it; both empty where nothing does."""
    if generation := generation_of(machine.cpu_model):
        return ARCHITECTURES.get(generation.vendor, ""), "the processor"
    if generation := generation_named(machine.microarchitecture):
        return ARCHITECTURES.get(generation.vendor, ""), "the microarchitecture"
    return ("x86_64", "the machine") if _NUC.search(machine.name) else ("", "")
