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
from surveyed_archive import Surveyed
from sysbench_archive.tables.cells import Cell
from sysbench_archive.tables.replications import (
    are_apart,
    campaign_pairs,
    campaign_spreads,
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
    """Whether each contrast of a bundle that was made again repeats on a machine that does."""
    found = replications(campaign_pairs(cells)).get(bundle, [])
    return [each.agrees and each.deviation <= REPEATS for each in found]


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


LESS = {
    "cpu_model": "",
    "cpus": None,
    "memory_mib": None,
    "setup": "",
    "maturity": "unrecorded",
    "started": "2026",
    "machine": "another",
    "held": True,
    "alone": False,
}
"""What a cell has where a fact, a repetition or a file is missing that it rested on."""


@given(st.sets(st.sampled_from(sorted(LESS))), st.sets(st.integers(0, 3), min_size=1))
def test_less_evidence_never_measures_more(names: set[str], positions: set[int]) -> None:
    """Facts of some cells of a campaign are taken away, or the cells themselves."""
    own, other = campaign(1, 0.9, 0.92), campaign(2, 0.9, 0.92)
    assert statuses([*own, *other]) == [True, True]
    less = {name: LESS[name] for name in names}
    left = [structs.replace(c, **less) if at in positions else c for at, c in enumerate(own)]
    gone = [c for at, c in enumerate(own) if at not in positions]
    for cells in (left, gone):
        assert sum(statuses([*cells, *other])) <= (2 if cells is left and not names else 1)


def test_the_archive_repeats_what_it_says(surveyed: Surveyed) -> None:
    """The score that the methodology page shows, and once more from the cells alone."""
    cells = [cell for survey in surveyed.surveys for cell in survey.cells]
    score = replication_score(cells)
    assert score.pairs > 500
    assert score.beyond_percent <= 5
    assert score.opposite == 0
    contrasts = [row for survey in surveyed.surveys for row in survey.contrasts]
    measured = {row.bundle for row in contrasts if row.evidence_status == "measured"}
    assert measured
    machines = {c.bundle: c.machine for c in cells}
    assert all(sum(m == machines[b] for m in machines.values()) > 1 for b in measured)
