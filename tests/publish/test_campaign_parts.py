"""Tables of a campaign that is long stand on pages that continue its own."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from derived_records import plain
from sysbench_archive.model.base import Citation
from sysbench_archive.model.comparison import Finding, FindingContrast
from sysbench_archive.pages import campaign as campaign_pages
from sysbench_archive.pages.campaign import (
    CampaignRecord,
    CampaignView,
    campaign_page,
    pages_of_tables,
)

MOST, VIEW = campaign_pages.MOST_CELLS, campaign_pages.CELLS_OF_A_VIEW
NAME = campaign_pages.CELLS_OF_A_NAME


def view(name: str, cells: int) -> CampaignView:
    """A view of one thread count."""
    return CampaignView(
        slug=name, panel=f"{name}--tps", label=name, choices=[0], title="", cells=cells
    )


def views(*cells: int) -> list[CampaignView]:
    return [view(f"v{number}", each) for number, each in enumerate(cells)]


def published(shown: list[CampaignView], told: str = "") -> CampaignRecord:
    """The record of the page of a campaign; its first finding speaks of the panel `told`."""
    contrasts = [FindingContrast(panel=told, candidate="b", threads=4)] if told else []
    record = plain(
        CampaignRecord,
        slug="c",
        path="/comparisons/c/",
        title="C",
        views=shown,
        findings=[Finding(text="Found.", contrasts=contrasts)],
    )
    return campaign_page(record, plain(Citation), {})


@pytest.mark.parametrize(
    ("cells", "pages"),
    [
        ([MOST - VIEW], [1]),
        ([MOST - 3 * VIEW - 20, 10, 10], [3]),
        ([MOST - 3 * VIEW - 20, 10, 11], [2, 1]),
        # A view that is named alone takes little of the first page.
        ([MOST - VIEW - 2 * NAME, VIEW, VIEW], [1, 2]),
        ([MOST - 2 * VIEW - NAME - 20, 20, 20], [2, 1]),
        # The first has its table on the page whose charts show it, however long that is.
        ([2 * MOST, 1], [1, 1]),
        ([MOST, 2 * MOST, 1], [1, 1, 1]),
        ([1, MOST, 1], [1, 1, 1]),
        ([1, MOST - 2 * VIEW - 1, 1], [1, 2]),
    ],
)
def test_tables_are_cut_between_views(cells: list[int], pages: list[int]) -> None:
    found = pages_of_tables(views(*cells))
    assert [len(page) for page in found] == pages
    assert [each.slug for page in found for each in page] == [
        f"v{number}" for number in range(len(cells))
    ]


def test_a_view_names_the_page_of_its_table() -> None:
    page = published(views(MOST, 1, MOST))
    assert [(part.id, part.title, part.path) for part in page.parts] == [
        ("figures-2", "Figures, page 2 of 3", "/comparisons/c/all/figures-2/"),
        ("figures-3", "Figures, page 3 of 3", "/comparisons/c/all/figures-3/"),
    ]
    assert [each.part for each in page.views] == ["", *(part.path for part in page.parts)]


def test_charts_show_the_first_view_that_decides_anything_and_its_table_is_there() -> None:
    undecided, decided, other = views(MOST, MOST, 1)
    page = published([undecided, replace(decided, title="Found."), replace(other, title="Too.")])
    assert page.shown == decided.slug
    assert [bool(each.part) for each in page.views] == [True, False, True]
    assert published([undecided, other]).shown == undecided.slug


def test_charts_show_the_view_that_the_first_finding_speaks_of() -> None:
    first, decided, told = views(1, 1, 1)
    shown = [first, replace(decided, title="Found."), replace(told, title="Too.")]
    assert published(shown, told.panel).shown == told.slug
