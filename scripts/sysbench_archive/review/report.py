"""The report of a change, as a record that fits `schema/review-1.schema.json`.

Owns what is in it and in which order. Pure: states of bundles in, a bounded record out; the same
input gives the same bytes.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sysbench_archive.derive.cells import head_metric
from sysbench_archive.problems import Problem
from sysbench_archive.review.blockers import blockers
from sysbench_archive.review.bounds import (
    MAX_BUNDLES,
    MAX_BYTES,
    MAX_LISTED,
    MAX_PAGES,
    MAX_PROBLEMS,
    MAX_ROWS,
    MAX_RUNS,
    bounded,
    cut,
    fitting,
)
from sysbench_archive.review.completeness import completeness
from sysbench_archive.review.neighbours import neighbours
from sysbench_archive.review.pages import Change, Kind, figure_changes, page_changes
from sysbench_archive.review.repetitions import outliers

Record = dict[str, Any]
LATENCIES = ("latency_p95_ms", "latency_p99_ms", "latency_avg_ms")


@dataclass(frozen=True, slots=True)
class Changed:
    """A change of the archive.

    `base` is the commit it starts from, `curated` the pages of curated comparisons it touches,
    `others` results of bundles the change leaves alone, `code` how many files of the program,
    the templates or the schemas it touches, `fixable` the codes `check --fix` can mend.
    """

    base: str
    bundles: Sequence[Change]
    curated: Mapping[str, Kind]
    others: Sequence[Record]
    problems: Sequence[Problem]
    code: int
    fixable: frozenset[str]


def report(changed: Changed) -> Record:
    """The record; bundles at the end are left out, and counted, where it would grow too large."""
    listed = [_bundle(change, changed.others) for change in changed.bundles[:MAX_BUNDLES]]

    def whole(shown: Sequence[Record]) -> Record:
        return _record(changed, shown)

    kept = fitting(listed, lambda shown: len(as_json(whole(shown))), MAX_BYTES)
    return whole(listed[:kept])


def as_json(record: Record) -> bytes:
    """The file."""
    return f"{json.dumps(record, ensure_ascii=False, indent=1, allow_nan=False)}\n".encode()


def _record(changed: Changed, shown: Sequence[Record]) -> Record:
    kinds = [change.kind for change in changed.bundles]
    severities = [problem.severity for problem in changed.problems]
    problems = [_problem(problem, changed.fixable) for problem in _errors_first(changed.problems)]
    return {
        "review": 1,
        "base": changed.base,
        "added": kinds.count("added"),
        "changed": kinds.count("changed"),
        "removed": kinds.count("removed"),
        "errors": severities.count("error"),
        "warnings": severities.count("warning"),
        "code_files": changed.code,
        "problems": bounded(problems, MAX_PROBLEMS),
        "overview": bounded([_line(change) for change in changed.bundles], MAX_LISTED),
        "bundles": {"total": len(changed.bundles), "shown": list(shown)},
        "pages": bounded(page_changes(changed.bundles, changed.curated), MAX_PAGES),
        "figures": bounded(figure_changes(changed.bundles), MAX_ROWS),
    }


def _errors_first(problems: Sequence[Problem]) -> list[Problem]:
    return sorted(problems, key=lambda problem: (problem.severity, problem))


def _problem(problem: Problem, fixable: frozenset[str]) -> Record:
    return {
        "path": cut(problem.path),
        "line": problem.line,
        "pointer": cut(problem.pointer),
        "code": problem.code,
        "severity": problem.severity,
        "message": cut(problem.message),
        "hint": cut(problem.hint),
        "fix": problem.code in fixable,
    }


def _line(change: Change) -> Record:
    """A bundle in the list of all."""
    result = change.after.result if change.after else None
    score = completeness(result) if result else {"fields": 0, "recorded": 0}
    return {
        "id": cut(change.id, 200),
        "change": change.kind,
        "runs": len(result["runs"]) if result else 0,
        "servers": len(result["servers"]) if result else 0,
        "fields": score["fields"],
        "recorded": score["recorded"],
    }


def _bundle(change: Change, others: Sequence[Record]) -> Record:
    state = change.after or change.before
    readable = change.after is not None or (change.kind == "removed" and state is not None)
    head = {"id": change.id, "change": change.kind, "readable": readable}
    return head | (_details(state.result, others) if state and change.after else {})


def _details(result: Record, others: Sequence[Record]) -> Record:
    failed = sum(run["state"] == "failed" for run in result["runs"])
    return {
        "title": cut(result["title"]),
        "evidence": result["evidence"],
        "license": result["license"],
        "submitter": cut(result["submitter"]),
        "disclosure": cut(result["disclosure"]),
        "servers": bounded([cut(server["label"], 80) for server in result["servers"]], MAX_ROWS),
        "machines": bounded([cut(host["label"], 80) for host in result["hosts"]], MAX_ROWS),
        "failed": failed,
        "runs": bounded([_run(run) for run in sorted(result["runs"], key=_order)], MAX_RUNS),
        "completeness": completeness(result),
        "neighbours": bounded(neighbours(result, others), MAX_ROWS),
        "outliers": bounded(outliers(result), MAX_ROWS),
        "blockers": bounded(blockers(result), MAX_ROWS),
    }


def _order(run: Record) -> tuple[str, str, int, int]:
    """Siblings side by side, whatever order they ran in."""
    named = run["workload"]["id"], run["server"]["id"]
    return *named, run["threads"], run["repetition"] or 0


def _run(run: Record) -> Record:
    metric = head_metric([run])
    latency = next((name for name in LATENCIES if name in run["figures"]), None)
    return {
        "id": run["id"],
        "server": cut(run["server"]["label"], 80),
        "workload": cut(run["workload"]["label"], 120),
        "threads": run["threads"],
        "repetition": run["repetition"],
        "failed": cut(run["failed"], 120),
        "metric": metric,
        "value": _figure(run, metric),
        "latency_metric": latency,
        "latency": _figure(run, latency),
    }


def _figure(run: Record, metric: str | None) -> float | None:
    return run["figures"][metric]["value"] if metric else None
