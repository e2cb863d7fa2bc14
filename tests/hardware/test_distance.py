"""How near machines are: laws of the distance, its words, and the tables a browser gets."""

import math
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from machines import class_of
from sysbench_archive.hardware.distance import (
    DIMENSIONS,
    LSCPU,
    class_record,
    distance,
    hardware_tables,
    places_of,
)
from sysbench_archive.model.listing import ClassDimension, Place

OWN_CPU = {"microarchitecture": "Zen 3", "cores": 8}


def places(kind: str = "bare-metal", **cpu: Any) -> dict[str, Place]:
    return places_of(class_of(kind=kind, cpu=OWN_CPU | cpu))


def test_a_machine_of_the_same_class_is_at_no_distance() -> None:
    near = distance(places(), places(cores=5))
    assert near.total == 0
    assert near.words == ()


def test_words_say_what_differs_largest_first() -> None:
    far = distance(places(), places(cores=32, microarchitecture="Zen 4"))
    assert far.words == (
        "4 times the cores",
        "another microarchitecture",
        "1-year newer processor",
    )
    assert far.total == pytest.approx(0.6 * 2 + 0.3 + 0.2)


def test_cores_tell_processors_where_smt_is_known() -> None:
    told = {"on": places(smt=True), "off": places(smt=False), "": places()}
    assert {smt: values["cpus"] for smt, values in told.items()} == {"on": 16, "off": 8, "": None}
    assert places(kind="vm")["cpus"] == 8


def test_machines_are_told_apart_by_processors_where_cores_are_not_recorded() -> None:
    own = places(smt=False)
    near, far = (places_of(class_of(cpu={"threads": count})) for count in (8, 64))
    assert distance(own, near).total < distance(own, far).total
    assert "8 times the CPUs" in distance(own, far).words


def test_what_is_not_recorded_costs_and_is_said() -> None:
    silent = distance(places(), places(cores="unrecorded"))
    assert silent.words == ("cores not recorded",)
    assert 0 < silent.total < distance(places(), places(cores=512)).total


def test_what_the_reader_does_not_know_counts_nothing() -> None:
    unknowing = places(cores="unrecorded")
    assert distance(unknowing, places()).total == distance(unknowing, places(cores=512)).total


@pytest.mark.parametrize(("own", "other"), [({}, {}), (places(), {}), ({}, places())])
def test_a_machine_of_which_nothing_is_known_is_infinitely_far(own: Any, other: Any) -> None:
    assert distance(own, other).total == math.inf


@pytest.mark.parametrize("dimension", DIMENSIONS, ids=lambda dimension: dimension.name)
def test_what_is_not_recorded_is_never_nearer_than_a_step(dimension: ClassDimension) -> None:
    assert dimension.unknown >= dimension.weight


KNOWN: dict[str, st.SearchStrategy[Place]] = {
    "log2": st.none() | st.integers(0, 10).map(lambda power: 2**power),
    "linear": st.none() | st.integers(2000, 2030),
    "choice": st.none() | st.sampled_from(["a", "b"]),
}
MACHINES = st.fixed_dictionaries({d.name: KNOWN[d.scale] for d in DIMENSIONS})


@given(MACHINES, MACHINES)
def test_nothing_is_nearer_than_a_machine_like_ones_own(a: Any, b: Any) -> None:
    assert distance(a, b).total >= 0
    assert distance(a, a).total in ((0,) if any(a.values()) else (math.inf,))


@given(MACHINES, MACHINES)
def test_a_distance_between_known_machines_is_the_same_both_ways(a: Any, b: Any) -> None:
    known = {name: value for name, value in a.items() if value is not None}
    other = {name: b[name] for name in known if b[name] is not None}
    both = {name: known[name] for name in other}
    assert distance(both, other).total == pytest.approx(distance(other, both).total)


@given(MACHINES, MACHINES, st.sampled_from([d.name for d in DIMENSIONS]))
def test_forgetting_what_is_the_same_brings_no_machine_nearer(a: Any, b: Any, name: str) -> None:
    alike = b | {name: a[name]}
    assert distance(a, alike | {name: None}).total >= distance(a, alike).total


def test_every_part_of_a_distance_is_a_place_of_a_class() -> None:
    assert {d.name for d in DIMENSIONS} == places_of(class_of()).keys()


def test_the_record_of_a_class_says_what_is_unknown() -> None:
    facts = {fact.label: fact.value for fact in class_record(class_of(cpu=OWN_CPU)).facts}
    assert facts["Physical cores"] == "5 to 8"
    assert facts["Main memory"] == facts["SMT"] == ""


def test_tables_hold_all_that_classifies_lscpu_output() -> None:
    tables = hardware_tables()
    ids = {generation.id for generation in tables.generations}
    assert {pattern.generation for pattern in tables.processors} <= ids
    assert set(tables.lscpu.values()) == set(LSCPU.values())
    assert {dimension.name for dimension in tables.dimensions} == {d.name for d in DIMENSIONS}
