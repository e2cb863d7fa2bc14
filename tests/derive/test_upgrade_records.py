"""The page of all pairs and the page of each: matrices, loads, machines, measurements."""

from typing import Any

import pytest

from sysbench_archive.derive.upgrades.lists import single_steps, upgrade_list, worst_step_text
from sysbench_archive.derive.upgrades.pairs import pair_records
from sysbench_archive.derive.upgrades.points import MeasuredPoint, Upgrade
from sysbench_archive.derive.upgrades.words import NO_CLEAR_DIFFERENCE, processor_text
from sysbench_archive.model.comparison import Direction
from sysbench_archive.model.upgrade import UpgradePair
from upgrade_samples import measured_point


def point(older: str, newer: str, ratio: float = 0.9, **more: Any) -> MeasuredPoint:
    releases = {"from_release": f"{older}.1", "to_release": f"{newer}.2"}
    return measured_point(ratio, from_series=older, to_series=newer, **releases, **more)


def steps(*pairs: tuple[str, str]) -> list[tuple[str, str]]:
    found = single_steps([Upgrade("mysql", *pair) for pair in pairs])
    return [(upgrade.from_series, upgrade.to_series) for upgrade in found]


def test_a_step_leads_to_the_next_series_it_was_run_beside() -> None:
    every = [("5.6", "5.7"), ("5.6", "8.0"), ("5.7", "8.0"), ("8.0", "10.1"), ("8.0", "8.4")]
    assert steps(*every) == [("5.6", "5.7"), ("5.7", "8.0"), ("8.0", "8.4"), ("8.0", "10.1")]


def test_a_series_nobody_ran_beside_its_predecessor_is_reached_from_the_newest_other() -> None:
    assert steps(("8.0", "8.4"), ("8.4", "9.4"), ("8.0", "9.6"), ("8.4", "9.6")) == [
        ("8.0", "8.4"),
        ("8.4", "9.4"),
        ("8.4", "9.6"),
    ]


def page(*points: MeasuredPoint) -> UpgradePair:
    (pair,) = pair_records(points)
    return pair


def test_a_matrix_has_a_number_for_each_pair_and_leads_to_it() -> None:
    told = upgrade_list([point("5.6", "5.7"), point("5.7", "8.0", 1.2), point("5.6", "8.0", 2.5)])
    (matrix,) = told.matrices
    assert matrix.columns == ["5.7", "8.0"]
    shown = {row.label: [cell and cell.text for cell in row.cells] for row in matrix.rows}
    assert shown == {"5.6": ["-10 %".replace("-", "\u2212"), "2.5 times"], "5.7": [None, "+20 %"]}
    (cell, _) = matrix.rows[0].cells
    assert cell
    assert (cell.path, cell.direction) == ("/upgrades/mysql-5.6-to-mysql-5.7/", "slower")
    assert cell.note == "read-only queries, 1 machine"


def test_two_products_have_a_matrix_of_their_own() -> None:
    other = point("8.0", "11.4", to_product="mariadb")
    told = upgrade_list([point("5.7", "8.0"), other])
    assert [(matrix.id, matrix.title) for matrix in told.matrices] == [
        ("mysql", "MySQL"),
        ("mysql-to-mariadb", "MySQL to MariaDB"),
    ]
    assert [option.name for option in told.targets] == ["mysql-8.0", "mariadb-11.4"]
    assert told.products[0].worst.startswith("The best supported regression of a step is MySQL 5.7")


def test_a_listed_pair_has_its_answer() -> None:
    (entry,) = upgrade_list([point("5.6", "5.7")]).pairs
    assert entry.answer
    assert entry.answer.brief == (
        "On 1 machine with pinned settings, MySQL 5.7 did 10 % fewer read-only queries a second"
        " than 5.6 with 4 clients."
    )


def test_a_glance_says_of_how_many_measurements_a_median_stands_where_they_are_few() -> None:
    few = [point("5.6", "5.7", r, machine=m, direction=d, workload=m) for m, r, d in _FEW]
    ((cell,),) = ([load.clients for load in page(*few).loads],)
    assert [one.spread for one in cell] == ["3 to 20 % fewer; slower in 1 of 3"]
    most = [point("5.6", "5.7", r, machine=m, workload=m) for m, r, _ in _FEW[:2]]
    ((cell,),) = ([load.clients for load in page(*most).loads],)
    assert [one.spread for one in cell] == ["4 to 20 % fewer"]


