"""The API says what records say, in the schema's names, on pages that stay as they are."""

from __future__ import annotations

import copy
import re
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from openapi_spec_validator import validate

from open_data_contract import faults
from sysbench_archive.bundle.schema import load_schema
from sysbench_archive.ledger import Row
from sysbench_archive.metrics import METRICS
from sysbench_archive.publish.api import (
    bundle_path,
    comparison_record,
    index_record,
    machine_entries,
    pages,
    result_entry,
    withdrawn_entry,
)
from sysbench_archive.publish.api_bundle import bundle_document, table_rows
from sysbench_archive.publish.api_fields import PARTS, columns, fields
from sysbench_archive.publish.openapi import openapi_record

Record = dict[str, Any]
BASE = "https://archive.example"

# What a bundle does not state in these words: ids that other parts refer to, what the archive
# adds (addresses, classes, the publication record), and what it reads off output and commands.
OURS = {
    *("bundle", "path", "permalink", "revision", "status", "standing", "revision_date", "swhid"),
    *("figures_sha256", "server_label", "series", "hardware_class", "workload_label", "test"),
    *("family", "tables", "table_size", "run", "residency", "state", "intervals", "window"),
    *("p01", "stalls", "longest_stall_s", "report", "first_line", "last_line", "submitter"),
    *("sha256", "url"),
    *METRICS,
}


def entry(**more: Any) -> Record:
    server = {"label": "A", "product": "mysql", "version": "8.0.36", "series": "8.0"}
    told = {"title": "T", "question": "Q?", "direction": "", "status": "", "runs": 4}
    slug = more.get("slug", "2026-01-a--read-only")
    place = {"slug": slug, "path": f"/comparisons/{slug}/", "kind": "matrix"}
    rests = {"evidence": ["raw-output"], "servers": [server], "tests": {"oltp_read_only": "R"}}
    return place | told | rests | more


def test_a_document_keeps_the_schema(document: Record) -> None:
    assert faults("bundle", document) == []
    assert faults("result_entry", result_entry(document)) == []
    assert [faults("machine", machine) for machine in machine_entries(document)] == [[]]
    assert faults("comparison", comparison_record(entry(), BASE)) == []


def test_the_schema_can_refuse(document: Record) -> None:
    run = document["runs"][0]
    for wrong in (run | {"tps": "fast"}, run | {"speed": 1}, {"run": "a"}):
        assert faults("bundle", document | {"runs": [wrong]})
    assert faults("bundle", document | {"more": 1})


def test_a_run_has_the_figures_of_its_record(result: Record, document: Record) -> None:
    for told, run in zip(document["runs"], result["runs"], strict=True):
        assert {name: told[name] for name in METRICS if told[name] is not None} == {
            name: figure["value"] for name, figure in run["figures"].items()
        }
        assert told["permalink"] == f"{BASE}{run['path']}"
        assert told["window"] == run["line"]["window"]
        assert told["sha256"] == run["evidence"]["sha256"]
    assert document["revision"] == 2
    assert (document["status"], document["revision_date"]) == ("corrected", "2024-02-01")


def test_facts_are_typed_and_null_where_nobody_stated_them(result: Record) -> None:
    damaged = copy.deepcopy(result)
    devices = [("storage.1.kind", "nvme"), ("storage.2.kind", "hdd"), ("storage.1.fsync_us", "90")]
    for name, value in [*devices, ("storage.2.fsync_us", "1200.5")]:
        damaged["hosts"][0]["facts"].append({"name": name, "value": value, "state": "stated"})
    host = bundle_document(damaged, BASE)["hosts"][0]
    assert (host["cpu_cores"], host["memory_size_mib"], host["kernel"]) == (8, 32768, None)
    assert (host["storage_kind"], host["storage_fsync_us"]) == ("nvme, hdd", 1200.5)
    (client,) = bundle_document(result, BASE)["clients"]
    assert client["tls"] is False


def test_a_bundle_without_a_row_has_no_revision(result: Record) -> None:
    document = bundle_document(result | {"revision": None}, BASE)
    assert faults("bundle", document) == []
    assert document["revision"] is document["status"] is None


def test_a_row_joins_a_run_with_all_it_rests_on(document: Record) -> None:
    rows = list(table_rows(document))
    assert len(rows) == len(document["runs"])
    assert {name for row in rows for name in row} == {column.name for column in columns()}
    for row, run in zip(rows, document["runs"], strict=True):
        (server,) = (s for s in document["servers"] if s["server"] == run["server"])
        assert (row["product"], row["version"]) == (server["product"], server["version"])
        assert row["path"] == run["path"]
        assert (row["bundle"], row["cpu_cores"]) == (document["bundle"], 8)


