"""Hardware classes: from what is stated of a machine to its class, with a name that never changes.

The name is part of an address: it lists what is known in a fixed order and leaves out what is
not. What nobody recorded stays unknown; nothing is guessed.

How near two classes are follows from their places on the scales of `tables.json`. Its weights are a
judgement, not a measurement: they sort a list for a reader and decide nothing else. A weight of 1
is about what a doubling of the whole machine weighs; `unknown` is what it costs that nobody
recorded it of the other machine: a step at least, or machines would be near because little is known
of them. A browser sums them; where no dimension is known of both machines, the other is infinitely
far. Only an equal id says that two machines are of one class.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass

from sysbench_archive.hardware.processors import (
    TABLES,
    generation_named,
    generation_of,
    vendor_of,
)
from sysbench_archive.model.base import Labelled, narrowed
from sysbench_archive.model.bundle import Facts, state_of, stated_at
from sysbench_archive.model.listing import (
    HardwareClassRecord,
    Place,
    ProcessorGeneration,
    StorageTier,
)


def doubling(count: float) -> int:
    """The smallest power of two that holds a count above zero; 1 for anything less than one.

    A doubling is named by its upper end: 12 cores are "9 to 16". So a machine sold with 32 GiB is
    in one class with others of its size, although its operating system shows 31.3.
    """
    return 1 << max(0, math.ceil(math.log2(count)))


def span(upper: int) -> tuple[int, int]:
    """The least and the greatest whole number of the doubling that ends at `upper`."""
    return upper // 2 + 1, upper


def span_text(upper: int, joint: str = " to ") -> str:
    """`9 to 16`; a doubling of one number is that number."""
    least, most = span(upper)
    return str(most) if least == most else f"{least}{joint}{most}"


def tier_of(fsync_us: float) -> StorageTier:
    """The step of storage that a measured latency in microseconds belongs to."""
    return next(tier for tier in TABLES.tiers if tier.below_us is None or fsync_us < tier.below_us)


_PLATFORM_OF = {**{name: name for name in TABLES.platforms}, "cloud-instance": "vm"}
_WHOLE_MACHINE = "metal"
"""What clouds call an instance that is a machine of its own, in the name of its type."""
_ROLE_OF_LOG = "log"
UNKNOWN = "unrecorded"
"""The class of machines of which nothing is recorded."""


@dataclass(frozen=True, slots=True)
class HardwareClass:
    """A class of machines. A field is None, or `vendor` empty, where nobody recorded it.

    `cores`, `cpus` and `memory_gib` are upper ends of doublings: physical cores, hardware threads
    (only where cores are unknown), main memory in GiB.
    """

    generation: ProcessorGeneration | None
    vendor: str
    platform: str | None
    sockets: int | None
    cores: int | None
    cpus: int | None
    smt: bool | None
    memory_gib: int | None
    tier: StorageTier | None

    @property
    def id(self) -> str:
        """The name in addresses, which never changes: what is known, in a fixed order."""
        return "-".join(part for part, _ in self._parts()) or UNKNOWN

    @property
    def path(self) -> str:
        """The address of its page."""
        return f"/hardware/{self.id}/"

    @property
    def label(self) -> str:
        """The class in words."""
        words = ", ".join(words for _, words in self._parts())
        return words[:1].upper() + words[1:] if words else "Nothing recorded of the machine"

    @property
    def brief(self) -> str:
        """Processor, platform and size, for where there is little room."""
        size = _range_named(self.cores, "core")[1] or _range_named(self.cpus, "cpu")[1]
        processor = self.generation.label if self.generation else self.vendor
        parts = [processor, TABLES.platforms.get(self.platform or "", ""), size]
        words = ", ".join(part for part in parts if part)
        return words[:1].upper() + words[1:] if words else "Machine not recorded"

    def _parts(self) -> list[tuple[str, str]]:
        """What is known, in the fixed order: as it stands in the id, and in words."""
        kind = self.generation
        processor = kind.label if kind else f"{self.vendor} processor"
        sockets = "socket" if self.sockets == 1 else "sockets"
        parts = [
            (kind.id if kind else self.vendor.lower(), processor),
            (self.platform or "", TABLES.platforms.get(self.platform or "", "")),
            (f"{self.sockets}-{sockets}", f"{self.sockets} {sockets}")
            if self.sockets
            else _UNKNOWN_PART,
            _range_named(self.cores, "core"),
            _range_named(self.cpus, "cpu"),
            _SMT_NAMES[self.smt],
            (f"{span_text(self.memory_gib, '-')}-gb", f"{span_text(self.memory_gib)} GiB")
            if self.memory_gib
            else _UNKNOWN_PART,
            (self.tier.id, self.tier.label) if self.tier else _UNKNOWN_PART,
        ]
        return [part for part in parts if part[0]]


_UNKNOWN_PART = ("", "")
_SMT_NAMES = {True: ("smt", "SMT on"), False: ("no-smt", "SMT off"), None: _UNKNOWN_PART}
_UNITS = {"cpu": "CPU"}


def _range_named(upper: int | None, unit: str) -> tuple[str, str]:
    """`9-16-cores` and `9 to 16 cores`."""
    if not upper:
        return _UNKNOWN_PART
    more = "" if upper == 1 else "s"
    words = f"{span_text(upper)} {_UNITS.get(unit, unit)}{more}"
    return f"{span_text(upper, '-')}-{unit}{more}", words


def classify(host: Facts) -> HardwareClass:
    """The class of a machine, from all that is stated of it.

    What a control group allows counts in place of what the host has, because a server there can
    use no more.
    """
    cpu, memory = (stated_at(host, group) or {} for group in ("cpu", "memory"))
    model, named = (stated_at(cpu, name) or "" for name in ("model", "microarchitecture"))
    generation = generation_named(named) or generation_of(model)
    kind, instance = stated_at(host, "kind") or "", stated_at(host, "cloud", "instance_type") or ""
    whole = kind == "cloud-instance" and _WHOLE_MACHINE in instance
    platform = "bare-metal" if whole else _PLATFORM_OF.get(kind)
    # In a virtual machine sockets and multithreading are what the hypervisor chooses to show.
    virtual = platform == "vm"
    limit = stated_at(cpu, "limit_cpus")
    cores = None if limit else stated_at(cpu, "cores")
    cpus = limit or (None if cores else stated_at(cpu, "threads"))
    mib = stated_at(memory, "limit_mib") or stated_at(memory, "size_mib")
    return HardwareClass(
        generation=generation,
        vendor=generation.vendor if generation and generation.vendor else vendor_of(model),
        platform=platform,
        sockets=None if virtual else stated_at(cpu, "sockets"),
        cores=doubling(cores) if cores else None,
        cpus=doubling(cpus) if cpus else None,
        smt=None if virtual else stated_at(cpu, "smt"),
        memory_gib=doubling(mib / 1024) if mib else None,
        tier=_tier_of_log(stated_at(host, "storage") or ()),
    )


def _tier_of_log(storage: Iterable[Facts]) -> StorageTier | None:
    """That of the storage which holds the log; where no role tells, that of the slowest."""
    known = [device for device in storage if state_of(device) == "stated"]
    measured = [device for device in known if stated_at(device, "fsync_us")]
    holding_log = [d for d in measured if _ROLE_OF_LOG in (stated_at(d, "role") or "")]
    latencies = [device["fsync_us"] for device in holding_log or measured]
    return tier_of(max(latencies)) if latencies else None


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
