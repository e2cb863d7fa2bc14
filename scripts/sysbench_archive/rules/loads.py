"""Latency at load: a rate is the stated share of a measured capacity, a histogram is complete."""

from __future__ import annotations

from collections.abc import Iterator

from sysbench_archive.model.bundle import Bundle, Run
from sysbench_archive.problems import RULES, Problem, got_expected
from sysbench_archive.rules.places import in_document, in_file, numbered_runs
from sysbench_archive.statistics import median
from sysbench_archive.sysbench.report import histogram_doubt

RATE = RULES["load-rate"]
MISSING = RULES["load-capacity"]
HISTOGRAM = RULES["load-histogram"]
_SLACK = 0.01
"""As a share of the rate; rounding to whole events a second comes on top."""


def check(bundle: Bundle) -> Iterator[Problem]:
    """Look at the rate of every run of an offered load, and at every histogram."""
    capacities: dict[tuple[str, str, int], list[float]] = {}
    for run in bundle.runs:
        if (throughput := run.events_per_s) is not None:
            capacities.setdefault((run.workload, run.server, run.threads), []).append(throughput)
    for pointer, run in numbered_runs(bundle):
        load = bundle.workloads[run.workload].facts.get("offered_load")
        if load:
            known = capacities.get((load["capacity_of"], run.server, run.threads), [])
            yield from _load_problems(bundle, pointer, run, load["percent"], known)
        yield from _histogram_problems(bundle, run)


def _load_problems(
    bundle: Bundle, pointer: str, run: Run, percent: int, capacities: list[float]
) -> Iterator[Problem]:
    rate = run.report.target_rate if run.report else None
    if rate is None:
        return
    if not capacities:
        message = f"no run measured the capacity that the rate of run {run.id!r} is a share of"
        yield in_document(bundle, MISSING, pointer, message)
        return
    wanted = median(capacities) * percent / 100
    if abs(rate - wanted) > 1 + _SLACK * wanted:
        expected = f"about {wanted:.0f}, {percent} % of the capacity"
        message = got_expected(f"run {run.id!r} was offered another load", rate, expected)
        yield in_document(bundle, RATE, pointer, message)


def _histogram_problems(bundle: Bundle, run: Run) -> Iterator[Problem]:
    report = run.report
    if report is None or run.failed or not report.complete or not report.histogram or not run.file:
        return
    latency = report.latency_ms
    printed = (latency.percentile, latency.percentile_value) if latency else (None, None)
    doubt = histogram_doubt(report.histogram, report.total_events, *printed)
    if doubt:
        message = f"run {run.id!r}: {doubt}"
        yield in_file(bundle, HISTOGRAM, run.file, message, line=report.first_line)
