"""Percentiles are values that are there, weighted or not."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sysbench_archive.statistics import nearest_rank, weighted_rank

values = st.lists(st.floats(-1e6, 1e6), min_size=1, max_size=40)


@given(values, st.sampled_from([0.01, 0.5, 0.9, 0.95, 1.0]))
def test_equal_weights_weigh_nothing(found: list[float], share: float) -> None:
    weighted = [(value, 0.25) for value in found]
    assert weighted_rank(weighted, share) == nearest_rank(sorted(found), share)


def test_weights_move_the_percentile() -> None:
    assert weighted_rank([(1, 1), (2, 1), (3, 1)], 0.5) == 2
    assert weighted_rank([(1, 1), (2, 1), (3, 4)], 0.5) == 3
    assert weighted_rank([(3, 1), (1, 4), (2, 1)], 0.5) == 1


def test_fractions_reach_what_they_should() -> None:
    """Three weights of 0.1 sum to a hair more than 0.3, ten to a hair less than 1."""
    assert weighted_rank([(float(i), 0.1) for i in range(10)], 0.3) == 2
    assert weighted_rank([(float(i), 0.1) for i in range(10)], 1.0) == 9


def test_nothing_has_no_percentile() -> None:
    with pytest.raises(ValueError, match="needs values"):
        weighted_rank([], 0.5)
