"""Machines and the class each belongs to; what is unknown stays unknown."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sysbench_archive.hardware import classify
from sysbench_archive.hardware.buckets import doubling, span, tier_of
from sysbench_archive.hardware.classes import UNKNOWN

SERVER = {
    "kind": "bare-metal",
    "cpu.model": "Intel(R) Xeon(R) Gold 6230 CPU @ 2.10GHz",
    "cpu.sockets": "2",
    "cpu.cores": "40",
    "cpu.threads": "80",
    "cpu.smt": "yes",
    "memory.size_mib": "192036",
}
GUEST = {
    "kind": "vm",
    "cpu.model": "AMD EPYC",
    "cpu.microarchitecture": "Zen 5",
    "cpu.sockets": "1",
    "cpu.cores": "2",
    "cpu.smt": "no",
    "memory.size_mib": "24105",
    "storage.role": "data and redo log",
    "storage.fsync_us": "264.2",
}


@pytest.mark.parametrize(
    ("facts", "name"),
    [
        (SERVER, "cascade-lake-bare-metal-2-sockets-33-64-cores-smt-129-256-gb"),
        (GUEST, "zen-5-vm-2-cores-17-32-gb-fsync-under-1-ms"),
        (GUEST | {"cpu.microarchitecture": ""}, "amd-vm-2-cores-17-32-gb-fsync-under-1-ms"),
        (GUEST | {"kind": "cloud-instance"}, "zen-5-vm-2-cores-17-32-gb-fsync-under-1-ms"),
        ({"cpu.threads": "48"}, "33-64-cpus"),
        ({"cpu.cores": "1", "cpu.threads": "2"}, "1-core"),
        ({"kind": "bare-metal", "machine": "a box"}, "bare-metal"),
        ({"machine": "a box", "cpu.model": "a processor"}, UNKNOWN),
        ({}, UNKNOWN),
        ({"cpu.cores": "many", "memory.size_mib": "-1", "cpu.threads": "nan"}, UNKNOWN),
        (
            {"kind": "cloud-instance", "cloud.instance_type": "m5.metal", "cpu.cores": "48"},
            "bare-metal-33-64-cores",
        ),
        (
            SERVER | {"kind": "container", "cpu.limit_cpus": "2", "memory.limit_mib": "4096"},
            "cascade-lake-container-2-sockets-2-cpus-smt-3-4-gb",
        ),
    ],
)
def test_a_class_is_named_by_what_is_known(facts: dict[str, str], name: str) -> None:
    found = classify(facts)
    assert found.id == name
    assert found.path == f"/hardware/{name}/"


def test_a_stated_microarchitecture_comes_before_the_model() -> None:
    assert classify(SERVER | {"cpu.microarchitecture": "Ice Lake"}).id.startswith("ice-lake-")


def test_the_storage_that_holds_the_log_decides() -> None:
    several = {
        "storage.1.role": "data",
        "storage.1.fsync_us": "2000",
        "storage.2.role": "redo log",
        "storage.2.fsync_us": "30",
    }
    assert classify(several).id == "fsync-under-100-us"
    assert classify(several | {"storage.2.role": ""}).id == "fsync-over-1-ms"


def test_what_sells_as_one_size_is_one_class() -> None:
    sizes = {classify({"memory.size_mib": size}).id for size in ("32768", "32100", "31500")}
    assert sizes == {"17-32-gb"}


@given(st.floats(min_value=0.01, max_value=1e6))
def test_every_size_is_in_one_doubling(size: float) -> None:
    upper = doubling(size)
    assert upper & (upper - 1) == 0
    assert size <= upper
    assert upper == 1 or size > upper / 2


@given(st.integers(min_value=1, max_value=10**6))
def test_a_span_holds_what_is_in_its_doubling(count: int) -> None:
    least, most = span(doubling(count))
    assert least <= count <= most


@pytest.mark.parametrize(
    ("latency", "tier"),
    [(0.1, "fsync-under-100-us"), (100.0, "fsync-under-1-ms"), (1000.0, "fsync-over-1-ms")],
)
def test_a_limit_belongs_to_the_slower_tier(latency: float, tier: str) -> None:
    assert tier_of(latency).id == tier


NAMES = (*SERVER, *GUEST, "cpu.limit_cpus", "cloud.instance_type", "storage.2.fsync_us")


@given(st.dictionaries(st.sampled_from(NAMES), st.text(max_size=80)))
def test_whatever_a_bundle_states_the_name_can_stand_in_an_address(facts: dict[str, str]) -> None:
    found = classify(facts)
    assert re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", found.id)
    assert found.label
