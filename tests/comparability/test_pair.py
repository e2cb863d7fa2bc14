"""Two sides and one field: each rule by which a difference weighs, is intended or does no harm."""

from __future__ import annotations

from typing import Any

import pytest
from comparability_bundles import PLACE, chosen, default

from sysbench_archive.comparability.differences import Finding, find_difference, pair_sides
from sysbench_archive.comparability.table import FIELDS
from sysbench_archive.model.comparability import ConditionDetail

BY_NAME = {field.name: field for field in FIELDS}
UNRECORDED = ConditionDetail(state="unrecorded")
UNAVAILABLE = ConditionDetail(state="unavailable")
OLD = {**PLACE, "product": "MySQL", "version": "5.7.44", "variant": "the release as it is"}
NEW = OLD | {"version": "8.0.36"}
ELSEWHERE = {"identity.host": "c"}


def found(
    name: str, one: Any, other: Any, baseline: Any = OLD, candidate: Any = NEW
) -> Finding | None:
    """What is said of a field of a read-write workload; None leaves it out of a side."""
    sides = [
        side | ({name: value} if value is not None else {})
        for side, value in ((baseline, one), (candidate, other))
    ]
    field = BY_NAME[name]
    return find_difference(field, pair_sides(*sides), field.severity["read-write"])


def test_the_same_is_the_same_whoever_chose_it() -> None:
    assert found("flush_method", "O_DIRECT", chosen("O_DIRECT")) == Finding("same", "warning")
    assert found("flush_method", None, None) is None


def test_a_difference_weighs_what_the_table_says() -> None:
    assert found("binary_log", chosen("ON"), chosen("OFF")) == Finding("differs", "blocker")
    assert found("flush_method", "fsync", "O_DIRECT") == Finding("differs", "warning")


def test_product_version_and_variant_are_what_is_compared() -> None:
    assert found("version", "5.7.44", "8.0.36") == Finding("intended", "info", "compared")
    assert found("product", "MySQL", "MariaDB") == Finding("intended", "info", "compared")
    assert found("variant", "the release as it is", "pool") == Finding(
        "intended", "info", "compared"
    )


def test_a_package_comes_with_its_version_and_not_without() -> None:
    assert found("build_package", "a", "b") == Finding("intended", "info", "with-version")
    assert found("build_package", "a", "b", NEW, NEW) == Finding("differs", "info")


def test_how_a_build_was_delivered_comes_with_the_product_and_not_with_the_version() -> None:
    assert found("build_distribution", "Docker image", "RPM") == Finding("differs", "warning")
    other = NEW | {"product": "MariaDB"}
    assert found("build_distribution", "Docker image", "RPM", OLD, other) == Finding(
        "intended", "warning", "with-product"
    )


def regime(name: str) -> tuple[Any, Any]:
    return OLD | {"regime": name}, NEW | {"regime": name}


def test_where_both_have_their_defaults_a_changed_default_is_intended() -> None:
    sides = regime("defaults")
    assert found("binary_log", default("OFF"), default("ON"), *sides) == Finding(
        "intended", "blocker", "default"
    )
    assert found("binary_log", default("OFF"), chosen("ON"), *sides) == Finding(
        "differs", "blocker"
    )
    assert found("binary_log", "OFF", "ON", *sides) == Finding("differs", "blocker")


def test_where_settings_were_pinned_a_changed_default_is_a_difference() -> None:
    sides = regime("pinned")
    assert found("binary_log", default("OFF"), default("ON"), *sides) == Finding(
        "differs", "blocker", "default"
    )


def test_a_changed_default_plugin_is_what_the_defaults_change_and_else_a_difference() -> None:
    plugins = ("mysql_native_password", "caching_sha2_password")
    sides = regime("defaults")
    told = Finding("intended", "info", "default")
    assert found("authentication", *plugins, *sides) == told
    assert found("authentication", *plugins, *regime("pinned")) == Finding("differs", "info")


def test_tables_that_set_their_character_set_do_not_take_the_servers() -> None:
    sets = {"table_character_set": "utf8mb4"}
    assert found("character_set", "latin1", "utf8mb4", OLD | sets, NEW | sets) is None
    assert found("collation", UNRECORDED, "utf8mb4_bin", OLD | sets, NEW | sets) is None
    assert found("character_set", "latin1", "utf8mb4") == Finding("differs", "warning")
    assert found("character_set", "latin1", "utf8mb4", OLD | sets, NEW) == Finding(
        "differs", "warning"
    ), "tables of one side take it"
    assert found("table_character_set", "latin1", "utf8mb4") == Finding("differs", "warning")


