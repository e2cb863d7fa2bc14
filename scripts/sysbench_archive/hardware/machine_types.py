"""Types of machines: what a provider states of an instance type, or somebody of a model.

`machine_types.json` was read in the provider's documentation on 23 November 2026; each family names
the lines. A processor that a type may or may not have is stated as the choice it is. Models have
one processor only: nodes of a test bed, kits with a soldered processor; a model of server that is
sold with a choice of processors is none. What is not in the table is unknown, whatever its name
suggests.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

from msgspec import field
from msgspec.structs import replace

from sysbench_archive.model.base import Record, read_record


class MachineType(Record):
    """An instance type, such as `m6g.4xlarge`, a family of them, such as `m6g`, or a model, such as
    `CloudLab xl170`.

    Empty or null is not stated.
    """

    name: str
    """Of a family what is before the last dot of its types' names."""
    sources: list[str]
    """Where it is stated."""
    stated_by: str
    """Who states it, and how far from the maker."""
    provider: str = ""
    arch: str = ""
    """Architecture as the kernel names it."""
    model: str = ""
    """Processor, or the processors it may be."""
    microarchitecture: str = ""
    """Microarchitecture, where the model does not tell it."""
    sockets: int | None = None
    cores: int | None = None
    """Physical cores of all processors."""
    threads: int | None = None
    """Hardware threads."""
    memory_mib: int | None = None
    """Main memory, where every machine of the type has as much."""
    sizes: dict[str, tuple[int, int | None, float]] = field(default_factory=dict)
    """Size to hardware threads, physical cores where stated, and memory in GiB, of a family."""


@cache
def machine_types() -> list[MachineType]:
    """The table as it stands in the file: families, then models."""
    path = Path(__file__).with_name("machine_types.json")
    return read_record(path.read_bytes(), list[MachineType])


def machine_model(name: str) -> MachineType | None:
    """What is stated of the model of this name, None where the table does not have it."""
    wanted = name.strip().lower()
    return next((m for m in machine_types() if not m.sizes and m.name.lower() == wanted), None)


def instance_type(name: str) -> MachineType | None:
    """What is stated of the instance type of this name, None where the table does not have it."""
    family_name, _, size = name.strip().lower().rpartition(".")
    family = next((f for f in machine_types() if f.name == family_name), None)
    if family is None or size not in family.sizes:
        return None
    threads, cores, memory_gib = family.sizes[size]
    return replace(
        family,
        name=f"{family_name}.{size}",
        cores=cores,
        threads=threads,
        memory_mib=round(memory_gib * 1024),
        sizes={},
    )
