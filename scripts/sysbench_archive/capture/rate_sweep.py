"""Latency at load: each server's own capacity first, then shares of it offered with --rate.

Capacity is the median of events a second in the runs without a rate. A share below one event a
second is refused, because sysbench takes 0 for no rate at all. sysbench measures latency from the
moment an event was due, its time in the queue included, and gives up where the queue is full.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from sysbench_archive.capture.campaign import Campaign
from sysbench_archive.capture.plan import (
    OfferedLoad,
    Plan,
    RefusalError,
)
from sysbench_archive.statistics import median
from sysbench_archive.sysbench.report import parse_reports

PERCENTS = (10, 20, 30, 40, 50, 60, 70, 80, 90)
_RATE = "--rate=$rate"
OPTIONS = (_RATE, "--histogram=on", "--percentile=99")
QUEUE_FULL = "The event queue is full"
"""What sysbench says where a server cannot keep up with the rate."""


def percents_of(text: str) -> tuple[int, ...]:
    """Shares out of a list with commas, in ascending order. RefusalError where they are none."""
    if text == "all":
        return PERCENTS
    try:
        found = tuple(sorted(int(word) for word in text.split(",")))
    except ValueError:
        raise RefusalError("--rate-sweep", "not percentages with commas", repr(text)) from None
    if len(set(found)) != len(found) or not 1 <= found[0] <= found[-1] <= 200:
        raise RefusalError("--rate-sweep", "not possible", repr(text), "each once, from 1 to 200")
    return found


def with_rate_sweep(plan: Plan, percents: Sequence[int]) -> Plan:
    """The plan with a workload a share after each workload. RefusalError where it cannot be."""
    if len(plan.threads) > 1:
        raise RefusalError(
            "--rate-sweep",
            "several numbers of threads",
            got=", ".join(map(str, plan.threads)),
            expected="one",
            hint="name as many threads as the load may need at once; capture again for others",
        )
    taken = [word for each in plan.workloads for word in each.options if "--rate" in word]
    if taken:
        raise RefusalError("workloads", "an option names a rate already", got=taken[0])
    offered = [
        replace(
            workload,
            id=f"{workload.id}-at-{percent}",
            options=(*workload.options, *OPTIONS),
            offered=OfferedLoad(workload.id, percent),
        )
        for workload in plan.workloads
        for percent in percents
    ]
    return replace(plan, workloads=(*plan.workloads, *offered))


def rate_of(campaign: Campaign, offered: OfferedLoad, server: str, threads: int) -> int | str:
    """The rate of a load in whole transactions a second, or why there is none."""
    capacity = _capacity(campaign, offered.capacity_of, server, threads)
    if capacity is None:
        return f"no run of {offered.capacity_of} measured the capacity of {server}"
    rate = round(capacity * offered.percent / 100)
    return rate or f"{offered.percent} % of {capacity:.2f} transactions a second is less than one"


def _capacity(campaign: Campaign, workload: str, server: str, threads: int) -> float | None:
    """Median throughput of the runs that count; parsed from what they printed."""
    files = [
        run["file"]
        for run in campaign.state.runs
        if (run["workload"], run["server"], run["threads"]) == (workload, server, threads)
        and "failed" not in run
    ]
    reports = [parse_reports((campaign.folder / file).read_bytes())[0] for file in files]
    rates = [
        report.total_events / report.duration_s
        for report in reports
        if report.total_events and report.duration_s
    ]
    return median(rates) if rates else None


def with_rate(words: Sequence[str], rate: int) -> list[str]:
    """The words of a run with its rate in place of the placeholder."""
    return [f"--rate={rate}" if word == _RATE else word for word in words]
