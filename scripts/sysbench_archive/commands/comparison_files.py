"""The files of a comparison: its record, its figures as a table, the inputs of its charts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sysbench_archive.commands.outward import write_citation, write_picture_input
from sysbench_archive.commands.reproductions import Reproduced
from sysbench_archive.publish.audience import comparison_for_pages
from sysbench_archive.publish.charts import chart_inputs
from sysbench_archive.publish.compare import with_compare
from sysbench_archive.publish.downloads_comparison import comparison_csv
from sysbench_archive.publish.output import Output, json_bytes
from sysbench_archive.publish.rounding import rounded

Record = dict[str, Any]


def with_reproduced(record: Record, again: Reproduced) -> Record:
    """A run or a comparison with what reproduced it, where something did."""
    found = again.get(record["path"])
    return record | {"reproduced_by": rounded(list(found))} if found else record


def write_comparison(output: Output, comparison: Mapping[str, Any]) -> None:
    """Write a comparison, its figures as a table, and the inputs of its charts and pictures."""
    shown = with_compare(rounded(comparison))
    drawn = json_bytes(comparison_for_pages(shown))
    output.bytes(f"records/comparisons/{comparison['slug']}.json", drawn)
    output.bytes(f"static{comparison['path']}index.json", json_bytes(shown))
    output.bytes(f"static{comparison['path']}comparison.csv", comparison_csv(shown))
    write_citation(output, comparison)
    write_picture_input(output, comparison)
    write_charts(output, comparison["title"], comparison["panels"])


def write_charts(output: Output, title: str, panels: Sequence[Mapping[str, Any]]) -> None:
    """Write the inputs of the charts of panels that stand under a title."""
    for chart in chart_inputs(title, panels):
        output.json(f"charts/{chart['name']}.json", chart)
