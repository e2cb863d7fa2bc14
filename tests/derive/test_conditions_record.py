"""The conditions of a result: where a dataset fits counts as recorded once sizes leave no doubt."""

from __future__ import annotations

from typing import Any

import pytest

from sysbench_archive.derive.conditions import conditions_record
from sysbench_archive.model import Bundle, Client, Host, Run, Server, Workload

UNRECORDED = {"state": "unrecorded"}
HOST = {"machine": "m", "cpu": {}, "memory": {}}


def record(pools: dict[str, str], ran: str, stated: str = "unrecorded") -> Any:
    """Residency of 1 GiB of data on servers with these buffer pools, on a host with 4 GiB."""
    facts = {"build": {}, "options": "unrecorded", "allocator": "unrecorded"}
    servers = {name: Server(name, "mysql", "8.0.36", None, "pinned", "h", facts) for name in pools}
    dataset = {"dataset": {"size_mib": 1024, "residency": stated}}
    bundle = Bundle(
        "b", "b", "raw-output", "B", {}, {"h": Host("h", HOST)}, servers,
        {"c": Client("c", "h", "1.0.20", "same-host", {})},
        {"w": Workload("w", "W", "c", None, {}, dataset)},
        tuple(Run(name, name, "w", 1, None, None, None, None, {}, {}, {}) for name in ran),
        {}, {}, {}, {},
    )  # fmt: skip
    named = [{"name": "dataset.size_mib", "value": "1024"}]
    if stated != "unrecorded":
        named.append({"name": "dataset.residency", "value": stated})
    result = {
        "hosts": [{"id": "h", "facts": [{"name": "memory.size_mib", "value": "4096"}]}],
        "servers": [
            {"id": n, "host": "h", "options": [{"name": "innodb_buffer_pool_size", "value": p}]}
            for n, p in pools.items()
        ],
        "workloads": [{"id": "w", "facts": named, "parameters": []}],
    }
    return conditions_record(bundle, result)["workloads"]["w"]["residency"]


@pytest.mark.parametrize(
    ("pools", "ran", "residency"),
    [
        ({"a": "2G"}, "a", "in-memory"),
        ({"a": "512M"}, "a", "cached"),
        ({"a": "2G", "b": "3G"}, "ab", "in-memory"),
        ({"a": "2G", "b": "512M"}, "ab", UNRECORDED),
        ({"a": "2G", "b": "512M"}, "a", "in-memory"),
        ({"a": "2G"}, "", UNRECORDED),
    ],
)
def test_a_dataset_is_where_all_servers_that_ran_had_it(
    pools: dict[str, str], ran: str, residency: Any
) -> None:
    assert record(pools, ran) == residency


def test_what_a_bundle_states_is_left_alone() -> None:
    assert record({"a": "2G"}, "a", stated="io-bound") == "io-bound"