def test_a_listed_pair_says_of_how_many_measurements_its_sign_is_where_they_are_few() -> None:
    few = [point("5.6", "5.7", r, machine=m, direction=d, workload=m) for m, r, d in _FEW]
    told = upgrade_list(few)
    (entry,) = told.pairs
    assert entry.answer
    assert entry.answer.brief.endswith(
        "did 3 to 20 % fewer read-only queries a second than 5.6 with 4 clients (slower in 1 of 3)."
    )
    (cell,) = told.matrices[0].rows[0].cells
    assert cell
    assert cell.note == "seldom clear: read-only queries, 3 machines"


_FEW: tuple[tuple[str, float, Direction], ...] = (
    ("a", 0.8, "slower"),
    ("b", 0.96, "cannot-tell"),
    ("c", 0.97, "no-clear-difference"),
)


def test_a_step_that_goes_backwards_in_time_says_so() -> None:
    releases = {"from_release": "10.6.23", "to_release": "11.0.6", "order": "backward"}
    series = {"from_series": "10.6", "to_series": "11.0", "product": "mariadb"}
    backward = measured_point(0.5, **releases, **series)
    assert page(backward).order_text == (
        "10.6.23 is newer than 11.0.6: this step goes backwards in time."
    )
    assert worst_step_text([backward]) == ""
    across = measured_point(0.5, **releases, **series | {"to_product": "mysql"})
    assert page(across).order_text == ""


def test_the_regression_named_is_that_of_a_step() -> None:
    points = [point("5.6", "5.7", 0.7), point("5.7", "8.0", 0.9), point("5.6", "8.0", 0.5)]
    assert worst_step_text(points) == (
        "The best supported regression of a step is MySQL 5.6.1 to MySQL 5.7.2: 30 % slower"
        " (26 to 34 %), OLTP read-only at 4 threads of 4 CPUs, pinned settings;"
        " measured, 3 runs a side."
    )


def test_the_regression_named_is_not_the_lowest_of_many_single_runs() -> None:
    single = {"low": None, "high": None, "n": [1, 1], "status": "indicative"}
    noisy = {"low": 0.2, "high": 0.99}
    points = [point("5.6", "5.7", 0.3, **single), point("5.6", "5.7", 0.5, **noisy)]
    assert "30 % slower" in worst_step_text([*points, point("5.6", "5.7", 0.7)])
    reported = point("5.6", "5.7", 0.1, **single | {"status": "reported"})
    assert "0.3 times" in worst_step_text([points[0], reported])


@pytest.mark.parametrize("direction", ["faster", "cannot-tell", NO_CLEAR_DIFFERENCE])
def test_what_is_not_called_slower_is_no_regression(direction: str) -> None:
    assert worst_step_text([point("5.6", "5.7", 0.7, direction=direction)]) == ""


def test_regimes_are_never_mixed() -> None:
    pair = page(point("5.6", "5.7", 0.7), point("5.6", "5.7", 1.2, regime="defaults"))
    texts = {load.id: [clients.text for clients in load.clients] for load in pair.loads}
    assert [load.anchor for load in pair.loads] == ["defaults", "pinned"]
    assert texts == {"range-pinned": ["30 % fewer"], "range-defaults": ["20 % more"]}
    assert [[cell and cell.text for cell in row] for row in pair.glance] == [
        ["20 % more"],
        ["30 % fewer"],
    ]


def test_machines_stand_by_size_and_those_that_read_alike_are_numbered() -> None:
    pair = page(
        point("5.6", "5.7", machine="a", cores=40, memory_mib=196608),
        point("5.6", "5.7", machine="b", cores=8, cpu_model="AMD Ryzen 7 7735HS"),
        point("5.6", "5.7", machine="c", cores=None, cpus=None, memory_mib=None),
        point("5.6", "5.7", machine="d", cores=40, memory_mib=196608),
    )
    assert [host.label for host in pair.hosts] == [
        "8 cores, 16 GiB, AMD Ryzen 7 7735HS",
        "40 cores, 192 GiB (1)",
        "40 cores, 192 GiB (2)",
        "Machine nobody described, by Somebody",
    ]
    assert pair.hosts[0].lines == ["Read-only queries: 10 % fewer with 4 clients."]


