"""Pages of settings: which have one, what their sentence says, and the order of values."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from derived_records import plain, result_record, server_record
from sysbench_archive.bundle.load import load_bundle
from sysbench_archive.capture.campaign_file import read_campaign
from sysbench_archive.capture.plan import Access, Plan
from sysbench_archive.derive import settings
from sysbench_archive.derive.results import result_record as record_of
from sysbench_archive.derive.settings import (
    ResultSettings,
    ServerSetting,
    SettingContrast,
    option_text,
    result_settings,
)
from sysbench_archive.model.base import Reference
from sysbench_archive.model.comparability import Conditions
from sysbench_archive.model.comparison import ContrastDirection, ContrastRecord
from sysbench_archive.pages.setting_trial import setting_trial
from sysbench_archive.pages.settings import SettingPage, setting_pages

TITLES = {"a": "Result A", "b": "Result B", "c": "Result C"}


def use(value: str, *, origin: Any = "chosen", variable: str = "sync_binlog") -> ServerSetting:
    return ServerSetting(bundle="a", variable=variable, value=value, origin=origin, servers=[])


def entry(ratio: float, direction: ContrastDirection, threads: int = 4) -> ContrastRecord:
    span = {"low": ratio * 0.98, "high": ratio * 1.02, "n": [3, 3]}
    return plain(ContrastRecord, threads=threads, direction=direction, ratio=ratio, **span)


def contrast(*strip: ContrastRecord, **fields: str) -> SettingContrast:
    known = {"baseline": "1", "candidate": "0", "workload": "OLTP write-only"} | fields
    return plain(
        SettingContrast,
        bundle="a",
        variable="sync_binlog",
        servers=["x", "y"],
        setup="MySQL 8.0.33, 2 CPUs",
        product="mysql",
        version="8.0.33",
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
        "Nobody measured it alone. It was set to 1 in 2 results, 0 in 1 result."
    )
    assert [(v.value, [r.title for r in v.chosen]) for v in page.values] == [
        ("1", ["Result C", "Result A"]),
        ("0", ["Result B"]),
    ]
    assert (page.effect, page.measured, page.forest) == (0, False, None)


def test_results_of_a_campaign_are_one_line() -> None:
    homes = dict.fromkeys("ac", Reference(path="/comparisons/many/", title="Many"))
    found = [
        ResultSettings(uses=[replace(use(value), bundle=bundle)], contrasts=[])
        for bundle, value in (("a", "1"), ("b", "1"), ("c", "1"), ("d", "0"))
    ]
    (page,) = setting_pages(found, TITLES | {"d": "Result D"}, (), homes)
    assert [(u.title, u.about) for u in page.values[0].chosen] == [
        ("Many", "2 results"),
        ("Result B", ""),
    ]
    assert page.values[0].text == "Set in 3 results."


def test_the_sentence_counts_what_does_not_stand_as_well() -> None:
    quiet = entry(0.99, "no-clear-difference", 8)
    measured = contrast(entry(1.25, "faster"), quiet)
    (page,) = pages(a=([], [measured]))
    assert page.finding == (
        "0 against 1: +25 % at 4 threads (OLTP write-only, MySQL 8.0.33; indicative)."
        " 1 of 2 measurements in which it changes alone shows a difference."
    )
    (page,) = pages(a=([], [contrast(quiet)]))
    assert page.finding == (
        "0 against 1: \N{MINUS SIGN}1 % in 1 measurement in which it changes alone; no clear"
        " difference."
    )
    (page,) = pages(a=([], [contrast(quiet, entry(2.4, "cannot-tell", 16))]))
    assert page.finding == (
        "0 against 1: \N{MINUS SIGN}1 % to 2.4 times in 2 measurements in which it changes alone;"
        " too noisy to tell."
    )


def test_a_range_is_of_the_two_values_most_measured_and_names_kinds_of_load() -> None:
    quiet = [entry(ratio, "cannot-tell", at) for at, ratio in enumerate((0.9, 1.2, 6.8), start=1)]
    far = contrast(quiet[2], baseline="5", candidate="100")
    (page,) = pages(a=([], [contrast(*quiet[:2], baseline="5", candidate="10"), far]))
    assert page.finding == (
        "10 against 5: \N{MINUS SIGN}10 to +20 % in 2 of 3 measurements in which it changes alone;"
        " too noisy to tell."
    )
    once = [replace(one, n=[1, 3]) for one in quiet]
    (page,) = pages(a=([], [contrast(*once, baseline="5", candidate="10")]))
    assert page.finding == (
        "10 against 5: \N{MINUS SIGN}10 % to 6.8 times in 3 measurements in which it changes alone;"
        " single runs decide nothing."
    )
    named = contrast(entry(1.25, "faster"), workload="scan.warm, range size 100")
    (page,) = pages(a=([], [named]))
    assert "(Full scan, MySQL 8.0.33; indicative)" in page.finding


def test_both_directions_of_the_same_values_are_named() -> None:
    up, down = entry(2.5, "faster"), entry(0.8, "slower", 1)
    (page,) = pages(a=([], [contrast(up, down)]))
    assert page.finding.startswith("0 against 1: 2.5 times at 4 threads (")
    assert ". The other way: \N{MINUS SIGN}20 % at 1 thread (" in page.finding
    assert "2 of 2 measurements in which it changes alone show" in page.finding


def test_values_that_most_results_set_come_first() -> None:
    sizes = ["2 GiB", "10", "off"]
    (page,) = pages(a=([use(size) for size in sizes], []), b=([use("10")], []))
    assert [value.value for value in page.values] == ["10", "2 GiB", "OFF"]


@pytest.mark.parametrize(
    ("given", "text"),
    [("10485760", "10 MiB"), ("4G", "4 GiB"), ("1000000", "1000000"), ("0", "0"), (" ", "empty")],
)
def test_a_number_that_only_a_size_can_be_is_one(given: str, text: str) -> None:
    assert option_text(given) == text


def test_spellings_of_a_switch_are_one_value() -> None:
    given = [use(value, variable="innodb_file_per_table") for value in ("1", "on", "true")]
    (page,) = pages(
        a=(given[:1], []),
        b=(given[1:2], []),
        c=([given[2], replace(given[0], value="OFF")], []),
    )
    assert page.finding == (
        "Nobody measured it alone. It was set to ON in 3 results, OFF in 1 result."
    )
    (page,) = pages(a=(given[:1], []), b=(given[1:], []))
    assert page.finding == "Nobody measured it alone. It was set to ON in 2 results."


def test_numbers_of_what_is_no_switch_stay() -> None:
    (page,) = pages(a=([use("1"), use("0")], []), b=([use("1")], []))
    assert [value.value for value in page.values] == ["1", "0"]


def test_servers_of_spellings_of_a_value_are_named_together() -> None:
    one, other = (replace(use(value), servers=[name]) for value, name in (("1", "A"), ("on", "B")))
    (page,) = pages(a=([one, other, replace(one, value="off", servers=["C"])], []), b=([one], []))
    servers = {value.value: [r.about for r in value.chosen] for value in page.values}
    assert servers == {"OFF": ["C"], "ON": ["A", "A, B"]}


def test_what_stands_is_a_row_and_the_rest_is_listed() -> None:
    loud = contrast(entry(1.3, "faster"), entry(1.01, "no-clear-difference", 8))
    quiet = contrast(entry(1.01, "no-clear-difference"), workload="OLTP read-only")
    (page,) = pages(a=([], [quiet, loud]))
    assert page.forest
    (group,) = page.forest.groups
    (row,) = group.rows
    assert (group.title, row.name) == ("0 against 1", "OLTP write-only")
    assert (row.text, row.sign) == ("+1 to +30 %", "faster")
    assert [dot.sign for dot in row.dots] == ["faster", ""]
    ((result, (other,)),) = [(one.title, one.workloads) for one in page.quiet]
    assert (result, other.title) == ("Result A", "OLTP read-only")
    (page,) = pages(a=([], [quiet]))
    assert page.forest
    assert page.quiet == []


TRIALS = {
    "two": ([use("1"), use("1"), use("2")], ["--sync-binlog=1", "--sync-binlog=2"]),
    "one": ([use("1")], ["", "--sync-binlog=1"]),
    "hostile": ([use("1'; rm \n- x: {")], ["", "--sync-binlog=1'; rm \n- x: {"]),
}


@pytest.mark.parametrize("name", TRIALS)
def test_a_trial_is_a_campaign_that_capture_reads(name: str, tmp_path: Path) -> None:
    uses, options = TRIALS[name]
    trial = setting_trial("sync_binlog", ("write",), [replace(u, given=u.value) for u in uses])
    assert trial
    path = tmp_path / "campaign.yaml"
    path.write_text(trial.file)
    base = Plan((), (), (), repetitions=3, seconds=1, tables=1, table_size=1, seed=1)
    plan = read_campaign(path, base, Access())
    words = [shlex.split(server.program or "") for server in plan.servers]
    assert [own[5:] for own in words] == [[option] if option else [] for option in options]
    assert [workload.id for workload in plan.workloads] == ["oltp-write-only"]


def test_nothing_is_proposed_where_no_value_is_known() -> None:
    assert setting_trial("sync_binlog", (), [use("1")]) is None


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


@pytest.mark.parametrize("is_given", [False, True])
@pytest.mark.parametrize(
    ("setting", "values", "variable", "follow"),
    [
        ("binary_log", ("OFF", "ON"), "log_replica_updates", ("OFF", "ON")),
        ("character_set", ("latin1", "utf8mb4"), "character_set_client", ("latin1", "utf8mb4")),
        (
            "character_set",
            ("latin1", "utf8mb4"),
            "collation_database",
            ("latin1_bin", "utf8mb4_bin"),
        ),
        ("doublewrite", ("ON", "OFF"), "innodb_doublewrite_files", ("2", "0")),
        ("flush_log_at_commit", ("1", "2"), "innodb_log_file_buffering", ("OFF", "ON")),
        ("performance_schema", ("OFF", "ON"), "performance_schema_digests_size", ("-1", "5000")),
    ],
)
def test_what_follows_from_a_setting_is_no_other_difference(
    setting: str, values: tuple[str, str], variable: str, follow: tuple[str, str], is_given: bool
) -> None:
    given = {variable: follow[1]} if is_given else {}
    servers = [server_record(name, set_options=given) for name in ("a", "b")]
    sides = {
        server.id: {setting: value, f"variable.{variable}": other}
        for server, value, other in zip(servers, values, follow, strict=True)
    }
    result = result_record(servers=servers, conditions=Conditions(servers=sides, workloads={}))
    found = settings._only_difference(result, *servers)
    assert (found and found[1]) == (None if is_given else values)


def test_a_character_set_comes_with_its_collation() -> None:
    servers = [server_record(name) for name in ("a", "b")]
    latin: dict[str, Any] = {"character_set": "latin1", "collation": "latin1_swedish_ci"}
    others = [
        ({"character_set": "utf8mb4", "collation": "utf8mb4_general_ci"}, ("latin1", "utf8mb4")),
        (
            {"character_set": "latin1", "collation": "latin1_bin"},
            ("latin1_swedish_ci", "latin1_bin"),
        ),
    ]
    for other, expected in others:
        conditions = Conditions(servers={"a": latin, "b": other}, workloads={})
        result = result_record(servers=servers, conditions=conditions)
        found = settings._only_difference(result, *servers)
        assert found
        assert found[1] == expected


POOLS = {("innodb_buffer_pool_size", "54 GiB", "27 GiB")}
COUNTED = {
    ("character_set_server", "latin1", "utf8mb4"),
    ("innodb_adaptive_hash_index", "OFF", "ON"),
    ("performance_schema", "OFF", "ON"),
    ("transaction_isolation", "REPEATABLE-READ", "READ-COMMITTED"),
}
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
        ("2026-11-mysql-8-0-33-settings-instructions", COUNTED),
    ],
    ids=["with what follows from it", "two engines", "alone", "releases", "each alone"],
)
def test_servers_that_differ_in_a_setting_alone_are_compared(
    bundle: str, wanted: set[tuple[str, str, str]]
) -> None:
    loaded = load_bundle(Path(__file__).parents[2] / "data/results" / bundle, bundle).bundle
    assert loaded
    found = result_settings(record_of(loaded)).contrasts
    assert {(one.variable, one.baseline, one.candidate) for one in found} == wanted


def test_instructions_stand_apart_from_throughput_and_say_what_they_are() -> None:
    counted = contrast(entry(0.9, "fewer", 1), metric="instructions_per_transaction")
    slower = contrast(entry(0.8, "slower"), metric="tps")
    (page,) = pages(a=([], [counted, slower]))
    first, second = page.finding.split(" 0 against 1: ")
    assert first == (
        "0 against 1: \N{MINUS SIGN}20 % at 4 threads (OLTP write-only, MySQL 8.0.33; indicative)."
        " 1 of 1 measurement in which it changes alone shows a difference."
    )
    assert second.startswith(
        "\N{MINUS SIGN}10 % instructions per transaction at 1 thread (OLTP write-only"
    )
    assert page.forest
    assert page.counted
    assert (page.forest.lower, page.counted.lower) == ("slower", "fewer")
    assert [len(group.rows) for group in (*page.forest.groups, *page.counted.groups)] == [1, 1]
    (page,) = pages(a=([], [counted]))
    assert (page.measured, page.forest) == (True, None)
