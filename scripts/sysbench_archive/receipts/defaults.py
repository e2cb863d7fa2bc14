"""What a server does when a setting is left to it, by product and version.

Owns the table, read off the manuals and release notes of MySQL and MariaDB and proved on the
dumps of effective variables that the archive holds. Refuses settings whose default depends on the
machine, and versions on which it is not sure: a series without its point release knows only what
held throughout the series.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache

from sysbench_archive.model import Server

Version = tuple[int, ...]
Steps = tuple[tuple[Version, str | None], ...]
"""The first version with a default, and that default; None is not known, or none there."""

_ALWAYS: Version = (0,)
_OPEN = 999
_NUMBER = re.compile(r"[0-9]{1,6}")


def _since(first: str | None, *steps: tuple[Version, str | None]) -> Steps:
    return ((_ALWAYS, first), *steps)


_BOTH: dict[str, Steps] = {
    "innodb_flush_log_at_trx_commit": _since("1"),
    "innodb_doublewrite": _since("ON"),
    "innodb_support_xa": _since("ON"),
    "innodb_buffer_pool_size": _since("8M", ((5, 5), "128M")),
    "innodb_page_size": _since("16K"),
    "innodb_io_capacity": _since(None, ((5, 5), "200")),
    "innodb_read_io_threads": _since(None, ((5, 5), "4")),
    "innodb_write_io_threads": _since(None, ((5, 5), "4")),
    "innodb_use_native_aio": _since(None, ((5, 5), "ON")),
    "tx_isolation": _since("REPEATABLE-READ"),
    "slow_query_log": _since("OFF"),
    "general_log": _since("OFF"),
    "skip_name_resolve": _since("OFF"),
    "innodb_sync_spin_loops": _since("20", ((5, 5), "30")),
    "thread_handling": _since("one-thread-per-connection"),
}
_MYSQL: Mapping[str, Steps] = _BOTH | {
    "log_bin": _since("OFF", ((8, 0, 3), "ON")),
    "sync_binlog": _since("0", ((5, 7, 7), "1")),
    "binlog_format": _since("STATEMENT", ((5, 7, 7), "ROW")),
    "binlog_row_image": _since(None, ((5, 6), "FULL")),
    "innodb_flush_method": _since("", ((8, 4), "O_DIRECT")),
    "innodb_io_capacity": _since(None, ((5, 5), "200"), ((8, 4), "10000")),
    "innodb_read_io_threads": _since(None, ((5, 5), "4"), ((8, 4), None)),
    "innodb_log_file_size": _since("5M", ((5, 6, 8), "48M"), ((8, 0, 30), None)),
    "innodb_log_files_in_group": _since("2"),
    "innodb_redo_log_capacity": _since("0", ((8, 0, 30), "100M")),
    "innodb_log_buffer_size": _since(None, ((5, 5), "8M"), ((5, 7, 6), "16M"), ((8, 4), "64M")),
    "innodb_flush_neighbors": _since(None, ((5, 6), "ON"), ((8, 0, 3), "OFF")),
    "innodb_lru_scan_depth": _since(None, ((5, 6), "1024")),
    "innodb_checksum_algorithm": _since(None, ((5, 6, 7), "innodb"), ((5, 7, 7), "crc32")),
    "innodb_adaptive_hash_index": _since("ON", ((8, 4), "OFF")),
    "innodb_change_buffering": _since(None, ((5, 5), "all"), ((8, 4), None)),
    "innodb_thread_concurrency": _since("8", ((5, 5), "0")),
    "innodb_spin_wait_delay": _since(None, ((5, 5), "6")),
    "innodb_spin_wait_pause_multiplier": _since(None, ((8, 0, 16), "50")),
    "performance_schema": _since("OFF", ((5, 6, 6), "ON")),
    "query_cache_type": _since("ON", ((5, 6, 8), "OFF")),
    "query_cache_size": _since("0", ((5, 6, 8), "1M"), ((8, 0), "0")),
    "character_set_server": _since("latin1", ((8, 0, 1), "utf8mb4")),
    "collation_server": _since("latin1_swedish_ci", ((8, 0, 1), "utf8mb4_0900_ai_ci")),
}
_MARIADB: Mapping[str, Steps] = _BOTH | {
    "log_bin": _since("OFF"),
    "sync_binlog": _since("0"),
    "binlog_format": _since("STATEMENT", ((10, 2, 4), "MIXED")),
    "innodb_flush_method": _since("", ((10, 6), "O_DIRECT")),
    "innodb_log_file_size": _since("5M", ((10, 0), "48M"), ((10, 5), "96M")),
    "innodb_log_files_in_group": _since("2", ((10, 5, 2), "1")),
    "innodb_redo_log_capacity": _since("0"),
    "innodb_log_buffer_size": _since(None, ((10, 1, 9), "16M")),
    "innodb_flush_neighbors": _since(None, ((10, 0), "ON")),
    "innodb_adaptive_hash_index": _since("ON", ((10, 5), "OFF")),
    "innodb_change_buffering": _since(
        "all", ((10, 5, 15), "none"), ((10, 6), "all"), ((10, 6, 7), "none"), ((10, 7), "all"),
        ((10, 7, 3), "none"), ((10, 8), None), ((10, 9), "none"),
    ),
    "performance_schema": _since("OFF"),
    "query_cache_type": _since("ON", ((10, 1, 7), "OFF")),
    "query_cache_size": _since("0", ((10, 1, 7), "1M")),
    "character_set_server": _since("latin1", ((11, 6), "utf8mb4")),
    "collation_server": _since("latin1_swedish_ci", ((11, 6), "utf8mb4_uca1400_ai_ci")),
}  # fmt: skip
_NOT_SURE_OF_PERCONA = {"performance_schema", "innodb_flush_method"}
DEFAULTS: Mapping[str, Mapping[str, Steps]] = {
    "mysql": _MYSQL,
    "mariadb": _MARIADB,
    "percona-server": {n: s for n, s in _MYSQL.items() if n not in _NOT_SURE_OF_PERCONA},
}
"""Product to variable to its defaults over time."""
_ABSENT: Mapping[str, Mapping[str, Steps]] = {
    "query_cache_type": {"mysql": _since(None, ((8, 0, 3), "gone"))},
    "innodb_change_buffering": {"mariadb": _since(None, ((11, 0), "gone"))},
    "performance_schema": {
        "mysql": _since("not yet", ((5, 5), None)),
        "mariadb": _since("not yet", ((5, 5), None)),
    },
}
"""Variables that some versions do not have: "gone" or "not yet" where they lack them."""


def lacks(server: Server, variable: str) -> bool:
    """Whether a server has no such variable for certain; Percona Server has what MySQL has."""
    product = "mysql" if server.product == "percona-server" else server.product
    steps = _ABSENT.get(variable, {}).get(product)
    return steps is not None and _through(steps, server.version) is not None


def default_of(server: Server, variable: str) -> str | None:
    """The default of a variable as servers spell it, None where it is not known for certain."""
    steps = DEFAULTS[server.product].get(variable)
    return None if steps is None else _through(steps, server.version)


def _through(steps: Steps, text: str) -> str | None:
    """What holds for a version, or for the whole of a series; None where that is in doubt."""
    version = version_of(text)
    if len(version) > 2:
        return _at(steps, version)
    first, last = _at(steps, (*version, 0)), _at(steps, (*version, _OPEN))
    return first if first == last else None


@cache
def version_of(text: str) -> Version:
    """The first three numbers of a version."""
    return tuple(int(number) for number in _NUMBER.findall(text)[:3])


def _at(steps: Steps, version: Version) -> str | None:
    return [value for since, value in steps if since <= version][-1]
