"""What is computed without scipy is what scipy computes, to eight digits."""

from __future__ import annotations

import builtins
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.special import chdtrc, chdtri, fdtrc, stdtrit

from sysbench_archive import statistics
from sysbench_archive.statistics import distributions

df = st.one_of(st.integers(1, 300).map(float), st.floats(0.8, 1e4))
shares = st.floats(0.5, 0.9999)
values = st.one_of(st.just(0.0), st.floats(1e-6, 300))


@given(df, shares)
def test_quantiles_of_student(df: float, share: float) -> None:
    expected = float(stdtrit(df, share))
    assert distributions.student_quantile(df, share) == pytest.approx(expected, rel=1e-8, abs=1e-8)


@given(df, st.floats(0.001, 0.999))
def test_quantiles_of_chi_square(df: float, share: float) -> None:
    expected = float(chdtri(df, 1 - share))
    assert distributions.chi_square_quantile(df, share) == pytest.approx(expected, rel=1e-7)


@given(df, df, values)
def test_shares(df: float, other: float, value: float) -> None:
    assert distributions.chi_square_upper(df, value) == pytest.approx(
        float(chdtrc(df, value)), abs=1e-9
    )
    assert distributions.f_upper(df, other, value) == pytest.approx(
        float(fdtrc(df, other, value)), abs=1e-8
    )


@pytest.mark.parametrize(
    "call",
    [
        lambda: statistics.t_quantile(0.975, 7),
        lambda: statistics.chi_square_share(11, 4),
        lambda: statistics.chi_square_quantile(0.2, 4),
        lambda: statistics.f_share(3, 4, 9),
    ],
)
def test_they_are_used_where_scipy_is_not_installed(
    monkeypatch: pytest.MonkeyPatch, call: Callable[[], float]
) -> None:
    expected = call()
    real = builtins.__import__

    def refuse(name: str, *words: object, **more: object) -> object:
        if name.startswith("scipy"):
            raise ImportError(name)
        return real(name, *words, **more)  # type: ignore[arg-type]

    monkeypatch.setattr(builtins, "__import__", refuse)
    assert call() == pytest.approx(expected, rel=1e-9)
