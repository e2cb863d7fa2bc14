"""The arithmetic of figures, from a report or published: rates, sums, latency, a closed loop."""

from __future__ import annotations

from collections.abc import Iterator

from sysbench_archive.model.bundle import Bundle, Run
from sysbench_archive.problems import RULES, Problem, Rule, got_expected
from sysbench_archive.rules.arithmetic import Kind, clock_of, faults
from sysbench_archive.rules.places import in_document, in_figures, numbered_reports
from sysbench_archive.rules.queries import query_faults
from sysbench_archive.rules.runs import bounds_of

RATE = RULES["counters-rate"]
SUM = RULES["counters-sum"]
LATENCY = RULES["counters-latency"]

_BY_KIND: dict[Kind, Rule] = {"rate": RATE, "sum": SUM, "latency": LATENCY}


def check(bundle: Bundle) -> Iterator[Problem]:
    """Look at the figures of every run."""
    for pointer, run in numbered_reports(bundle):
        if run.report is None:
            for metric, message in _messages(bundle, run):
                yield in_figures(bundle, ARITHMETIC, run, metric=metric, message=message)
            continue
        clock_s = clock_of(run.report.duration_s, sliced="slices" in run.facts)
        broken = [(_BY_KIND[fault.kind], fault.message) for fault in faults(run.figures, clock_s)]
        broken += [(LATENCY, message) for message in _latency_sum(run, clock_s)]
        for rule, message in broken:
            yield in_document(bundle, rule, f"{pointer}/file", f"run {run.id!r}: {message}")


def _latency_sum(run: Run, clock_s: float) -> Iterator[str]:
    """The sum of latencies against mean and events, and against the threads' time.

    With `--rate` latencies include the time in the queue, so only the first holds.
    """
    report, latency = run.report, run.report.latency_ms if run.report else None
    if not run.figures or report is None or latency is None or latency.sum is None:
        return
    if latency.avg is not None and report.total_events:
        mean = latency.sum / report.total_events
        if abs(mean - latency.avg) > 0.006 + 0.0002 * latency.avg:
            yield got_expected("mean latency is not sum / events", latency.avg, f"{mean:.2f}")
    if report.duration_s and not report.target_rate:
        most = 1.001 * (report.threads or run.threads) * 1000 * (report.duration_s + clock_s)
        if latency.sum > most:
            limit = f"at most {most:.0f}, threads x time"
            yield got_expected("latencies add up to more than there was", latency.sum, limit)


ARITHMETIC = RULES["published-arithmetic"]

LEAST, LOOSE, FAR = 0.2, 1.2, 20
"""Latency and throughput of a closed loop are loosely one figure: rounding and start-up stay within
the upper factor in real output, time outside of events within the lower."""


def _messages(bundle: Bundle, run: Run) -> Iterator[tuple[str, str]]:
    yield from ((fault.metric, fault.message) for fault in faults(run.figures))
    yield from query_faults(bundle, run)
    yield from _closed_loop(run)
    yield from _duration(bundle, run)


def _closed_loop(run: Run) -> Iterator[tuple[str, str]]:
    """Each thread waits for its transaction: mean latency is about threads / tps (Little's law).

    A 95th percentile is at most 20 times the mean, and seldom less than a twentieth of it.
    """
    tps = run.figures["tps"].value if "tps" in run.figures else 0
    if not tps or (run.command and "rate" in run.command.parameters):
        return
    mean, expected = run.figures.get("latency_avg_ms"), 1000 * run.threads / tps
    p95 = run.figures.get("latency_p95_ms")
    if mean and not LEAST * expected - 0.01 <= mean.value <= LOOSE * expected + 0.01:
        message = "latency_avg_ms is not threads / tps"
        yield "latency_avg_ms", got_expected(message, mean.value, f"about {expected:.2f}")
    if p95 and not mean and not expected / FAR - 0.01 <= p95.value <= FAR * LOOSE * expected + 0.01:
        message = "latency_p95_ms does not fit threads / tps, the mean latency"
        told = f"within {FAR} times {expected:.2f}"
        yield "latency_p95_ms", got_expected(message, p95.value, told)


def _duration(bundle: Bundle, run: Run) -> Iterator[tuple[str, str]]:
    client = bundle.clients[bundle.workloads[run.workload].client]
    bounds = bounds_of(run.command.text, client.sysbench) if run.command else None
    if bounds and "duration_s" in run.figures:
        duration = run.figures["duration_s"].value
        if not bounds.least <= duration <= bounds.most:
            expected = f"{bounds.least:.1f} to {bounds.most:.1f}"
            message = "duration_s is not the command's"
            yield "duration_s", got_expected(message, duration, expected)
