"""Where a setting is read, and who chose it."""

from __future__ import annotations

from typing import Any

import pytest
from comparability_bundles import chosen, default, made, server

from sysbench_archive.comparability.fields import UNKNOWN
from sysbench_archive.comparability.settings import configuration, settings, spelled
from sysbench_archive.model.comparability import ConditionDetail


def read(name: str, dump: dict[str, str] | None = None, **facts: Any) -> Any:
    entry = server(**facts)
    parts = made(entry, variables={entry.id: dump} if dump is not None else None)
    return settings(configuration(parts, entry)).get(name)


def test_a_dump_counts_more_than_the_options() -> None:
    given = {"options": {"innodb_buffer_pool_size": "1G"}, "options_basis": "complete"}
    assert read("buffer_pool", {"innodb_buffer_pool_size": "2147483648"}, **given) == chosen(
        "2 GiB"
    )


def test_a_dumped_value_nobody_set_is_the_default() -> None:
    assert read("buffer_pool", {"innodb_buffer_pool_size": "134217728"}, options={}) == default(
        "128 MiB"
    )


@pytest.mark.parametrize("options", ["unrecorded", {"innodb_io_capacity": "1"}])
def test_where_it_is_not_known_who_chose_it_that_is_not_said(options: Any) -> None:
    facts = {"options": options, "options_basis": "excerpt"}
    assert read("buffer_pool", {"innodb_buffer_pool_size": "1G"}, **facts) == "1 GiB"


def test_a_variable_the_server_lacks_has_what_its_absence_means() -> None:
    assert read("query_cache", {"version": "8.0.36"}, options={}) == default("OFF")
    assert read("thread_pool_size", {"version": "8.0.36"}, options={}) is None


def test_an_option_of_a_complete_list_was_chosen() -> None:
    assert read("flush_method", options={"innodb_flush_method": "O_DIRECT"}) == chosen("O_DIRECT")


def test_what_a_complete_list_leaves_out_is_the_default_of_the_version() -> None:
    assert read("adaptive_hash_index", version="8.0.36", options={}) == default("ON")
    assert read("adaptive_hash_index", version="8.4.3", options={}) == default("OFF")
    assert read("page_cleaners", version="8.0.36", options={}) == default("default of MySQL 8.0")


def test_an_excerpt_says_nothing_of_what_it_leaves_out() -> None:
    facts = {"options": {"innodb_flush_method": "O_DIRECT"}, "options_basis": "excerpt"}
    assert read("flush_method", **facts) == "O_DIRECT"
    assert read("buffer_pool", **facts) == UNKNOWN


def test_what_a_version_does_not_have_needs_no_recording() -> None:
    facts = {"options": {"innodb_flush_method": "fsync"}, "options_basis": "excerpt"}
    assert read("query_cache", version="8.0.36", **facts) == default("OFF")
    assert read("query_cache", version="5.7.44", **facts) == UNKNOWN
    assert read("change_buffering", version="11.4.5", product="mariadb", **facts) == default("none")


@pytest.mark.parametrize(
    ("options", "state"),
    [
        ("unrecorded", "unrecorded"),
        ({"unavailable": "no access to the server's host"}, "unavailable"),
    ],
)
def test_without_options_every_setting_is_as_unknown_as_they_are(options: Any, state: Any) -> None:
    assert read("buffer_pool", options=options) == ConditionDetail(state=state)


@pytest.mark.parametrize(
    ("written", "name", "value"),
    [
        ("skip-log-bin", "log_bin", "OFF"),
        ("disable_log_bin", "log_bin", "OFF"),
        ("skip_innodb_doublewrite", "innodb_doublewrite", "OFF"),
        ("loose-innodb_io_capacity", "innodb_io_capacity", "ON"),
        ("transaction-isolation", "transaction_isolation", "ON"),
        ("skip_name_resolve", "skip_name_resolve", "ON"),
        ("skip_networking", "skip_networking", "ON"),
    ],
)
def test_options_take_the_names_of_their_variables(written: str, name: str, value: str) -> None:
    assert spelled({written: "ON"}) == {name: value}


def test_without_a_binary_log_how_it_is_flushed_does_not_apply() -> None:
    options = {"sync_binlog": "1"}
    assert read("sync_binlog", version="5.7.30", options=options) is None
    assert read("sync_binlog", version="8.0.36", options=options) == chosen("1")
    assert read("sync_binlog", version="8.0.36", options=options | {"skip_log_bin": "ON"}) is None


def test_files_of_the_redo_log_decide_where_no_capacity_was_set() -> None:
    options = {"innodb_log_file_size": "1G"}
    dump = {"innodb_redo_log_capacity": "104857600", **options, "innodb_log_files_in_group": "2"}
    assert read("redo_capacity", dump, options=options) == chosen("2 GiB")
    assert read("redo_capacity", dump, options={}) == default("100 MiB")
    assert read("redo_capacity", version="5.7.30", options=options) == chosen("2 GiB")
    assert read("redo_capacity", version="10.6.12", product="mariadb", options=options) == chosen(
        "1 GiB"
    )


def test_a_default_that_follows_from_another_option_is_not_guessed() -> None:
    options = {"character_set_server": "latin1"}
    assert read("collation", version="8.0.36", options=options) == default("default of MySQL 8.0")
    dedicated = {"innodb_dedicated_server": "ON"}
    assert read("buffer_pool", version="8.0.36", options=dedicated) == default(
        "default of MySQL 8.0"
    )
