"""Directions, statuses and reasons, each by a pair small enough to check by hand."""

from __future__ import annotations

import math
from typing import Any

import pytest
from samples import STEADY, Samples, blocks, half_of, runs, times, verdict

from sysbench_archive.model.result import Replication
from sysbench_archive.verdicts.contrasts import Sample, SampledRun
from sysbench_archive.verdicts.policy import student_quantile
from sysbench_archive.verdicts.sentences import sentence_of

MINUS = "\N{MINUS SIGN}"
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
def test_blocks_in_turn(candidate: Samples, direction: str) -> None:
    assert verdict(BASE, candidate).direction == direction


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
    assert found.limitations[0] == "one run on a side"
    assert found.headline[0].low is None
    assert found.headline[0].resolvable is None


def test_runs_one_after_the_other_add_what_sessions_differ_by() -> None:
    """Ten runs a side that scatter by a tenth of a percent, but did not take turns."""
    ten = [100 + 0.1 * (i % 3) for i in range(10)]
    base, candidate = {1: runs(*ten)}, {1: runs(*(1.04 * figure for figure in ten))}
    found = verdict(base, candidate, session=0.02)
    assert (found.direction, found.status) == ("too-noisy", "indicative")
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


def sampled(*figures: float) -> Sample:
    """A run a block, all of one dataset load and one session."""
    return Sample(tuple(SampledRun(f, str(at), load=1, session=1) for at, f in enumerate(figures)))


def test_one_load_a_side_adds_its_variance() -> None:
    base, candidate = {1: sampled(*STEADY)}, {1: sampled(*(1.05 * f for f in STEADY))}
    assert verdict(base, candidate, session=0.02).direction == "too-noisy"
    assert verdict(base, candidate, session=0.002).direction == "faster"
    own = verdict({1: blocks(*STEADY)}, {1: times(1.05)}, session=0.02)
    assert own.direction == "faster"


def test_what_campaigns_differ_by_is_in_every_interval() -> None:
    plain, wide = (verdict(BASE, against(1.05, 1.05), campaign=c) for c in (0.0, 0.03))
    assert (plain.direction, wide.direction) == ("faster", "too-noisy")
    halves = [half_of(found.headline[0]) for found in (plain, wide)]
    known = 0.03 * student_quantile(2, math.inf)
    assert halves[1] == pytest.approx(math.hypot(halves[0], known))


def again(
    threads: int,
    ratio: float = 1.2,
    *,
    same_machine: bool = True,
    agrees: bool = True,
    deviation: float = 0.02,
) -> Replication:
    return Replication(
        workload="w",
        threads=threads,
        baseline="a",
        candidate="b",
        bundle="2026-02-again",
        ratio=ratio,
        same_machine=same_machine,
        agrees=agrees,
        deviation=deviation,
    )


ON = "on this machine, or what may be it"
ALONE = "no second campaign that is certainly on this machine, a day apart, at 4 threads"


@pytest.mark.parametrize("evidence", ["raw-output", "published-table"])
@pytest.mark.parametrize(
    ("others", "limitations"),
    [
        ({1: [again(1)], 4: [again(4)]}, ()),
        ({1: [again(1)]}, (ALONE,)),
        ({1: [again(1)], 4: [again(4, same_machine=False)]}, (ALONE,)),
        (
            {1: [again(1)], 4: [again(4), again(4, 0.9, same_machine=False, agrees=False)]},
            (f"another campaign {ON}, disagrees at 4 threads: 2026-02-again",),
        ),
        (
            {1: [again(1)], 4: [again(4, deviation=0.07)]},
            (f"campaigns {ON}, differ by 7.3 % under such a load",),
        ),
    ],
)
def test_measured_is_what_other_campaigns_found(
    others: dict[int, list[Replication]], limitations: tuple[str, ...], evidence: str
) -> None:
    """However often one campaign ran; and a published table counts as any other."""
    found = verdict(BASE, against(1.2, 1.2), replications=others, evidence=evidence)
    less = "indicative" if evidence == "raw-output" else "reported"
    assert found.status == (less if limitations else "measured")
    as_published = "figures as published, without the output behind them"
    alone = evidence == "published-table" and ALONE in limitations
    assert found.limitations == ((as_published,) if alone else ()) + limitations
    said = sentence_of(found, "A", "B")
    disagrees = f"Another campaign {ON}, found {MINUS}10 % at 4 threads."
    assert (disagrees in said) == any(not other.agrees for other in others.get(4, ()))
    told = [(c.ratio, c.agrees) for c in found.headline[1].campaigns or ()]
    assert told == [(other.ratio, other.agrees) for other in others.get(4, ())]


def test_blocks_that_differ_make_no_pairs() -> None:
    found = verdict({1: blocks(1, 2, 3)}, {1: blocks(1, 2, 3, 4)})
    assert not found.headline[0].paired


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
