"""What a cell says of its runs: latency, course and cost, each as a middle and its extremes."""

from __future__ import annotations

import pytest

from derived_records import run_record, throughput_line
from sysbench_archive.derive.cells import Cell, cell_rows, failure_rates, head_metric, span
from sysbench_archive.model.base import Span
from sysbench_archive.model.comparison import (
    CellRecord,
    PanelRow,
    RatioInterval,
    WithinRunThroughput,
)
from sysbench_archive.model.result import RunRecord


def cells(*runs: RunRecord) -> dict[str, dict[int, Cell]]:
    values = tuple(100.0 + n for n in range(len(runs)))
    return {"a": {4: Cell(4, "tps", runs, values)}}


def only_row(runs: dict[str, dict[int, Cell]], cpus: int | None = None) -> PanelRow:
    (row,) = cell_rows(
        runs, ["a"], latency=None, intervals={}, bounds={"a": {4: "disk"}}, cpus=cpus
    )
    return row


def only_cell(*runs: RunRecord) -> CellRecord:
    (cell,) = only_row(cells(*runs)).cells
    assert cell is not None
    return cell


def test_failures_are_counted_a_transaction_where_every_run_of_a_cell_says_so() -> None:
    def run(
        threads: int, server: str = "a", state: str = "complete", **figures: float
    ) -> RunRecord:
        return run_record("r", figures, server=server, threads=threads, state=state)

    runs = [
        run(1, transactions=100, ignored_errors=1, deadlocks=2, reconnects=3),
        run(1, transactions=200, ignored_errors=0),
        run(1, transactions=1, ignored_errors=1, server="b"),
        run(1, transactions=1, ignored_errors=1, state="failed"),
        run(4, transactions=100, ignored_errors=1),
        run(4, transactions=100),
        run(8, transactions=0, ignored_errors=5),
        run(16, ignored_errors=5),
    ]
    assert failure_rates(runs, "a") == {1: 0.03}


def test_an_interval_is_handed_in_and_shown() -> None:
    pair = {**cells(run_record("x")), "b": {4: Cell(4, "tps", (run_record("y"),), (110.0,))}}
    (row,) = cell_rows(
        pair,
        ["a", "b"],
        latency=None,
        intervals={"b": {4: (1.0, 1.2)}},
        bounds={"a": {4: ""}, "b": {4: "client"}},
    )
    shown = [cell for cell in row.cells if cell]
    assert [cell.interval for cell in shown] == [None, RatioInterval(low=1.0, high=1.2)]
    (row,) = cell_rows(
        pair, ["b"], latency=None, intervals={"b": {4: (0.01, 971_897.0)}}, bounds={"b": {4: ""}}
    )
    assert [cell.interval.wide for cell in row.cells if cell and cell.interval] == [True]
    assert [cell.bottleneck for cell in shown] == ["", "client"]


@pytest.mark.parametrize(("cpus", "said"), [(None, ""), (2, "2"), (8, "0.5"), (96, "0.042")])
def test_threads_stand_beside_the_processors_they_share(cpus: int | None, said: str) -> None:
    assert only_row(cells(run_record("x")), cpus).per_cpu == said


def test_a_server_without_runs_at_a_thread_count_has_no_cell_there() -> None:
    (row,) = cell_rows(
        cells(run_record("x")) | {"b": {}},
        ["a", "b"],
        latency=None,
        intervals={},
        bounds={"a": {4: ""}, "b": {}},
    )
    assert row.cells[1] is None


def test_server_cpu_of_a_cell_is_the_span_of_its_runs() -> None:
    cell = only_cell(run_record("x", server_cpu_us=100.0), run_record("y", server_cpu_us=50.0))
    assert cell.server_cpu_us == Span(low=50.0, middle=75.0, high=100.0)
    assert only_cell(run_record("x")).server_cpu_us is None


def test_within_runs_keeps_the_worst_and_never_averages_percentiles() -> None:
    lines = [
        throughput_line(window=100.0, p01=50.0, highest=130.0),
        throughput_line(window=120.0, p01=20.0, highest=125.0, longest_stall_s=3),
        throughput_line(window=110.0, p01=60.0, highest=140.0),
    ]
    cell = only_cell(*(run_record(str(n), line=line) for n, line in enumerate(lines)))
    assert cell.within == WithinRunThroughput(middle=110.0, low=20.0, high=140.0, longest_stall_s=3)


def test_a_span_of_nothing_is_nothing() -> None:
    assert span([]) is None


@pytest.mark.parametrize(
    ("figures", "metric"),
    [
        ([{"tps": 9.0, "qps": 180.0}], "tps"),
        ([{"tps": 0.0, "rw_requests_per_s": 84155.75}], "rw_requests_per_s"),
        ([{"tps": 0.0, "qps": 5.0}, {"tps": 3.0, "qps": 5.0}], "qps"),
        ([{"tps": 0.0}], "tps"),
        ([{"latency_avg_ms": 3.0}], None),
    ],
)
def test_a_metric_that_counted_something_heads_what_counted_nothing(
    figures: list[dict[str, float]], metric: str | None
) -> None:
    assert head_metric(run_record(f"r{n}", row) for n, row in enumerate(figures)) == metric
