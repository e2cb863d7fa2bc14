"""The tables beside the code say what scipy says, and what a browser needs."""

from __future__ import annotations

import msgspec
import pytest
from scipy import stats

from sysbench_archive.model.reader import VerdictPolicy
from sysbench_archive.verdicts import policy_record, threshold_of
from sysbench_archive.verdicts.calibration import MIN_GROUPS, student_quantiles
from sysbench_archive.verdicts.policy import ALPHA, POWER, regimes, student_quantile, student_table


@pytest.mark.parametrize(
    ("column", "share"),
    [("1", 1 - ALPHA / 2), ("2", 1 - ALPHA / 4), ("3", 1 - ALPHA / 6), ("power", POWER)],
)
def test_students_table_is_scipys(column: str, share: float) -> None:
    expected = stats.t.ppf(share, range(1, 121))
    assert student_table()[column] == pytest.approx(list(expected), rel=1e-6)
    assert len(student_table()) == 4


def test_the_table_is_the_one_that_is_computed() -> None:
    assert student_table() == student_quantiles()


@pytest.mark.parametrize(
    ("df", "row"), [(0.4, 1), (1, 1), (2.99, 2), (3, 3), (120.5, 120), (float("inf"), 120)]
)
def test_degrees_of_freedom_are_rounded_down(df: float, row: int) -> None:
    assert student_quantile(3, df) == student_table()["3"][row - 1]


def test_the_narrowest_regime_stands() -> None:
    known = regimes()
    assert threshold_of("vm", "read-write") == known["vm writes"].threshold
    assert threshold_of("vm", "point") == known["vm reads"].threshold
    assert threshold_of("vm", "connect") == known["vm any"].threshold
    assert threshold_of("", "write") == known["unrecorded writes"].threshold
    assert threshold_of("never seen", "range") == known["any any"].threshold


def test_regimes_rest_on_enough_groups() -> None:
    for name, regime in regimes().items():
        assert regime.groups >= MIN_GROUPS, name
        assert regime.runs >= 3 * regime.groups, name
        assert 0 < regime.median_deviation <= regime.ninth_deviation < 1, name
        assert regime.threshold > regime.median_deviation, name


def test_the_policy_is_data() -> None:
    record = policy_record()
    assert msgspec.json.decode(msgspec.json.encode(record), type=VerdictPolicy) == record
    assert (record.version, record.margin, record.alpha) == (2, 0.02, 0.04)
    assert record.t["3"][1] == pytest.approx(8.5734, rel=1e-5)
    assert record.words["end"] == "."
