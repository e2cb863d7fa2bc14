"""The share of chi-square is scipy's."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from sysbench_archive.statistics import chi_square_share


@given(st.floats(0, 100), st.integers(1, 50))
def test_it_is_scipys(value: float, df: int) -> None:
    assert chi_square_share(value, df) == pytest.approx(float(stats.chi2.sf(value, df)), rel=1e-9)


@pytest.mark.parametrize(("value", "df"), [(-1.0, 2), (1.0, 0)])
def test_a_share_needs_freedom(value: float, df: float) -> None:
    with pytest.raises(ValueError, match="degrees of freedom"):
        chi_square_share(value, df)
