"""The decade: steps of machines, chains of steps, what may stand in them, and their words."""

from __future__ import annotations

import math
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sysbench_archive.derive.decade import (
    REFERENCES,
    Contrast,
    chain_of,
    counted_lengths,
    decade_points,
    is_chained,
    series_tables,
    shown_series,
    step_of,
)
from sysbench_archive.derive.decade_words import finding_text, pair_answers, title_text
from sysbench_archive.derive.upgrades.points import MeasuredPoint
from sysbench_archive.model.counted import CountedRelease
from sysbench_archive.model.decade import CountedLength, DecadePoint
from upgrade_samples import measured_point


def contrast(older: str, newer: str, ratio: float, machine: str = "a") -> Contrast:
    return Contrast(older, newer, machine, math.log(ratio))


def point(older: str, newer: str, ratio: float, **more: Any) -> MeasuredPoint:
    """A narrow contrast at one client, on a machine of its own author."""
    known: dict[str, Any] = {
        "from_series": older,
        "to_series": newer,
        "from_release": f"{older}.1",
        "to_release": f"{newer}.1",
        "threads": 1,
        "family": "read-write",
        "submitter": more.get("machine", "a"),
    }
    return measured_point(ratio, **known | more)


def of(points: list[DecadePoint], series: str) -> DecadePoint:
    (found,) = [one for one in points if one.series == series]
    return found


def test_a_machine_counts_once_however_much_it_ran() -> None:
    many = [contrast("5.6", "5.7", 0.5) for _ in range(9)]
    step = step_of([*many, contrast("5.6", "5.7", 2.0, "b")])
    assert (step.machines, step.contrasts) == (2, 10)
    assert step.ratio == pytest.approx(1)
    assert math.exp(step.low) == pytest.approx(0.5)
    assert math.exp(step.high) == pytest.approx(2)


def test_a_chain_multiplies_its_steps() -> None:
    links = chain_of(
        [contrast("5.5", "5.6", 2), contrast("5.6", "5.7", 0.8), contrast("5.7", "8.0", 0.5)], "5.6"
    )
    ratios = {link.series: math.exp(link.centre) for link in links}
    assert ratios == pytest.approx({"5.5": 0.5, "5.6": 1, "5.7": 0.8, "8.0": 0.4})


@given(st.lists(st.floats(0.2, 5), min_size=4, max_size=4), st.integers(1, 4))
def test_over_the_same_machines_a_chain_is_what_was_run_directly(
    speeds: list[float], machines: int
) -> None:
    series = ("5.6", "5.7", "8.0", "8.4")
    contrasts = [
        contrast(older, newer, speeds[b] ** (1 + m / 9) / speeds[a] ** (1 + m / 9), str(m))
        for m in range(machines)
        for a, older in enumerate(series)
        for b, newer in enumerate(series)
        if a < b
    ]
    direct = step_of([c for c in contrasts if (c.older, c.newer) == ("5.6", "8.4")])
    assert chain_of(contrasts, "5.6")[-1].centre == pytest.approx(direct.centre, abs=1e-9)


def test_the_nearest_series_that_two_machines_ran_leads_on() -> None:
    contrasts = [
        contrast("5.6", "5.7", 0.9),
        contrast("5.6", "5.7", 0.9, "b"),
        contrast("5.7", "8.0", 0.1),
        contrast("5.6", "8.0", 0.7),
        contrast("5.6", "8.0", 0.7, "b"),
    ]
    last = chain_of(contrasts, "5.6")[-1]
    assert last.step is not None
    assert (last.step.older, last.machines) == ("5.6", 2)
    assert math.exp(last.centre) == pytest.approx(0.7)
    alone = chain_of([c for c in contrasts if c.newer != "8.0" or c.machine == "a"], "5.6")[-1]
    assert alone.step is not None
    assert (alone.step.older, alone.machines, alone.below) == ("5.7", 1, None)


def test_a_series_that_no_step_reaches_is_not_there() -> None:
    links = chain_of([contrast("5.6", "5.7", 1), contrast("8.4", "9.7", 1)], "5.6")
    assert [link.series for link in links] == ["5.6", "5.7"]
    assert chain_of([contrast("8.4", "9.7", 1)], "5.6") == []


def test_ranges_of_steps_add_up_on_the_logarithm() -> None:
    contrasts = [
        contrast(older, newer, ratio, machine)
        for older, newer in (("5.6", "5.7"), ("5.7", "8.0"))
        for ratio, machine in ((0.5, "a"), (2.0, "b"))
    ]
    last = chain_of(contrasts, "5.6")[-1]
    assert last.below == pytest.approx(math.log(2) * math.sqrt(2))
    assert last.above == pytest.approx(math.log(2) * math.sqrt(2))


