"""Machines: which rows are certainly of two, which of one, and of how many machines rows are.

What nobody recorded tells no machines apart, so a fact less can only make rows of fewer machines.
Hosts of a bundle, and bundles of an author, of which the same is recorded count as one machine.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from functools import cache
from typing import TypeVar

from sysbench_archive.hardware.processors import processor_text
from sysbench_archive.model.base import Number
from sysbench_archive.tables.cells import Measured

RESERVED = 0.1
"""Share of a memory by which what is sold of it and what kernels report of it may differ."""
RowT = TypeVar("RowT", bound=Measured)


@dataclass(frozen=True, slots=True)
class Machine:
    """What is recorded of a machine; empty or None where nobody recorded it.

    Maker with model and processor are the words of their names; memory is in MiB.
    """

    author: str
    kind: str
    name: frozenset[str]
    cpu: frozenset[str]
    cores: int | None
    hardware_threads: int | None
    memory_mib: Number | None
    microarchitecture: str

    @property
    def is_identified(self) -> bool:
        """Whether it is known which machine it was, because all of it is recorded; a processor
        tells its microarchitecture.

        Never of a cloud's instances: two of one type are two machines.
        """
        names = (name for name in self.__slots__ if name != "microarchitecture")
        facts = (getattr(self, name) for name in names)
        return all(facts) and self.kind != "cloud-instance"


def machine_of(row: Measured) -> Machine:
    """What a row tells of its machine."""
    return Machine(
        author=row.author,
        kind=row.kind,
        name=_words(row.machine_label),
        cpu=_words(row.cpu_model),
        cores=row.cores,
        hardware_threads=row.hardware_threads,
        memory_mib=row.memory_mib,
        microarchitecture=row.microarchitecture,
    )


@cache
def _words(text: str) -> frozenset[str]:
    return frozenset(processor_text(text).lower().split())


def are_different(one: Machine, other: Machine) -> bool:
    """Whether they are certainly two, because something that is recorded of both contradicts: names
    where each has a word that the other lacks, memory that differs by more than RESERVED, all else
    where it is not the same.
    """
    same = ("author", "kind", "cores", "hardware_threads", "microarchitecture")
    pairs = [(getattr(one, name), getattr(other, name)) for name in same]
    memory = [each.memory_mib for each in (one, other) if each.memory_mib]
    return (
        any(here and there and here != there for here, there in pairs)
        or any(a - b and b - a for a, b in ((one.name, other.name), (one.cpu, other.cpu)))
        or (len(memory) > 1 and min(memory) < (1 - RESERVED) * max(memory))
    )


def are_same(one: Machine, other: Machine) -> bool:
    """Whether they are certainly one: each is identified, their names are the same, and nothing
    contradicts.
    """
    is_named = (one.name, one.cpu) == (other.name, other.cpu)
    known = one.is_identified and other.is_identified
    return is_named and known and not are_different(one, other)


def rows_by_machine(rows: Iterable[RowT]) -> list[list[RowT]]:
    """Rows of each machine, for the most machines of which any two are certainly different.

    A row that may be of several of these is of the first.
    """
    known: dict[Machine, list[RowT]] = {}
    for row in rows:
        known.setdefault(machine_of(row), []).append(row)
    near = {one: {each for each in known if not are_different(one, each)} for one in known}
    found: dict[Machine, list[RowT]] = {one: [] for one in _most_apart(list(known), near)}
    for machine, own in known.items():
        found[next(one for one in found if one in near[machine])] += own
    return list(found.values())


def _most_apart(
    machines: list[Machine], near: Mapping[Machine, AbstractSet[Machine]]
) -> list[Machine]:
    """The most of some machines of which no two may be one; `near` has whom each may be."""
    found: list[Machine] = []
    while machines:
        left = set(machines)
        own = {one: near[one] & left for one in machines}
        first = min(machines, key=lambda one: len(own[one]))
        # Another is worth a try where somebody may be the first and cannot be that one.
        tried = [first, *(one for one in machines if one in own[first] and own[first] - own[one])]
        ways = [(one, [each for each in machines if each not in own[one]]) for one in tried]
        if len(ways) > 1:
            return found + max(([one, *_most_apart(rest, near)] for one, rest in ways), key=len)
        ((one, machines),) = ways
        found.append(one)
    return found
