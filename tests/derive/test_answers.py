"""How several verdicts become the answer of a page, and what only differences can say."""

from typing import Any

import pytest

from plain_panels import panel
from sysbench_archive.derive.comparisons import answer_of, reported_answer_line
from sysbench_archive.model.base import Named
from sysbench_archive.model.result import ReportedDifference


def test_one_verdict_is_the_answer() -> None:
    answer = answer_of([panel("a", ("New", "slower", 0.8))], ())
    assert (answer.direction, answer.status, answer.matrix) == ("slower", "measured", None)


def test_a_line_has_every_headline_count_of_its_verdict() -> None:
    judged = panel("a", ("New", "slower", 0.8))
    (line,) = answer_of([judged], ()).verdicts
    headline = judged.verdicts[0].headline
    assert [(e.threads, e.ratio, e.direction) for e in line.strip] == [
        (c.threads, c.ratio, c.direction) for c in headline
    ]


def test_several_panels_have_a_table() -> None:
    panels = [
        panel("a", ("B", "slower", 0.8)),
        panel("b", ("B", "faster", 1.3), ("C", "no-clear-difference", 1)),
    ]
    answer = answer_of(panels, ())
    assert answer.matrix is not None
    assert answer.matrix.candidates == ["B", "C"]
    assert [row.cells for row in answer.matrix.rows] == [[0, None], [1, 2]]


def test_two_panels_of_one_candidate_need_no_table() -> None:
    answer = answer_of([panel("a", ("B", "slower", 0.8)), panel("b", ("B", "faster", 1.2))], ())
    assert answer.matrix is None


def test_nothing_to_judge_is_no_answer() -> None:
    answer = answer_of([], ())
    assert (answer.direction, answer.status, answer.verdicts) == ("", "", [])


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