def test_before_the_reference_ends_change_sides() -> None:
    contrasts = [
        contrast("5.5", "5.6", 1, "a"),
        contrast("5.5", "5.6", 1, "b"),
        contrast("5.5", "5.6", 8, "c"),
    ]
    first = chain_of(contrasts, "5.6")[0]
    assert math.exp(first.centre) == pytest.approx(0.5)
    assert first.below == pytest.approx(math.log(4))
    assert first.above == pytest.approx(math.log(2))


@pytest.mark.parametrize(
    "fact",
    [
        {"status": "reported"},
        {"regime": "defaults"},
        {"residency": "io-bound"},
        {"residency": "cached"},
        {"order": "backward"},
        {"to_release": "8.0.3 (rc)"},
        {"to_release": "9.7.0-er"},
        {"low": 0.4, "high": 1.6},
    ],
)
def test_what_is_no_evidence_of_a_release_is_not_chained(fact: dict[str, Any]) -> None:
    assert is_chained(point("5.7", "8.0", 0.8))
    assert not is_chained(point("5.7", "8.0", 0.8, **fact))


@pytest.mark.parametrize("version", ["8.0.44", "5.5.28a", "9.7.4-2", "5.7.44-48", "5.6"])
def test_versions_of_general_releases_are_chained(version: str) -> None:
    assert is_chained(point("5.7", "8.0", 0.8, to_release=version))


def test_what_is_not_comparable_and_other_thread_counts_are_left_out() -> None:
    points = [
        point("5.6", "5.7", 0.8),
        point("5.6", "8.0", 0.8, direction="not-comparable"),
        point("5.6", "8.4", 0.8, threads=3, cpus=40),
        point("5.6", "9.7", 0.8, threads=400, cpus=40),
    ]
    assert {(p.row, p.series) for p in decade_points(points, [])} == {
        ("one", "5.6"),
        ("one", "5.7"),
    }


def test_machines_of_one_author_with_as_many_processors_are_one() -> None:
    same = [point("5.6", "5.7", 0.8, machine=m, submitter="x") for m in "ab"]
    assert of(decade_points(same, []), "5.7").weak
    others = [point("5.6", "5.7", 0.8, machine=m, submitter=m) for m in "ab"]
    shown = of(decade_points(others, []), "5.7")
    assert (shown.weak, shown.machines, shown.low) == (False, 2, pytest.approx(0.8))


def test_a_weak_step_makes_all_behind_it_weak() -> None:
    points = [
        point("5.6", "5.7", 0.8),
        point("5.7", "8.0", 0.8),
        point("5.7", "8.0", 0.8, machine="b"),
    ]
    shown = decade_points(points, [])
    assert [(p.series, p.weak, p.low) for p in shown] == [
        ("5.6", False, None),
        ("5.7", True, None),
        ("8.0", True, None),
    ]
    assert of(shown, "8.0").step_machines == 2


def test_no_line_leads_past_a_long_term_series() -> None:
    shown = decade_points([point("5.6", "5.7", 0.8), point("5.6", "8.4", 0.8)], [])
    assert (of(shown, "5.7").joined, of(shown, "8.4").joined) == (True, False)


def test_short_lived_series_are_shown_only_as_the_newest() -> None:
    assert list(shown_series("mysql", ["5.6", "9.4", "9.5"])) == ["5.6", "9.5"]
    assert list(shown_series("mysql", ["5.6", "9.5", "9.7"])) == ["5.6", "9.7"]
    assert list(shown_series("mysql", ["5.6", "77.1"])) == ["5.6"]


def test_months_rise_with_series_and_the_references_are_there() -> None:
    for product, reference in REFERENCES.items():
        table = series_tables()[product]
        months = [*table.long_term.values()]
        assert months == sorted(months)
        assert reference in table.long_term
        assert table.source.startswith("https://")


def length(series: str, instructions: int, **more: Any) -> CountedLength:
    known: dict[str, Any] = {"product": "mysql", "kind": "point", "agrees": True, "path": "/a/"}
    return CountedLength(
        series=series, version=f"{series}.1", instructions=instructions, **known | more
    )


def test_counts_stand_beside_the_reference_of_one_comparison() -> None:
    lengths = [
        length("5.6", 1000),
        length("5.7", 1200),
        length("8.0", 1500, agrees=False),
        length("5.6", 9, path="/b/"),
    ]
    shown = decade_points([], lengths)
    assert {(p.series, p.ratio, p.weak, p.path) for p in shown} == {
        ("5.6", 1.0, False, "/a/"),
        ("5.7", 1.2, False, "/a/"),
        ("8.0", 1.5, True, "/a/"),
    }
    assert decade_points([], [length("5.7", 1200), length("8.0", 1500)]) == []


