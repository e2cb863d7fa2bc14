"""How far runs of the same thing lie apart, by the machines and datasets it was measured on.

`sysbench-archive calibrate` computes `noise.json` from repeated runs and campaigns of the archive.
A single run and a published figure are held to the bound for a machine that the archive has never
measured; repeated runs add what sessions and campaigns differ by. What nobody recorded takes the
largest bound of its kind, so that recording less never lowers a bar.
"""

from __future__ import annotations

import math
from pathlib import Path

from sysbench_archive.model.base import Record, read_record
from sysbench_archive.model.policy import NoiseTables

NOISE = Path(__file__).with_name("noise.json")
NOISE_TABLES = read_record(NOISE.read_bytes(), NoiseTables)
PHYSICAL, ANY = "physical", "any"
"""Regimes of machines: those not known to share a host, and all together. A machine
whose kind nobody recorded is counted with the physical ones where bounds are computed."""
_SHARED_HOSTS = {"vm": "virtual", "container": "virtual", "cloud-instance": "cloud"}
"""Kind to its regime. Instances of a provider scatter less than the small virtual machines measured
here: 31 of 39 no more than the noisiest physical machine."""
_TESTS = {"tpcc": "tpcc"}
"""Tests with a regime of their own on any machine. The tables of sysbench-tpcc grow with every
transaction, so that the next run is not quite of the same thing."""


REPEATS = 0.05
"""What two campaigns of a machine that repeats differ by at most, as a logarithm."""
UNPROVEN = 0.071
"""What those of a machine that nobody repeated are taken to differ by at least: each by 5 %."""
WIDEST = 2.0
"""Times what campaigns of a machine differ by, beyond which single runs of one of them count."""
NARROWEST = math.log1p(0.03)
"""No difference of single runs within the margin of equivalence counts."""


class Noise(Record):
    """The noise a verdict is reached under; logarithms of ratios."""

    threshold: float
    """How far two single runs of the same thing may lie apart on a machine like this."""
    session: float = 0.0
    """Standard deviation between dataset loads and server sessions."""
    campaign: float = 0.0
    """Standard deviation of a contrast between campaigns."""
    regime: str = ""
    """What the threshold was measured on."""


def machine_regime(kind: str, test: str) -> str:
    """The regime of a test on a kind of machine; the kind is "" where nobody recorded it."""
    return _TESTS.get(test) or _SHARED_HOSTS.get(kind, PHYSICAL)


def noise_of(*, kind: str, residency: str, test: str, machine: str = "", load: str = "") -> Noise:
    """The noise of a machine with its dataset there, by the narrowest regimes measured.

    `machine` is its key and `load` the kind of load, by which campaigns of a machine that is
    identified are found. Sessions of any may differ by as much as the widest: what is recorded of
    a machine says too little of them.
    """
    tables = NOISE_TABLES
    # Of a kind that nobody recorded any may be meant; of the dataset's place any that was measured.
    regime = machine_regime(kind, "") if kind else ANY
    regimes = {regime, machine_regime(kind, test) if kind else ANY}
    names = [name for each in regimes for name in _names_of(each, residency)]
    name = max(names, key=lambda name: tables.single_runs[name].threshold)
    own = tables.campaigns.get(campaign_name(machine, load))
    campaign = own or tables.campaigns[regime]
    threshold = tables.single_runs[name].threshold
    if own:
        threshold = min(threshold, max(WIDEST * own.deviation, NARROWEST))
    return Noise(
        threshold=threshold,
        session=tables.sessions[ANY].deviation,
        campaign=campaign.deviation / math.sqrt(2),
        regime=name,
    )


def _names_of(regime: str, residency: str) -> list[str]:
    """The regimes of single runs that may be meant; of a recorded place the narrowest."""
    known = NOISE_TABLES.single_runs
    if residency not in ("", "unrecorded"):
        return [next(name for name in regime_names(regime, residency) if name in known)]
    return [name for name in known if name.partition(" ")[0] == regime]


def campaign_name(machine: str, load: str) -> str:
    """The name of a machine under a kind of load."""
    return f"{machine} {load}"


def regime_names(machine: str, residency: str) -> tuple[str, str, str]:
    """Names of regimes of single runs, the narrowest first."""
    return f"{machine} {residency}", machine, ANY
