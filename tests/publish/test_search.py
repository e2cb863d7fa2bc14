"""What the search knows: every page worth finding, and a name for every facet's values."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from sysbench_archive.publish.search import search_record

CONTRACT = Path(__file__).resolve().parents[2] / "schema" / "derived.schema.json"


def entry(path: str, **more: Any) -> dict[str, Any]:
    servers = [{"label": "MySQL 8.0.36", "product": "mysql"}]
    tests = {"oltp_read_only": "OLTP read-only"}
    return {"path": path, "title": f"Title of {path}", "servers": servers, "tests": tests, **more}


@pytest.fixture
def record() -> dict[str, Any]:
    machine = {"label": "Machine", "cpu": "CPU", "cores": 8}
    result = entry("/results/a/", id="2026-01-a", evidence="raw-output", machines=[machine])
    asked = {"question": "Is it?", "summary": "", "evidence": ["raw-output"], "year": "2026"}
    site = {
        "results": [result],
        "comparisons": [entry("/comparisons/a/", **asked)],
        "evidence": {"raw-output": {"label": "Raw output"}},
    }
    series = {"path": "/versions/mysql/8.0/", "label": "MySQL 8.0", "versions": ["8.0.36"]}
    versions = {"products": [{"product": "mysql", "label": "MySQL", "series": [series]}]}
    test = {"path": "/workloads/x/", "title": "X", "name": "x", "description": "What x does."}
    workloads = {"families": [{"label": "Reads", "tests": [test]}]}
    rule = {"path": "/rules/r/", "code": "r", "summary": "Sum.", "hint": "do it"}
    pair = {"path": "/upgrades/a-to-b/", "title": "MySQL 5.6 to MySQL 5.7", "product": "mysql"}
    pair |= {"newest": "2026-01", "families": ["range"], "cores": [4], "cpus": [8]}
    kind = {"path": "/hardware/x/", "label": "X, 4 cores", "brief": "X"}
    spanning = {"pairs": [pair]}, {"classes": [kind]}
    return search_record(site, versions, workloads, {"rules": [rule]}, *spanning)


def test_it_keeps_the_contract(record: dict[str, Any]) -> None:
    contract = json.loads(CONTRACT.read_text(encoding="utf-8"))
    Draft202012Validator(contract | {"$ref": "#/$defs/search"}).validate(record)


def test_every_kind_of_page_is_found(record: dict[str, Any]) -> None:
    assert {document["kind"] for document in record["documents"]} == set(record["labels"]["kind"])


@pytest.mark.parametrize("facet", ["kind", "product", "evidence"])
def test_every_value_of_a_facet_has_a_name(record: dict[str, Any], facet: str) -> None:
    for document in record["documents"]:
        values = document[facet]
        used = {values} if isinstance(values, str) else set(values)
        assert used <= set(record["labels"][facet])


def test_a_pair_is_found_by_the_words_of_its_question(record: dict[str, Any]) -> None:
    (pair,) = (entry for entry in record["documents"] if entry["kind"] == "upgrade")
    words = f"{pair['title']} {pair['text']}".lower().replace("-", " ").split()
    assert {"5.6", "5.7", "read", "only", "4", "cores"} <= set(words)
