"""What set the pace of a run: one rule at a time."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from sysbench_archive.derive.bottleneck import Sight, bottleneck
from sysbench_archive.derive.telemetry import bound_of, sight_of

IDLE = Sight(
    threads=16, seconds=10, cpus=4, shared=True, reads=True,
    server_cpu_s=8, client_cpu_s=4, steal_percent=0, disk_mib=1, transactions=10_000,
)  # fmt: skip
FULL = replace(IDLE, server_cpu_s=26, client_cpu_s=10)
FAR = replace(IDLE, shared=False)


@pytest.mark.parametrize(
    ("sight", "label"),
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
def test_the_first_rule_that_holds_counts(sight: Sight, label: str) -> None:
    assert bottleneck(sight) == label


@pytest.mark.parametrize(
    "absent", ["server_cpu_s", "client_cpu_s", "cpus", "disk_mib", "transactions"]
)
def test_nothing_is_said_of_what_was_not_recorded(absent: str) -> None:
    assert bottleneck(replace(IDLE, **{absent: None})) == ""


def test_a_server_far_away_is_full_without_its_client() -> None:
    assert replace(FULL, shared=False).busy == 26 / 40
    assert FULL.busy == 36 / 40


def run(server_cpu: float, threads: int = 16, steal: float = 0.0) -> dict[str, Any]:
    told = {"server_cpu_s": server_cpu, "client_cpu_s": 10.0, "steal_percent": steal}
    return {
        "server": {"id": "s"},
        "workload": {"id": "w"},
        "threads": threads,
        "figures": {"duration_s": {"value": 10.0}, "transactions": {"value": 1000}},
        "facts": [
            {"name": f"telemetry.{name}", "value": str(value), "state": "stated"}
            for name, value in told.items()
        ],
    }


def result(placement: Any = "same-host", **server: str) -> dict[str, Any]:
    known = {"cpu_threads": "4", **server}
    return {"conditions": {"servers": {"s": known}, "workloads": {"w": {"placement": placement}}}}


def test_a_cell_has_the_label_of_most_of_its_runs() -> None:
    assert bound_of(result(), [run(26), run(26), run(1, steal=9)], reads=True) == "server CPU"
    assert bound_of(result(), [run(26), run(1, steal=9)], reads=True) == ""
    assert bound_of(result(), [], reads=True) == ""


def test_fewer_processors_may_be_allowed_than_there_are() -> None:
    limited = sight_of(result(cpu_limit="2"), run(26), reads=True)
    free = sight_of(result(cpu_limit="none stated"), run(26), reads=True)
    assert limited is not None
    assert free is not None
    assert (limited.cpus, free.cpus) == (2.0, 4.0)


def test_without_telemetry_or_placement_nothing_is_seen() -> None:
    assert sight_of(result(), run(26) | {"facts": []}, reads=True) is None
    assert sight_of(result({"state": "unrecorded"}), run(26), reads=True) is None
    assert sight_of(result(), run(26) | {"figures": {}}, reads=True) is None
