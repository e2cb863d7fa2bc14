"""The tables beside the code say what scipy says, and what a browser needs."""

from __future__ import annotations

import math

import msgspec
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from scipy import stats

from sysbench_archive.commands.calibrate import student_quantiles
from sysbench_archive.model.policy import VerdictPolicy
from sysbench_archive.verdicts.noise import NOISE_TABLES, REPEATS, Noise, noise_of
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
    own = known(kind="vm")
    assert own.threshold == tables.single_runs["virtual"].threshold
    assert known(kind="cloud-instance", residency="cached").regime == "cloud"
    assert own.session == max(noise.deviation for noise in tables.sessions.values())


def test_campaigns_of_a_machine_are_its_own() -> None:
    for name, noise in NOISE_TABLES.campaigns.items():
        machine, _, load = name.partition(" ")
        if load:
            own, other = known(machine=machine, load=load), known(machine=machine, load="none such")
            assert own.campaign == pytest.approx(noise.deviation / math.sqrt(2))
            assert own.threshold <= other.threshold
    assert known(machine="none such", load="write").campaign >= REPEATS / math.sqrt(2)


def known(**facts: str) -> Noise:
    """The noise of a physical machine with its data in memory, but for some facts."""
    recorded = {"kind": "bare-metal", "residency": "in-memory", "test": ""}
    return noise_of(**recorded | facts)


KINDS = {"bare-metal": "physical", "vm": "virtual", "cloud-instance": "cloud"}
OWN = [name.split(" ") for name in NOISE_TABLES.campaigns if " " in name]


@given(
    kind=st.sampled_from(["", *KINDS]),
    residency=st.sampled_from(["in-memory", "cached", "io-bound", "unrecorded", ""]),
    own=st.sampled_from([*OWN, ("", "write")]),
    test=st.sampled_from(["", "tpcc"]),
    left_out=st.sets(st.sampled_from(["kind", "residency", "machine"])),
)
def test_recording_less_never_lowers_a_bar(
    kind: str, residency: str, own: tuple[str, str], test: str, left_out: set[str]
) -> None:
    campaigns, (machine, load) = NOISE_TABLES.campaigns, own
    widest = campaigns[KINDS.get(kind, "any")].deviation
    # A machine is of one kind.
    assume(not machine or campaigns[" ".join(own)].deviation <= widest)
    facts = {"kind": kind, "residency": residency, "machine": machine}
    full = noise_of(**facts, load=load, test=test)
    less = noise_of(**facts | dict.fromkeys(left_out, ""), load=load, test=test)
    assert less.threshold >= full.threshold
    assert less.session >= full.session
    assert less.campaign >= full.campaign


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
    assert (record.version, record.margin, record.alpha) == (10, 0.03, 0.04)
    assert record.t["3"][1] == pytest.approx(8.5734, rel=1e-5)
    assert record.words["end"] == "."
