"""Fill in what sysbench does when an option is left out.

Owns: one table of defaults per generation and the rule that picks one.
Refuses: defaults of scripts that sysbench does not ship, but for Percona's
``tpcc.lua``, and of the driver, which depends on how sysbench was built.

The figures were read off the option definitions in sysbench's sources: branch
0.4 (version 0.4.12), branch 0.5, tags 1.0.0 to 1.0.20, and master (1.1.0). Each
table also states what a generation fixes without an option, so that runs of two
generations can be compared (0.4 has one table and no warm-up).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal, cast, get_args

from sysbench_archive.sysbench.command.model import Command, Dialect, Parameter, Value
from sysbench_archive.sysbench.command.options import DEPRECATED, spelling
from sysbench_archive.sysbench.command.workloads import BUILTIN_TESTS, OLTP_TESTS

Defaults = dict[str, Value]

_GENERAL: Defaults = {
    "threads": 1,
    "rate": 0,
    "report_interval": 0,
    "percentile": 95,
    "forced_shutdown": False,
    "rand_seed": 0,
    "debug": False,
    "validate": False,
    "warmup_time": 0,
    "histogram": False,
}
_BEFORE_10: Defaults = {"time": 0, "events": 10000, "rand_init": False}
_SINCE_10: Defaults = {"time": 10, "events": 0, "thread_init_timeout": 30, "verbosity": 3}
_SPECIAL: Defaults = {"rand_spec_iter": 12, "rand_spec_pct": 1, "rand_spec_res": 75}
_RANDOM: Defaults = {"rand_type": "special", "rand_pareto_h": 0.2, "thread_stack_size": 64 * 1024}

_DATABASE: Defaults = {
    "db_ps_mode": "auto",
    "mysql_host": "localhost",
    "mysql_port": 3306,
    "mysql_user": "sbtest",
    "mysql_db": "sbtest",
    "mysql_ssl": False,
    "mysql_compression": False,
    "mysql_debug": False,
    "mysql_dry_run": False,
}
_ENGINE: Defaults = {"mysql_storage_engine": "innodb"}
_ENGINE_BEFORE_10 = _ENGINE | {"mysql_engine_trx": "auto", "myisam_max_rows": 1000000}
_IGNORED: Defaults = {"mysql_ignore_errors": "1213,1020,1205"}
DATABASE: dict[Dialect, Defaults] = {
    "0.4": _DATABASE | _ENGINE_BEFORE_10,
    "0.5": _DATABASE | _ENGINE_BEFORE_10 | _IGNORED,
    "1.0": _DATABASE | _IGNORED,
    "1.1": _DATABASE | _IGNORED,
}

_MIX: Defaults = {
    "tables": 1,
    "table_size": 10000,
    "range_size": 100,
    "point_selects": 10,
    "simple_ranges": 1,
    "sum_ranges": 1,
    "order_ranges": 1,
    "distinct_ranges": 1,
    "index_updates": 1,
    "non_index_updates": 1,
    "delete_inserts": 1,
    "range_selects": True,
    "auto_inc": True,
    "skip_trx": False,
    "secondary": False,
    "create_secondary": True,
    "create_table_options": "",
}
_FLAGS: Defaults = {"read_only": False, "write_only": False}
_OLTP_04 = (
    _MIX
    | _FLAGS
    | _SPECIAL
    | {"rand_type": "special", "test_mode": "complex", "nontrx_mode": "select"}
    | {"reconnect_mode": "session", "connect_delay": 10000, "table_name": "sbtest"}
    | {"user_delay_min": 0, "user_delay_max": 0}
    | {"point_select_mysql_handler": False, "point_select_all_cols": False}
)
GENERAL: dict[Dialect, Defaults] = {
    "0.4": _GENERAL | _BEFORE_10 | {"verbosity": 4, "thread_stack_size": 32 * 1024},
    "0.5": _GENERAL | _BEFORE_10 | _SPECIAL | _RANDOM | {"verbosity": 3, "thread_init_timeout": 30},
    "1.0": _GENERAL | _SINCE_10 | _SPECIAL | _RANDOM,
    "1.1": _GENERAL | _SINCE_10 | _RANDOM | {"rand_type": "uniform", "rand_zipfian_exp": 0.8},
}
_OLTP_10 = _MIX | _ENGINE | {"reconnect": 0}
OLTP: dict[Dialect, Defaults] = {
    "0.4": _OLTP_04,
    "0.5": _MIX | _FLAGS | {"reconnect": 0},
    "1.0": _OLTP_10,
    "1.1": _OLTP_10,
}

# These did not change between generations.
BUILTIN: dict[str, Defaults] = {
    "cpu": {"cpu_max_prime": 10000},
    "threads": {"thread_yields": 1000, "thread_locks": 8},
    "mutex": {"mutex_num": 4096, "mutex_locks": 50000, "mutex_loops": 10000},
    "memory": {
        "memory_block_size": 2**10,
        "memory_total_size": 100 * 2**30,
        "memory_scope": "global",
        "memory_oper": "write",
        "memory_access_mode": "seq",
    },
    "fileio": {
        "file_num": 128,
        "file_block_size": 16384,
        "file_total_size": 2 * 2**30,
        "file_io_mode": "sync",
        "file_extra_flags": "",
        "file_fsync_freq": 100,
        "file_fsync_all": False,
        "file_fsync_end": True,
        "file_fsync_mode": "fsync",
        "file_merged_requests": 0,
        "file_rw_ratio": 1.5,
    },
}
OF_TEST: dict[str, Defaults] = {
    "select_random_points": {"random_points": 10},
    "select_random_ranges": {"number_of_ranges": 10, "delta": 5},
    # tpcc_common.lua of sysbench-tpcc, which kept these from 2018 to 2020.
    "tpcc": {
        "scale": 100,
        "tables": 1,
        "use_fk": True,
        "trx_level": "RR",
        "enable_purge": False,
        "mysql_storage_engine": "innodb",
        "create_table_options": "",
    },
}
# oltp_point_select.lua sets this itself, whatever the command says.
FIXED: dict[str, Defaults] = {"oltp_point_select": {"point_selects": 1}}

# 1.0 still takes the syntax of 0.5; 1.1 removed it.
_CONSISTENT: dict[str | None, tuple[Dialect, ...]] = {
    "0.4": ("0.4",),
    "0.5": ("0.5", "1.0"),
    "1.0": ("1.0", "1.1"),
    None: get_args(Dialect),
}
_VERSION = re.compile(r"(?:sysbench[ -]?)?v?(0\.4|0\.5|1\.0|1\.1)(?:[^0-9].*)?", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Effective:
    """The value in force; ``None`` where it was typed as a placeholder."""

    value: Value
    origin: Literal["command", "default"]


def dialect_of(version: str | None) -> Dialect | None:
    """Give the dialect of a version (``1.0.20``, ``1.1.0-3ceba0b``), ``None`` if unknown."""
    match = _VERSION.fullmatch(version.strip()) if version else None
    return cast("Dialect", match[1]) if match else None


def effective_parameters(command: Command, version: str | None) -> Mapping[str, Effective]:
    """Give every parameter in force: those typed, then this version's defaults.

    Where ``version`` is absent or unknown, only defaults on which all dialects
    that take the command agree are filled in; the rest is left out.
    """
    dialects = possible_dialects(command, version)
    fixed = FIXED.get(command.test or "", {})
    effective = dict(_defaults_in_force(command.test, _driver_of(command), dialects))
    for name, parameter in command.parameters.items():
        if name not in fixed and not _is_ignored(parameter, dialects):
            effective[name] = Effective(parameter.value, "command")
    return effective


def possible_dialects(command: Command, version: str | None) -> tuple[Dialect, ...]:
    """Give the version's dialect, or else all that take the command's syntax."""
    dialect = dialect_of(version)
    return (dialect,) if dialect else _CONSISTENT[command.generation]


def defaults_of(command: Command, dialect: Dialect) -> Defaults:
    """Give the defaults of one dialect that bear on this command's test."""
    return _defaults(command.test, _driver_of(command), dialect)


