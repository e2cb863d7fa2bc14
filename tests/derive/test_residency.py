"""Where a dataset lies: as stated, else where the sizes leave no doubt."""

from __future__ import annotations

import pytest

from derived_records import host_record, server_record
from sysbench_archive.derive.residency import ROW_BYTES, SURE, buffer_pool_mib, dataset_residency
from sysbench_archive.model.result import FactValue, Scalar

GIB = 1024


def residency(
    facts: dict[str, FactValue],
    pool: float | None,
    memory: int | None,
    parameters: dict[str, Scalar] | None = None,
) -> str:
    server, host = server_record(buffer_pool_mib=pool), host_record(memory_mib=memory)
    return dataset_residency(facts, parameters or {}, server, host)


@pytest.mark.parametrize(
    ("size", "pool", "memory", "expected"),
    [
        (4096, 4096.0, 8192, "in-memory"),
        (4097, 4096.0, 8192, "cached"),
        (8192, 4096.0, 8192, "cached"),
        (8193, 4096.0, 8192, "io-bound"),
        (8192, 8192.0, 8192, "in-memory"),
        (8192, None, 8192, "unrecorded"),
        (4096, None, 8192, "unrecorded"),
        (8193, None, 8192, "io-bound"),
        (None, 4096.0, 8192, "unrecorded"),
        (8193, 4096.0, None, "unrecorded"),
    ],
)
def test_a_stated_size_decides(
    size: int | None, pool: float | None, memory: int | None, expected: str
) -> None:
    assert residency({"dataset.size_mib": size} if size else {}, pool, memory) == expected


def test_what_the_bundle_states_comes_first() -> None:
    stated: dict[str, FactValue] = {"dataset.residency": "io-bound", "dataset.size_mib": 1}
    assert residency(stated, 64.0 * GIB, 64 * GIB) == "io-bound"


@pytest.mark.parametrize(
    ("rows", "expected"),
    [(1_000_000, "in-memory"), (10_000_000, "unrecorded"), (25_000_000, "cached")],
)
def test_an_estimate_decides_only_where_it_is_far_off(rows: int, expected: str) -> None:
    """Eight tables on a pool of 20 GiB in 96 GiB: 1.8, 18 and 46 GiB."""
    work: dict[str, Scalar] = {"tables": 8, "table_size": rows}
    assert residency({}, 20.0 * GIB, 96 * GIB, work) == expected


def test_an_estimate_that_just_fits_is_sure() -> None:
    """Rows for which the most the dataset takes is the pool to the byte, and the least is."""
    for times, at, beyond in (
        (SURE, "in-memory", "unrecorded"),
        (1 / SURE, "unrecorded", "cached"),
    ):
        pool = 1_000_000 * ROW_BYTES * times / 2**20
        fits: dict[str, Scalar] = {"tables": 1, "table_size": 1_000_000}
        more: dict[str, Scalar] = {"tables": 1, "table_size": 1_000_001}
        assert residency({}, pool, 96 * GIB, fits) == at
        assert residency({}, pool, 96 * GIB, more) == beyond


@pytest.mark.parametrize(
    ("written", "mib"),
    [
        (1073741824, 1024.0),
        ("1073741824", 1024.0),
        ("512M", 512.0),
        ("2g", 2048.0),
        ("", None),
        ("80%", None),
    ],
)
def test_a_pool_is_read_as_servers_read_it(written: int | str, mib: float | None) -> None:
    assert buffer_pool_mib({"innodb_buffer_pool_size": written}) == mib


def test_a_pool_nobody_set_is_unknown() -> None:
    assert buffer_pool_mib({}) is None
