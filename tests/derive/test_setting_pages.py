"""Pages of settings: which have one, what their sentence says, and the order of values."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from derived_records import plain, result_record, server_record
from sysbench_archive.bundle.load import load_bundle
from sysbench_archive.derive.results import result_record as record_of
from sysbench_archive.derive.settings import (
    ResultSettings,
    ServerSetting,
    SettingContrast,
    result_settings,
)
from sysbench_archive.model.comparability import Conditions
from sysbench_archive.model.comparison import ContrastDirection, ContrastRecord
from sysbench_archive.pages.settings import SettingPage, setting_pages

TITLES = {"a": "Result A", "b": "Result B", "c": "Result C"}


def use(value: str, *, origin: Any = "chosen", variable: str = "sync_binlog") -> ServerSetting:
    return ServerSetting(bundle="a", variable=variable, value=value, origin=origin, servers=[])


def entry(ratio: float, direction: ContrastDirection, threads: int = 4) -> ContrastRecord:
    span = {"low": ratio * 0.98, "high": ratio * 1.02}
    return plain(ContrastRecord, threads=threads, direction=direction, ratio=ratio, **span)


def contrast(*strip: ContrastRecord, **fields: str) -> SettingContrast:
    known = {"baseline": "1", "candidate": "0", "workload": "OLTP write-only"} | fields
    return plain(
        SettingContrast,
        bundle="a",
        variable="sync_binlog",
        servers=["x", "y"],
        setup="MySQL 8.0.33, 2 CPUs",
        path=f"/comparisons/a--{known['workload'].lower()}/",
        status="indicative",
        strip=list(strip),
        **known,
    )


def pages(**found: tuple[list[ServerSetting], list[SettingContrast]]) -> list[SettingPage]:
    results = [
        ResultSettings(
            uses=[replace(use, bundle=bundle) for use in uses],
            contrasts=[replace(contrast, bundle=bundle) for contrast in contrasts],
        )
        for bundle, (uses, contrasts) in found.items()
    ]
    return setting_pages(results, TITLES)


def test_a_setting_with_one_value_has_no_page() -> None:
    assert pages(a=([use("1")], []), b=([use("1")], [])) == []
    assert pages(a=([use("1")], []), b=([use("0", origin="default")], [])) == []


def test_who_used_which_value_where_nothing_was_measured() -> None:
    (page,) = pages(a=([use("1")], []), b=([use("0")], []), c=([use("1")], []))
    assert page.finding == (
        "Set to 1 in 2 results, 0 in 1 result. No result here changes it alone."
    )
    assert [(v.value, [r.title for r in v.chosen]) for v in page.values] == [
        ("0", ["Result B"]),
        ("1", ["Result C", "Result A"]),
    ]
    assert page.effect == 0


def test_the_sentence_counts_what_does_not_stand_as_well() -> None:
    quiet = entry(0.99, "no-clear-difference", 8)
    measured = contrast(entry(1.25, "faster"), quiet)
    (page,) = pages(a=([], [measured]))
    assert page.finding == (
        "Changed alone in 2 measurements, of which 1 shows a difference. The largest:"
        " 0 against 1: +25 % at 4 threads (OLTP write-only, MySQL 8.0.33, 2 CPUs;"
        " indicative)."
    )
    (page,) = pages(a=([], [contrast(quiet)]))
    assert page.finding == (
        "Changed alone in 1 measurement; no difference stands out of the noise."
    )


def test_both_directions_of_the_same_values_are_named() -> None:
    up, down = entry(2.5, "faster"), entry(0.8, "slower", 1)
    (page,) = pages(a=([], [contrast(up, down)]))
    assert "0 against 1: 2.5 times at 4 threads" in page.finding
    assert "; 0 against 1: \N{MINUS SIGN}20 % at 1 thread" in page.finding
    assert "2 show a difference" in page.finding


def test_values_are_in_the_order_of_their_size() -> None:
    sizes = ["2 GiB", "512 MiB", "10", "off", "100"]
    (page,) = pages(a=([use(size) for size in sizes], []), b=([use("10")], []))
    assert [value.value for value in page.values] == ["10", "100", "512 MiB", "2 GiB", "OFF"]


def test_spellings_of_a_switch_are_one_value() -> None:
    given = [use(value, variable="innodb_file_per_table") for value in ("1", "on", "true")]
    (page,) = pages(
        a=(given[:1], []),
        b=(given[1:2], []),
        c=([given[2], replace(given[0], value="OFF")], []),
    )
    assert page.finding == (
        "Set to ON in 3 results, OFF in 1 result. No result here changes it alone."
    )
    (page,) = pages(a=(given[:1], []), b=(given[1:], []))
    assert page.finding == "Set to ON in 2 results. No result here changes it alone."


def test_numbers_of_what_is_no_switch_stay() -> None:
    (page,) = pages(a=([use("1"), use("0")], []), b=([use("1")], []))
    assert [value.value for value in page.values] == ["0", "1"]


def test_servers_of_spellings_of_a_value_are_named_together() -> None:
    one, other = (replace(use(value), servers=[name]) for value, name in (("1", "A"), ("on", "B")))
    (page,) = pages(a=([one, other, replace(one, value="off", servers=["C"])], []), b=([one], []))
    servers = {value.value: [r.servers for r in value.chosen] for value in page.values}
    assert servers == {"OFF": ["C"], "ON": ["A", "A, B"]}


def test_workloads_without_a_difference_are_listed_apart() -> None:
    loud = contrast(entry(1.3, "faster"))
    quiet = contrast(entry(1.01, "no-clear-difference"), workload="OLTP read-only")
    (page,) = pages(a=([], [quiet, loud]))
    (measured,) = page.measured
    assert [row.workload for row in measured.rows] == ["OLTP write-only"]
    assert [other.title for other in measured.others] == ["OLTP read-only"]


@pytest.mark.parametrize("name", ["../../x", "a b", "<script>", "", "é", "a" * 65, "up/"])
def test_an_option_that_is_no_name_has_no_page(name: str) -> None:
    server = server_record("s", set_options={name: "1", "innodb_open_files": "300"})
    conditions = Conditions(servers={"s": {}}, workloads={})
    result = result_record(servers=[server], conditions=conditions)
    assert [found.variable for found in result_settings(result).uses] == ["innodb_open_files"]


def test_defaults_are_those_known_for_certain_each_once() -> None:
    found = ([use("1", variable="performance_schema"), use("0", variable="performance_schema")], [])
    (page,) = pages(a=found, b=found)
    assert [(one.product, one.since, one.value) for one in page.defaults] == [
        ("MySQL", "", "OFF"),
        ("MySQL", "5.6.6", "ON"),
        ("MariaDB", "", "OFF"),
    ]


POOLS = {("innodb_buffer_pool_size", "54 GiB", "27 GiB")}
CACHES = {("rocksdb_block_cache_size", "28991029248", "57982058496")}


@pytest.mark.parametrize(
    ("bundle", "wanted"),
    [
        ("2019-02-schwenke-regression-writes", {("log_bin", "ON", "OFF")}),
        ("2018-07-percona-tpcc-myrocks-and-innodb-ebs-io1-5000-iops", POOLS | CACHES),
        (
            "2026-11-mysql-8-0-log-writer-threads-small-vm",
            {("innodb_log_writer_threads", "ON", "OFF")},
        ),
        ("2026-11-mariadb-11-8-and-10-11-debian-vm", set()),
    ],
    ids=["with what follows from it", "two engines", "alone", "releases"],
)
def test_servers_that_differ_in_a_setting_alone_are_compared(
    bundle: str, wanted: set[tuple[str, str, str]]
) -> None:
    loaded = load_bundle(Path(__file__).parents[2] / "data/results" / bundle, bundle).bundle
    assert loaded
    found = result_settings(record_of(loaded)).contrasts
    assert {(one.variable, one.baseline, one.candidate) for one in found} == wanted
