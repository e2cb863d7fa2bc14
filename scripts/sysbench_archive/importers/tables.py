"""Read published tables: columns of servers, rows of tests, a figure in each cell.

A table says above its rows what its columns are, one line each; the last cell of a row says what
the row is. A row with another number of cells, or a name that was there before, is refused, and so
is a cell that is no plain decimal number.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any

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


@dataclass(frozen=True, slots=True)
class Cell:
    """A figure as it stands in the table: the name of its row, its line and its column, from 1."""

    row: str
    line: int
    column: int
    text: str

    @property
    def place(self) -> str:
        """`LINE:COLUMN`."""
        return f"{self.line}:{self.column}"

    @property
    def value(self) -> int | float:
        """Its figure."""
        return float(self.text) if "." in self.text else int(self.text)

    def report(self, form: TableForm, index: int) -> Report:
        """What the cell states, as a report that states nothing else."""
        field = METRICS[form.metric].report_field
        stated: dict[str, Any] = dict.fromkeys(each.name for each in fields(Report))
        stated |= {"index": index, field: self.value, "lines": {field: self.line}}
        stated |= {"complete": True, "fatal": False, "warnings": (), "intervals": ()}
        stated |= {"interval_lines": (), "first_line": self.line, "last_line": self.line}
        return Report(**stated)

    def lines(self, column: str) -> tuple[str, str]:
        """What the table says of it, for the layout's templates of lines."""
        return f"column {column}", f"row {self.row}"


@dataclass(frozen=True, slots=True)
class Column:
    """A column by its name, with its cells."""

    name: str
    cells: tuple[Cell, ...]

    @property
    def figures(self) -> frozenset[tuple[str, str]]:
        """What it states: every row with its figure."""
        return frozenset((cell.row, cell.text) for cell in self.cells)


@dataclass(frozen=True, slots=True)
class Table:
    """A file's table: its columns, and places (`LINE` or `LINE:COLUMN`) with why they are refused.

    `fault` says why the whole file is refused; empty otherwise.
    """

    columns: tuple[Column, ...]
    refused: tuple[tuple[str, str], ...]
    fault: str = ""


def read_table(data: bytes, form: TableForm) -> Table:
    """The table of a file."""
    lines = data.decode("utf-8", "replace").removeprefix("\ufeff").splitlines()[:MAX_LINES]
    names = _column_names(lines, form)
    if sorted(names) != list(range(1, len(names) + 1)) or not names:
        return Table((), (), NO_TABLE)
    cells: dict[int, list[Cell]] = {number: [] for number in names}
    refused: list[tuple[str, str]] = []
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
            cell = Cell(row, number, column, part.strip())
            if _FIGURE.fullmatch(cell.text):
                cells[column].append(cell)
            else:
                refused.append((cell.place, NO_FIGURE))
    columns = tuple(Column(names[number], tuple(cells[number])) for number in sorted(names))
    return Table(columns, tuple(refused), "" if seen else NO_TABLE)


def _column_names(lines: Iterable[str], form: TableForm) -> dict[int, str]:
    found: dict[int, str] = {}
    for line in lines:
        named = form.columns.match(line.strip())
        if named:
            found.setdefault(int(named["number"]), named["column"])
    return found


Folders = Mapping[str, Sequence[tuple[str, frozenset[int]]]]
"""Name of a folder of output to each bundle with runs of it, and their figures as whole numbers."""


def made_of(column: Column, folders: Folders) -> str | None:
    """The bundle whose runs a column was computed from, None where there is none.

    Such a column bears the name of the folder the output is in, and its figures are the runs',
    rounded or cut to whole numbers.
    """
    for bundle, figures in folders.get(column.name, ()):
        known = sum(bool({round(c.value), int(c.value)} & figures) for c in column.cells)
        if column.cells and known >= SHARE * len(column.cells):
            return bundle
    return None
