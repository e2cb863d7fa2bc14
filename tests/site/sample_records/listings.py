"""Sample lists of release series and tests, with the pages they lead to."""

from __future__ import annotations

from collections.abc import Sequence

from sysbench_archive.model.comparison import ComparisonRecord
from sysbench_archive.model.listing import (
    ProductVersions,
    SeriesEntry,
    TestEntry,
    VersionList,
    WorkloadFamily,
    WorkloadList,
)
from sysbench_archive.model.result_page import ResultPage

from .shared import SERIES_PATH, TEST, Text, references


def versions(
    results: Sequence[ResultPage], comparisons: Sequence[ComparisonRecord], text: Text
) -> VersionList:
    """The release series: the first version's, whose name ends in a dot and a digit."""
    series = SeriesEntry(
        series="8.0",
        label=text("MySQL 8.0"),
        path=SERIES_PATH,
        versions=["8.0.36"],
        results=references(results),
        comparisons=references(comparisons),
    )
    product = ProductVersions(product="mysql", label=text("MySQL"), series=[series])
    return VersionList(products=[product])


def workloads(
    results: Sequence[ResultPage], comparisons: Sequence[ComparisonRecord], text: Text
) -> WorkloadList:
    """The tests, of one family."""
    test = TestEntry(
        name=TEST,
        title=text("OLTP read-only"),
        description=text("What it does."),
        path=f"/workloads/{TEST}/",
        results=references(results),
        comparisons=references(comparisons),
    )
    family = WorkloadFamily(family="reads", label=text("Reads"), tests=[test])
    return WorkloadList(families=[family])
