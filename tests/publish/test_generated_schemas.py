"""The generated schemas are what the record types say, and every record says what it means."""

from __future__ import annotations

import importlib
import inspect
from pathlib import Path
from typing import Any, ClassVar, Literal

import msgspec
import pytest
from jsonschema import Draft202012Validator

from sysbench_archive import model
from sysbench_archive.bundle.schema import SCHEMA_FOLDER, load_schema
from sysbench_archive.model.base import Number, Record, in_columns
from sysbench_archive.model.columns import ColumnList
from sysbench_archive.publish.schemas import (
    FILES,
    SchemaFile,
    definitions,
    field_meanings,
    published_name,
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
    """Which scale,
    strongest first.
    """
    weight: Number | None
    """Its weight."""


class Loaded(Weighed):
    """Something that is weighed and has parts."""

    parts: list[Weighed]
    """Its parts."""


class Tagged(Record, kw_only=True, omit_defaults=True):
    """Something with a tag."""

    place: int
    """Its place."""
    tag: str = ""
    """What is written on it; absent where nothing is."""
    kind: Literal["", "long", "short"] = ""
    """Its kind; absent where nobody knows."""
    name: str
    """Its name."""


class Shelf(Record):
    """What stands in a row."""

    column_lists: ClassVar = {"things": ColumnList("place")}
    things: list[Tagged]
    """The things."""


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_the_committed_file_is_what_the_types_give(file: SchemaFile) -> None:
    committed = (SCHEMA_FOLDER / f"{file.name}.schema.json").read_bytes()
    assert committed == schema_bytes(file), "run `make schemas`"


def test_every_record_and_every_field_says_what_it_means() -> None:
    silent = [record.__name__ for record in RECORDS if not vars(record).get("__doc__")]
    silent += [
        f"{record.__name__}.{field.name}"
        for record in RECORDS
        for field in msgspec.structs.fields(record)
        if not field_meanings(record).get(field.name)
    ]
    assert RECORDS
    assert not silent


@pytest.mark.parametrize("tags", [1, 2, 40])
def test_columns_of_what_only_some_records_have_fit(tags: int) -> None:
    """As a list, and as distinct values where they come up again and again."""
    tagged = [Tagged(place=n, tag="a long tag", kind="long", name="a") for n in range(tags)]
    shelf = Shelf(things=[*tagged, *(Tagged(place=n, name="b") for n in range(tags))])
    columns = in_columns(shelf, msgspec.to_builtins(shelf))
    assert ("indices" in columns["things"]["tag"]) == (tags == 40)
    made = definitions({"shelf": Shelf})
    check = Draft202012Validator({"$defs": made, "$ref": "#/$defs/shelf"})
    check.validate(columns)
    columns["things"]["name"] = [None] * 2 * tags
    assert not check.is_valid(columns), "what every record has is never null"


def test_a_record_is_described_by_its_docstrings() -> None:
    made = definitions({"weighed": Weighed})["weighed"]
    assert made == {
        "description": "Something that is weighed.",
        "type": "object",
        "properties": {
            "scale": {
                "enum": ["strong", "fair", "broken"],
                "description": "Which scale, strongest first.",
            },
            "weight": {"type": ["number", "null"], "description": "Its weight."},
        },
        "required": ["scale", "weight"],
        "additionalProperties": False,
    }


def test_a_record_has_the_fields_it_inherits_and_refers_to_others() -> None:
    made = definitions({"loaded": Loaded})
    assert [*made] == ["loaded", "weighed"]
    fields = made["loaded"]["properties"]
    assert [*fields] == ["scale", "weight", "parts"]
    assert fields["weight"] == made["weighed"]["properties"]["weight"]
    assert fields["parts"]["items"] == {"$ref": "#/$defs/weighed"}


def test_two_records_cannot_have_one_name() -> None:
    with pytest.raises(ValueError, match="one name"):
        definitions({"weighed": Loaded})


def test_names_are_those_of_classes_in_words() -> None:
    names = [published_name(name) for name in ("FactRow", "RunRecord", "ApiHost")]
    assert names == ["fact_row", "run", "host"]


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


def test_an_upgrade_says_nothing_of_what_is_not_comparable() -> None:
    direction = load_schema("derived")["$defs"]["upgrade_answer_part"]["properties"]["direction"]
    assert Draft202012Validator(direction).is_valid("mixed")
    assert not Draft202012Validator(direction).is_valid("not-comparable")
