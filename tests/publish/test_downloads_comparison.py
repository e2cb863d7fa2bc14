"""A comparison's CSV has the figures of its record, cell by cell."""

from __future__ import annotations

import csv
import io

import pytest
from msgspec.structs import replace

from sysbench_archive.model.comparison import Comparison, RatioInterval
from sysbench_archive.model.result import ResultRecord
from sysbench_archive.pages.comparison.record import matrix_comparisons
from sysbench_archive.publish.downloads import COMPARISON_COLUMNS, comparison_csv
from sysbench_archive.publish.output import round_record


@pytest.fixture
def comparison(derived: ResultRecord) -> Comparison:
    """The matrix comparison of a bundle: two servers at five thread counts."""
    (found,) = matrix_comparisons(derived)
    return round_record(found)


def rows(comparison: Comparison) -> list[dict[str, str]]:
    text = comparison_csv(comparison).decode()
    return list(csv.DictReader(io.StringIO(text, newline="")))


def test_every_cell_has_a_row(comparison: Comparison) -> None:
    (panel,) = comparison.panels
    cells = [
        (side.id, row.threads, cell)
        for row in panel.rows
        for side, cell in zip(panel.sides, row.cells, strict=True)
    ]
    found = rows(comparison)
    assert [(r["server"], int(r["threads"])) for r in found] == [(s, t) for s, t, _ in cells]
    for row, (_, _, cell) in zip(found, cells, strict=True):
        assert cell
        assert tuple(row) == COMPARISON_COLUMNS
        assert float(row["centre"]) == cell.centre
        assert float(row["ratio"]) == cell.ratio
        assert int(row["n"]) == cell.n
        assert row["runs"].split() == [run.id for run in cell.runs]
        assert (row["metric"], row["unit"]) == ("tps", "1/s")


def test_a_candidate_has_its_verdict_and_headline_directions(comparison: Comparison) -> None:
    (panel,) = comparison.panels
    assert panel.verdicts
    (verdict,) = panel.verdicts
    headline = {contrast.threads: contrast.direction for contrast in verdict.headline}
    assert headline
    for row in rows(comparison):
        if row["role"] == "baseline":
            assert (row["verdict"], row["direction"]) == ("", "")
        else:
            assert (row["verdict"], row["status"]) == (verdict.direction, verdict.status)
            assert row["direction"] == headline.get(int(row["threads"]), "")


def test_an_interval_is_written_where_there_is_one(comparison: Comparison) -> None:
    (panel,) = comparison.panels
    baseline, candidate = panel.rows[0].cells
    assert candidate
    repeated = replace(candidate, interval=RatioInterval(low=0.98, high=1.25))
    first = replace(panel.rows[0], cells=[baseline, repeated])
    found = rows(replace(comparison, panels=[replace(panel, rows=[first, *panel.rows[1:]])]))
    assert [(r["low"], r["high"]) for r in found][:2] == [("", ""), ("0.98", "1.25")]


def test_a_difference_without_figures_has_a_row_without_any(comparison: Comparison) -> None:
    (panel,) = comparison.panels
    verdict = replace(panel.verdicts[0], direction="faster", headline=[])
    reported = replace(panel, rows=[], verdicts=[verdict])
    (row,) = rows(replace(comparison, panels=[reported]))
    assert (row["server"], row["verdict"]) == (panel.sides[1].id, "faster")
    assert (row["threads"], row["centre"], row["ratio"]) == ("", "", "")
