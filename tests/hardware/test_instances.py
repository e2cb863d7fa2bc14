"""The table of instance types and of models of machines, and what a host gets from it."""

import re

import pytest

from sysbench_archive.hardware.classes import classify
from sysbench_archive.hardware.machine_types import instance_type, machine_model, machine_types
from sysbench_archive.hardware.processors import (
    ARCHITECTURES,
    generation_named,
    generation_of,
    vendor_of,
)
from sysbench_archive.importers.writing import with_type

HOST = {"id": "server", "kind": "unrecorded", "cpu": "unrecorded", "memory": "unrecorded",
        "arch": "unrecorded"}  # fmt: skip


FAMILIES = [each for each in machine_types() if each.sizes]
MODELS = [each for each in machine_types() if not each.sizes]


def test_every_family_names_the_lines_it_was_read_in() -> None:
    for family in FAMILIES:
        assert family.sources, family.name
        for address in family.sources:
            assert re.fullmatch(r"https://\S+/blob/[0-9a-f]{40}/\S+#L\d+", address), address


def test_names_are_unique_and_sizes_are_sane() -> None:
    assert len({family.name for family in FAMILIES}) == len(FAMILIES)
    for family in FAMILIES:
        assert family.arch in ("", "x86_64", "aarch64")
        assert bool(family.arch) == bool(family.model) == bool(vendor_of(family.model))
        for size, (threads, cores, memory) in family.sizes.items():
            assert memory >= 0.5, size
            assert cores is None or threads in (cores, 2 * cores), (family.name, size)


@pytest.mark.parametrize(
    ("name", "arch", "threads", "cores", "memory"),
    [
        ("m6g.4xlarge", "aarch64", 16, 16, 65536),
        ("m5.4xlarge", "x86_64", 16, 8, 65536),
        ("c5a.large", "x86_64", 2, 1, 4096),
        ("i3.xlarge", "x86_64", 4, 2, 31232),
        ("db.r4.4xlarge", "x86_64", 16, 8, 124928),
        ("db.t3.medium", "", 2, None, 4096),
    ],
)
def test_a_type_is_what_its_provider_states(
    name: str, arch: str, threads: int, cores: int | None, memory: int
) -> None:
    known = instance_type(name)
    assert known is not None
    assert (known.arch, known.threads, known.cores, known.memory_mib) == (
        arch, threads, cores, memory)  # fmt: skip


@pytest.mark.parametrize("name", ["m5.3xlarge", "m99.large", "m5", "", "m6g.4xlarge.db"])
def test_a_type_that_is_not_in_the_table_is_unknown(name: str) -> None:
    assert instance_type(name) is None


def test_a_host_gets_what_nobody_recorded_of_it() -> None:
    host = with_type({**HOST, "instance": "m6g.4xlarge"})
    assert host["kind"] == "cloud-instance"
    assert host["cloud"] == {
        "provider": "AWS", "instance_type": "m6g.4xlarge", "rest": "unrecorded"}  # fmt: skip
    assert host["arch"] == "aarch64"
    assert host["cpu"]["model"] == "AWS Graviton2"
    assert host["memory"] == {"size_mib": 65536, "rest": "unrecorded"}
    assert host["stated_for_type"]["facts"] == [
        "arch", "cpu.model", "cpu.microarchitecture", "cpu.cores", "cpu.threads",
        "memory.size_mib"]  # fmt: skip
    assert "instance" not in host


def test_what_is_stated_of_the_host_itself_stays() -> None:
    own = {"model": "Intel(R) Xeon(R) Platinum 8259CL", "rest": "unrecorded"}
    whole = {"unavailable": "/proc/meminfo"}
    host = with_type({**HOST, "instance": "m5.large", "cpu": own, "memory": whole})
    assert host["cpu"]["model"] == "Intel(R) Xeon(R) Platinum 8259CL"
    assert host["memory"] == whole
    assert host["stated_for_type"]["facts"] == [
        "arch", "cpu.cores", "cpu.threads"]  # fmt: skip


def test_of_an_unknown_type_only_its_name_is_kept() -> None:
    host = with_type({**HOST, "instance": "z9.large"})
    assert host["cloud"] == {"instance_type": "z9.large", "rest": "unrecorded"}
    assert (host["arch"], host["cpu"]) == ("unrecorded", "unrecorded")
    assert "stated_for_type" not in host


@pytest.mark.parametrize("name", ["", "unrecorded"])
def test_a_host_without_a_type_stays_as_it_is(name: str) -> None:
    assert with_type({**HOST, "instance": name}) == HOST


@pytest.mark.parametrize(
    ("name", "label"),
    [
        ("m6g.4xlarge", "Neoverse N1, virtual machine, 9 to 16 cores, 33 to 64 GiB"),
        ("m5.4xlarge", "Skylake or Cascade Lake, virtual machine, 5 to 8 cores, 33 to 64 GiB"),
        ("m5a.large", "Zen, virtual machine, 1 core, 5 to 8 GiB"),
        ("db.m5.large", "Intel processor, virtual machine, 2 CPUs, 5 to 8 GiB"),
    ],
)
def test_a_type_has_a_class_that_guesses_nothing(name: str, label: str) -> None:
    assert classify(with_type({**HOST, "instance": name})).label == label


def test_every_model_says_who_states_it_and_where() -> None:
    for model in MODELS:
        assert model.stated_by, model.name
        assert model.sources, model.name
        assert all(address.startswith(("https://", "http://")) for address in model.sources)


def test_the_processor_is_of_the_microarchitecture_and_the_architecture_that_stand_beside() -> None:
    for model in MODELS:
        generation = generation_of(model.model)
        assert generation is not None, model.name
        assert generation == generation_named(model.microarchitecture), model.name
        assert model.arch == ARCHITECTURES[generation.vendor], model.name


@pytest.mark.parametrize("name", ["", "unrecorded", "xl170", "Dell PowerEdge R720"])
def test_a_model_that_is_not_in_the_table_says_nothing(name: str) -> None:
    assert machine_model(name) is None
    assert with_type({**HOST, "model": name}) == HOST


def test_a_host_gets_what_is_stated_of_its_model() -> None:
    host = with_type({**HOST, "model": " cloudlab XL170 "})
    assert host["cpu"] == {"model": "Intel Xeon E5-2640 v4", "microarchitecture": "Broadwell",
        "sockets": 1, "cores": 10, "rest": "unrecorded"}  # fmt: skip
    assert host["memory"] == {"size_mib": 65536, "rest": "unrecorded"}
    assert host["stated_for_type"]["facts"] == [
        "arch", "cpu.model", "cpu.microarchitecture", "cpu.sockets", "cpu.cores",
        "memory.size_mib"]  # fmt: skip
    assert "model" not in host
    assert host["kind"] == "unrecorded"
