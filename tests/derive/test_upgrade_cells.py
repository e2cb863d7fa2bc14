"""Points of an upgrade as a cell: ranges, pooling, and words that agree with the numbers."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sysbench_archive.derive.upgrades.cells import (
    FEWEST_TO_POOL,
    joint_direction,
    points_by_cell,
    upgrade_cell,
)
from sysbench_archive.derive.upgrades.points import MeasuredPoint
from sysbench_archive.derive.upgrades.words import MACHINES as ON_MACHINES
from sysbench_archive.derive.upgrades.words import NO_CLEAR_DIFFERENCE, finding_text, tally_text
from sysbench_archive.model.comparison import Direction
from sysbench_archive.model.upgrade import UpgradeCell
from upgrade_samples import measured_point

UNDECIDED = (NO_CLEAR_DIFFERENCE, "cannot-tell", "equivalent")


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


def workloads(*ratios: float, **more: Any) -> list[MeasuredPoint]:
    """A point of each of several workloads on one machine."""
    return [point("a", r, workload=f"Work {n}", **more) for n, r in enumerate(ratios)]


def test_one_point_shows_its_interval() -> None:
    shown = upgrade_cell([point("a", 0.8)])
    assert (shown.basis, shown.ratio, shown.machines) == ("interval", pytest.approx(0.8), 1)
    assert (shown.low, shown.high) == (pytest.approx(0.76), pytest.approx(0.84))
    assert shown.finding == "20 % slower"


def test_a_single_run_shows_no_interval() -> None:
    shown = upgrade_cell([point("a", 0.8, None)])
    assert (shown.basis, shown.low) == ("single", None)


def test_bundles_of_one_machine_are_a_range_and_never_a_mean() -> None:
    shown = upgrade_cell([point("a", 0.5), point("a", 2.0, bundle="2026-02-c")])
    assert (shown.machines, shown.basis, shown.direction) == (1, "bundles", "mixed")
    assert shown.ratio is None
    assert (shown.low, shown.high) == (pytest.approx(0.5), pytest.approx(2.0))
    assert shown.finding == "faster in 1 of 2 bundles, slower in the other"


@pytest.mark.parametrize(
    "key",
    [
        {"workload": "Other"},
        {"test": "oltp_point_select"},
        {"parameters": "0f"},
        {"threads": 3},
        {"regime": "defaults"},
        {"residency": "io-bound"},
        {"pools_mib": (2048.0, 2048.0)},
        {"table_size": 200_000},
        {"dataset_mib": 100},
        {"placement": "other-host"},
    ],
    ids=lambda key: next(iter(key)),
)
def test_what_decides_a_ratio_is_never_averaged(key: dict[str, Any]) -> None:
    points = [point("a", 0.25), point("a", 1.03, **key)]
    assert len(points_by_cell(points)) == 2
    shown = upgrade_cell(points)
    assert (shown.ratio, shown.cells, shown.machines) == (None, 2, 1)
    assert (shown.low, shown.high) == (pytest.approx(0.25), pytest.approx(1.03))
    assert shown.text == "0.25 to 1.03"
    assert shown.note == "2 cells on 1 machine"


@pytest.mark.parametrize("count", range(2, FEWEST_TO_POOL))
def test_few_machines_are_shown_and_not_pooled(count: int) -> None:
    shown = upgrade_cell(machines(*(0.7 + n / 10 for n in range(count))))
    assert (shown.ratio, shown.basis) == (None, "machines")
    assert (shown.low, shown.high) == (pytest.approx(0.7), pytest.approx(0.6 + count / 10))


def test_machines_of_different_cells_are_not_pooled() -> None:
    points = [point(str(n), 0.8, workload=f"Work {n}") for n in range(FEWEST_TO_POOL)]
    assert upgrade_cell(points).basis == "cells"


def test_enough_machines_are_pooled_with_a_prediction() -> None:
    shown = upgrade_cell(machines(0.7, 0.75, 0.8, 0.85, 0.9))
    assert shown.basis == "prediction"
    assert shown.ratio
    assert 0.75 < shown.ratio < 0.85
    # One more machine is less sure than any of those.
    assert shown.low
    assert shown.low < 0.7
    assert shown.high
    assert shown.high > 0.9
    assert shown.direction == "slower"
    assert shown.finding == "20 % slower on average; slower on 5 of 5 machines"


def test_the_newest_bundle_speaks_for_a_machine_that_is_pooled() -> None:
    old = [point("0", 0.1, day="2020-01-01", direction="slower")]
    newest = upgrade_cell([*old, *machines(0.7, 0.75, 0.8, 0.85, 0.9)])
    assert newest.ratio == upgrade_cell(machines(0.7, 0.75, 0.8, 0.85, 0.9)).ratio


def test_machines_that_differ_for_more_than_chance_are_said_to() -> None:
    apart = upgrade_cell(machines(0.4, 0.6, 1.1, 1.5, 2.0, half=0.01))
    alike = upgrade_cell(
        [
            point(str(n), ratio, 0.1, direction=NO_CLEAR_DIFFERENCE)
            for n, ratio in enumerate((0.99, 1.0, 1.0, 1.01, 1))
        ]
    )
    assert apart.heterogeneity.startswith("the machines differ for more than chance")
    assert alike.heterogeneity == "the machines differ no more than their noise does"
    assert apart.direction == "mixed"


@pytest.mark.parametrize(
    ("directions", "together"),
    [
        (["slower"], "slower"),
        (["slower", "slower", "cannot-tell"], "slower"),
        (["slower", "cannot-tell"], "slower"),
        (["slower", "faster", NO_CLEAR_DIFFERENCE], "mixed"),
        (["mixed", NO_CLEAR_DIFFERENCE], "mixed"),
        ([NO_CLEAR_DIFFERENCE, "equivalent"], NO_CLEAR_DIFFERENCE),
        (["equivalent", "equivalent"], "equivalent"),
        (["equivalent", "cannot-tell"], "cannot-tell"),
    ],
)
def test_several_directions_together(directions: list[Direction], together: Direction) -> None:
    assert joint_direction(directions) == together


@pytest.mark.parametrize(
    ("directions", "words"),
    [
        (
            ["slower", NO_CLEAR_DIFFERENCE],
            "slower on 1 of 2 machines, no clear difference on the other",
        ),
        (["slower"] * 3, "slower on 3 of 3 machines"),
        (
            [NO_CLEAR_DIFFERENCE, "slower", "slower", "slower"],
            "slower on 3 of 4 machines, no clear difference on 1",
        ),
        (["slower", "faster", "faster"], "faster on 2 of 3 machines, slower on 1"),
    ],
)
def test_a_tally_says_how_many(directions: list[Direction], words: str) -> None:
    assert tally_text(directions, ON_MACHINES) == words


@pytest.mark.parametrize(
    ("sample", "words"),
    [
        (point("a", 0.88), "12 % slower"),
        (point("a", 2.4), "2.4 times the throughput"),
        (point("a", 0.4), "0.4 times the throughput"),
        (point("a", 1.05, direction=NO_CLEAR_DIFFERENCE), "no clear difference"),
        (
            point("a", 1.0, 0.6, direction=NO_CLEAR_DIFFERENCE),
            "too noisy to tell (between 0.4 and 1.6 times)",
        ),
        (
            point("a", 1.08, None, direction="cannot-tell", status="reported"),
            "+8 % (as published, cannot tell)",
        ),
        (
            point("a", 0.9, None, direction="cannot-tell"),
            "\N{MINUS SIGN}10 % (single runs, cannot tell)",
        ),
    ],
)
def test_a_point_in_words(sample: MeasuredPoint, words: str) -> None:
    assert finding_text(sample) == words


def test_a_mixture_of_statuses_is_indicative() -> None:
    statuses = [point("a", 0.8), point("b", 0.8, status="reported")]
    assert upgrade_cell(statuses).status == "indicative"
    assert upgrade_cell(statuses[:1]).status == "measured"


def test_the_newest_day_and_each_pair_of_releases_are_named_once() -> None:
    other = point("b", 0.9, day="2027-01", to_release="5.7.9")
    shown = upgrade_cell([point("a", 0.8), point("a", 0.8), other])
    assert shown.newest == "2027-01"
    assert shown.releases == ["5.6.51 → 5.7.44", "5.6.51 → 5.7.9"]


@st.composite
def points_of_cells(draw: st.DrawFn) -> list[MeasuredPoint]:
    """Points of a few cells, machines and bundles, with directions as verdicts give them."""

    def drawn(number: int) -> MeasuredPoint:
        ratio = draw(st.floats(0.1, 10).filter(lambda value: abs(math.log(value)) > 0.001))
        sign = "slower" if ratio < 1 else "faster"
        return point(
            draw(st.sampled_from("abcdefg")),
            ratio,
            draw(st.sampled_from([None, 0.05, 0.5])),
            workload=draw(st.sampled_from(["p", "q"])),
            threads=draw(st.sampled_from([1, 4])),
            bundle=f"2026-01-{number}",
            direction=draw(st.sampled_from([sign, *UNDECIDED])),
        )

    return [drawn(number) for number in range(draw(st.integers(1, 12)))]


@given(points_of_cells())
def test_a_cell_does_not_depend_on_the_order_of_points(points: list[MeasuredPoint]) -> None:
    there, back = upgrade_cell(points), upgrade_cell(points[::-1])
    for name in ("ratio", "low", "high"):
        assert getattr(there, name) == pytest.approx(getattr(back, name))
    assert (there.direction, there.basis) == (back.direction, back.basis)
    assert there.machines == back.machines == len({p.machine for p in points})


@given(points_of_cells())
def test_direction_and_number_never_disagree(points: list[MeasuredPoint]) -> None:
    assert_agrees(upgrade_cell(points), points)
    for own in points_by_cell(points).values():
        assert_agrees(upgrade_cell(own), own)


def assert_agrees(cell: UpgradeCell, points: Sequence[MeasuredPoint]) -> None:
    """What holds of any cell and the points it rests on."""
    # Of several cells each has a say: a pooled one says what the mean over its machines says.
    of_cells = [upgrade_cell(own).direction for own in points_by_cell(points).values()]
    said = {*of_cells} if cell.basis == "cells" else {point.direction for point in points}
    stand = said & {"faster", "slower"}
    if cell.direction == "mixed":
        assert "mixed" in said or stand == {"faster", "slower"}
        assert cell.ratio is None or cell.basis == "prediction"
    if cell.direction in ("faster", "slower") and cell.basis != "prediction":
        assert stand == {cell.direction}
        assert any(p.ratio > 1 if cell.direction == "faster" else p.ratio < 1 for p in points)
    if cell.ratio is not None and cell.direction in ("faster", "slower"):
        assert (cell.ratio > 1) == (cell.direction == "faster")
        assert (float(cell.text) > 1) == (cell.direction == "faster")
    if cell.basis in ("cells", "machines", "bundles"):
        ratios = [point.ratio for point in points]
        assert (cell.low, cell.high) == (min(ratios), max(ratios))
    if len(points) > 1:
        assert f"of {len({p.cell for p in points})} " in cell.finding or cell.cells == 1
