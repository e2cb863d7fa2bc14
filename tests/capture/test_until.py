"""Campaigns that go on until they resolve: which looks they plan, what a pilot promises, and what
repeated runs show of their spread."""

from __future__ import annotations

import math
import random
from dataclasses import replace
from pathlib import Path
from unittest.mock import Mock

import pytest
from hypothesis import given
from hypothesis import strategies as st
from small_campaigns import PLAN, campaign_in

from sysbench_archive.capture import until
from sysbench_archive.capture.campaign import SLICE_JOURNAL, Campaign, restore_state
from sysbench_archive.capture.plan import RefusalError
from sysbench_archive.capture.until import (
    MOST_LOOKS,
    Scatter,
    expected_text,
    planned_looks,
    probed_text,
    resolvable,
    resolvable_after,
    spreads,
    way_on,
)
from sysbench_archive.commands.capture import seconds_of
from sysbench_archive.verdicts.contrasts import Sample, SampledRun


@given(st.integers(1, 10), st.integers(0, 200))
def test_looks_go_from_the_first_to_the_last_and_are_few(first: int, more: int) -> None:
    looks = planned_looks(first, first + more)
    assert looks[0] == first
    assert looks[-1] == first + more
    assert looks == sorted(set(looks))
    assert len(looks) <= MOST_LOOKS


QUIET = Scatter(of_runs=0.01**2, of_sessions=0.0, n=20, contrasts=1, anew=True)


def test_four_times_the_blocks_halve_what_can_be_resolved() -> None:
    assert resolvable_after(QUIET, 1, 40) == pytest.approx(
        resolvable_after(QUIET, 1, 10) / 2, rel=0.1
    )


def test_sessions_that_are_never_restarted_set_a_floor() -> None:
    kept = Scatter(of_runs=0.01**2, of_sessions=0.02**2, n=20, contrasts=1, anew=False)
    anew = Scatter(of_runs=0.01**2, of_sessions=0.02**2, n=20, contrasts=1, anew=True)
    assert resolvable_after(kept, 1, 10_000) > 0.05
    assert resolvable_after(anew, 1, 10_000) < 0.01


@pytest.mark.parametrize(
    ("text", "seconds"), [("90", 90), ("90s", 90), ("40m", 2400), ("40 min", 2400), ("2h", 7200)]
)
def test_durations(text: str, seconds: int) -> None:
    assert seconds_of(text) == seconds


@pytest.mark.parametrize("text", ["", "0", "h", "2 days", "-5m", "1.5h"])
def test_what_is_no_duration_is_refused(text: str) -> None:
    with pytest.raises(RefusalError, match="not a duration"):
        seconds_of(text)


def test_a_percentage_that_would_be_refused_is_not_advised() -> None:
    assert "such as 35, and it goes on" in way_on(0.347)
    assert way_on(2.55) == "repeat the command with a longer --at-most, and it goes on"


