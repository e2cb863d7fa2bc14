"""Laws of the order of runs."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from sysbench_archive.capture.pace import estimate, work_of
from sysbench_archive.capture.plan import (
    WORKLOADS,
    Access,
    Cell,
    Plan,
    ServerPlan,
    schedule,
    with_rate_sweep,
    workload_plan,
)

PLANS = st.builds(
    Plan,
    servers=st.lists(st.just(ServerPlan(Access(socket="/s"))), min_size=1, max_size=4).map(tuple),
    workloads=st.lists(st.sampled_from(sorted(WORKLOADS)), min_size=1, max_size=5, unique=True).map(
        lambda names: tuple(map(workload_plan, names))
    ),
    threads=st.lists(st.integers(1, 512), min_size=1, max_size=4, unique=True).map(tuple),
    repetitions=st.integers(1, 6),
    seconds=st.just(10),
    tables=st.just(1),
    table_size=st.just(1),
    seed=st.integers(0, 2**63 - 1),
)
RANK = {"nothing": 0, "values": 1, "size": 2}


@given(PLANS)
def test_every_cell_of_every_server_runs_once_a_block(plan: Plan) -> None:
    counted = Counter(
        (visit.block, visit.server, cell) for visit in schedule(plan) for cell in visit.cells
    )
    assert set(counted.values()) == {1}
    assert len(counted) == plan.runs


@given(PLANS)
def test_blocks_follow_each_other_and_their_servers_see_the_same_cells(plan: Plan) -> None:
    visits = schedule(plan)
    assert [visit.block for visit in visits] == sorted(visit.block for visit in visits)
    for block in range(1, plan.repetitions + 1):
        assert len({visit.cells for visit in visits if visit.block == block}) == 1


@given(PLANS)
def test_cells_that_change_the_tables_come_last(plan: Plan) -> None:
    for visit in schedule(plan):
        ranks = [RANK[plan.workloads[cell.workload].changes] for cell in visit.cells]
        assert ranks == sorted(ranks)


@given(PLANS, st.integers(0, 2**63 - 1))
def test_the_order_depends_on_the_plan_and_its_seed_alone(plan: Plan, seed: int) -> None:
    assert schedule(plan) == schedule(replace(plan))
    other = schedule(replace(plan, seed=seed))
    assert Counter(v.server for v in other) == Counter(v.server for v in schedule(plan))


@given(PLANS, st.sets(st.integers(1, 200), min_size=1, max_size=4))
def test_loads_are_offered_after_every_capacity_was_measured(
    plan: Plan, percents: set[int]
) -> None:
    plan = replace(plan, threads=plan.threads[:1])
    sweep = with_rate_sweep(plan, sorted(percents))
    visits = schedule(sweep)
    assert visits[: len(schedule(plan))] == schedule(plan)
    assert Counter(cell for visit in visits for cell in visit.cells) == {
        Cell(index, plan.threads[0]): plan.repetitions * len(plan.servers)
        for index in range(len(sweep.workloads))
    }
    has_rate = [
        {sweep.workloads[cell.workload].offered is not None for cell in visit.cells}
        for visit in visits
    ]
    half = len(visits) // 2
    assert has_rate == [{False}] * half + [{True}] * half
    assert [visit.repetition for visit in visits[half:]] == [v.repetition for v in visits[:half]]
    assert [visit.block for visit in visits[half:]] == [
        visit.block + plan.repetitions for visit in visits[:half]
    ]


def test_seeds_make_different_orders() -> None:
    servers = (ServerPlan(Access(socket="/a")), ServerPlan(Access(socket="/b")))
    plan = Plan(servers, (workload_plan("connect"),), (1, 2, 4), 10, 10, 1, 1, 0)
    assert len({schedule(replace(plan, seed=seed)) for seed in range(20)}) == 20
    first = [visit.server for visit in schedule(plan)][::2]
    assert set(first) == {0, 1}


def test_the_estimate_counts_loads_that_are_made() -> None:
    reads, writes = workload_plan("oltp_read_only"), workload_plan("oltp_read_write")
    servers = tuple(ServerPlan(Access(socket=f"/{name}")) for name in "ab")
    plan = Plan(servers, (reads,), (1,), 10, 10, 1, 60_000, 0, warmup=5, settle=0)
    runs, load = 10 * (10 + 1), 1 + 5
    assert estimate(plan) == 2 * runs + 20 * load
    assert estimate(replace(plan, load="once")) == 2 * runs + 2 * load
    assert estimate(replace(plan, servers=servers[:1])) == runs + load
    assert estimate(replace(plan, servers=servers[:1], workloads=(writes,))) == runs + 10 * load


def test_what_is_done_is_no_more_to_do() -> None:
    servers = tuple(ServerPlan(Access(socket=f"/{name}")) for name in "ab")
    plan = Plan(servers, (workload_plan("oltp_read_only"),), (1, 2), 3, 10, 1, 60_000, 0)
    work = work_of(plan, lambda visit, cell: visit.block == 1 or cell.threads == 1)
    assert {kind: steps.left for kind, steps in work.items()} == {
        "load": 4, "warm-up": 4, "nothing": 4,
    }  # fmt: skip


@given(PLANS)
def test_a_mirrored_block_is_the_one_before_backwards(plan: Plan) -> None:
    visits = schedule(replace(plan, mirrored=True))
    size, reads = len(plan.servers), {"nothing"}
    blocks = [visits[at : at + size] for at in range(0, len(visits), size)]
    for first, second in zip(blocks[::2], blocks[1::2], strict=False):
        assert [v.server for v in second] == [v.server for v in first][::-1]
        there, back = (
            [c for c in v[0].cells if plan.workloads[c.workload].changes in reads]
            for v in (first, second)
        )
        assert back == there[::-1]
