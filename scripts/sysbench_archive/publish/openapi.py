"""The API described as OpenAPI, with examples that are answers of the site it lies on.

Programs make clients of it. What an example names can be fetched: where the site has no such
answer, there is no example.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from sysbench_archive.publish.api import ROOT

Json = dict[str, Any]
"""A part of an OpenAPI document, whose format is not ours."""
Answers = Mapping[str, Sequence[tuple[str, Any]]]
"""Answers of the site for the name of their schema: address, and document as read. The first of
each is named, all have values that fields are explained by."""
_DEFS, _SCHEMAS = "#/$defs/", "#/components/schemas/"
_MONTH = "Month that ids of bundles begin with; the index lists those there are."
_PAGE = "A month as above, or the kind of comparisons without one."
_PATHS: tuple[tuple[str, str, Mapping[str, str]], ...] = (
    ("/index.json", "index", {}),
    ("/results/{month}.json", "results", {"month": _MONTH}),
    ("/bundles/{bundle}.json", "bundle", {"bundle": "Id of a bundle."}),
    ("/comparisons/{name}.json", "comparisons", {"name": _PAGE}),
    ("/verdicts.json", "verdict_pages", {}),
    ("/verdicts/{name}.json", "verdicts", {"name": _PAGE}),
    ("/machines/{month}.json", "machines", {"month": _MONTH}),
    (
        "/upgrades/{pair}.json",
        "upgrade",
        {"pair": "Two release series; the index lists those there are."},
    ),
)
"""Path below the API's root, the schema of its document, and what its path is made of."""
_INSTEAD = {"bundle": ("withdrawn",)}
"""What else may be found in a document's place."""
_LONGEST = 200
"""Characters of an example at most."""
_MOST_ITEMS = 3


def openapi_record(schema: Mapping[str, Any], answers: Answers) -> Json:
    """The description of the API as OpenAPI 3.1.

    Its address of the server is relative, so that every copy of the site describes itself.
    """
    defs = schema["$defs"]
    witnessed: dict[tuple[str, str], Any] = {}
    for name, given in answers.items():
        for _, document in given:
            _witness(name, document, defs, witnessed)
    described = {name: _with_examples(name, part, witnessed) for name, part in _moved(defs).items()}
    return {
        "openapi": "3.1.0",
        "info": {
            "title": schema["title"],
            "version": "1.0.0",
            "description": schema["description"],
        },
        "servers": [{"url": "../v1", "description": "Where this file lies."}],
        "paths": {
            path: {"get": _operation(path, name, parameters, defs[name]["description"], answers)}
            for path, name, parameters in _PATHS
        },
        "components": {"schemas": described},
    }


def _operation(
    path: str, name: str, parameters: Mapping[str, str], description: str, answers: Answers
) -> Json:
    kinds = [{"$ref": f"{_SCHEMAS}{kind}"} for kind in (name, *_INSTEAD.get(name, ()))]
    content: Json = {"schema": kinds[0] if len(kinds) == 1 else {"anyOf": kinds}}
    named: Mapping[str, str] = {}
    if name in answers:
        below = answers[name][0][0].removeprefix(ROOT)
        content["examples"] = {name: {"summary": "An answer.", "externalValue": below}}
        pattern = re.sub(r"\\{(\w+)\\}", r"(?P<\1>[^/]+)", re.escape(path))
        found = re.fullmatch(pattern, f"/{below}")
        named = found.groupdict() if found else {}
    return {
        "operationId": f"get_{name}",
        "summary": description,
        "parameters": [
            _parameter(parameter, words, named) for parameter, words in parameters.items()
        ],
        "responses": {
            "200": {"description": description, "content": {"application/json": content}},
            "404": {"description": "There is no such document."},
        },
    }


def _parameter(name: str, description: str, named: Mapping[str, str]) -> Json:
    return {
        "name": name,
        "in": "path",
        "required": True,
        "description": description,
        "schema": {"type": "string"},
        **({"example": named[name]} if name in named else {}),
    }


def _witness(
    name: str, value: Any, defs: Mapping[str, Any], found: dict[tuple[str, str], Any]
) -> None:
    """Note the first value of each field of the schema `name`, and of those below it."""
    if not isinstance(value, Mapping):
        return
    for field, schema in defs[name]["properties"].items():
        if value.get(field) is not None:
            found.setdefault((name, field), value[field])
            for below, part in _parts(schema, value[field]):
                _witness(below, part, defs, found)


def _parts(schema: Mapping[str, Any], value: Any) -> Iterator[tuple[str, Any]]:
    """What a value is made of that has a schema with a name."""
    if "$ref" in schema:
        yield schema["$ref"].removeprefix(_DEFS), value
    if isinstance(value, list) and "items" in schema:
        for item in value:
            yield from _parts(schema["items"], item)


def _with_examples(name: str, part: Json, witnessed: Mapping[tuple[str, str], Any]) -> Json:
    """A schema whose fields have the site's own values as examples, else none."""
    bare: Json = _without_examples(part)
    for field, schema in bare.get("properties", {}).items():
        example = _short(witnessed.get((name, field)))
        if example is not None:
            schema["examples"] = [example]
    return bare


def _short(value: Any) -> Any:
    """A value, or the beginning of a list, where that is short; else None."""
    short = value[:_MOST_ITEMS] if isinstance(value, list) else value
    return short if len(json.dumps(short)) <= _LONGEST else None


def _without_examples(node: Any) -> Any:
    if isinstance(node, list):
        return [_without_examples(item) for item in node]
    if not isinstance(node, dict):
        return node
    # A list under this name is no field called so, whose schema would be a mapping.
    kept = {k: v for k, v in node.items() if not (k == "examples" and isinstance(v, list))}
    return {key: _without_examples(value) for key, value in kept.items()}


def _moved(node: Any) -> Any:
    """The same schemas, their references following them to their new place."""
    if isinstance(node, list):
        return [_moved(item) for item in node]
    if not isinstance(node, dict):
        return node
    moved = {key: _moved(value) for key, value in node.items()}
    reference = moved.get("$ref")
    if isinstance(reference, str):
        moved["$ref"] = reference.replace(_DEFS, _SCHEMAS, 1)
    return moved
