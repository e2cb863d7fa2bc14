"""How several verdicts become the answer of a page, and what only differences can say."""

from typing import Any

import pytest

from sysbench_archive.derive.answers import answer
from sysbench_archive.derive.reported import reported_verdict

Record = dict[str, Any]


def contrast(role: str, threads: int, ratio: float, direction: str) -> Record:
    place = {"role": role, "threads": threads, "direction": direction}
    return {**place, "ratio": ratio, "low": None, "high": None}


def panel(name: str, *told: tuple[str, str, float]) -> Record:
    """A panel whose candidates got these (label, direction, ratio)."""
    sides = [{"label": "Base"}, *({"label": label} for label, _, _ in told)]
    verdicts = [
        {
            "direction": direction,
            "status": "measured",
            "sentence": f"{label} in words.",
            "headline": [
                contrast("one", 1, 9.0, direction),
                contrast("cores", 4, ratio, direction),
            ],
        }
        for label, direction, ratio in told
    ]
    return {"id": name, "title": f"Panel {name}", "sides": sides, "verdicts": verdicts}


def test_one_verdict_is_the_answer() -> None:
    told = answer([panel("a", ("New", "slower", 0.8))], ())
    assert told["sentence"] == "New in words."
    assert (told["direction"], told["status"], told["matrix"]) == ("slower", "measured", None)


def test_the_contrast_about_the_core_count_is_shown() -> None:
    (line,) = answer([panel("a", ("New", "slower", 0.8))], ())["verdicts"]
    assert (line["ratio"], line["threads"]) == (0.8, 4)


def test_a_contrast_that_says_something_else_is_not_shown() -> None:
    mixed = panel("a", ("New", "slower", 1.0))
    mixed["verdicts"][0]["headline"][1]["direction"] = "cannot-tell"
    (line,) = answer([mixed], ())["verdicts"]
    assert (line["ratio"], line["threads"]) == (9.0, 1)


def test_candidates_are_grouped_by_direction_and_never_averaged() -> None:
    told = answer([panel("a", ("B", "slower", 0.8), ("C", "none", 1.0), ("D", "slower", 0.7))], ())
    assert told["sentence"] == (
        "Against Base: slower: B (0.80 times at 4 threads), D (0.70 times at 4 threads);"
        " no resolvable difference: C."
    )
    assert told["direction"] == ""


def test_more_than_a_few_candidates_are_counted() -> None:
    many = [(f"S{n}", "faster", 1.5) for n in range(6)]
    told = answer([panel("a", *many)], ())
    assert told["sentence"].endswith("S3 (1.50 times at 4 threads) and 2 more.")
    assert told["direction"] == "faster"


def test_several_panels_are_counted_and_have_a_table() -> None:
    panels = [panel("a", ("B", "slower", 0.8)), panel("b", ("B", "faster", 1.2), ("C", "none", 1))]
    told = answer(panels, ())
    assert told["sentence"] == "3 verdicts on B, C: 1 faster; 1 slower; 1 no resolvable difference."
    assert told["matrix"]["candidates"] == ["B", "C"]
    assert [row["cells"] for row in told["matrix"]["rows"]] == [[0, None], [1, 2]]


def test_two_panels_of_one_candidate_are_told_in_full() -> None:
    told = answer([panel("a", ("B", "slower", 0.8)), panel("b", ("B", "faster", 1.2))], ())
    assert told["sentence"] == "Panel a: B in words. Panel b: B in words."
    assert told["matrix"] is None


def test_nothing_to_judge_is_no_answer() -> None:
    told = answer([], ())
    assert (told["sentence"], told["direction"], told["status"]) == ("", "", "")


def test_several_published_differences_stand_beside_each_other() -> None:
    lines = [reported_verdict(difference(mean=n), f"Work {n}") for n in (1, -1)]
    told = answer([], lines)
    assert told["sentence"].startswith("Work 1: Candidate is faster than Baseline as published:")
    assert "Work -1: Candidate is slower" in told["sentence"]


def difference(**stated: Any) -> Record:
    sides = {side: {"id": side, "label": side.title()} for side in ("baseline", "candidate")}
    empty = {"mean": None, "minimum": None, "maximum": None, "slower_at_threads": []}
    return {"metric": "tps", **sides, **empty, **stated}


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
def test_published_differences_tell_by_their_signs(stated: Record, direction: str) -> None:
    told = reported_verdict(difference(**stated), "Work")
    assert (told["direction"], told["status"], told["ratio"]) == (direction, "reported", None)


def test_published_differences_are_quoted_with_their_signs() -> None:
    told = reported_verdict(
        difference(mean=1300, minimum=-1000, maximum=6100, slower_at_threads=[425, 500]), "Work"
    )
    assert told["sentence"] == (
        "Candidate is faster than Baseline at some thread counts and slower at others:"
        " transactions per second +1,300 on average, between -1,000 and +6,100,"
        " slower at 425, 500 threads; reported."
    )
