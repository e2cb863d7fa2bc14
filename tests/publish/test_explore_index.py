"""What /explore/ loads: every series and every run, as columns in pieces, with their facets."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import explored
import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator
from msgspec import to_builtins
from msgspec.structs import replace

from sysbench_archive.model.result import ResultRecord
from sysbench_archive.publish.explore import (
    SeriesRow,
    batches,
    bundle_series,
    explore_files,
    facet_records,
    machine_text,
    text_column,
)
from sysbench_archive.publish.output import json_bytes, rounded

CONTRACT = Path(__file__).resolve().parents[2] / "schema" / "derived.schema.json"
RUNS = [
    explored.run("a1", "old", 1, 100.0),
    explored.run("a8", "old", 8, 400.0, repetition=1),
    explored.run("a8-again", "old", 8, 900.0, repetition=2),
    explored.run("a64", "old", 64, None),
    explored.run("b1", "new", 1, 90.0),
]


def decoded(piece: dict[str, Any]) -> list[dict[str, Any]]:
    """The rows of a piece."""
    columns = {
        name: column
        if isinstance(column, list)
        else [column["values"][code] for code in column["codes"]]
        for name, column in piece["columns"].items()
    }
    return [{name: column[row] for name, column in columns.items()} for row in range(piece["rows"])]


@pytest.fixture
def files() -> dict[str, Any]:
    """The files of two results, the older one given first."""
    older = explored.result("2020-05-older", RUNS[:1], submitted="2020-05-01")
    newer = explored.result("2026-01-newer", RUNS)
    found = explore_files([*bundle_series(older), *bundle_series(newer)])
    return {path: rounded(record) for path, record in found}


def test_a_series_is_a_server_under_a_workload_over_its_thread_counts() -> None:
    old, new = bundle_series(explored.result("2026-01-a", RUNS))
    assert span(old) == [1, 8, 2, 3, pytest.approx(600.0), 8]
    assert span(new) == [1, 1, 1, 1, 90.0, 1]
    assert [run.run for run in old.runs] == ["a1", "a8", "a8-again"], "a failure is no figure"


def span(row: SeriesRow) -> list[float]:
    threads = [row.lowest_threads, row.highest_threads, row.thread_counts]
    return [*threads, row.run_count, row.peak, row.peak_threads]


def test_what_has_no_figures_is_no_series() -> None:
    failed = [explored.run("a", "old", 1, None), explored.run("b", "new", 1, None)]
    assert bundle_series(explored.result("2026-01-a", failed)) == []


def test_a_series_says_what_it_ran_on() -> None:
    row = bundle_series(explored.result("2026-01-a", RUNS))[0]
    assert row.machine == "A box, 4 cores"
    assert row.hardware_class == "vm-3-4-cores-9-16-gb"
    facets = (row.release, row.family, row.residency)
    assert facets == ("mysql-5.7", "range", "unrecorded")


@pytest.mark.parametrize(
    ("facts", "text"),
    [
        ({"machine": "A", "cpu_model": "B", "cores": 1}, "A, B, 1 core"),
        ({"machine": "B", "cpu_model": "B", "hardware_threads": 2}, "B, 2 CPUs"),
        ({}, ""),
    ],
)
def test_a_machine_in_a_line_says_what_is_recorded(facts: dict[str, Any], text: str) -> None:
    assert machine_text(explored.host(**facts)) == text


def test_the_files_keep_the_contract(files: dict[str, Any]) -> None:
    contract = json.loads(CONTRACT.read_text(encoding="utf-8"))
    for path, record in files.items():
        kind = path.removeprefix("explore/").partition("-")[0].removesuffix(".json")
        Draft202012Validator(contract | {"$ref": f"#/$defs/explore_{kind}"}).validate(record)


def test_the_index_names_every_piece_and_counts_every_row(files: dict[str, Any]) -> None:
    index = files["explore/index.json"]
    for kind, rows in (("series", 3), ("runs", 5)):
        assert index[kind]["rows"] == rows
        pieces = index[kind]["pieces"]
        assert [piece["rows"] for piece in pieces] == [files[p["path"]]["rows"] for p in pieces]
        assert sum(piece["rows"] for piece in pieces) == rows
    assert sum(piece["runs"] for piece in index["series"]["pieces"]) == 5
    named = {piece["path"] for kind in ("series", "runs") for piece in index[kind]["pieces"]}
    assert named == {*files} - {"explore/index.json"}


def test_the_index_says_which_values_a_piece_holds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sysbench_archive.publish.explore.FIRST_PIECE", 2)
    older = explored.result("2020-05-older", RUNS[:1], evidence="published-table")
    rows = [*bundle_series(older), *bundle_series(explored.result("2026-01-newer", RUNS))]
    index = rounded(dict(explore_files(rows))["explore/index.json"])
    facets = {facet["name"]: facet["values"] for facet in index["facets"]}
    held = [
        {name: [facets[name][place]["value"] for place in piece["values"][name]] for name in facets}
        for piece in index["series"]["pieces"]
    ]
    assert [piece["year"] for piece in held] == [["2026"], ["2020"]]
    assert [piece["evidence"] for piece in held] == [["raw-output"], ["published-table"]]
    assert [piece["release"] for piece in held] == [["mysql-8.0", "mysql-5.7"], ["mysql-5.7"]]
    counted = {value["value"]: (value["series"], value["runs"]) for value in facets["release"]}
    assert counted == {"mysql-8.0": (1, 1), "mysql-5.7": (2, 4)}


def test_newest_results_come_first_and_runs_know_their_series(files: dict[str, Any]) -> None:
    series = decoded(files["explore/series-0.json"])
    assert [row["bundle"] for row in series] == ["2026-01-newer", "2026-01-newer", "2020-05-older"]
    runs = decoded(files["explore/runs-0.json"])
    owners = [series[run["series"]] for run in runs]
    assert [(owner["server"], run["run"]) for owner, run in zip(owners, runs, strict=True)] == [
        ("old", "a1"),
        ("old", "a8"),
        ("old", "a8-again"),
        ("new", "b1"),
        ("old", "a1"),
    ]


FIRST_LOADED = 100_000
"""Bytes before compression: the index and the first piece. Programs, styles and the classes of
machines are another 80,000."""


def test_what_the_first_view_loads_stays_small_with_a_hundred_thousand_runs() -> None:
    own = bundle_series(explored.result("2026-01-newer", RUNS))
    rows = [
        replace(row, bundle=f"2026-01-{n:06}", title=f"Campaign {n}", day=f"20{n % 27:02}-01-02")
        for n in range(100_000 // 4)
        for row in own
    ]
    files = {path: len(json_bytes(record)) for path, record in explore_files(rows)}
    pieces = [size for path, size in files.items() if path != "explore/index.json"]
    assert files["explore/index.json"] + files["explore/series-0.json"] < FIRST_LOADED
    assert len(pieces) > 50
    assert max(pieces) < 4 * FIRST_LOADED


@given(st.lists(st.integers()), st.integers(1, 5), st.integers(1, 7))
def test_batches_together_are_the_rows(rows: list[int], first: int, further: int) -> None:
    made = list(batches(rows, first, further))
    assert [row for batch in made for row in batch] == rows
    assert all(len(batch) == further for batch in made[1:-1])
    assert all(len(batch) <= first for batch in made[:1])


@given(st.lists(st.sampled_from(["", "a", "b", "c"]) | st.text(), min_size=1))
def test_a_column_of_texts_is_the_texts(texts: list[str]) -> None:
    piece = {"rows": len(texts), "columns": {"text": to_builtins(text_column(texts))}}
    assert [row["text"] for row in decoded(piece)] == texts


def facets_of(*bundles: ResultRecord) -> dict[str, list[dict[str, Any]]]:
    """Facet to its values."""
    rows = [row for bundle in bundles for row in bundle_series(bundle)]
    return {facet.name: to_builtins(facet.values) for facet in facet_records(rows)}


def test_values_of_a_facet_have_names_and_an_order() -> None:
    plain = explored.result("2026-01-a", RUNS)
    other = explored.result("2019-01-b", RUNS[:1], submitter="anybody", evidence="published-table")
    found = facets_of(plain, other)
    releases = [value["label"] for value in found["release"]]
    assert releases == ["MySQL 8.0", "MySQL 5.7"], "newest first"
    assert [v["value"] for v in found["year"]] == ["2026", "2019"]
    assert [v["label"] for v in found["submitter"]] == ["anybody", "Somebody"]
    assert [v["value"] for v in found["evidence"]] == ["raw-output", "published-table"]
    assert found["residency"] == [
        {"value": "unrecorded", "label": "Not recorded", "series": 3, "runs": 5}
    ]


def test_a_value_no_table_knows_is_its_own_name_and_comes_last() -> None:
    odd = explored.result("2026-01-a", RUNS, evidence="odd")
    found = facets_of(explored.result("2026-02-b", RUNS), odd)
    assert [v["label"] for v in found["evidence"]] == ["Raw output", "odd"]
