"""Derived records for tests: what a test does not name is as plain as can be."""

from __future__ import annotations

from collections.abc import Mapping
from types import UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin

import msgspec

from sysbench_archive.derive.entries import ComparisonEntry, ResultEntry
from sysbench_archive.model.base import (
    FigureValue,
    MetricRecord,
    Named,
    PublishedFile,
    Record,
    RecordT,
    bundle_reference,
)
from sysbench_archive.model.comparison import Comparison, DrawnChart, Panel, PanelWorkload, Side
from sysbench_archive.model.listing import HardwareClassSummary
from sysbench_archive.model.result import (
    ClientRecord,
    HostRecord,
    ResultRecord,
    RunRecord,
    ServerRecord,
    ThroughputLine,
    WorkloadRecord,
)


def plain(kind: type[RecordT], /, **fields: Any) -> RecordT:
    """A record with these fields; what it needs besides is nothing, or the first of its choices."""
    needed = [field for field in msgspec.structs.fields(kind) if field.required]
    return kind(**{field.name: _nothing(field.type) for field in needed} | fields)


def _nothing(kind: Any) -> Any:
    """The least value of a type: None where it may be none, else what is empty."""
    origin, choices = get_origin(kind), get_args(kind)
    if origin is Annotated:
        return _nothing(choices[0])
    if origin in (Union, UnionType):
        return None if type(None) in choices else _nothing(choices[0])
    if origin is Literal:
        return choices[0]
    if isinstance(kind, type) and issubclass(kind, Record):
        return plain(kind)
    return (origin or kind)()


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
        "path": f"/results/{bundle}/{name}/",
        "server": Named(id=server, label=server),
        "workload": Named(id=workload, label=workload),
        "threads": 1,
        "figures": {n: FigureValue(value=v, line=None) for n, v in (figures or {}).items()},
    }
    return plain(RunRecord, id=name, **known | fields)


def throughput_line(**fields: Any) -> ThroughputLine:
    """Throughput of a run without stalls."""
    known: dict[str, Any] = {"count": 2, "from_s": 1, "to_s": 2, "window_from_s": 1}
    known |= dict.fromkeys(("highest", "top", "window", "p01"), 100.0)
    return plain(ThroughputLine, **known | fields)


def host_record(name: str = "h", **fields: Any) -> HostRecord:
    """A physical host of which nothing else is recorded."""
    unknown = HardwareClassSummary(
        id="unrecorded", path="/hardware/unrecorded/", label="Nothing recorded", brief=""
    )
    return plain(
        HostRecord,
        id=name,
        **{"label": name, "kind": "bare-metal", "hardware_class": unknown} | fields,
    )


def server_record(name: str = "s", **fields: Any) -> ServerRecord:
    """A MySQL server without options."""
    known = {"label": name, "product": "mysql", "version": "8.0.36", "series": "8.0"}
    known |= {"regime": "defaults", "host": "h", "options_basis": "complete"}
    return plain(ServerRecord, id=name, **known | fields)


def workload_record(name: str = "w", **fields: Any) -> WorkloadRecord:
    """A read-only workload whose command nobody recorded."""
    test = {
        "script": "oltp_read_only",
        "test": "oltp_read_only",
        "load": "read-only",
        "family": "range",
    }
    return plain(WorkloadRecord, id=name, **{"title": name} | test | fields)


def result_record(name: str = "b", **fields: Any) -> ResultRecord:
    """A bundle with nothing in it."""
    known = {
        "path": f"/results/{name}/",
        "title": name,
        "submitted": "2026-01-15",
        "submitter": "Ada Example",
        "license": "CC-BY-4.0",
        "disclosure": "none",
        "swhid": "swh:1:dir:" + "ab" * 20,
    }
    return plain(ResultRecord, id=name, **known | fields)


def client_record(name: str = "c", **fields: Any) -> ClientRecord:
    """A client of which nothing is recorded."""
    return plain(ClientRecord, id=name, **{"label": name} | fields)


def published_file(path: str, **fields: Any) -> PublishedFile:
    """An evidence file."""
    hashes = {"sha256": "ab" * 32, "swhid": "swh:1:cnt:" + "ab" * 20}
    known = {"href": f"/results/b/{path}", "size": 1, **hashes}
    return plain(PublishedFile, path=path, **known | fields)


def panel_record(name: str = "w", throughput: str | None = None, **fields: Any) -> Panel:
    """A panel without sides; `throughput` names its chart."""
    known: dict[str, Any] = {
        "title": name,
        "bundle": bundle_reference("b", "b"),
        "workload": PanelWorkload(id="w", label="w", test=""),
        "metric": plain(
            MetricRecord, name="tps", label="Transactions per second", unit="1/s", decimals=2
        ),
        "charts": [plain(DrawnChart, name=throughput)] if throughput else [],
    }
    return plain(Panel, id=name, **known | fields)


def side_record(name: str, **fields: Any) -> Side:
    """A candidate of a comparison."""
    known = {"label": name.upper(), "role": "candidate", "product": "mysql"}
    return plain(Side, id=name, **known | {"version": "8.0.1", "series": "8.0"} | fields)


def comparison_record(slug: str = "c", **fields: Any) -> Comparison:
    """A comparison with nothing in it."""
    known = {"path": f"/comparisons/{slug}/", "title": slug, "label": slug}
    return plain(Comparison, slug=slug, **known | fields)


def listed_result(name: str = "r", **fields: Any) -> ResultEntry:
    """A result in lists, with one run of which nothing is known."""
    known = {"path": f"/results/{name}/", "title": name.upper(), "submitted": "2026-01-02"}
    return plain(ResultEntry, id=name, **known | {"runs": 1} | fields)


def listed_comparison(slug: str = "c", **fields: Any) -> ComparisonEntry:
    """A curated comparison in lists that found nothing."""
    known: dict[str, Any] = {
        "path": f"/comparisons/{slug}/",
        "title": slug.upper(),
        "label": slug.upper(),
        "question": "Is it?",
        "evidence": ["raw-output"],
        "runs": 1,
        "year": "2026",
    }
    return plain(ComparisonEntry, slug=slug, **known | fields)
