"""compare.json and policy.json: bare figures under their conditions, and the rules to hold them."""

from __future__ import annotations

import json
from pathlib import Path

import explored
from jsonschema import Draft202012Validator
from msgspec import to_builtins

from sysbench_archive.publish.compare import compare_links, compare_record, policy_file
from sysbench_archive.publish.output import rounded
from sysbench_archive.verdicts.noise import noise_of

CONTRACT = json.loads(
    (Path(__file__).resolve().parents[2] / "schema" / "derived.schema.json").read_text("utf-8")
)
RUNS = [
    explored.run("a8-again", "old", 8, 900.0, repetition=2),
    explored.run("a8", "old", 8, 400.0, repetition=1, block="1"),
    explored.run("a1", "old", 1, None),
    explored.run("b8", "new", 8, 90.0),
]


def valid(kind: str, record: object) -> bool:
    """Whether a record keeps the contract."""
    Draft202012Validator(CONTRACT | {"$ref": f"#/$defs/{kind}"}).validate(to_builtins(record))
    return True


def test_a_cell_has_the_figures_of_its_runs_with_their_blocks() -> None:
    record = compare_record(explored.result("2026-01-a", RUNS))
    assert valid("compare", record)
    old, new = to_builtins(record)["cells"]
    assert (old["runs"], old["values"]) == (["a8-again", "a8"], [900.0, 400.0])
    assert old["blocks"] == ["", "1"]
    assert (new["server"], new["threads"], new["values"]) == ("new", 8, [90.0])


def test_servers_and_workloads_have_conditions_and_noise() -> None:
    record = to_builtins(compare_record(explored.result("2026-01-a", RUNS)))
    conditions = record["conditions"]["servers"].values()
    assert [each["version"] for each in conditions] == ["5.7.44", "8.0.36"]
    threshold = noise_of(kind="vm", residency="", test="").threshold
    assert record["noise"]["old"]["read-only"]["threshold"] == threshold


def test_a_workload_leads_to_where_its_servers_are_compared() -> None:
    links = compare_links(explored.result("2026-01-a", RUNS))
    assert links == {"read-only": "/compare/?s=2026-01-a/old/read-only&s=2026-01-a/new/read-only"}
    many = [explored.run(f"r{n}", f"s{n}", 1, 1.0) for n in range(12)]
    assert compare_links(explored.result("2026-01-a", many))["read-only"].count("s=") == 2


def test_a_workload_without_figures_has_no_cells() -> None:
    works = [explored.workload(), explored.workload("idle")]
    record = to_builtins(compare_record(explored.result("2026-01-a", RUNS, workloads=works)))
    assert {cell["workload"] for cell in record["cells"]} == {"read-only"}


def test_the_rules_are_published_whole_and_no_number_is_lost_in_rounding() -> None:
    policy = to_builtins(policy_file())
    assert valid("policy", rounded(policy))
    assert rounded(policy) == json.loads(json.dumps(policy))
    assert set(policy["comparability_rules"]["across"]) <= {
        row["field"] for row in policy["conditions"]
    }
