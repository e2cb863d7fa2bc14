"""Machines and the class each belongs to; what is unknown stays unknown."""

import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from machines import class_of
from sysbench_archive.hardware.classes import UNKNOWN, doubling, span, tier_of

Facts = dict[str, Any]
SERVER: Facts = {
    "kind": "bare-metal",
    "cpu": {
        "model": "Intel(R) Xeon(R) Gold 6230 CPU @ 2.10GHz",
        "sockets": 2,
        "cores": 40,
        "threads": 80,
        "smt": True,
    },
    "memory": {"size_mib": 192036},
}
GUEST: Facts = {
    "kind": "vm",
    "cpu": {
        "model": "AMD EPYC",
        "microarchitecture": "Zen 5",
        "sockets": 1,
        "cores": 2,
        "smt": False,
    },
    "memory": {"size_mib": 24105},
    "storage": [{"role": "data and redo log", "fsync_us": 264.2}],
}
NO_NAME: Facts = {"cpu": GUEST["cpu"] | {"microarchitecture": {"unavailable": "lscpu"}}}
LIMITED: Facts = {
    "kind": "container",
    "cpu": SERVER["cpu"] | {"limit_cpus": 2},
    "memory": SERVER["memory"] | {"limit_mib": 4096},
}
METAL: Facts = {
    "kind": "cloud-instance",
    "cloud": {"instance_type": "m5.metal"},
    "cpu": {"cores": 48},
}
SILENT: Facts = {"cpu": "unrecorded", "memory": "unrecorded", "storage": "unrecorded"}


@pytest.mark.parametrize(
    ("facts", "name"),
    [
        (SERVER, "cascade-lake-bare-metal-2-sockets-33-64-cores-smt-129-256-gb"),
        (GUEST, "zen-5-vm-2-cores-17-32-gb-fsync-under-1-ms"),
        (GUEST | NO_NAME, "amd-vm-2-cores-17-32-gb-fsync-under-1-ms"),
        (GUEST | {"kind": "cloud-instance"}, "zen-5-vm-2-cores-17-32-gb-fsync-under-1-ms"),
        ({"cpu": {"threads": 48}}, "33-64-cpus"),
        ({"cpu": {"cores": 1, "threads": 2}}, "1-core"),
        ({"kind": "bare-metal", "machine": "a box"}, "bare-metal"),
        ({"machine": "a box", "cpu": {"model": "a processor"}}, UNKNOWN),
        ({}, UNKNOWN),
        (SILENT, UNKNOWN),
        ({"cpu": {"cores": "unrecorded", "limit_cpus": 0}, "storage": ["unrecorded"]}, UNKNOWN),
        (METAL, "bare-metal-33-64-cores"),
        (SERVER | LIMITED, "cascade-lake-container-2-sockets-2-cpus-smt-3-4-gb"),
    ],
)
def test_a_class_is_named_by_what_is_known(facts: Facts, name: str) -> None:
    found = class_of(**facts)
    assert found.id == name
    assert found.path == f"/hardware/{name}/"


def test_a_stated_microarchitecture_comes_before_the_model() -> None:
    stated = SERVER | {"cpu": SERVER["cpu"] | {"microarchitecture": "Ice Lake"}}
    assert class_of(**stated).id.startswith("ice-lake-")


def test_the_storage_that_holds_the_log_decides() -> None:
    data, log = {"role": "data", "fsync_us": 2000}, {"role": "redo log", "fsync_us": 30}
    assert class_of(storage=[data, log]).id == "fsync-under-100-us"
    assert class_of(storage=[data, log | {"role": "unrecorded"}]).id == "fsync-over-1-ms"


def test_what_sells_as_one_size_is_one_class() -> None:
    sizes = {class_of(memory={"size_mib": size}).id for size in (32768, 32100, 31500)}
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


TEXT = st.text(max_size=80)
COUNT = st.integers(1, 65536)
ANY_FACTS = st.fixed_dictionaries(
    {},
    optional={
        "kind": st.sampled_from(["bare-metal", "vm", "container", "cloud-instance"]),
        "cloud": st.fixed_dictionaries({}, optional={"instance_type": TEXT}),
        "cpu": st.fixed_dictionaries(
            {},
            optional={
                **dict.fromkeys(("model", "microarchitecture"), TEXT),
                **dict.fromkeys(("sockets", "cores", "threads"), COUNT),
                "smt": st.booleans(),
                "limit_cpus": st.floats(0, 65536),
            },
        ),
        "memory": st.fixed_dictionaries(
            {}, optional=dict.fromkeys(("size_mib", "limit_mib"), st.integers(1, 10**9))
        ),
        "storage": st.lists(
            st.fixed_dictionaries({}, optional={"role": TEXT, "fsync_us": st.floats(0, 10**9)}),
            max_size=2,
        ),
    },
)


@given(ANY_FACTS)
def test_whatever_a_bundle_states_the_name_can_stand_in_an_address(facts: Facts) -> None:
    found = class_of(**facts)
    assert re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", found.id)
    assert found.label
