"""A verdict in one sentence, word by word."""

from __future__ import annotations

import msgspec
import pytest
from samples import STEADY, Samples, blocks, context, runs, sentence, times, verdict

from sysbench_archive.model.base import Named
from sysbench_archive.model.comparison import VerdictRecord
from sysbench_archive.verdicts import judge, sentence_of, verdict_record
from sysbench_archive.verdicts.policy import (
    WORDS,
    factor_up,
    listed,
    percent,
    percent_up,
    ratios_of,
    threads_of,
)

BASE: Samples = {1: blocks(*STEADY), 4: blocks(*STEADY), 64: blocks(*STEADY)}
ONCE: Samples = {1: runs(100), 4: runs(300), 64: runs(500)}


def against(one: float, cores: float, over: float) -> Samples:
    return {1: times(one), 4: times(cores), 64: times(over)}


@pytest.mark.parametrize(
    ("candidate", "expected"),
    [
        (
            against(0.83, 0.81, 0.79),
            (
                "B is slower than A: 0.83 times its throughput (0.83 to 0.83) at 1 thread, 0.81"
                " (0.81 to 0.81) at 4 threads, 0.79 (0.79 to 0.79) at 64; measured."
            ),
        ),
        (
            against(1.0, 1.25, 1.5),
            (
                "B is faster than A: 1.25 times its throughput (1.25 to 1.25) at 4 threads, 1.50"
                " (1.50 to 1.50) at 64; equivalent within 2 % at 1 thread; measured."
            ),
        ),
        (
            against(1.1, 1.0, 0.9),
            (
                "B is faster than A at some thread counts and slower at others: 1.10 times its"
                " throughput (1.10 to 1.10) at 1 thread, 0.90 (0.90 to 0.90) at 64 threads;"
                " equivalent within 2 % at 4 threads; it crosses between 1 and 64 threads;"
                " measured."
            ),
        ),
        (
            against(1.0, 1.0, 1.0),
            (
                "B is equivalent to A within 2 %: 1.000 times its throughput (0.999 to 1.001) at 1"
                " thread, 1.000 (0.999 to 1.001) at 4 threads, 1.000 (0.999 to 1.001) at 64;"
                " measured."
            ),
        ),
    ],
    ids=["slower", "faster", "mixed", "equivalent"],
)
def test_measured(candidate: Samples, expected: str) -> None:
    assert sentence(BASE, candidate) == expected


def test_no_resolvable_difference_says_what_would_have_been_seen() -> None:
    noisy = {4: blocks(90, 115, 99, 108, 95, 110)}
    assert sentence({4: blocks(*STEADY)}, noisy) == (
        "No resolvable difference between B and A: 1.02 times the throughput (0.92 to 1.12) at 4"
        " threads; the runs would have shown a difference of 14 % or more; measured."
    )


def test_single_runs() -> None:
    assert sentence(ONCE, {1: runs(121), 4: runs(302), 64: runs(490)}) == (
        "B is faster than A: 1.21 times its throughput at 1 thread, beyond the 5.1 % by which two"
        " runs of the same thing differ; cannot tell at 4 and 64 threads; indicative."
    )
    assert sentence(ONCE, {1: runs(101), 4: runs(302), 64: runs(490)}) == (
        "Cannot tell whether B or A is faster: one run on a side, and 2 % is within what two runs"
        " of the same thing show (5.1 %)."
    )


def test_published_figures() -> None:
    told = {"evidence": "published-text"}
    assert sentence(ONCE, {4: runs(354)}, **told) == (
        "B is faster than A as published: 1.18 times its throughput at 4 threads; reported."
    )
    assert sentence(ONCE, {4: runs(303)}, **told) == (
        "Cannot tell whether B or A is faster: the published figures lie 1 % apart at most, no more"
        " than the margin of 2 %, and without repetitions nothing tells how far such figures vary."
    )


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        (
            {"blockers": ("Table size", "Binary log")},
            "B and A are not comparable: not the same: Table size and Binary log.",
        ),
        (
            {"rate_limited": True},
            (
                "Cannot tell whether B or A is faster: the runs were held to a rate, which hides"
                " throughput."
            ),
        ),
        (
            {"bottleneck": "network"},
            (
                "Cannot tell whether B or A is faster: the network set the pace, which can hide a"
                " difference between servers."
            ),
        ),
    ],
)
def test_reasons(changes: dict[str, object], expected: str) -> None:
    assert sentence(BASE, against(1, 1, 1), **changes) == expected