def dotted(node: Any, path: tuple[str, ...] = ()) -> Iterator[str]:
    """Every path of the bundle schema, joined as the API joins it."""
    if isinstance(node, list):
        for item in node:
            yield from dotted(item, path)
    elif isinstance(node, dict):
        for name, child in node.get("properties", {}).items():
            yield "_".join([*path, name])
            yield from dotted(child, (*path, name))
        for key in ("anyOf", "items", "allOf"):
            yield from dotted(node.get(key), path)


def test_fields_have_the_names_of_the_bundle_schema() -> None:
    schema = load_schema("bundle-1")
    parts = [schema, *schema["$defs"].values()]
    known = {name for part in parts for name in dotted(part)}
    ours = {field.name for part in PARTS for field in fields(part)}
    assert ours - known - OURS == set()
    assert ours >= OURS


def test_metrics_mean_what_the_table_of_metrics_says() -> None:
    told = {field.name: field for field in fields("run")}
    for metric in METRICS.values():
        assert told[metric.name].unit == metric.unit
        assert told[metric.name].description.startswith(metric.description)


months = st.builds("20{:02}-{:02}".format, st.integers(10, 30), st.integers(1, 12))


@given(st.lists(months, unique=True, min_size=1), months, st.sampled_from(["results", "machines"]))
def test_pages_of_other_months_stay_as_they_are(old: list[str], new: str, kind: str) -> None:
    before = pages(kind, [{"bundle": f"{month}-a"} for month in old])
    after = pages(
        kind,
        [
            {"bundle": f"{month}-{name}"}
            for month, name in sorted({*((m, "a") for m in old), (new, "b")})
        ],
    )
    assert {p: d for p, d in after.items() if new not in p} == {
        p: d for p, d in before.items() if new not in p
    }
    assert f"/api/v1/{kind}/{new}.json" in after


def test_a_withdrawn_bundle_keeps_its_place() -> None:
    cells = {"title": "T", "authors": "A", "comparisons": "", "runs": "a b", "reason": "why"}
    digests = {"swhid": "swh:1:dir:" + "ab" * 20, "figures_sha256": "cd" * 32}
    row = Row(2, "2026-02-03", "withdrawn", "permanent", **digests, **cells)
    gone = [withdrawn_entry("2026-01-a", row, BASE)]
    assert faults("withdrawn", gone[0]) == []
    for kind in ("results", "machines", "comparisons"):
        page = pages(kind, [], gone)[f"/api/v1/{kind}/2026-01.json"]
        assert faults(kind, page) == []
        assert page.get("withdrawn", gone) == gone


def test_comparisons_are_filed_by_month_or_by_kind() -> None:
    curated = entry(slug="a-question", kind="curated")
    found = pages("comparisons", [comparison_record(e, BASE) for e in (entry(), curated)])
    assert list(found) == ["/api/v1/comparisons/2026-01.json", "/api/v1/comparisons/curated.json"]


def test_the_index_finds_every_page(document: Record) -> None:
    lists = {
        "results": pages("results", [result_entry(document)]),
        "comparisons": pages("comparisons", [comparison_record(entry(), BASE)]),
        "machines": pages("machines", machine_entries(document)),
    }
    index = index_record(lists, 10, [], BASE)
    assert faults("index", index) == []
    assert [shard["path"] for shard in index["results"]] == list(lists["results"])
    assert index["counts"] == {
        "bundles": 1,
        "runs": 10,
        "comparisons": 1,
        "machines": 1,
        "withdrawn": 0,
    }


def test_the_description_is_openapi_and_knows_every_address(document: Record) -> None:
    schema = load_schema("api-1")
    described = openapi_record(schema, schema["description"])
    validate(described)
    assert "#/$defs/" not in str(described)
    patterns = [re.sub(r"\{\w+\}", "[a-z0-9-]+", path) for path in described["paths"]]
    lists = [
        pages("results", [result_entry(document)]),
        pages("machines", machine_entries(document)),
    ]
    addresses = [bundle_path(document["bundle"]), *(path for found in lists for path in found)]
    for address in (*addresses, "/api/v1/index.json", "/api/v1/comparisons/curated.json"):
        below = address.removeprefix("/api/v1")
        assert [p for p in patterns if re.fullmatch(p, below)], address


def test_a_damaged_description_is_refused() -> None:
    schema = load_schema("api-1")
    described = openapi_record(schema, "")
    del described["paths"]["/index.json"]["get"]["responses"]["200"]["description"]
    with pytest.raises(Exception, match="description"):
        validate(described)
