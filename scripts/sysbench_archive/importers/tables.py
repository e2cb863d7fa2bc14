"""Read published tables: columns of servers, rows of tests, a figure in each cell.

A table says above its rows what its columns are, one line each; the last cell of a row says what
the row is. A row with another number of cells, or a name that was there before, is refused, and so
is a cell that is no plain decimal number.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import MISSING, fields
from typing import Any, NamedTuple

from sysbench_archive.importers.layout import TableForm
from sysbench_archive.metrics import METRICS
from sysbench_archive.sysbench.report import Report

_FIGURE = re.compile(r"(?:0|[1-9][0-9]{0,15})(?:\.[0-9]{1,9})?")
MAX_LINES = 20_000
NO_TABLE = "holds no table: no line names a column"
ROW_LENGTH = "the row has another number of cells than the table has columns"
ROW_TWICE = "the table has a row of this name already"
NO_FIGURE = "the cell is no plain decimal number"
SHARE = 0.9
"""Share of a column's figures that have to be those of runs here before it counts as made of them:
one or two agree by chance, and an author's own rounding may spoil one or two."""


class Cell(NamedTuple):
    """A figure as it stands in the table: the names of its column and row, its line and the number
    of its column, from 1.
    """

    column: str
    row: str
    line: int
    number: int
    text: str

    @property
    def place(self) -> str:
        """`LINE:COLUMN`."""
        return f"{self.line}:{self.number}"

    @property
    def value(self) -> int | float:
        """Its figure."""
        return float(self.text) if "." in self.text else int(self.text)

    def report(self, form: TableForm) -> Report:
        """What the cell states, as a report that states nothing else."""
        field = METRICS[form.metric].report_field
        required = (each.name for each in fields(Report) if each.default_factory is MISSING)
        stated: dict[str, Any] = dict.fromkeys(required)
        stated |= {"index": self.line, field: self.value, "lines": {field: self.line}}
        stated |= {"complete": True, "fatal": False, "warnings": (), "intervals": ()}
        stated |= {
            "unread": (),
            "missing": (),
            "interval_lines": (),
            "first_line": self.line,
            "last_line": self.line,
        }
        return Report(**stated)


def read_table(
    data: bytes, form: TableForm
) -> tuple[list[list[Cell]], list[tuple[str | None, str]]]:
    """The cells of each column of a file's table, and what is refused: its place (`LINE` or
    `LINE:COLUMN`, None for the whole file), and why.
    """
    lines = data.decode("utf-8", "replace").removeprefix("\ufeff").splitlines()[:MAX_LINES]
    names = _column_names(lines, form)
    cells: dict[int, list[Cell]] = {number: [] for number in sorted(names)}
    refused: list[tuple[str | None, str]] = []
    seen: set[str] = set()
    for number, line in enumerate(lines, 1):
        parts = line.split(form.separator)
        if not any(_FIGURE.fullmatch(part.strip()) for part in parts[:-1]):
            continue
        row = parts[-1].strip()
        fault = ROW_LENGTH if len(parts) != len(names) + 1 else ROW_TWICE if row in seen else ""
        if fault:
            refused.append((str(number), fault))
            continue
        seen.add(row)
        for column, part in enumerate(parts[:-1], 1):
            cell = Cell(names.get(column, ""), row, number, column, part.strip())
            if _FIGURE.fullmatch(cell.text):
                cells.setdefault(column, []).append(cell)
            else:
                refused.append((cell.place, NO_FIGURE))
    if not seen or sorted(names) != list(range(1, len(names) + 1)):
        return [], [(None, NO_TABLE)]
    return [column for column in cells.values() if column], refused


def _column_names(lines: Iterable[str], form: TableForm) -> dict[int, str]:
    found: dict[int, str] = {}
    for line in lines:
        named = form.columns.match(line.strip())
        if named:
            found.setdefault(int(named["number"]), named["column"])
    return found


Folders = Mapping[str, Sequence[tuple[str, frozenset[int]]]]
"""Name of a folder of output to each bundle with runs of it, and their figures as whole numbers."""


def made_of(column: Sequence[Cell], folders: Folders) -> str | None:
    """The bundle whose runs a column was computed from, None where there is none.

    Such a column bears the name of the folder the output is in, and its figures are the runs',
    rounded or cut to whole numbers.
    """
    for bundle, figures in folders.get(column[0].column, ()):
        known = sum(bool({round(c.value), int(c.value)} & figures) for c in column)
        if known >= SHARE * len(column):
            return bundle
    return None
