"""Campaigns that go on until they resolve: which looks they plan, and what a pilot promises."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from unittest.mock import Mock

import pytest
from hypothesis import given
from hypothesis import strategies as st
from small_campaigns import PLAN

from sysbench_archive.capture import until
from sysbench_archive.capture.campaign import SLICE_JOURNAL, Campaign, State
from sysbench_archive.capture.plan import RefusalError
from sysbench_archive.capture.until import (
    MOST_LOOKS,
    Scatter,
    planned_looks,
    resolvable_after,
    way_on,
)
from sysbench_archive.commands.capture_options import seconds_of


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
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def look_ahead(campaign: Campaign) -> None:
        campaign.state.until |= {"planned": [3, 9], "at_most": 9}

    monkeypatch.setattr(until, "_look_ahead", look_ahead)
    monkeypatch.setattr(until, "_looks", lambda *_: ())
    monkeypatch.setattr(until, "_clean_up", lambda _: None)
    state = State("plan", "2026-01-until", "2026-01-01T00:00:00Z", 7)
    state.until = {"blocks": 3, "spent_s": 90.0, "looks": [], "planned": []}
    plan = replace(PLAN, resolve=50, at_most=900)
    campaign = Mock(plan=plan, state=state)
    measure = Mock()
    until.measure_until(campaign, measure)
    assert (state.until["looks"], state.until["reason"]) == ([3], "resolved")
    measure.assert_not_called()


@pytest.fixture
def killed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Campaign:
    """A campaign whose capture was killed after 40 slices of two seconds, before it said so."""
    monkeypatch.setattr(until, "_clean_up", lambda _: None)
    monkeypatch.setattr(until, "_looks", lambda *_: ())
    (tmp_path / SLICE_JOURNAL).write_text('{"figure": 1}\n' * 40 + '{"fig')
    state = State("plan", "2026-01-until", "2026-01-01T00:00:00Z", 7)
    plan = replace(PLAN, resolve=50, at_most=900, slices=2, rounds=10)
    campaign = Mock(plan=plan, state=state, home=tmp_path)
    campaign.saved = []
    campaign.save = lambda: campaign.saved.append(dict(state.until))
    return campaign


def test_a_capture_that_was_killed_has_spent_what_its_slices_took(
    killed: Mock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(until, "_scatter", lambda _: ())
    until.measure_until(killed, lambda _: None)
    assert 80 <= killed.state.until["spent_s"] < 82
    assert killed.state.until["reason"] == "resolved"


def test_the_time_of_a_block_that_was_interrupted_is_saved(killed: Mock) -> None:
    def interrupted(_: Campaign) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        until.measure_until(killed, interrupted)
    assert killed.saved[-1]["spent_s"] >= 80
    assert killed.saved[-1]["blocks"] == 0
