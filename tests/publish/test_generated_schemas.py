"""The generated schemas are what the record types say, and every record says what it means."""

from __future__ import annotations

import importlib
import inspect
from pathlib import Path
from typing import Any, Literal

import pytest
from jsonschema import Draft202012Validator

from sysbench_archive import model
from sysbench_archive.build.program_types import program_types
from sysbench_archive.bundle.schema import SCHEMA_FOLDER, load_schema
from sysbench_archive.model.base import Number, Record
from sysbench_archive.publish.schemas import (
    FILES,
    SchemaFile,
    definitions,
    schema_bytes,
)

MODULES = sorted(path.stem for path in Path(inspect.getfile(model)).parent.glob("*.py"))
RECORDS = [
    record
    for module in MODULES
    for record in vars(importlib.import_module(f"sysbench_archive.model.{module}")).values()
    if inspect.isclass(record) and issubclass(record, Record) and record is not Record
]


class Weighed(Record):
    """Something that
    is weighed.
    """

    scale: Literal["strong", "fair", "broken"]
    """Which
    scale.
    """
    weight: Number | None
    """Its weight."""


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_the_committed_file_is_what_the_types_give(file: SchemaFile) -> None:
    committed = (SCHEMA_FOLDER / f"{file.name}.schema.json").read_bytes()
    assert committed == schema_bytes(file), "run `make schemas`"


def test_the_types_that_programs_read_are_what_the_types_give() -> None:
    committed = SCHEMA_FOLDER.parent / "static" / "js" / "records.d.ts"
    assert committed.read_text() == program_types(), "run `make schemas`"


def test_every_record_says_what_it_means() -> None:
    assert RECORDS
    assert [record.__name__ for record in RECORDS if not vars(record).get("__doc__")] == []


def test_a_record_is_described_by_its_docstrings() -> None:
    made = definitions({"weighed": Weighed})["weighed"]
    assert made == {
        "description": "Something that is weighed.",
        "type": "object",
        "properties": {
            "scale": {
                "enum": ["broken", "fair", "strong"],
                "description": "Which scale.",
            },
            "weight": {"type": ["number", "null"], "description": "Its weight."},
        },
        "required": ["scale", "weight"],
        "additionalProperties": False,
    }


@pytest.mark.parametrize(
    ("condition", "fits"),
    [
        ("8.0.36", True),
        ({"value": "1", "origin": "default"}, True),
        ({"state": "unrecorded"}, True),
        ({}, False),
        ({"value": "1"}, False),
        ({"value": "1", "state": "unrecorded"}, False),
        ({"value": "1", "origin": "default", "state": "unrecorded"}, False),
    ],
)
def test_a_condition_is_a_value_or_says_why_there_is_none(condition: Any, fits: bool) -> None:
    place = "#/$defs/compare_server/properties/conditions"
    schema = load_schema("derived") | {"$ref": place}
    assert Draft202012Validator(schema).is_valid({"version": condition}) is fits
