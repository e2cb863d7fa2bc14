"""How points of several machines become a cell: each machine counts once, few are not pooled."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sysbench_archive.derive.upgrades.cells import (
    FEWEST_TO_POOL,
    effects_by_machine,
    upgrade_cell,
)
from sysbench_archive.derive.upgrades.points import MeasuredPoint, majority_direction
from sysbench_archive.model.comparison import Direction
from upgrade_samples import measured_point


def point(machine: str, ratio: float, half: float | None = 0.05, **more: Any) -> MeasuredPoint:
    ends = (None, None) if half is None else (ratio * (1 - half), ratio * (1 + half))
    given = {
        "machine": machine,
        "submitter": f"owner of {machine}",
        "standard_error": half or 0.03,
        "low": ends[0],
        "high": ends[1],
        "from_release": "5.6.51",
        "to_release": "5.7.44",
        "day": "2026-01-02",
        **more,
    }
    return measured_point(ratio, **given)


def machines(*ratios: float, half: float = 0.05) -> list[MeasuredPoint]:
    """A point of each of several machines."""
    return [point(str(number), ratio, half) for number, ratio in enumerate(ratios)]


def test_one_point_shows_its_interval() -> None:
    shown = upgrade_cell([point("a", 0.8)])
    assert (shown.basis, shown.ratio, shown.machines) == (
        "interval",
        pytest.approx(0.8),
        1,
    )
    assert (shown.low, shown.high) == (pytest.approx(0.76), pytest.approx(0.84))


def test_a_single_run_shows_no_interval() -> None:
    shown = upgrade_cell([point("a", 0.8, None)])
    assert (shown.basis, shown.low) == ("single", None)


def test_cells_of_one_machine_count_as_one_machine() -> None:
    shown = upgrade_cell([point("a", 0.5), point("a", 2.0)])
    assert (shown.machines, shown.basis, shown.direction) == (1, "points", "mixed")
    assert shown.ratio == pytest.approx(1.0)
    assert (shown.low, shown.high) == (pytest.approx(0.5), pytest.approx(2.0))


def test_more_cells_of_a_machine_make_it_no_surer() -> None:
    (once,), (often,) = (effects_by_machine([point("a", 0.8)] * count) for count in (1, 9))
    assert often.standard_error == pytest.approx(once.standard_error)


@pytest.mark.parametrize("count", range(2, FEWEST_TO_POOL))
def test_few_machines_are_shown_and_not_pooled(count: int) -> None:
    shown = upgrade_cell([point(str(n), 0.7 + n / 10) for n in range(count)])
    assert (shown.ratio, shown.basis) == (None, "machines")
    assert (shown.low, shown.high) == (
        pytest.approx(0.7),
        pytest.approx(0.6 + count / 10),
    )


def test_enough_machines_are_pooled_with_a_prediction() -> None:
    shown = upgrade_cell(
        [point(str(n), ratio) for n, ratio in enumerate((0.7, 0.75, 0.8, 0.85, 0.9))]
    )
    assert shown.basis == "prediction"
    assert 0.75 < shown.ratio < 0.85
    # One more machine is less sure than any of those.
    assert shown.low < 0.7
    assert shown.high > 0.9
    assert shown.direction == "slower"


def test_machines_that_differ_for_more_than_chance_are_said_to() -> None:
    apart = upgrade_cell(
        [point(str(n), ratio, 0.01) for n, ratio in enumerate((0.4, 0.6, 1.0, 1.5, 2.0))]
    )
    alike = upgrade_cell(
        [point(str(n), ratio, 0.1) for n, ratio in enumerate((0.99, 1.0, 1.0, 1.01, 1))]
    )
    assert apart.heterogeneity.startswith("the machines differ for more than chance")
    assert alike.heterogeneity == "the machines differ no more than their noise does"
    assert apart.direction == "no-clear-difference"


@pytest.mark.parametrize(
    ("directions", "most"),
    [
        (["slower"], "slower"),
        (["slower", "slower", "cannot-tell"], "slower"),
        (["slower", "cannot-tell"], "mixed"),
        (["slower", "faster", "no-clear-difference"], "mixed"),
    ],
)
def test_a_direction_is_what_more_than_half_say(
    directions: list[Direction], most: Direction
) -> None:
    assert majority_direction(directions) == most


def test_a_machine_with_many_points_has_one_vote() -> None:
    points = [point("a", 0.8)] * 5 + [point("b", 1.2), point("c", 1.2)]
    assert upgrade_cell(points).direction == "faster"


def test_a_mixture_of_statuses_is_indicative() -> None:
    statuses = [point("a", 0.8), point("b", 0.8, status="reported")]
    assert upgrade_cell(statuses).status == "indicative"
    assert upgrade_cell(statuses[:1]).status == "measured"


def test_the_newest_day_and_each_pair_of_releases_are_named_once() -> None:
    other = point("b", 0.9, day="2027-01", to_release="5.7.9")
    shown = upgrade_cell([point("a", 0.8), point("a", 0.8), other])
    assert shown.newest == "2027-01"
    assert shown.releases == ["5.6.51 → 5.7.44", "5.6.51 → 5.7.9"]


@given(st.lists(st.tuples(st.sampled_from("abcdefg"), st.floats(0.1, 10)), min_size=1, max_size=12))
def test_a_cell_does_not_depend_on_the_order_of_points(told: list[tuple[str, float]]) -> None:
    points = [point(machine, ratio) for machine, ratio in told]
    there, back = upgrade_cell(points), upgrade_cell(points[::-1])
    for name in ("ratio", "low", "high"):
        assert getattr(there, name) == pytest.approx(getattr(back, name))
    assert there.machines == back.machines == len({machine for machine, _ in told})
