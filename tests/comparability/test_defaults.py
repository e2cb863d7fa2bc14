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


def test_a_version_is_its_first_numbers() -> None:
    assert version_of("9.7.4-2") == (9, 7, 4)
    assert version_of("10.11.5-MariaDB-1") == (10, 11, 5)
