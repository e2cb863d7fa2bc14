"""Sample shelves: release series and tests, with what stands on them."""

from __future__ import annotations

from .shared import SERIES_PATH, TEST, Record, Text, reference


def versions(results: list[Record], comparisons: list[Record], text: Text) -> Record:
    """The release series: the first version's, whose name ends in a dot and a digit."""
    shelf = {"results": [*map(reference, results)], "comparisons": [*map(reference, comparisons)]}
    series = {"series": "8.0", "label": text("MySQL 8.0"), "path": SERIES_PATH}
    product = {"product": "mysql", "label": text("MySQL")}
    return {"products": [product | {"series": [series | {"versions": ["8.0.36"]} | shelf]}]}


def workloads(results: list[Record], comparisons: list[Record], text: Text) -> Record:
    """The tests, of one family."""
    shelf = {"results": [*map(reference, results)], "comparisons": [*map(reference, comparisons)]}
    test = {"name": TEST, "title": text("OLTP read-only"), "path": f"/workloads/{TEST}/"}
    described = test | {"description": text("What it does.")} | shelf
    return {"families": [{"family": "reads", "label": text("Reads"), "tests": [described]}]}
