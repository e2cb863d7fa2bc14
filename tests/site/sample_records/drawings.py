"""What the charts of sample comparisons are drawn from."""

from __future__ import annotations

from collections.abc import Iterator

from sysbench_archive.model.comparison import ComparisonRecord, Panel
from sysbench_archive.model.result import ResultChart
from sysbench_archive.publish.charts import PanelChart, panel_charts


def charts(page: ComparisonRecord, panel: Panel) -> Iterator[PanelChart]:
    """What a panel's charts are drawn from."""
    return panel_charts(page.title, [panel])


def shown_on_result(page: ComparisonRecord) -> ResultChart:
    """A comparison's first chart, as the result's own page shows it again."""
    panel = page.panels[0]
    assert panel.charts.throughput
    return ResultChart(
        workload=panel.workload.id,
        name=panel.charts.throughput,
        caption=panel.metric.label,
        path=page.path,
    )
