"""From the facts of a host to its class.

Owns which facts count and how a class is named. The name is an address for good: it lists what is
known of the machine in a fixed order and leaves out what is not. In a virtual machine sockets and
multithreading are what the hypervisor chooses to show, so they tell no classes apart there.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from sysbench_archive.hardware.buckets import Tier, doubling, span_text, tier_of
from sysbench_archive.hardware.generations import Generation, generation_named
from sysbench_archive.hardware.models import generation_of, vendor_of

PLATFORMS = {"bare-metal": "bare metal", "vm": "virtual machine", "container": "container"}
"""What runs the operating system, to its name for readers."""
_PLATFORM_OF = {**{name: name for name in PLATFORMS}, "cloud-instance": "vm"}
_WHOLE = "metal"
"""What clouds call an instance that is a machine of its own, in the name of its type."""
_SMT = {"yes": True, "true": True, "no": False, "false": False}
_ROLE_OF_LOG = "log"
UNKNOWN = "unrecorded"
"""The class of machines of which nothing is recorded."""


@dataclass(frozen=True, slots=True)
class HardwareClass:
    """A class of machines. A field is None, or `vendor` empty, where nobody recorded it.

    `cores`, `cpus` and `memory_gib` are upper ends of doublings: physical cores, hardware threads
    (only where cores are unknown), main memory in GiB.
    """

    generation: Generation | None
    vendor: str
    platform: str | None
    sockets: int | None
    cores: int | None
    cpus: int | None
    smt: bool | None
    memory_gib: int | None
    tier: Tier | None

    @property
    def id(self) -> str:
        """The name in addresses: what is known, in a fixed order."""
        return "-".join(self._parts()) or UNKNOWN

    @property
    def path(self) -> str:
        """The address of its page."""
        return f"/hardware/{self.id}/"

    @property
    def label(self) -> str:
        """The class in words."""
        words = ", ".join(self._words())
        return words[:1].upper() + words[1:] if words else "Nothing recorded of the machine"

    @property
    def brief(self) -> str:
        """Processor, platform and size, for where there is little room."""
        count = f"{span_text(self.cores)} cores" if self.cores else ""
        cpus = f"{span_text(self.cpus)} CPUs" if self.cpus else ""
        generation = self.generation.label if self.generation else self.vendor
        named = [generation, PLATFORMS.get(self.platform or "", ""), count, cpus]
        words = ", ".join(part for part in named if part)
        return words[:1].upper() + words[1:] if words else "Machine not recorded"

    def _parts(self) -> Iterator[str]:
        if self.generation or self.vendor:
            yield self.generation.id if self.generation else self.vendor.lower()
        if self.platform:
            yield self.platform
        if self.sockets:
            yield f"{self.sockets}-socket{'' if self.sockets == 1 else 's'}"
        if self.cores:
            yield f"{span_text(self.cores, '-')}-core{'' if self.cores == 1 else 's'}"
        if self.cpus:
            yield f"{span_text(self.cpus, '-')}-cpu{'' if self.cpus == 1 else 's'}"
        if self.smt is not None:
            yield "smt" if self.smt else "no-smt"
        if self.memory_gib:
            yield f"{span_text(self.memory_gib, '-')}-gb"
        if self.tier:
            yield self.tier.id

    def _words(self) -> Iterator[str]:
        if self.generation or self.vendor:
            yield self.generation.label if self.generation else f"{self.vendor} processor"
        if self.platform:
            yield PLATFORMS[self.platform]
        if self.sockets:
            yield f"{self.sockets} socket{'' if self.sockets == 1 else 's'}"
        if self.cores:
            yield f"{span_text(self.cores)} core{'' if self.cores == 1 else 's'}"
        if self.cpus:
            yield f"{span_text(self.cpus)} CPU{'' if self.cpus == 1 else 's'}"
        if self.smt is not None:
            yield "SMT on" if self.smt else "SMT off"
        if self.memory_gib:
            yield f"{span_text(self.memory_gib)} GiB"
        if self.tier:
            yield self.tier.label


def classify(facts: Mapping[str, str]) -> HardwareClass:
    """The class of a machine, from its dotted facts as text (`cpu.model`, `memory.size_mib`).

    An absent or empty fact is unknown. What a control group allows counts in place of what the
    host has, because a server there can use no more.
    """
    model = facts.get("cpu.model", "")
    generation = generation_named(facts.get("cpu.microarchitecture", "")) or generation_of(model)
    platform = "bare-metal" if _whole(facts) else _PLATFORM_OF.get(facts.get("kind", ""))
    shown = platform == "vm"
    limit = _number(facts, "cpu.limit_cpus")
    cores = None if limit else _number(facts, "cpu.cores")
    memory = _number(facts, "memory.limit_mib") or _number(facts, "memory.size_mib")
    cpus = limit or (None if cores else _number(facts, "cpu.threads"))
    sockets = None if shown else _number(facts, "cpu.sockets")
    return HardwareClass(
        generation=generation,
        vendor=generation.vendor if generation and generation.vendor else vendor_of(model),
        platform=platform,
        sockets=int(sockets) if sockets else None,
        cores=doubling(cores) if cores else None,
        cpus=doubling(cpus) if cpus else None,
        smt=None if shown else _SMT.get(facts.get("cpu.smt", "")),
        memory_gib=doubling(memory / 1024) if memory else None,
        tier=_tier(facts),
    )


def _whole(facts: Mapping[str, str]) -> bool:
    return facts.get("kind") == "cloud-instance" and _WHOLE in facts.get("cloud.instance_type", "")


def _number(facts: Mapping[str, str], name: str) -> float | None:
    """A fact as a number above zero."""
    try:
        value = float(facts.get(name, ""))
    except ValueError:
        return None
    return value if math.isfinite(value) and value > 0 else None


_FSYNC = re.compile(r"storage\.(?:\d+\.)?fsync_us")


def _tier(facts: Mapping[str, str]) -> Tier | None:
    """That of the storage which holds the log; where no role tells, that of the slowest."""
    measured = {name: _number(facts, name) for name in facts if _FSYNC.fullmatch(name)}
    known = {name: value for name, value in measured.items() if value}
    roles = {name: facts.get(name.replace("fsync_us", "role"), "") for name in known}
    of_log = [known[name] for name, role in roles.items() if _ROLE_OF_LOG in role]
    slowest = max(of_log or known.values(), default=None)
    return tier_of(slowest) if slowest else None
