"""A result record as small as exploring and comparing need it. Nothing in it is a measurement."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

Record = dict[str, Any]


def facts(**named: str) -> list[Record]:
    """Facts that are stated; underscores in pairs stand for the dots of their names."""
    return [
        {"name": name.replace("__", "."), "value": value, "state": "stated"}
        for name, value in named.items()
    ]


HOST = facts(machine="A box", kind="vm", cpu__cores="4", cpu__threads="8", memory__size_mib="16384")


def run(name: str, server: str, threads: int, tps: float | None, **more: Any) -> Record:
    """A run of the one workload; without a figure it failed."""
    figures = {} if tps is None else {"tps": {"value": tps, "line": None}}
    return {
        "id": name,
        "server": {"id": server},
        "workload": {"id": more.pop("workload", "read-only")},
        "threads": threads,
        "repetition": more.pop("repetition", None),
        "state": "failed" if tps is None else "complete",
        "figures": figures,
        "facts": facts(**more),
    }


def server(name: str, version: str) -> Record:
    """A MySQL server on the one host."""
    series = version.rpartition(".")[0]
    named = {"id": name, "label": f"MySQL {version}", "product": "mysql", "version": version}
    rest = {"series": series, "variant": "", "regime": "pinned", "host": "h", "options": []}
    return {**named, **rest}


def workload(name: str = "read-only", test: str = "oltp_read_only") -> Record:
    """A workload with a test of sysbench's own."""
    return {"id": name, "title": f"Title of {name}", "shelf": test, "parameters": [], "facts": []}


def result(bundle: str, runs: Sequence[Record], **changes: Any) -> Record:
    """A result of two servers and one workload."""
    record = {
        "id": bundle,
        "path": f"/results/{bundle}/",
        "title": f"Title of {bundle}",
        "evidence": "raw-output",
        "submitter": "Somebody",
        "submitted": "2026-01-02",
        "hosts": [{"id": "h", "facts": HOST}],
        "servers": [server("old", "5.7.44"), server("new", "8.0.36")],
        "workloads": [workload()],
        "runs": list(runs),
    }
    return {**record, "conditions": conditions(record), **changes}


def conditions(record: Mapping[str, Any]) -> Record:
    """Conditions under which nothing but the version differs."""
    identity = {f"identity.{name}": "x" for name in ("host", "client", "workload", "campaign")}
    servers = {s["id"]: {**identity, "version": s["version"]} for s in record["servers"]}
    workloads = {w["id"]: identity for w in record["workloads"]}
    return {"servers": servers, "workloads": workloads, "interleaved": False}
