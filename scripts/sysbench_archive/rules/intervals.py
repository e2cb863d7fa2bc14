"""What the other lines of a report say of its summary: interval lines, and fairness of threads.

Measured on 7,421 whole reports of sysbench 0.4 to 1.1, published ones and our own: the means of a
thread times the threads were the counts to the last digit printed; interval lines held at most
0.08 % more than the summary, and what they left open (the time behind the last line at their
fastest pace) was never more than 0.9 % too short; the percentile of a run lay between those of its
intervals. One log broke the first law: it was edited for a test. Of 347 with the queries of each
interval and no error, no interval had queries of other transactions than those it counted, a
transaction a thread apart that was going on. Released versions of 1.0 and 1.1 print percentiles
that are edges of their histogram's buckets, in all of 688 reports and 7,250 interval lines.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise
from operator import sub

from sysbench_archive.model.bundle import Bundle, Run
from sysbench_archive.problems import RULES, Problem, Rule, got_expected
from sysbench_archive.rules.arithmetic import BUCKET
from sysbench_archive.rules.places import Fault, numbered_reports, numbered_runs, of_runs
from sysbench_archive.sysbench.report import BUCKET_WIDTH, LOWEST_MS, Report
from sysbench_archive.verdicts.settled import STRETCHES

INTERVALS = RULES["counters-intervals"]
STALL = RULES["counters-stall"]
FAIRNESS = RULES["counters-fairness"]
SERIES = RULES["series-rows"]
PERCENTILE = RULES["counters-percentile"]

FEWEST_LINES = 5
MOST_OVER, MOST_UNDER = 0.003, 0.02
"""Shares of the summary by which interval lines may lie above and below it."""
LATE_S = 0.05
"""On a busy machine a line is printed so late, and the next covers less time at another rate."""
_RELEASED = re.compile(r"1\.[01]\.[0-9]")
STALLED = 0.05
"""In a stall an interval has less than this share of the transactions of the fastest one."""
PRINTED_EVENTS, PRINTED_S, PRINTED_MS = 0.00005, 0.00005, 0.005
"""Half a unit of the last digit: of a thread's events and seconds, of a sum of latencies."""


def check(bundle: Bundle) -> Iterator[Problem]:
    """Look at every run with a whole report, and at those whose interval lines are missing."""
    yield from of_runs(bundle, numbered_reports(bundle), _faults)
    if bundle.evidence == "linked-output":
        yield from of_runs(bundle, numbered_runs(bundle), _missing)


def _missing(bundle: Bundle, run: Run) -> Iterator[Fault]:
    """A run without the lines that its command asks for; nobody could tell whether it settled.

    Fewer lines than that takes are not missed. Where no transactions are counted sysbench prints
    lines of zero, which say nothing. Output may be published without them, which `notes` say then.
    """
    command = run.command or bundle.workloads[run.workload].command
    told = command and command.parameters.get("report_interval")
    seconds = str(told.value) if told else ""
    if run.series or "notes" in run.facts or not seconds.isdigit() or not int(seconds):
        return
    tps, duration = (run.figures.get(name) for name in ("tps", "duration_s"))
    if tps and tps.value > 0 and (duration is None or duration.value >= STRETCHES * int(seconds)):
        message = f"run {run.id!r}: --report-interval={seconds}, and no row of series.csv"
        yield SERIES, "", f"{message}; where the output has no such lines, its notes say so"


def _faults(_: Bundle, run: Run) -> Iterator[Fault]:
    if run.report and run.figures:
        for rule, message in faults(run.report, run):
            yield rule, "/file", f"run {run.id!r}: {message}"


Broken = Iterator[tuple[Rule, str]]
"""Laws that a report breaks, each with its sentence."""


def faults(report: Report, run: Run) -> Broken:
    """Every law the lines of a report break."""
    yield from _fairness(report, report.threads or run.threads)
    yield from _threads(report, report.threads or run.threads)
    yield from _edges(report)
    if step := _step(report):
        yield from _queries(report, step)
        rule = STALL if _stalls(report) else INTERVALS
        yield from ((rule, message) for message in _sums(report, step))
        yield from ((rule, message) for message in _percentiles(report))


def _threads(report: Report, threads: int) -> Broken:
    """The lines begin with all threads of the run; those of its end may have fewer."""
    seen = [line.threads for line in report.intervals if line.threads is not None]
    if seen and (max(seen) > threads or (len(seen) > 1 and max(seen) < threads)):
        message = "the interval lines have other threads than the run"
        yield INTERVALS, got_expected(message, max(seen), threads)


def _stalls(report: Report) -> bool:
    """Whether the server stood still for a while."""
    rates = [line.tps for line in report.intervals if line.tps is not None]
    return bool(rates) and 0 <= min(rates) < STALLED * max(rates)


