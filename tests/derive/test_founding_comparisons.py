"""The comparisons of the archive's five founding documents: what may be said, and how firmly.

A published figure is reported and never measured, and has a direction only beyond what single runs
of the same thing may show.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from sysbench_archive.bundle.curated import BundleParts, read_curated
from sysbench_archive.bundle.files import read_folder
from sysbench_archive.bundle.load import assemble
from sysbench_archive.derive.results import result_record
from sysbench_archive.model.comparison import Comparison
from sysbench_archive.model.result import ResultRecord
from sysbench_archive.pages.comparison.record import curated_comparison
from sysbench_archive.tables.cells import cell_rows

ROOT = Path(__file__).parents[2]


@cache
def result(name: str) -> ResultRecord:
    folder = ROOT / "data" / "results" / name
    loaded = assemble(name, name, read_folder(folder, name))
    assert loaded.bundle is not None
    return result_record(loaded.bundle)


@cache
def comparison(slug: str) -> Comparison:
    path = ROOT / "content" / "comparisons" / f"{slug}.md"
    bundles = {folder.name: BundleParts(frozenset(), frozenset()) for folder in results()}
    definition = read_curated(path, slug, bundles).definition
    assert definition is not None
    return curated_comparison(slug, definition, {n: result(n) for n in definition.named_bundles()})


def results() -> list[Path]:
    return sorted((ROOT / "data" / "results").iterdir())


@pytest.mark.parametrize(
    ("slug", "directions"),
    [
        ("mysql-5-6-vs-5-5-default-settings", ["cannot-tell", "faster"]),
        ("mysql-5-5-vs-5-1-dl380-g7", ["cannot-tell", "cannot-tell"]),
        ("connections-per-second-2012", ["faster"] * 4),
        ("mysql-5-7-vs-5-6-vs-5-5-read-only-local", ["slower", "cannot-tell"]),
        (
            "mysql-5-7-vs-5-6-vs-5-5-read-only-network",
            ["slower", "cannot-tell", "cannot-tell", "slower"],
        ),
    ],
)
def test_a_founding_comparison_is_reported_with_its_direction(
    slug: str, directions: list[str]
) -> None:
    verdicts = comparison(slug).verdicts
    assert [verdict.direction for verdict in verdicts] == directions
    assert {verdict.status for verdict in verdicts} == {"reported"}
    assert all(entry.low is None for verdict in verdicts for entry in verdict.headline)


def test_the_tables_of_the_intel_nuc_say_what_they_show_and_no_more() -> None:
    panels = comparison("mysql-8-0-vs-5-7-vs-5-6-intel-nuc-io-bound").panels
    found = {
        (panel.title, verdict.candidate): (verdict.direction, verdict.status)
        for panel in panels
        for verdict in panel.verdicts
    }
    ranges = "Read-only, ranges of 10,000 rows, i3 NUC"
    assert found[ranges, "mysql-5-7-17"] == ("faster", "reported")
    assert found["Point query, i3 NUC", "mysql-8-0-1"] == ("cannot-tell", "reported")
    assert {status for _, status in found.values()} == {"reported"}


def test_a_comparability_names_what_the_source_set_on_one_side_only() -> None:
    (simple, _) = comparison("mysql-5-5-vs-5-1-dl380-g7").panels
    rows = {row.field: row for row in simple.comparability.rows}
    assert rows["flush_method"].values[1] == "O_DIRECT"
    assert {"buffer_pool_instances", "io_capacity", "read_io_threads"} <= rows.keys()


def test_claims_of_may_are_told_by_no_table_of_october() -> None:
    """The later tables have other rows; at most they repeat a finding."""
    claims = comparison("mysql-8-0-vs-5-7-vs-5-6-intel-nuc-io-bound").claims
    assert {claim.outcome for claim in claims} == {"cannot-tell"}
    checked = [claim for claim in claims if claim.cells]
    assert all(f"{claim.later_data.replace('-', ' ')} in" in claim.where for claim in checked)
    assert {claim.later_data for claim in checked} == {
        "repeated",
        "repeated-in-part",
        "not-repeated",
    }


def test_a_month_that_was_inferred_is_shown_as_about_that_month() -> None:
    inferred = {row.name: row for row in result("2012-12-connections-per-second").source}
    assert inferred["published"].value == "about 2012-12"
    assert "inferred" in inferred["notes"].value
    assert "published_basis" not in inferred
    stated = {row.name: row for row in result("2017-10-intel-nuc-i5-io-bound").source}
    assert not stated["published"].value.startswith("about")
    days = {cell.day for cell in cell_rows(result("2012-12-connections-per-second"))}
    assert days == {"2012-12"}
