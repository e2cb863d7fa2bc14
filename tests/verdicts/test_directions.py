"""Directions, statuses and reasons, each by a pair small enough to check by hand."""

from __future__ import annotations

import math
from typing import Any

import pytest
from samples import STEADY, Samples, blocks, half_of, runs, times, verdict

from sysbench_archive.verdicts.contrasts import Sample, SampledRun
from sysbench_archive.verdicts.policy import student_quantile

BASE: Samples = {1: blocks(*STEADY), 4: blocks(*STEADY)}
ONCE: Samples = {1: runs(100), 4: runs(300), 64: runs(500)}


def against(low: float, high: float) -> Samples:
    return {1: times(low), 4: times(high)}


@pytest.mark.parametrize(
    ("candidate", "direction"),
    [
        (against(1.1, 1.2), "faster"),
        (against(0.9, 0.8), "slower"),
        (against(1.1, 0.9), "mixed"),
        (against(1.003, 1.0), "equivalent"),
        # Clear of nothing, and clearly less than matters: equivalent, not faster.
        (against(1.005, 1.005), "equivalent"),
        (against(1.1, 1.0), "faster"),
        ({1: blocks(90, 115, 99, 108, 95, 110), 4: times(1)}, "too-noisy"),
    ],
)
def test_measured_blocks(candidate: Samples, direction: str) -> None:
    found = verdict(BASE, candidate)
    assert (found.direction, found.status, found.limitations) == (direction, "measured", ())


def test_the_interval_is_students_of_the_paired_logarithms() -> None:
    found = verdict({1: blocks(100, 200, 400)}, {1: blocks(110, 230, 420)})
    (only,) = found.headline
    logs = [math.log(r) for r in (1.10, 1.15, 1.05)]
    mean = sum(logs) / 3
    error = math.sqrt(sum((log - mean) ** 2 for log in logs) / 2 / 3)
    assert only.paired
    assert only.standard_error == pytest.approx(error)
    # One contrast: the 0.98 quantile of Student's t on 2 degrees of freedom is 4.849.
    assert (only.low, only.high) == pytest.approx(
        (math.exp(mean - 4.8487322 * error), math.exp(mean + 4.8487322 * error))
    )
    # And 0.8 of it is 1.0607.
    assert only.resolvable == pytest.approx(math.expm1((4.8487322 + 1.0606602) * error))


def test_more_contrasts_widen_each() -> None:
    alone = half_of(verdict({1: blocks(*STEADY)}, {1: times(1.01)}).headline[0])
    one_of_two = half_of(verdict(BASE, against(1.01, 1)).headline[0])
    assert alone
    assert one_of_two == pytest.approx(alone * student_quantile(2, 5) / student_quantile(1, 5))


@pytest.mark.parametrize(
    ("figure", "direction"),
    [(106, "faster"), (104, "cannot-tell"), (96, "cannot-tell"), (94, "slower")],
)
def test_single_runs_need_to_exceed_the_threshold(figure: float, direction: str) -> None:
    found = verdict({1: runs(100)}, {1: runs(figure)})
    assert (found.direction, found.status) == (direction, "indicative")
    assert found.limitations == ("one run on a side",)
    assert found.headline[0].low is None
    assert found.headline[0].resolvable is None


def test_runs_one_after_the_other_add_what_sessions_differ_by() -> None:
    """Ten runs a side that scatter by a tenth of a percent, but did not take turns."""
    ten = [100 + 0.1 * (i % 3) for i in range(10)]
    base, candidate = {1: runs(*ten)}, {1: runs(*(1.04 * figure for figure in ten))}
    found = verdict(base, candidate, session=0.02)
    assert (found.direction, found.status) == ("too-noisy", "indicative")
    assert found.limitations == ("the sides did not take turns in blocks",)
    # Almost all of the variance is that of two sessions, which is taken as known.
    half = math.sqrt(2) * 0.02 * student_quantile(1, math.inf)
    assert half_of(found.headline[0]) == pytest.approx(half, rel=0.01)
    assert verdict(base, candidate, session=0.005).direction == "faster"
    assert verdict(base, base, session=0.02).direction == "no-clear-difference"
    assert verdict(base, base, session=0.005).direction == "equivalent"


