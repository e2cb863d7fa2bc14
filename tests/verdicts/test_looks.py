"""Looks: how much of the error each may use, and how often campaigns that look err."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy.stats import t as student

from sysbench_archive.verdicts.looks import level_of_look, shares_of_looks
from sysbench_archive.verdicts.policy import ALPHA
from sysbench_archive.verdicts.slices import TRIM

TRIALS = 20_000
"""Campaigns of each kind; a rate near 4 % is then sure to about 0.3 %."""


def test_five_even_looks_have_the_bounds_of_the_literature() -> None:
    """5 % spent evenly, by Lan and DeMets: 2.576, 2.490, 2.411, 2.337, 2.270."""
    shares = (0.2, 0.4, 0.6, 0.8, 1.0)
    levels = [level_of_look(shares[: n + 1], 0.05) for n in range(5)]
    bounds = [student.isf(level / 2, math.inf) for level in levels]
    assert bounds == pytest.approx([2.576, 2.490, 2.411, 2.337, 2.270], abs=0.01)


def test_one_look_at_the_end_has_all_of_the_error() -> None:
    assert level_of_look((1.0,), ALPHA) == pytest.approx(ALPHA, rel=1e-6)


@pytest.mark.parametrize("shares", [(), (0.0,), (0.5, 0.5), (0.8, 0.4)])
def test_looks_ascend(shares: tuple[float, ...]) -> None:
    with pytest.raises(ValueError, match="ascend"):
        level_of_look(shares, ALPHA)


def test_a_campaign_that_ran_out_of_time_closes_with_what_is_left() -> None:
    assert shares_of_looks([3, 5], 8, over=True) == (3 / 8, 1.0)
    assert shares_of_looks([3, 5], 8, over=False) == (3 / 8, 5 / 8)


def _estimates(values: np.ndarray, *, trimmed: bool) -> tuple[np.ndarray, np.ndarray, int]:
    """Centre, standard error and freedom of each row, as verdicts compute them."""
    count = values.shape[1]
    cut = int(TRIM * count) if trimmed else 0
    ordered = np.sort(values, axis=1)
    kept = ordered[:, cut : count - cut]
    pulled = np.clip(ordered, kept[:, :1], kept[:, -1:])
    squares = ((pulled - pulled.mean(axis=1, keepdims=True)) ** 2).sum(axis=1)
    df = kept.shape[1] - 1
    return kept.mean(axis=1), np.sqrt(squares / (kept.shape[1] * df)), df


def errors(looks: list[int], a_block: int, *, split: bool, heavy: bool = False) -> float:
    """How often two sides that are the same are called different at any look."""
    rng = np.random.default_rng([*looks, a_block, heavy])
    shape = (TRIALS, looks[-1] * a_block)
    values = rng.standard_t(3, shape) if heavy else rng.standard_normal(shape)
    shares = shares_of_looks(looks, looks[-1], over=True)
    found = np.zeros(TRIALS, dtype=bool)
    for place, look in enumerate(looks):
        level = level_of_look(shares[: place + 1], ALPHA) if split else ALPHA
        centre, error, df = _estimates(values[:, : look * a_block], trimmed=a_block > 1)
        found |= np.abs(centre) > error * student.isf(level / 2, df)
    return float(found.mean())


@pytest.mark.parametrize("looks", [[3, 5, 7, 9, 11], [3, 12], [3, 4, 5, 6, 8]])
def test_campaigns_of_blocks_that_look_err_no_more_than_promised(looks: list[int]) -> None:
    assert errors(looks, 1, split=True) <= 0.05


@pytest.mark.parametrize("heavy", [False, True])
@pytest.mark.parametrize("looks", [[2, 4, 6, 8, 10], [2, 3, 4, 5, 6]])
def test_campaigns_of_slices_that_look_err_no_more_than_promised(
    looks: list[int], heavy: bool
) -> None:
    assert errors(looks, 12, split=True, heavy=heavy) <= 0.05
