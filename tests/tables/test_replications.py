"""What two campaigns of a machine say of each other's contrasts, and what makes none of them."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import structs

from cell_samples import cell
from derived_records import plain
from surveyed_archive import Surveyed
from sysbench_archive.model.counted import CountedRelease
from sysbench_archive.model.result import Replication
from sysbench_archive.tables.cells import Cell
from sysbench_archive.tables.machines import machine_of
from sysbench_archive.tables.replications import (
    are_apart,
    campaign_pairs,
    campaign_spreads,
    counted_pairs,
    replication_score,
    replications,
)
from sysbench_archive.verdicts.noise import REPEATS


def campaign(month: int, *ratios: float, **more: Any) -> list[Cell]:
    """Two releases in a bundle, a workload for each ratio."""
    named = {"bundle": f"2026-{month:02}-b", "started": f"2026-{month:02}", "n": 1}
    return [
        cell(version, tps, workload=f"w{at}", **named | {"log_variance": None} | more)
        for at, ratio in enumerate(ratios)
        for version, tps in (("8.0.45", 100.0), ("8.4.8", 100.0 * ratio))
    ]


def statuses(cells: Iterable[Cell], bundle: str = "2026-01-b") -> list[bool]:
    """Whether each contrast of a bundle that was made again is measured: it repeats on a machine
    that does, and nothing that may be of this machine says otherwise.
    """
    found: dict[str, list[Replication]] = {}
    for each in replications(campaign_pairs(cells)).get(bundle, []):
        found.setdefault(each.workload, []).append(each)
    return [
        any(each.same_machine for each in own)
        and all(each.agrees and each.deviation <= REPEATS for each in own)
        for own in found.values()
    ]


def test_a_contrast_that_two_campaigns_made_is_the_ratio_of_the_other() -> None:
    found = replications(campaign_pairs([*campaign(1, 0.90), *campaign(2, 0.91)]))
    (here,), (there,) = found["2026-01-b"], found["2026-02-b"]
    assert (here.bundle, there.bundle) == ("2026-02-b", "2026-01-b")
    assert (here.baseline, here.candidate) == ("mysql-8-0-45", "mysql-8-4-8")
    assert (here.ratio, there.ratio) == (pytest.approx(0.91), pytest.approx(0.90))
    assert here.agrees
    assert here.deviation == pytest.approx(math.log(0.91 / 0.90))


def test_a_machine_that_does_not_repeat_has_measured_nothing() -> None:
    assert statuses([*campaign(1, 0.9, 0.8), *campaign(2, 0.9, 0.9)]) == [False, False]
    (spread,) = campaign_spreads(
        campaign_pairs([*campaign(1, 0.9, 0.8), *campaign(2, 0.9, 0.9)])
    ).values()
    assert spread.found == pytest.approx(math.log(9 / 8) / math.sqrt(2))
    # Two servers share what their sessions were like, however many workloads they ran.
    assert (spread.df, spread.pairs) == (1, 2)
    assert spread.deviation == spread.found


def test_few_servers_leave_open_what_campaigns_differ_by() -> None:
    (spread,) = campaign_spreads(campaign_pairs([*campaign(1, 0.9), *campaign(2, 0.9)])).values()
    assert spread.found == 0
    assert spread.deviation == pytest.approx(REPEATS * math.sqrt(2 / 3))


def test_opposite_signs_beyond_the_margin_disagree() -> None:
    found = replications(campaign_pairs([*campaign(1, 0.95), *campaign(2, 1.05)]))
    assert [each.agrees for each in found["2026-01-b"]] == [False]


@pytest.mark.parametrize(
    ("one", "other", "apart"),
    [
        ("2026-01-01T00:00:00Z", "2026-01-02T00:00:00Z", True),
        ("2026-01-01T00:00:00Z", "2026-01-01T23:00:00Z", False),
        ("2026-01", "2026-02", True),
        ("2026-01", "2026-01-20", False),
        ("2026", "2026-01-20", False),
        ("2026-01-19", "2026-01-20T10:00:00Z", True),
    ],
)
def test_campaigns_are_apart_by_a_day(one: str, other: str, *, apart: bool) -> None:
    cells = [cell("8.0.45", 1.0, started=text) for text in (one, other)]
    assert are_apart(*cells) == are_apart(*reversed(cells)) == apart


def test_an_hour_is_enough_where_each_loaded_its_data() -> None:
    texts = ("2026-01-01T00:00:00Z", "2026-01-01T01:30:00Z")
    first, second = (cell("8.0.45", 1.0, started=text, loaded=True) for text in texts)
    assert are_apart(first, second)
    assert not are_apart(first, structs.replace(second, loaded=False))


OF_MACHINES = {
    "kind": "",
    "machine_label": "",
    "cpu_model": "",
    "cores": None,
    "hardware_threads": None,
    "memory_mib": None,
    "place": "unrecorded",
}
LESS = OF_MACHINES | {
    "setup": "",
    "maturity": "unrecorded",
    "started": "2026",
    "held": True,
    "alone": False,
}
"""What a cell has where a fact, a repetition or a file is missing that it rested on."""


def without(cells: Iterable[Cell], names: Iterable[str]) -> list[Cell]:
    """The cells of a campaign, and the key of its machine, where nobody recorded that."""
    less = {name: LESS[name] for name in names}
    key = {"machine": " ".join(sorted(OF_MACHINES.keys() & less))} if less else {}
    return [structs.replace(each, **less, **key) for each in cells]


@given(st.sets(st.sampled_from(sorted(LESS)), min_size=1), st.sets(st.integers(0, 1), min_size=1))
def test_less_evidence_measures_nothing(names: set[str], positions: set[int]) -> None:
    """Facts of the contrasts of a campaign are taken away, or the contrasts themselves."""
    own, other = campaign(1, 0.9, 0.92), campaign(2, 0.9, 0.92)
    assert statuses([*own, *other]) == [True, True]
    chosen = [each for each in own if int(each.workload[1:]) in positions]
    kept = [each for each in own if each not in chosen]
    for left in (without(chosen, names), []):
        assert sum(statuses([*kept, *left, *other])) == len(kept) / 2


@given(
    st.lists(
        st.lists(st.sampled_from([0.85, 0.9, 0.92, 1.1]), min_size=2, max_size=2),
        min_size=3,
        max_size=4,
    ),
    st.lists(st.sampled_from(["Box 1", "Box 2"]), min_size=4, max_size=4),
    st.lists(st.tuples(st.integers(0, 3), st.sampled_from(sorted(OF_MACHINES))), min_size=1),
)
def test_a_fact_of_a_machine_less_measures_nothing_more(
    ratios: list[list[float]], labels: list[str], gone: list[tuple[int, str]]
) -> None:
    """Several campaigns, of which one after another a fact is taken away."""
    campaigns = [
        campaign(at + 1, *own, machine_label=label, machine=label)
        for at, (own, label) in enumerate(zip(ratios, labels, strict=False))
    ]

    def measured(facts: list[tuple[int, str]]) -> set[tuple[int, int]]:
        cells = [
            each
            for at, own in enumerate(campaigns)
            for each in without(own, {name for place, name in facts if place == at})
        ]
        return {
            (at, number)
            for at in range(len(campaigns))
            for number, stands in enumerate(statuses(cells, f"2026-{at + 1:02}-b"))
            if stands
        }

    for count in range(len(gone)):
        assert measured(gone[: count + 1]) <= measured(gone[:count])


def test_what_may_be_the_machine_speaks_against_it_and_never_for_it() -> None:
    own, other = campaign(1, 0.9), campaign(2, 0.9)
    third = without(campaign(3, 1.0), ["kind"])
    assert statuses([*own, *third]) == [False]
    assert statuses([*own, *other, *third]) == [False]
    elsewhere = without(campaign(3, 1.0, author="Another"), ["kind"])
    assert statuses([*own, *other, *elsewhere]) == [True]


def counts(bundle: str, started: str, *instructions: float, **more: Any) -> list[CountedRelease]:
    """Servers of one release with other settings, each counted from a copy."""
    known = {"test": "oltp_insert", "tool": "callgrind", "setting": "alike", "start": "copy"}
    return [
        plain(
            CountedRelease,
            **{"bundle": bundle, "started": started, "setup": f"setup {at}"} | known | more,
            instructions=value,
        )
        for at, value in enumerate(instructions)
    ]


def test_counts_of_two_campaigns_are_as_far_apart_as_their_ratios() -> None:
    first = counts("one", "2026-11-20T08:00:00Z", 100.0, 110.0, 120.0)
    again = counts("two", "2026-11-20T09:00:00Z", 200.0, 222.0, 240.0)
    pairs = list(counted_pairs([*first, *again]))
    assert [pair.distance for pair in pairs] == pytest.approx(
        [math.log(1.11 / 1.1), 0.0, math.log(1.11 / 1.1)]
    )
    # The deviation of a count is 0.5 %, and a contrast of two in two campaigns has four.
    assert [pair.error for pair in pairs] == pytest.approx([0.01] * 3)
    assert not any(pair.is_beyond for pair in pairs)
    wide = counts("two", "2026-11-20T09:00:00Z", 200.0, 225.0, 240.0)
    assert [pair.is_beyond for pair in counted_pairs([*first, *wide])] == [True, False, True]
    score = replication_score([], [*first, *wide])
    assert (score.counted, score.counted_beyond, score.counted_bundles) == (3, 2, 2)


@pytest.mark.parametrize(
    ("started", "more"),
    [
        ("2026-11-20T08:59:00Z", {}),
        ("2026-11-20T20:00:00Z", {"start": "server"}),
        ("2026-11-20T20:00:00Z", {"setting": "another machine"}),
        ("2026-11-20T20:00:00Z", {"version": "8.4.1"}),
        ("2026-11-20T20:00:00Z", {"bundle": "one"}),
    ],
)
def test_counts_that_make_no_second_campaign(started: str, more: dict[str, str]) -> None:
    first = counts("one", "2026-11-20T08:00:00Z", 100.0, 110.0)
    both = {"start": more["start"]} if "start" in more else {}
    first = [structs.replace(run, **both) for run in first]
    again = [structs.replace(run, **more) for run in counts("two", started, 100.0, 110.0)]
    assert list(counted_pairs([*first, *again])) == []


def test_the_archive_repeats_what_it_says(surveyed: Surveyed) -> None:
    """The score that the methodology page shows, and once more from the cells alone."""
    cells = [cell for survey in surveyed.surveys for cell in survey.cells]
    score = replication_score(cells, [run for s in surveyed.surveys for run in s.counted])
    assert score.pairs > 500
    assert score.beyond_percent <= 5
    assert score.opposite == 0
    assert score.counted > 50
    assert score.counted_beyond <= 0.1 * score.counted
    assert score.counted_bundles >= 4
    contrasts = [row for survey in surveyed.surveys for row in survey.contrasts]
    measured = {row.bundle for row in contrasts if row.evidence_status == "measured"}
    assert measured
    identified = {c.bundle: c.machine for c in cells if machine_of(c).is_identified}
    assert all(sum(m == identified[b] for m in identified.values()) > 1 for b in measured)
