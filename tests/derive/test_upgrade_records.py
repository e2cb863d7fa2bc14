"""Pages of pairs and the chain table: steps, whole ways, words."""

from typing import Any

import pytest

from sysbench_archive.derive.upgrades.chains import chains_record, single_steps, worst_step_text
from sysbench_archive.derive.upgrades.pairs import MOST_CHARTED, MOST_LEADING, pair_records
from sysbench_archive.derive.upgrades.points import MeasuredPoint, Upgrade
from sysbench_archive.derive.upgrades.words import NO_CLEAR_DIFFERENCE
from sysbench_archive.model.upgrade import UpgradeProduct
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


def chain(points: list[MeasuredPoint]) -> UpgradeProduct:
    (product,) = chains_record(points).products
    return product


def test_a_view_has_its_steps_then_the_whole_way() -> None:
    (view,) = chain([point("5.6", "5.7"), point("5.7", "8.0"), point("5.6", "8.0", 0.8)]).views
    shown = [(column.from_series, column.to_series, column.whole) for column in view.columns]
    assert shown == [("5.6", "5.7", False), ("5.7", "8.0", False), ("5.6", "8.0", True)]
    (row,) = (row for row in view.rows if any(row.cells))
    assert [entry.text for entry in row.cells] == ["0.90", "0.90", "0.80"]


def test_regimes_and_datasets_are_never_mixed() -> None:
    told = chain([point("5.6", "5.7"), point("5.6", "5.7", 1.1, regime="defaults")])
    found = {view.regime: view.rows for view in told.views}
    texts = {
        regime: [entry.text for row in rows for entry in row.cells if entry]
        for regime, rows in found.items()
    }
    assert texts == {"pinned": ["0.90"], "defaults": ["1.10"]}


def test_every_choice_has_a_table_or_says_that_it_is_empty() -> None:
    told = chain([point("5.6", "5.7"), point("5.6", "5.7", regime="other", residency="io-bound")])
    empty = {(v.regime, v.residency) for v in told.views if not v.columns}
    assert len(told.views) == 4
    assert empty == {("pinned", "io-bound"), ("other", "in-memory")}


def test_a_family_nobody_ran_has_one_empty_row() -> None:
    (view,) = chain([point("5.6", "5.7")]).views
    rows = {row.family: row for row in view.rows}
    assert rows["Connections"].cells == [None]
    assert len(view.rows) == 5


def test_the_table_with_the_most_evidence_is_chosen_at_first() -> None:
    points = [point("5.6", "5.7", threads=16), point("5.7", "8.0", threads=16)]
    points += [point("5.6", "5.7", threads=1, regime="defaults")]
    chosen = {
        choice.axis: [entry.name for entry in choice.choices if entry.chosen]
        for choice in chains_record(points).choices
    }
    assert chosen == {"regime": ["pinned"], "residency": ["in-memory"], "band": ["oversubscribed"]}


def test_a_cell_says_what_stands_behind_its_figure() -> None:
    several = [point("5.6", "5.7", 0.8), point("5.6", "5.7", 0.9, machine="b", day="2026-02")]
    (view,) = chain(several).views
    (cell,) = (entry for row in view.rows for entry in row.cells if entry)
    assert cell.text == "0.80 to 0.90"
    assert cell.lines == [
        "slower on 2 of 2",
        "one cell on 2 machines",
        "5.6.1 → 5.7.2",
        "newest 2026-02",
    ]


def test_threads_beside_unknown_processors_have_a_table_of_their_own() -> None:
    told = chain([point("5.6", "5.7"), point("5.6", "5.7", 0.1, cpus=None)])
    texts = {v.band: [e.text for row in v.rows for e in row.cells if e] for v in told.views}
    assert texts == {"about-cores": ["0.90"], "unrecorded": ["0.10"]}


def test_a_step_that_goes_backwards_in_time_says_so() -> None:
    releases = {"from_release": "10.6.23", "to_release": "11.0.6", "order": "backward"}
    series = {"from_series": "10.6", "to_series": "11.0", "product": "mariadb"}
    backward = measured_point(0.5, **releases, **series)
    (view,) = chain([backward]).views
    assert [column.note for column in view.columns] == ["backwards in time"]
    (pair,) = pair_records([backward])
    assert pair.order_text == "10.6.23 is newer than 11.0.6: this step goes backwards in time."
    assert worst_step_text([backward]) == ""


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


def test_a_pair_answers_first() -> None:
    other = {"machine": "b", "threads": 1}
    points = [point("5.6", "5.7", 0.7), point("5.6", "5.7", 1.2, **other)]
    (pair,) = pair_records(points)
    assert pair.answer == (
        "With pinned settings, on 2 machines (measured): at 1 thread 20 % faster"
        " in OLTP read-only; at 4 threads of 4 CPUs 30 % slower in OLTP read-only."
    )
    assert pair.path == "/upgrades/mysql-5.6-to-mysql-5.7/"


