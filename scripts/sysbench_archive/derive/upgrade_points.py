"""What one bundle says of upgrades: releases of one product, older and newer, side by side.

Owns which servers stand for their release series, and how the workloads of a family become one
point for a machine. Works on a result record and gives small records, since the archive's points
are gathered in one place.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from sysbench_archive.derive.cells import Record, cells_of, head_metric
from sysbench_archive.derive.judging import (
    bounds_of,
    circumstances,
    hiding,
    rate_limited,
    samples,
)
from sysbench_archive.derive.panel_cells import Bounds
from sysbench_archive.derive.receiving import fields_of
from sysbench_archive.derive.residency import residency_of
from sysbench_archive.derive.sides import version_key
from sysbench_archive.derive.upgrade_cells import said_by_most, shared_status
from sysbench_archive.derive.upgrade_machines import Machine, machines_of
from sysbench_archive.derive.workloads import test_named
from sysbench_archive.metrics import METRICS
from sysbench_archive.statistics import median
from sysbench_archive.verdicts import Circumstances, Judged, Verdict, judge

FAMILY_TESTS = {
    "point": "oltp_point_select",
    "range": "oltp_read_only",
    "read-write": "oltp_read_write",
    "write": "oltp_write_only",
    "connect": "connect",
}
"""Families of the chain table, in its order, to the test that speaks for each."""

ROLES = ("one", "cores", "over", "lowest", "middle", "highest")
"""Roles of headline contrasts, in the order pages list them; the last three know no processors."""

REGIMES = ("defaults", "pinned")
OTHER_REGIME = "other"
_NORMAL_SHARE = 1.959964
"""A/A thresholds are the 95th percentile of a difference: so many standard errors."""


@dataclass(frozen=True, slots=True)
class Pair:
    """Two servers of one product on one machine, the older series first."""

    older: Mapping[str, Any]
    newer: Mapping[str, Any]


def upgrade_points(result: Record) -> list[Record]:
    """A point for each step, family, role, regime, residency and machine of a bundle."""
    machines = machines_of(result)
    found: dict[tuple[str, ...], list[Record]] = {}
    for workload in result["workloads"]:
        if test_named(workload["shelf"], "").family in FAMILY_TESTS:
            for point in _points(result, workload, machines):
                found.setdefault(_key(point), []).append(point)
    return [_one(points) for points in found.values()]


_KEY = ("product", "from", "to", "family", "role", "regime", "residency", "machine")


def _key(point: Record) -> tuple[str, ...]:
    return tuple(point[name] for name in _KEY)


def _points(
    result: Record, workload: Mapping[str, Any], machines: Mapping[str, Machine]
) -> Iterator[Record]:
    runs = [run for run in result["runs"] if run["workload"]["id"] == workload["id"]]
    metric = head_metric(runs)
    # Held to a rate, every server shows the rate.
    if metric is None or METRICS[metric].direction != "higher" or rate_limited(workload):
        return
    plain = [server for server in result["servers"] if not server["variant"]]
    cells = cells_of(runs, [server["id"] for server in plain], metric)
    bounds = bounds_of(result, workload, cells)
    for pair in pairs([server for server in plain if cells[server["id"]]]):
        around = _around(result, workload, metric, pair, bounds)
        older, newer = (samples(cells[side["id"]]) for side in (pair.older, pair.newer))
        verdict = judge(older, newer, around)
        about = _about(result, workload, pair, machines[pair.newer["host"]])
        yield from (about | _contrast(judged, verdict) for judged in verdict.headline)


def _around(
    result: Record, workload: Mapping[str, Any], metric: str, pair: Pair, bounds: Bounds
) -> Circumstances:
    older, newer = pair.older["id"], pair.newer["id"]
    received = fields_of(result, workload, [older, newer])["candidates"][0]
    bound = hiding(bounds[older], bounds[newer])
    return circumstances(result, workload, metric, older, received, bound)


def pairs(servers: Sequence[Mapping[str, Any]]) -> Iterator[Pair]:
    """Every older and newer series of one product, host and regime; no variants among `servers`.

    A series is spoken for by its newest point release; regimes are never mixed.
    """
    groups: dict[tuple[str, ...], dict[str, Mapping[str, Any]]] = {}
    for server in sorted(servers, key=lambda s: (version_key(s["version"]), s["id"])):
        group = groups.setdefault((server["product"], server["host"], regime_of(server)), {})
        group[server["series"]] = server
    for group in groups.values():
        ordered = sorted(group.values(), key=lambda s: version_key(s["series"]))
        yield from (Pair(older, newer) for older, newer in combinations(ordered, 2))


def regime_of(server: Mapping[str, Any]) -> str:
    """`defaults`, `pinned`, or `other` where nobody recorded which."""
    return server["regime"] if server["regime"] in REGIMES else OTHER_REGIME


def _about(result: Record, workload: Mapping[str, Any], pair: Pair, machine: Machine) -> Record:
    older, newer = pair.older, pair.newer
    return {
        "product": newer["product"],
        "from": older["series"],
        "to": newer["series"],
        "from_release": _release(older),
        "to_release": _release(newer),
        "family": test_named(workload["shelf"], "").family,
        "test": workload["shelf"],
        "workload": workload["title"],
        "workloads": 1,
        "regime": regime_of(newer),
        "residency": residency_of(workload, newer, machine.facts),
        "machine": machine.key,
        "machine_label": machine.label,
        "class": machine.kind.id,
        "class_label": machine.kind.label,
        "class_brief": machine.kind.brief,
        "cores": machine.cores,
        "cpus": machine.cpus,
        "submitter": machine.author,
        "day": machine.day,
        "bundle": result["id"],
        "path": f"/comparisons/{result['id']}--{workload['id']}/",
    }


def _release(server: Mapping[str, Any]) -> str:
    """The exact version, and its maturity where it is not a general release."""
    maturity = next((f["value"] for f in server["facts"] if f["name"] == "maturity"), "")
    version: str = server["version"]
    return version if maturity in ("", "ga") else f"{version} ({maturity})"


def _contrast(judged: Judged, verdict: Verdict) -> Record:
    contrast, (low, high) = judged.contrast, judged.interval or (None, None)
    error = contrast.log.error if judged.half is not None else None
    return {
        "role": judged.role,
        "threads": contrast.threads,
        "log": contrast.log.centre,
        "low": low,
        "high": high,
        # A single run has the noise that two runs of the same thing show in its regime.
        "noise": error or verdict.around.threshold / _NORMAL_SHARE,
        "n": list(contrast.n),
        "direction": judged.direction,
        "status": verdict.status,
    }


def _one(points: Sequence[Record]) -> Record:
    """One point for a family on a machine: its canonical test, else the median of the others."""
    canonical = FAMILY_TESTS[points[0]["family"]]
    usable = [p for p in points if p["direction"] != "not-comparable"] or points
    chosen = [p for p in usable if p["test"] == canonical] or usable
    if len(chosen) == 1:
        return chosen[0]
    logs = [point["log"] for point in chosen]
    return {
        **chosen[0],
        "log": median(logs),
        # Ends of the workloads, not an interval: how far they differ is no matter of noise.
        "low": math.exp(min(logs)),
        "high": math.exp(max(logs)),
        "noise": math.fsum(point["noise"] for point in chosen) / len(chosen),
        "n": [sum(point["n"][side] for point in chosen) for side in (0, 1)],
        "direction": said_by_most([point["direction"] for point in chosen]),
        "status": shared_status([point["status"] for point in chosen]),
        "test": canonical if chosen[0]["test"] == canonical else "",
        "workload": "",
        "workloads": len(chosen),
        "path": f"/results/{chosen[0]['bundle']}/",
    }
