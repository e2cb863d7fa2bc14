"""What the search knows: every page worth finding, and a name for every facet's values."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest
from jsonschema import Draft202012Validator
from msgspec.structs import replace

from cell_samples import pairs
from derived_records import listed_comparison, listed_result, plain
from machines import class_of
from sysbench_archive.derive.entries import (
    ComparisonEntry,
    ListMachine,
    ResultEntry,
    SourceMention,
)
from sysbench_archive.hardware.classes import class_record
from sysbench_archive.model.base import ListedServer, narrowed
from sysbench_archive.model.listing import HardwareClassSummary
from sysbench_archive.pages.kinds import Listed
from sysbench_archive.pages.listing import listed_rows
from sysbench_archive.pages.questions import question_documents
from sysbench_archive.pages.registry import KINDS
from sysbench_archive.pages.search import SearchIndex, prose_documents, search_record
from sysbench_archive.pages.settings import SettingPage, setting_documents, setting_uses
from sysbench_archive.pages.sources import source_documents, source_list

CONTRACT = Path(__file__).resolve().parents[2] / "schema" / "derived.schema.json"
KIND = class_of(cpu={"cores": 8})
SERVER = ListedServer(label="MySQL 8.0.36", product="mysql", version="8.0.36", series="8.0")
TESTS = {"oltp_read_only": "OLTP read-only"}
MACHINE = ListMachine(
    title="Machine",
    text="8 cores, 32 GB, NVMe",
    cores=8,
    memory=32,
    storage=["nvme"],
    names=["Xeon", "m5.4xlarge"],
    hardware_class=narrowed(KIND, HardwareClassSummary),
    runs=1,
    servers=[SERVER],
    tests=TESTS,
    loads=["read-only"],
    threads=[1, 64],
)
RESULT = listed_result(
    "2026-01-a",
    title="A result",
    servers=[SERVER],
    tests=TESTS,
    by="A. Author",
    machines=[MACHINE],
    threads=[1, 64],
    loads=["read-only"],
    settings={"innodb_flush_log_at_trx_commit": ["2"]},
)
COMPARISON = listed_comparison(
    "a", title="A comparison", label="A comparison", servers=[SERVER], tests=TESTS
)


def search_of(results: list[ResultEntry], comparisons: list[ComparisonEntry]) -> SearchIndex:
    listed = Listed(
        results=results,
        comparisons=comparisons,
        pages=comparisons,
        appearances={},
        drawn=(),
        pairs=pairs(0.9),
        classes=[class_record(KIND)],
        settings=[],
        held=[],
        counted=[],
        variants={},
    )
    prose = prose_documents("/method/", "---\ntitle: Method\n---\nWords.\n")
    found = [entry for kind in KINDS for entry in kind.documents(kind.made(listed), listed)]
    mention = SourceMention(title="A post", author="A. Author", address="", commit="")
    sources = source_list([], {RESULT.id: mention}, results)
    found += [*question_documents(), *source_documents(sources)]
    return search_record(listed_rows(listed), [*found, *prose])


@pytest.fixture
def record() -> dict[str, Any]:
    plain: dict[str, Any] = msgspec.to_builtins(search_of([RESULT], [COMPARISON]))
    return plain


def test_it_keeps_the_contract(record: dict[str, Any]) -> None:
    contract = json.loads(CONTRACT.read_text(encoding="utf-8"))
    Draft202012Validator(contract | {"$ref": "#/$defs/search"}).validate(record)


def test_every_kind_of_page_is_found(record: dict[str, Any]) -> None:
    found = {entry["kind"] for entry in record["documents"]}.union(record["pieces"])
    assert found == set(record["labels"]["kind"])


@pytest.mark.parametrize("facet", ["kind", "product", "evidence"])
def test_every_value_of_a_facet_has_a_name(record: dict[str, Any], facet: str) -> None:
    for document in record["documents"]:
        values = document[facet]
        used = {values} if isinstance(values, str) else set(values)
        assert used <= set(record["labels"][facet])


def test_a_pair_is_found_by_the_words_of_its_question(record: dict[str, Any]) -> None:
    (pair,) = (entry for entry in record["documents"] if entry["kind"] == "upgrade")
    assert "5.7" in pair["text"]
    assert pair["series"] == ["mysql-5.6", "mysql-5.7"]
    words = f"{pair['title']} {pair['words']}".lower().replace("-", " ").split()
    assert {"5.6", "5.7", "read", "only", "2", "cores"} <= set(words)


def test_rows_of_lists_are_searched_piece_by_piece(
    record: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert [*record["pieces"]] == ["result", "comparison"]
    monkeypatch.setattr("sysbench_archive.pages.listing.PIECE", 2)
    results = [replace(RESULT, id=f"2026-0{n}-a", path=f"/results/2026-0{n}-a/") for n in (1, 2, 3)]
    paths = search_of(results, []).pieces["result"]
    assert paths == ["lists/results-0.json", "lists/results-1.json"]


def test_a_setting_names_its_values_and_leads_to_who_used_them(record: dict[str, Any]) -> None:
    (setting,) = (entry for entry in record["documents"] if entry["kind"] == "setting")
    assert setting["title"] == "innodb_flush_log_at_trx_commit"
    assert setting["text"] == "2 in 1 result"
    assert setting["path"] == "/results/?setting=innodb_flush_log_at_trx_commit"


def test_a_setting_with_a_page_leads_there() -> None:
    name = "innodb_flush_log_at_trx_commit"
    page = plain(SettingPage, variable=name, path=f"/settings/{name}/", finding="Nobody did.")
    (found,) = setting_documents([page], setting_uses([RESULT], {name: page.path}))
    assert (found.path, found.text) == (page.path, "Nobody did.")


def test_who_measured_leads_to_their_results(record: dict[str, Any]) -> None:
    (author,) = (entry for entry in record["documents"] if entry["kind"] == "author")
    assert (author["title"], author["path"]) == ("A. Author", "/results/?by=A.+Author")


def test_a_source_is_found_by_author_address_and_bundles(record: dict[str, Any]) -> None:
    (source,) = (entry for entry in record["documents"] if entry["kind"] == "source")
    assert source["path"] == "/sources/#a-post"
    assert source["text"] == "A. Author \N{MIDDLE DOT} 1 result"
    assert RESULT.id in source["words"]


def test_a_series_says_its_releases_and_how_it_stands(record: dict[str, Any]) -> None:
    (series,) = (entry for entry in record["documents"] if entry["kind"] == "version")
    assert (series["series"], series["releases"]) == (["mysql-8.0"], ["8.0.36"])
    assert series["text"] == "Newest series here. 8.0.36"


def test_a_class_is_found_by_processors_and_instance_types(record: dict[str, Any]) -> None:
    (found,) = (entry for entry in record["documents"] if entry["kind"] == "hardware")
    words = f"{found['text']} {found['words']}".replace(";", " ").split()
    assert {"Xeon", "m5.4xlarge"} <= set(words)


PROSE = (
    """---
title: Method
---

Before everything.

## Four kinds of *evidence*

A figure stands as its [evidence](/x/) prints it. """
    + "More words. " * 40
    + """Rarest of all.

## Named {#other-name}

Last.
"""
)


def test_prose_is_found_by_section_and_by_every_word() -> None:
    first, kinds, named = prose_documents("/method/", PROSE)
    assert (first.path, first.title, first.text) == ("/method/", "Method", "Before everything.")
    assert kinds.path == "/method/#text-four-kinds-of-evidence"
    assert kinds.text.startswith("A figure stands as its evidence prints it.")
    assert "rarest" in kinds.words.split()
    assert len(kinds.text) <= 240
    assert (named.path, named.text) == ("/method/#text-other-name", "Last.")
