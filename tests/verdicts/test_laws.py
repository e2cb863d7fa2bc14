"""Laws that hold for any figures: of scale, of order, of turning the sides round."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import get_args

from hypothesis import assume, given
from hypothesis import strategies as st
from samples import Samples, context, half_of

from derived_records import plain
from sysbench_archive.model.comparison import EvidenceStatus
from sysbench_archive.model.result import Replication
from sysbench_archive.verdicts.contrasts import Sample, SampledRun, contrast_of
from sysbench_archive.verdicts.judging import Verdict, judge
from sysbench_archive.verdicts.policy import MARGIN

MIRRORED = {"faster": "slower", "slower": "faster"}

figures = st.floats(1.0, 1e6)
labels = st.sampled_from(["", "1", "2", "3"])
states = st.none() | st.integers(1, 3)
sampled_runs = st.builds(SampledRun, figures, labels, states, states, states)
samples = st.lists(sampled_runs, min_size=1, max_size=6).map(lambda found: Sample(tuple(found)))
paired = st.lists(sampled_runs, min_size=2, max_size=6).map(
    lambda found: Sample(tuple(replace(run, block=str(at)) for at, run in enumerate(found)))
)
grids = st.lists(st.sampled_from([1, 2, 4, 8, 64]), min_size=1, max_size=5, unique=True)


@st.composite
def pairs(draw: st.DrawFn) -> tuple[Samples, Samples]:
    """Two sides at the same thread counts, with paired and unpaired cells."""
    grid = draw(grids)
    kind = draw(st.sampled_from([samples, paired]))
    made = [{threads: draw(kind) for threads in grid} for _ in range(2)]
    return made[0], made[1]


def scaled(side: Samples, factor: float) -> Samples:
    return {
        threads: Sample(tuple(replace(run, figure=run.figure * factor) for run in sample.runs))
        for threads, sample in side.items()
    }


def turned(side: Samples) -> Samples:
    """The runs and thread counts in the opposite order."""
    return {threads: Sample(side[threads].runs[::-1]) for threads in reversed(side)}


def decided_by_a_hair(verdict: Verdict) -> bool:
    """Whether a rounding error could tip a contrast."""
    tips = (0.0, math.log1p(MARGIN), verdict.context.noise.threshold)
    ends = [abs(j.log) + sign * half_of(j) for j in verdict.headline for sign in (-1, 0, 1)]
    return any(abs(abs(end) - tip) < 1e-9 for end in ends for tip in tips)


def directions(verdict: Verdict) -> list[str]:
    return [verdict.direction, *(judged.direction for judged in verdict.headline)]


@given(samples, samples)
def test_ratios_of_turned_sides_multiply_to_one(a: Sample, b: Sample) -> None:
    there, back = contrast_of(1, a, b, context()), contrast_of(1, b, a, context())
    assert math.isclose(there.ratio * back.ratio, 1, rel_tol=1e-9)
    assert there.paired == back.paired
    errors = there.log.standard_error, back.log.standard_error
    assert there.session_error == back.session_error
    assert (errors[0] is None) == (errors[1] is None)
    assert math.isclose(errors[0] or 0, errors[1] or 0, rel_tol=1e-9, abs_tol=1e-12)


@given(pairs())
def test_turning_the_sides_mirrors_the_direction(sides: tuple[Samples, Samples]) -> None:
    there, back = judge(*sides, context()), judge(*sides[::-1], context())
    assume(not decided_by_a_hair(there))
    assert directions(back) == [MIRRORED.get(name, name) for name in directions(there)]
    assert (back.status, back.limitations) == (there.status, there.limitations)
    for one, other in zip(there.headline, back.headline, strict=True):
        assert one.n == other.n[::-1]
        assert math.isclose(half_of(one), half_of(other), rel_tol=1e-9, abs_tol=1e-12)


@given(pairs(), st.floats(1e-3, 1e3))
def test_scale_changes_nothing(sides: tuple[Samples, Samples], factor: float) -> None:
    plain = judge(*sides, context())
    assume(not decided_by_a_hair(plain))
    grown = judge(*(scaled(side, factor) for side in sides), context())
    assert directions(grown) == directions(plain)
    for one, other in zip(plain.headline, grown.headline, strict=True):
        assert math.isclose(one.ratio, other.ratio, rel_tol=1e-9)


@given(pairs())
def test_order_changes_nothing(sides: tuple[Samples, Samples]) -> None:
    plain = judge(*sides, context())
    assume(not decided_by_a_hair(plain))
    # Of two runs with one block name the pairing takes neither, so their order is free as well.
    assert directions(judge(*map(turned, sides), context())) == directions(plain)


@given(pairs())
def test_a_side_beside_itself_never_differs(sides: tuple[Samples, Samples]) -> None:
    found = judge(sides[0], sides[0], context())
    assert not {"faster", "slower", "mixed"} & set(directions(found))


@given(pairs(), st.floats(0.0, 0.5))
def test_noisier_sessions_decide_no_more(sides: tuple[Samples, Samples], more: float) -> None:
    """Variance of sessions only widens intervals, of runs that sessions are not sampled by."""
    quiet, noisy = judge(*sides, context()), judge(*sides, context(session=more))
    for one, other in zip(quiet.headline, noisy.headline, strict=True):
        assert (one.low is None) == (other.low is None)
        assert half_of(other) >= half_of(one) - 1e-12


@given(pairs(), st.floats(0.0, 3.0))
def test_a_wider_threshold_decides_no_more(sides: tuple[Samples, Samples], wider: float) -> None:
    """What runs of the same thing show can only take a direction away from a contrast."""
    narrow = judge(*sides, context(threshold=0.05))
    wide = judge(*sides, context(threshold=0.05 + wider))
    for one, other in zip(narrow.headline, wide.headline, strict=True):
        assert other.direction in {one.direction, "no-clear-difference", "cannot-tell"}


@given(pairs(), st.data())
def test_less_evidence_never_raises_the_status(
    sides: tuple[Samples, Samples], data: st.DataObject
) -> None:
    """Other campaigns, repetitions, and the output behind figures are taken away."""
    agreeing = plain(Replication, agrees=True, deviation=0.01)
    known = {threads: [agreeing] for threads in sides[0] if data.draw(st.booleans())}
    left = {threads: found for threads, found in known.items() if data.draw(st.booleans())}
    fewer = [
        {
            threads: replace(sample, runs=sample.runs[: data.draw(st.integers(1, 6))])
            for threads, sample in side.items()
        }
        for side in sides
    ]
    evidence = data.draw(st.sampled_from(["raw-output", "linked-output", "published-table"]))
    full = judge(*sides, context(replications=known))
    less = judge(fewer[0], fewer[1], context(replications=left, evidence=evidence))
    ranks = get_args(EvidenceStatus).index
    assert ranks(less.status) >= ranks(full.status)
