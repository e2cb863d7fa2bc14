"""Which of two releases came out first, and what is known of the days."""

from __future__ import annotations

from datetime import date

import pytest

from sysbench_archive.derive.upgrades.releases import release_order, release_tables
from sysbench_archive.model.bundle import PRODUCTS


@pytest.mark.parametrize(
    ("product", "older", "newer", "order"),
    [
        ("mysql", "5.6.51", "5.7.44", "forward"),
        ("mysql", "8.0.45", "9.6.0", "forward"),
        ("mysql", "5.6.51", "5.7.22", "backward"),
        ("mariadb", "10.6.23", "11.0.6", "backward"),
        ("percona-server", "8.0.45-36", "8.4.7-7", "backward"),
        ("percona-server", "5.7.44-48", "8.0.45-36", "forward"),
        ("mysql", "5.6.51", "5.7", "unknown"),
        ("mariadb", "5.6.51", "5.7.44", "unknown"),
    ],
)
def test_the_days_decide_and_not_the_numbers(
    product: str, older: str, newer: str, order: str
) -> None:
    assert release_order(product, older, newer) == order


@pytest.mark.parametrize(
    ("older", "newer", "order"),
    [
        ("5.5.29", "5.6.9", "unknown"),
        ("5.5.30", "5.6.10", "unknown"),
        ("5.5.28", "5.6.10", "forward"),
        ("5.6.51", "5.7.44", "forward"),
        ("8.0.33", "8.4.6", "forward"),
    ],
)
def test_a_day_that_is_not_confirmed_decides_only_what_lies_far_apart(
    older: str, newer: str, order: str
) -> None:
    assert release_order("mysql", older, newer) == order


def test_a_version_has_one_day() -> None:
    versions = [(t.product, version) for t in release_tables() for version in t.dates]
    assert len(versions) == len(set(versions))


def test_every_table_names_its_source_and_has_days() -> None:
    tables = release_tables()
    assert {table.product for table in tables} <= PRODUCTS.keys()
    assert all(table.source.startswith("https://") for table in tables)
    for table in tables:
        for day in table.dates.values():
            assert date.fromisoformat(day).isoformat() == day


def test_patches_of_a_series_came_out_in_their_order() -> None:
    """A slip of the pen in a day shows here."""
    series: dict[tuple[str, str], list[tuple[int, str]]] = {}
    for table in release_tables():
        for version, day in table.dates.items():
            head, _, patch = version.split("-")[0].rstrip("a").rpartition(".")
            series.setdefault((table.product, head), []).append((int(patch), day))
    for releases in series.values():
        days = [day for _, day in sorted(releases)]
        assert days == sorted(days)
