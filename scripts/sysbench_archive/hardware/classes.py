"""From the facts of a host to its class.

Owns which facts count and how a class is named. The name is an address for good: it lists what is
known of the machine in a fixed order and leaves out what is not. In a virtual machine sockets and
multithreading are what the hypervisor chooses to show, so they tell no classes apart there.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
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
        return "-".join(part for part, _ in self._named()) or UNKNOWN

    @property
    def path(self) -> str:
        """The address of its page."""
        return f"/hardware/{self.id}/"

    @property
    def label(self) -> str:
        """The class in words."""
        words = ", ".join(words for _, words in self._named())
        return words[:1].upper() + words[1:] if words else "Nothing recorded of the machine"

    @property
    def brief(self) -> str:
        """Processor, platform and size, for where there is little room."""
        size = _spanned(self.cores, "core")[1] or _spanned(self.cpus, "cpu")[1]
        processor = self.generation.label if self.generation else self.vendor
        parts = [processor, PLATFORMS.get(self.platform or "", ""), size]
        words = ", ".join(part for part in parts if part)
        return words[:1].upper() + words[1:] if words else "Machine not recorded"

    def _named(self) -> list[tuple[str, str]]:
        """What is known, in the fixed order: as it stands in the id, and in words."""
        kind = self.generation
        processor = kind.label if kind else f"{self.vendor} processor"
        parts = [
            (kind.id if kind else self.vendor.lower(), processor),
            (self.platform or "", PLATFORMS.get(self.platform or "", "")),
            _counted(self.sockets, "socket"),
            _spanned(self.cores, "core"),
            _spanned(self.cpus, "cpu"),
            _SMT_NAMES[self.smt],
            (f"{span_text(self.memory_gib, '-')}-gb", f"{span_text(self.memory_gib)} GiB")
            if self.memory_gib
            else _NOTHING,
            (self.tier.id, self.tier.label) if self.tier else _NOTHING,
        ]
        return [part for part in parts if part[0]]


_NOTHING = ("", "")
_SMT_NAMES = {True: ("smt", "SMT on"), False: ("no-smt", "SMT off"), None: _NOTHING}
_UNITS = {"cpu": "CPU"}


def _counted(count: int | None, unit: str) -> tuple[str, str]:
    """`2-sockets` and `2 sockets`."""
    more = "" if count == 1 else "s"
    return (f"{count}-{unit}{more}", f"{count} {unit}{more}") if count else _NOTHING


def _spanned(upper: int | None, unit: str) -> tuple[str, str]:
    """`9-16-cores` and `9 to 16 cores`."""
    if not upper:
        return _NOTHING
    more = "" if upper == 1 else "s"
    words = f"{span_text(upper)} {_UNITS.get(unit, unit)}{more}"
    return f"{span_text(upper, '-')}-{unit}{more}", words


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
