"""How far runs of the same thing lie apart, by the machines and datasets it was measured on.

`sysbench-archive calibrate` computes `noise.json` from repeated runs of the archive. A single run
and a published figure are held to the bound for a machine that the archive has never measured;
repeated runs of one server session add what sessions differ by.
"""

from __future__ import annotations

from pathlib import Path

from sysbench_archive.model.base import Record, read_record
from sysbench_archive.model.policy import NoiseTables

NOISE = Path(__file__).with_name("noise.json")
NOISE_TABLES = read_record(NOISE.read_bytes(), NoiseTables)
PHYSICAL, ANY = "physical", "any"
"""Regimes of machines: those not known to share a host, and all together. A machine whose kind
nobody recorded counts with the physical ones, which most of these are."""
_SHARED_HOSTS = {"vm": "virtual", "container": "virtual", "cloud-instance": "cloud"}
"""Kind to its regime. Instances of a provider scatter less than the small virtual machines measured
here: 31 of 39 no more than the noisiest physical machine."""
_TESTS = {"tpcc": "tpcc"}
"""Tests with a regime of their own on any machine. The tables of sysbench-tpcc grow with every
transaction, so that the next run is not quite of the same thing."""


class Noise(Record):
    """The noise a verdict is reached under; logarithms of ratios."""

    threshold: float
    """How far two single runs of the same thing may lie apart on a machine like this."""
    session: float = 0.0
    """Standard deviation between dataset loads and server sessions."""
    regime: str = ""
    """What the threshold was measured on."""


def machine_regime(kind: str, test: str) -> str:
    """The regime of a test on a kind of machine; the kind is "" where nobody recorded it."""
    return _TESTS.get(test) or _SHARED_HOSTS.get(kind, PHYSICAL)


def noise_of(kind: str, hardware_class: str, residency: str, test: str) -> Noise:
    """The noise of a machine with its dataset there, by the narrowest regimes measured."""
    tables = NOISE_TABLES
    machine = machine_regime(kind, test)
    name = next(n for n in regime_names(machine, residency) if n in tables.single_runs)
    session = tables.sessions.get(session_name(hardware_class, residency), tables.sessions[ANY])
    return Noise(
        threshold=tables.single_runs[name].threshold,
        session=session.deviation,
        regime=name,
    )


def regime_names(machine: str, residency: str) -> tuple[str, str, str]:
    """Names of regimes of single runs, the narrowest first."""
    return f"{machine} {residency}", machine, ANY


def session_name(hardware_class: str, residency: str) -> str:
    """The name of a class of machines with the dataset in one place."""
    return f"{hardware_class} {residency}"
