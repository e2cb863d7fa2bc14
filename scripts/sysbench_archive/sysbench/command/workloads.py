"""Canonical workload names and the verbs, with the legacy names behind them.

Owns: which names sysbench ships, and how ``--test=oltp`` of 0.4 and the
``oltp.lua`` of 0.5 become modern names. Refuses: judging a script by its
content; a script that borrows a bundled name is taken for it.

The names come from sysbench's own sources: ``tests/`` of 0.4, ``tests/db/`` of
0.5, ``src/lua/`` and ``src/tests/`` of 1.0 and 1.1. The single mixed test of
0.4 and 0.5 is named by what it does:

=============================================  ====================
typed                                          canonical name
=============================================  ====================
complex (the default), no flag; ``oltp.lua``   oltp_read_write
complex or ``oltp.lua`` with read-only on      oltp_read_only
complex or ``oltp.lua`` with write-only on     oltp_write_only
test mode ``simple``; ``oltp_simple.lua``      oltp_simple
test mode ``sp`` (stored procedure)            oltp_sp
test mode ``nontrx``, ``select``               oltp_simple
test mode ``nontrx``, ``update_key``           oltp_update_index
test mode ``nontrx``, ``update_nokey``         oltp_update_non_index
test mode ``nontrx``, ``insert``, ``delete``   oltp_insert, oltp_delete
``insert.lua``, ``delete.lua``                 oltp_insert, oltp_delete
``update_index.lua``                           oltp_update_index
``update_non_index.lua``                       oltp_update_non_index
=============================================  ====================

``oltp_simple`` keeps its own name although it reads the column that
``oltp_point_select`` reads: the harness around it differs.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from sysbench_archive.sysbench.command.model import Parameter, Value

VERBS = frozenset({"prepare", "run", "cleanup", "prewarm", "warmup", "help", "version"})
BUILTIN_TESTS = frozenset({"cpu", "memory", "fileio", "threads", "mutex"})
MODERN_TESTS = frozenset(
    {
        "oltp_read_write",
        "oltp_read_only",
        "oltp_write_only",
        "oltp_point_select",
        "oltp_insert",
        "oltp_delete",
        "oltp_update_index",
        "oltp_update_non_index",
    }
)
MIXED = "oltp"
LEGACY_TESTS: dict[str, str] = {
    "insert": "oltp_insert",
    "delete": "oltp_delete",
    "update_index": "oltp_update_index",
    "update_non_index": "oltp_update_non_index",
}
# Tests that take the options of oltp_common.lua (1.0) or common.lua (0.5).
OLTP_TESTS = MODERN_TESTS | {
    "oltp_simple",
    "oltp_sp",
    "select",
    "select_random_points",
    "select_random_ranges",
    "parallel_prepare",
}
SQL_TESTS = OLTP_TESTS | set(LEGACY_TESTS) | {MIXED, "bulk_insert"}

_BY_FLAGS: dict[tuple[Value, Value], str] = {
    (False, False): "oltp_read_write",
    (True, False): "oltp_read_only",
    (False, True): "oltp_write_only",
}
_BY_NONTRX_MODE: dict[Value, str] = {
    "select": "oltp_simple",
    "update_key": "oltp_update_index",
    "update_nokey": "oltp_update_non_index",
    "insert": "oltp_insert",
    "delete": "oltp_delete",
}
_BY_TEST_MODE: dict[Value, str] = {"simple": "oltp_simple", "sp": "oltp_sp"}
_PLACEHOLDER = re.compile(r"[$`<>{}*\[\]]")


def base_name(typed: str) -> str:
    """Give the name of a test or script without its folder and ``.lua``."""
    return re.split(r"[/\\]", typed)[-1].removesuffix(".lua")


def is_script(typed: str) -> bool:
    """Tell whether a test was typed as a Lua path."""
    return typed.endswith(".lua") or "/" in typed


def canonical_test(typed: str, parameters: Mapping[str, Parameter]) -> str | None:
    """Give the canonical name of a typed test, ``None`` for a placeholder.

    The mixed test of 0.4 and 0.5 needs the mode and flags in ``parameters``;
    where one of them has no readable value there is no name.
    """
    name = base_name(typed)
    if not name or _PLACEHOLDER.search(name):
        return None
    if name != MIXED:
        return LEGACY_TESTS.get(name, name)
    mode = _value(parameters, "test_mode", "complex")
    if mode == "nontrx":
        return _BY_NONTRX_MODE.get(_value(parameters, "nontrx_mode", "select"))
    if mode != "complex":
        return _BY_TEST_MODE.get(mode)
    flags = _value(parameters, "read_only", False), _value(parameters, "write_only", False)
    return _BY_FLAGS.get(flags)


def _value(parameters: Mapping[str, Parameter], name: str, default: Value) -> Value:
    return parameters[name].value if name in parameters else default
