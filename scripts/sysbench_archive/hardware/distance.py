"""How near two classes of machines are: a class as places on the scales of the published tables.

The weights of `tables.json` are a judgement, not a measurement: they sort a list for a reader and
decide nothing else. A weight of 1 is about what a doubling of the whole machine weighs; `unknown`
is what it costs that nobody recorded it of the other machine: a step at least, or machines would be
near because little is known of them. A browser sums them; where no dimension is known of both
machines, the other is infinitely far. Only an equal id says that two machines are of one class.
"""

from __future__ import annotations

from sysbench_archive.hardware.classes import HardwareClass, span_text
from sysbench_archive.hardware.processors import TABLES
from sysbench_archive.model.base import Labelled, narrowed
from sysbench_archive.model.listing import HardwareClassRecord, Place


def places_of(machine: HardwareClass) -> dict[str, Place]:
    """A class as places on the scales of dimensions; None where it is unknown."""
    generation = machine.generation
    return {
        "year": generation.year if generation else None,
        "generation": generation.id if generation else None,
        "cores": machine.cores,
        "cpus": _cpus(machine),
        "sockets": machine.sockets,
        "memory": machine.memory_gib,
        "platform": machine.platform,
        "storage": TABLES.tiers.index(machine.tier) if machine.tier else None,
    }


def _cpus(machine: HardwareClass) -> int | None:
    """Hardware threads, where cores tell them; a virtual processor counts as one of each."""
    if machine.cores is None or machine.cpus:
        return machine.cpus
    if machine.smt is None and machine.platform != "vm":
        return None
    return machine.cores * (2 if machine.smt else 1)


def class_record(machine: HardwareClass) -> HardwareClassRecord:
    """A class with its name, its address, its places on the scales, and its facts in words."""
    return narrowed(
        machine,
        HardwareClassRecord,
        values=places_of(machine),
        facts=[Labelled(label=label, text=text) for label, text in _facts_in_words(machine)],
    )


def _facts_in_words(machine: HardwareClass) -> list[tuple[str, str]]:
    """What tells the class from others; empty where nobody recorded it."""
    generation, virtual = machine.generation, machine.platform == "vm"
    hidden = "as the hypervisor shows it" if virtual else ""
    year = f", {generation.year}" if generation and generation.year else ""
    cores = ("Physical cores", _range_text(machine.cores, ""))
    return [
        ("Processor generation", f"{generation.label}{year}" if generation else ""),
        ("Vendor", machine.vendor),
        ("Platform", TABLES.platforms.get(machine.platform or "", "")),
        ("Sockets", hidden or str(machine.sockets or "")),
        ("CPUs", _range_text(machine.cpus, "")) if machine.cpus else cores,
        ("SMT", hidden or {True: "on", False: "off", None: ""}[machine.smt]),
        ("Main memory", _range_text(machine.memory_gib, " GiB")),
        ("Storage", machine.tier.label if machine.tier else ""),
    ]


def _range_text(upper: int | None, unit: str) -> str:
    return f"{span_text(upper)}{unit}" if upper else ""
