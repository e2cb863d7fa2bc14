"""Where a cell stands: the cells of other results that are nearest to it, by one rule.

Near are cells of the same test, thread count and metric, unless they are held or never settle. What
else differs costs something, and the sum sorts them. The costs are a judgement, not a measurement:
they choose what a reader sees first and decide nothing else. What nobody recorded of the other cell
costs as much as a doubling, or as the difference would; what is not known of one's own costs
nothing.
"""

from __future__ import annotations

import csv
import gzip
import io
import math
from collections.abc import Container, Iterable, Iterator
from pathlib import Path
from typing import NamedTuple, get_args, get_type_hints

from sysbench_archive.csv_files import unmarked
from sysbench_archive.model.base import Number, as_record, read_record
from sysbench_archive.model.bundle import PRODUCTS
from sysbench_archive.model.policy import NearnessRule
from sysbench_archive.statistics import median
from sysbench_archive.tables.cells import Cell
from sysbench_archive.words.numbers import figure_text
from sysbench_archive.words.phrases import count_text

RULE = read_record(Path(__file__).with_name("nearest.json").read_bytes(), NearnessRule)
MOST_NAMED = 3
"""Neighbours that are named where there is little room."""
_UNKNOWN = ("", "unrecorded")


class Near(NamedTuple):
    """A cell, how far it is from one's own, and what differs, the dearest first."""

    cell: Cell
    distance: float
    words: tuple[str, ...]

    @property
    def value(self) -> float:
        """Its figure."""
        return math.exp(self.cell.log_mean)


class Standing(NamedTuple):
    """The nearest cell of each machine that is about as near as the nearest; the place of one's own
    figure among theirs, the highest first, and how often it has the middle one of theirs.
    """

    nearest: list[Near]
    place: int
    ratio: float

    @property
    def of(self) -> int:
        """The machines, one's own with them."""
        return len(self.nearest) + 1


def standing(own: Cell, others: Iterable[Cell]) -> Standing | None:
    """Where a cell stands; None where nothing is near.

    Another result of the same machine counts: where little is recorded, that may be any machine.
    """
    found = sorted(
        (near_to(own, cell) for cell in others if _may_stand_beside(own, cell)),
        key=lambda near: (near.distance, near.cell.bundle, near.cell.workload, near.cell.server),
    )
    if not found or found[0].distance > RULE.farthest:
        return None
    each: dict[str, Near] = {}
    for near in found:
        if near.distance <= found[0].distance + RULE.within:
            each.setdefault(near.cell.machine, near)
    higher = sum(near.cell.log_mean > own.log_mean for near in each.values())
    middle = median([near.value for near in each.values()])
    return Standing(list(each.values()), higher + 1, math.exp(own.log_mean) / middle)


def _may_stand_beside(own: Cell, cell: Cell) -> bool:
    same = (cell.test, cell.threads, cell.metric) == (own.test, own.threads, own.metric)
    stands = bool(cell.test) and not cell.held and cell.settled != "never"
    return same and stands and (cell.bundle, cell.machine) != (own.bundle, own.machine)


_NOT_IN_CSV = {"storage": [], "hardware_class": "", "maturity": ""} | dict.fromkeys(
    ("regime", "residency", "place"), "unrecorded"
)
"""Columns of the published table that are lists, or empty for a word."""
_MAY_LACK = {name for name, kind in get_type_hints(Cell).items() if type(None) in get_args(kind)}


def published_cells(table: bytes, tests: Container[str]) -> list[Cell]:
    """The cells of these tests in the published `cells.csv.gz`, which may be unpacked already."""
    plain = gzip.decompress(table) if table[:2] == b"\x1f\x8b" else table
    rows = csv.DictReader(io.StringIO(plain.decode()))
    return [
        as_record(
            _NOT_IN_CSV
            | {n: unmarked(text) for n, text in row.items() if text or n not in _NOT_IN_CSV}
            | {n: None for n in _MAY_LACK if not row[n]},
            Cell,
            strict=False,
        )
        for row in rows
        if row["test"] in tests
    ]


def near_to(own: Cell, other: Cell) -> Near:
    """How near a cell is, with what sets it apart."""
    apart = sorted(_apart(own, other), key=lambda term: -term[0])
    return Near(other, sum(cost for cost, _ in apart), tuple(words for _, words in apart))


def _apart(own: Cell, other: Cell) -> Iterator[tuple[float, str]]:
    """Cost and words of each thing that differs; the words are of the other cell."""
    yield from _sizes_apart(own, other)
    fits = own.residency == "fits"
    if own.residency != "unrecorded" and fits != (other.residency == "fits"):
        yield RULE.residency, _beside_the_pool(other)
    if own.product and (own.product != other.product or own.series not in ("", other.series)):
        cost = RULE.series if own.product == other.product else RULE.product
        yield cost, f"{PRODUCTS.get(other.product, other.product)} {other.series}"
    if years := abs(_year(own) - _year(other)):
        yield RULE.year * years, str(_year(other))
    if own.variant != other.variant:
        yield RULE.variant, other.variant or "no variant"
    for name, named in RULE.named.items():
        mine, theirs = getattr(own, name), getattr(other, name)
        if mine not in _UNKNOWN and mine != theirs:
            known = named.words.get(theirs, f"other {named.what}")
            yield named.cost, f"{named.what} not recorded" if theirs in _UNKNOWN else known


def _sizes_apart(own: Cell, other: Cell) -> Iterator[tuple[float, str]]:
    if own.processors and own.processors != other.processors:
        yield RULE.processors * _doublings(own.processors, other.processors), _counted(other)
    if own.data_mib and own.data_mib != other.data_mib:
        yield (
            RULE.data * _doublings(own.data_mib, other.data_mib),
            _size_text(other.data_mib, "data"),
        )
    if own.memory_mib and own.memory_mib != other.memory_mib:
        cost = RULE.memory * _doublings(own.memory_mib, other.memory_mib)
        yield cost, _size_text(other.memory_mib, "memory")


def _doublings(one: Number, other: Number | None) -> float:
    return abs(math.log2(other / one)) if other else 1


def _counted(cell: Cell) -> str:
    return count_text(int(cell.processors), "CPU") if cell.processors else "CPUs not recorded"


def _size_text(mib: Number | None, of: str) -> str:
    if not mib:
        return f"size of the {of} not recorded"
    return f"{figure_text(mib / 1024)} GiB of {of}" if mib >= 1024 else f"{mib:.0f} MiB of {of}"


def _beside_the_pool(cell: Cell) -> str:
    if cell.residency == "unrecorded":
        return "pool not recorded"
    return f"data {'' if cell.residency == 'fits' else 'not '}in the pool"


def _year(cell: Cell) -> int:
    return int(cell.day[:4])
