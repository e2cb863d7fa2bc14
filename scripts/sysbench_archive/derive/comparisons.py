"""Comparisons: matrix and curated ones, out of result records.

Owns what a comparison shows: its panels, and the answer they add up to.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from sysbench_archive.derive.answers import answer
from sysbench_archive.derive.cells import Record, head_metric
from sysbench_archive.derive.claims import claim_record
from sysbench_archive.derive.panels import panel_of, reference
from sysbench_archive.derive.reported import reported_panels
from sysbench_archive.derive.sides import sides_of

MOST_NAMED = 3
"""Sides a label names one by one."""
MOST_IN_FULL = 2
"""Panels of a page that each show every chart."""
_OWN_PAGE = ("spread", "efficiency")
"""Charts that a page of many panels leaves to the matrix comparison of each."""


def matrix_comparisons(result: Record) -> Iterator[Record]:
    """A comparison for each workload that two or more servers of a bundle ran."""
    for workload in result["workloads"]:
        runs = [run for run in result["runs"] if run["workload"]["id"] == workload["id"]]
        counted = {run["server"]["id"] for run in runs if run["state"] == "complete"}
        servers = [s["id"] for s in result["servers"] if s["id"] in counted]
        if len(servers) > 1 and head_metric(runs):
            yield _matrix(result, workload, servers)


def _matrix(result: Record, workload: Mapping[str, Any], servers: Sequence[str]) -> Record:
    slug = f"{result['id']}--{workload['id']}"
    spec = {"bundle": result["id"], "workload": workload["id"]}
    panels = [panel_of(result, spec, servers, slug)]
    sides = panels[0]["sides"]
    return {
        "slug": slug,
        "path": f"/comparisons/{slug}/",
        "kind": "matrix",
        "title": f"{workload['title']}: {result['title']}",
        "label": f"{workload['title']}: {_names(sides)}",
        "question": f"{workload['title']}: how does the throughput of these servers compare?",
        "summary": "",
        "date": "",
        "evidence": [result["evidence"]],
        "sides": sides,
        "answer": answer(panels, ()),
        "panels": panels,
        "reported": [],
        "claims": [],
        "bundles": [reference(result)],
        "runs": _runs(panels),
    }


def _names(sides: Sequence[Record]) -> str:
    """The sides in a line: all of a few, else the first and how many more."""
    if len(sides) <= MOST_NAMED:
        return ", ".join(side["label"] for side in sides)
    return f"{sides[0]['label']} and {len(sides) - 1} others"


def curated_comparison(
    slug: str, definition: Mapping[str, Any], results: Mapping[str, Record]
) -> Record:
    """The record of a curated comparison; every bundle it names must be in `results`."""
    servers = [definition["baseline"], *definition["candidates"]]
    specs = definition["panels"]
    panels = [panel_of(results[spec["bundle"]], spec, servers, slug) for spec in specs]
    if len(panels) > MOST_IN_FULL:
        panels = [_lightened(panel) for panel in panels]
    named = [spec["bundle"] for spec in specs] + definition.get("bundles", [])
    bundles = [results[name] for name in dict.fromkeys(named)]
    reported = [] if panels else list(reported_panels(bundles, servers))
    return {
        "slug": slug,
        "path": f"/comparisons/{slug}/",
        "kind": "curated",
        "title": definition["title"],
        "label": definition["title"],
        "question": definition["question"],
        "summary": definition["summary"],
        "date": definition["date"],
        "evidence": list(dict.fromkeys(bundle["evidence"] for bundle in bundles)),
        "sides": panels[0]["sides"] if panels else sides_of(bundles[0], servers),
        "answer": answer(panels, [panel["entry"] for panel in reported]),
        "panels": panels,
        "reported": reported,
        "claims": [claim_record(claim, results) for claim in definition.get("claims", ())],
        "bundles": [reference(bundle) for bundle in bundles],
        "runs": _runs(panels),
    }


def _lightened(panel: Record) -> Record:
    """A panel without the charts that only its own page needs."""
    return panel | {"charts": panel["charts"] | dict.fromkeys(_OWN_PAGE)}


def _runs(panels: Sequence[Record]) -> int:
    cells = [cell for panel in panels for row in panel["rows"] for cell in row["cells"] if cell]
    return sum(cell["n"] for cell in cells)