def test_findings_of_a_page_are_its_answer_in_lines() -> None:
    points = [point("5.6", "5.7", 0.7), point("5.6", "5.7", 1.2, threads=1)]
    (pair,) = pair_records(points)
    (group,) = pair.groups
    assert group.findings == [
        "At 1 thread: 20 % faster in OLTP read-only",
        "At 4 threads of 4 CPUs: 30 % slower in OLTP read-only",
    ]


def test_the_page_of_all_pairs_shows_a_few_findings_of_the_longest_upgrade() -> None:
    points = [point("5.6", "5.7", 0.9), point("5.7", "8.0", 0.9)]
    points += [point("5.6", "8.0", 0.7, threads=n, workload=f"Work {n}") for n in (1, 4, 16)]
    found = chain(points).longest
    assert found
    assert (found.title, len(found.lines)) == ("MySQL 5.6 to MySQL 8.0", MOST_LEADING)
    assert found.lines[0] == "At 1 thread: 30 % slower in Work 1"
    assert found.scope == "with pinned settings, on 1 machine (measured)"


def test_findings_keep_datasets_of_different_residency_apart() -> None:
    points = [point("5.6", "5.7", 0.7), point("5.6", "5.7", 1.2, residency="io-bound")]
    (pair,) = pair_records(points)
    (group,) = pair.groups
    assert group.findings == [
        "At 4 threads of 4 CPUs (dataset in memory): 30 % slower in OLTP read-only",
        "At 4 threads of 4 CPUs (dataset larger than memory): 20 % faster in OLTP read-only",
    ]


def test_an_answer_hides_no_other_sign() -> None:
    often = [point("5.6", "5.7", 0.7, workload=f"Work {n}") for n in range(3)]
    (pair,) = pair_records([*often, point("5.6", "5.7", 1.2)])
    assert pair.answer == (
        "With pinned settings, on 1 machine (measured): at 4 threads of 4 CPUs"
        " slower in 3 of 4 workloads, faster in 1 (0.70 to 1.20 times)."
    )


def test_an_answer_has_a_sentence_for_each_regime() -> None:
    points = [point("5.6", "5.7", 0.7), point("5.6", "5.7", 1.2, regime="defaults")]
    (pair,) = pair_records(points)
    assert pair.answer == (
        "With default settings, on 1 machine (measured): at 4 threads of 4 CPUs 20 % faster"
        " in OLTP read-only."
        " With pinned settings, on 1 machine (measured): at 4 threads of 4 CPUs 30 % slower"
        " in OLTP read-only."
    )


def test_what_is_not_comparable_is_counted_and_left_out() -> None:
    points = [point("5.6", "5.7"), point("5.6", "5.7", 0.2, direction="not-comparable")]
    (pair,) = pair_records(points)
    assert pair.left_out == 1
    assert pair.left_out_text.startswith("One point is left out")
    assert [p.ratio for g in pair.groups for p in g.points] == [pytest.approx(0.9)]


def test_a_pair_of_which_nothing_is_comparable_says_so() -> None:
    (pair,) = pair_records([point("5.6", "5.7", direction="not-comparable")])
    assert pair.answer == "No runs of MySQL 5.6 and MySQL 5.7 are comparable."
    assert pair.groups == []


def test_regimes_of_a_pair_are_groups_of_their_own() -> None:
    points = [point("5.6", "5.7"), point("5.6", "5.7", regime="defaults", residency="unrecorded")]
    (pair,) = pair_records(points)
    assert [group.regime for group in pair.groups] == ["defaults", "pinned"]
    assert len({group.chart for group in pair.groups}) == 2


def test_a_point_says_what_it_ran_on() -> None:
    pools = {"pool_mib": 2048.0, "pools_mib": (2048.0, 2048.0)}
    (pair,) = pair_records([point("5.6", "5.7", threads=16, **pools)])
    (shown,) = pair.groups[0].points
    assert shown.threads_text == "16 threads of 4 CPUs"
    assert shown.setup == (
        "dataset in memory, 4 tables of 100,000 rows, buffer pool 2 GiB, client on the same host"
    )


def test_a_chart_has_every_band_and_never_too_many_lines() -> None:
    points = [
        point("5.6", "5.7", threads=threads, workload=f"Work {n:03}", test="other")
        for threads in (1, 4, 16)
        for n in range(50)
    ]
    (pair,) = pair_records(points)
    (group,) = pair.groups
    shown = [group.points[position] for position in group.charted]
    assert len(shown) == MOST_CHARTED
    assert {p.band for p in shown} == {"one", "about-cores", "oversubscribed"}
    assert "40 of 150 points" in group.chart_note
