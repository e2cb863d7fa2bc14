"""Where a dataset lies: its size beside the pool, and what a bundle states."""

from __future__ import annotations

import pytest

from sysbench_archive.derive.residency import (
    ROW_BYTES,
    buffer_pool_mib,
    dataset_mib,
    residency_of,
    stated_place,
)


@pytest.mark.parametrize(
    ("data", "residency"),
    [
        (850, "fits"),
        (851, "about"),
        (1250, "about"),
        (1251, "to-three-times"),
        (3000, "to-three-times"),
        (3001, "beyond"),
        (None, "unrecorded"),
    ],
)
def test_data_beside_the_pool(data: float | None, residency: str) -> None:
    assert residency_of(data, 1000) == residency
    assert residency_of(data, None) == "unrecorded"


@pytest.mark.parametrize(
    ("size", "pool", "memory", "expected"),
    [
        (850, 1000, 8192, "in-memory"),
        (1000, 1000, 8192, "unrecorded"),
        (2000, 1000, 2000, "cached"),
        (2001, 1000, 2000, "io-bound"),
        (2000, 1000, None, "unrecorded"),
        (850, None, 8192, "unrecorded"),
        (8193, None, 8192, "io-bound"),
        (0, 1000, 8192, "unrecorded"),
    ],
)
def test_where_nothing_is_stated_sizes_tell_what_they_leave_no_doubt_of(
    size: float, pool: float | None, memory: float | None, expected: str
) -> None:
    assert stated_place({}, size, pool, memory) == expected
    assert stated_place({"dataset.residency": "cached"}, size, pool, memory) == "cached"


def test_a_dataset_is_as_large_as_stated_or_as_its_rows() -> None:
    rows = {"tables": 8, "table_size": 2**20}
    assert dataset_mib({}, rows) == 8 * ROW_BYTES
    assert dataset_mib({"dataset.size_mib": 5}, rows) == 5
    assert dataset_mib({}, {"tables": 8}) == 0


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
