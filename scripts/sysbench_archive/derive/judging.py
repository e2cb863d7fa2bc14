"""Verdicts of a panel: from its cells, its receipt and what is known of the machine.

Owns which circumstances a verdict is reached under. The policy itself is `verdicts`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sysbench_archive.derive.cells import Cell, Record
from sysbench_archive.derive.panel_cells import Bounds, Intervals
from sysbench_archive.derive.telemetry import bound_of
from sysbench_archive.derive.workloads import test_named
from sysbench_archive.metrics import METRICS
from sysbench_archive.verdicts import (
    Circumstances,
    Sample,
    intervals,
    judge,
    threshold_of,
    verdict_record,
)
from sysbench_archive.verdicts.policy import HIDING
from sysbench_archive.verdicts.thresholds import FAMILY_REGIMES

_CPUS = "cpu.threads"
_KIND = "kind"
_RATE = "rate"
_BLOCK = "sequence.block"


def samples(cells: Mapping[int, Cell]) -> dict[int, Sample]:
    """Cells with positive figures as samples, by thread count."""
    return {
        threads: Sample(tuple(zip(map(block_of, cell.runs), cell.values, strict=True)))
        for threads, cell in cells.items()
        if cell.centre
    }


def block_of(run: Mapping[str, Any]) -> str:
    """The block a run stood in; "" where none is recorded."""
    return _fact(run["facts"], _BLOCK)


@dataclass(frozen=True, slots=True)
class Judgement:
    """Verdicts of the candidates in their order, and server to thread count to interval."""

    verdicts: list[Record]
    intervals: Intervals


def judgement(
    result: Mapping[str, Any],
    workload: Mapping[str, Any],
    metric: str,
    sides: Sequence[Mapping[str, Any]],
    cells: Mapping[str, Mapping[int, Cell]],
    receipt: Mapping[str, Any],
    bounds: Bounds,
) -> Judgement:
    """Every side but the first, which is the baseline, beside the first."""
    baseline, *candidates = sides
    below = samples(cells[baseline["id"]])
    told, found = [], {}
    for side, received in zip(candidates, receipt["candidates"], strict=True):
        bound = hiding(bounds[baseline["id"]], bounds[side["id"]])
        around = circumstances(result, workload, metric, baseline["id"], received, bound)
        above = samples(cells[side["id"]])
        told.append(verdict_record(judge(below, above, around), baseline, side))
        found[side["id"]] = intervals(below, above, around)
    return Judgement(told, found)


def circumstances(
    result: Mapping[str, Any],
    workload: Mapping[str, Any],
    metric: str,
    server: str,
    received: Mapping[str, Any],
    bound: str = "",
) -> Circumstances:
    """What a verdict of this workload on the machine of `server` is reached under."""
    machine = machine_of(result, server)
    family = test_named(workload["shelf"], "").family
    return Circumstances(
        evidence=result["evidence"],
        cpus=cpus_of(machine),
        threshold=threshold_of(_fact(machine, _KIND), family),
        higher_is_better=METRICS[metric].direction != "lower",
        rate_limited=rate_limited(workload),
        bound=bound,
        blockers=tuple(received["blockers"]),
        unrecorded=tuple(received["unrecorded"]),
    )


def bounds_of(
    result: Mapping[str, Any],
    workload: Mapping[str, Any],
    cells: Mapping[str, Mapping[int, Cell]],
) -> dict[str, dict[int, str]]:
    """Server to thread count to what set the pace of the cell."""
    reads = FAMILY_REGIMES.get(test_named(workload["shelf"], "").family) == "reads"
    return {
        server: {threads: bound_of(result, cell.runs, reads) for threads, cell in counts.items()}
        for server, counts in cells.items()
    }


def hiding(*sides: Mapping[int, str]) -> str:
    """A bottleneck outside of the server that any cell of a pair of sides met; else ""."""
    met = (bound for side in sides for bound in side.values())
    return next((bound for bound in met if bound in HIDING), "")


def machine_of(result: Mapping[str, Any], server: str) -> Sequence[Mapping[str, Any]]:
    """The facts of the host a server ran on."""
    host = next(s["host"] for s in result["servers"] if s["id"] == server)
    facts: Sequence[Mapping[str, Any]] = next(
        h["facts"] for h in result["hosts"] if h["id"] == host
    )
    return facts


def cpus_of(machine: Sequence[Mapping[str, Any]]) -> int | None:
    """Hardware threads of a machine; None where nobody recorded them."""
    text = _fact(machine, _CPUS) or _fact(machine, "cpu.cores")
    return int(text) if text.isdigit() else None


def rate_limited(workload: Mapping[str, Any]) -> bool:
    """Whether sysbench was told to keep to a rate."""
    given = {p["name"]: p["value"] for p in workload["parameters"]}
    return given.get(_RATE, "") not in ("", "0")


def _fact(facts: Sequence[Mapping[str, Any]], name: str) -> str:
    return next((fact["value"] for fact in facts if fact["name"] == name), "")
