"""Our few distribution functions say what scipy says, to eight digits."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.special import chdtrc, chdtri, fdtrc, stdtrit

from sysbench_archive.statistics.distributions import (
    chi_square_quantile,
    chi_square_share,
    f_share,
    t_quantile,
)

df = st.one_of(st.integers(1, 300).map(float), st.floats(0.8, 1e4))
values = st.one_of(st.just(0.0), st.floats(1e-6, 300), st.just(math.inf))


@given(df, st.one_of(st.just(0.5), st.floats(0.501, 0.9999)))
def test_quantiles_of_student(df: float, share: float) -> None:
    expected = float(stdtrit(df, share))
    assert t_quantile(share, df) == pytest.approx(expected, rel=1e-8, abs=1e-8)


@given(df, st.floats(0.001, 0.999))
def test_quantiles_of_chi_square(df: float, share: float) -> None:
    expected = float(chdtri(df, 1 - share))
    assert chi_square_quantile(share, df) == pytest.approx(expected, rel=1e-7)


@given(df, df, values)
def test_shares(df: float, other: float, value: float) -> None:
    assert chi_square_share(value, df) == pytest.approx(float(chdtrc(df, value)), abs=1e-9)
    assert f_share(value, df, other) == pytest.approx(float(fdtrc(df, other, value)), abs=1e-8)


@given(st.floats(0, 100), st.integers(1, 50))
def test_small_shares_of_chi_square_have_their_digits(value: float, df: int) -> None:
    assert chi_square_share(value, df) == pytest.approx(float(chdtrc(df, value)), rel=1e-9)


@pytest.mark.parametrize(("value", "df"), [(-1.0, 2), (1.0, 0)])
def test_a_share_needs_freedom(value: float, df: float) -> None:
    with pytest.raises(ValueError, match="degrees of freedom"):
        chi_square_share(value, df)
    with pytest.raises(ValueError, match="degrees of freedom"):
        f_share(value, df, 3)


@pytest.mark.parametrize(("share", "df"), [(0.4, 2), (1.0, 2), (0.9, 0)])
def test_a_quantile_needs_a_share_and_freedom(share: float, df: float) -> None:
    with pytest.raises(ValueError, match="degrees of freedom"):
        t_quantile(share, df)
