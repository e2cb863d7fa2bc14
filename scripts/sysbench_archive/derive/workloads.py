"""sysbench's tests: their titles, what they do, and the families they belong to.

The query counts in descriptions are those of the default options.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import takewhile
from pathlib import Path

from sysbench_archive.model.base import as_record, read_rows
from sysbench_archive.model.bundle import Family, Workload
from sysbench_archive.model.result import Scalar
from sysbench_archive.sysbench.command import Command

FAMILIES: dict[str, str] = {
    "point": "Point queries",
    "range": "Range and mixed reads",
    "read-write": "Reads and writes",
    "write": "Writes",
    "connect": "Connections",
    "other": "Other",
}
"""Family to its name for readers, in the order pages list them."""


@dataclass(frozen=True, slots=True)
class Test:
    """A sysbench test by its canonical name."""

    name: str
    family: Family
    title: str
    description: str


_ONE_CONNECTION = frozenset({None, 0, "0", "session", "off"})
_RECONNECTING = ("reconnect", "reconnect_mode")

TESTS = {
    row["name"]: as_record(row, Test) for row in read_rows(Path(__file__).with_name("tests.tsv"))
}


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


def family_of(command: Command | None) -> Family:
    """The family of the test a workload is filed under; "other" where it is unknown."""
    return test_named(canonical_test(command), "").family


def workload_title(workload: Workload) -> str:
    """The title its bundle states, else the archive's words for its test, else sysbench's."""
    known = TESTS.get(canonical_test(workload.command))
    return known.title if known and "title" not in workload.facts else workload.title


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
    return TESTS.get(name) or Test(name or title, "other", title, "")
