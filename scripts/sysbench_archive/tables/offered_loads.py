"""The loads that campaigns offered to their servers, and which campaigns repeat one another.

One repeats another where the same work was offered to clients as many, on a machine of which the
same is recorded, and each server both have was set up alike: as two of a kind are, it may be
another machine.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from sysbench_archive.model.base import BundleReference, Record
from sysbench_archive.model.comparison import Comparison, DrawnChart, Side
from sysbench_archive.model.offered_load import LoadPoint
from sysbench_archive.model.result import ResultRecord
from sysbench_archive.tables.cells import cell_rows


class OfferedLoads(Record):
    """The loads that a campaign offered to its servers under a workload."""

    bundle: BundleReference
    path: str
    """Comparison that shows them."""
    workload: str
    title: str
    """Title of the workload."""
    machine: str
    """Machine of the servers; empty where it is not known."""
    threads: int
    chart: DrawnChart | None
    """Chart of the 99th percentile; null where there is none."""
    sides: list[Side]
    points: list[LoadPoint]
    place: tuple[str, ...]
    """Keys of the machine and of the work, of each server; those of two campaigns are compared."""
    setups: dict[str, str]
    """Label of a server to the key of how it was set up; none of a server without a capacity."""


def offered_loads(
    result: ResultRecord, comparisons: Iterable[Comparison]
) -> Iterator[OfferedLoads]:
    """What the comparisons of a bundle show of loads."""
    if not any(result.loads.values()):
        return
    cells = {(cell.workload, cell.server, cell.threads): cell for cell in cell_rows(result)}
    for comparison in comparisons:
        for panel in comparison.panels:
            if not panel.load:
                continue
            threads = panel.load[0].threads
            known = {
                side.label: cell
                for side in panel.sides
                if (cell := cells.get((panel.workload.id, side.id, threads)))
            }
            yield OfferedLoads(
                bundle=panel.bundle,
                path=comparison.path,
                workload=panel.workload.id,
                title=panel.title,
                machine=panel.machines[0].title if len(panel.machines) == 1 else "",
                threads=threads,
                chart=next((chart for chart in panel.charts if chart.kind == "load_p99"), None),
                sides=panel.sides,
                points=panel.load,
                place=tuple(
                    sorted({key for cell in known.values() for key in (cell.machine, cell.work)})
                ),
                setups={label: cell.setup for label, cell in known.items()},
            )


def repeated_loads(loads: Iterable[OfferedLoads]) -> list[list[OfferedLoads]]:
    """Campaigns that repeat one another, the first one first."""
    groups: list[list[OfferedLoads]] = []
    for one in sorted(loads, key=lambda each: each.bundle.id):
        own = next((group for group in groups if _repeats(one, group)), None)
        if own is None:
            groups.append([one])
        else:
            own.append(one)
    return groups


def _repeats(one: OfferedLoads, group: Sequence[OfferedLoads]) -> bool:
    """Whether a campaign repeats each of some others."""
    return all(
        (one.workload, one.threads, one.place) == (other.workload, other.threads, other.place)
        and all(other.setups.get(label, own) == own for label, own in one.setups.items())
        for other in group
    )
