"""Kinds of load, and sysbench's tests: their titles and what they do.

A name has one kind, in every bundle. Where sysbench's own script ran, its options say which
statements a transaction has. Where it was another script, or nobody recorded a command, the names
of the workload and the test decide, by the patterns of `loads.tsv`; never a title. The query counts
in descriptions are those of the default options.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import takewhile
from pathlib import Path

from sysbench_archive.model.base import as_record, read_rows
from sysbench_archive.model.bundle import Family, Load, Workload
from sysbench_archive.model.result import Scalar
from sysbench_archive.sysbench.command import Command, effective_parameters

FAMILIES: dict[Family, str] = {
    "point": "Point queries",
    "range": "Range and mixed reads",
    "read-write": "Reads and writes",
    "write": "Writes",
    "connect": "Connections",
    "other": "Other",
}
"""Family to its name for readers, in the order of the table of conditions."""


@dataclass(frozen=True, slots=True)
class LoadKind:
    """A kind of load: what conditions weigh it as, its name, what a server does of it in a second,
    and a pattern of names: from their start, without `oltp-`, and up to a hyphen or the end.
    """

    load: Load
    family: Family
    label: str
    noun: str
    names: str


@dataclass(frozen=True, slots=True)
class Test:
    """A sysbench test by its canonical name."""

    name: str
    title: str
    description: str


_ONE_CONNECTION = frozenset({None, 0, "0", "session", "off"})
_RECONNECTING = ("reconnect", "reconnect_mode")

LOADS: dict[str, LoadKind] = {
    kind.load: kind
    for kind in as_record(read_rows(Path(__file__).with_name("loads.tsv")), list[LoadKind])
}
"""Kinds of load in the order of pages."""
LOAD_LABELS = {name: kind.label for name, kind in LOADS.items()}
_NAMES = {
    kind.load: re.compile(rf"(?:oltp-)?(?:{kind.names})(?:-.*)?")
    for kind in LOADS.values()
    if kind.names
}
TESTS = {
    row["name"]: as_record(row, Test) for row in read_rows(Path(__file__).with_name("tests.tsv"))
}
_STATEMENTS: dict[str, Load] = {
    "point_selects": "point",
    "simple_ranges": "range",
    "sum_ranges": "range",
    "order_ranges": "range",
    "distinct_ranges": "range",
    "index_updates": "update-index",
    "non_index_updates": "update-non-index",
    "delete_inserts": "delete-insert",
}
"""Options that say how often a transaction of a mix has a statement."""
_READS = 5
"""How many of these read."""
_MIXES: dict[str, tuple[Load, slice]] = {
    "oltp_read_only": ("read-only", slice(_READS)),
    "oltp_read_write": ("read-write", slice(None)),
    "oltp_write_only": ("write", slice(_READS, None)),
}
"""sysbench's mixes, and which of the statements each may have."""


def canonical_test(command: Command | None) -> str:
    """The test a workload is filed under: `connect` where it reconnects; "" where unknown."""
    if command is None or command.test is None:
        return ""
    given = [command.parameters[name].value for name in _RECONNECTING if name in command.parameters]
    return "connect" if any(value not in _ONE_CONNECTION for value in given) else command.test


def warehouses_of(values: Mapping[str, Scalar]) -> int | None:
    """Warehouses of a script after TPC-C: those of a set of tables, times the sets."""
    scale, tables = (values.get(name) for name in ("scale", "tables"))
    return scale * tables if isinstance(scale, int) and isinstance(tables, int) else None


def scale_words(values: Mapping[str, Scalar]) -> str:
    """`1,000 warehouses: 10 sets of tables with 100 each`; "" where they are not known."""
    warehouses = warehouses_of(values)
    if warehouses is None:
        return ""
    sets, each = values["tables"], values["scale"]
    if sets == 1:
        return f"{warehouses:,} warehouses in one set of tables"
    return f"{warehouses:,} warehouses: {sets} sets of tables with {each} each"


def load_of(workload: Workload) -> Load:
    """The kind of load of a workload; "other" where nothing says it."""
    test, own = canonical_test(workload.command), "script" not in workload.facts
    if test == "connect":
        return "connect"
    named, stated = load_named(workload.id), _load_stated(workload.command, test)
    by_test = load_named(test)
    ways = (stated, by_test, named) if own else (named, stated, by_test)
    return next((load for load in ways if load), "other")


def load_named(name: str) -> Load | None:
    """The kind of load that the name of a workload or test says; None where it says none."""
    words = name.replace("_", "-")
    return next((load for load, names in _NAMES.items() if names.fullmatch(words)), None)


def _load_stated(command: Command | None, test: str) -> Load | None:
    """The kind of a mix by its options, which may leave one statement of it, or only writes."""
    if command is None or test not in _MIXES:
        return None
    options = effective_parameters(command, None)
    mix, part = _MIXES[test]
    counts = {name: options[name].value for name in list(_STATEMENTS)[part] if name in options}
    if options["range_selects"].value is False:
        counts = {name: it for name, it in counts.items() if not name.endswith("_ranges")}
    used = [name for name, count in counts.items() if count != 0]
    if len(used) == 1:
        return _STATEMENTS[used[0]]
    reading = {_STATEMENTS[name] in ("point", "range") for name in used}
    return mix if len(reading) != 1 else "read-only" if reading == {True} else "write"


def workload_title(workload: Workload) -> str:
    """The title its bundle states, else the archive's words for its test, else sysbench's. Of a mix
    whose options leave other statements than its name says, the kind of load.
    """
    test = canonical_test(workload.command)
    if test not in TESTS or "title" in workload.facts:
        return workload.title
    load = load_of(workload)
    is_named_so = test not in _MIXES or load in (_MIXES[test][0], "other")
    return TESTS[test].title if is_named_so else LOAD_LABELS[load]


LEAST_WORDS = 3
"""Words that titles of a test have to begin with in common, for these to name it."""


def titles_of_tests(workloads: Iterable[tuple[str, str]]) -> dict[str, str]:
    """Test to its title, from tests and titles of workloads; those without a test are left out.

    Where workloads of a test have several titles, none of them is that of the test.
    """
    found: dict[str, dict[str, None]] = {}
    for name, title in workloads:
        if name:
            found.setdefault(name, {})[title] = None
    return {name: _shared_title(name, list(titles)) for name, titles in found.items()}


def _shared_title(name: str, titles: Sequence[str]) -> str:
    """The only title, else the archive's own, else what all begin with, else the test's name."""
    if len(titles) == 1 or name in TESTS:
        return titles[0] if len(titles) == 1 else TESTS[name].title
    columns = zip(*(title.split() for title in titles), strict=False)
    words = [column[0] for column in takewhile(lambda column: len(set(column)) == 1, columns)]
    return " ".join(words).rstrip(",") if len(words) >= LEAST_WORDS else name


def test_named(name: str, title: str) -> Test:
    """The test of that name; one nobody described is shown by its own name or title."""
    return TESTS.get(name) or Test(name or title, title, "")
