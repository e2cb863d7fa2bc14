"""Laws of means, intervals and quantiles."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sysbench_archive.statistics import difference_of, geometric_mean, mean_estimate
from sysbench_archive.statistics.distributions import t_quantile

throughputs = st.lists(st.floats(1e-3, 1e9), min_size=1, max_size=30)


@given(throughputs, st.floats(1e-3, 1e3))
def test_scale_goes_through(values: list[float], factor: float) -> None:
    scaled = geometric_mean([value * factor for value in values])
    assert math.isclose(scaled, geometric_mean(values) * factor, rel_tol=1e-9)


@given(throughputs)
def test_lies_between_the_extremes_and_ignores_order(values: list[float]) -> None:
    centre = geometric_mean(values)
    assert min(values) * (1 - 1e-9) <= centre <= max(values) * (1 + 1e-9)
    assert centre == geometric_mean(values[::-1])


@given(throughputs)
def test_ratio_of_means_inverts(values: list[float]) -> None:
    inverse = geometric_mean([1 / value for value in values])
    assert math.isclose(inverse * geometric_mean(values), 1, rel_tol=1e-9)


@given(st.floats(1e-3, 1e12))
def test_one_value_is_its_own_centre(value: float) -> None:
    assert geometric_mean([value]) == value


@pytest.mark.parametrize("values", [[], [0.0], [1.0, -1.0]])
def test_refuses_what_has_no_logarithm(values: list[float]) -> None:
    with pytest.raises(ValueError, match="positive"):
        geometric_mean(values)


@pytest.mark.parametrize(
    ("share", "df", "expected"),
    [
        (0.975, 1, 12.70620474),
        (0.975, 2, 4.30265273),
        (0.995, 3, 5.84090931),
        (0.95, 30, 1.69726089),
        (0.975, 1000, 1.96233908),
        (0.975, math.inf, 1.95996398),
    ],
)
def test_quantiles_of_student(share: float, df: float, expected: float) -> None:
    """Figures of printed tables."""
    assert t_quantile(share, df) == pytest.approx(expected, rel=1e-7)


@given(st.floats(0.51, 0.9999), st.floats(0.5, 5e4))
def test_more_df_needs_less(share: float, df: float) -> None:
    assert t_quantile(share, df) >= t_quantile(share, df * 1.5) * (1 - 1e-9)


@given(st.floats(0.501, 0.9999))
def test_one_and_two_degrees_have_closed_forms(share: float) -> None:
    assert t_quantile(share, 1) == pytest.approx(math.tan(math.pi * (share - 0.5)), rel=1e-6)
    a = 2 * share - 1
    assert t_quantile(share, 2) == pytest.approx(a * math.sqrt(2 / (1 - a * a)), rel=1e-6)


def test_a_difference_of_estimates() -> None:
    one, other = mean_estimate([1, 2, 3]), mean_estimate([5, 5, 5, 9])
    found = difference_of(other, one)
    assert found.centre == 4
    assert found.standard_error == pytest.approx(math.sqrt(1 / 3 + 1))
    # Welch and Satterthwaite: (1/3 + 1)^2 / ((1/3)^2 / 2 + 1^2 / 3).
    assert found.df == pytest.approx((16 / 9) / (1 / 18 + 1 / 3))
    assert difference_of(mean_estimate([1]), one).half_width(0.95) is None
