"""The pages about rules and schemas hold every rule and every field."""

from typing import Any

import pytest

from sysbench_archive.bundle.schema import load_schema
from sysbench_archive.derive.metric_records import shown_metric
from sysbench_archive.publish.audience import for_pages, for_readers
from sysbench_archive.publish.reference import rules_record, schema_record
from sysbench_archive.rules.catalogue import RULES


def field_names(node: Any) -> set[str]:
    """Every property name of a schema, besides the markers of groups and states."""
    if isinstance(node, list):
        return set().union(*map(field_names, node)) if node else set()
    if not isinstance(node, dict):
        return set()
    own = {name for name, child in node.get("properties", {}).items() if isinstance(child, dict)}
    skipped = {"if", "then", "allOf", "examples", "not"}
    nested = [field_names(child) for key, child in node.items() if key not in skipped]
    return own.union(*nested)


@pytest.mark.parametrize("name", ["bundle-1", "comparison-1"])
def test_every_field_is_in_a_table(name: str) -> None:
    schema = load_schema(name)
    record = schema_record(name, schema)
    shown = {field["name"] for node in record["objects"] for field in node["fields"]}
    assert field_names(schema) - {"unavailable"} <= shown
    assert all(field["description"] for node in record["objects"] for field in node["fields"])
    places = [node["place"] for node in record["objects"]]
    assert len(places) == len(set(places))


def test_a_table_says_what_a_field_takes() -> None:
    record = schema_record("bundle-1", load_schema("bundle-1"))
    tables = {node["place"]: {f["name"]: f for f in node["fields"]} for node in record["objects"]}
    clock = tables["hosts.cpu"]["clock_mhz"]
    assert (clock["kind"], clock["unit"], clock["states"]) == ("number", "MHz", True)
    assert tables["hosts"]["kind"]["values"][0] == "bare-metal"
    assert tables["runs"]["threads"]["required"]
    assert not tables["runs"]["notes"]["required"]


def test_every_rule_has_an_address() -> None:
    record = rules_record(RULES)
    assert [rule["code"] for rule in record["rules"]] == sorted(rule.code for rule in RULES)


def test_pages_get_differences_and_programs_get_data() -> None:
    rows = [
        {"name": "a", "values": ["1", "2"], "differs": True},
        {"name": "b", "values": ["1", "1"], "differs": False},
    ]
    servers = [{"id": "x", "label": "X"}, {"id": "y", "label": "Y"}]
    bare = {"evidence": "raw-output", "servers": [], "metrics": []}
    result = bare | {
        "variables": {"servers": servers, "rows": rows},
        "runs": [{"id": "r", "figures": {}, "line": {}, "excerpt": []}],
        "conditions": {"servers": {}},
    }
    assert "conditions" not in for_pages(result)
    shown = for_pages(result)["variables"]
    assert [row["name"] for row in shown["rows"]] == ["a"]
    assert shown["count"] == 2
    conditions = {"servers": {}}
    told = {"variables": None, "runs": [{"id": "r", "figures": {}}], "conditions": conditions}
    assert for_readers(result) == bare | told
    assert for_pages(bare | {"variables": None, "runs": []})["variables"] is None


def test_pages_get_figures_and_their_lines_as_two_tables() -> None:
    figures = {"tps": {"value": 0.0, "line": 12}, "queries": {"value": 7, "line": None}}
    bare = {"evidence": "raw-output", "servers": [], "metrics": ["tps", "queries"]}
    shown = for_pages(bare | {"variables": None, "runs": [{"id": "r", "figures": figures}]})
    told = {"figures": {"tps": 0.0, "queries": 7}, "lines": {"tps": 12}}
    assert shown["runs"] == [{"id": "r", **told}]
    assert [(m["name"], m["unit"], m["decimals"]) for m in shown["metrics"]] == [
        ("tps", "1/s", 2),
        ("queries", "", 0),
    ]


@pytest.mark.parametrize(
    ("evidence", "figures", "decimals"),
    [
        ("raw-output", (401.0, 402.5), 2),
        ("published-table", (401.0, 402), 0),
        ("published-table", (401, 402.5), 1),
        ("published-text", (0.123456, 1), 4),
    ],
)
def test_published_figures_are_shown_with_the_decimals_they_have(
    evidence: str, figures: tuple[float, ...], decimals: int
) -> None:
    runs = [{"figures": {"tps": {"value": value, "line": None}}} for value in figures]
    result = {"evidence": evidence, "runs": [*runs, {"figures": {}}]}
    assert shown_metric(result, "tps")["decimals"] == decimals
