"""The record of the whole sample site, and every record that lists pages."""

from __future__ import annotations

from .documentation import api, fields, rules, schema
from .outward import structured
from .shared import SIDES, TEST, Record, Text, metric, reference
from .shelves import versions, workloads
from .upgrades import SMALL, hardware, upgrades

DIRECTIONS = ("faster", "slower", "equivalent", "mixed", "none", "cannot-tell", "not-comparable")
STATUSES = ("measured", "indicative", "reported")
CLASSES = ("raw-output", "linked-output", "published-table", "published-text")


def lists(results: list[Record], comparisons: list[Record], text: Text) -> dict[str, Record]:
    """Every record that lists pages, by the name of its file."""
    return {
        "site": site(results, comparisons, text),
        "pages": pages(results, comparisons),
        "catalog": {"structured": structured("DataCatalog", "/", text)},
        "versions": versions(results, comparisons, text),
        "workloads": workloads(results, comparisons, text),
        "upgrades": upgrades(text),
        "hardware": hardware(results, comparisons, text),
        "api": api(text),
        "rules": rules(text),
        "schema": schema(text),
        "fields": fields(text),
    }


def pages(results: list[Record], comparisons: list[Record]) -> Record:
    """The record of every page's address."""
    return {
        "results": {
            result["id"]: {
                "title": result["title"],
                "day": result["cite"]["day"],
                "runs": [run["id"] for run in result["runs"]],
            }
            for result in results
        },
        "comparisons": {
            comparison["slug"]: {
                "title": comparison["title"],
                "kind": comparison["kind"],
                "day": comparison["cite"]["day"],
            }
            for comparison in comparisons
        },
    }


def site(results: list[Record], comparisons: list[Record], text: Text) -> Record:
    """The record of the whole site."""
    names = ("slug", "path", "kind", "title", "label", "question", "summary", "evidence", "runs")
    filed = {"tests": {TEST: text("OLTP read-only")}}
    entries = [
        {name: entry[name] for name in ("id", "path", "title", "submitted", "evidence")}
        | {"runs": len(entry["runs"]), "servers": [measured(*side, text) for side in SIDES]}
        | {"machines": [machine(text)], **filed}
        for entry in results
    ]
    return {
        "results": entries,
        "comparisons": [
            {name: entry[name] for name in names}
            | {"direction": "faster", "status": ""}
            | {"year": "2026", "servers": [*map(listed, entry["sides"])], **filed}
            for entry in comparisons
        ],
        "machines": [machine(text) | {"results": [*map(reference, results)], "more": 2}],
        "counts": {
            "bundles": len(results),
            "runs": sum(len(entry["runs"]) for entry in results),
            "comparisons": len(comparisons),
        },
        "metrics": {"tps": metric("tps", text), "queries": metric("queries", text, "1", 0)},
        "evidence": {
            name: {"label": text(name), "description": text(f"Meaning of {name}")}
            for name in CLASSES
        },
        "directions": {name: {"label": text(name)} for name in DIRECTIONS},
        "statuses": {name: {"label": text(name)} for name in STATUSES},
    }


def measured(name: str, product: str, version: str, text: Text) -> Record:
    """A server of a result in a list."""
    shown = {"label": text(f"Label {name}"), "product": text(product)}
    return {**shown, "version": version, "series": version.rpartition(".")[0]}


def listed(entry: Record) -> Record:
    """A server in a list."""
    return {name: entry[name] for name in ("label", "product", "version", "series")}


def machine(text: Text) -> Record:
    """A machine as a list shows it."""
    shown = {"label": text("A machine"), "kind": "vm", "cpu": text("A processor")}
    filed = {"class": SMALL.id, "class_path": SMALL.path}
    return {**shown, "cores": "2", "threads": "", "memory": "23.5 GiB", **filed}
