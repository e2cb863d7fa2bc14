"""Pages of hardware classes: what upgrading did on such machines, in a forest."""

from __future__ import annotations

from typing import Any

import pytest

from cell_samples import cell
from derived_records import plain
from sysbench_archive.model.listing import HardwareClassRecord
from sysbench_archive.pages import hardware
from sysbench_archive.pages.forest import Forest
from sysbench_archive.pages.hardware import HardwareClassPage, hardware_record
from sysbench_archive.tables.cells import Cell
from sysbench_archive.tables.release_pairs import release_pairs

MINUS = "\N{MINUS SIGN}"


def page_of(*cells: Cell) -> HardwareClassPage:
    """The page of the class that all cells are of."""
    record = plain(HardwareClassRecord, id="small", path="/hardware/small/", label="Small")
    (page,) = hardware_record([record], [], {}, release_pairs(cells, [])).pages
    return page


def rows_of(found: Forest | None) -> list[tuple[str, list[str]]]:
    assert found
    return [(group.title, [row.name for row in group.rows]) for group in found.groups]


def series(*releases: str, **more: Any) -> list[Cell]:
    return [cell(release, 100 - 10 * at, **more) for at, release in enumerate(releases)]


def test_a_row_is_an_upgrade_and_leads_to_its_page() -> None:
    page = page_of(*series("5.6.51", "5.7.44", "8.0.36"))
    ((title, names),) = rows_of(page.forest)
    assert title == (
        "Read-only transactions, about as many clients as CPUs, data that fit the buffer pool"
    )
    assert names == ["MySQL 5.6 to 5.7", "MySQL 5.6 to 8.0", "MySQL 5.7 to 8.0"]
    assert page.further is None
    assert page.forest
    first = page.forest.groups[0].rows[0]
    assert first.text == f"{MINUS}10 %"
    assert first.path == "/upgrades/mysql-5.6-to-mysql-5.7/#read-only"
    assert [dot.path for dot in first.dots] == ["/comparisons/2026-01-b--oltp-read-only/"]


def test_of_many_upgrades_those_stand_there_that_most_machines_ran(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(hardware, "MOST_ROWS", 1)
    elsewhere = {"bundle": "c", "machine": "c", "machine_label": "Box c", "hardware_class": "big"}
    page = page_of(*series("5.6.51", "5.7.44", "8.0.36"), *series("5.7.44", "8.0.36", **elsewhere))
    assert [names for _, names in rows_of(page.forest)] == [["MySQL 5.7 to 8.0"]]


def test_a_kind_of_load_stands_there_under_what_most_upgrades_ran() -> None:
    page = page_of(
        *series("5.6.51", "5.7.44", "8.0.36"),
        *series("5.6.51", "5.7.44", threads=1),
    )
    ((title, names),) = rows_of(page.forest)
    assert "about as many clients" in title
    assert len(names) == 3


def test_products_are_upgraded_to_themselves_alone() -> None:
    page = page_of(cell("5.7.44", 100), cell("10.11.6", 90, product="mariadb", series="10.11"))
    assert page.forest is None
    assert len(page.upgrades) == 1
