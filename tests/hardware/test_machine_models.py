"""The table of models of machines: what it may say, and what a host gets from it."""

import pytest

from sysbench_archive.hardware.machine_types import machine_model, machine_types
from sysbench_archive.hardware.processors import ARCHITECTURES, generation_named, generation_of
from sysbench_archive.importers.writing import with_type

HOST = {"id": "server", "kind": "unrecorded", "cpu": "unrecorded", "memory": "unrecorded",
        "arch": "unrecorded"}  # fmt: skip


def test_every_model_says_who_states_it_and_where() -> None:
    for model in machine_types().models:
        assert model.stated_by, model.name
        assert model.sources, model.name
        assert all(address.startswith(("https://", "http://")) for address in model.sources)


def test_the_processor_is_of_the_microarchitecture_and_the_architecture_that_stand_beside() -> None:
    for model in machine_types().models:
        generation = generation_of(model.model)
        assert generation is not None, model.name
        assert generation == generation_named(model.microarchitecture), model.name
        assert model.arch == ARCHITECTURES[generation.vendor], model.name


@pytest.mark.parametrize("name", ["CloudLab xl170", " cloudlab XL170 "])
def test_a_model_is_found_whatever_the_case(name: str) -> None:
    known = machine_model(name)
    assert known is not None
    assert known.model == "Intel Xeon E5-2640 v4"


@pytest.mark.parametrize("name", ["", "unrecorded", "xl170", "Dell PowerEdge R720"])
def test_a_model_that_is_not_in_the_table_says_nothing(name: str) -> None:
    assert machine_model(name) is None
    assert with_type({**HOST, "model": name}) == HOST


def test_a_host_gets_what_is_stated_of_its_model() -> None:
    host = with_type({**HOST, "model": "CloudLab xl170"})
    assert host["cpu"] == {"model": "Intel Xeon E5-2640 v4", "microarchitecture": "Broadwell",
        "sockets": 1, "cores": 10, "rest": "unrecorded"}  # fmt: skip
    assert host["memory"] == {"size_mib": 65536, "rest": "unrecorded"}
    assert host["stated_for_type"]["facts"] == [
        "arch", "cpu.model", "cpu.microarchitecture", "cpu.sockets", "cpu.cores",
        "memory.size_mib"]  # fmt: skip
    assert "model" not in host
    assert host["kind"] == "unrecorded"


def test_what_the_host_states_itself_stays() -> None:
    own = {"microarchitecture": "Broadwell", "threads": 20, "rest": "unrecorded"}
    host = with_type({**HOST, "model": "CloudLab xl170", "cpu": own, "arch": "x86_64"})
    assert host["cpu"]["threads"] == 20
    assert host["stated_for_type"]["facts"] == [
        "cpu.model", "cpu.sockets", "cpu.cores", "memory.size_mib"]  # fmt: skip
