"""The archive by release series, by workload and by machine.

Works on the small entries of lists, so that no record has to be loaded again. Owns the
addresses of these pages.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from sysbench_archive.derive.sides import version_key
from sysbench_archive.derive.workloads import FAMILIES, test_named
from sysbench_archive.model import PRODUCTS

Record = dict[str, Any]

_CLASS = ("class", "class_path")
MOST_RESULTS = 3
"""Results a machine names; the list of results has the others."""


def series_path(product: str, series: str) -> str:
    """The address of a release series."""
    return f"/versions/{product}/{series}/"


def workload_path(test: str) -> str:
    """The address of a sysbench test."""
    return f"/workloads/{test}/"


def versions_record(results: Sequence[Record], comparisons: Sequence[Record]) -> Record:
    """Products, each with its series, newest first, and where they appear."""
    products = []
    for product, label in PRODUCTS.items():
        shelves = _series(product, results, comparisons)
        if shelves:
            products.append({"product": product, "label": label, "series": shelves})
    return {"products": products}


def _series(product: str, results: Sequence[Record], comparisons: Sequence[Record]) -> list[Record]:
    found: dict[str, set[str]] = {}
    for result in results:
        for server in result["servers"]:
            if server["product"] == product:
                found.setdefault(server["series"], set()).add(server["version"])
    return [
        {
            "series": series,
            "label": f"{PRODUCTS[product]} {series}",
            "path": series_path(product, series),
            "versions": sorted(found[series], key=version_key),
            "results": [_reference(r) for r in results if _has(r["servers"], product, series)],
            "comparisons": [
                _reference(c) for c in comparisons if _has(c["servers"], product, series)
            ],
        }
        for series in sorted(found, key=version_key, reverse=True)
    ]


def _has(servers: Iterable[Mapping[str, str]], product: str, series: str) -> bool:
    return any(s["product"] == product and s["series"] == series for s in servers)


def workloads_record(results: Sequence[Record], comparisons: Sequence[Record]) -> Record:
    """Families of workloads, each with its tests and where they were run."""
    tests = {name: title for result in results for name, title in result["tests"].items()}
    known = {name: test_named(name, title) for name, title in sorted(tests.items())}
    return {
        "families": [
            {
                "family": family,
                "label": label,
                "tests": [
                    {
                        "name": test.name,
                        "title": test.title,
                        "description": test.description,
                        "path": workload_path(name),
                        "results": [_reference(r) for r in results if name in r["tests"]],
                        "comparisons": [_reference(c) for c in comparisons if name in c["tests"]],
                    }
                    for name, test in known.items()
                    if test.family == family
                ],
            }
            for family, label in FAMILIES.items()
            if any(test.family == family for test in known.values())
        ]
    }


def machines_record(results: Sequence[Record]) -> list[Record]:
    """Every kind of machine that ran a server, with its newest results, best recorded first.

    Machines of which the same is recorded are one entry; it does not claim that they are one
    machine. Those of which nothing is recorded are left out: nobody finds theirs among them.
    """
    found: dict[tuple[str, ...], tuple[Record, list[Record]]] = {}
    for result in results:
        for machine in result["machines"]:
            if any(value for name, value in machine.items() if name not in _CLASS):
                kept = found.setdefault(tuple(machine.values()), (machine, []))
                kept[1].append(_reference(result))
    entries = [
        {**machine, "results": refs[:MOST_RESULTS], "more": max(0, len(refs) - MOST_RESULTS)}
        for machine, refs in found.values()
    ]
    return sorted(entries, key=lambda entry: not entry["cpu"])


def _reference(entry: Mapping[str, Any]) -> Record:
    return {"path": entry["path"], "title": entry["title"]}