def test_a_machine_says_its_storage_or_that_nobody_recorded_it() -> None:
    pair = page(
        point("5.6", "5.7", machine="a", cores=8, storage=["nvme", "hdd"]),
        point("5.6", "5.7", machine="b", cores=16, storage=[]),
    )
    assert [(host.storage, host.storage_text) for host in pair.hosts] == [
        (["nvme", "hdd"], "NVMe and hard disk"),
        ([], "storage not recorded"),
    ]


def test_readers_choose_among_kinds_of_storage_on_file() -> None:
    listed = upgrade_list(
        [point("5.6", "5.7", storage=["ssd"]), point("5.6", "5.7", storage=["hdd"])]
    )
    assert [(kind.name, kind.label) for kind in listed.storage] == [
        ("ssd", "SSD"),
        ("hdd", "hard disk"),
    ]


def test_a_machine_alone_says_nothing_twice() -> None:
    pair = page(point("5.6", "5.7"))
    (clients,) = pair.loads[0].clients
    assert pair.hosts[0].lines == []
    assert pair.glance == []
    assert (clients.said, [row.text for row in clients.rows]) == (
        "10 % fewer with 4 clients, on 1 machine",
        [""],
    )


@pytest.mark.parametrize(
    ("model", "name"),
    [
        ("Intel(R) Xeon(R) Gold 6230 CPU @ 2.10GHz", "Intel Xeon Gold 6230"),
        ("AMD EPYC 9454P 48-Core Processor", "AMD EPYC 9454P"),
        ("Genuine Intel(R) CPU 0000 @ 2.00GHz", "Intel"),
        ("", ""),
    ],
)
def test_a_processor_has_the_name_people_call_it_by(model: str, name: str) -> None:
    assert processor_text(model) == name


def test_what_is_not_comparable_is_counted_and_left_out() -> None:
    pair = page(point("5.6", "5.7"), point("5.6", "5.7", 0.2, direction="not-comparable"))
    assert pair.left_out == 1
    assert pair.left_out_text.startswith("One point is left out")
    assert [load.measurements for load in pair.loads] == [1]


def test_a_pair_of_which_nothing_is_comparable_says_so() -> None:
    nothing = point("5.6", "5.7", direction="not-comparable")
    pair = page(nothing)
    assert pair.description == "No runs of MySQL 5.6 and MySQL 5.7 are comparable."
    assert (pair.answer, pair.loads) == (None, [])
    (matrix,) = upgrade_list([nothing]).matrices
    assert [cell and cell.note for cell in matrix.rows[0].cells] == ["nothing comparable"]


def test_a_measurement_says_what_separates_it_from_others() -> None:
    pools = {"pool_mib": 2048.0, "pools_mib": (2048.0, 2048.0)}
    pair = page(point("5.6", "5.7", threads=16, **pools))
    (evidence,) = pair.loads[0].evidence
    (row,) = evidence.rows
    assert evidence.releases == "5.6.1 → 5.7.2, 3 runs a side, measured"
    assert row.setup == "in memory, 4 tables of 100,000, pool 2 GiB, client on the host"
    assert [[f.text for f in own] for own in row.figures] == [["16: 0.90 (0.85 to 0.95)"]]
    assert pair.loads[0].clients[0].rows[0].clients == "16 clients on 4 CPUs"


def test_every_mark_lies_on_the_axis_in_its_order() -> None:
    ratios = {"a": 0.01, "b": 0.9, "c": 1.1, "d": 40.0}
    pair = page(*(point("5.6", "5.7", ratio, machine=name) for name, ratio in ratios.items()))
    rows = [row for clients in pair.loads[0].clients for row in clients.rows]
    places = sorted((row.mark.at for row in rows), key=float)
    assert places == [row.mark.at for row in rows]
    assert all(0 <= row.mark.low <= row.mark.at <= row.mark.high <= 100 for row in rows)
    assert rows[1].mark.at < pair.one < rows[2].mark.at
    assert "same" in {tick.text for tick in pair.axis}
