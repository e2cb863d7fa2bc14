"""Verdicts on counted instructions: their own words, their own noise, and no need of blocks."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest

from sysbench_archive.model.base import Named
from sysbench_archive.verdicts.contrasts import Sample, SampledRun
from sysbench_archive.verdicts.counted import DEVIATIONS, CountStart, counted_noise
from sysbench_archive.verdicts.judging import judge
from sysbench_archive.verdicts.policy import VerdictContext
from sysbench_archive.verdicts.sentences import (
    sentence_of,
    signed_clauses,
    verdict_record,
)

CONTEXT = VerdictContext(
    evidence="raw-output",
    cpus=2,
    noise=counted_noise("oltp_point_select", "server"),
    higher_is_better=False,
    counted=True,
)


def counts(*figures: float, states: bool = True) -> dict[int, Sample]:
    """Runs of one server, each with a load and a session of its own."""
    return {
        1: Sample(
            tuple(
                SampledRun(figure, str(n), n if states else 1, n if states else 1, n)
                for n, figure in enumerate(figures, 1)
            )
        )
    }


def sentence(baseline: dict[int, Sample], candidate: dict[int, Sample]) -> str:
    verdict = judge(baseline, candidate, CONTEXT)
    return sentence_of(verdict, "A", "B", "instructions")


def test_one_run_a_side_stands_beyond_the_noise_of_counts() -> None:
    assert sentence(counts(42_300), counts(56_350)) == (
        "B executes more instructions than A at 1 thread: +33 %. Two runs of the same thing differ"
        " by up to 9.1 %."
    )
    assert judge(counts(42_300), counts(42_400), CONTEXT).direction == "cannot-tell"


def test_many_times_as_many_are_written_in_times() -> None:
    assert sentence(counts(25_000), counts(90_000)).startswith(
        "B executes more instructions than A at 1 thread: 3.6 times."
    )


def test_repeated_counts_need_no_blocks() -> None:
    verdict = judge(counts(1000, 1001, 1000), counts(900, 901, 900), CONTEXT)
    assert (verdict.direction, verdict.headline[0].paired) == ("fewer", False)


def test_counts_of_one_session_keep_the_noise_of_sessions() -> None:
    within = counts(1000, 1000.1, 1000, states=False)
    verdict = judge(within, counts(1004, 1004.1, 1004, states=False), CONTEXT)
    assert verdict.direction == "no-clear-difference"
    assert verdict.headline[0].session_error == pytest.approx(math.sqrt(2) * 0.03, rel=0.2)


def test_nothing_counted_is_called_faster_or_slower() -> None:
    for figure in (500, 990, 1000, 1010, 5000):
        verdict = judge(counts(1000), counts(figure), CONTEXT)
        said = sentence_of(verdict, "A", "B", "instructions")
        assert "faster" not in said
        assert "slower" not in said
        record = verdict_record(
            verdict,
            baseline=Named(id="a", label="A"),
            candidate=Named(id="b", label="B"),
            measure="instructions",
        )
        told = signed_clauses(record.headline, "A", "instructions")
        assert "faster" not in told
        assert "throughput" not in told


@pytest.mark.parametrize("start", ["copy", "server"])
def test_each_test_has_its_noise_and_an_unknown_one_the_widest(start: CountStart) -> None:
    widest = max(counted_noise(test, start).threshold for test in DEVIATIONS[start])
    assert counted_noise("other", start).threshold == widest
    noisy = replace(CONTEXT, noise=counted_noise("other", "server"))
    assert judge(counts(1000), counts(1050), noisy).direction == "cannot-tell"


def test_counts_of_copies_tell_what_counts_of_a_server_cannot() -> None:
    told = replace(CONTEXT, noise=counted_noise("oltp_write_only", "copy"))
    hidden = replace(CONTEXT, noise=counted_noise("oltp_write_only", "server"))
    assert judge(counts(1000), counts(1050), told).direction == "more"
    assert judge(counts(1000), counts(1050), hidden).direction == "cannot-tell"
