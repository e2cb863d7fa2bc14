"""Spellings of one value are one text."""

from __future__ import annotations

import pytest

from sysbench_archive.comparability.fields import of_bytes, of_mib
from sysbench_archive.comparability.settings import SETTING_READINGS


@pytest.mark.parametrize(
    ("reading", "written", "text"),
    [
        ("switch", "1", "ON"),
        ("switch", "true", "ON"),
        ("switch", "Off", "OFF"),
        ("switch", "DETECT_ONLY", "DETECT_ONLY"),
        ("given", "/var/lib/mysql/binlog", "ON"),
        ("given", "0", "OFF"),
        ("size", "4G", "4 GiB"),
        ("size", "4294967296", "4 GiB"),
        ("size", "1333M", "1333 MiB"),
        ("size", "24696061952", "23 GiB"),
        ("size", "1000", "1000 bytes"),
        ("size", "autoset", "autoset"),
        ("flush method", "", "fsync"),
        ("flush method", "fdatasync", "fsync"),
        ("flush method", "o_direct", "O_DIRECT"),
        ("percent", "75.000000", "75"),
        ("percent", "90", "90"),
        ("isolation", "repeatable read", "REPEATABLE-READ"),
        ("lower", "ALL", "all"),
    ],
)
def test_a_value_has_one_spelling(reading: str, written: str, text: str) -> None:
    assert SETTING_READINGS[reading]({"name": written}.get, ["name"]) == text


@pytest.mark.parametrize("reading", sorted(SETTING_READINGS))
def test_a_setting_that_is_not_there_has_no_value(reading: str) -> None:
    assert (
        SETTING_READINGS[reading]({}.get, ["a", "b", "c"][: 2 if reading == "query cache" else 3])
        is None
    )


@pytest.mark.parametrize(
    ("capacity", "size", "files", "text"),
    [
        ("4G", "48M", "2", "4 GiB"),
        ("0", "48M", "2", "96 MiB"),
        (None, "1333M", "3", "3999 MiB"),
        (None, "256M", None, "files of 256 MiB"),
        (None, None, "2", None),
    ],
)
def test_a_redo_log_is_as_large_as_all_its_files(
    capacity: str | None, size: str | None, files: str | None, text: str | None
) -> None:
    assert (
        SETTING_READINGS["redo"]({"a": capacity, "b": size, "c": files}.get, ["a", "b", "c"])
        == text
    )


@pytest.mark.parametrize(
    ("kind", "size", "text"),
    [
        ("ON", "0", "OFF"),
        ("0", "1048576", "OFF"),
        ("1", "64M", "ON, 64 MiB"),
        ("DEMAND", "64M", "DEMAND, 64 MiB"),
        (None, "64M", None),
    ],
)
def test_a_query_cache_is_off_by_type_or_size(
    kind: str | None, size: str, text: str | None
) -> None:
    assert SETTING_READINGS["query cache"]({"a": kind, "b": size}.get, ["a", "b"]) == text


@pytest.mark.parametrize(
    ("log_bin", "text"), [("OFF", ""), ("binlog", "ROW"), (None, "ROW"), ("0", "")]
)
def test_without_a_binary_log_its_settings_do_not_apply(log_bin: str | None, text: str) -> None:
    values = {"log_bin": log_bin, "binlog_format": "row"}
    assert SETTING_READINGS["of binary log"](values.get, ["binlog_format"]) == text


def test_memory_is_told_to_a_tenth() -> None:
    assert [of_mib(24105), of_mib(512), of_mib([2048, 4096])] == [
        "23.5 GiB",
        "512 MiB",
        "2.0 GiB, 4.0 GiB",
    ]
    assert of_bytes("1T") == "1024 GiB"
