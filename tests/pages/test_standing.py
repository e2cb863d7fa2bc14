"""Where the workloads of a result stand beside other machines, as its page says it."""

from __future__ import annotations

from typing import Any

import pytest

from cell_samples import cell
from sysbench_archive.pages.standing import MOST_MACHINES, MOST_ROWS, standings_of
from sysbench_archive.tables.cells import Cell


def a_cell(name: str, tps: float, **more: Any) -> Cell:
    own = {"machine": name, "bundle": f"2026-01-{name}", "work": "a"}
    return cell("8.0.36", tps, **own | more)


def test_the_highest_figure_of_a_workload_has_a_place_and_a_ratio() -> None:
    own = [a_cell("own", 90), a_cell("own", 100, server="faster", variant="faster")]
    found = standings_of(
        [
            *own,
            a_cell("b", 200, variant="faster", day="2025"),
            a_cell("c", 50, variant="faster", processors=8),
        ]
    )
    (row,) = found["2026-01-own"]
    assert (row.workload, row.server, row.figure) == (
        "OLTP read-only, 4 threads", "MySQL 8.0.36 faster", "100 transactions per second",
    )  # fmt: skip
    assert row.sentence == "place 2 of 3 machines: 0.80 times the median of the others (50 to 200)"
    assert (row.place, round(row.ratio, 6), row.machines) == (2, 0.8, 2)
    assert [(near.path, near.title, near.apart, round(near.ratio, 6)) for near in row.near] == [
        ("/results/2026-01-b/", "MySQL 8.0.36 faster, Box 1", "2025", 0.5),
        ("/results/2026-01-c/", "MySQL 8.0.36 faster, Box 1", "8 CPUs", 2),
    ]


def test_one_machine_alone_has_no_rank() -> None:
    (row,) = standings_of([a_cell("own", 100), a_cell("b", 200)])["2026-01-own"]
    assert row.sentence == "0.50 times that of the only machine near"


@pytest.mark.parametrize(
    "differs", [{"work": "b"}, {"held": True}, {"settled": "never"}, {"machine": "own"}]
)
def test_other_work_held_and_restless_runs_and_its_own_machine_are_no_neighbours(
    differs: dict[str, Any],
) -> None:
    assert standings_of([a_cell("own", 100), a_cell("b", 200, **differs)]) == {}


def test_of_many_workloads_and_machines_some_are_named() -> None:
    many = [
        a_cell(str(machine), machine + 1, workload=f"w{load}", work=f"{load}")
        for machine in range(MOST_MACHINES + 3)
        for load in range(MOST_ROWS + 2)
    ]
    rows = standings_of(many)["2026-01-0"]
    assert len(rows) == MOST_ROWS
    assert {(row.machines, len(row.near)) for row in rows} == {(MOST_MACHINES + 2, MOST_MACHINES)}
