"""How several verdicts become the answer of a page, and what only differences can say."""

from typing import Any

import pytest
from msgspec.structs import replace

from sysbench_archive.derive.cells import metric_record
from sysbench_archive.derive.comparisons import answer_of, reported_answer_line
from sysbench_archive.model.base import Named, Reference
from sysbench_archive.model.comparability import Comparability
from sysbench_archive.model.comparison import (
    ContrastRecord,
    DerivedPanel,
    Direction,
    PanelCharts,
    PanelWorkload,
    Side,
    ThreadRole,
    VerdictRecord,
)
from sysbench_archive.model.result import ReportedDifference


def contrast(role: ThreadRole, threads: int, ratio: float, direction: Direction) -> ContrastRecord:
    return ContrastRecord(
        role=role,
        threads=threads,
        ratio=ratio,
        low=None,
        high=None,
        direction=direction,
        resolvable=None,
        n=[1, 1],
        paired=False,
        log=0.0,
        standard_error=None,
        df=0,
    )


def verdict(label: str, direction: Direction, ratio: float) -> VerdictRecord:
    return VerdictRecord(
        candidate=label,
        baseline="base",
        direction=direction,
        status="measured",
        sentence=f"{label} in words.",
        reason="",
        limitations=[],
        margin=0.02,
        headline=[contrast("one", 1, 9.0, direction), contrast("cores", 4, ratio, direction)],
    )


def side(label: str) -> Side:
    return Side(
        id=label,
        label=label,
        role="baseline" if label == "Base" else "candidate",
        product="mysql",
        version="8.0",
        series="8.0",
        shade=0,
    )


def panel(name: str, *judged: tuple[str, Direction, float]) -> DerivedPanel:
    """A panel whose candidates got these (label, direction, ratio)."""
    nothing = Comparability(
        summary="controlled",
        sentence="",
        rows=[],
        details=[],
        left=[],
        same=[],
        candidates=[],
    )
    return DerivedPanel(
        id=name,
        title=f"Panel {name}",
        bundle=Reference(path="/results/b/", title="B"),
        evidence="raw-output",
        workload=PanelWorkload(id="w", label="W", test=""),
        metric=metric_record("tps"),
        latency=None,
        sides=[side("Base"), *(side(label) for label, _, _ in judged)],
        rows=[],
        text="",
        charts=PanelCharts(throughput=None, ratio=None, latency=None, spread=None, efficiency=None),
        comparability=nothing,
        verdicts=[verdict(*each) for each in judged],
    )


def test_one_verdict_is_the_answer_of() -> None:
    answer = answer_of([panel("a", ("New", "slower", 0.8))], ())
    assert answer.sentence == "New in words."
    assert (answer.direction, answer.status, answer.matrix) == ("slower", "measured", None)


def test_the_contrast_about_the_core_count_is_shown() -> None:
    (line,) = answer_of([panel("a", ("New", "slower", 0.8))], ()).verdicts
    assert (line.ratio, line.threads) == (0.8, 4)


def test_a_contrast_that_says_something_else_is_not_shown() -> None:
    mixed = panel("a", ("New", "slower", 1.0))
    single, at_cores = mixed.verdicts[0].headline
    headline = [single, replace(at_cores, direction="cannot-tell")]
    mixed = replace(mixed, verdicts=[replace(mixed.verdicts[0], headline=headline)])
    (line,) = answer_of([mixed], ()).verdicts
    assert (line.ratio, line.threads) == (9.0, 1)


def test_candidates_are_grouped_by_direction_and_never_averaged() -> None:
    answer = answer_of(
        [panel("a", ("B", "slower", 0.8), ("C", "no-clear-difference", 1.0), ("D", "slower", 0.7))],
        (),
    )
    assert answer.sentence == (
        "Against Base: slower: B (0.80 times at 4 threads), D (0.70 times at 4 threads);"
        " no resolvable difference: C."
    )
    assert answer.direction == ""


def test_more_than_a_few_candidates_are_counted() -> None:
    many: list[tuple[str, Direction, float]] = [(f"S{n}", "faster", 1.5) for n in range(6)]
    answer = answer_of([panel("a", *many)], ())
    assert answer.sentence.endswith("S3 (1.50 times at 4 threads) and 2 more.")
    assert answer.direction == "faster"


def test_several_panels_are_counted_and_have_a_table() -> None:
    panels = [
        panel("a", ("B", "slower", 0.8)),
        panel("b", ("B", "faster", 1.2), ("C", "no-clear-difference", 1)),
    ]
    answer = answer_of(panels, ())
    assert answer.sentence == "3 verdicts on B, C: 1 faster; 1 slower; 1 no resolvable difference."
    assert answer.matrix is not None
    assert answer.matrix.candidates == ["B", "C"]
    assert [row.cells for row in answer.matrix.rows] == [[0, None], [1, 2]]


def test_two_panels_of_one_candidate_are_told_in_full() -> None:
    answer = answer_of([panel("a", ("B", "slower", 0.8)), panel("b", ("B", "faster", 1.2))], ())
    assert answer.sentence == "Panel a: B in words. Panel b: B in words."
    assert answer.matrix is None


def test_nothing_to_judge_is_no_answer_of() -> None:
    answer = answer_of([], ())
    assert (answer.sentence, answer.direction, answer.status) == ("", "", "")


def test_several_published_differences_stand_beside_each_other() -> None:
    lines = [reported_answer_line(difference(mean=n), f"Work {n}") for n in (1, -1)]
    answer = answer_of([], lines)
    assert answer.sentence.startswith("Work 1: Candidate is faster than Baseline as published:")
    assert "Work -1: Candidate is slower" in answer.sentence


def difference(**stated: Any) -> ReportedDifference:
    known: dict[str, Any] = {
        "workload": Named(id="w", label="Work"),
        "baseline": Named(id="baseline", label="Baseline"),
        "candidate": Named(id="candidate", label="Candidate"),
        "metric": "tps",
        "mean": None,
        "minimum": None,
        "maximum": None,
        "approximate": False,
        "slower_at_threads": [],
        "notes": "",
    }
    return ReportedDifference(**known | stated)


@pytest.mark.parametrize(
    ("stated", "direction"),
    [
        ({"mean": 1300, "minimum": -1000, "maximum": 6100}, "mixed"),
        ({"mean": 13, "slower_at_threads": [425]}, "mixed"),
        ({"mean": 13, "minimum": 2, "maximum": 20}, "faster"),
        ({"mean": -13}, "slower"),
        ({"metric": "latency_avg_ms", "mean": -13}, "faster"),
        ({"mean": 0}, "cannot-tell"),
        ({}, "cannot-tell"),
    ],
)
def test_published_differences_tell_by_their_signs(stated: dict[str, Any], direction: str) -> None:
    line = reported_answer_line(difference(**stated), "Work")
    assert (line.direction, line.status, line.ratio) == (direction, "reported", None)


def test_published_differences_are_quoted_with_their_signs() -> None:
    line = reported_answer_line(
        difference(mean=1300, minimum=-1000, maximum=6100, slower_at_threads=[425, 500]), "Work"
    )
    assert line.sentence == (
        "Candidate is faster than Baseline at some thread counts and slower at others:"
        " transactions per second +1,300 on average, between -1,000 and +6,100,"
        " slower at 425, 500 threads; reported."
    )
