"""How near two classes of machines are: a sum of weighted differences, each said in words.

Owns the weights. They are a judgement, not a measurement: they sort a list for a reader and
decide nothing else. One is about what doubles a machine. A browser applies the same table.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from sysbench_archive.hardware.buckets import TIERS
from sysbench_archive.hardware.classes import HardwareClass

Scale = Literal["log2", "linear", "choice"]
Value = float | str | None


@dataclass(frozen=True, slots=True)
class Dimension:
    """A part of the distance: `weight` per step of its scale, `unknown` where a side is unknown.

    A step is a doubling (`log2`), one (`linear`), or being another (`choice`). `more` and `less`
    say how the other machine differs; `{n}` is the factor, or the number of steps. An empty
    sentence says nothing.
    """

    name: str
    label: str
    scale: Scale
    weight: float
    unknown: float
    more: str
    less: str
    same: str
    missing: str


DIMENSIONS = (
    Dimension(
        "year", "Processor generation", "linear", 0.2, 1.0,
        "{n}-year newer processor", "{n}-year older processor", "processor as old",
        "processor generation not recorded",
    ),
    Dimension(
        "generation", "Microarchitecture", "choice", 0.3, 0.0,
        "another microarchitecture", "another microarchitecture", "same microarchitecture", "",
    ),
    Dimension(
        "cores", "Physical cores", "log2", 0.6, 0.8,
        "{n} times the cores", "1/{n} of the cores", "as many cores", "cores not recorded",
    ),
    Dimension(
        "cpus", "CPUs (hardware threads)", "log2", 0.4, 0.0,
        "{n} times the CPUs", "1/{n} of the CPUs", "", "",
    ),
    Dimension(
        "sockets", "Sockets", "log2", 0.5, 0.2, "{n} times the sockets", "1/{n} of the sockets",
        "", "",
    ),
    Dimension(
        "memory", "Main memory", "log2", 0.4, 0.5,
        "{n} times the memory", "1/{n} of the memory", "as much memory", "memory not recorded",
    ),
    Dimension(
        "platform", "Bare metal or virtual", "choice", 1.0, 0.5,
        "another platform", "another platform", "", "bare metal or virtual not recorded",
    ),
    Dimension(
        "storage", "Storage by fsync", "linear", 0.5, 0.25,
        "slower fsync", "faster fsync", "", "",
    ),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Distance:
    """How far a class is, 0 for the same; `words` holds what differs, largest first."""

    total: float
    words: tuple[str, ...]


def values_of(machine: HardwareClass) -> dict[str, Value]:
    """A class as places on the scales of `DIMENSIONS`; None where it is unknown."""
    generation = machine.generation
    return {
        "year": generation.year if generation else None,
        "generation": generation.id if generation else None,
        "cores": machine.cores,
        "cpus": _cpus(machine),
        "sockets": machine.sockets,
        "memory": machine.memory_gib,
        "platform": machine.platform,
        "storage": TIERS.index(machine.tier) if machine.tier else None,
    }


def _cpus(machine: HardwareClass) -> int | None:
    """Hardware threads, where cores tell them; a virtual processor counts as one of each."""
    if machine.cores is None or machine.cpus:
        return machine.cpus
    if machine.smt is None and machine.platform != "vm":
        return None
    return machine.cores * (2 if machine.smt else 1)


def distance(own: Mapping[str, Value], other: Mapping[str, Value]) -> Distance:
    """From a reader's machine to another, both as `values_of` gives them."""
    terms = [_term(d, own.get(d.name), other.get(d.name)) for d in DIMENSIONS]
    # Python's sort keeps the order of the table among equals, and so must every other port.
    ordered = sorted(terms, key=lambda term: -term[0])
    words = tuple(text for cost, text in ordered if cost and text)
    return Distance(sum(cost for cost, _ in terms), words)


def _term(dimension: Dimension, own: Value, other: Value) -> tuple[float, str]:
    if own is None or other is None:
        # What neither side knows tells nothing about how near they are.
        return (0.0, "") if own is other else (dimension.unknown, dimension.missing)
    if own == other:
        return 0.0, dimension.same
    if dimension.scale == "choice":
        return dimension.weight, dimension.more
    apart = _apart(dimension.scale, float(own), float(other))
    factor = 2 ** abs(apart) if dimension.scale == "log2" else abs(apart)
    text = dimension.more if apart > 0 else dimension.less
    return dimension.weight * abs(apart), text.replace("{n}", f"{factor:g}")


def _apart(scale: Scale, own: float, other: float) -> float:
    return math.log2(other / own) if scale == "log2" else other - own


def dimension_records() -> list[dict[str, Any]]:
    """The table as data."""
    return [{name: getattr(d, name) for name in Dimension.__slots__} for d in DIMENSIONS]
