"""Runs whose instructions were counted: the counts are there, add up, and are of the same events.

A count that holds instructions of other work, or of a run that is not beside it, is an error that
no figure shows.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sysbench_archive.counters.evidence import Count, agreement_percent, path_lengths
from sysbench_archive.model.bundle import Bundle, Run
from sysbench_archive.problems import RULES, Problem, got_expected
from sysbench_archive.rules.places import Fault, in_document, numbered_runs, of_runs
from sysbench_archive.rules.runs import typed
from sysbench_archive.sysbench.report import Report

ABSENT = RULES["count-missing"]
UNSTATED = RULES["count-unstated"]
SUM = RULES["count-sum"]
EVENTS = RULES["count-events"]
CLIENTS = RULES["count-clients"]
AGREEMENT = RULES["count-agreement"]
MIXED = RULES["count-mixed"]
_TOLERANCE = 0.001
"""Percent by which a stated agreement may be off: it is rounded to three decimals."""


def check(bundle: Bundle) -> Iterator[Problem]:
    """Look at every run that counts, and at every evidence file that holds counts."""
    yield from of_runs(bundle, numbered_runs(bundle), _run_faults)
    counting: dict[str, set[bool]] = {}
    for run in bundle.runs:
        counting.setdefault(run.workload, set()).add("count" in run.facts)
    for index, workload in enumerate(bundle.facts["workloads"]):
        if len(counting.get(workload["id"], ())) > 1:
            message = f"workload {workload['id']!r} has runs of both kinds"
            yield in_document(bundle, MIXED, f"/workloads/{index}", message)


def _run_faults(bundle: Bundle, run: Run) -> Iterator[Fault]:
    told = f"run {run.id!r}: "
    stated = run.facts.get("count")
    if stated is None:
        if run.counts:
            message = f"{told}its file holds {len(run.counts)} counts, and it states none"
            yield UNSTATED, "/file", message
        return
    if stated["tool"] == "callgrind" and run.threads != 1:
        yield CLIENTS, "/threads", got_expected(f"{told}several clients", run.threads, "1")
    if run.failed:
        return
    faults = list(_presence_faults(stated["version"], stated["counts"], run.counts))
    yield from ((ABSENT, "/count", f"{told}{message}") for message in faults)
    for rule, place, message in () if faults else _content_faults(bundle, run):
        yield rule, place, f"{told}{message}"


def _presence_faults(version: str, number: int, counts: Sequence[Count]) -> Iterator[str]:
    numbers = [count.number for count in counts]
    if numbers != list(range(1, number + 1)):
        listed = ", ".join(map(str, numbers)) or "none"
        yield got_expected("other counts in its file", listed, f"1 to {number}")
    for count in counts:
        if not count.instructions:
            yield f"count {count.number} has no instructions"
        elif count.tool != version:
            message = f"count {count.number} is of another tool"
            yield got_expected(message, count.tool or "none", version)
        for line, text in count.faults[:1]:
            yield f"line {line} is none of a count: {text[:80]!r}"


def _content_faults(bundle: Bundle, run: Run) -> Iterator[Fault]:
    last, stated = run.counts[-1], run.facts["count"]
    spent = sum(f.instructions for f in last.functions)
    if last.functions and spent != last.instructions:
        message = f"functions of count {last.number} do not add up to its threads"
        yield SUM, "/file", got_expected(message, spent, last.instructions)
    for message in _event_faults(bundle, run):
        yield EVENTS, "/file", message
    if len(run.counts) > 1:
        queries = (run.report and run.report.queries) or 0
        found = round(agreement_percent(path_lengths(run.counts, queries)), 3)
        if abs(stated.get("agreement_percent", -1) - found) > _TOLERANCE:
            got = stated.get("agreement_percent", "none")
            message = got_expected("another agreement of the last two counts", got, found)
            yield AGREEMENT, "/count", message


def _event_faults(bundle: Bundle, run: Run) -> Iterator[str]:
    reports: Sequence[Report] = bundle.reports.get(run.file or "", ())
    wanted = typed(run.command, "events")
    if not isinstance(wanted, int):
        yield "its command has no --events"
        return
    if len(reports) != len(run.counts):
        yield got_expected("not a report for each count", len(reports), len(run.counts))
    elif run.facts.get("report", 0) != len(reports) - 1:
        got, expected = run.facts.get("report", 0), len(reports) - 1
        yield got_expected("its report is not that of the last count", got, expected)
    for report in reports:
        if report.total_events != wanted:
            message = f"report {report.index} has other events than the command"
            yield got_expected(message, report.total_events, wanted)
            return