def test_counts_of_a_server_are_averaged_and_only_plain_releases_at_defaults_stand() -> None:
    def counted(version: str, instructions: float, **more: Any) -> CountedRelease:
        known = msgspec.structs.asdict(_COUNTED) | {"version": version, "label": version}
        return CountedRelease(**known | {"instructions": instructions} | more)

    releases = [
        counted("8.0.36", 100.0),
        counted("8.0.36", 110.0, agrees=False),
        counted("8.4.0", 120.0, plain=False),
        counted("9.7.0", 120.0, general=False),
        counted("5.7.22", 120.0, regime="pinned"),
        counted("5.6.24", 120.0, test="oltp_delete"),
        counted("5.6.24", 90.0, comparison="/comparisons/another/"),
    ]
    found = counted_lengths(releases)
    assert [(one.version, one.instructions, one.agrees) for one in found] == [
        ("8.0.36", 105.0, False),
        ("5.6.24", 90.0, True),
    ]
    assert found[0].path == "/comparisons/counts--point-select/"


_COUNTED = CountedRelease(
    product="mysql",
    version="",
    series="8.0",
    label="",
    plain=True,
    general=True,
    bundle="counts",
    path="/results/counts/r-1/",
    comparison="/comparisons/counts--point-select/",
    test="oltp_point_select",
    title="Point select",
    tool="callgrind",
    regime="defaults",
    setting="",
    instructions=1.0,
    agrees=True,
)


def both(older: str, newer: str, ratio: float, **more: Any) -> list[MeasuredPoint]:
    return [point(older, newer, ratio * part, machine=m, **more) for m, part in _PARTS]


_PARTS = (("a", 0.9), ("b", 1.1))
_MANY: dict[str, Any] = {"threads": 4, "cpus": 4, "family": "range"}


def test_the_finding_says_what_all_machines_agree_on() -> None:
    points = [*both("5.6", "8.0", 0.7), *both("5.6", "8.0", 1.5, **_MANY)]
    shown = decade_points(points, [])
    assert finding_text(shown) == (
        "With one client, MySQL 8.0 runs 30 % fewer read-write transactions than 5.6"
        " (23 to 37 %); with many clients, 8.0 runs 49 % more read-only transactions"
        " (35 to 65 %)."
    )
    assert title_text(shown) == (
        "Since MySQL 5.6, one client lost in read-write and many clients gained in read-only"
    )


def test_nothing_is_found_where_machines_disagree_or_one_is_all_there_is() -> None:
    disagreeing = decade_points(both("5.6", "8.0", 1.0), [])
    assert not of(disagreeing, "8.0").weak
    assert finding_text(disagreeing) == ""
    assert title_text(disagreeing) == "Each release beside one of its product"
    assert finding_text(decade_points([point("5.6", "8.0", 0.5)], [])) == ""
    assert finding_text(decade_points(both("5.5", "5.6", 0.5), [])) == ""


def test_an_upgrade_is_answered_as_its_page_answers() -> None:
    points = [
        *both("5.7", "8.0", 0.7),
        *both("5.7", "8.0", 1.0, **_MANY),
        point("5.7", "8.0", 0.1, family="write"),
        point("8.0", "8.4", 0.95),
        point("8.0", "8.4", 1.06, family="write", direction="no-clear-difference"),
        point("8.0", "8.4", 0.94, family="point", direction="no-clear-difference"),
    ]
    answers = {one.title: one.answer for one in pair_answers(points)}
    assert answers == {
        "MySQL 5.7 → 8.0": (
            "One client: read-write \N{MINUS SIGN}30 %."
            " Many clients: read-only \N{MINUS SIGN}10 to +10 %."
        ),
        "MySQL 8.0 → 8.4": (
            "One client, on one machine: read-write \N{MINUS SIGN}5 %,"
            " no clear difference in reads by key and writes."
        ),
    }


def test_an_upgrade_that_few_measurements_show_is_answered_with_both_ends() -> None:
    doubtful = [
        point("5.7", "8.0", ratio, machine=name, threads=1, direction=direction)
        for name, ratio, direction in (
            ("a", 0.8, "slower"),
            ("b", 0.96, "cannot-tell"),
            ("c", 0.97, "no-clear-difference"),
        )
    ]
    (answer,) = pair_answers(doubtful)
    assert answer.answer == "One client: read-write \N{MINUS SIGN}20 to \N{MINUS SIGN}3 %."
    level = [
        point("5.7", "8.0", ratio, machine=name, direction="slower")
        for name, ratio in (("a", 0.99), ("b", 1.005))
    ]
    (answer,) = pair_answers(level)
    assert answer.answer == "One client: read-write \N{MINUS SIGN}1 to +0.5 %."
