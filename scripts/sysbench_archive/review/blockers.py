"""What stands in the way of comparing the sides of a bundle.

Conditions are those of the receipts its comparisons will show, where they weigh; beside them stands
what only runs tell. It is what a contributor can still mend, or will be asked about.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sysbench_archive.derive.receiving import fields_of
from sysbench_archive.receipts import field_named
from sysbench_archive.review.bounds import cut

Record = dict[str, Any]

REASONS = {
    "differs": "",
    "unrecorded": "Nobody recorded it. ",
    "repetitions": "Unequal numbers of repetitions: the side with more looks steadier.",
    "duration": "Runs of unequal length warm up and stall differently.",
    "failed": "Failed runs are kept, and the cell has fewer that count.",
}
"""Why a row is in the table; the first two begin the sentence of a condition."""

_CONDITIONS = ("differs", "unrecorded")
_UNEQUAL = 1.1


@dataclass(frozen=True, slots=True)
class Sides:
    """A workload of a bundle with the servers that ran it."""

    result: Record
    workload: Record
    servers: tuple[Record, ...]
    runs: tuple[Record, ...]

    def of(self, server: Record) -> list[Record]:
        """The complete runs of a server."""
        mine = (run for run in self.runs if run["server"]["id"] == server["id"])
        return [run for run in mine if run["state"] == "complete"]


def blockers(result: Record) -> list[Record]:
    """The rows of the table; workloads that share a row share a line."""
    rows: dict[tuple[str, ...], Record] = {}
    for row in _rows(result):
        key = row["reason"], row["field"], *row["values"]
        known = rows.setdefault(key, row)
        if known is not row:
            known["workload"] = cut(f"{known['workload']}, {row['workload']}")
    return list(rows.values())


def _rows(result: Record) -> Iterator[Record]:
    for workload in result["workloads"]:
        runs = tuple(r for r in result["runs"] if r["workload"]["id"] == workload["id"])
        ran = {run["server"]["id"] for run in runs}
        servers = tuple(server for server in result["servers"] if server["id"] in ran)
        sides = Sides(result, workload, servers, runs)
        checks = (*(_ALONE if servers else ()), *(_TOGETHER if len(servers) > 1 else ()))
        for check in checks:
            for reason, field, values in check(sides):
                yield _row(workload, reason, field, values)


Found = Iterator[tuple[str, str, Sequence[str]]]


def _row(workload: Record, reason: str, field: str, values: Sequence[str]) -> Record:
    return {
        "workload": cut(workload["title"]),
        "field": cut(field, 120),
        "values": [cut(value, 80) for value in values][:4],
        "reason": reason,
    }


def _conditions(sides: Sides) -> Found:
    """What the receipt tells that weighs on such a workload."""
    told = fields_of(sides.result, sides.workload, [server["id"] for server in sides.servers])
    for row in told["rows"]:
        if row["status"] in _CONDITIONS and row["severity"] != "info":
            yield row["status"], row["field"], [value or "absent" for value in row["values"]]


def _failed(sides: Sides) -> Found:
    failed = [run["id"] for run in sides.runs if run["state"] == "failed"]
    if failed:
        yield "failed", f"{len(failed)} of {len(sides.runs)} runs", failed


def _repetitions(sides: Sides) -> Found:
    counts = [len(sides.of(server)) for server in sides.servers]
    threads = [{run["threads"] for run in sides.of(server)} for server in sides.servers]
    if len(set(counts)) > 1 and all(t == threads[0] for t in threads):
        yield "repetitions", "runs that count", [str(count) for count in counts]


def _durations(sides: Sides) -> Found:
    spans = [
        [r["figures"]["duration_s"]["value"] for r in sides.of(s) if "duration_s" in r["figures"]]
        for s in sides.servers
    ]
    longest = [max(span, default=0.0) for span in spans]
    if min(longest) > 0 and max(longest) / min(longest) > _UNEQUAL:
        yield "duration", "longest run", [f"{value:.0f} s" for value in longest]


Check = Callable[[Sides], Found]
_ALONE: tuple[Check, ...] = (_conditions, _failed)
_TOGETHER: tuple[Check, ...] = (_repetitions, _durations)


def label_of(row: Mapping[str, Any]) -> str:
    """What a row is about, in the receipt's words where it is a condition."""
    field = field_named(row["field"]) if row["reason"] in _CONDITIONS else None
    return field.label if field else str(row["field"])


def reason_of(row: Mapping[str, Any]) -> str:
    """The sentence of a row. A condition this program does not know has none."""
    field = field_named(row["field"]) if row["reason"] in _CONDITIONS else None
    return f"{REASONS[row['reason']]}{field.why if field else ''}".strip()
