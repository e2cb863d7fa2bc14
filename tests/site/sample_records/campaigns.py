"""A sample campaign: the matrix comparison as its only view."""

from __future__ import annotations

from collections.abc import Sequence

from sysbench_archive.model.campaign import CampaignRecord, CampaignSwitch, CampaignView
from sysbench_archive.model.comparison import ComparisonRecord
from sysbench_archive.publish.campaigns import campaign_page

from .outward import citation, structured
from .shared import Text


def campaign(comparisons: Sequence[ComparisonRecord], text: Text) -> CampaignRecord:
    """A page with a view and a switch that has one choice."""
    shown = next(comparison for comparison in comparisons if comparison.kind == "matrix")
    slug = "sample-campaign"
    choice = text("12 GB buffer pool")
    path = f"/comparisons/{slug}/"
    record = CampaignRecord(
        slug=slug,
        path=path,
        title=text("Title of the campaign"),
        findings=shown.findings,
        switches=[CampaignSwitch(label=text("Buffer pool"), choices=[choice])],
        views=[
            CampaignView(
                slug=shown.slug,
                path=shown.path,
                label=choice,
                values=[choice],
                findings=[shown.findings[0].text, text("Another finding of the view.")],
                title=shown.findings[0].text,
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
                compare=f"{shown.bundles[0].path}",
            )
            for panel in shown.panels[:1]
        ],
        evidence=shown.evidence,
        bundles=shown.bundles,
        runs=shown.runs,
    )
    return campaign_page(record, citation(path, text), structured("Dataset", path, text))
