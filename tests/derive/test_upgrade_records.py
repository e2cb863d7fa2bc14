"""Pages of pairs and the chain table: steps, whole ways, words."""

from typing import Any

import pytest

from sysbench_archive.derive.upgrades.chains import chains_record, single_steps, worst_step_text
from sysbench_archive.derive.upgrades.pairs import pair_records
from sysbench_archive.derive.upgrades.points import MeasuredPoint, Upgrade
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
    points = [point("5.6", "5.7", role="over"), point("5.7", "8.0", role="over")]
    points += [point("5.6", "5.7", role="one", regime="defaults")]
    chosen = {
        choice.axis: [entry.name for entry in choice.choices if entry.chosen]
        for choice in chains_record(points).choices
    }
    assert chosen == {"regime": ["pinned"], "residency": ["in-memory"], "role": ["over"]}


def test_a_cell_says_what_stands_behind_its_figure() -> None:
    several = [point("5.6", "5.7", 0.8), point("5.6", "5.7", 0.9, machine="b", day="2026-02")]
    (view,) = chain(several).views
    (cell,) = (entry for row in view.rows for entry in row.cells if entry)
    assert cell.text == "0.80 to 0.90"
    assert cell.lines == ["slower", "5.6.1 → 5.7.2", "2 machines, 2026-02"]


def test_roles_that_know_no_processors_stay_out_of_the_table() -> None:
    told = chain([point("5.6", "5.7"), point("5.6", "5.7", 0.1, role="highest")])
    texts = [e.text for row in told.views[0].rows for e in row.cells if e]
    assert texts == ["0.90"]


def test_the_worst_regression_is_that_of_a_step() -> None:
    points = [point("5.6", "5.7", 0.7), point("5.7", "8.0", 0.9), point("5.6", "8.0", 0.5)]
    assert worst_step_text(points) == (
        "The worst regression of a step is MySQL 5.6.1 to MySQL 5.7.2: 0.70 times the throughput,"
        " OLTP read-only at 4 threads, pinned settings, measured."
    )


@pytest.mark.parametrize("direction", ["faster", "cannot-tell", "no-clear-difference"])
def test_what_is_not_called_slower_is_no_regression(direction: str) -> None:
    assert worst_step_text([point("5.6", "5.7", 0.7, direction=direction)]) == ""


def test_a_pair_answers_first() -> None:
    other = {"machine": "b", "threads": 1, "role": "one"}
    points = [point("5.6", "5.7", 0.7), point("5.6", "5.7", 1.2, **other)]
    (pair,) = pair_records(points)
    assert pair.answer == (
        "MySQL 5.7 beside MySQL 5.6 with pinned settings, 2 kinds of load on 2 machines:"
        " 1 faster and 1 slower."
        " Ratios go from 0.70 (OLTP read-only at 4 threads) to 1.20 (OLTP read-only at 1 thread)."
    )
    assert pair.path == "/upgrades/mysql-5.6-to-mysql-5.7/"


def test_a_machine_has_one_vote_in_an_answer() -> None:
    often = [point("5.6", "5.7", 0.7)] * 3
    once = [point("5.6", "5.7", 1.2, machine=name) for name in "bc"]
    (pair,) = pair_records([*often, *once])
    assert "1 kind of load on 3 machines: 1 faster." in pair.answer


def test_an_answer_counts_each_regime_by_itself() -> None:
    points = [point("5.6", "5.7", 0.7), point("5.6", "5.7", 1.2, regime="defaults")]
    (pair,) = pair_records(points)
    assert pair.answer == (
        "MySQL 5.7 beside MySQL 5.6 with default settings, 1 kind of load on 1 machine: 1 faster."
        " The ratio is 1.20 (OLTP read-only at 4 threads)."
        " MySQL 5.7 beside MySQL 5.6 with pinned settings, 1 kind of load on 1 machine: 1 slower."
        " The ratio is 0.70 (OLTP read-only at 4 threads)."
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


def test_threads_are_told_for_each_processor() -> None:
    (pair,) = pair_records([point("5.6", "5.7", threads=16)])
    (told,) = pair.groups[0].points
    assert told.threads_text == "16 threads, 4.0 per CPU"
