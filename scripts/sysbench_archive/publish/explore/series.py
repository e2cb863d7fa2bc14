"""What a bundle ran, as series: one server under one workload, over its thread counts.

Owns which facts of a result a reader narrows by. Refuses to compare: a series is a level, and
its highest throughput says nothing of another machine's.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from sysbench_archive.derive.cells import Cell, cells_of, head_metric
from sysbench_archive.derive.residency import residency_of
from sysbench_archive.derive.workloads import test_named
from sysbench_archive.hardware import classify
from sysbench_archive.hardware.classes import UNKNOWN

Record = dict[str, Any]


def bundle_series(result: Mapping[str, Any]) -> Record:
    """What every series of a bundle shares, and its series, each with its runs.

    A run is [id, threads, figure, repetition or 0]; figures are those of the series' metric.
    """
    return {
        "about": {
            "bundle": result["id"],
            "title": result["title"],
            "evidence": result["evidence"],
            "submitter": result["submitter"],
            "day": result["submitted"],
            "year": result["id"][:4],
        },
        "series": [entry for workload in result["workloads"] for entry in _of(result, workload)],
    }


def _of(result: Mapping[str, Any], workload: Mapping[str, Any]) -> Iterator[Record]:
    """The series of one workload, in the order of its servers."""
    runs = [run for run in result["runs"] if run["workload"]["id"] == workload["id"]]
    metric = head_metric(runs)
    if metric is None:
        return
    cells = cells_of(runs, [server["id"] for server in result["servers"]], metric)
    hosts = {host["id"]: facts_of(host["facts"]) for host in result["hosts"]}
    for server in result["servers"]:
        if cells[server["id"]]:
            yield _entry(
                server, hosts.get(server["host"], {}), workload, metric, cells[server["id"]]
            )


def _entry(
    server: Mapping[str, Any],
    host: Mapping[str, str],
    workload: Mapping[str, Any],
    metric: str,
    cells: Mapping[int, Cell],
) -> Record:
    shown = _server(server, host) | _workload(workload)
    facets = {"residency": residency_of(workload, server, host), "metric": metric}
    return {"row": shown | facets | _span(cells), "runs": _runs(cells)}


def facts_of(facts: Sequence[Mapping[str, Any]]) -> dict[str, str]:
    """Fact records as values by name; empty where nobody recorded it."""
    return {fact["name"]: fact["value"] for fact in facts}


def _server(server: Mapping[str, Any], host: Mapping[str, str]) -> Record:
    hardware = classify(host)
    return {
        "server": server["id"],
        "label": server["label"],
        "product": server["product"],
        "release": f"{server['product']}-{server['series']}",
        "regime": server["regime"],
        "machine": machine_text(host) or (hardware.label if hardware.id != UNKNOWN else ""),
        "class": hardware.id,
        "classed": hardware.label,
    }


def machine_text(facts: Mapping[str, str]) -> str:
    """A machine in a line: its name, processor and cores, as far as they are recorded."""
    cores = facts.get("cpu.cores") or facts.get("cpu.threads")
    unit = "cores" if facts.get("cpu.cores") else "CPUs"
    counted = f"{cores} {unit if cores != '1' else unit[:-1]}" if cores else ""
    named = dict.fromkeys([facts.get("machine", ""), facts.get("cpu.model", ""), counted])
    return ", ".join(part for part in named if part)


def _workload(workload: Mapping[str, Any]) -> Record:
    test = test_named(workload["shelf"], workload["title"])
    return {
        "workload": workload["id"],
        "work": workload["title"],
        "test": workload["shelf"],
        "family": test.family,
    }


def _span(cells: Mapping[int, Cell]) -> Record:
    """Thread counts, count of runs, and the highest cell with its thread count."""
    centred = [(cell.centre, threads) for threads, cell in cells.items() if cell.centre]
    peak, at = max(centred, default=(0.0, 0))
    return {
        "low": min(cells),
        "high": max(cells),
        "counts": len(cells),
        "count": sum(len(cell.runs) for cell in cells.values()),
        "peak": peak,
        "at": at,
    }


def _runs(cells: Mapping[int, Cell]) -> list[Sequence[Any]]:
    return [
        (run["id"], threads, value, run["repetition"] or 0)
        for threads, cell in sorted(cells.items())
        for run, value in zip(cell.runs, cell.values, strict=True)
    ]
