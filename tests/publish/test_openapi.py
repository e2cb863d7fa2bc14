"""The API's description is OpenAPI that clients can be made of, and its examples fit."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from jsonschema import Draft202012Validator
from openapi_spec_validator import validate

from sysbench_archive.bundle.schema import load_schema
from sysbench_archive.publish.api import ROOT, bundle_path, openapi_record
from sysbench_archive.tables.bundles import ApiBundle

SCHEMA = load_schema("api-1")
DESCRIBED = openapi_record(SCHEMA)


def test_the_description_is_openapi_and_knows_every_address(document: ApiBundle) -> None:
    validate(DESCRIBED)
    assert "#/$defs/" not in str(DESCRIBED)
    patterns = [re.sub(r"\{\w+\}", "[a-z0-9.-]+", path) for path in DESCRIBED["paths"]]
    lists = ["comparisons/curated"]
    lists += [f"{kind}/2026-01" for kind in ("results", "contrasts", "hosts", "withdrawn")]
    addresses = [bundle_path(document.bundle), *(f"{ROOT}{name}.jsonl.gz" for name in lists)]
    addresses.append("/api/v1/upgrades/mysql-5.7-to-mysql-8.0.json")
    for address in (*addresses, "/api/v1/index.json"):
        below = address.removeprefix("/api/v1")
        assert [p for p in patterns if re.fullmatch(p, below)], address


def test_a_list_is_described_by_its_lines() -> None:
    for path, name in (
        ("/hosts/{month}.jsonl.gz", "host_entry"),
        ("/contrasts/{name}.jsonl.gz", "contrast"),
    ):
        answer = DESCRIBED["paths"][path]["get"]["responses"]["200"]
        (media_type,) = answer["content"]
        assert media_type == "application/gzip"
        assert answer["content"][media_type]["schema"]["$ref"].endswith(f"/{name}")
        assert "of one line" in answer["description"]


def parts(node: Any) -> Iterator[dict[str, Any]]:
    """Every mapping of a document."""
    if isinstance(node, dict):
        yield node
        node = list(node.values())
    if isinstance(node, list):
        for part in node:
            yield from parts(part)


def test_no_schema_mixes_what_generators_drop() -> None:
    """Beside `allOf` several generators leave `properties` out, with it the runs of a bundle."""
    for part in parts(DESCRIBED["components"]["schemas"]):
        assert "allOf" not in part
        assert not {"$ref", "properties"} <= part.keys()


def test_every_example_fits_its_field() -> None:
    count = 0
    for part in DESCRIBED["components"]["schemas"].values():
        for node in part.get("properties", {}).values():
            whole = {**node, "components": DESCRIBED["components"]}
            for example in node.get("examples", ()):
                assert not list(Draft202012Validator(whole).iter_errors(example)), example
                count += 1
    assert count > 60