def test_a_pilot_that_was_refused_is_looked_at_under_the_next_limits(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def look_ahead(campaign: Campaign) -> None:
        campaign.state.until |= {"planned": [3, 9], "at_most": 9}

    monkeypatch.setattr(until, "_look_ahead", look_ahead)
    monkeypatch.setattr(until, "_looks", lambda *_: ())
    begun = {"blocks": 3, "spent_s": 90.0, "looks": [], "planned": []}
    campaign = campaign_in(tmp_path, replace(PLAN, resolve=50, at_most=900), until=begun)
    monkeypatch.setattr(until, "measure_blocks", measure := Mock())
    until.measure_until(campaign)
    assert (campaign.state.until["looks"], campaign.state.until["reason"]) == ([3], "resolved")
    measure.assert_not_called()


@pytest.fixture
def killed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Campaign:
    """A campaign whose capture was killed after 40 slices of two seconds, before it said so."""
    monkeypatch.setattr(until, "_looks", lambda *_: ())
    (tmp_path / SLICE_JOURNAL).write_text('{"figure": 1}\n' * 40 + '{"fig')
    return campaign_in(tmp_path, replace(PLAN, resolve=50, at_most=900, slices=2, rounds=10))


def test_a_capture_that_was_killed_has_spent_what_its_slices_took(
    killed: Campaign, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(until, "_scatter", lambda _: ())
    monkeypatch.setattr(until, "measure_blocks", lambda _: None)
    until.measure_until(killed)
    assert 80 <= killed.state.until["spent_s"] < 82
    assert killed.state.until["reason"] == "resolved"


def test_the_time_of_a_block_that_was_interrupted_is_saved(
    killed: Campaign, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(_: Campaign) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(until, "measure_blocks", interrupted)
    with pytest.raises(KeyboardInterrupt):
        until.measure_until(killed)
    saved = restore_state(killed.home, "plan")
    assert saved
    assert (saved.until["spent_s"] >= 80, saved.until["blocks"]) == (True, 0)


def sample(*figures: float, loads: bool = True) -> Sample:
    return Sample(
        tuple(
            SampledRun(figure, str(n), n if loads else 1, n if loads else 1, n)
            for n, figure in enumerate(figures)
        )
    )


def test_cells_are_pooled_and_single_runs_tell_nothing() -> None:
    cells = {
        ("a", "one", 1): sample(100, 110),
        ("a", "one", 8): sample(400, 400, 400),
        ("a", "two", 1): sample(90),
        ("b", "one", 1): sample(50),
    }
    (found,) = spreads(cells)
    squares = 2 * (math.log(1.1) / 2) ** 2
    assert found == ("a", pytest.approx(math.sqrt(squares / 3)), 5)


def test_what_is_promised_is_what_a_simulation_finds() -> None:
    """Of two servers that differ by what is promised, four in five campaigns tell."""
    rng = random.Random(20261123)
    deviation, repetitions = 0.02, 5
    least = math.log1p(resolvable(deviation, repetitions, repetitions, 1))
    told = 0
    for _ in range(2000):
        differences = [
            least + rng.gauss(0, deviation) - rng.gauss(0, deviation) for _ in range(repetitions)
        ]
        mean = sum(differences) / repetitions
        squares = sum((d - mean) ** 2 for d in differences)
        error = math.sqrt(squares / (repetitions - 1) / repetitions)
        told += mean > 2.999 * error  # t at 4 degrees of freedom, 4 % in two tails
    assert 0.75 < told / 2000 < 0.95


def test_more_repetitions_show_less_and_one_session_sets_a_floor() -> None:
    assert resolvable(0.02, 10, 10, 1) < resolvable(0.02, 3, 3, 1) < resolvable(0.05, 3, 3, 1)
    assert resolvable(0.0, 50, 1, 1) > 0.02
    assert resolvable(0.0, 50, 50, 1) == 0


def test_a_plan_says_what_the_archive_leads_to_expect() -> None:
    told = expected_text(PLAN, "bare-metal")
    assert told.startswith("3 repetitions tell two servers apart from a difference of ")
    assert "physical machines of the archive" in told
    noisy = expected_text(PLAN, "vm")
    assert "virtual machines of the archive" in noisy
    assert "only where one is more than twice as fast" in noisy
    assert "one run of each: --repetitions 3" in expected_text(replace(PLAN, repetitions=1), "vm")
    assert expected_text(replace(PLAN, slices=1), "vm") == ""


def test_short_runs_of_the_processors_say_what_a_machine_can_tell_apart_before_it_begins(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    times = tmp_path / "times"
    program = tmp_path / "sysbench"
    program.write_text(
        f'#!/bin/sh\necho "    total time:   $(head -1 {times})s"\nsed -i 1d {times}\n'
    )
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
    told = []
    for taken in ("0.200 0.202 0.201", "0.2 0.3 0.25", "0.2"):
        times.write_text("\n".join(taken.split()) + "\n")
        told.append(probed_text(PLAN))
    quiet, noisy, broken = told
    assert "3 short runs of the processors alone differ by 0.5 %" in quiet
    assert "only where one is more than twice as fast" in noisy
    assert broken == ""
    assert probed_text(replace(PLAN, slices=1)) == ""