def test_a_default_one_version_lacks_is_a_default_that_changed() -> None:
    told = Finding("intended", "blocker", "default")
    assert found("sync_binlog", None, default("1"), *regime("defaults")) == told
    assert found("sync_binlog", None, default("1"), *regime("pinned")) == Finding(
        "differs", "info", "not-everywhere"
    )


@pytest.mark.parametrize("name", ["defaults", "pinned"])
def test_a_light_setting_a_version_lacks_is_left_to_the_versions(name: str) -> None:
    left = Finding("intended", "info", "left")
    assert found("page_cleaners", None, default("4"), *regime(name)) == left
    assert found("page_cleaners", None, chosen("4"), *regime(name)) == Finding(
        "differs", "info", "not-everywhere"
    )


def test_defaults_the_archive_does_not_know_are_left_to_the_versions() -> None:
    left = Finding("intended", "info", "left")
    one, other = default("default of MySQL 5.7"), default("default of MySQL 8.0")
    assert found("thread_cache", one, other) == left
    assert found("flush_neighbors", one, default("ON")) == left
    assert found("flush_neighbors", one, chosen("ON")) == Finding("differs", "info")


def test_settings_of_a_variant_are_intended_where_the_version_is_the_same() -> None:
    pool = NEW | {"variant": "pool"}
    told = Finding("intended", "warning", "chosen-for-variant")
    assert found("thread_handling", "one", chosen("pool"), NEW, pool) == told
    assert found("allocator", "glibc", "jemalloc", NEW, pool) == told
    assert found("kernel", "5", "6", NEW, pool) == Finding("differs", "warning")
    assert found("allocator", "glibc", "jemalloc") == Finding("differs", "warning")


def test_what_applies_to_one_side_only_is_a_detail() -> None:
    assert found("link", None, "10 Gbit/s") == Finding("differs", "info", "not-everywhere")


@pytest.mark.parametrize("name", ["cpu_model", "sysbench", "tables", "script", "order"])
def test_what_both_share_cannot_differ(name: str) -> None:
    assert found(name, UNRECORDED, UNRECORDED) == Finding("unrecorded", "info", "shared")


def test_what_two_hosts_have_may_differ() -> None:
    elsewhere = NEW | ELSEWHERE
    assert found("cpu_model", UNRECORDED, UNRECORDED, OLD, elsewhere) == Finding(
        "unrecorded", "blocker", "unknown"
    )
    assert found("cpu_model", "Xeon", UNRECORDED, OLD, elsewhere) == Finding(
        "unrecorded", "blocker", "unknown"
    )


def test_not_knowing_weighs_little_where_the_table_says_so() -> None:
    assert found("pgo", UNRECORDED, UNRECORDED) == Finding("unrecorded", "info", "unknown")
    assert found("allocator", UNRECORDED, UNRECORDED) == Finding("unrecorded", "warning", "unknown")


def test_what_is_not_exposed_weighs_little_on_one_host() -> None:
    assert found("allocator", UNAVAILABLE, UNAVAILABLE) == Finding(
        "unrecorded", "info", "not-exposed"
    )
    assert found("allocator", UNAVAILABLE, UNRECORDED) == Finding(
        "unrecorded", "warning", "unknown"
    )
    assert found("allocator", UNAVAILABLE, UNAVAILABLE, OLD, NEW | ELSEWHERE) == Finding(
        "unrecorded", "warning", "unknown"
    )


def test_a_setting_recorded_of_one_side_differs_but_never_forbids() -> None:
    assert found("binary_log", UNRECORDED, "ON") == Finding("differs", "warning", "one-sided")
    assert found("flush_method", "fsync", UNRECORDED) == Finding("differs", "warning", "one-sided")
    assert found("binary_log", UNRECORDED, default("OFF")) == Finding(
        "unrecorded", "blocker", "unknown"
    )
    assert found("purge_threads", UNRECORDED, "4") == Finding("differs", "info", "one-sided")
    assert found("allocator", UNRECORDED, "jemalloc") == Finding("unrecorded", "warning", "unknown")
