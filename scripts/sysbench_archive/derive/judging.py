"""Verdicts of a panel: from its cells, its receipt and what is known of the machine.

Owns which circumstances a verdict is reached under. The policy itself is `verdicts`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sysbench_archive.derive.cells import Cell, Record
from sysbench_archive.derive.panel_cells import Intervals
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
) -> Judgement:
    """Every side but the first, which is the baseline, beside the first."""
    baseline, *candidates = sides
    below = samples(cells[baseline["id"]])
    told, found = [], {}
    for side, received in zip(candidates, receipt["candidates"], strict=True):
        around = circumstances(result, workload, metric, baseline["id"], received)
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
        blockers=tuple(received["blockers"]),
        unrecorded=tuple(received["unrecorded"]),
    )


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
