"""A sample campaign of two comparisons, the table of the second of which stands on another page."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from sysbench_archive.model.campaign import (
    CampaignPart,
    CampaignRecord,
    CampaignSwitch,
    CampaignView,
)
from sysbench_archive.model.comparison import ComparisonRecord
from sysbench_archive.publish.campaigns import campaign_page

from .outward import citation, structured
from .shared import Text


def campaign(comparisons: Sequence[ComparisonRecord], text: Text) -> CampaignRecord:
    """A page with a switch between two views, and the page that continues it."""
    shown = next(comparison for comparison in comparisons if comparison.kind == "matrix")
    other = next(comparison for comparison in comparisons if comparison.kind == "curated")
    slug = "sample-campaign"
    path = f"/comparisons/{slug}/"
    views = [
        _view(shown, text("12 GB buffer pool"), text),
        _view(other, text("2 GB buffer pool"), text),
    ]
    record = CampaignRecord(
        slug=slug,
        path=path,
        title=text("Title of the campaign"),
        findings=shown.findings,
        switches=[
            CampaignSwitch(label=text("Buffer pool"), choices=[view.label for view in views])
        ],
        views=views,
        evidence=shown.evidence,
        bundles=shown.bundles,
        runs=shown.runs,
    )
    page = campaign_page(record, citation(path, text), structured("Dataset", path, text))
    part = CampaignPart(id="figures-2", title="Figures, page 2 of 2", path=f"{path}all/figures-2/")
    first, second = page.views
    return replace(page, parts=[part], views=[first, replace(second, part=part.path)])


def _view(comparison: ComparisonRecord, choice: str, text: Text) -> CampaignView:
    panel = comparison.panels[0]
    return CampaignView(
        slug=comparison.slug,
        path=comparison.path,
        label=choice,
        values=[choice],
        findings=[comparison.findings[0].text, text("Another finding of the view.")],
        title=comparison.findings[0].text,
        bundle=panel.bundle,
        evidence=panel.evidence,
        metric=panel.metric,
        sides=panel.sides,
        rows=panel.rows,
        charts=panel.charts,
        latency=panel.latency.label if panel.latency else "",
        differs=text("Something else differs."),
        weighing=[text("Kernel")],
        workload=panel.workload.id,
        compare=f"{comparison.bundles[0].path}",
    )
