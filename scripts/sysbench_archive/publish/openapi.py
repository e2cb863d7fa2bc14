"""`/api/v1/openapi.json`: the API for programs that read OpenAPI 3.1, made of its schema."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

Record = dict[str, Any]

_DEFS, _SCHEMAS = "#/$defs/", "#/components/schemas/"
_MONTH = "Month that ids of bundles begin with; the index lists those there are."
_PATHS: tuple[tuple[str, str, Mapping[str, tuple[str, str]]], ...] = (
    ("/index.json", "index", {}),
    ("/results/{month}.json", "results", {"month": (_MONTH, "2026-11")}),
    ("/bundles/{bundle}.json", "bundle", {"bundle": ("Id of a bundle.", "2026-11-small-vm")}),
    (
        "/comparisons/{name}.json",
        "comparisons",
        {"name": ("A month as above, or the kind of comparisons without one.", "curated")},
    ),
    ("/machines/{month}.json", "machines", {"month": (_MONTH, "2026-11")}),
)
"""Path below the API's root, the schema of its document, and what its path is made of."""
_INSTEAD = {"bundle": ("withdrawn",)}
"""What else may be found in a document's place."""


def openapi_record(schema: Mapping[str, Any], description: str) -> Record:
    """The description of the API as OpenAPI 3.1.

    Its address of the server is relative, so that every copy of the site describes itself.
    """
    return {
        "openapi": "3.1.0",
        "info": {"title": schema["title"], "version": "1.0.0", "description": description},
        "servers": [{"url": "../v1", "description": "Where this file lies."}],
        "paths": {
            path: {"get": _operation(name, parameters, schema["$defs"][name]["description"])}
            for path, name, parameters in _PATHS
        },
        "components": {"schemas": _moved(schema["$defs"])},
    }


def _operation(name: str, parameters: Mapping[str, tuple[str, str]], description: str) -> Record:
    kinds = [{"$ref": f"{_SCHEMAS}{kind}"} for kind in (name, *_INSTEAD.get(name, ()))]
    content = {"application/json": {"schema": kinds[0] if len(kinds) == 1 else {"anyOf": kinds}}}
    return {
        "operationId": f"get_{name}",
        "summary": description,
        "parameters": [_parameter(*entry) for entry in parameters.items()],
        "responses": {
            "200": {"description": description, "content": content},
            "404": {"description": "There is no such document."},
        },
    }


def _parameter(name: str, told: tuple[str, str]) -> Record:
    description, example = told
    return {
        "name": name,
        "in": "path",
        "required": True,
        "description": description,
        "schema": {"type": "string"},
        "example": example,
    }


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
