"""The schemas are valid, and every field says what it is, in what unit, by example."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from .tree import ROOT

Node = dict[str, Any]
PATHS = sorted((ROOT / "schema").glob("*.schema.json"))
SCHEMAS: dict[str, Node] = {path.name: json.loads(path.read_text()) for path in PATHS}
AUTHORED = [name for name in SCHEMAS if name != "derived.schema.json"]
# Examples are values; conditions only narrow fields that are described elsewhere.
UNDESCRIBED = {"examples", "if", "then", "else", "not"}
APPLICATORS = ("anyOf", "oneOf", "allOf")


def properties(node: Any, pointer: str = "") -> Iterator[tuple[str, Node]]:
    """Yield every property definition below a schema node, with its JSON pointer."""
    if isinstance(node, list):
        for index, item in enumerate(node):
            yield from properties(item, f"{pointer}/{index}")
    elif isinstance(node, dict):
        for key, value in node.items():
            if key in UNDESCRIBED:
                continue
            if key == "properties":
                yield from ((f"{pointer}/properties/{k}", v) for k, v in value.items())
            yield from properties(value, f"{pointer}/{key}")


def may_be_number(node: Node, schema: Node) -> bool:
    """Tell whether a value here, or an item of a list here, may be a number."""
    if "$ref" in node:
        return may_be_number(schema["$defs"][node["$ref"].rpartition("/")[2]], schema)
    types = node.get("type", [])
    if {"number", "integer"} & set([types] if isinstance(types, str) else types):
        return True
    parts = [part for key in APPLICATORS for part in node.get(key, [])]
    items = node.get("items")
    plain_items = [items] if isinstance(items, dict) and "properties" not in items else []
    return any(may_be_number(part, schema) for part in [*parts, *plain_items])


def states_unit(node: Node) -> bool:
    """Tell whether a field, or the items of a list, states a unit or can only be one value."""
    items = node.get("items")
    return "unit" in node or "const" in node or (isinstance(items, dict) and "unit" in items)


def is_container(node: Node) -> bool:
    """Tell whether a field holds fields of its own; its example may then be abbreviated."""
    return '"properties"' in json.dumps(node) or "$ref" in node.get("items", {})


@pytest.mark.parametrize("name", SCHEMAS)
def test_a_schema_obeys_its_own_schema(name: str) -> None:
    Draft202012Validator.check_schema(SCHEMAS[name])
    assert SCHEMAS[name]["$schema"] == Draft202012Validator.META_SCHEMA["$id"]
    assert SCHEMAS[name]["$id"]


@pytest.mark.parametrize("name", SCHEMAS)
def test_every_field_is_described(name: str) -> None:
    silent = [at for at, node in properties(SCHEMAS[name]) if not node.get("description")]
    assert not silent


@pytest.mark.parametrize("name", AUTHORED)
def test_every_authored_field_has_an_example_that_is_valid(name: str) -> None:
    schema = SCHEMAS[name]
    problems = []
    for at, node in properties(schema):
        validator = Draft202012Validator({"$defs": schema.get("$defs", {}), **node})
        if not node.get("examples"):
            problems.append(f"{at}: no example")
        problems += [
            f"{at}: {error.message}"
            for example in node.get("examples", [])
            for error in validator.iter_errors(example)
            if not is_container(node)
        ]
    assert not problems


@pytest.mark.parametrize("name", AUTHORED)
def test_every_authored_number_has_a_unit(name: str) -> None:
    schema = SCHEMAS[name]
    bare = [
        at
        for at, node in properties(schema)
        if may_be_number(node, schema) and not states_unit(node)
    ]
    assert not bare
