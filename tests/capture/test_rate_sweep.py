"""Shares of a capacity: what is refused, and which rate a run gets."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from small_campaigns import campaign_in

from sysbench_archive.capture.campaign import Campaign
from sysbench_archive.capture.invocation import run_words
from sysbench_archive.capture.plan import (
    Access,
    OfferedLoad,
    Plan,
    RefusalError,
    ServerPlan,
    percents_of,
    with_rate_sweep,
    workload_plan,
)
from sysbench_archive.capture.turn import rate_of, with_rate

READ_ONLY = workload_plan("oltp_read_only")
PLAN = Plan((ServerPlan(Access(socket="/s")),), (READ_ONLY,), (4,), 3, 10, 1, 1, 0)
REPORT = """\
sysbench 1.0.20 (using system LuaJIT 2.1.0-beta3)
Running the test with following options:
Number of threads: 4
General statistics:
    total time:                          10.0000s
    total number of events:              {events}
Latency (ms):
         min:                                    1.00
"""


def measured(folder: Path, plan: Plan, *events: int, **fields: Any) -> Campaign:
    """A campaign whose capacity runs had so many events in ten seconds."""
    (folder / "raw").mkdir()
    runs = []
    for number, count in enumerate(events):
        file = f"raw/r{number}.txt"
        (folder / file).write_text(REPORT.format(events=count))
        run = {"server": "mysql", "workload": "oltp-read-only", "threads": 4, "file": file}
        runs.append(run | fields)
    return campaign_in(folder, plan, runs=runs, servers={"0": {"id": "mysql"}})


@pytest.mark.parametrize("text", ["", "ten", "10,10", "0", "50,201", "10;20", "5.5"])
def test_shares_that_cannot_be_are_refused(text: str) -> None:
    with pytest.raises(RefusalError, match="--rate-sweep: not p"):
        percents_of(text)


def test_shares_ascend() -> None:
    assert percents_of("90,10,50") == (10, 50, 90)


def test_a_sweep_takes_one_number_of_threads_and_no_rate_of_its_own() -> None:
    several = re.escape("several numbers of threads (got 4, 8, expected one)")
    with pytest.raises(RefusalError, match=several):
        with_rate_sweep(replace(PLAN, threads=(4, 8)), (10,))
    paced = replace(READ_ONLY, options=("--rate=5",))
    with pytest.raises(RefusalError, match="names a rate already"):
        with_rate_sweep(replace(PLAN, workloads=(paced,)), (10,))


def test_the_rate_is_a_share_of_the_median_of_the_runs_that_count(tmp_path: Path) -> None:
    sweep = with_rate_sweep(PLAN, (50,))
    campaign = measured(tmp_path, sweep, 10_000, 30_000, 12_000)
    assert rate_of(campaign, OfferedLoad("oltp-read-only", 50), "mysql", 4) == 600
    words = ["--threads=4", *sweep.workloads[1].options]
    assert with_rate(words, 600) == [
        "--threads=4", "--rate=600", "--percentile=99"
    ]  # fmt: skip


def test_a_histogram_is_asked_for_but_of_slices_and_counts() -> None:
    def asks(plan: Plan, place: int = 0) -> bool:
        return "--histogram=on" in run_words(plan, plan.workloads[place], 4)

    assert asks(PLAN)
    sliced = with_rate_sweep(replace(PLAN, slices=1), (50,))
    assert (asks(sliced), asks(sliced, 1)) == (False, True)
    assert not asks(replace(PLAN, count="instructions"))


def test_without_a_capacity_there_is_no_rate(tmp_path: Path) -> None:
    campaign = measured(tmp_path, with_rate_sweep(PLAN, (50,)), 10_000, failed="it broke off")
    assert rate_of(campaign, OfferedLoad("oltp-read-only", 50), "mysql", 4) == (
        "no run of oltp-read-only measured the capacity of mysql"
    )


def test_a_share_below_one_a_second_is_no_rate(tmp_path: Path) -> None:
    """sysbench takes --rate=0 for no rate at all."""
    campaign = measured(tmp_path, with_rate_sweep(PLAN, (1,)), 90)
    assert rate_of(campaign, OfferedLoad("oltp-read-only", 1), "mysql", 4) == (
        "1 % of 9.00 transactions a second is less than one"
    )
