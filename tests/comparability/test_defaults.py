"""The table of defaults agrees with every server that said what was in force and what was set."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from comparability_bundles import bundle, server

from sysbench_archive.comparability.settings import (
    DEFAULTS,
    SETTING_READINGS,
    configuration,
    default_of,
    version_of,
)
from sysbench_archive.comparability.table import FIELDS

DUMPED = (
    "2026-11-mysql-and-mariadb-defaults-small-vm",
    "2026-11-mariadb-11-8-and-10-11-debian-vm",
    "2026-11-mariadb-10-11-noise-floor-small-vm",
    "2026-11-mariadb-instructions-per-transaction-defaults",
    "2026-11-mysql-instructions-per-transaction-defaults",
)
PLAIN = {
    name: field
    for field in FIELDS
    if field.subject == "setting" and field.reading not in ("redo", "query cache", "of binary log")
    for name in field.source
}


def wrong_defaults(name: str, entry: str) -> Iterator[str]:
    """Variables whose default is not what a server had, though nobody configured them there.

    Where the server has the variable, nobody set it, and the table claims to know it.
    """
    known = configuration(bundle(name), bundle(name).servers[entry])
    assert known.listed
    assert known.dump is not None
    for variable in DEFAULTS[bundle(name).servers[entry].product]:
        claimed = default_of(known.server, variable)
        if claimed is None or variable not in known.dump or known.names([variable]):
            continue
        read = SETTING_READINGS[PLAIN[variable].reading if variable in PLAIN else "size"]
        if read({variable: claimed}.get, [variable]) != read(known.dump.get, [variable]):
            yield variable


@pytest.mark.parametrize("name", DUMPED)
def test_a_default_is_what_a_server_had_that_nobody_configured(name: str) -> None:
    servers = bundle(name).servers
    assert servers
    assert {entry: list(wrong_defaults(name, entry)) for entry in servers} == {
        entry: [] for entry in servers
    }


def test_little_is_unknown_of_servers_that_have_a_variable() -> None:
    """Where nobody set it and the version alone decides."""
    unknown = {
        (server.product, server.version, variable)
        for name in DUMPED
        for entry, server in bundle(name).servers.items()
        for known in [configuration(bundle(name), bundle(name).servers[entry])]
        for variable in DEFAULTS[server.product]
        if variable in (known.dump or {}) and not known.names([variable])
        if default_of(known.server, variable) is None
    }
    assert unknown == {
        ("mariadb", "10.0.27", "innodb_log_buffer_size"),
        ("mysql", "8.0.31", "innodb_log_file_size"),
        ("mysql", "8.0.33", "innodb_log_file_size"),
        *(("mysql", "9.7.4-2", f"innodb_{name}") for name in
          ("change_buffering", "log_writer_threads", "read_io_threads")),
    }  # fmt: skip


def test_the_table_is_put_to_the_proof() -> None:
    """Most of what it knows is there to be looked at in the dumps."""
    seen: set[tuple[str, str]] = set()
    for name in DUMPED:
        for entry in bundle(name).servers.values():
            held = bundle(name).variables[entry.id]
            seen |= {(entry.product, v) for v in DEFAULTS[entry.product] if v in held}
    for product in ("mysql", "mariadb"):
        unseen = {v for v in DEFAULTS[product] if (product, v) not in seen}
        assert unseen <= {"innodb_redo_log_capacity", "innodb_log_files_in_group",
                          "innodb_support_xa", "innodb_change_buffering"}, unseen  # fmt: skip


@pytest.mark.parametrize(
    ("product", "version", "variable", "expected"),
    [
        ("mysql", "8.0.2", "log_bin", "OFF"),
        ("mysql", "8.0.3", "log_bin", "ON"),
        ("mysql", "8.0", "log_bin", None),
        ("mysql", "5.7", "log_bin", "OFF"),
        ("mysql", "8.4", "innodb_flush_method", "O_DIRECT"),
        ("mysql", "5.7.6", "sync_binlog", "0"),
        ("mysql", "5.7.7", "sync_binlog", "1"),
        ("mariadb", "10.6.6", "innodb_change_buffering", "all"),
        ("mariadb", "10.6.7", "innodb_change_buffering", "none"),
        ("mariadb", "10.5", "innodb_change_buffering", None),
        ("mysql", "5.0.96", "innodb_thread_concurrency", "8"),
        ("mysql", "5.1.72", "innodb_thread_concurrency", None),
        ("mysql", "5.1.72", "innodb_buffer_pool_size", None),
        ("percona-server", "5.6.30", "performance_schema", None),
        ("mysql", "8.0.36", "no_such_variable", None),
    ],
)
def test_a_default_has_a_first_version(
    product: str, version: str, variable: str, expected: str | None
) -> None:
    assert default_of(server(version, product), variable) == expected


@pytest.mark.parametrize("product", sorted(DEFAULTS))
def test_steps_rise(product: str) -> None:
    for variable, steps in DEFAULTS[product].items():
        versions = [since for since, _ in steps]
        assert versions == sorted(set(versions)), variable


def test_a_version_is_its_first_numbers() -> None:
    assert version_of("9.7.4-2") == (9, 7, 4)
    assert version_of("10.11.5-MariaDB-1") == (10, 11, 5)
