"""What of a bundle is held, as the page of held runs lists it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from msgspec.structs import asdict

from sysbench_archive.model.base import BundleReference, Record, bundle_reference
from sysbench_archive.model.result import HeldCell, HeldReason, ResultRecord
from sysbench_archive.words.phrases import joined, listed


class HeldServer(Record):
    """Cells of a server under a workload."""

    server: str
    workload: str
    lines: list[str]
    """Threads, and why they are held."""


class HeldResult(BundleReference):
    """A bundle with cells that are held."""

    cells: int
    """How many are held."""
    of: int
    """How many it has."""
    servers: list[HeldServer]
    """What is held."""


class HeldBundle(HeldResult):
    """The same, with how many of its cells each reason holds."""

    reasons: dict[HeldReason, int]


def held_bundle(result: ResultRecord) -> HeldBundle | None:
    """What of a bundle is held; None where nothing is."""
    if not result.held:
        return None
    servers = {server.id: server.label for server in result.servers}
    workloads = {workload.id: workload.title for workload in result.workloads}
    complete = [run for run in result.runs if run.state == "complete"]
    grouped: dict[tuple[HeldReason, str], list[HeldCell]] = {}
    for cell in result.held:
        grouped.setdefault((cell.reason, cell.text), []).append(cell)
    lines: dict[tuple[str, str], list[str]] = {}
    for (_, text), cells in sorted(grouped.items(), key=lambda each: -len(each[1])):
        server = _named(servers, (cell.server for cell in cells))
        workload = _named(workloads, (cell.workload for cell in cells))
        threads = joined([str(count) for count in sorted({cell.threads for cell in cells})])
        lines.setdefault((server, workload), []).append(f"{threads}: {text}")
    return HeldBundle(
        **asdict(bundle_reference(result.id, result.title)),
        cells=len({(cell.workload, cell.server, cell.threads) for cell in result.held}),
        of=len({(run.workload.id, run.server.id, run.threads) for run in complete}),
        servers=[
            HeldServer(server=server, workload=workload, lines=own)
            for (server, workload), own in lines.items()
        ],
        reasons=Counter(cell.reason for cell in result.held),
    )


def _named(labels: Mapping[str, str], ids: Iterable[str]) -> str:
    return listed([labels[name] for name in dict.fromkeys(ids)])
