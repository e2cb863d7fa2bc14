"""What set the pace of a run: one rule at a time."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from derived_records import run_record
from sysbench_archive.derive.bottleneck import (
    Observation,
    bottleneck,
    observe,
    shared_bottleneck,
)
from sysbench_archive.model.base import FigureValue
from sysbench_archive.model.bundle import Bundle, Client, Host, Run, Server, Workload
from sysbench_archive.sysbench.command import parse_command

IDLE = Observation(
    threads=16, seconds=10, cpus=4, shared=True, reads=True,
    server_cpu_s=8, client_cpu_s=4, steal_percent=0, disk_mib=1, transactions=10_000,
)  # fmt: skip
FULL = replace(IDLE, server_cpu_s=26, client_cpu_s=10)
FAR = replace(IDLE, shared=False)


@pytest.mark.parametrize(
    ("observation", "label"),
    [
        (replace(FULL, steal_percent=5.0), "throttled"),
        (replace(FULL, steal_percent=4.9), "server CPU"),
        (replace(FULL, server_cpu_s=15, client_cpu_s=21), "client"),
        (replace(IDLE, threads=1, client_cpu_s=9), "client"),
        (replace(IDLE, threads=1, client_cpu_s=8.9), ""),
        (FULL, "server CPU"),
        (replace(FULL, server_cpu_s=23), ""),
        (replace(FAR, server_cpu_s=26, client_cpu_s=10), ""),
        (replace(FAR, server_cpu_s=36, client_cpu_s=100), "server CPU"),
        (replace(IDLE, disk_mib=40), "disk"),
        (replace(IDLE, disk_mib=40, threads=2), ""),
        (replace(IDLE, disk_mib=39), ""),
        (replace(IDLE, disk_mib=5), ""),
        (replace(IDLE, disk_mib=4.8), "lock"),
        (IDLE, "lock"),
        (FAR, "network"),
        (replace(FAR, reads=False), ""),
        (replace(IDLE, threads=3), ""),
    ],
)
def test_the_first_rule_that_holds_counts(observation: Observation, label: str) -> None:
    assert bottleneck(observation) == label


@pytest.mark.parametrize(
    "absent", ["server_cpu_s", "client_cpu_s", "cpus", "disk_mib", "transactions"]
)
def test_nothing_is_said_of_what_was_not_recorded(absent: str) -> None:
    assert bottleneck(replace(IDLE, **{absent: None})) == ""


def test_a_server_far_away_is_full_without_its_client() -> None:
    assert replace(FULL, shared=False).busy == 26 / 40
    assert FULL.busy == 36 / 40


TELEMETRY = {"server_cpu_s": 26.0, "client_cpu_s": 10.0, "steal_percent": 0.0}
FIGURES = {"duration_s": FigureValue(10.0, None), "transactions": FigureValue(1000, None)}


def observed(
    placement: str = "same-host", facts: Any = None, figures: Any = None, **cpu: Any
) -> Observation | None:
    """A run at 16 threads on a host with four hardware threads."""
    command = parse_command("sysbench oltp_read_only run")
    run = Run(
        "r", "s", "w", 16, None, None, None, None,
        FIGURES if figures is None else figures,
        {"telemetry": TELEMETRY} if facts is None else facts, {},
    )  # fmt: skip
    bundle = Bundle(
        "b", "b", "raw-output", "B", {}, {"h": Host("h", {"cpu": {"threads": 4, **cpu}})},
        {"s": Server("s", "mysql", "8.0.36", None, "pinned", "h", {})},
        {"c": Client("c", "h", "1.0.20", placement, {})},
        {"w": Workload("w", "W", "c", command, {}, {})}, (run,), {}, {}, {}, {},
    )  # fmt: skip
    return observe(bundle, run)


def test_a_run_is_seen_as_telemetry_saw_it() -> None:
    assert observed() == Observation(
        threads=16, seconds=10.0, cpus=4, shared=True, reads=True, server_cpu_s=26.0,
        client_cpu_s=10.0, steal_percent=0.0, disk_mib=None, transactions=1000,
    )  # fmt: skip


def test_what_was_read_and_written_adds_up() -> None:
    moved = TELEMETRY | {"disk_read_mib": 2.5, "disk_written_mib": 1}
    seen = observed(facts={"telemetry": moved})
    assert seen is not None
    assert seen.disk_mib == 3.5


def test_fewer_processors_may_be_allowed_than_there_are() -> None:
    limited, free = observed(limit_cpus=2.5), observed(limit_cpus={"unavailable": "no cgroup"})
    assert limited is not None
    assert free is not None
    assert (limited.cpus, free.cpus) == (2.5, 4)


def test_cores_count_where_hardware_threads_are_not_recorded() -> None:
    seen = observed(threads="unrecorded", cores=2)
    assert seen is not None
    assert seen.cpus == 2


def test_without_telemetry_duration_or_placement_nothing_is_seen() -> None:
    assert observed(facts={}) is None
    assert observed(placement="unrecorded") is None
    assert observed(figures={}) is None
    assert observed(figures={"duration_s": FigureValue(0.0, None)}) is None


def test_a_cell_has_the_label_of_most_of_its_runs() -> None:
    def cell(*labels: Any) -> str:
        return shared_bottleneck(run_record(str(n), bottleneck=b) for n, b in enumerate(labels))

    assert cell("server CPU", "server CPU", "throttled") == "server CPU"
    assert cell("server CPU", "throttled") == ""
    assert cell("server CPU", "", "") == ""
    assert cell("server CPU", None, None) == "server CPU"
    assert cell() == ""
