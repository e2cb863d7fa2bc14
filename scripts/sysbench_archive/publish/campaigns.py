"""The record that the page of a campaign is made from."""

from __future__ import annotations

from msgspec.structs import replace

from sysbench_archive.model.base import Citation, StructuredData
from sysbench_archive.model.campaign import CampaignRecord, CampaignView
from sysbench_archive.model.comparison import PanelRow
from sysbench_archive.publish.compare import compare_address
from sysbench_archive.publish.result_pages import cell_on_page


def campaign_page(
    campaign: CampaignRecord, cite: Citation, structured: StructuredData
) -> CampaignRecord:
    """A campaign with its citation, its description for search engines and links to compare,
    without the parts of cells that only charts draw.
    """
    views = [_view_on_page(view) for view in campaign.views]
    return replace(campaign, views=views, cite=cite, structured=structured)


def _view_on_page(view: CampaignView) -> CampaignView:
    bundle = view.bundle.path.split("/")[2]
    sides = [side.id for side in view.sides]
    return replace(
        view,
        rows=[_row_on_page(row) for row in view.rows],
        compare=compare_address(bundle, view.workload, sides) if view.workload else "",
    )


def _row_on_page(row: PanelRow) -> PanelRow:
    return replace(row, cells=[cell_on_page(cell) for cell in row.cells])
