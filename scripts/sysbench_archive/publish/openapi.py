"""The API described as OpenAPI, which programs make clients of; made from its schema."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

Json = dict[str, Any]
"""A part of an OpenAPI document, whose format is not ours."""
_DEFS, _SCHEMAS = "#/$defs/", "#/components/schemas/"
_MONTH = "Month that ids of bundles begin with; the index lists those there are."
_PAGE = "A month as above, or the kind of comparisons without one."
_PATHS: tuple[tuple[str, str, Mapping[str, str]], ...] = (
    ("/index.json", "index", {}),
    ("/results/{month}.json", "list", {"month": _MONTH}),
    ("/bundles/{bundle}.json", "bundle", {"bundle": "Id of a bundle."}),
    ("/comparisons/{name}.json", "list", {"name": _PAGE}),
    ("/verdicts.json", "list", {}),
    ("/verdicts/{name}.json", "list", {"name": _PAGE}),
    ("/machines/{month}.json", "list", {"month": _MONTH}),
    (
        "/upgrades/{pair}.json",
        "upgrade",
        {"pair": "Two release series; the index lists those there are."},
    ),
)
"""Path below the API's root, the schema of its document, and what its path is made of."""
_INSTEAD = {"bundle": ("withdrawn",)}
"""What else may be found in a document's place."""


def openapi_record(schema: Mapping[str, Any]) -> Json:
    """The description of the API as OpenAPI 3.1.

    Its address of the server is relative, so that every copy of the site describes itself.
    """
    # References follow the schemas to their new place.
    defs = json.loads(json.dumps(schema["$defs"]).replace(_DEFS, _SCHEMAS))
    return {
        "openapi": "3.1.0",
        "info": {
            "title": schema["title"],
            "version": "1.0.0",
            "description": schema["description"],
        },
        "servers": [{"url": "../v1", "description": "Where this file lies."}],
        "paths": {
            path: {"get": _operation(path, name, parameters, defs[name]["description"])}
            for path, name, parameters in _PATHS
        },
        "components": {"schemas": defs},
    }


def _operation(path: str, name: str, parameters: Mapping[str, str], description: str) -> Json:
    kinds = [{"$ref": f"{_SCHEMAS}{kind}"} for kind in (name, *_INSTEAD.get(name, ()))]
    content: Json = {"schema": kinds[0] if len(kinds) == 1 else {"anyOf": kinds}}
    return {
        "operationId": "_".join(["get", *re.findall(r"\w+", path.removesuffix(".json"))]),
        "summary": description,
        "parameters": [
            {
                "name": parameter,
                "in": "path",
                "required": True,
                "description": words,
                "schema": {"type": "string"},
            }
            for parameter, words in parameters.items()
        ],
        "responses": {
            "200": {"description": description, "content": {"application/json": content}},
            "404": {"description": "There is no such document."},
        },
    }
