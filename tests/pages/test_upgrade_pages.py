"""Pages of upgrades: a row a machine of a campaign, and ranges over machines that ran both."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from msgspec.structs import replace

from cell_samples import cell
from sysbench_archive.hardware.processors import processor_text
from sysbench_archive.pages.upgrades import (
    UpgradePage,
    axis_of,
    upgrade_list,
    upgrade_pages,
)
from sysbench_archive.tables.cells import Cell
from sysbench_archive.tables.release_pairs import release_pairs


def campaign(name: str, ratio: float, **more: Any) -> list[Cell]:
    """5.6 and 5.7 in a bundle of its own, on a machine of its own."""
    own = {"bundle": name, "machine_label": f"Box {name}"} | more
    return [cell("5.6.51", 100, **own), cell("5.7.44", 100 * ratio, **own)]


def page_of(*campaigns: list[Cell]) -> UpgradePage:
    (page,) = upgrade_pages(release_pairs([one for own in campaigns for one in own], []))
    return page


def test_each_machine_of_a_campaign_has_a_row_and_all_a_range() -> None:
    page = page_of(campaign("a", 0.8), campaign("b", 1.1), campaign("b", 0.9, threads=3))
    (group,) = page.groups
    assert [row.text for row in group.rows] == ["\N{MINUS SIGN}20 %", "\N{MINUS SIGN}10 to +10 %"]
    assert group.range == "\N{MINUS SIGN}20 to +10 % on 2 machines that ran both"
    assert page.sentence == (
        "Read-only transactions a second, MySQL 5.7 over 5.6: \N{MINUS SIGN}20 to +10 % on 2"
        " machines that ran both, with about as many clients as CPUs and data that fit the buffer"
        " pool."
    )


def test_an_interval_that_tells_nothing_is_not_printed() -> None:
    (pair,) = release_pairs(campaign("a", 0.97), [])
    texts = {}
    for low, high in ((0.8, 1.2), (0.017, 53.58)):
        (page,) = upgrade_pages([replace(pair, low=low, high=high)])
        (row,) = page.groups[0].rows
        texts[high] = row.works[0].figures[0].text
    assert texts == {1.2: "4: 0.97 (0.80 to 1.20)", 53.58: "4: 0.97"}


def test_data_and_clients_are_never_mixed() -> None:
    page = page_of(
        campaign("a", 0.8),
        campaign("b", 1.3, data_mib=40960),
        campaign("c", 1.2, threads=1),
        campaign("d", 0.7, pool_mib=None),
    )
    assert [(group.clients, group.title, group.rows[0].text) for group in page.groups] == [
        ("one", "data that fit the buffer pool", "+20 %"),
        ("about-cores", "data that fit the buffer pool", "\N{MINUS SIGN}20 %"),
        ("about-cores", "data of more than three times the pool", "+30 %"),
        ("about-cores", "data or pool not recorded", "\N{MINUS SIGN}30 %"),
    ]
    assert {(len(group.rows), group.range) for group in page.groups} == {(1, "")}


def test_candidates_stand_in_rows_and_in_no_range_or_sentence() -> None:
    page = page_of(campaign("a", 0.8), campaign("b", 0.5, maturity="rc"))
    (group,) = page.groups
    assert [row.text for row in group.rows] == ["\N{MINUS SIGN}20 %", "\N{MINUS SIGN}50 %"]
    assert "not general releases" in group.rows[1].setup
    assert group.range == "\N{MINUS SIGN}20 % on one machine"
    assert page_of(campaign("b", 0.5, maturity="rc")).sentence == ""


def test_what_a_twin_does_not_bear_out_is_in_no_range_and_the_twin_stands_below() -> None:
    twins = [
        cell(version, tps, product="percona-server", server=f"percona-{version}")
        for version, tps in (("5.6.51-48", 160), ("5.7.44-48", 144))
    ]
    own = [cell("5.6.51", 100), cell("5.7.44", 150)]
    cells = [*own, *twins, *campaign("2026-01-b-2", 0.8), *campaign("2026-01-c", 0.9)]
    pages = {page.upgrade: page for page in upgrade_pages(release_pairs(cells, []))}
    (group,) = pages["mysql-5.6-to-mysql-5.7"].groups
    minus = "\N{MINUS SIGN}"
    assert group.range == (
        f"{minus}20 to {minus}10 % on 2 machines that ran both,"
        " without 1 ratio on which twins disagree"
    )
    named = [(row.machine, row.text, row.speaks) for row in group.rows]
    machine = "Intel Xeon X1"
    assert sorted(named) == [
        (machine, "+50 %", False),
        (machine, f"{minus}10 %", True),
        (machine, f"{minus}20 %", True),
        ("Percona Server on the same machine", f"{minus}10 %", False),
    ]
    place = named.index((machine, "+50 %", False))
    assert named[place + 1][0].startswith("Percona Server")
    assert group.rows[place].setup.endswith(
        "MySQL and Percona Server disagree at 4 threads; MySQL 5.6.51 stands alone"
    )


def test_a_middle_is_told_of_five_machines_on_one_side_of_none() -> None:
    ratios = {"a": 0.7, "b": 0.8, "c": 0.85, "d": 0.9, "e": 0.95}
    minus = "\N{MINUS SIGN}"
    page = page_of(*(campaign(name, ratio) for name, ratio in ratios.items()))
    told = f"usually {minus}15 %, {minus}30 to {minus}5 % on 5 machines that ran both"
    assert told in page.sentence
    mixed = page_of(*(campaign(name, ratio) for name, ratio in (ratios | {"e": 1.1}).items()))
    assert "usually" not in mixed.sentence


def test_more_than_two_and_a_half_times_leads_no_page_without_another_campaign() -> None:
    assert page_of(campaign("a", 3), campaign("b", 2.2)).sentence == ""
    again = page_of(campaign("a", 3), campaign("b", 2.2, author="Another"))
    assert "2.2 to 3 times on 2 machines" in again.sentence


def test_the_list_has_a_matrix_a_product_and_links_every_pair() -> None:
    cells = [cell(version, 100) for version in ("5.6.51", "5.7.44", "8.0.45")]
    listed = upgrade_list(upgrade_pages(release_pairs(cells, [])))
    (matrix,) = listed.matrices
    assert (matrix.columns, matrix.rows) == (["5.7", "8.0"], ["5.6", "5.7"])
    assert [one.title if one else "" for row in matrix.cells for one in row] == [
        *("MySQL 5.6 to MySQL 5.7", "MySQL 5.6 to MySQL 8.0"),
        *("", "MySQL 5.7 to MySQL 8.0"),
    ]
    assert len(listed.pairs) == 3


def test_an_axis_has_no_difference_on_it_and_names_that_do_not_collide() -> None:
    axis = axis_of([0.4, 0.9])
    assert 0 < axis.place(0.4) < axis.place(0.9) < axis.place(1) < 100
    places = [tick.at for tick in axis.ticks]
    assert axis.place(1) in places
    assert all(after - before >= 14 for before, after in pairwise(places))


def test_a_processor_is_called_what_people_call_it() -> None:
    assert processor_text("Intel(R) Xeon(R) Gold 6230 CPU @ 2.10GHz") == "Intel Xeon Gold 6230"
    assert processor_text("AMD EPYC 9454P 48-Core Processor") == "AMD EPYC 9454P"
