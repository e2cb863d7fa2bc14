"""The quick checker that reads whole archives finds what the reference checker finds."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from typing import Any

from jsonschema import Draft202012Validator
from msgspec.structs import replace

from contracts import faults_of
from published_tables import as_published
from synthetic_archive import ROOT
from sysbench_archive.model.api_bundle import ApiBundle

SCHEMA = json.loads((ROOT / "schema" / "api-1.schema.json").read_bytes())
REFERENCE = Draft202012Validator({"$defs": SCHEMA["$defs"], "$ref": "#/$defs/bundle"})
Place = tuple[str | int, ...]


def places(value: Any, at: Place = ()) -> Iterator[Place]:
    """Every place in a document, of lists that of the first item only."""
    yield at
    entries = value.items() if isinstance(value, dict) else enumerate(value[:1])
    for name, entry in entries:
        yield from places(entry, (*at, name)) if isinstance(entry, dict | list) else [(*at, name)]


def damaged(document: Any) -> Iterator[Any]:
    """The document again and again, each time with one place that is lost or something else."""
    for *above, last in filter(None, places(document)):
        for damage in ({"unheard_of": 1}, -1, None):
            copied = copy.deepcopy(document)
            parent = copied
            for name in above:
                parent = parent[name]
            parent[last] = damage
            if damage is None:
                del parent[last]
            yield copied


def test_both_find_the_same_places(document: ApiBundle) -> None:
    document = as_published(replace(document, runs=document.runs[:1]))
    assert faults_of(document, "api-1", "bundle") == []
    assert REFERENCE.is_valid(document)
    checked = faulty = 0
    for wrong in damaged(document):
        expected = {tuple(error.absolute_path) for error in REFERENCE.iter_errors(wrong)}
        found = {text.partition(": ")[0] for text in faults_of(wrong, "api-1", "bundle")}
        assert found == {f"/{'/'.join(map(str, path))}" for path in expected}
        checked, faulty = checked + 1, faulty + bool(expected)
    assert checked > 250
    assert faulty > 200
