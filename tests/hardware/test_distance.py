"""The tables by which a browser tells how near machines are."""

from typing import Any

import pytest

from machines import class_of
from sysbench_archive.hardware.classes import class_record, places_of
from sysbench_archive.hardware.processors import TABLES
from sysbench_archive.model.listing import ClassDimension, Place

OWN_CPU = {"microarchitecture": "Zen 3", "cores": 8}


def places(kind: str = "bare-metal", **cpu: Any) -> dict[str, Place]:
    return places_of(class_of(kind=kind, cpu=OWN_CPU | cpu))


def test_cores_tell_processors_where_smt_is_known() -> None:
    told = {"on": places(smt=True), "off": places(smt=False), "": places()}
    assert {smt: values["cpus"] for smt, values in told.items()} == {"on": 16, "off": 8, "": None}
    assert places(kind="vm")["cpus"] == 8


@pytest.mark.parametrize("dimension", TABLES.dimensions, ids=lambda dimension: dimension.name)
def test_what_is_not_recorded_is_never_nearer_than_a_step(dimension: ClassDimension) -> None:
    assert dimension.unknown >= dimension.weight


def test_every_part_of_a_distance_is_a_place_of_a_class() -> None:
    assert {d.name for d in TABLES.dimensions} == places_of(class_of()).keys()


def test_the_record_of_a_class_says_what_is_unknown() -> None:
    facts = {fact.label: fact.text for fact in class_record(class_of(cpu=OWN_CPU)).facts}
    assert facts["Physical cores"] == "5 to 8"
    assert facts["Main memory"] == facts["SMT"] == ""
