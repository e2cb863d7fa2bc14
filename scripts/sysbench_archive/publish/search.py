"""What the search knows: a small document for every page worth finding.

Runs are found through their results; a document per run would make the index as large as the
archive.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from sysbench_archive.derive.upgrade_points import FAMILY_TESTS
from sysbench_archive.derive.workloads import TESTS

Record = dict[str, Any]


_KINDS = {
    "result": "Result",
    "comparison": "Comparison",
    "upgrade": "Upgrade",
    "version": "Version",
    "workload": "Workload",
    "hardware": "Hardware",
    "rule": "Rule",
}


def search_record(
    site: Mapping[str, Any],
    versions: Mapping[str, Any],
    workloads: Mapping[str, Any],
    rules: Mapping[str, Any],
    upgrades: Mapping[str, Any],
    hardware: Mapping[str, Any],
) -> Record:
    """Documents with the facets readers narrow by: kind, product, evidence, year.

    `labels` says what readers call the values of a facet; a year is called what it is.
    """
    documents = [
        *map(_result, site["results"]),
        *map(_comparison, site["comparisons"]),
        *map(_upgrade, upgrades["pairs"]),
        *_versions(versions),
        *_workloads(workloads),
        *map(_hardware, hardware["classes"]),
        *_rules(rules),
    ]
    return {"labels": _labels(site, versions), "documents": documents}


def _labels(site: Mapping[str, Any], versions: Mapping[str, Any]) -> Record:
    return {
        "kind": _KINDS,
        "product": {entry["product"]: entry["label"] for entry in versions["products"]},
        "evidence": {name: entry["label"] for name, entry in site["evidence"].items()},
    }


def _document(
    kind: str, entry: Mapping[str, Any], text: Iterable[str], **facets: Sequence[str] | str
) -> Record:
    return {
        "path": entry["path"],
        "title": entry["title"],
        "kind": kind,
        "text": " ".join(part for part in text if part),
        "product": facets.get("product", []),
        "evidence": facets.get("evidence", []),
        "year": facets.get("year", ""),
    }


def _products(entry: Mapping[str, Any]) -> list[str]:
    return sorted({server["product"] for server in entry["servers"]})


def _names(entry: Mapping[str, Any]) -> Iterator[str]:
    yield from (server["label"] for server in entry["servers"])
    yield from (f"{name} {title}" for name, title in entry["tests"].items())


def _result(entry: Mapping[str, Any]) -> Record:
    machines = [f"{m['label']} {m['cpu']} {m['cores']} cores" for m in entry["machines"]]
    return _document(
        "result",
        entry,
        [*_names(entry), *machines],
        product=_products(entry),
        evidence=[entry["evidence"]],
        year=entry["id"][:4],
    )


def _comparison(entry: Mapping[str, Any]) -> Record:
    return _document(
        "comparison",
        entry,
        [entry["question"], entry["summary"], *_names(entry)],
        product=_products(entry),
        evidence=entry["evidence"],
        year=entry["year"],
    )


def _upgrade(pair: Mapping[str, Any]) -> Record:
    """A pair by the words of its question: releases, tests as readers call them, machine size."""
    tests = [TESTS[FAMILY_TESTS[family]] for family in pair["families"]]
    named = [f"{test.title} {test.name}" for test in tests]
    sizes = [f"{count} cores" for count in pair["cores"]] + [
        f"{count} CPUs" for count in pair["cpus"]
    ]
    return _document(
        "upgrade",
        pair,
        ["upgrade regression slower faster", *named, *sizes],
        product=[pair["product"]],
        year=pair["newest"][:4],
    )


def _hardware(page: Mapping[str, Any]) -> Record:
    entry = {"path": page["path"], "title": page["label"]}
    return _document("hardware", entry, ["hardware class machine", page["brief"]])


def _versions(versions: Mapping[str, Any]) -> Iterator[Record]:
    for product in versions["products"]:
        for series in product["series"]:
            entry = {"path": series["path"], "title": series["label"]}
            yield _document("version", entry, series["versions"], product=[product["product"]])


def _workloads(workloads: Mapping[str, Any]) -> Iterator[Record]:
    for family in workloads["families"]:
        for test in family["tests"]:
            text = [test["name"], test["description"], family["label"]]
            yield _document("workload", test, text)


def _rules(rules: Mapping[str, Any]) -> Iterator[Record]:
    for rule in rules["rules"]:
        entry = {"path": rule["path"], "title": rule["code"]}
        yield _document("rule", entry, [rule["summary"], rule["hint"]])
