"""How several verdicts become the answer of a page, and what only differences can say."""

from typing import Any

import pytest
from msgspec.structs import replace

from plain_panels import contrast, panel
from sysbench_archive.derive.comparisons import answer_of, reported_answer_line
from sysbench_archive.model.base import Named
from sysbench_archive.model.comparison import (
    ContrastDirection,
)
from sysbench_archive.model.result import ReportedDifference


def test_one_verdict_is_the_answer() -> None:
    answer = answer_of([panel("a", ("New", "slower", 0.8))], ())
    assert answer.sentence == "New in words."
    assert (answer.direction, answer.status, answer.matrix) == ("slower", "measured", None)


def test_a_line_has_every_headline_count_of_its_verdict() -> None:
    judged = panel("a", ("New", "slower", 0.8))
    (line,) = answer_of([judged], ()).verdicts
    headline = judged.verdicts[0].headline
    assert [(e.threads, e.ratio, e.direction) for e in line.strip] == [
        (c.threads, c.ratio, c.direction) for c in headline
    ]


def test_candidates_are_named_by_what_stands_of_them_and_never_averaged() -> None:
    answer = answer_of(
        [panel("a", ("B", "slower", 0.8), ("C", "no-clear-difference", 1.0), ("D", "slower", 0.4))],
        (),
    )
    assert answer.sentence == (
        "Against Base: D has 0.4 times the throughput at 4 threads; B is 20 % slower at 4 threads."
        " No clear difference: C."
    )
    assert answer.direction == ""


def test_of_more_than_a_few_candidates_the_largest_differences_are_named() -> None:
    many: list[tuple[str, ContrastDirection, float]] = [
        (f"S{n}", "faster", 1.2 + n / 10) for n in range(6)
    ]
    answer = answer_of([panel("a", *many)], ())
    assert answer.sentence.startswith("Against Base: S5 is 70 % faster at 4 threads; S4 ")
    assert answer.sentence.endswith(". Faster at one or more thread counts: S0, S1 and S2.")
    assert answer.direction == "faster"


def test_candidates_of_one_count_are_listed_with_it() -> None:
    many = panel("a", *((f"S{n}", "slower", 0.8) for n in range(5)))
    shorter = [replace(v, headline=v.headline[1:]) for v in many.verdicts]
    answer = answer_of([replace(many, verdicts=shorter)], ())
    assert answer.sentence.endswith(". Slower at 4 threads: S3 and S4.")


def test_nothing_clear_of_any_candidate_names_them() -> None:
    unclear = panel("a", *((name, "no-clear-difference", 1.0) for name in "BC"))
    assert answer_of([unclear], ()).sentence == "Against Base, no clear difference: B and C."


def test_a_point_on_the_other_side_is_named_beside_the_first() -> None:
    both = panel("a", ("B", "slower", 0.8), ("C", "slower", 0.9))
    headline = [
        contrast("one", 1, 1.1, "faster"),
        contrast("cores", 4, 0.8, "slower"),
        contrast("over", 64, 0.25, "slower"),
    ]
    turned = replace(both.verdicts[0], direction="mixed", headline=headline)
    answer = answer_of([replace(both, verdicts=[turned, both.verdicts[1]])], ())
    assert answer.sentence.startswith(
        "Against Base: B is 10 % faster at 1 thread but 20 % slower at 4 threads and has 0.25 times"
        " the throughput at 64; C "
    )


def test_several_panels_say_what_stands_out_and_have_a_table() -> None:
    panels = [
        panel("a", ("B", "slower", 0.8)),
        panel("b", ("B", "faster", 1.3), ("C", "no-clear-difference", 1)),
    ]
    answer = answer_of(panels, ())
    assert answer.sentence == (
        "Against Base, in Panel b: B is 30 % faster at 4 threads. In Panel a: B is 20 % slower at 4"
        " threads. In the other pair of server and workload: no clear difference."
    )
    assert answer.matrix is not None
    assert answer.matrix.candidates == ["B", "C"]
    assert [row.cells for row in answer.matrix.rows] == [[0, None], [1, 2]]


def test_of_many_panels_the_others_are_counted_by_what_was_found() -> None:
    found: list[tuple[ContrastDirection, float]] = [
        *(("slower", 0.8 - n / 100) for n in range(4)),
        *(("no-clear-difference", 1.0) for _ in range(3)),
        ("equivalent", 1.0),
    ]
    panels = [panel(str(n), ("B", *each)) for n, each in enumerate(found)]
    sentence = answer_of(panels, ()).sentence
    assert sentence.startswith(
        "The largest differences from Base, in Panel 3: B is 23 % slower at 4 threads. In Panel 2: "
    )
    # At one thread nothing is clear, so nothing is equivalent as a whole.
    assert sentence.endswith(
        " In the other 5 workloads: slower at one or more thread counts in 1, no clear difference"
        " in 4."
    )


def test_nothing_clear_anywhere_is_said_so() -> None:
    panels = [panel(name, ("B", "no-clear-difference", 1.0)) for name in "abc"]
    assert answer_of(panels, ()).sentence == ("In 3 workloads against Base: no clear difference.")


def test_two_panels_of_one_candidate_are_told_in_full() -> None:
    answer = answer_of([panel("a", ("B", "slower", 0.8)), panel("b", ("B", "faster", 1.2))], ())
    assert answer.sentence == "Panel a: B in words. Panel b: B in words."
    assert answer.matrix is None


def test_nothing_to_judge_is_no_answer() -> None:
    answer = answer_of([], ())
    assert (answer.sentence, answer.direction, answer.status) == ("", "", "")


def test_several_published_differences_stand_beside_each_other() -> None:
    lines = [reported_answer_line(difference(mean=n), f"Work {n}") for n in (1, -1)]
    answer = answer_of([], lines)
    assert answer.sentence.startswith("Work 1: Cannot tell whether Candidate or Baseline is faster")
    assert "Work -1: Cannot tell" in answer.sentence


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
    "stated",
    [{"mean": 1300, "minimum": -1000, "maximum": 6100}, {"mean": -13}, {"mean": 0}, {}],
)
def test_published_differences_have_no_ratio_to_hold_against_noise(stated: dict[str, Any]) -> None:
    line = reported_answer_line(difference(**stated), "Work")
    assert (line.direction, line.status, line.strip) == ("cannot-tell", "reported", [])
    assert line.sentence.endswith(".")


def test_published_differences_are_quoted_with_their_signs() -> None:
    line = reported_answer_line(
        difference(mean=1300, minimum=-1000, maximum=6100, slower_at_threads=[425, 500]), "Work"
    )
    assert line.sentence == (
        "Cannot tell whether Candidate or Baseline is faster: the source published differences"
        " without the figures they are of, in transactions per second +1,300 on average,"
        " between \N{MINUS SIGN}1,000 and +6,100, slower at 425 and 500 threads."
    )
