"""The order of the runs: blocks, and in each block servers and cells shuffled by the plan's seed.

Owns the schedule. The same plan has the same schedule, so that an interrupted campaign goes on
with it.
"""

from __future__ import annotations

import random
from dataclasses import dataclass

from sysbench_archive.capture.plan import Plan

LOADING_ROWS_PER_S = 60_000
"""A guess for estimates: what a small machine loads."""


@dataclass(frozen=True, slots=True)
class Cell:
    """A workload, by its place in the plan, at a number of threads."""

    workload: int
    threads: int


@dataclass(frozen=True, slots=True)
class Visit:
    """One server's turn in a block, counted from 1: its cells, in the order they run."""

    block: int
    server: int
    cells: tuple[Cell, ...]


def schedule(plan: Plan) -> tuple[Visit, ...]:
    """Every visit of the campaign.

    The servers of a block see the cells in one order, so that a position in the block means the
    same for each side. Cells that change the tables come after those that only read them.
    """
    # Reproducible order is the point; nothing here is a secret.
    chance = random.Random(plan.seed)  # noqa: S311
    visits: list[Visit] = []
    for block in range(1, plan.repetitions + 1):
        cells = _cells(plan, chance)
        servers = list(range(len(plan.servers)))
        chance.shuffle(servers)
        visits += [Visit(block, server, cells) for server in servers]
    return tuple(visits)


def _cells(plan: Plan, chance: random.Random) -> tuple[Cell, ...]:
    cells = [
        Cell(index, threads) for index in range(len(plan.workloads)) for threads in plan.threads
    ]
    chance.shuffle(cells)
    rank = {"nothing": 0, "values": 1, "size": 2}
    return tuple(sorted(cells, key=lambda cell: rank[plan.workloads[cell.workload].changes]))


def estimate(plan: Plan) -> float:
    """About how many seconds the campaign takes; waits for a server to settle count in full."""
    visits = len(plan.servers) * plan.repetitions
    loads = visits if plan.load == "visit" else len(plan.servers)
    started = sum(server.start is not None for server in plan.servers)
    warmups = max(loads, started * plan.repetitions)
    loading = loads * plan.tables * plan.table_size / LOADING_ROWS_PER_S
    writing = sum(workload.changes != "nothing" for workload in plan.workloads)
    settling = visits * writing * len(plan.threads) * plan.settle
    return plan.runs * (plan.seconds + 1) + loading + warmups * plan.warmup + settling + 15
