"""What the search knows: every page worth finding, and a name for every facet's values."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest
from jsonschema import Draft202012Validator
from msgspec import to_builtins

from machines import class_of
from sysbench_archive.derive.site import (
    hardware_record,
    site_record,
    versions_record,
    workloads_record,
)
from sysbench_archive.derive.upgrades.chains import chains_record
from sysbench_archive.hardware.distance import class_record
from sysbench_archive.model.base import ListedServer, Record
from sysbench_archive.model.listing import ComparisonEntry, Machine, ResultEntry
from sysbench_archive.model.reader import PageKind, SearchDocument, SearchIndex, SearchLabels
from sysbench_archive.model.reference import RuleEntry, RuleList
from sysbench_archive.publish.search import FIRST_FILE, FURTHER_FILE, search_files, search_record
from upgrade_samples import measured_point

CONTRACT = Path(__file__).resolve().parents[2] / "schema" / "derived.schema.json"
KIND = class_of(cpu={"cores": 8})
SERVER = ListedServer(label="MySQL 8.0.36", product="mysql", version="8.0.36", series="8.0")
TESTS = {"oltp_read_only": "OLTP read-only"}
RESULT = ResultEntry(
    id="2026-01-a",
    path="/results/2026-01-a/",
    title="A result",
    submitted="2026-01-02",
    evidence="raw-output",
    runs=1,
    servers=[SERVER],
    tests=TESTS,
    machines=[
        Machine(
            label="Machine",
            kind="vm",
            cpu="CPU",
            cores="8",
            threads="",
            memory="",
            class_id=KIND.id,
            class_path=KIND.path,
        )
    ],
)
COMPARISON = ComparisonEntry(
    slug="a",
    path="/comparisons/a/",
    kind="curated",
    title="A comparison",
    label="A comparison",
    direction="",
    status="",
    strip=[],
    finding="",
    question="Is it?",
    summary="",
    evidence=["raw-output"],
    runs=1,
    year="2026",
    servers=[SERVER],
    tests=TESTS,
)
RULE = RuleEntry(
    code="r", path="/rules/r/", severity="error", summary="Sum.", reason="Why.", hint="do it"
)


@pytest.fixture
def record() -> dict[str, Any]:
    points = [measured_point(0.9)]
    found = search_record(
        site=site_record([RESULT], [COMPARISON]),
        versions=versions_record([RESULT], []),
        workloads=workloads_record([RESULT], []),
        rules=RuleList(rules=[RULE]),
        upgrades=chains_record(points),
        hardware=hardware_record([class_record(KIND)], [RESULT], {}, points),
    )
    plain: dict[str, Any] = msgspec.to_builtins(found)
    return plain


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


def document(number: int, kind: PageKind = "result") -> SearchDocument:
    return SearchDocument(
        path=f"/{number}/", title="", kind=kind, text="", product=[], evidence=[], year=""
    )


def split(results: int, rules: int) -> tuple[SearchIndex, dict[str, Record]]:
    """The index and the pieces of so many results and rules."""
    documents = [document(n) for n in range(results)]
    documents += [document(results + n, "rule") for n in range(rules)]
    labels = SearchLabels(kind={}, product={}, evidence={})
    files = dict(search_files(SearchIndex(labels=labels, documents=documents, pieces=[])))
    index = files.pop("search/documents.json")
    assert isinstance(index, SearchIndex)
    return index, files


def test_a_small_archive_is_searched_from_one_file() -> None:
    index, pieces = split(FIRST_FILE - 2, 2)
    assert len(index.documents) == FIRST_FILE
    assert (index.pieces, pieces) == ([], {})


def test_what_grows_with_the_archive_is_in_pieces() -> None:
    index, pieces = split(FIRST_FILE + FURTHER_FILE + 1, 2)
    assert index.pieces == list(pieces) == ["search/documents-1.json", "search/documents-2.json"]
    assert len(index.documents) == FIRST_FILE
    assert sum(entry.kind == "rule" for entry in index.documents) == 2, "they are searched at once"
    further = [entry for piece in pieces.values() for entry in to_builtins(piece)["documents"]]
    own = [entry.path for entry in index.documents if entry.kind == "result"]
    assert [*own, *(entry["path"] for entry in further)] == [
        f"/{n}/" for n in range(FIRST_FILE + FURTHER_FILE + 1)
    ]
    contract = json.loads(CONTRACT.read_text(encoding="utf-8"))
    validator = Draft202012Validator(contract | {"$ref": "#/$defs/search_piece"})
    for piece in pieces.values():
        validator.validate(to_builtins(piece))


def test_more_pages_of_other_kinds_than_fit_are_all_searched_at_once() -> None:
    index, pieces = split(1, FIRST_FILE + 1)
    assert len(index.documents) == FIRST_FILE + 1
    assert [len(to_builtins(piece)["documents"]) for piece in pieces.values()] == [1]
