"""What /explore/ loads: every series with its runs, in pieces, with their facets."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import explored
import pytest
from jsonschema import Draft202012Validator
from msgspec.structs import replace

from sysbench_archive.model.result import ResultRecord
from sysbench_archive.pages.explore import Row, explore_files, explore_rows
from sysbench_archive.publish.output import Output, json_bytes, rounded
from sysbench_archive.tables import row_lines
from sysbench_archive.tables.bundles import bundle_document, document_rows
from sysbench_archive.tables.database import open_tables, rows_path
from sysbench_archive.words.phrases import machine_line

CONTRACT = Path(__file__).resolve().parents[2] / "schema" / "derived.schema.json"
RUNS = [
    explored.run("a1", "old", 1, 100.0),
    explored.run("a8", "old", 8, 400.0, repetition=1),
    explored.run("a8-again", "old", 8, 900.0, repetition=2),
    explored.run("a64", "old", 64, None),
    explored.run("b1", "new", 1, 90.0),
]
NEWER = explored.result("2026-01-newer", RUNS)


def series_of(folder: Path, *results: ResultRecord) -> list[Row]:
    """The series of an archive of these results."""
    output = Output(folder)
    for result in results:
        for name, rows in document_rows(bundle_document(result, "")).items():
            output.bytes(rows_path(name, result.id), row_lines(rows))
    with open_tables(folder) as connection:
        return explore_rows(connection)


@pytest.fixture
def rows(tmp_path: Path) -> list[Row]:
    """The series of two results, the older one given first."""
    older = explored.result("2020-05-older", RUNS[:1], submitted="2020-05-01")
    return series_of(tmp_path, replace(older, evidence="published-table"), NEWER)


def test_a_series_is_a_server_under_a_workload_over_its_thread_counts(tmp_path: Path) -> None:
    new, old = series_of(tmp_path, NEWER)
    assert span(old) == [1, 8, 2, 3, pytest.approx(600.0), 8]
    assert span(new) == [1, 1, 1, 1, 90.0, 1]
    assert [run["run"] for run in old["runs"]] == ["a1", "a8", "a8-again"], "no failure"
    assert [run["value"] for run in old["runs"]] == [100.0, 400.0, 900.0]


def span(row: Row) -> list[float]:
    """Its thread counts, runs and peak."""
    names = ("lowest_threads", "highest_threads", "thread_counts", "run_count")
    return [*(row[name] for name in names), row["peak"], row["peak_threads"]]


def test_latency_is_that_of_the_peak_and_the_median_of_repetitions(tmp_path: Path) -> None:
    runs = [
        explored.run("a1", "old", 1, 10.0, ms={"latency_p95_ms": 1.0, "latency_p99_ms": 2.0}),
        explored.run("a8", "old", 8, 50.0, ms={"latency_p95_ms": 4.0}, repetition=1),
        explored.run("a8-two", "old", 8, 50.0, ms={"latency_p95_ms": 6.0}, repetition=2),
        explored.run("a8-three", "old", 8, 50.0, ms={"latency_p95_ms": 90.0}, repetition=3),
        explored.run("b1", "new", 1, 90.0),
    ]
    new, old = series_of(tmp_path, explored.result("2026-01-a", runs))
    assert (old["peak_threads"], old["peak_p95"]) == (8, 6.0)
    assert "peak_p99" not in old, "nobody knows it there, though it is known at 1 thread"
    assert [(run.get("p95"), run.get("p99")) for run in old["runs"]][:2] == [
        (1.0, 2.0),
        (4.0, None),
    ]
    assert new.keys().isdisjoint({"peak_p95", "peak_p99", "percentile"})
    *_, (_, index) = explore_files([new, old])
    (known,) = [each for each in rounded(index)["facets"] if each["name"] == "percentile"]
    assert [(value["label"], value["series"]) for value in known["values"]] == [
        ("99th percentile", 1),
        ("Not recorded", 1),
    ]


def test_what_has_no_figures_is_no_series(tmp_path: Path) -> None:
    failed = [explored.run("a", "old", 1, None), explored.run("b", "new", 1, None)]
    assert series_of(tmp_path, explored.result("2026-01-a", failed)) == []


def test_a_series_says_what_it_ran_on(rows: list[Row]) -> None:
    row = rows[1]
    assert row["machine_label"] == "A box, 4 cores"
    assert row["hardware_class"] == "vm-3-4-cores-9-16-gb"
    assert (row["release"], row["load"]) == ("mysql-5.7", "read-only")
    assert "residency" not in row, "nobody recorded it"


@pytest.mark.parametrize(
    ("facts", "text"),
    [
        ({"machine": "A", "cpu_model": "B", "cores": 1}, "A, B, 1 core"),
        ({"machine": "B", "cpu_model": "B", "hardware_threads": 2}, "B, 2 CPUs"),
        ({}, ""),
    ],
)
def test_a_machine_in_a_line_says_what_is_recorded(facts: dict[str, Any], text: str) -> None:
    assert machine_line(explored.host(**facts)) == text


def test_the_files_keep_the_contract(rows: list[Row]) -> None:
    contract = json.loads(CONTRACT.read_text(encoding="utf-8"))
    for path, record in explore_files(rows):
        kind = "index" if path == "explore/index.json" else "piece"
        schema = contract | {"$ref": f"#/$defs/explore_{kind}"}
        Draft202012Validator(schema).validate(rounded(record))


def test_the_index_says_what_pieces_hold_and_counts_every_row(
    rows: list[Row], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sysbench_archive.pages.explore.FIRST_PIECE", 2)
    files = {path: rounded(record) for path, record in explore_files(rows)}
    index = files.pop("explore/index.json")
    facets = {facet["name"]: facet["values"] for facet in index["facets"]}
    assert [piece["path"] for piece in index["pieces"]] == [*files]
    assert [piece["series"] for piece in index["pieces"]] == [2, 1]
    assert [piece["runs"] for piece in index["pieces"]] == [4, 1]
    assert (index["series"], index["runs"]) == (3, 5)
    held = [
        {name: [facets[name][place]["value"] for place in piece["values"][name]] for name in facets}
        for piece in index["pieces"]
    ]
    assert [piece["year"] for piece in held] == [["2026"], ["2020"]]
    assert [piece["evidence"] for piece in held] == [["raw-output"], ["published-table"]]
    assert [piece["release"] for piece in held] == [["mysql-8.0", "mysql-5.7"], ["mysql-5.7"]]
    counted = {value["value"]: (value["series"], value["runs"]) for value in facets["release"]}
    assert counted == {"mysql-8.0": (1, 1), "mysql-5.7": (2, 4)}


def test_newest_results_come_first(rows: list[Row]) -> None:
    assert [row["bundle"] for row in rows] == ["2026-01-newer", "2026-01-newer", "2020-05-older"]


FIRST_LOADED = 150_000
"""Bytes before compression: the index and the first piece. Programs, styles and the classes of
machines are another 80,000."""


def test_what_the_first_view_loads_stays_small_with_a_hundred_thousand_runs(
    tmp_path: Path,
) -> None:
    own = series_of(tmp_path, NEWER)
    rows = [
        {**row, "bundle": f"2026-01-{n:06}", "title": f"Campaign {n}"}
        for n in range(100_000 // 4)
        for row in own
    ]
    files = {path: len(json_bytes(record)) for path, record in explore_files(rows)}
    assert files["explore/index.json"] + files["explore/series-0.json"] < FIRST_LOADED
    assert len(files) > 25


def test_values_of_a_facet_have_names_and_an_order(tmp_path: Path) -> None:
    zen = replace(explored.HOST, cpu_generation="Zen 4")
    other = explored.result("2019-01-b", RUNS[:1], submitter="anybody", evidence="odd", hosts=[zen])
    *_, (_, index) = explore_files(series_of(tmp_path, NEWER, other))
    found = {facet["name"]: facet["values"] for facet in rounded(index)["facets"]}
    releases = [value["label"] for value in found["release"]]
    assert releases == ["MySQL 8.0", "MySQL 5.7"], "newest first"
    assert [v["value"] for v in found["year"]] == ["2026", "2019"]
    assert [v["label"] for v in found["submitter"]] == ["anybody", "Somebody"]
    assert [v["label"] for v in found["evidence"]] == ["Raw output", "odd"], "no table knows it"
    assert [v["label"] for v in found["cpu_generation"]] == ["AMD Zen 4", "Not recorded"]
    assert found["residency"] == [{"value": "", "label": "Not recorded", "series": 3, "runs": 5}]
