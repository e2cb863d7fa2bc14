"""Latency at load: the histograms of repetitions merged, refused where a rate was not kept.

Percentiles are never averaged: the counts of all runs of a rate are added up, bucket by bucket, and
the percentile is read off the sum, as sysbench reads it off one run's. sysbench lets events arrive
by chance, so that their number scatters by its own square root; a load is refused where fewer were
answered than offered by more than 1 % and by more than three times that, or where its queue ran
full. A run that failed for another reason counts nowhere.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence

from sysbench_archive.model.base import CellRun, Span
from sysbench_archive.model.bundle import Bundle, Run
from sysbench_archive.model.offered_load import LoadPoint
from sysbench_archive.sysbench.report import Histogram, percentile
from sysbench_archive.sysbench.report.histogram import RANKS, known_percentiles
from sysbench_archive.words.numbers import with_sign

TOLERANCE = 0.01
"""What an achieved rate may miss its target by, as a share of it."""
SIGMAS = 3
QUEUE_FULL = "event queue is full"
"""In what sysbench says where a server cannot keep up with the rate."""


def load_points(bundle: Bundle) -> dict[str, list[LoadPoint]]:
    """Points by the workload that measured the capacity, by server, then ascending load."""
    found: dict[str, list[LoadPoint]] = {}
    for workload in bundle.workloads.values():
        load = workload.facts.get("offered_load")
        if not load:
            continue
        groups: dict[tuple[str, int, int], list[Run]] = {}
        for run in bundle.runs_of(workload.id):
            if run.report and run.report.target_rate:
                key = run.server, run.threads, run.report.target_rate
                groups.setdefault(key, []).append(run)
        for (server, threads, rate), runs in groups.items():
            point = _point(bundle.id, server, threads, load["percent"], rate, runs)
            found.setdefault(load["capacity_of"], []).append(point)
    order = {server: place for place, server in enumerate(bundle.servers)}
    for points in found.values():
        points.sort(key=lambda point: (order[point.server], point.threads, point.percent))
    return found


def _point(
    bundle: str, server: str, threads: int, percent: int, rate: int, runs: Sequence[Run]
) -> LoadPoint:
    ended = [run for run in runs if run.events_per_s is not None]
    histograms = [run.report.histogram for run in ended if run.report and run.report.histogram]
    refused = _refusal(rate, runs, ended)
    whole = not refused and len(histograms) == len(ended) > 0
    spans = percentile_spans(histograms) if whole else {}
    return LoadPoint(
        server=server,
        threads=threads,
        percent=percent,
        rate=rate,
        achieved=_pooled_rate(ended),
        queue_ms=_queue_ms(ended) if whole else None,
        p50_ms=spans.get("p50"),
        p95_ms=spans.get("p95"),
        p99_ms=spans.get("p99"),
        p999_ms=spans.get("p999"),
        refused=refused or ("" if whole else "a run kept no histogram"),
        runs=[
            CellRun(id=run.id, path=f"/results/{bundle}/{run.id}/", value=run.events_per_s or 0.0)
            for run in ended
        ],
    )


def _pooled_rate(runs: Iterable[Run]) -> float | None:
    """All events of some runs over all their seconds; None of none."""
    reports = [run.report for run in runs if run.report]
    seconds = math.fsum(report.duration_s or 0.0 for report in reports)
    return sum(report.total_events or 0 for report in reports) / seconds if seconds else None


def _queue_ms(runs: Iterable[Run]) -> float | None:
    """The mean wait in the queue, in milliseconds; None where the runs do not print its length."""
    runs = list(runs)
    lengths = [length for run in runs if run.report for length in run.report.queue]
    answered = _pooled_rate(runs)
    return 1000 * sum(lengths) / len(lengths) / answered if lengths and answered else None


def _refusal(rate: int, runs: Sequence[Run], ended: Sequence[Run]) -> str:
    """Why a load does not count; empty where the server kept up with it."""
    full = sum(QUEUE_FULL in (run.failed or "") for run in runs)
    if full:
        tried = full + len(ended)
        which = "the only run" if tried == 1 else f"{full} of {tried} runs"
        return f"{which} broke off, because the queue of events was full"
    if not ended:
        return "no run of it ended"
    achieved = _pooled_rate(ended) or 0.0
    seconds = math.fsum(run.report.duration_s or 0.0 for run in ended if run.report)
    allowed = max(TOLERANCE, SIGMAS / math.sqrt(max(rate * seconds, 1)))
    missed = achieved / rate - 1
    if abs(missed) <= allowed:
        return ""
    share = with_sign(100 * missed, ".1f")
    return f"{achieved:,.1f} of {rate:,} a second were answered, {share} %"


def percentile_spans(histograms: Sequence[Histogram]) -> dict[str, Span]:
    """What all histograms together tell, by name, and the lowest and highest of one of them."""
    merged: Counter[float] = Counter()
    for histogram in histograms:
        for value, count in histogram:
            merged[value] += count
    ordered = sorted(merged.items())
    found = {}
    for name, place in known_percentiles(ordered):
        own = [percentile(histogram, RANKS[name] / 1000) for histogram in histograms]
        found[name] = Span(low=min(own), middle=ordered[place][0], high=max(own))
    return found
