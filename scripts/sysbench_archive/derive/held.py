"""What of a bundle is held, as the page of held runs lists it."""

from __future__ import annotations

from itertools import groupby

from msgspec.structs import asdict

from sysbench_archive.model.base import BundleReference, Record, bundle_reference
from sysbench_archive.model.result import HeldReason, ResultRecord
from sysbench_archive.words.phrases import joined


class HeldRow(Record):
    """Cells of a server under a workload that are held for one reason."""

    server: str
    """Server."""
    workload: str
    """Workload."""
    cells: int
    """How many cells."""
    threads: str
    """Client threads, in words."""
    reason: HeldReason
    """Why."""
    text: str
    """Why, with figures."""


class HeldBundle(BundleReference):
    """A bundle with cells that are held."""

    cells: int
    """How many are held."""
    of: int
    """How many it has."""
    rows: list[HeldRow]
    """What is held."""


def held_bundle(result: ResultRecord) -> HeldBundle | None:
    """What of a bundle is held; None where nothing is."""
    if not result.held:
        return None
    servers = {server.id: server.label for server in result.servers}
    workloads = {workload.id: workload.title for workload in result.workloads}
    complete = [run for run in result.runs if run.state == "complete"]
    rows = [
        HeldRow(
            server=servers[server],
            workload=workloads[workload],
            cells=len(counts),
            threads=joined([str(count) for count in counts]),
            reason=reason,
            text=text,
        )
        for (workload, server, reason, text), cells in groupby(
            result.held, key=lambda cell: (cell.workload, cell.server, cell.reason, cell.text)
        )
        for counts in [[cell.threads for cell in cells]]
    ]
    return HeldBundle(
        **asdict(bundle_reference(result.id, result.title)),
        cells=len({(cell.workload, cell.server, cell.threads) for cell in result.held}),
        of=len({(run.workload.id, run.server.id, run.threads) for run in complete}),
        rows=rows,
    )
