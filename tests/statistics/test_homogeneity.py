"""Bartlett's test is scipy's."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from sysbench_archive.statistics import chi_square_share, homogeneity

samples = st.lists(
    st.lists(st.integers(1, 10_000), min_size=2, max_size=6, unique=True), min_size=2, max_size=6
)


@given(samples)
def test_it_is_scipys(groups: list[list[int]]) -> None:
    expected = stats.bartlett(*([float(value) for value in group] for group in groups))
    variances = [float(np.var(group, ddof=1)) for group in groups]
    found = homogeneity(variances, [len(group) - 1 for group in groups])
    assert found.statistic == pytest.approx(expected.statistic, rel=1e-9, abs=1e-9)
    # The share moves as the root of the statistic where all variances are equal.
    share = chi_square_share(found.statistic, found.df)
    # Of equal variances scipy's statistic can be a hair below 0, and its p-value is then not one.
    pvalue = 1.0 if np.isnan(expected.pvalue) else expected.pvalue
    assert share == pytest.approx(pvalue, rel=1e-6, abs=1e-6)


@given(samples, st.floats(1e-3, 1e3))
def test_scale_changes_nothing_but_the_variance(groups: list[list[int]], factor: float) -> None:
    variances = [float(np.var(group, ddof=1)) for group in groups]
    dfs = [len(group) - 1 for group in groups]
    plain = homogeneity(variances, dfs)
    grown = homogeneity([v * factor**2 for v in variances], dfs)
    assert grown.statistic == pytest.approx(plain.statistic, rel=1e-9, abs=1e-9)
    assert grown.pooled == pytest.approx(plain.pooled * factor**2)


def test_a_sample_that_never_varies_is_unlike_one_that_does() -> None:
    found = homogeneity([0.0, 1.0], [2, 2])
    assert found.statistic == math.inf
    assert chi_square_share(found.statistic, found.df) == 0


@pytest.mark.parametrize("variances", [[1.0], [0.0, 0.0]])
def test_it_needs_two_samples_that_vary(variances: list[float]) -> None:
    with pytest.raises(ValueError, match="two samples that vary"):
        homogeneity(variances, [2.0] * len(variances))


@pytest.mark.parametrize(("value", "df"), [(-1.0, 2), (1.0, 0)])
def test_a_share_needs_freedom(value: float, df: float) -> None:
    with pytest.raises(ValueError, match="degrees of freedom"):
        chi_square_share(value, df)
