"""A report as the JSON object `sysbench-archive parse` prints.

Owns the names and order of the object's keys. Refuses to round or to drop a null.
"""

from __future__ import annotations

from sysbench_archive.sysbench.report.model import PLAIN_FIELDS, LatencySummary, Report


def report_to_json(report: Report, source: str) -> dict[str, object]:
    """Return the printed object: `source` first, nulls kept, `memory`/`fileio` only if present."""
    record: dict[str, object] = {"source": source}
    record.update((name, getattr(report, name)) for name in ("index", *PLAIN_FIELDS))
    record["latency_ms"] = _latency(report.latency_ms)
    record["intervals"] = [interval._asdict() for interval in report.intervals]
    histogram = report.histogram
    record["histogram"] = None if histogram is None else [list(bucket) for bucket in histogram]
    record["complete"] = report.complete
    record["fatal"] = report.fatal
    record["warnings"] = list(report.warnings)
    for name, figures in (("memory", report.memory), ("fileio", report.fileio)):
        if figures is not None:
            record[name] = dict(figures)
    return record


def _latency(latency: LatencySummary | None) -> dict[str, object] | None:
    if latency is None:
        return None
    return {name: getattr(latency, name) for name in LatencySummary.__slots__}
