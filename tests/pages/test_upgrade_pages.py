"""Pages of upgrades: a row a machine, a dot a campaign, and ranges over machines that ran both."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest
from msgspec.structs import replace

from cell_samples import cell
from sysbench_archive.hardware.processors import processor_text
from sysbench_archive.pages import upgrades
from sysbench_archive.pages.forest import ForestGroup, ForestMiddle
from sysbench_archive.pages.ratio_axis import axis_of
from sysbench_archive.pages.upgrades import UpgradePage, upgrade_list, upgrade_pages
from sysbench_archive.tables.cells import Cell
from sysbench_archive.tables.release_pairs import release_pairs

MINUS = "\N{MINUS SIGN}"


def campaign(name: str, ratio: float, **more: Any) -> list[Cell]:
    """5.6 and 5.7 in a bundle of its own, on a machine of its own."""
    own = {"bundle": name, "machine": name, "machine_label": f"Box {name}"} | more
    return [cell("5.6.51", 100, **own), cell("5.7.44", 100 * ratio, **own)]


def pages_of(*campaigns: list[Cell]) -> list[UpgradePage]:
    return upgrade_pages(release_pairs([one for own in campaigns for one in own], []))


def page_of(*campaigns: list[Cell]) -> UpgradePage:
    (page,) = pages_of(*campaigns)
    return page


def groups_of(page: UpgradePage) -> list[tuple[str, ForestGroup]]:
    """Its groups, each below its clients."""
    return [
        (section.clients, group)
        for kind in page.kinds
        for section in kind.sections
        for group in section.forest.groups
    ]


def test_each_machine_has_a_row_a_campaign_a_dot_and_all_a_range() -> None:
    again = campaign("b-2", 0.95, machine="b")
    page = page_of(campaign("a", 0.8), campaign("b", 1.1), campaign("b", 0.9, threads=3), again)
    ((_, group),) = groups_of(page)
    assert [row.text for row in group.rows] == [f"{MINUS}20 %", f"{MINUS}10 to +10 %"]
    assert [[dot.text.split(",")[0] for dot in row.dots] for row in group.rows] == [
        [f"{MINUS}20 %"],
        # The lower middle of two ratios, which was measured, and the other campaign.
        [f"{MINUS}10 %", f"{MINUS}5 %"],
    ]
    assert group.rows[1].by == "Somebody, 2026; 3 ratios"
    assert group.note == f"{MINUS}20 to +10 % on 2 machines that ran both"
    assert page.sentence == (
        f"{MINUS}20 to +10 % read-only transactions a second, MySQL 5.7 over 5.6, on 2 machines"
        " that ran both, with about as many clients as CPUs and data that fit the buffer pool."
    )


def status_of(*campaigns: list[Cell], **judged: Any) -> str:
    pairs = release_pairs([one for own in campaigns for one in own], [])
    (page,) = upgrade_pages([replace(pairs[0], **judged), *pairs[1:]])
    return page.status


def test_an_answer_has_the_weakest_status_of_its_ratios() -> None:
    printed, published = campaign("a", 0.8), campaign("b", 0.9, printed=False)
    assert status_of(printed) == "indicative"
    assert status_of(published) == "reported"
    assert status_of(printed, published) == "reported"
    assert status_of(printed, status="measured") == "measured"
    assert status_of(printed, campaign("b", 0.9), status="measured") == "indicative"
    # Nothing rests on what is in no range.
    assert status_of(printed, campaign("b", 0.5, maturity="rc", printed=False)) == "indicative"
    assert status_of(campaign("b", 0.5, maturity="rc")) == ""


def test_bars_span_the_ratios_and_dots_lie_on_them() -> None:
    page = page_of(campaign("a", 0.8), campaign("a", 0.6, threads=3), campaign("b", 1.3))
    ((_, group),) = groups_of(page)
    places = [(row.low, [dot.at for dot in row.dots], row.high) for row in group.rows]
    for low, dots, high in places:
        assert 0 <= low <= min(dots) <= max(dots) <= high <= 100
    (forest,) = (section.forest for section in page.kinds[0].sections)
    assert places[0][2] < forest.one < places[1][0]


def test_an_interval_that_tells_nothing_is_not_drawn_or_printed() -> None:
    (pair,) = release_pairs(campaign("a", 0.97), [])
    texts, drawn = {}, {}
    for low, high in ((0.8, 1.2), (0.017, 53.58)):
        (page,) = upgrade_pages([replace(pair, low=low, high=high)])
        (section,) = page.kinds[0].sections
        texts[high] = page.kinds[0].campaigns[0].works[0].figures[0].text
        drawn[high] = section.forest.groups[0].rows[0].dots[0].low is not None
    assert texts == {1.2: f"4: {MINUS}3 % ({MINUS}20 to +20 %)", 53.58: f"4: {MINUS}3 %"}
    assert drawn == {1.2: True, 53.58: False}


def test_data_and_clients_are_never_mixed_and_the_answer_stands_first() -> None:
    page = page_of(
        campaign("a", 0.8),
        campaign("a2", 0.8),
        campaign("b", 1.3, data_mib=40960),
        campaign("c", 1.2, threads=1),
        campaign("d", 0.7, pool_mib=None),
    )
    assert [(clients, group.id, group.rows[0].text) for clients, group in groups_of(page)] == [
        ("about-cores", "fits", f"{MINUS}20 %"),
        ("about-cores", "beyond", "+30 %"),
        ("about-cores", "unrecorded", f"{MINUS}30 %"),
        ("one", "fits", "+20 %"),
    ]
    assert [group.note for _, group in groups_of(page)][1:] == ["", "", ""]
    assert [(found.title, found.range) for found in page.beside] == [
        ("One client", "+20 %"),
        ("About as many clients as CPUs", "+30 %"),
    ]


def test_candidates_are_faded_and_in_no_range_or_sentence() -> None:
    page = page_of(campaign("a", 0.8), campaign("b", 0.5, maturity="rc"))
    ((_, group),) = groups_of(page)
    assert [(row.text, row.faded) for row in group.rows] == [
        (f"{MINUS}20 %", False),
        (f"{MINUS}50 %", True),
    ]
    assert [dot.faded for row in group.rows for dot in row.dots] == [False, True]
    assert page.range == f"{MINUS}20 %"
    assert page_of(campaign("b", 0.5, maturity="rc")).sentence == ""


def test_what_a_twin_does_not_bear_out_is_in_no_range_and_the_twin_is_a_faded_dot() -> None:
    twins = [
        cell(version, tps, product="percona-server", server=f"percona-{version}")
        for version, tps in (("5.6.51-48", 160), ("5.7.44-48", 144))
    ]
    own = [cell("5.6.51", 100), cell("5.7.44", 150)]
    cells = [*own, *twins, *campaign("2026-01-b-2", 0.8), *campaign("2026-01-c", 0.9)]
    pages = {page.upgrade: page for page in upgrade_pages(release_pairs(cells, []))}
    page = pages["mysql-5.6-to-mysql-5.7"]
    ((_, group),) = groups_of(page)
    assert group.note == f"{MINUS}20 to {MINUS}10 % on 2 machines that ran both"
    (row,) = (row for row in group.rows if row.faded)
    assert row.text == "+50 %"
    assert row.detail.endswith("; Percona Server disagrees")
    assert [dot.text.split(",")[0] for dot in row.dots] == ["+50 %", f"{MINUS}10 %"]
    assert all(dot.faded for dot in row.dots)
    assert "Percona Server 5.6.51-48 to Percona Server 5.7.44-48" in row.dots[1].text
    titles = [campaign.title for campaign in page.kinds[0].campaigns]
    assert "Percona Server on the same machine" in titles


def test_a_middle_is_told_of_five_machines_on_one_side_of_none() -> None:
    ratios = {"a": 0.7, "b": 0.8, "c": 0.85, "d": 0.9, "e": 0.95}
    page = page_of(*(campaign(name, ratio) for name, ratio in ratios.items()))
    assert page.finding == f"{MINUS}15 %"
    assert f"as a rule: {MINUS}30 to {MINUS}5 % on 5 machines that ran both" in page.note
    mixed = page_of(*(campaign(name, ratio) for name, ratio in (ratios | {"e": 1.1}).items()))
    assert mixed.finding == mixed.range == f"{MINUS}30 to +10 %"
    assert "rule" not in mixed.note


def test_a_forest_has_a_diamond_where_five_machines_agree_in_sign() -> None:
    ratios = {"a": 0.7, "b": 0.8, "c": 0.85, "d": 0.9, "e": 0.95}

    def middle(ratios: dict[str, float], **more: Any) -> ForestMiddle | None:
        page = page_of(*(campaign(name, ratio, **more) for name, ratio in ratios.items()))
        ((_, group),) = groups_of(page)
        return group.middle

    found = middle(ratios)
    assert found
    assert found.text == f"{MINUS}15 %"
    assert found.by == "Median of 5 machines that ran both"
    assert middle(ratios | {"e": 1.1}) is None
    assert middle({name: ratios[name] for name in "abcd"}) is None
    assert middle(ratios, pool_mib=None) is None


def test_more_than_two_and_a_half_times_leads_no_page_without_another_campaign() -> None:
    assert page_of(campaign("a", 3), campaign("b", 2.2)).sentence == ""
    again = page_of(campaign("a", 3), campaign("b", 2.2, author="Another"))
    assert again.range == "2.2 to 3 times"


def test_a_large_pair_has_a_page_for_each_other_kind_of_load(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    writes = {"workload": "oltp-write-only", "load": "write"}
    campaigns = campaign("a", 0.8), campaign("b", 0.9), campaign("b", 0.7, **writes)
    whole = page_of(*campaigns)
    assert [(kind.path, bool(kind.sections)) for kind in whole.kinds] == [(whole.path, True)] * 2
    assert (whole.parts, whole.leading) == ([], "")
    monkeypatch.setattr(upgrades, "MOST_ROWS", 2)
    pair, part = pages_of(*campaigns)
    assert (part.path, part.load) == (f"{pair.path}write/", "write")
    assert [reference.path for reference in pair.parts] == [part.path]
    assert pair.leading == f"{pair.path}read-only/"
    shown = [{kind.load: bool(kind.sections) for kind in page.kinds} for page in (pair, part)]
    assert shown == [{"read-only": True, "write": False}, {"read-only": False, "write": True}]
    assert {kind.path for page in (pair, part) for kind in page.kinds} == {pair.path, part.path}
    assert part.range == f"{MINUS}30 %"
    titles = dict(upgrades.UPGRADES.titles(upgrade_list([pair, part], [])))
    assert set(titles) == {pair.path, part.path, pair.leading}


def test_the_list_has_a_matrix_a_product_and_links_every_pair() -> None:
    cells = [cell(version, 100) for version in ("5.6.51", "5.7.44", "8.0.45")]
    pairs = release_pairs(cells, [])
    found = upgrade_list(upgrade_pages(pairs), pairs)
    (matrix,) = found.matrices
    assert (matrix.columns, matrix.rows) == (["5.7", "8.0"], ["5.6", "5.7"])
    assert [one.title if one else "" for row in matrix.cells for one in row] == [
        *("MySQL 5.6 to MySQL 5.7", "MySQL 5.6 to MySQL 8.0"),
        *("", "MySQL 5.7 to MySQL 8.0"),
    ]
    assert len(found.pairs) == 3


def test_an_axis_has_no_difference_on_it_and_names_that_do_not_collide() -> None:
    axis = axis_of([0.4, 0.9])
    assert 0 < axis.place(0.4) < axis.place(0.9) < axis.place(1) < 100
    for room in (8, 14):
        places = [mark.at for mark in axis.marks(room)]
        assert axis.place(1) in places
        assert all(after - before >= room for before, after in pairwise(places))


def test_a_processor_is_called_what_people_call_it() -> None:
    assert processor_text("Intel(R) Xeon(R) Gold 6230 CPU @ 2.10GHz") == "Intel Xeon Gold 6230"
    assert processor_text("AMD EPYC 9454P 48-Core Processor") == "AMD EPYC 9454P"


def test_campaigns_of_a_machine_that_differ_in_nothing_recorded_are_told_apart() -> None:
    names = {"a": "latin1", "a2": "utf8mb4", "b": "latin1"}
    rows = [
        cell
        for name, machine in (("a", "a"), ("a2", "a"), ("b", "b"))
        for cell in campaign(name, 0.8, machine=machine, machine_label=f"Box {machine}")
    ]
    variants = {name: {"Character set": value} for name, value in names.items()}
    (page,) = upgrade_pages(release_pairs(rows, []), variants)
    ((_, group),) = groups_of(page)
    assert ["differing in character set" in row.detail for row in group.rows] == [True, False]
    told = [[dot.text.split(", ")[2] for dot in row.dots] for row in group.rows]
    assert told == [["latin1", "utf8mb4"], ["4 clients"]]
    (kind,) = page.kinds
    assert [one.setup.rpartition("; ")[2] for one in kind.campaigns][:2] == ["latin1", "utf8mb4"]
