"""Instance types of clouds: what their provider states of a type.

`instances.json` was read in the provider's documentation; each family names the lines. A processor
that a type may or may not have is stated as the choice it is. A type that is not in the table is
unknown, whatever its name suggests.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

from sysbench_archive.model.base import Record, read_record

INSTANCES = Path(__file__).with_name("instances.json")


class InstanceFamily(Record):
    """Types that share a processor: what is before the last dot of their names."""

    family: str
    """Name, such as `m6g` or `db.r5`."""
    provider: str
    """Cloud provider."""
    sources: list[str]
    """Where it is stated."""
    sizes: dict[str, tuple[int, int | None, float]]
    """Size to hardware threads, physical cores where stated, and memory in GiB."""
    arch: str = ""
    """Architecture as the kernel names it; empty where the provider does not say."""
    model: str = ""
    """Processor; empty where the provider does not say."""
    microarchitecture: str = ""
    """Microarchitecture, where the model does not tell it."""


class InstanceTable(Record):
    """Every family."""

    stated_by: str
    """Who states all this."""
    read: str
    """The day it was read."""
    families: list[InstanceFamily]
    """The families."""


class InstanceType(Record):
    """A type, such as `m6g.4xlarge`, with what is stated of it. Empty or null is not stated."""

    name: str
    provider: str
    """Cloud provider."""
    arch: str
    """Architecture."""
    model: str
    """Processor, or the processors it may be."""
    microarchitecture: str
    """Microarchitecture, where the model does not tell it."""
    threads: int
    """Hardware threads."""
    cores: int | None
    """Physical cores."""
    memory_mib: int
    """Main memory in MiB."""
    stated_by: str
    """Who states it."""
    sources: list[str]
    """Where it is stated."""


@cache
def instance_table() -> InstanceTable:
    """The table as it stands in the file."""
    return read_record(INSTANCES.read_bytes(), InstanceTable)


@cache
def _families() -> dict[str, InstanceFamily]:
    return {family.family: family for family in instance_table().families}


def instance_type(name: str) -> InstanceType | None:
    """What is stated of the type of this name, None where the table does not have it."""
    family_name, _, size = name.strip().lower().rpartition(".")
    family = _families().get(family_name)
    if family is None or size not in family.sizes:
        return None
    threads, cores, memory_gib = family.sizes[size]
    return InstanceType(
        name=f"{family_name}.{size}",
        provider=family.provider,
        arch=family.arch,
        model=family.model,
        microarchitecture=family.microarchitecture,
        threads=threads,
        cores=cores,
        memory_mib=round(memory_gib * 1024),
        stated_by=instance_table().stated_by,
        sources=family.sources,
    )
