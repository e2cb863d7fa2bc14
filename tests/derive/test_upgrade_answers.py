"""The answer of an upgrade: a machine counts once, and words are as strong as the measurements."""

import math
from statistics import median
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sysbench_archive.derive.upgrades.answers import answers_of, fewer_or_more, part_of
from sysbench_archive.derive.upgrades.points import MeasuredPoint, Upgrade
from sysbench_archive.derive.upgrades.words import NO_CLEAR_DIFFERENCE
from sysbench_archive.model.upgrade import UpgradeAnswer
from upgrade_samples import measured_point

UPGRADE = Upgrade("mysql", "5.6", "5.7")
OPEN = {"direction": NO_CLEAR_DIFFERENCE}


def point(ratio: float, machine: str = "a", **more: Any) -> MeasuredPoint:
    return measured_point(ratio, machine=machine, **more)


def answer(*points: MeasuredPoint) -> UpgradeAnswer:
    (found,) = answers_of(UPGRADE, points)
    return found


def test_a_machine_counts_once_by_its_median() -> None:
    many = [point(0.5, "a", workload=f"Work {n}") for n in range(20)]
    told = answer(*many, point(0.6, "a"), point(0.8, "b"), point(0.9, "c"))
    assert (told.machines, told.measurements) == (3, 23)
    assert told.ratio == pytest.approx(0.8)
    assert (told.low, told.high) == (pytest.approx(0.5), pytest.approx(0.9))


def test_of_one_machine_the_range_is_that_of_its_measurements() -> None:
    told = answer(point(0.7, workload="A"), point(0.8, workload="B"), point(0.95, workload="C"))
    assert (told.ratio, told.low, told.high) == (
        pytest.approx(0.8),
        pytest.approx(0.7),
        pytest.approx(0.95),
    )


def test_an_answer_names_machines_settings_load_and_clients() -> None:
    told = answer(point(0.65, "a", threads=1), point(0.88, "b", threads=1), point(1.3, "b"))
    assert told.sentence == (
        "On 2 machines with pinned settings, MySQL 5.7 did 12 to 35 % fewer read-only queries"
        " a second than 5.6 with one client (median 24 % fewer);"
        " with 4 clients, on 1 machine, 30 % more."
    )
    assert told.brief == (
        "On 2 machines with pinned settings, MySQL 5.7 did 12 to 35 % fewer read-only queries"
        " a second than 5.6 with one client; with 4 clients, on 1 machine, 30 % more."
    )


def test_across_products_both_are_named() -> None:
    other = Upgrade("mysql", "8.0", "11.4", "mariadb")
    (told,) = answers_of(other, [point(1.18, family="read-write")])
    assert told.sentence == (
        "On 1 machine with pinned settings, MariaDB 11.4 did 18 % more read-write transactions"
        " a second than MySQL 8.0 with 4 clients."
    )


@pytest.mark.parametrize(
    ("points", "direction", "words"),
    [
        (
            [point(0.7, workload="A"), point(1.2, workload="B")],
            "mixed",
            (
                "did 30 % fewer to 20 % more read-only queries a second than 5.6 with 4 clients"
                " (median 8 % fewer; faster in 1 of 2 and slower in 1)"
            ),
        ),
        (
            [point(0.9), point(0.97, "b", **OPEN), point(1.02, "c", **OPEN)],
            "slower",
            (
                "did 3 % fewer read-only queries a second than 5.6 with 4 clients"
                " (10 % fewer to 2 % more; slower in 1 of 3)"
            ),
        ),
        (
            [point(0.97, **OPEN), point(1.3, "b", **OPEN)],
            NO_CLEAR_DIFFERENCE,
            (
                "beside 5.6: no clear difference in read-only queries with 4 clients"
                " (3 % fewer to 30 % more)"
            ),
        ),
        (
            [point(1.3, n=[1, 1], low=None, high=None, direction="cannot-tell")],
            "cannot-tell",
            "beside 5.6: too few runs to tell in read-only queries with 4 clients (30 % more)",
        ),
        (
            [point(0.9), point(1.4, "b", **OPEN), point(1.5, "c", **OPEN)],
            NO_CLEAR_DIFFERENCE,
            (
                "beside 5.6: no clear difference in read-only queries with 4 clients"
                " (10 % fewer to 50 % more; slower in 1 of 3)"
            ),
        ),
        (
            [point(1.01, direction="equivalent"), point(0.99, "b", direction="equivalent")],
            "equivalent",
            "did as many read-only queries a second as 5.6 with 4 clients (within 3 %)",
        ),
    ],
    ids=["mixed", "some", "undecided", "single", "other-side", "equivalent"],
)
def test_words_are_as_strong_as_the_measurements(
    points: list[MeasuredPoint], direction: str, words: str
) -> None:
    told = answer(*points)
    assert told.direction == direction
    machines = len({point.machine for point in points})
    scope = f"On {machines} machine{'s' if machines > 1 else ''} with pinned settings, MySQL 5.7"
    assert told.sentence == f"{scope} {words}."


def test_what_somebody_published_is_said_to_be() -> None:
    told = answer(point(0.8, status="reported"))
    assert told.sentence.startswith(
        "On 1 machine with pinned settings, as published, MySQL 5.7 did"
    )


@pytest.mark.parametrize(
    ("low", "high", "words"),
    [
        (0.65, 0.88, "12 to 35 % fewer"),
        (0.88, 0.881, "12 % fewer"),
        (0.95, 1.2, "5 % fewer to 20 % more"),
        (0.999, 1.2, "as many to 20 % more"),
        (1.2, 3.1, "20 % more to 3.1 times as many"),
        (2.2, 3.1, "2.2 to 3.1 times as many"),
        (0.0001, 0.5, "50 to 99 % fewer"),
    ],
)
def test_how_many_more_or_fewer(low: float, high: float, words: str) -> None:
    assert fewer_or_more(low, high) == words


def test_regimes_and_loads_have_answers_of_their_own_the_best_proven_first() -> None:
    points = [point(0.9), point(0.9, regime="defaults"), point(0.9, "b", regime="defaults")]
    found = answers_of(UPGRADE, [*points, point(1.2, family="write")])
    assert [(own.family, own.regime, own.machines) for own in found] == [
        ("range", "defaults", 2),
        ("range", "pinned", 1),
        ("write", "pinned", 1),
    ]


ratios = st.floats(0.1, 10).filter(lambda ratio: ratio != 1)
measurements = st.builds(
    lambda ratio, machine, stands: point(ratio, machine, **({} if stands else OPEN)),
    ratios,
    st.sampled_from("abc"),
    st.booleans(),
)


@given(st.lists(measurements, min_size=1, max_size=12))
def test_direction_and_number_never_disagree(points: list[MeasuredPoint]) -> None:
    part = part_of("about-cores", points)
    by_machine = [
        math.exp(median(own.log_ratio for own in points if own.machine == name))
        for name in {own.machine for own in points}
    ]
    assert part.low <= part.ratio * (1 + 1e-9)
    assert part.ratio <= part.high * (1 + 1e-9)
    if len(by_machine) > 1:
        assert (part.low, part.high) == (
            pytest.approx(min(by_machine)),
            pytest.approx(max(by_machine)),
        )
    stand = {own.direction for own in points} & {"faster", "slower"}
    if part.direction in ("faster", "slower"):
        assert stand == {part.direction}
        assert (part.ratio > 1) == (part.direction == "faster")
    assert (part.direction == "mixed") == (len(stand) == 2)
