"""Records as a site publishes them: one bundle, two servers, one workload; and read again."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from sysbench_archive.derive.reproductions import Campaign
from sysbench_archive.reproduction.published import read_campaign

Record = dict[str, Any]
BUNDLE = "2026-01-two-servers"
SLUG = f"{BUNDLE}--read-only"
Sides = Mapping[str, Mapping[int, Sequence[float]]]
"""Server id to thread count to transactions per second, a value a block."""


def fact(name: str, value: str, state: str = "stated") -> Record:
    return {"name": name, "label": name, "value": value, "unit": "", "state": state, "probe": ""}


def server(name: str, version: str, **more: Any) -> Record:
    return {
        "id": name, "label": f"MySQL {version}", "product": "mysql", "version": version,
        "variant": "", "regime": "pinned", "host": "db1", "facts": [], "options": [],
    } | more  # fmt: skip


def run(bundle: str, name: str, threads: int, block: int, tps: float, *, blocks: bool) -> Record:
    run_id = f"read-only-{name}-t{threads}-r{block}"
    return {
        "id": run_id,
        "path": f"/results/{bundle}/{run_id}/",
        "server": {"id": name},
        "workload": {"id": "read-only"},
        "threads": threads,
        "state": "complete",
        "figures": {"tps": {"value": tps}},
        "block": str(block) if blocks else "",
    }


def result(
    sides: Sides, bundle: str = BUNDLE, submitter: str = "Ada Example", *, blocks: bool = True
) -> Record:
    versions = {"old": "5.6.10", "new": "5.7.11"}
    return {
        "id": bundle,
        "path": f"/results/{bundle}/",
        "title": "Two servers",
        "submitted": "2026-01-15",
        "evidence": "raw-output",
        "submitter": submitter,
        "hosts": [{"id": "db1", "label": "db1", "facts": [fact("cpu.cores", "4")]}],
        "servers": [server(name, versions[name]) for name in sides],
        "clients": [{"id": "local", "label": "sysbench", "facts": [fact("sysbench", "1.0.20")]}],
        "workloads": [workload()],
        "runs": [
            run(bundle, name, threads, block, tps, blocks=blocks)
            for name, cells in sides.items()
            for threads, values in cells.items()
            for block, tps in enumerate(values, 1)
        ],
    }


def workload(**parameters: str) -> Record:
    stated = {"tables": "8", "table_size": "5000", "time": "60", "threads": ""} | parameters
    return {
        "id": "read-only", "title": "Read-only", "script": "oltp_read_only",
        "test": "oltp_read_only", "facts": [fact("client", "local")],
        "parameters": [
            {"name": n, "value": v, "origin": "command"} for n, v in stated.items()
        ],
    }  # fmt: skip


def comparison(found: Record) -> Record:
    panel = {
        "id": f"{SLUG}--tps",
        "title": "Read-only",
        "bundle": {"id": found["id"], "title": found["title"]},
        "workload": {"id": "read-only"},
        "metric": {"name": "tps"},
        "sides": [{"id": side["id"]} for side in found["servers"]],
    }
    return {"path": f"/comparisons/{SLUG}/", "title": "Read-only", "panels": [panel]}


def document(found: Record) -> Record:
    """The bundle's document in the API, of which only runs are read."""
    runs = [
        {
            "run": run["id"],
            "path": run["path"],
            "server": run["server"]["id"],
            "workload": run["workload"]["id"],
            "threads": run["threads"],
            "state": run["state"],
            "sequence_block": int(run["block"]),
            **{name: figure["value"] for name, figure in run["figures"].items()},
        }
        for run in found["runs"]
    ]
    return {"path": found["path"], "runs": runs}


def campaign(found: Record) -> Campaign:
    """A published record as the program reads it."""
    return read_campaign(json.dumps(found).encode(), found["path"], lambda _: b"")
