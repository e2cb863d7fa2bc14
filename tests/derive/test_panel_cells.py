"""What a cell says of its runs: latency, course and cost, each as a middle and its extremes."""

from typing import Any

import pytest

from sysbench_archive.derive.cells import Cell
from sysbench_archive.derive.panel_cells import cell_rows, span

Record = dict[str, Any]


def run(name: str, cpu: float | None = None, transactions: float = 0, **line: float) -> Record:
    facts = [{"name": "telemetry.server_cpu_s", "value": str(cpu)}] if cpu is not None else []
    figures = {"transactions": {"value": transactions}} if transactions else {}
    return {
        "id": name,
        "path": f"/results/b/{name}/",
        "facts": facts,
        "figures": figures,
        "line": line or None,
    }


def cells(*runs: Record) -> dict[str, dict[int, Cell]]:
    values = tuple(100.0 + n for n in range(len(runs)))
    return {"a": {4: Cell(4, runs, values)}}


def only(*runs: Record) -> Record:
    (row,) = cell_rows(cells(*runs), ["a"], None, {}, {"a": {4: "disk"}})
    (cell,) = row["cells"]
    return dict(cell)


def test_an_interval_is_handed_in_and_shown() -> None:
    pair = {**cells(run("x")), "b": {4: Cell(4, (run("y"),), (110.0,))}}
    bounds = {"a": {4: ""}, "b": {4: "client"}}
    (row,) = cell_rows(pair, ["a", "b"], None, {"b": {4: (1.0, 1.2)}}, bounds)
    assert [cell["interval"] for cell in row["cells"]] == [None, {"low": 1.0, "high": 1.2}]
    assert [cell["bound"] for cell in row["cells"]] == ["", "client"]


@pytest.mark.parametrize(("cpus", "said"), [(None, ""), (2, "2"), (8, "0.5"), (96, "0.042")])
def test_threads_stand_beside_the_processors_they_share(cpus: int | None, said: str) -> None:
    (row,) = cell_rows(cells(run("x")), ["a"], None, {}, {"a": {4: ""}}, cpus)
    assert row["per_cpu"] == said


def test_server_cpu_is_microseconds_a_transaction() -> None:
    cell = only(run("x", cpu=2.0, transactions=20_000), run("y", cpu=1.0, transactions=20_000))
    assert cell["server_cpu_us"] == {"low": 50.0, "middle": 75.0, "high": 100.0}


@pytest.mark.parametrize("runs", [(run("x"),), (run("x", cpu=2.0),), (run("x", transactions=9),)])
def test_without_telemetry_or_count_there_is_no_cost(runs: tuple[Record, ...]) -> None:
    assert only(*runs)["server_cpu_us"] is None


def test_within_runs_keeps_the_worst_and_never_averages_percentiles() -> None:
    lines = [
        run("x", window=100.0, p01=50.0, highest=130.0, longest_stall_s=0),
        run("y", window=120.0, p01=20.0, highest=125.0, longest_stall_s=3),
        run("z", window=110.0, p01=60.0, highest=140.0, longest_stall_s=0),
    ]
    assert only(*lines)["within"] == {
        "middle": 110.0,
        "low": 20.0,
        "high": 140.0,
        "longest_stall_s": 3,
    }


def test_a_span_of_nothing_is_nothing() -> None:
    assert span([]) is None
