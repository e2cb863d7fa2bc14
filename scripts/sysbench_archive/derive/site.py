"""The archive as a whole: what there is, newest first."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from sysbench_archive.derive.metric_records import metric_record
from sysbench_archive.derive.shelves import machines_record
from sysbench_archive.hardware import classify
from sysbench_archive.metrics import METRICS
from sysbench_archive.verdicts.labels import DIRECTIONS, STATUSES

Record = dict[str, Any]

_KEPT = "Every figure is parsed from sysbench's own output, which is kept here."
_LINKED = """Every figure is parsed from sysbench's own output, which is kept elsewhere and named
 here by address, commit and checksum.""".replace("\n", "")
_COPIED = "The figures are copied from {} somebody published; the output behind them is not here."

EVIDENCE = {
    "raw-output": ("Raw output", _KEPT),
    "linked-output": ("Linked output", _LINKED),
    "published-table": ("Published table", _COPIED.format("a table")),
    "published-text": ("Published text", _COPIED.format("prose")),
}
"""Evidence class to its name and meaning for readers, strongest first."""

_SERVER = ("label", "product", "version", "series")
_MACHINE = {
    "kind": "kind",
    "cpu": "cpu.model",
    "cores": "cpu.cores",
    "threads": "cpu.threads",
}
_RESULT = ("id", "path", "title", "submitted", "evidence")
_COMPARISON = ("slug", "path", "kind", "title", "label", "question", "summary", "evidence", "runs")


def result_entry(result: Mapping[str, Any]) -> Record:
    """A bundle as a list shows it, and as versions, workloads and machines file it."""
    tests = {w["shelf"]: w["title"] for w in result["workloads"] if w["shelf"]}
    return {
        **{name: result[name] for name in _RESULT},
        "runs": len(result["runs"]),
        "servers": _servers(result["servers"]),
        "tests": tests,
        "machines": [_machine(host) for host in _server_hosts(result)],
    }


def _servers(servers: Iterable[Mapping[str, Any]]) -> list[Record]:
    named = {s["label"]: {field: s[field] for field in _SERVER} for s in servers}
    return list(named.values())


def _server_hosts(result: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    serving = {server["host"] for server in result["servers"]}
    return [host for host in result["hosts"] if host["id"] in serving]


def _machine(host: Mapping[str, Any]) -> Record:
    """What a reader compares with a machine of their own; empty where nobody recorded it.

    `class` is there always; it is that of unrecorded machines where nothing is known.
    """
    facts = {fact["name"]: fact["value"] for fact in host["facts"]}
    named = {field: facts.get(name, "") for field, name in _MACHINE.items()}
    kind = classify(facts)
    filed = {"class": kind.id, "class_path": kind.path}
    memory = _gibibytes(facts.get("memory.size_mib", ""))
    return {"label": facts.get("machine", ""), **named, "memory": memory, **filed}


def _gibibytes(mebibytes: str) -> str:
    """A count of MiB in words, as `23.5 GiB`; empty where there is none."""
    if not mebibytes.isdecimal():
        return ""
    return f"{int(mebibytes) / 1024:,.1f}".removesuffix(".0") + " GiB"


def comparison_entry(comparison: Mapping[str, Any]) -> Record:
    """A comparison as a list shows it, and as versions and workloads file it."""
    tests = {p["workload"]["shelf"]: p["title"] for p in comparison["panels"]}
    return {
        **{name: comparison[name] for name in _COMPARISON},
        "direction": comparison["answer"]["direction"],
        "status": comparison["answer"]["status"],
        "servers": _servers(comparison["sides"]),
        "year": _year(comparison["bundles"]),
        "tests": {name: title for name, title in tests.items() if name},
    }


def _year(bundles: Iterable[Mapping[str, Any]]) -> str:
    """The newest year of its bundles, which their ids begin with."""
    return max((bundle["path"].split("/")[2][:4] for bundle in bundles), default="")


def site_record(results: Iterable[Record], comparisons: Sequence[Record]) -> Record:
    """The record of the archive, from the entries of its lists."""
    newest = sorted(results, key=lambda entry: (entry["submitted"], entry["id"]), reverse=True)
    return {
        "results": newest,
        "comparisons": sorted(comparisons, key=lambda c: (c["kind"], c["slug"])),
        "counts": {
            "bundles": len(newest),
            "runs": sum(entry["runs"] for entry in newest),
            "comparisons": len(comparisons),
        },
        "machines": machines_record(newest),
        "metrics": {name: metric_record(name) for name in METRICS},
        "evidence": {
            name: {"label": label, "description": description}
            for name, (label, description) in EVIDENCE.items()
        },
        "directions": {name: {"label": label} for name, label in DIRECTIONS.items()},
        "statuses": {name: {"label": label} for name, label in STATUSES.items()},
    }
