"""The options sysbench takes: name, kind of value, defaults, legacy spellings; and their values.

`options.tsv` is read off the option definitions in sysbench's own sources (``sysbench.c``,
``db_driver.c``, ``sb_rand.c``, ``sb_logger.c``, the database drivers, the built-in tests,
``sb_oltp.c`` of 0.4, ``tests/db/common.lua`` of 0.5, ``oltp_common.lua`` of 1.0 and 1.1), and
Percona's ``tpcc.lua`` as it was from 2018 to 2020; versions 0.4.12, branch 0.5, tags 1.0.0 to
1.0.20, and master (1.1.0). The table also states what a generation fixes without an option, so that
runs of two generations can be compared (0.4 has one table and no warm-up). There are no defaults of
other scripts, nor of the driver, which depends on how sysbench was built. Hyphens and underscores
are equal: 0.5 and later convert them. Text that sysbench would not take, or would silently take for
something else, has no value and a reason.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Literal, cast, get_args

from sysbench_archive.sysbench.command.model import Command, Dialect, Parameter, Value
from sysbench_archive.sysbench.command.workloads import BUILTIN_TESTS, OLTP_TESTS

Kind = Literal["int", "float", "bool", "size", "text", "mode", "port"]


def _read_table() -> list[dict[str, str]]:
    with Path(__file__).with_name("options.tsv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))


TABLE = _read_table()
"""An option and what takes it: `general`, `database`, `oltp`, a test, or nothing where it has no
default. In the columns of dialects are defaults; `only` is the generation that alone takes the
name, and `spellings` are older names, each with the generation behind `@` that alone takes it."""
EMPTY = '""'
"""A default that is an empty text."""
KINDS = {row["name"]: cast("Kind", row["kind"]) for row in TABLE}
_SPELLINGS = [
    (*spelling.partition("@")[::2], row["name"])
    for row in TABLE
    for spelling in row["spellings"].split()
]
LEGACY = {spelling: name for spelling, _, name in _SPELLINGS}
ONLY: dict[str, set[str]] = {
    generation: {row["name"] for row in TABLE if row["only"] == generation}
    | {spelling for spelling, only, _ in _SPELLINGS if only == generation}
    for generation in ("0.4", "0.5", "1.0")
}
"""Generation to the spellings that it alone takes, with those after it: they betray it."""

# 1.0 lets its deprecated spelling win when its value exceeds this one.
DEPRECATED: dict[str, tuple[str, int]] = {
    "threads": ("num_threads", 1),
    "events": ("max_requests", 0),
    "time": ("max_time", 0),
    "rate": ("tx_rate", 0),
}

CHOICES: dict[str, frozenset[str]] = {
    "test_mode": frozenset({"simple", "complex", "nontrx", "sp"}),
    "nontrx_mode": frozenset({"select", "update_key", "update_nokey", "insert", "delete"}),
    "reconnect_mode": frozenset({"session", "transaction", "query", "random"}),
}

_SECRET = re.compile(r"passw(or)?d|passphrase|(^|_)pwd$", re.IGNORECASE)


def spelling(option: str) -> str:
    """Give ``--oltp-table-size`` as ``oltp_table_size``."""
    return option.lstrip("-").replace("-", "_")


def canonical_name(option: str) -> str | None:
    """Give the modern name of an option as typed, ``None`` when unknown."""
    spelled = spelling(option)
    name = LEGACY.get(spelled, spelled)
    return name if name in KINDS else None


def is_secret(option: str) -> bool:
    """Tell whether an option or variable of this name carries a password."""
    return _SECRET.search(spelling(option)) is not None


Reading = tuple[Value, str | None]
"""A value, and why it is ``None`` where that is no placeholder."""

FLAGS = {"on": True, "true": True, "1": True, "yes": True}
FLAGS |= {"off": False, "false": False, "0": False, "no": False}
_MODES = {text: value for text, value in FLAGS.items() if text.isalpha()} | {"disabled": False}
_UNITS = {"": 1, "K": 2**10, "M": 2**20, "G": 2**30, "T": 2**40}
_INTEGER = re.compile(r"[+-]?[0-9]{1,18}")
_DECIMAL = re.compile(r"[+-]?(?:[0-9]{1,18}\.?[0-9]{0,18}|\.[0-9]{1,18})(?:[eE][+-]?[0-9]{1,2})?")
_SIZE = re.compile(r"([0-9]{1,15})([KMGTkmgt]?)")
_PLACEHOLDER = re.compile(r"\$[\w({!@*]|`[^`]*`|<[^<>]+>|\{[^{}]*\}|\[[^\[\]]+\]|%[sdi]\b|\.\.\.|…")
_VARIABLE = re.compile(
    r"(?:\$[\w:]+|\$[@*]|\$[{(].*[})]|`[^`]*`|<[^<>]*>|\{[^{}]*\}|\[[^\[\]]*\]|@\w+"
    r"|[%!]\w+[%!])+(?:\.\.\.)?"
    r"|\.\.\.|…",
    re.DOTALL,
)
_BLANKED = re.compile(r"[*xX.#?•]+|redacted|removed|hidden|masked", re.IGNORECASE)
_UNKNOWN_NUMBER = re.compile(r"[NnXx#?*]+")


def is_placeholder(raw: str) -> bool:
    """Tell whether text stands for a value: ``$n``, ``${n}``, ``<n>``, ``{n}``, `` `n` ``."""
    return _PLACEHOLDER.search(raw) is not None


def is_variable(word: str) -> bool:
    """Tell whether a whole word is a placeholder, such as ``$OPTIONS`` or ``[options]...``."""
    return _VARIABLE.fullmatch(word) is not None


def is_exposed(raw: str) -> bool:
    """Tell whether text is a real password: no placeholder, not blanked out."""
    return raw != "" and not is_placeholder(raw) and _BLANKED.fullmatch(raw) is None


def read_value(name: str, raw: str | None) -> Reading:
    """Read ``raw`` as the value of the option with this canonical name."""
    kind = KINDS[name]
    if raw is None:
        return (True, None) if kind in {"bool", "mode"} else (None, "has no value")
    if is_placeholder(raw):
        return None, None
    if name in CHOICES:
        choices = CHOICES[name]
        known = raw.lower() if raw.lower() in choices else None
        return known, None if known else f"is none of {', '.join(sorted(choices))}"
    return _READERS[kind](raw)


def accepts(name: str, raw: str) -> bool:
    """Tell whether a separate word can be the value of the option before it."""
    value, reason = read_value(name, raw)
    if KINDS[name] == "mode":
        return isinstance(value, bool | int)
    return reason is None


def _integer(raw: str) -> Reading:
    if _INTEGER.fullmatch(raw):
        return int(raw), None
    if _UNKNOWN_NUMBER.fullmatch(raw):
        return None, None
    value, _ = _decimal(raw)
    if isinstance(value, float) and value.is_integer() and "e" in raw.lower():
        return int(value), None
    return None, "is not a whole number; sysbench reads no size suffix here"


def _decimal(raw: str) -> Reading:
    if _DECIMAL.fullmatch(raw):
        return float(raw), None
    return None, "is not a number"


def _size(raw: str) -> Reading:
    match = _SIZE.fullmatch(raw)
    if match is None:
        return None, "is not a size such as 16384, 64K or 2G"
    return int(match[1]) * _UNITS[match[2].upper()], None


def _flag(raw: str) -> Reading:
    value = FLAGS.get(raw.lower())
    return value, None if value is not None else "is neither on nor off"


def _port(raw: str) -> Reading:
    """Read a port, or since 1.0 a list of ports as text."""
    return (int(raw) if _INTEGER.fullmatch(raw) else raw), None


def _mode(raw: str) -> Reading:
    """Read an option that is a flag in one generation and more in another."""
    known = _MODES.get(raw.lower())
    return _port(raw.lower()) if known is None else (known, None)


_READERS: dict[Kind, Callable[[str], Reading]] = {
    "int": _integer,
    "float": _decimal,
    "size": _size,
    "bool": _flag,
    "text": lambda raw: (raw, None),
    "mode": _mode,
    "port": _port,
}


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
    if command.hides_arguments:
        effective = {name: Effective(fixed.get(name), "default") for name in effective}
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
