"""Where a dataset lies: as stated, else where the sizes leave no doubt."""

from __future__ import annotations

from typing import Any

import pytest

from sysbench_archive.derive.residency import pool_mib, residency_of

GIB = 1024


def workload(facts: dict[str, str], **parameters: str) -> dict[str, Any]:
    named = [{"name": name, "value": value} for name, value in facts.items()]
    given = [{"name": name, "value": value} for name, value in parameters.items()]
    return {"facts": named, "parameters": given}


def server(pool: str) -> dict[str, Any]:
    return {"options": [{"name": "innodb_buffer_pool_size", "value": pool}] if pool else []}


@pytest.mark.parametrize(
    ("size", "pool", "memory", "expected"),
    [
        ("4096", "4G", "8192", "in-memory"),
        ("4097", "4G", "8192", "cached"),
        ("8193", "4G", "8192", "io-bound"),
        ("4096", "", "8192", "unrecorded"),
        ("8193", "", "8192", "io-bound"),
        ("", "4G", "8192", "unrecorded"),
        ("8193", "4G", "", "unrecorded"),
    ],
)
def test_a_stated_size_decides(size: str, pool: str, memory: str, expected: str) -> None:
    facts = {"dataset.size_mib": size}
    assert residency_of(workload(facts), server(pool), {"memory.size_mib": memory}) == expected


def test_what_the_bundle_states_comes_first() -> None:
    stated = workload({"dataset.residency": "io-bound", "dataset.size_mib": "1"})
    assert residency_of(stated, server("64G"), {"memory.size_mib": "65536"}) == "io-bound"


@pytest.mark.parametrize(
    ("rows", "expected"),
    [("1000000", "in-memory"), ("10000000", "unrecorded"), ("25000000", "cached")],
)
def test_an_estimate_decides_only_where_it_is_far_off(rows: str, expected: str) -> None:
    """Eight tables on a pool of 20 GiB in 64 GiB: 1.8, 18 and 46 GiB."""
    machine = {"memory.size_mib": str(96 * GIB)}
    work = workload({}, tables="8", table_size=rows)
    assert residency_of(work, server("20G"), machine) == expected


@pytest.mark.parametrize(
    ("text", "mib"),
    [("1073741824", 1024.0), ("512M", 512.0), ("2g", 2048.0), ("", 0.0), ("80%", 0.0)],
)
def test_a_pool_is_read_as_servers_read_it(text: str, mib: float) -> None:
    assert pool_mib(server(text)) == mib
