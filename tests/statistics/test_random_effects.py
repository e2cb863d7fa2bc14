"""Random effects, beside a published meta-analysis and by their laws."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sysbench_archive.statistics import random_effects
from sysbench_archive.statistics.distributions import t_quantile

BCG = (
    (-0.8893, 0.3256), (-1.5854, 0.1946), (-1.3481, 0.4154), (-1.4416, 0.0200), (-0.2175, 0.0512),
    (-0.7861, 0.0069), (-1.6209, 0.2230), (0.0120, 0.0040), (-0.4694, 0.0564), (-1.3713, 0.0730),
    (-0.3394, 0.0124), (0.4459, 0.5325), (-0.0173, 0.0714),
)  # fmt: skip
"""Log relative risk and variance of thirteen trials of the BCG vaccine (Colditz 1994)."""

machines = st.lists(st.tuples(st.floats(-1, 1), st.floats(0.005, 0.5)), min_size=2, max_size=12)


def scatter(found: list[tuple[float, float]], tau2: float) -> float:
    weights = [1 / (error**2 + tau2) for _, error in found]
    centre = sum(w * e for w, (e, _) in zip(weights, found, strict=True)) / sum(weights)
    return sum(w * (e - centre) ** 2 for w, (e, _) in zip(weights, found, strict=True))


def test_a_published_meta_analysis() -> None:
    """As published, of figures with more digits."""
    found = random_effects([(effect, math.sqrt(variance)) for effect, variance in BCG])
    assert found.q == pytest.approx(152.2, abs=0.5)
    assert found.i2 == pytest.approx(0.921, abs=0.001)
    assert found.tau2 == pytest.approx(0.318, abs=0.002)
    assert found.centre == pytest.approx(-0.715, abs=0.002)


@given(machines)
def test_the_variance_makes_the_scatter_what_chance_gives(found: list[tuple[float, float]]) -> None:
    pooled = random_effects(found)
    df = len(found) - 1
    if pooled.tau2 == 0:
        assert scatter(found, 0) <= df * (1 + 1e-9)
    else:
        assert scatter(found, pooled.tau2) == pytest.approx(df, rel=1e-6)


@given(machines)
def test_it_lies_between_the_extremes(found: list[tuple[float, float]]) -> None:
    effects = [effect for effect, _ in found]
    assert min(effects) - 1e-9 <= random_effects(found).centre <= max(effects) + 1e-9


@given(machines, st.floats(-3, 3))
def test_a_shift_goes_through(found: list[tuple[float, float]], shift: float) -> None:
    plain = random_effects(found)
    moved = random_effects([(effect + shift, error) for effect, error in found])
    assert moved.centre == pytest.approx(plain.centre + shift, abs=1e-6)
    assert moved.tau2 == pytest.approx(plain.tau2, abs=1e-6)


@given(machines)
def test_turning_round_mirrors(found: list[tuple[float, float]]) -> None:
    plain = random_effects(found)
    turned = random_effects([(-effect, error) for effect, error in reversed(found)])
    assert turned.centre == pytest.approx(-plain.centre, abs=1e-9)
    assert turned.standard_error == pytest.approx(plain.standard_error, rel=1e-6)


@given(machines)
def test_the_next_machine_is_less_certain_than_the_mean(found: list[tuple[float, float]]) -> None:
    pooled = random_effects(found)
    low, high = pooled.interval(0.95)
    assert low < pooled.centre < high
    predicted = pooled.prediction(0.95)
    if len(found) < 3:
        assert predicted is None
    else:
        assert predicted is not None
        assert predicted[0] <= low
        assert predicted[1] >= high


def test_machines_that_agree_vary_by_nothing() -> None:
    """Scatter far below chance does not narrow the interval beyond the machines' own errors."""
    found = random_effects([(0.1, 0.02)] * 5)
    assert (found.tau2, found.i2) == (0, 0)
    assert found.standard_error == pytest.approx(0.02 / math.sqrt(5))
    half = t_quantile(0.975, 4) * found.standard_error
    assert found.interval(0.95) == pytest.approx((0.1 - half, 0.1 + half))


def test_one_precise_machine_does_not_rule() -> None:
    """Where machines differ by much more than their errors, each counts nearly the same."""
    found = random_effects([(0.0, 0.001), (1.0, 0.05), (-0.4, 0.05), (0.2, 0.05), (0.7, 0.05)])
    assert found.centre == pytest.approx(0.3, abs=0.01)


@pytest.mark.parametrize("estimates", [[], [(0.1, 0.02)], [(0.1, 0.02), (0.2, 0.0)]])
def test_what_has_no_error_is_refused(estimates: list[tuple[float, float]]) -> None:
    with pytest.raises(ValueError, match="a standard error"):
        random_effects(estimates)
