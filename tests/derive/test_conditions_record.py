"""The conditions of a result: where a dataset fits counts as recorded once sizes leave no doubt."""

from __future__ import annotations

import pytest

from sysbench_archive.comparability.fields import UNKNOWN
from sysbench_archive.derive.results import result_record
from sysbench_archive.model.bundle import Bundle, Client, Host, Run, Server, Workload
from sysbench_archive.model.comparability import Condition

HOST = {"machine": "m", "cpu": {}, "memory": {"size_mib": 4096}}


def residency(pools: dict[str, str], ran: str, stated: str = "unrecorded") -> Condition:
    """Residency of 1 GiB of data on servers with these buffer pools, on a host with 4 GiB."""
    servers = {
        name: Server(
            name, "mysql", "8.0.36", None, "pinned", "h",
            {"build": {}, "options": {"innodb_buffer_pool_size": pool}, "allocator": "unrecorded"},
        )
        for name, pool in pools.items()
    }  # fmt: skip
    dataset = {"size_mib": 1024, "residency": stated}
    work = {"command": "unrecorded", "prepare": "unrecorded", "dataset": dataset}
    clients = {"c": Client("c", "h", "1.0.20", "same-host", {})}
    bundle = Bundle(
        "b", "b", "raw-output", "B",
        {
            "submitted": "2026-01-15", "submitter": {"name": "Ada"}, "license": "CC-BY-4.0",
            "disclosure": "none", "hosts": [], "servers": [], "clients": [], "workloads": [],
        },
        {"h": Host("h", HOST)}, servers, clients,
        {"w": Workload("w", "W", "c", None, {}, work)},
        tuple(Run(name, name, "w", 1, None, None, None, None, {}, {}, {}) for name in ran),
        {}, {}, {}, {},
    )  # fmt: skip
    return result_record(bundle).conditions.workloads["w"]["residency"]


@pytest.mark.parametrize(
    ("pools", "ran", "place"),
    [
        ({"a": "2G"}, "a", "in-memory"),
        ({"a": "512M"}, "a", "cached"),
        ({"a": "1G"}, "a", UNKNOWN),
        ({"a": "2G", "b": "3G"}, "ab", "in-memory"),
        ({"a": "2G", "b": "512M"}, "ab", UNKNOWN),
        ({"a": "2G", "b": "512M"}, "a", "in-memory"),
        ({"a": "2G"}, "", UNKNOWN),
    ],
)
def test_a_dataset_is_where_all_servers_that_ran_had_it(
    pools: dict[str, str], ran: str, place: Condition
) -> None:
    assert residency(pools, ran) == place


def test_what_a_bundle_states_is_left_alone() -> None:
    assert residency({"a": "2G"}, "a", stated="io-bound") == "io-bound"
