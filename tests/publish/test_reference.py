"""The pages about rules and schemas hold every rule and every field."""

from typing import Any

import pytest
from msgspec import to_builtins
from msgspec.structs import replace
from works import IMPRINT, OWN, whole

from derived_records import result_record, run_record, throughput_line
from sysbench_archive.bundle.schema import load_schema
from sysbench_archive.derive.cells import metric_shown_with
from sysbench_archive.model.base import FigureValue, Named
from sysbench_archive.model.bundle import Evidence
from sysbench_archive.model.result import VariableRow, VariableTable
from sysbench_archive.pages.reference import rule_entries, schema_entry
from sysbench_archive.pages.result import published_result, result_page
from sysbench_archive.problems import RULES
from sysbench_archive.publish.citation import citation_record

CITE = citation_record(whole(), IMPRINT)


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


@pytest.mark.parametrize("name", ["bundle-1", "comparison-1", "series-1", "source-1"])
def test_every_field_is_in_a_table(name: str) -> None:
    schema = load_schema(name)
    entry = schema_entry(name, schema)
    shown = {field.name for node in entry.objects for field in node.fields}
    assert field_names(schema) - {"unavailable"} <= shown
    assert all(field.description for node in entry.objects for field in node.fields)
    places = [node.place for node in entry.objects]
    assert len(places) == len(set(places))


def test_a_table_says_what_a_field_takes() -> None:
    entry = schema_entry("bundle-1", load_schema("bundle-1"))
    tables = {node.place: {field.name: field for field in node.fields} for node in entry.objects}
    clock = tables["hosts.cpu"]["clock_mhz"]
    assert (clock.kind, clock.unit, clock.states) == ("number", "MHz", True)
    assert tables["hosts"]["kind"].values[0] == "bare-metal"
    assert tables["runs"]["threads"].required
    assert not tables["runs"]["notes"].required


def test_every_rule_has_an_address() -> None:
    assert [rule.code for rule in rule_entries()] == sorted(RULES)


def test_pages_get_differences_and_programs_get_data() -> None:
    rows = [
        VariableRow(name="a", values=["1", "2"], differs=True),
        VariableRow(name="b", values=["1", "1"], differs=False),
    ]
    servers = [Named(id="x", label="X"), Named(id="y", label="Y")]
    drawn = run_record("r", line=throughput_line())
    result = result_record(variables=VariableTable(servers=servers, rows=rows), runs=[drawn])
    page = result_page(result, CITE, {}, OWN)
    assert page.variables
    assert [row.name for row in page.variables.rows] == ["a"]
    assert page.variables.count == 2
    assert page.runs[0].line == drawn.line
    published = to_builtins(published_result(result, "/api/v1/b.json"))
    assert "variables" not in published
    assert "runs" not in published
    assert published["run_count"] == len(result.runs)
    assert published["data"] == "/api/v1/b.json"
    assert "conditions" not in to_builtins(page)
    assert result_page(result_record(), CITE, {}, OWN).variables is None


def test_pages_get_figures_and_their_lines_as_two_tables() -> None:
    figures = {"tps": FigureValue(value=0.0, line=12), "queries": FigureValue(value=7, line=None)}
    run = replace(run_record("r"), figures=figures)
    page = result_page(result_record(metrics=["tps", "queries"], runs=[run]), CITE, {}, OWN)
    assert page.runs[0].figures == {"tps": 0.0, "queries": 7}
    assert page.runs[0].lines == {"tps": 12}
    assert [(metric.name, metric.unit, metric.decimals) for metric in page.shown_metrics] == [
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
    evidence: Evidence, figures: tuple[float, ...], decimals: int
) -> None:
    assert metric_shown_with("tps", evidence, figures).decimals == decimals
