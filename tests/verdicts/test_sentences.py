"""A verdict in one sentence and in its strip, word by word."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from samples import STEADY, Samples, blocks, context, runs, sentence, times, verdict

from sysbench_archive.model.base import Named
from sysbench_archive.model.comparison import VerdictRecord
from sysbench_archive.verdicts.judging import judge
from sysbench_archive.verdicts.policy import MARGIN
from sysbench_archive.verdicts.sentences import (
    finding_at,
    sentence_of,
    signed_clauses,
    verdict_record,
)
from sysbench_archive.words.numbers import percent
from sysbench_archive.words.phrases import DIRECTIONS, WORDS

OLD, NEW = Named(id="old", label="Old"), Named(id="new", label="New")
BASE: Samples = {1: blocks(*STEADY), 4: blocks(*STEADY), 64: blocks(*STEADY)}
ONCE: Samples = {1: runs(100), 4: runs(300), 64: runs(500)}
NOISY = blocks(90, 115, 99, 108, 95, 110)
WILD = blocks(30, 200, 100, 300, 20, 100)
SAME = f"Equivalent within {percent(MARGIN)}"
NOISE = "two runs of the same thing differ by up to 5.2 %"
MINUS = "\N{MINUS SIGN}"


def against(one: float, cores: float, over: float) -> Samples:
    return {1: times(one), 4: times(cores), 64: times(over)}


def texts(baseline: Samples, candidate: Samples, **changes: object) -> list[str]:
    """The entries of the strip."""
    found = verdict(baseline, candidate, **changes)
    record = verdict_record(found, baseline=OLD, candidate=NEW)
    return [entry.text for entry in record.headline]


@pytest.mark.parametrize(
    ("candidate", "strip", "expected"),
    [
        (
            against(0.83, 0.81, 0.79),
            [f"{MINUS}17 %", f"{MINUS}19 %", f"{MINUS}21 %"],
            f"B is slower than A at 1, 4 and 64 threads: {MINUS}21 to {MINUS}17 %.",
        ),
        (
            against(1.0, 1.25, 1.5),
            ["equivalent", "+25 %", "+50 %"],
            f"B is faster than A at 4 and 64 threads: +25 to +50 %. {SAME} at 1 thread.",
        ),
        (
            against(1.1, 1.0, 0.9),
            ["+10 %", "equivalent", f"{MINUS}10 %"],
            (
                "B is faster than A at 1 thread: +10 % (+9.8 to +10 %). It is slower at 64 threads:"
                f" {MINUS}10 % ({MINUS}10 to {MINUS}9.9 %). {SAME} at 4 threads."
            ),
        ),
        (
            against(1.0, 1.0, 1.0),
            ["equivalent", "equivalent", "equivalent"],
            f"B is equivalent to A within {percent(MARGIN)} at 1, 4 and 64 threads.",
        ),
        (
            against(2.4, 1.2, 0.25),
            ["2.4 times", "+20 %", f"{MINUS}75 %"],
            (
                "B is faster than A at 1 and 4 threads: +20 % to 2.4 times. It is slower at 64"
                f" threads: {MINUS}75 % ({MINUS}75.03 to {MINUS}74.97 %)."
            ),
        ),
    ],
    ids=["slower", "faster", "mixed", "equivalent", "times"],
)
def test_repeated(candidate: Samples, strip: list[str], expected: str) -> None:
    assert sentence(BASE, candidate) == expected
    assert texts(BASE, candidate) == strip


def test_no_clear_difference_says_what_would_have_been_seen() -> None:
    calm = blocks(95, 108, 99, 104, 97, 105)
    assert sentence({4: blocks(*STEADY)}, {4: calm}) == (
        f"No clear difference between B and A at 4 threads ({MINUS}4 to +5 %). The runs would"
        " have shown a difference of 6.2 % or more."
    )
    assert texts({4: blocks(*STEADY)}, {4: calm}) == ["no clear difference"]


def test_an_interval_wider_than_what_is_clear_is_too_noisy_to_tell() -> None:
    steady = {4: blocks(*STEADY), 64: blocks(*STEADY)}
    assert texts(steady, {4: NOISY, 64: WILD}) == [
        f"too noisy to tell: {MINUS}9.5 to +14 %",
        "too noisy to tell",
    ]
    assert sentence({4: blocks(*STEADY)}, {4: NOISY}) == (
        f"Too noisy to tell whether B or A is faster at 4 threads ({MINUS}7.6 to +12 %)."
    )


def test_an_absurd_interval_has_no_figures() -> None:
    absurd = {64: blocks(1, 1e9, 1e-4)}
    assert texts({64: blocks(1, 1, 1)}, absurd) == ["too noisy to tell"]
    assert sentence({64: blocks(1, 1, 1)}, absurd) == (
        "Too noisy to tell whether B or A is faster at 64 threads."
    )


def test_single_runs() -> None:
    quiet = ["+0.7 %", f"{MINUS}2 %"]
    stands = {1: runs(121), 4: runs(302), 64: runs(490)}
    assert sentence(ONCE, stands) == (
        f"B is faster than A at 1 thread: +21 %. Cannot tell at 4 and 64 threads ({MINUS}2 to"
        f" +0.7 %). T{NOISE[1:]}."
    )
    assert texts(ONCE, stands) == [
        "+21 %",
        *(f"{difference} (single runs, cannot tell)" for difference in quiet),
    ]
    assert sentence(ONCE, {1: runs(101), 4: runs(302), 64: runs(490)}) == (
        f"Cannot tell whether B or A is faster at 1, 4 and 64 threads ({MINUS}2 to +1 %): one run"
        f" on a side, and {NOISE}."
    )


def test_published_figures() -> None:
    known = {"evidence": "published-text"}
    assert sentence(ONCE, {4: runs(354)}, **known) == (
        f"B is faster than A at 4 threads: +18 %. T{NOISE[1:]}."
    )
    assert sentence(ONCE, {4: runs(303)}, **known) == (
        "Cannot tell whether B or A is faster at 4 threads (+1 %): figures as published, and"
        f" {NOISE}."
    )
    assert texts(ONCE, {4: runs(303)}, **known) == ["+1 % (as published, cannot tell)"]


@pytest.mark.parametrize(
    ("changes", "entry", "expected"),
    [
        (
            {"blockers": ("Table size", "Binary log")},
            "not comparable",
            "B and A are not comparable: not the same: Table size and Binary log.",
        ),
        (
            {"rate_limited": True},
            "cannot tell",
            (
                "Cannot tell whether B or A is faster: the runs were held to a rate, which hides"
                " throughput."
            ),
        ),
        (
            {"bottleneck": "network"},
            "cannot tell",
            (
                "Cannot tell whether B or A is faster: the network set the pace, which can hide a"
                " difference between servers."
            ),
        ),
    ],
)
def test_reasons(changes: dict[str, object], entry: str, expected: str) -> None:
    assert sentence(BASE, against(1, 1, 1), **changes) == expected
    assert texts(BASE, against(1, 1, 1), **changes) == [entry] * 3


def test_a_reason_that_does_not_hold_everywhere_names_its_places() -> None:
    found = sentence(BASE, against(1.2, 1, 1), bottleneck="network")
    assert "faster than A at 1 thread" in found
    assert found.endswith(". Cannot tell at 4 and 64 threads.")


def test_nothing_in_common() -> None:
    assert sentence({1: runs(1)}, {2: runs(1)}) == (
        "Cannot tell whether B or A is faster: no thread count has figures of both."
    )


def test_a_measure_has_its_name() -> None:
    found = verdict(BASE, against(0.4, 0.9, 0.9), higher_is_better=False)
    assert sentence_of(found, "A", "B", "mean latency").startswith(
        f"B is faster than A at 1, 4 and 64 threads: mean latency {MINUS}60 to {MINUS}10 %."
    )


@pytest.mark.parametrize("label", ["{baseline}", "{0.__class__}", "%s", "<b>x</b>", "{"])
def test_labels_are_never_read_as_phrases(label: str) -> None:
    found = judge(BASE, against(0.9, 0.9, 0.9), context(blockers=(label,)))
    assert sentence_of(found, label, label) == (
        f"{label} and {label} are not comparable: not the same: {label}."
    )
    told = verdict(BASE, against(0.9, 0.9, 0.9))
    assert sentence_of(told, label, label).startswith(f"{label} is slower than {label} at 1")


FINDINGS = ("equivalent", "no-clear-difference", "too-noisy", "cannot-tell")


def test_every_finding_has_its_words() -> None:
    known = {f"{part}{name}" for name in FINDINGS for part in ("", "rest-", "entry-")}
    assert known | {"not-comparable", "entry-not-comparable"} <= WORDS.keys()
    signed = {"faster", "slower", "fewer", "more"}
    assert DIRECTIONS.keys() == {*signed, "mixed", "not-comparable", *FINDINGS}


def test_no_phrase_says_one_thing_in_two_ways() -> None:
    said = " ".join([*WORDS.values(), *DIRECTIONS.values()]).lower()
    for other in ("resolvable difference", "resolved", "cannot be told", "unclear"):
        assert other not in said.replace("{resolvable}", "")


FACTORS = st.sampled_from((0.2, 0.6, 0.95, 1.0, 1.001, 1.1, 1.9, 3.0))
SIDES = st.sampled_from(("raw-output", "published-table"))


@given(st.tuples(FACTORS, FACTORS, FACTORS), SIDES, st.booleans())
def test_no_headline_count_is_left_out(
    factors: tuple[float, float, float], evidence: str, once: bool
) -> None:
    """The strip has every count, the sentence names each, and no entry contradicts its ratio."""
    candidate = against(*factors)
    if once:
        candidate = {n: runs(factor * 100) for n, factor in zip((1, 4, 64), factors, strict=True)}
    record = verdict_record(
        verdict(BASE if not once else {n: runs(100) for n in (1, 4, 64)}, candidate,
                evidence=evidence),
        baseline=OLD, candidate=NEW,
    )  # fmt: skip
    strip = record.headline
    assert [entry.threads for entry in strip] == [1, 4, 64]
    words = record.sentence.replace("(", " ").replace(",", " ").replace(";", " ").split()
    assert {"1", "4", "64"} <= {word.rstrip(".:") for word in words}
    for entry in strip:
        if entry.direction in ("faster", "slower"):
            assert (entry.direction == "faster") == (entry.ratio > 1)
            assert "times" in entry.text or entry.text[0] == ("+" if entry.ratio > 1 else MINUS)
        if finding_at(entry) == "signed":
            assert str(entry.threads) in signed_clauses(strip, "Old").replace(",", " ").split()


def test_the_record_holds_what_pages_show() -> None:
    record = verdict_record(verdict(BASE, against(1.1, 1.1, 1.1)), baseline=OLD, candidate=NEW)
    assert msgspec.json.decode(msgspec.json.encode(record), type=VerdictRecord) == record
    assert (record.candidate, record.baseline) == ("new", "old")
    assert record.sentence.startswith("New is faster than Old at 1, 4 and 64 threads: +10 %")
    assert (record.direction, record.status, record.margin) == ("faster", "indicative", MARGIN)
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