def test_runs_and_sessions_count_with_quantiles_of_their_own() -> None:
    """The runs have 2 degrees of freedom, the sessions as many as the table has."""
    base, candidate = blocks(100, 100, 100), blocks(100, 101, 102)
    one = Sample(tuple(SampledRun(run.figure, run.block, 1, 1) for run in base.runs))
    other = Sample(tuple(SampledRun(run.figure, run.block, 1, 1) for run in candidate.runs))
    logs = [math.log(ratio) for ratio in (1.0, 1.01, 1.02)]
    error = math.sqrt(sum((log - sum(logs) / 3) ** 2 for log in logs) / 2 / 3)
    (found,) = verdict({1: one}, {1: other}, session=0.01).headline
    # The 0.98 quantile of Student's t on 2 degrees of freedom is 4.849, on 120 it is 2.076.
    half = math.hypot(4.8487322 * error, 2.0763 * 0.01 * math.sqrt(2))
    assert half_of(found) == pytest.approx(half, rel=1e-4)


def sampled(*figures: float, load: int | None = None, session: int | None = None) -> Sample:
    """A run a block; where no load or session is given each has its own."""
    return Sample(
        tuple(
            SampledRun(
                figure,
                str(at),
                load=at if load is None else load,
                session=at if session is None else session,
            )
            for at, figure in enumerate(figures)
        )
    )


@pytest.mark.parametrize(
    ("states", "limitation"),
    [
        ({"load": 1}, "one dataset load for all runs of a side"),
        ({"load": 1, "session": 1}, "one dataset load for all runs of a side"),
    ],
)
def test_one_load_or_session_a_side_is_indicative_and_adds_its_variance(
    states: dict[str, int], limitation: str
) -> None:
    base = {1: sampled(*STEADY, **states)}
    candidate = {1: sampled(*(1.05 * figure for figure in STEADY), **states)}
    found = verdict(base, candidate, session=0.02)
    assert found.status == "indicative"
    assert limitation in found.limitations
    assert found.direction == "too-noisy"
    assert verdict(base, candidate, session=0.002).direction == "faster"
    own = verdict({1: blocks(*STEADY)}, {1: times(1.05)}, session=0.02)
    assert (own.direction, own.status) == ("faster", "measured")


def test_one_session_for_several_loads_is_named() -> None:
    side = Sample(
        tuple(SampledRun(f, str(at), load=None, session=1) for at, f in enumerate(STEADY))
    )
    assert verdict({1: side}, {1: side}).limitations == (
        "dataset loads are not recorded",
        "one server session for all runs of a side",
    )


def in_turn(*turns: int) -> Sample:
    return Sample(
        tuple(
            SampledRun(figure, str(at), load=at, session=at, turn=turn)
            for at, (figure, turn) in enumerate(zip(STEADY, turns, strict=True))
        )
    )


def test_a_fixed_order_is_indicative_whatever_the_campaign_states() -> None:
    base = {1: in_turn(1, 3, 5, 7, 9, 11)}
    fixed, mirrored = in_turn(2, 4, 6, 8, 10, 12), in_turn(2, 4, 4, 6, 10, 10)
    assert verdict(base, {1: fixed}).limitations == ("the same side ran first in every block",)
    assert verdict(base, {1: mirrored}, order="sequential").status == "measured"
    unknown = verdict({1: blocks(*STEADY)}, {1: blocks(*STEADY)}, order="")
    assert unknown.limitations == ("the order within the blocks is not recorded",)


def test_blocks_that_differ_make_no_pairs() -> None:
    found = verdict({1: blocks(1, 2, 3)}, {1: blocks(1, 2, 3, 4)})
    assert not found.headline[0].paired
    assert found.status == "indicative"


def test_two_blocks_are_not_enough_to_have_measured() -> None:
    found = verdict({1: blocks(100, 101)}, {1: blocks(120, 121.2)})
    assert (found.direction, found.status) == ("faster", "indicative")
    assert found.limitations == ("2 blocks, and 3 are asked for",)


