"""Pages of hardware classes, and the tables that machines are placed by."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from msgspec import UNSET
from msgspec.structs import replace

from sysbench_archive.derive.entries import ResultEntry
from sysbench_archive.hardware.classes import UNKNOWN
from sysbench_archive.hardware.processors import TABLES
from sysbench_archive.model.base import Reference
from sysbench_archive.model.listing import HardwareClassRecord, HardwareTables
from sysbench_archive.pages.kinds import (
    File,
    Listed,
    PageKind,
    SearchDocument,
    reference,
)
from sysbench_archive.pages.listing import ListRow, listed_rows
from sysbench_archive.tables.release_pairs import ReleasePair, upgrades_by_class


def hardware_record(
    classes: Iterable[HardwareClassRecord],
    results: Sequence[ResultEntry],
    appearances: Mapping[str, Sequence[Reference]],
    pairs: Sequence[ReleasePair],
) -> HardwareTables:
    """Every class that a machine on file belongs to, most results first, and the tables.

    `appearances` names the comparisons of each bundle by its id.
    """
    described = {record.id: record for record in classes}
    ran: dict[str, list[Reference]] = {name: [] for name in described}
    compared: dict[str, dict[str, Reference]] = {name: {} for name in described}
    for entry in results:
        for name in dict.fromkeys(machine.hardware_class.id for machine in entry.machines):
            ran[name].append(reference(entry))
            for other in appearances.get(entry.id, ()):
                compared[name].setdefault(other.path, other)
    upgrades = upgrades_by_class(pairs)
    pages = [
        replace(
            record,
            results=ran[name],
            comparisons=list(compared[name].values()),
            upgrades=upgrades.get(name, []),
        )
        for name, record in described.items()
    ]
    order = sorted(pages, key=lambda p: (p.id == UNKNOWN, -len(ran[p.id]), p.id))
    return replace(TABLES, classes=order)


def _document(page: HardwareClassRecord, machines: Sequence[ListRow]) -> SearchDocument:
    """A class by the processors, instance types and sizes of its machines."""
    own = [row for row in machines if row.path == page.path]
    words = ["hardware class machine", page.brief, *(name for row in own for name in row.hardware)]
    return SearchDocument(
        kind="hardware",
        path=page.path,
        title=page.label,
        text="; ".join(dict.fromkeys(f"{row.title} ({row.machine})" for row in own[:3])),
        words=" ".join(words),
    )


def _documents(hardware: HardwareTables, listed: Listed) -> Iterator[SearchDocument]:
    machines = listed_rows(listed).machines.rows
    return (_document(page, machines) for page in hardware.classes)


def _files(hardware: HardwareTables, _: Listed) -> Iterator[File]:
    classes = [
        replace(page, results=UNSET, comparisons=UNSET, upgrades=UNSET) for page in hardware.classes
    ]
    yield "static/hardware/classes.json", replace(hardware, classes=classes)


HARDWARE = PageKind(
    name="hardware",
    record=HardwareTables,
    made=lambda it: hardware_record(it.classes, it.results, it.appearances, it.pairs),
    titles=lambda hardware: [(page.path, page.label) for page in hardware.classes],
    documents=_documents,
    files=_files,
)
