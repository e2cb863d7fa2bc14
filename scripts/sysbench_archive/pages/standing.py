"""Where a result stands: of each workload the highest figure beside the nearest other machines.

Only figures of the same transactions meet here: a test with other parameters does other work.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

from sysbench_archive.metrics import METRICS
from sysbench_archive.model.base import Number, Record
from sysbench_archive.model.bundle import PRODUCTS
from sysbench_archive.tables.cells import Cell
from sysbench_archive.tables.nearest import Near, Standing, standing
from sysbench_archive.words.numbers import figure_text, ratio_text
from sysbench_archive.words.phrases import count_text

MOST_ROWS, MOST_MACHINES = 6, 8
"""Workloads of a page, those with the most machines near first, and machines named of each."""


class NearMachine(Record):
    """A machine about as near as the nearest, by its nearest cell."""

    path: str
    """Page of its result."""
    title: str
    """Its server and machine."""
    apart: str
    """What sets it apart, the dearest first."""
    figure: str
    ratio: Number
    """One's own figure over it."""


class WorkloadStanding(Record):
    """Where the highest figure of a workload stands."""

    workload: str
    """Its name and number of threads."""
    server: str
    """Whose figure it is."""
    figure: str
    sentence: str
    """Its place, and how often it has the middle one of the others."""
    place: int
    """Among the machines, the highest first."""
    ratio: Number
    machines: int
    """The other machines."""
    near: list[NearMachine]
    """The nearest of them."""


Standings = Mapping[str, Sequence[WorkloadStanding]]
"""Bundle id to where its workloads stand; bundles without a machine near are absent."""


def standings_of(cells: Iterable[Cell]) -> dict[str, list[WorkloadStanding]]:
    """Where the bundles of some cells stand among each other."""
    alike: dict[tuple[str, str, int], list[Cell]] = defaultdict(list)
    own: dict[str, dict[str, list[Cell]]] = defaultdict(lambda: defaultdict(list))
    for cell in cells:
        if cell.work and not cell.held and cell.settled != "never":
            alike[cell.test, cell.work, cell.threads].append(cell)
            own[cell.bundle][cell.workload].append(cell)
    found: dict[str, list[WorkloadStanding]] = {}
    for bundle, workloads in own.items():
        rows = [row for each in workloads.values() if (row := _row_of(each, alike))]
        if rows:
            found[bundle] = sorted(rows, key=lambda row: -row.machines)[:MOST_ROWS]
    return found


def _row_of(
    cells: Sequence[Cell], alike: Mapping[tuple[str, str, int], Sequence[Cell]]
) -> WorkloadStanding | None:
    """Where the highest of a workload's cells stands that has machines near."""
    for cell in sorted(cells, key=lambda cell: (-cell.log_mean, cell.server, cell.threads)):
        others = alike[cell.test, cell.work, cell.threads]
        if its := standing(cell, [each for each in others if each.machine != cell.machine]):
            return _row(cell, its)
    return None


def _row(own: Cell, its: Standing) -> WorkloadStanding:
    value = math.exp(own.log_mean)
    return WorkloadStanding(
        workload=f"{own.workload_label}, {count_text(own.threads, 'thread')}",
        server=_server_text(own),
        figure=f"{figure_text(value)} {METRICS[own.metric].label.lower()}",
        sentence=standing_text(its),
        place=its.place,
        ratio=its.ratio,
        machines=len(its.nearest),
        near=[_near_machine(value, near) for near in its.nearest[:MOST_MACHINES]],
    )


def standing_text(its: Standing) -> str:
    """A place and a ratio in words."""
    times = f"{ratio_text(its.ratio)} times"
    if its.of == 2:
        return f"{times} that of the only machine near"
    figures = [near.value for near in its.nearest]
    span = f"{figure_text(min(figures))} to {figure_text(max(figures))}"
    return f"place {its.place} of {its.of} machines: {times} the median of the others ({span})"


def _near_machine(own: float, near: Near) -> NearMachine:
    cell = near.cell
    counted = count_text(cell.cpus, "CPU") if cell.cpus else ""
    machine = cell.machine_label or cell.cpu_model or counted
    return NearMachine(
        path=f"/results/{cell.bundle}/",
        title=f"{_server_text(cell)}{machine and f', {machine}'}",
        apart=", ".join(near.words) or "nothing recorded differs",
        figure=figure_text(near.value),
        ratio=own / near.value,
    )


def _server_text(cell: Cell) -> str:
    words = PRODUCTS.get(cell.product, cell.product), cell.version, cell.variant
    return " ".join(filter(None, words))
