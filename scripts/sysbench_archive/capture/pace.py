"""How long a campaign takes: how many steps of each kind there are, and a first guess of each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from typing import NamedTuple

from sysbench_archive.capture.plan import Cell, Plan, Visit, schedule

LOADING_ROWS_PER_S = 60_000
"""A guess: what a small machine loads."""
COUNT_SECONDS = 40
"""A guess: a warm-up and three counts of a workload."""
SLICE_OVERHEAD_SECONDS = 0.1
"""What starting sysbench and keeping its output adds to a slice."""
_RUN_OVERHEAD_SECONDS = 1
_SETTLING_SECONDS = 2
"""A guess: what purge and flushing mostly take, where they may take longer."""
LOADING, WARMING = "load", "warm-up"


class Steps(NamedTuple):
    """Steps of a kind that are to come, and about how many seconds one takes."""

    left: int
    seconds: float


Work = Mapping[str, Steps]
"""Steps by kind; those of runs are called after what runs do to the tables."""


def never(_visit: Visit, _cell: Cell) -> bool:
    """Of a campaign that has not begun nothing is done."""
    return False


def work_of(plan: Plan, is_done: Callable[[Visit, Cell], bool] = never) -> Work:
    """What is to be done, those runs apart that are done; one step where runs are no steps."""
    loading = plan.tables * plan.table_size / LOADING_ROWS_PER_S
    if plan.count or plan.at_most or plan.slices:
        return {"": Steps(1, _seconds_in_one(plan, loading))}
    whole = ((visit, [c for c in visit.cells if not is_done(visit, c)]) for visit in schedule(plan))
    visits = [(visit, left) for visit, left in whole if left]
    datasets = {(server.access.place, server.access.database) for server in plan.servers}
    loads = len(visits) if plan.loads_every_visit else min(len(datasets), len(visits))
    starts = sum(plan.servers[visit.server].is_started_here for visit, _ in visits)
    runs = Counter(plan.workloads[cell.workload].changes for _, left in visits for cell in left)
    settling = min(plan.settle, _SETTLING_SECONDS)
    return {
        LOADING: Steps(loads, loading),
        WARMING: Steps(max(loads, starts) if plan.warmup else 0, plan.warmup),
        **{
            kind: Steps(
                number, plan.seconds + _RUN_OVERHEAD_SECONDS + (kind != "nothing") * settling
            )
            for kind, number in runs.items()
        },
    }


def estimate(plan: Plan) -> float:
    """About how many seconds the campaign takes."""
    return sum(steps.left * steps.seconds for steps in work_of(plan).values())


def _seconds_in_one(plan: Plan, loading: float) -> float:
    """About how long counts, slices, or a campaign with an end take."""
    visits = len(plan.servers) * plan.repetitions
    if plan.count:
        return visits * (loading * 10 + plan.warmup + 20) + plan.runs * COUNT_SECONDS
    if plan.at_most:
        return plan.at_most
    loads = visits if plan.loads_every_visit else len(plan.servers)
    taking = plan.runs * (plan.slices + SLICE_OVERHEAD_SECONDS)
    return taking + loads * loading + visits * (plan.warmup + plan.settle) + 15
