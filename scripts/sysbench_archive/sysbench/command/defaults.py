"""Fill in what sysbench does when an option is left out.

Owns: the rule that picks a column of ``options.tsv``.
Refuses: defaults of scripts that sysbench does not ship, but for Percona's
``tpcc.lua`` as it was from 2018 to 2020, and of the driver, which depends on
how sysbench was built.

The figures were read off branch 0.4 (version 0.4.12), branch 0.5, tags 1.0.0 to
1.0.20, and master (1.1.0). The table also states what a generation fixes without
an option, so that runs of two generations can be compared (0.4 has one table and
no warm-up).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal, cast, get_args

from sysbench_archive.sysbench.command.model import Command, Dialect, Parameter, Value
from sysbench_archive.sysbench.command.options import (
    DEPRECATED,
    EMPTY,
    TABLE,
    read_value,
    spelling,
)
from sysbench_archive.sysbench.command.workloads import BUILTIN_TESTS, OLTP_TESTS

Defaults = dict[str, Value]

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


@lru_cache(1000)
def _defaults(test: str | None, driver: Value, dialect: Dialect) -> Defaults:
    takers = {"general"}
    if test is not None:
        takers |= {test} if test in BUILTIN_TESTS else {test, "database"}
        takers |= {"oltp"} if test in OLTP_TESTS else set()
    found: Defaults = {}
    for row in TABLE:
        name, text = row["name"], row[dialect]
        of_mysql = row["test"] == "database" and name.startswith("my")
        if text and row["test"] in takers and (driver == "mysql" or not of_mysql):
            found[name] = "" if text == EMPTY else read_value(name, text)[0]
    return found | FIXED.get(test or "", {})


def _is_ignored(parameter: Parameter, dialects: tuple[Dialect, ...]) -> bool:
    """1.0 ignores a deprecated spelling whose value does not exceed its default."""
    deprecated, threshold = DEPRECATED.get(parameter.name, ("", 0))
    low = isinstance(parameter.value, int) and parameter.value <= threshold
    return dialects == ("1.0",) and low and spelling(parameter.original) == deprecated
