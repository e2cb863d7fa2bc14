"""Derived records for tests: what a test does not name is as plain as can be."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, get_args

from sysbench_archive.derive.entries import ComparisonEntry, ResultEntry
from sysbench_archive.model.base import (
    FigureValue,
    MetricRecord,
    Named,
    PublishedFile,
    bundle_reference,
)
from sysbench_archive.model.bundle import FactState
from sysbench_archive.model.comparability import Comparability, Conditions
from sysbench_archive.model.comparison import (
    Comparison,
    DrawnChart,
    Panel,
    PanelWorkload,
)
from sysbench_archive.model.course import Excerpt, ThroughputLine
from sysbench_archive.model.listing import HardwareClassSummary
from sysbench_archive.model.result import (
    ClientRecord,
    HostRecord,
    ResultRecord,
    RunEvidence,
    RunRecord,
    ServerRecord,
    WorkloadRecord,
)


def run_record(
    name: str,
    figures: Mapping[str, float] | None = None,
    *,
    server: str = "s",
    workload: str = "w",
    bundle: str = "b",
    **fields: Any,
) -> RunRecord:
    """A complete run at one thread, without evidence or telemetry."""
    known: dict[str, Any] = {
        "threads": 1,
        "repetition": None,
        "state": "complete",
        "failed": "",
        "command": "",
        "facts": [],
        "warnings": [],
        "intervals": 0,
        "line": None,
        "excerpt": Excerpt(numbers=[], texts=[]),
        "stated": {},
        "block": "",
        "load": None,
        "session": None,
        "turn": None,
        "engine": "",
        "server_cpu_us": None,
        "bottleneck": None,
    }
    return RunRecord(
        id=name,
        path=f"/results/{bundle}/{name}/",
        server=Named(id=server, label=server),
        workload=Named(id=workload, label=workload),
        figures={n: FigureValue(value=v, line=None) for n, v in (figures or {}).items()},
        evidence=RunEvidence(
            kind="raw-output",
            file="",
            href="",
            report=None,
            first_line=None,
            last_line=None,
            source="",
            sha256="",
            url="",
        ),
        **known | fields,
    )


def throughput_line(**fields: Any) -> ThroughputLine:
    """Throughput of a run without stalls."""
    known: dict[str, Any] = {
        "heading": "",
        "points": "",
        "count": 2,
        "from_s": 1,
        "to_s": 2,
        "lowest": 0.0,
        "highest": 100.0,
        "top": 100.0,
        "window": 100.0,
        "window_from_s": 1,
        "p01": 100.0,
        "stalls": 0,
        "longest_stall_s": 0,
        "steadiness": "",
    }
    return ThroughputLine(**known | fields)


def host_record(name: str = "h", **fields: Any) -> HostRecord:
    """A host of which nothing is recorded."""
    known: dict[str, Any] = {
        "label": name,
        "facts": [],
        "stated": {},
        "machine": "",
        "kind": "",
        "cpu_model": "",
        "arch": "",
        "arch_basis": "",
        "cores": None,
        "hardware_threads": None,
        "cpus": None,
        "memory_mib": None,
        "hardware_class": HardwareClassSummary(
            id="unrecorded", path="/hardware/unrecorded/", label="Nothing recorded", brief=""
        ),
    }
    return HostRecord(id=name, **known | fields)


def server_record(name: str = "s", **fields: Any) -> ServerRecord:
    """A MySQL server without options."""
    known: dict[str, Any] = {
        "label": name,
        "product": "mysql",
        "version": "8.0.36",
        "series": "8.0",
        "variant": "",
        "regime": "defaults",
        "host": "h",
        "facts": [],
        "options": [],
        "options_basis": "complete",
        "stated": {},
        "set_options": {},
        "buffer_pool_mib": None,
    }
    return ServerRecord(id=name, **known | fields)


def workload_record(name: str = "w", **fields: Any) -> WorkloadRecord:
    """A read-only workload whose command nobody recorded."""
    known: dict[str, Any] = {
        "title": name,
        "script": "oltp_read_only",
        "test": "oltp_read_only",
        "command": "",
        "prepare": "",
        "parameters": [],
        "scale": "",
        "facts": [],
        "stated": {},
        "values": {},
        "family": "range",
        "rate_limited": False,
        "residency": {},
    }
    return WorkloadRecord(id=name, **known | fields)


def result_record(name: str = "b", **fields: Any) -> ResultRecord:
    """A bundle with nothing in it."""
    known: dict[str, Any] = {
        "title": name,
        "submitted": "2026-01-15",
        "evidence": "raw-output",
        "submitter": "Ada Example",
        "license": "CC-BY-4.0",
        "disclosure": "none",
        "notes": "",
        "revision": None,
        "swhid": "swh:1:dir:" + "ab" * 20,
        "completeness": dict.fromkeys(get_args(FactState), 0),
        "source": [],
        "source_url": "",
        "campaign": [],
        "hosts": [],
        "servers": [],
        "clients": [],
        "workloads": [],
        "variables": None,
        "metrics": [],
        "runs": [],
        "files": [],
        "reported": [],
        "charts": [],
        "comparisons": [],
        "order": "",
        "published": "",
        "loads": {},
        "conditions": Conditions(servers={}, workloads={}),
    }
    return ResultRecord(id=name, path=f"/results/{name}/", **known | fields)


def client_record(name: str = "c", **fields: Any) -> ClientRecord:
    """A client of which nothing is recorded."""
    known: dict[str, Any] = {"label": name, "facts": [], "stated": {}}
    return ClientRecord(id=name, **known | fields)


def published_file(path: str, **fields: Any) -> PublishedFile:
    """An evidence file."""
    known: dict[str, Any] = {
        "href": f"/results/b/{path}",
        "size": 1,
        "sha256": "ab" * 32,
        "swhid": "swh:1:cnt:" + "ab" * 20,
    }
    return PublishedFile(path=path, **known | fields)


def comparability() -> Comparability:
    """Sides that have everything in common."""
    return Comparability(
        summary="controlled",
        sentence="",
        rows=[],
        details=[],
        left=[],
        same=[],
        candidates=[],
        further=None,
    )


def panel_record(name: str = "w", throughput: str | None = None, **fields: Any) -> Panel:
    """A panel without sides; `throughput` names its chart."""
    known: dict[str, Any] = {
        "title": name,
        "bundle": bundle_reference("b", "b"),
        "evidence": "raw-output",
        "workload": PanelWorkload(id="w", label="w", test=""),
        "metric": MetricRecord(
            name="tps",
            label="Transactions per second",
            unit="1/s",
            direction="higher",
            decimals=2,
            description="",
        ),
        "latency": None,
        "sides": [],
        "rows": [],
        "text": "",
        "charts": [DrawnChart(kind="throughput", name=throughput, title="", note="")]
        if throughput
        else [],
        "compare": "",
        "verdicts": [],
        "comparability": comparability(),
    }
    return Panel(id=name, **known | fields)


def comparison_record(slug: str = "c", **fields: Any) -> Comparison:
    """A comparison with nothing in it."""
    known: dict[str, Any] = {
        "kind": "curated",
        "title": slug,
        "label": slug,
        "question": "",
        "summary": "",
        "analysis": "",
        "date": "",
        "evidence": [],
        "sides": [],
        "findings": [],
        "panels": [],
        "claims": [],
        "bundles": [],
        "runs": 0,
    }
    return Comparison(slug=slug, path=f"/comparisons/{slug}/", **known | fields)


def listed_result(name: str = "r", **fields: Any) -> ResultEntry:
    """A result in lists, with one run of which nothing is known."""
    known: dict[str, Any] = {
        "path": f"/results/{name}/",
        "title": name.upper(),
        "submitted": "2026-01-02",
        "evidence": "raw-output",
        "runs": 1,
        **{field: [] for field in ("servers", "machines", "threads", "families")},
        **{field: {} for field in ("tests", "settings")},
        "by": "",
    }
    return ResultEntry(id=name, **known | fields)


def listed_comparison(slug: str = "c", **fields: Any) -> ComparisonEntry:
    """A curated comparison in lists that found nothing."""
    known: dict[str, Any] = {
        "path": f"/comparisons/{slug}/",
        "kind": "curated",
        "title": slug.upper(),
        "label": slug.upper(),
        **dict.fromkeys(("direction", "status", "finding", "summary"), ""),
        "question": "Is it?",
        "evidence": ["raw-output"],
        "runs": 1,
        "year": "2026",
        "servers": [],
        "tests": {},
    }
    return ComparisonEntry(slug=slug, **known | fields)
