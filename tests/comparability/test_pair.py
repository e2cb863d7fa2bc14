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
ELSEWHERE = (OLD, NEW | {"identity.host": "c"})
POOL = (NEW, NEW | {"variant": "pool"})
SETS = {"table_character_set": "utf8mb4"}
PLUGINS = ("mysql_native_password", "caching_sha2_password")
UNTOLD = (default("default of MySQL 5.7"), default("default of MySQL 8.0"))


def regime(name: str) -> tuple[Any, Any]:
    return OLD | {"regime": name}, NEW | {"regime": name}


DEFAULTS, PINNED = regime("defaults"), regime("pinned")
Case = tuple[str, Any, Any, tuple[Any, Any], str | None]
BOTH = (OLD, NEW)
RULES: dict[str, list[Case]] = {
    "the same is the same whoever chose it": [
        ("flush_method", "O_DIRECT", chosen("O_DIRECT"), BOTH, "same warning"),
        ("flush_method", None, None, BOTH, None),
    ],
    "a difference weighs what the table says": [
        ("binary_log", chosen("ON"), chosen("OFF"), BOTH, "differs blocker"),
        ("flush_method", "fsync", "O_DIRECT", BOTH, "differs warning"),
    ],
    "product, version and variant are what is compared": [
        ("version", "5.7.44", "8.0.36", BOTH, "intended info compared"),
        ("product", "MySQL", "MariaDB", BOTH, "intended info compared"),
        ("variant", "the release as it is", "pool", BOTH, "intended info compared"),
    ],
    "a package comes with its version and not without": [
        ("build_package", "a", "b", BOTH, "intended info with-version"),
        ("build_package", "a", "b", (NEW, NEW), "differs info"),
    ],
    "how a build was delivered comes with the product and not with the version": [
        ("build_distribution", "Docker image", "RPM", BOTH, "differs warning"),
        (
            *("build_distribution", "Docker image", "RPM", (OLD, NEW | {"product": "MariaDB"})),
            "intended warning with-product",
        ),
    ],
    "where both have their defaults a changed default is intended": [
        ("binary_log", default("OFF"), default("ON"), DEFAULTS, "intended blocker default"),
        ("binary_log", default("OFF"), chosen("ON"), DEFAULTS, "differs blocker"),
        ("binary_log", "OFF", "ON", DEFAULTS, "differs blocker"),
    ],
    "where settings were pinned a changed default is a difference": [
        ("binary_log", default("OFF"), default("ON"), PINNED, "differs blocker default"),
    ],
    "a changed default plugin is what the defaults change and else a difference": [
        ("authentication", *PLUGINS, DEFAULTS, "intended info default"),
        ("authentication", *PLUGINS, PINNED, "differs info"),
    ],
    "tables that set their character set do not take the server's": [
        ("character_set", "latin1", "utf8mb4", (OLD | SETS, NEW | SETS), None),
        ("collation", UNRECORDED, "utf8mb4_bin", (OLD | SETS, NEW | SETS), None),
        ("character_set", "latin1", "utf8mb4", BOTH, "differs warning"),
        ("character_set", "latin1", "utf8mb4", (OLD | SETS, NEW), "differs warning"),
        ("table_character_set", "latin1", "utf8mb4", BOTH, "differs warning"),
    ],
    "a default one version lacks is a default that changed": [
        ("sync_binlog", None, default("1"), DEFAULTS, "intended blocker default"),
        ("sync_binlog", None, default("1"), PINNED, "differs info not-everywhere"),
    ],
    "a light setting a version lacks is left to the versions": [
        ("page_cleaners", None, default("4"), DEFAULTS, "intended info left"),
        ("page_cleaners", None, chosen("4"), DEFAULTS, "differs info not-everywhere"),
        ("page_cleaners", None, default("4"), PINNED, "intended info left"),
        ("page_cleaners", None, chosen("4"), PINNED, "differs info not-everywhere"),
    ],
    "defaults the archive does not know are left to the versions": [
        ("thread_cache", *UNTOLD, BOTH, "intended info left"),
        ("flush_neighbors", UNTOLD[0], default("ON"), BOTH, "intended info left"),
        ("flush_neighbors", UNTOLD[0], chosen("ON"), BOTH, "differs info"),
    ],
    "settings of a variant are intended where the version is the same": [
        ("thread_handling", "one", chosen("pool"), POOL, "intended warning chosen-for-variant"),
        ("allocator", "glibc", "jemalloc", POOL, "intended warning chosen-for-variant"),
        ("kernel", "5", "6", POOL, "differs warning"),
        ("allocator", "glibc", "jemalloc", BOTH, "differs warning"),
    ],
    "what applies to one side only is a detail": [
        ("link", None, "10 Gbit/s", BOTH, "differs info not-everywhere"),
    ],
    "what both share cannot differ": [
        (name, UNRECORDED, UNRECORDED, BOTH, "unrecorded info shared")
        for name in ("cpu_model", "sysbench", "tables", "script", "order")
    ],
    "what two hosts have may differ": [
        ("cpu_model", UNRECORDED, UNRECORDED, ELSEWHERE, "unrecorded blocker unknown"),
        ("cpu_model", "Xeon", UNRECORDED, ELSEWHERE, "unrecorded blocker unknown"),
    ],
    "not knowing weighs little where the table says so": [
        ("pgo", UNRECORDED, UNRECORDED, BOTH, "unrecorded info unknown"),
        ("allocator", UNRECORDED, UNRECORDED, BOTH, "unrecorded warning unknown"),
    ],
    "what is not exposed weighs little on one host": [
        ("allocator", UNAVAILABLE, UNAVAILABLE, BOTH, "unrecorded info not-exposed"),
        ("allocator", UNAVAILABLE, UNRECORDED, BOTH, "unrecorded warning unknown"),
        ("allocator", UNAVAILABLE, UNAVAILABLE, ELSEWHERE, "unrecorded warning unknown"),
    ],
    "a setting recorded of one side differs but never forbids": [
        ("binary_log", UNRECORDED, "ON", BOTH, "differs warning one-sided"),
        ("flush_method", "fsync", UNRECORDED, BOTH, "differs warning one-sided"),
        ("binary_log", UNRECORDED, default("OFF"), BOTH, "unrecorded blocker unknown"),
        ("purge_threads", UNRECORDED, "4", BOTH, "differs info one-sided"),
        ("allocator", UNRECORDED, "jemalloc", BOTH, "unrecorded warning unknown"),
    ],
}
"""What holds of a read-write workload: field, its value on either side (None where a side has
none), the sides, and what is found."""


@pytest.mark.parametrize("rule", RULES)
def test_of_two_sides(rule: str) -> None:
    for name, one, other, sides, told in RULES[rule]:
        values = [{} if value is None else {name: value} for value in (one, other)]
        pair = pair_sides(*(side | value for side, value in zip(sides, values, strict=True)))
        field = BY_NAME[name]
        found = find_difference(field, pair, field.severity["read-write"])
        assert found == (None if told is None else Finding(*told.split(" "))), name  # type: ignore[arg-type]
