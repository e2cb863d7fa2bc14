"""Failed and ignored statements stand beside throughput: a row where one side has notably more."""

from __future__ import annotations

import pytest
from comparability_bundles import PLACE

from sysbench_archive.comparability.differences import (
    RULES,
    ComparedSide,
    compare_conditions,
)
from sysbench_archive.model.comparability import Comparability, ComparabilityRow


def report(*failures: dict[int, float]) -> Comparability:
    sides = [
        ComparedSide(str(n), {**PLACE, "version": str(n)}, known)
        for n, known in enumerate(failures)
    ]
    return compare_conditions(sides, "read-write")


def row(*failures: dict[int, float]) -> ComparabilityRow | None:
    found = [row for row in report(*failures).rows if row.field == "failed_statements"]
    return found[0] if found else None


def test_a_side_with_notably_more_failures_has_a_warning_with_both_values() -> None:
    found = row({1: 0.0, 8: 0.0}, {1: 0.0, 8: 0.0166})
    assert found is not None
    assert (found.status, found.severity) == ("differs", "warning")
    assert found.values == [
        "0.0 per 1,000 transactions at 8 threads",
        "16.6 per 1,000 transactions at 8 threads",
    ]


def test_failures_are_named_in_the_sentence_and_nothing_is_called_controlled() -> None:
    found = report({8: 0.0}, {8: 0.05})
    assert found.candidates[0].warnings == ["Failed and ignored statements"]
    assert found.summary == "controlled-except"
    assert "failed and ignored statements" in found.sentence


@pytest.mark.parametrize("more", [0.0, RULES.notable_failures / 2, RULES.notable_failures * 0.99])
def test_less_than_one_in_a_hundred_is_the_same(more: float) -> None:
    found = report({8: 0.1}, {8: 0.1 + more})
    assert row({8: 0.1}, {8: 0.1 + more}) is None
    assert "Failed and ignored statements" in found.same


def test_only_thread_counts_of_both_sides_are_compared() -> None:
    assert row({1: 0.0}, {512: 0.4}) is None
    assert row({}, {512: 0.4}) is None
    found = row({512: 0.1}, {512: 0.4}, {})
    assert found is not None
    assert found.values[2] == "", "nothing is known of the third"


def test_a_candidate_alike_is_not_blamed_for_another() -> None:
    found = report({8: 0.0}, {8: 0.0}, {8: 0.1})
    assert [one.warnings for one in found.candidates] == [[], ["Failed and ignored statements"]]


def test_one_thread_is_written_so() -> None:
    found = row({1: 0.0}, {1: 0.02})
    assert found is not None
    assert found.values[1] == "20.0 per 1,000 transactions at 1 thread"