def _fairness(report: Report, threads: int) -> Broken:
    if report.fairness is None:
        return
    events, seconds = (value * threads for value in report.fairness)
    if report.total_events is not None:
        slack = 2 * PRINTED_EVENTS * threads + 1e-6 * events
        if abs(events - report.total_events) > slack:
            message = "total number of events is not events of a thread x threads"
            told = got_expected(message, report.total_events, f"about {events:.2f}")
            yield FAIRNESS, told
    total = report.latency_ms.sum if report.latency_ms else None
    if total is not None:
        slack = 2 * (1000 * PRINTED_S * threads + PRINTED_MS)
        if abs(1000 * seconds - total) > slack:
            message = "sum of latencies is not execution time of a thread x threads"
            yield FAIRNESS, got_expected(message, total, f"about {1000 * seconds:.2f}")


def _step(report: Report) -> int | None:
    """Seconds between interval lines, None where they are too few, uneven, or not of all the run.

    Checkpoints and a warm-up leave a summary of another stretch of time.
    """
    if len(report.intervals) < FEWEST_LINES or not report.duration_s or report.warmup_s:
        return None
    if any("checkpoint" in warning or "interval line" in warning for warning in report.warnings):
        return None
    times = [line.t for line in report.intervals]
    steps = set(map(sub, times[1:], times))
    return steps.pop() if steps == {times[0]} else None


def _sums(report: Report, step: int) -> Iterator[str]:
    """Rates times their seconds against the count, the end behind the last line left open."""
    open_s = max(0.0, (report.duration_s or 0.0) - report.intervals[-1].t)
    for field, count in (("tps", report.transactions), ("qps", report.queries)):
        printed = [getattr(line, field) for line in report.intervals]
        rates = [rate for rate in printed if rate is not None]
        if not count or len(rates) < len(printed):
            continue
        held = step * sum(rates)
        late = LATE_S * sum(abs(one - other) for one, other in pairwise(rates))
        slack = late + 2 * (report.threads or 1)
        least = held - MOST_OVER * count - slack
        most = held + open_s * max(rates) + MOST_UNDER * count + slack
        if not least <= count <= most:
            message = f"{field} of the interval lines does not add up to the summary"
            yield got_expected(message, f"{held:.0f}", f"about {count}")


def _percentiles(report: Report) -> Iterator[str]:
    latency = report.latency_ms
    seen = [line.latency_ms for line in report.intervals if line.latency_ms is not None]
    if latency is None or len(seen) < len(report.intervals):
        return
    low, high = min(seen) / BUCKET, max(seen) * BUCKET
    value = latency.percentile_value
    if value is not None and not low - PRINTED_MS <= value <= high + PRINTED_MS:
        message = f"percentile {latency.percentile} is not between those of the interval lines"
        yield got_expected(message, value, f"{min(seen)} to {max(seen)}")
    if latency.max is not None and max(seen) > BUCKET * latency.max + PRINTED_MS:
        message = "an interval line has a percentile above the maximum"
        yield got_expected(message, max(seen), f"at most {latency.max}")


def _queries(report: Report, step: int) -> Broken:
    """Queries of an interval are those of its transactions, where nothing was tried again."""
    if not report.transactions or report.queries is None or report.threads is None:
        return
    if report.ignored_errors or report.reconnects or report.ignored_errors is None:
        return
    each = report.queries / report.transactions
    slack = 2 * each * report.threads / step + PRINTED_MS * (1 + each)
    for line in report.intervals:
        if line.tps is not None and line.qps is not None and not line.errors_per_s:
            expected = each * line.tps
            if abs(line.qps - expected) > slack + 1e-4 * expected:
                message = f"qps at {line.t} s is not {each:g} for each transaction"
                yield INTERVALS, got_expected(message, line.qps, f"about {expected:.2f}")
                return


def _edges(report: Report) -> Broken:
    """Percentiles as sysbench rounds them, where its version is known to."""
    latency = report.latency_ms
    if latency is None or not _RELEASED.match(report.sysbench_version or ""):
        return
    printed = (latency.percentile_value, *(line.latency_ms for line in report.intervals))
    for value in dict.fromkeys(printed):
        if value is not None and value > 0 and abs(bucket_edge(value) - value) > PRINTED_MS + 1e-4:
            nearest = f"{bucket_edge(value):.2f}, the edge of a bucket"
            yield PERCENTILE, got_expected("not a percentile", value, nearest)
            return


@lru_cache(10_000)
def bucket_edge(value: float) -> float:
    """The percentile in milliseconds that sysbench prints for a latency near this one."""
    place = round(math.log(value / LOWEST_MS) / BUCKET_WIDTH)
    return LOWEST_MS * math.exp(place * BUCKET_WIDTH)
