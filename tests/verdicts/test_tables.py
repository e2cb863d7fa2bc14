"""The tables beside the code say what scipy says, and what a browser needs."""

from __future__ import annotations

import msgspec
import pytest
from scipy import stats

from sysbench_archive.commands.calibrate import student_quantiles
from sysbench_archive.model.policy import VerdictPolicy
from sysbench_archive.verdicts.noise import NOISE_TABLES, noise_of
from sysbench_archive.verdicts.policy import ALPHA, POLICY, student_quantile


@pytest.mark.parametrize(
    ("column", "share"),
    [("1", 1 - ALPHA / 2), ("2", 1 - ALPHA / 4), ("3", 1 - ALPHA / 6), ("power", POLICY.power)],
)
def test_students_table_is_scipys(column: str, share: float) -> None:
    expected = stats.t.ppf(share, range(1, 121))
    assert POLICY.t[column] == pytest.approx(list(expected), rel=1e-6)
    assert len(POLICY.t) == 4


def test_the_table_is_the_one_that_is_computed() -> None:
    assert POLICY.t == student_quantiles()


@pytest.mark.parametrize(
    ("df", "row"), [(0.4, 1), (1, 1), (2.99, 2), (3, 3), (120.5, 120), (float("inf"), 120)]
)
def test_degrees_of_freedom_are_rounded_down(df: float, row: int) -> None:
    assert student_quantile(3, df) == POLICY.t["3"][row - 1]


def test_the_narrowest_regime_stands() -> None:
    tables = NOISE_TABLES
    assert noise_of("vm", "x", "in-memory", "").threshold == tables.single_runs["virtual"].threshold
    assert noise_of("cloud-instance", "x", "cached", "").regime == "cloud"
    # Nobody recorded the kind: most such machines are physical ones.
    assert noise_of("", "x", "io-bound", "").regime == "physical"
    assert noise_of("bare-metal", "x", "unrecorded", "").regime == "physical unrecorded"
    (first, *_) = (name for name in tables.sessions if name != "any")
    hardware_class, _, residency = first.rpartition(" ")
    assert noise_of("", hardware_class, residency, "").session == tables.sessions[first].deviation
    assert noise_of("", "no such class", residency, "").session == tables.sessions["any"].deviation


def test_the_noise_of_regimes_is_plausible() -> None:
    for name, regime in NOISE_TABLES.single_runs.items():
        assert regime.machines >= 2, name
        assert 0 < regime.median_deviation <= regime.ninth_deviation < 1, name
        assert regime.median_machine <= regime.widest_machine < regime.threshold, name
    for name, session in NOISE_TABLES.sessions.items():
        assert 0 < session.deviation < 0.05, name
        assert session.df >= session.machines > 0, name


def test_the_policy_is_data() -> None:
    record = POLICY
    assert msgspec.json.decode(msgspec.json.encode(record), type=VerdictPolicy) == record
    assert (record.version, record.margin, record.alpha) == (7, 0.03, 0.04)
    assert record.t["3"][1] == pytest.approx(8.5734, rel=1e-5)
    assert record.words["end"] == "."
