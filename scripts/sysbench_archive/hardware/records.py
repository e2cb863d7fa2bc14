"""The classification as data: for pages that explain it and programs that apply it.

Owns the shape of the tables in `/hardware/classes.json`. A program that is given `lscpu` output
takes from it what `lscpu` below names, looks for the generation with `processors`, puts counts
into doublings (the smallest power of two that holds them) and sums over `dimensions`.
"""

from __future__ import annotations

from typing import Any

from sysbench_archive.hardware.buckets import TIERS, span_text
from sysbench_archive.hardware.classes import PLATFORMS, HardwareClass
from sysbench_archive.hardware.distance import dimension_records, values_of
from sysbench_archive.hardware.generations import GENERATIONS
from sysbench_archive.hardware.models import MOST, PATTERNS, VENDORS

Record = dict[str, Any]

LSCPU = {
    "Model name": "model",
    "CPU(s)": "cpus",
    "Thread(s) per core": "threads_per_core",
    "Core(s) per socket": "cores_per_socket",
    "Core(s) per cluster": "cores_per_socket",
    "Socket(s)": "sockets",
    "Cluster(s)": "sockets",
    "Hypervisor vendor": "hypervisor",
}
"""Lines of `lscpu` that tell something, to what they tell. A hypervisor makes it a `vm`."""


def tables_record() -> Record:
    """Everything needed to classify a machine and to tell how near two classes are."""
    return {
        "dimensions": dimension_records(),
        "platforms": PLATFORMS,
        "tiers": [{"id": t.id, "label": t.label, "below_us": t.below_us} for t in TIERS],
        "generations": [
            {"id": g.id, "label": g.label, "vendor": g.vendor, "year": g.year}
            for g in GENERATIONS.values()
        ],
        "processors": [{"pattern": pattern, "generation": told} for pattern, told in PATTERNS],
        "vendors": [{"pattern": pattern, "vendor": told} for pattern, told in VENDORS],
        "longest_model": MOST,
        "lscpu": LSCPU,
    }


def class_record(machine: HardwareClass) -> Record:
    """A class with its name, its address, its places on the scales, and its facts in words."""
    return {
        "id": machine.id,
        "path": machine.path,
        "label": machine.label,
        "brief": machine.brief,
        "values": values_of(machine),
        "facts": [{"label": label, "value": value} for label, value in _facts(machine)],
    }


def _facts(machine: HardwareClass) -> list[tuple[str, str]]:
    """What tells the class from others, in words; empty where nobody recorded it."""
    generation, virtual = machine.generation, machine.platform == "vm"
    shown = "as the hypervisor shows it" if virtual else ""
    year = f", {generation.year}" if generation and generation.year else ""
    cores = ("Physical cores", _span(machine.cores, ""))
    return [
        ("Processor generation", f"{generation.label}{year}" if generation else ""),
        ("Vendor", machine.vendor),
        ("Platform", PLATFORMS.get(machine.platform or "", "")),
        ("Sockets", shown or str(machine.sockets or "")),
        ("CPUs", _span(machine.cpus, "")) if machine.cpus else cores,
        ("SMT", shown or {True: "on", False: "off", None: ""}[machine.smt]),
        ("Main memory", _span(machine.memory_gib, " GiB")),
        ("Storage", machine.tier.label if machine.tier else ""),
    ]


def _span(upper: int | None, unit: str) -> str:
    return f"{span_text(upper)}{unit}" if upper else ""
