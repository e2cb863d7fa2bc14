"""Queries per transaction: what the options say against what was counted.

A transaction that meets an error is tried again, and its queries are counted again: reads = k x
(transactions + ignored errors) held in all of 1,620 published logs, where k x transactions did
not. Whether a retry repeats all of a transaction depends on where it failed, so counts outside
that are refused only where there was no error at all.

From 1.0 on a write that changes no row counts as other, so writes may be fewer and others more; a
forced shutdown leaves up to one unfinished transaction a thread, whose queries count.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Literal

from sysbench_archive.model.bundle import Bundle, Run
from sysbench_archive.problems import RULES, Problem, got_expected
from sysbench_archive.rules.arithmetic import errors
from sysbench_archive.rules.places import Fault, numbered_reports, of_runs
from sysbench_archive.sysbench.command import QueriesPerTransaction, expected_queries, parse_command

QUERIES = RULES["counters-queries"]
RETRIES = RULES["counters-retries"]

Side = Literal["both", "at most", "at least"]
_COUNTED: tuple[tuple[str, str, Side], ...] = (
    ("reads", "reads", "both"),
    ("writes", "writes", "at most"),
    ("others", "others", "at least"),
    ("queries", "total", "both"),
)
"""(figure, field of what is expected of one transaction, on which side it may not be off)."""


def check(bundle: Bundle) -> Iterator[Problem]:
    """Look at every run with a report."""
    return of_runs(bundle, numbered_reports(bundle), _faults)


def _faults(bundle: Bundle, run: Run) -> Iterator[Fault]:
    rule = RETRIES if errors(run.figures) else QUERIES
    for _, message in query_faults(bundle, run) if run.report else ():
        yield rule, "/file", f"run {run.id!r}: {message}"


def query_faults(bundle: Bundle, run: Run) -> Iterator[tuple[str, str]]:
    """(metric, sentence) for every count that does not follow from the command.

    A script that is stated to differ from sysbench's own may make other queries.
    """
    workload = bundle.workloads[run.workload]
    if not run.command or "transactions" not in run.figures or "script" in workload.facts:
        return
    printed = run.report.sysbench_version if run.report else None
    version = printed or bundle.clients[workload.client].sysbench
    transactions, expected = run.figures["transactions"].value, _expected(run.command.text, version)
    if expected is None or not transactions:
        return
    # A forced shutdown may have left transactions: at most one a thread.
    forced = run.command.parameters.get("forced_shutdown")
    unfinished = run.threads if forced and forced.value is not False else 0
    # What began before the last checkpoint ends behind it.
    begun = run.threads if run.report and "duration_s" in run.report.faults else 0
    most_done = transactions + errors(run.figures) + max(unfinished, begun)
    for metric, field, side in _COUNTED:
        each = getattr(expected, field)
        if each is None or metric not in run.figures:
            continue
        value, most = run.figures[metric].value, each * most_done
        least = each * max(0, transactions - begun)
        few, many = value < least and side != "at most", value > most and side != "at least"
        if few or many:
            message = f"{metric} is not {each} for each transaction"
            yield metric, got_expected(message, value, _range(side, least, most))


@lru_cache(10_000)
def _expected(command: str, version: str | None) -> QueriesPerTransaction | None:
    """Remembered, because all runs of a workload share one command."""
    return expected_queries(parse_command(command), version)


def _range(side: Side, least: float, most: float) -> str:
    if side != "both":
        return f"{side} {most if side == 'at most' else least}"
    return f"{least}" if least == most else f"{least} to {most}"