def test_nothing_in_common() -> None:
    assert sentence({1: runs(1)}, {2: runs(1)}) == (
        "Cannot tell whether B or A is faster: no thread count has figures of both."
    )


def test_a_measure_has_its_name() -> None:
    found = verdict(BASE, against(0.9, 0.9, 0.9), higher_is_better=False)
    assert sentence_of(found, "A", "B", "mean latency").startswith(
        "B is faster than A: 0.90 times its mean latency (0.90 to 0.90) at 1 thread"
    )


@pytest.mark.parametrize("label", ["{baseline}", "{0.__class__}", "%s", "<b>x</b>", "{"])
def test_labels_are_never_read_as_phrases(label: str) -> None:
    found = judge(BASE, against(0.9, 0.9, 0.9), context(blockers=(label,)))
    assert sentence_of(found, label, label) == (
        f"{label} and {label} are not comparable: not the same: {label}."
    )
    told = verdict(BASE, against(0.9, 0.9, 0.9), unrecorded=(label,))
    assert told.limitations == (f"not recorded: {label}",)
    assert sentence_of(told, label, label).startswith(f"{label} is slower than {label}: 0.90 times")


def test_every_direction_has_its_words() -> None:
    directions = ("faster", "slower", "equivalent", "mixed", "no-clear-difference", "cannot-tell")
    assert {*directions, "not-comparable"} <= WORDS.keys()
    assert {
        f"rest-{name}" for name in ("equivalent", "no-clear-difference", "cannot-tell")
    } <= WORDS.keys()


OLD, NEW = Named(id="old", label="Old"), Named(id="new", label="New")


def test_the_record_holds_what_pages_show() -> None:
    record = verdict_record(verdict(BASE, against(1.1, 1.1, 1.1)), baseline=OLD, candidate=NEW)
    assert msgspec.json.decode(msgspec.json.encode(record), type=VerdictRecord) == record
    assert (record.candidate, record.baseline) == ("new", "old")
    assert record.sentence.startswith("New is faster than Old: ")
    assert (record.direction, record.status, record.margin) == ("faster", "measured", 0.02)
    first = record.headline[0]
    assert (first.role, first.threads, first.n, first.df) == ("one", 1, [6, 6], 5)
    assert first.low is not None
    assert first.high is not None
    assert first.low < first.ratio < first.high


def test_the_record_of_single_runs_has_no_noise() -> None:
    for evidence in ("linked-output", "published-table"):
        found = verdict(ONCE, {4: runs(400)}, evidence=evidence)
        (only,) = verdict_record(found, baseline=OLD, candidate=NEW).headline
        assert {only.low, only.high, only.resolvable, only.standard_error} == {None}
        assert (only.df, only.paired) == (0, False)


@pytest.mark.parametrize(
    ("ratio", "interval", "expected"),
    [
        (0.83, (0.79, 0.87), ["0.83", "0.79", "0.87"]),
        # An end that is not 1 does not read 1.00.
        (1.05, (1.004, 1.1), ["1.050", "1.004", "1.100"]),
        (1.0, (0.9, 1.1), ["1.00", "0.90", "1.10"]),
        (1.0, (1.0, 1.0), ["1.00", "1.00", "1.00"]),
        (1.003, None, ["1.003"]),
        (12.34, (0.0301, 500.4), ["12.34", "0.030", "500"]),
        (0.5, (0.0000001, 2), ["0.50", "<0.001", "2.00"]),
    ],
)
def test_ratios(ratio: float, interval: tuple[float, float] | None, expected: list[str]) -> None:
    assert ratios_of(ratio, interval) == expected


def test_shares() -> None:
    assert [percent(s) for s in (0.02, 0.018, 0.12, 1.26)] == ["2 %", "1.8 %", "12 %", "126 %"]
    assert [percent_up(s) for s in (0.0201, 0.121, 0.12)] == ["2.1 %", "13 %", "12 %"]
    assert [factor_up(f) for f in (2.0, 2.31, 99.91, 140.2)] == ["2", "2.4", "100", "141"]


def test_rows_of_names() -> None:
    assert [listed("a"), listed("ab"), listed("abc")] == ["a", "a and b", "a, b and c"]
    assert listed("abcdef") == "a, b and 4 more"
    assert [threads_of([1]), threads_of([4]), threads_of([1, 4, 64])] == [
        "1 thread",
        "4 threads",
        "1, 4 and 64 threads",
    ]
