"""The generated schemas are what the record types say, and every record says what it means."""

from __future__ import annotations

from typing import Any

import pytest
from jsonschema import Draft202012Validator

from sysbench_archive.build.program_types import program_types
from sysbench_archive.bundle.schema import SCHEMA_FOLDER, load_schema
from sysbench_archive.publish.schemas import (
    FILES,
    SchemaFile,
    schema_bytes,
)


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_the_committed_file_is_what_the_types_give(file: SchemaFile) -> None:
    committed = (SCHEMA_FOLDER / f"{file.name}.schema.json").read_bytes()
    assert committed == schema_bytes(file), "run `make schemas`"


def test_the_types_that_programs_read_are_what_the_types_give() -> None:
    committed = SCHEMA_FOLDER.parent / "static" / "js" / "records.d.ts"
    assert committed.read_text() == program_types(), "run `make schemas`"


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
    place = "#/$defs/conditions/properties/servers/additionalProperties"
    schema = load_schema("derived") | {"$ref": place}
    assert Draft202012Validator(schema).is_valid({"version": condition}) is fits
