"""Queries per transaction of the tests that sysbench ships.

Owns: the arithmetic from effective options to reads, writes and other
statements. Refuses: scripts of others, other drivers than MySQL, reconnecting
runs (a reconnect is counted apart or not at all, by generation), and any count
that rests on an option without a readable value.

Read off ``sb_oltp.c`` of 0.4, ``tests/db/*.lua`` of 0.5 and ``src/lua/*.lua`` of
1.0 and 1.1. One transaction is 14 reads and 2 others (BEGIN, COMMIT), with 5
writes in 0.4 and 4 since: 0.4.12 updates the row once more before it deletes
and inserts it; later builds, known by options that 0.4.12 lacks, do not.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from sysbench_archive.sysbench.command.model import Command, Value
from sysbench_archive.sysbench.command.options import (
    Effective,
    dialect_of,
    effective_parameters,
    possible_dialects,
)


@dataclass(frozen=True, slots=True)
class QueriesPerTransaction:
    """Statements that one transaction issues; ``None`` where not derivable.

    ``total`` can be known where its parts are not: 1.0 and later count a write
    that changes no row as other, so that ``writes`` is an upper bound there,
    ``others`` a lower one, and their sum is firm. Every retried or ignored
    error issues some of these again.
    """

    reads: int | None
    writes: int | None
    others: int | None
    total: int | None


@dataclass(frozen=True, slots=True)
class _Context:
    effective: Mapping[str, Effective]
    dialects: tuple[str, ...]
    version: str | None

    def value(self, name: str) -> Value:
        return self.effective[name].value if name in self.effective else None

    def count(self, name: str) -> int | None:
        value = self.value(name)
        return value if isinstance(value, int) and value >= 0 else None

    @property
    def is_early(self) -> bool:
        return set(self.dialects) <= {"0.4", "0.5"}

    def typed(self, name: str) -> bool:
        return name in self.effective and self.effective[name].origin == "command"


_Counter = Callable[[_Context], QueriesPerTransaction]
_RANGES = ("simple_ranges", "sum_ranges", "order_ranges", "distinct_ranges")
_LATER_04 = ("delete_inserts", "range_selects", "write_only")
_POINT_RELEASE = re.compile(r"1\.0\.([0-9]{1,4})")
_FIRST_PLAIN_DELETE = 9


def expected_queries(command: Command, version: str | None) -> QueriesPerTransaction | None:
    """Give the statements of one transaction, ``None`` for a test not derivable."""
    context = _Context(
        effective_parameters(command, version), possible_dialects(command, version), version
    )
    counter = _COUNTERS.get(command.test or "")
    if counter is None or not _is_plain(context):
        return None
    return counter(context)


def _is_plain(context: _Context) -> bool:
    """Tell whether the run keeps its connections and speaks to MySQL."""
    wanted = {"reconnect": (0,), "reconnect_mode": ("session",), "db_driver": ("mysql",)}
    return all(
        name not in context.effective or context.value(name) in values
        for name, values in wanted.items()
    )


def _queries(reads: int | None, writes: int | None, others: int | None) -> QueriesPerTransaction:
    return QueriesPerTransaction(reads, writes, others, _sum(reads, writes, others))


def _sum(*counts: int | None) -> int | None:
    known = [count for count in counts if count is not None]
    return sum(known) if len(known) == len(counts) else None


def _reads(context: _Context) -> int | None:
    points = context.count("point_selects")
    if context.value("range_selects") is None:
        return None
    ranges = _RANGES if context.value("range_selects") else ()
    return _sum(points, *(context.count(name) for name in ranges))


def _writes(context: _Context) -> int | None:
    pairs = context.count("delete_inserts")
    updated_first = context.dialects == ("0.4",) and not any(map(context.typed, _LATER_04))
    per_pair = 3 if updated_first else 2
    return _sum(
        context.count("index_updates"),
        context.count("non_index_updates"),
        None if pairs is None else per_pair * pairs,
    )


def _others(context: _Context) -> int | None:
    skipped = context.value("skip_trx")
    return None if skipped is None else 0 if skipped else 2


def _updates(name: str) -> _Counter:
    """Count updates: the option's number since 1.0, one before."""
    return lambda run: _queries(0, 1 if run.is_early else run.count(name), 0)


def _deletes(context: _Context) -> QueriesPerTransaction:
    """Count oltp_delete: until 1.0.8 it deleted and inserted, later it only deletes.

    Since 1.0 a row that is already gone counts as other, so only the total holds.
    """
    if context.is_early:
        return _queries(0, 1, 0)
    match = _POINT_RELEASE.match(context.version or "")
    if match and int(match[1]) < _FIRST_PLAIN_DELETE:
        pairs = context.count("delete_inserts")
        return QueriesPerTransaction(0, None, None, None if pairs is None else 2 * pairs)
    known = match is not None or dialect_of(context.version) == "1.1"
    return QueriesPerTransaction(0, None, None, 1 if known else None)


_READING_ONE = (
    *("oltp_point_select", "oltp_simple"),
    *("select", "select_random_points", "select_random_ranges"),
)
_COUNTERS: dict[str, _Counter] = {
    **dict.fromkeys(_READING_ONE, lambda _: _queries(1, 0, 0)),
    "oltp_read_write": lambda run: _queries(_reads(run), _writes(run), _others(run)),
    "oltp_read_only": lambda run: _queries(_reads(run), 0, _others(run)),
    "oltp_write_only": lambda run: _queries(0, _writes(run), _others(run)),
    "oltp_insert": lambda _: _queries(0, 1, 0),
    "oltp_delete": _deletes,
    "oltp_update_index": _updates("index_updates"),
    "oltp_update_non_index": _updates("non_index_updates"),
}
