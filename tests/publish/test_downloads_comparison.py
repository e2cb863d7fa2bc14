"""A comparison's CSV has the figures of its record, cell by cell."""

from __future__ import annotations

import csv
import io
from typing import Any

import pytest

from sysbench_archive.derive.comparisons import matrix_comparisons
from sysbench_archive.publish.downloads_comparison import COLUMNS, comparison_csv
from sysbench_archive.publish.rounding import rounded

Record = dict[str, Any]


@pytest.fixture
def comparison(result: Record) -> Record:
    """The matrix comparison of a bundle: two servers at five thread counts."""
    (found,) = matrix_comparisons(result)
    record: Record = rounded(found)
    return record


def rows(comparison: Record) -> list[dict[str, str]]:
    text = comparison_csv(comparison).decode()
    return list(csv.DictReader(io.StringIO(text, newline="")))


def test_every_cell_has_a_row(comparison: Record) -> None:
    (panel,) = comparison["panels"]
    cells = [
        (side["id"], row["threads"], cell)
        for row in panel["rows"]
        for side, cell in zip(panel["sides"], row["cells"], strict=True)
    ]
    found = rows(comparison)
    assert [(r["server"], int(r["threads"])) for r in found] == [(s, t) for s, t, _ in cells]
    for row, (_, _, cell) in zip(found, cells, strict=True):
        assert tuple(row) == COLUMNS
        assert float(row["centre"]) == cell["centre"]
        assert float(row["ratio"]) == cell["ratio"]
        assert int(row["n"]) == cell["n"]
        assert row["runs"].split() == [run["id"] for run in cell["runs"]]
        assert (row["metric"], row["unit"]) == ("tps", "1/s")


def test_a_candidate_has_its_verdict_and_headline_directions(comparison: Record) -> None:
    (panel,) = comparison["panels"]
    (verdict,) = panel["verdicts"]
    headline = {contrast["threads"]: contrast["direction"] for contrast in verdict["headline"]}
    assert headline
    for row in rows(comparison):
        if row["role"] == "baseline":
            assert (row["verdict"], row["direction"]) == ("", "")
        else:
            assert (row["verdict"], row["status"]) == (verdict["direction"], verdict["status"])
            assert row["direction"] == headline.get(int(row["threads"]), "")


def test_an_interval_is_written_where_there_is_one(comparison: Record) -> None:
    comparison["panels"][0]["rows"][0]["cells"][1]["interval"] = {"low": 0.98, "high": 1.25}
    found = rows(comparison)
    assert [(r["low"], r["high"]) for r in found][:2] == [("", ""), ("0.98", "1.25")]


def test_a_difference_without_figures_has_a_row_without_any(comparison: Record) -> None:
    panel = comparison["panels"][0]
    entry = {"direction": "faster", "status": "reported"}
    shown = {name: panel[name] for name in ("id", "title", "bundle", "sides")}
    (row,) = rows(comparison | {"panels": [], "reported": [shown | {"entry": entry}]})
    assert (row["server"], row["verdict"]) == (panel["sides"][1]["id"], "faster")
    assert (row["threads"], row["centre"], row["ratio"]) == ("", "", "")
