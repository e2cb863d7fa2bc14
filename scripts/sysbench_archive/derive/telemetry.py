"""Telemetry of a cell's runs, and what set their pace by it. Works on result records."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from sysbench_archive.derive.bottleneck import Bound, Sight, bottleneck
from sysbench_archive.derive.cells import Record

_TELEMETRY = "telemetry."
_WORK = ("transactions", "total_events")
_PLACEMENTS = {"same-host": True, "other-host": False}
"""Placement of the client, and whether it shares the server's processors."""
_PROCESSORS = ("cpu_limit", "cpu_threads", "cpu_cores")
"""Conditions that say how many there are, the most binding first."""


def bound_of(result: Mapping[str, Any], runs: Iterable[Mapping[str, Any]], reads: bool) -> Bound:
    """What set the pace of more than half of a cell's runs; "" where nothing did."""
    labels = Counter(bottleneck(sight) for run in runs if (sight := sight_of(result, run, reads)))
    if not labels:
        return ""
    label, count = labels.most_common(1)[0]
    return label if count * 2 > labels.total() else ""


def sight_of(result: Mapping[str, Any], run: Mapping[str, Any], reads: bool) -> Sight | None:
    """A run of a result record; None where telemetry, duration or placement is missing."""
    told = {
        fact["name"].removeprefix(_TELEMETRY): float(fact["value"])
        for fact in run["facts"]
        if fact["name"].startswith(_TELEMETRY) and fact["state"] == "stated"
    }
    figures: Mapping[str, Record] = run["figures"]
    known = result["conditions"]
    shared = _shared(known["workloads"][run["workload"]["id"]])
    if not told or "duration_s" not in figures or shared is None:
        return None
    moved = [told[name] for name in ("disk_read_mib", "disk_written_mib") if name in told]
    return Sight(
        run["threads"],
        figures["duration_s"]["value"],
        _cpus(known["servers"][run["server"]["id"]]),
        shared,
        reads,
        told.get("server_cpu_s"),
        told.get("client_cpu_s"),
        told.get("steal_percent"),
        sum(moved) if moved else None,
        next((figures[name]["value"] for name in _WORK if name in figures), None),
    )


def _shared(workload: Mapping[str, Any]) -> bool | None:
    """Whether client and server share processors; None where nobody recorded it."""
    placement = workload.get("placement")
    return _PLACEMENTS.get(placement) if isinstance(placement, str) else None


def _cpus(server: Mapping[str, Any]) -> float | None:
    """Hardware threads, or fewer where a control group allows fewer."""
    named = (server.get(name) for name in _PROCESSORS)
    counts = [float(text) for text in named if isinstance(text, str) and _is_number(text)]
    return counts[0] if counts else None


def _is_number(text: str) -> bool:
    return text.replace(".", "", 1).isdigit()
