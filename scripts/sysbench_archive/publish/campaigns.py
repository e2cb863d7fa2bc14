"""The record that the page of a campaign is made from, and those of the pages that continue it.

Its own page has every view with what was found. Tables of as many views as it has room for stand
there, those of the others on pages below `all/`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from sysbench_archive.model.base import Citation, StructuredData
from sysbench_archive.model.campaign import CampaignPart, CampaignRecord, CampaignView
from sysbench_archive.model.comparison import PanelRow
from sysbench_archive.publish.compare import compare_address
from sysbench_archive.publish.result_pages import cell_on_page

MOST_CELLS = 1_000
"""Cells of the tables of a page, where each of its views counts as `CELLS_OF_A_VIEW` besides."""
CELLS_OF_A_VIEW = 6
"""What a view takes without its table: 124 bytes compressed, and a cell 20."""


def campaign_page(
    campaign: CampaignRecord, cite: Citation, structured: StructuredData
) -> CampaignRecord:
    """A campaign with its citation, its description for search engines, links to compare and the
    pages of its tables, without the parts of cells that only charts draw. Its charts show the first
    view that decides anything.
    """
    shown = next((view for view in campaign.views if view.title), campaign.views[0])
    _, *behind = pages_of_tables([shown, *(view for view in campaign.views if view is not shown)])
    parts = [
        CampaignPart(
            id=f"figures-{number}",
            title=f"Figures, page {number} of {len(behind) + 1}",
            path=f"{campaign.path}all/figures-{number}/",
        )
        for number, _ in enumerate(behind, 2)
    ]
    places = {
        view.slug: part.path for part, views in zip(parts, behind, strict=True) for view in views
    }
    views = [_view_on_page(view, places.get(view.slug, "")) for view in campaign.views]
    return replace(
        campaign, views=views, cite=cite, structured=structured, parts=parts, shown=shown.slug
    )


def pages_of_tables(views: Sequence[CampaignView]) -> list[list[CampaignView]]:
    """The views by the page that has their tables, the campaign's own first: it names all views,
    and always has the table of the first.
    """
    return list(_pages(views))


def _pages(views: Sequence[CampaignView]) -> Iterator[list[CampaignView]]:
    page: list[CampaignView] = []
    room, besides = MOST_CELLS - CELLS_OF_A_VIEW * len(views), 0
    for view in views:
        cells = sum(len(row.cells) for row in view.rows)
        if page and cells + besides > room:
            yield page
            page, room, besides = [], MOST_CELLS, CELLS_OF_A_VIEW
        page.append(view)
        room -= cells + besides
    yield page


def _view_on_page(view: CampaignView, part: str) -> CampaignView:
    bundle = view.bundle.path.split("/")[2]
    sides = [side.id for side in view.sides]
    return replace(
        view,
        rows=[_row_on_page(row) for row in view.rows],
        compare=compare_address(bundle, view.workload, sides) if view.workload else "",
        part=part,
    )


def _row_on_page(row: PanelRow) -> PanelRow:
    return replace(row, cells=[cell_on_page(cell) for cell in row.cells])