def _driver_of(command: Command) -> Value:
    driver = command.parameters.get("db_driver")
    return "mysql" if driver is None else driver.value


@lru_cache(1000)
def _defaults_in_force(
    test: str | None, driver: Value, dialects: tuple[Dialect, ...]
) -> Mapping[str, Effective]:
    """The defaults that these dialects agree on. A few tests are asked for again and again."""
    first, *others = [_defaults(test, driver, dialect) for dialect in dialects]
    return {
        name: Effective(value, "default")
        for name, value in first.items()
        if all(name in other and other[name] == value for other in others)
    }


def _defaults(test: str | None, driver: Value, dialect: Dialect) -> Defaults:
    if test is None:
        return GENERAL[dialect]
    if test in BUILTIN_TESTS:
        return GENERAL[dialect] | BUILTIN[test]
    database = DATABASE[dialect]
    if driver != "mysql":
        database = {name: value for name, value in database.items() if not name.startswith("my")}
    script = OLTP[dialect] if test in OLTP_TESTS else {}
    return GENERAL[dialect] | database | script | OF_TEST.get(test, {}) | FIXED.get(test, {})


def _is_ignored(parameter: Parameter, dialects: tuple[Dialect, ...]) -> bool:
    """1.0 ignores a deprecated spelling whose value does not exceed its default."""
    deprecated, threshold = DEPRECATED.get(parameter.name, ("", 0))
    low = isinstance(parameter.value, int) and parameter.value <= threshold
    return dialects == ("1.0",) and low and spelling(parameter.original) == deprecated