@pytest.mark.parametrize("evidence", ["published-table", "published-text"])
@pytest.mark.parametrize(
    ("figure", "direction"),
    [(106, "faster"), (104, "cannot-tell"), (96, "cannot-tell"), (94, "slower")],
)
def test_published_figures_are_reported(evidence: str, figure: float, direction: str) -> None:
    """They have to exceed what single runs do, however often a figure was published."""
    for sample in (runs, lambda value: blocks(value, value, value)):
        found = verdict({1: sample(100)}, {1: sample(figure)}, evidence=evidence)
        assert (found.direction, found.status) == (direction, "reported")
        assert found.headline[0].low is None


def test_what_was_not_recorded_caps_the_status() -> None:
    found = verdict(BASE, against(1.2, 1.2), unrecorded=("Governor", "Kernel"))
    assert (found.direction, found.status) == ("faster", "indicative")
    assert found.limitations == ("not recorded: Governor and Kernel",)


@pytest.mark.parametrize(
    ("changes", "candidate", "direction"),
    [
        ({"blockers": ("Table size",)}, against(1.2, 1.2), "not-comparable"),
        ({"blockers": ("Table size",), "rate_limited": True}, against(1, 1), "not-comparable"),
        ({"rate_limited": True}, against(1.2, 1.2), "cannot-tell"),
        ({"bottleneck": "client"}, against(1, 1), "cannot-tell"),
        ({"bottleneck": "network"}, against(1, 1), "cannot-tell"),
        ({"bottleneck": "client"}, against(1.2, 1), "faster"),
        ({"bottleneck": "disk"}, against(1, 1), "equivalent"),
    ],
)
def test_circumstances_forbid(changes: dict[str, Any], candidate: Samples, direction: str) -> None:
    found = verdict(BASE, candidate, **changes)
    assert found.direction == direction
    if direction != "faster":
        assert {judged.direction for judged in found.headline} == {direction}


def test_a_client_that_set_the_pace_hides_what_noise_hides() -> None:
    noisy = {1: blocks(90, 115, 99, 108, 95, 110)}
    assert verdict({1: blocks(*STEADY)}, noisy).direction == "too-noisy"
    assert verdict({1: blocks(*STEADY)}, noisy, bottleneck="client").direction == "cannot-tell"


def test_lower_is_better_turns_the_direction_and_keeps_the_ratio() -> None:
    found = verdict(BASE, against(0.9, 0.9), higher_is_better=False)
    assert found.direction == "faster"
    assert found.headline[0].ratio == pytest.approx(0.9, rel=1e-3)


def test_nothing_in_common() -> None:
    found = verdict({1: runs(1)}, {2: runs(1)})
    assert (found.direction, found.status, found.headline) == ("cannot-tell", "indicative", ())
    assert found.limitations == ("no thread count has figures of both",)


def test_one_decided_contrast_decides_and_an_undecided_one_does_not_undo_it() -> None:
    """With one run a side: 4 threads are within the threshold, 64 threads are not."""
    assert verdict(ONCE, {1: runs(101), 4: runs(302), 64: runs(400)}).direction == "slower"
    assert verdict(ONCE, {1: runs(101), 4: runs(302), 64: runs(501)}).direction == "cannot-tell"


def test_intervals_of_every_thread_count_have_the_level_of_the_headline() -> None:
    grid = (1, 2, 4, 8, 64)
    base: Samples = dict.fromkeys(grid, blocks(*STEADY))
    candidate: Samples = dict.fromkeys(grid, times(1.1))
    found = verdict(base, candidate).intervals
    assert list(found) == list(grid)
    assert len(set(found.values())) == 1
    headline = verdict(base, candidate).headline
    assert {judged.threads for judged in headline} == {1, 4, 64}
    assert all(found[j.threads] == (j.low, j.high) for j in headline)
    assert verdict(ONCE, ONCE).intervals == {}
    assert verdict(base, candidate, evidence="published-table").intervals == {}


def test_a_side_without_runs_is_refused() -> None:
    with pytest.raises(ValueError, match="a mean needs values"):
        verdict({1: runs()}, {1: runs(1)})


def test_an_endless_interval_is_cut() -> None:
    wild = {1: blocks(1, 1e9)}, {1: blocks(1e9, 1)}
    (entry,) = verdict(*wild).headline
    assert math.log(entry.high or 0) == pytest.approx(13.8)
    assert math.log(entry.low or 0) == pytest.approx(-13.8)
