"""Hardware classes as pages: what defines each, and everything on file that ran on it.

Works on class records, the small entries of lists and the points of upgrades.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from sysbench_archive.derive.upgrade_names import Step, ordered_steps, path_of, title_of
from sysbench_archive.hardware import classify
from sysbench_archive.hardware.classes import UNKNOWN
from sysbench_archive.hardware.records import class_record, tables_record

Record = dict[str, Any]
_SCALES = {"log2": "doublings", "linear": "steps", "choice": "being another"}


def classes_of(result: Mapping[str, Any]) -> list[Record]:
    """The classes of a result's server machines, each once."""
    serving = {server["host"] for server in result["servers"]}
    hosts = [host for host in result["hosts"] if host["id"] in serving]
    kinds = [classify({f["name"]: f["value"] for f in host["facts"]}) for host in hosts]
    return [class_record(kind) for kind in dict.fromkeys(kinds)]


def hardware_record(
    classes: Iterable[Record],
    results: Sequence[Mapping[str, Any]],
    appearances: Mapping[str, Sequence[Mapping[str, str]]],
    points: Sequence[Mapping[str, Any]],
) -> Record:
    """Every class that a machine on file belongs to, most results first, and the tables.

    `appearances` names the comparisons of each bundle by its id.
    """
    pages = {record["id"]: record | _nothing() for record in classes}
    compared: dict[str, dict[str, Record]] = {name: {} for name in pages}
    for entry in results:
        found = {ref["path"]: dict(ref) for ref in appearances.get(entry["id"], ())}
        for name in dict.fromkeys(machine["class"] for machine in entry["machines"]):
            pages[name]["results"].append({"path": entry["path"], "title": entry["title"]})
            for path, ref in found.items():
                compared[name].setdefault(path, ref)
    for name, refs in compared.items():
        pages[name]["comparisons"] = list(refs.values())
    for name, steps in _steps(points).items():
        pages[name]["upgrades"] = [_upgrade(step) for step in steps]
    ordered = sorted(
        pages.values(), key=lambda p: (p["id"] == UNKNOWN, -len(p["results"]), p["id"])
    )
    return {"classes": ordered, "scales": _SCALES, **tables_record()}


def _nothing() -> Record:
    return {"results": [], "comparisons": [], "upgrades": []}


def _steps(points: Iterable[Mapping[str, Any]]) -> dict[str, list[Step]]:
    """Class to the upgrades with evidence on it, in order."""
    found: dict[str, list[Mapping[str, Any]]] = {}
    for point in points:
        found.setdefault(point["class"], []).append(point)
    return {name: ordered_steps(group) for name, group in found.items()}


def _upgrade(step: Step) -> Record:
    return {"path": path_of(step), "title": title_of(step)}
