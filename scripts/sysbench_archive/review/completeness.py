"""How much of the environment somebody recorded, group by group.

Owns which fields make a group. A field that does not apply is not counted; one that was looked
for and not exposed counts as recorded.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from sysbench_archive.review.bounds import MAX_ROWS, cut

Record = dict[str, Any]

GROUPS = {
    ("hosts", "cpu"): "CPU",
    ("hosts", "memory"): "memory",
    ("hosts", "storage"): "storage",
    ("hosts", "tuning"): "tuning of the system",
    ("hosts", "cloud"): "rented machine",
    ("hosts", ""): "machine and system",
    ("servers", "build"): "build of the server",
    ("servers", ""): "server",
    ("clients", ""): "client",
    ("workloads", "dataset"): "dataset",
    ("workloads", ""): "workload",
}
"""Part of the bundle and group of fields to its name; "" for the fields of no group."""
_NO_FACTS = frozenset(("notes", "host", "client", "stated_parameters", "storage.role"))


def completeness(result: Mapping[str, Any]) -> Record:
    """Recorded and all fields that apply, by group, with the names of those unrecorded."""
    groups: dict[str, Record] = {}
    for name, field, state in _fields(result):
        group = groups.setdefault(name, _empty(name))
        group["fields"] += 1
        group["recorded"] += state != "unrecorded"
        group["unavailable"] += state == "unavailable"
        if state == "unrecorded" and field not in group["missing"]:
            group["missing"] = [*group["missing"], field][:MAX_ROWS]
    listed = [groups[name] for name in GROUPS.values() if name in groups]
    totals = {n: sum(g[n] for g in listed) for n in ("fields", "recorded", "unavailable")}
    return {**totals, "groups": listed}


def _empty(name: str) -> Record:
    return {"group": name, "fields": 0, "recorded": 0, "unavailable": 0, "missing": []}


def _fields(result: Mapping[str, Any]) -> Iterator[tuple[str, str, str]]:
    """(group, field, state) of every fact that applies."""
    for part in ("hosts", "servers", "clients", "workloads"):
        for entry in result[part]:
            for fact in _facts(part, entry):
                head, dot, rest = fact["name"].partition(".")
                group = GROUPS.get((part, head if dot else ""), GROUPS[part, ""])
                if (part, fact["name"]) in GROUPS:
                    group = GROUPS[part, fact["name"]]
                if head not in _NO_FACTS and fact["name"] not in _NO_FACTS:
                    yield group, cut(rest or head, 80), fact["state"]


def _facts(part: str, entry: Mapping[str, Any]) -> Iterator[Mapping[str, str]]:
    """The facts of an entry, with those its record keeps in fields of their own."""
    yield from entry["facts"]
    if part == "servers":
        known = entry["options_basis"] not in ("unrecorded", "unavailable")
        yield {"name": "options", "state": "stated" if known else entry["options_basis"]}
        yield {"name": "regime", "state": _state(entry["regime"] != "unrecorded")}
    if part == "workloads":
        for name in ("command", "prepare"):
            yield {"name": name, "state": _state(bool(entry[name]))}


def _state(is_stated: bool) -> str:
    return "stated" if is_stated else "unrecorded"
