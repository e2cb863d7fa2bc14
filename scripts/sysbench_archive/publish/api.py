"""The lists of `/api/v1/` and the index that finds them.

Owns the addresses of the API. A list is cut by the month bundle ids begin with, so that a page
stays as it is while the archive grows: only a correction changes an old one.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from sysbench_archive.ledger import Row
from sysbench_archive.metrics import METRICS
from sysbench_archive.publish.api_fields import SCHEMA, fields

Record = dict[str, Any]

ROOT = "/api/v1/"
VERSION = 1
_COMPARED = ("label", "product", "version", "series")
_ALWAYS = {"comparisons": ("curated",)}
"""Pages that are there even with nothing on them."""
_METRIC = ("name", "label", "unit", "direction", "description")


def bundle_path(bundle: str) -> str:
    """The address of a bundle's document."""
    return f"{ROOT}bundles/{bundle}.json"


def result_entry(document: Mapping[str, Any]) -> Record:
    """A bundle in a list, from its document."""
    tests = dict.fromkeys(w["test"] for w in document["workloads"] if w["test"])
    return {
        **{field.name: document[field.name] for field in fields("result")},
        "run_count": len(document["runs"]),
        "servers": document["servers"],
        "tests": list(tests),
        "data": bundle_path(document["bundle"]),
    }


def machine_entries(document: Mapping[str, Any]) -> Iterable[Record]:
    """The hosts of a bundle that ran a server."""
    serving = {server["host"] for server in document["servers"]}
    place = {"bundle": document["bundle"], "path": document["path"]}
    return (host | place for host in document["hosts"] if host["host"] in serving)


def withdrawn_entry(bundle: str, row: Row, base: str) -> Record:
    """A withdrawn bundle: in the list of its month, and in place of its document."""
    path = f"/results/{bundle}/"
    return {
        "bundle": bundle,
        "title": row.title,
        "path": path,
        "permalink": f"{base}{path}",
        "revision": row.revision,
        "status": row.status,
        "standing": row.standing,
        "revision_date": row.date,
        "reason": row.reason,
        "run_count": len(row.runs.split()),
    }


def comparison_record(entry: Mapping[str, Any], base: str) -> Record:
    """A comparison in a list, from its entry in the lists of pages."""
    names = ("path", "kind", "title", "question", "direction", "evidence", "runs")
    return {
        "comparison": entry["slug"],
        "permalink": f"{base}{entry['path']}",
        **{name: entry[name] for name in names},
        "evidence_status": entry["status"],
        "servers": [{name: s[name] for name in _COMPARED} for s in entry["servers"]],
        "tests": list(entry["tests"]),
        "data": f"{entry['path']}index.json",
        "figures": f"{entry['path']}comparison.csv",
    }


def pages(
    kind: str, entries: Iterable[Mapping[str, Any]], withdrawn: Sequence[Mapping[str, Any]] = ()
) -> dict[str, Record]:
    """The pages of a list (results, comparisons or machines), by address, oldest month first.

    A month of which every bundle was withdrawn keeps its pages.
    """
    gone: dict[str, list[Mapping[str, Any]]] = {}
    for entry in withdrawn:
        gone.setdefault(entry["bundle"][:7], []).append(entry)
    found: dict[str, list[Mapping[str, Any]]] = {
        name: [] for name in (*gone, *_ALWAYS.get(kind, ()))
    }
    for entry in entries:
        found.setdefault(_shard(kind, entry), []).append(entry)
    return {
        f"{ROOT}{kind}/{name}.json": {"version": VERSION, "name": name, kind: found[name]}
        | ({"withdrawn": gone.get(name, [])} if kind == "results" else {})
        for name in sorted(found)
    }


def _shard(kind: str, entry: Mapping[str, Any]) -> str:
    if kind == "comparisons" and entry["kind"] != "matrix":
        return str(entry["kind"])
    name: str = entry["comparison"] if kind == "comparisons" else entry["bundle"]
    return name[:7]


def index_record(
    lists: Mapping[str, Mapping[str, Record]], runs: int, downloads: Sequence[Record], base: str
) -> Record:
    """The index: what there is, and where. `lists` holds the pages of each kind of list."""
    shards = {kind: _shards(kind, found) for kind, found in lists.items()}
    counts = {kind: sum(shard["count"] for shard in listed) for kind, listed in shards.items()}
    return {
        "version": VERSION,
        "documentation": "/api/",
        "changelog": "/api/#text-changelog",
        "schema": f"/schema/{SCHEMA}.schema.json",
        "openapi": f"{ROOT}openapi.json",
        "permanent_base": base,
        "counts": {
            "bundles": counts["results"],
            "runs": runs,
            "comparisons": counts["comparisons"],
            "machines": counts["machines"],
            "withdrawn": sum(len(page["withdrawn"]) for page in lists["results"].values()),
        },
        **shards,
        "metrics": [{name: getattr(m, name) for name in _METRIC} for m in METRICS.values()],
        "downloads": list(downloads),
    }


def _shards(kind: str, found: Mapping[str, Record]) -> list[Record]:
    return [
        {"name": page["name"], "path": path, "count": len(page[kind])}
        for path, page in found.items()
    ]
