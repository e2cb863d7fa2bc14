"""CSV files of the archive: UTF-8, commas, a header, and lines that end as on Unix.

Of those that are published, which texts a spreadsheet would run.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Callable, Iterable, Mapping, Sequence

from sysbench_archive.problems import RULES, Problem, Rule, UsageError, got_expected

CONFLICT_MARKER = re.compile(rb"^(?:<{7}|={7}|>{7}|\|{7})(?: |$)", re.MULTILINE)
"""What git leaves in a file of which two branches have other lines."""
FORMULA = r"(?s)'*[=+\-@\t\r\n].*"
"""Whole texts that a spreadsheet runs, also behind apostrophes, unless they are numbers."""
SIGNED_NUMBER = r"[+\-](?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+\-]?[0-9]+)?"
_formula = re.compile(FORMULA).fullmatch
_signed_number = re.compile(SIGNED_NUMBER).fullmatch
# Python, DuckDB and JavaScript (static/js/csv.js) read both alike.


def marked(text: str) -> str:
    """A text as its cell has it: with an apostrophe in front where a spreadsheet would run it."""
    return f"'{text}" if _formula(text) and not _signed_number(text) else text


def unmarked(cell: str) -> str:
    """The text of a cell."""
    return cell[1:] if cell.startswith("'") and _formula(cell) else cell


def csv_text(rows: Iterable[Iterable[object]]) -> str:
    """The text of a file."""
    out = io.StringIO(newline="")
    csv.writer(out, lineterminator="\n").writerows(rows)
    return out.getvalue()


def csv_rows(data: bytes) -> list[list[str]]:
    """The rows of a file. Raises ValueError where it is none."""
    try:
        return list(csv.reader(io.StringIO(data.decode("utf-8"), newline=""), strict=True))
    except UnicodeDecodeError as error:
        raise ValueError("not UTF-8 text") from error
    except csv.Error as error:
        raise ValueError(f"not a table: {error}") from error


def listed_rows(
    data: bytes, name: str, forms: Mapping[str, re.Pattern[str]], expected: str, *, key: int = 1
) -> list[list[str]]:
    """The rows below a header, whose columns have these forms; of an empty file none. The first
    `key` cells tell rows apart.

    Raises UsageError where `name` is no such file, or a row is not what is `expected` of one.
    """
    if marker := CONFLICT_MARKER.search(data):
        line = data.count(b"\n", 0, marker.start()) + 1
        raise UsageError(
            f"{name}:{line}: two branches wrote different rows of it, and git left both\n"
            f"  hint: {RULES['record-conflict'].hint}"
        )
    try:
        rows = csv_rows(data)
    except ValueError as error:
        raise UsageError(f"{name}: is no CSV file in UTF-8: {error}") from error
    if rows and rows[0] != list(forms):
        raise UsageError(f"{name}:1: got {rows[0]}, expected {','.join(forms)}")
    seen: set[tuple[str, ...]] = set()
    for number, cells in enumerate(rows[1:], 2):
        known = zip(forms.values(), cells, strict=False)
        if len(cells) != len(forms) or not all(form.fullmatch(cell) for form, cell in known):
            raise UsageError(f"{name}:{number}: got {cells}, expected {expected}")
        if (own := tuple(cells[:key])) in seen:
            raise UsageError(f"{name}:{number}: {cells[0]} has a row above; remove this one")
        seen.add(own)
    return rows[1:]


def checked_rows(
    data: bytes,
    path: str,
    rule: Rule,
    columns: Sequence[str],
    faults: Callable[[list[str]], Iterable[tuple[str, str]]],
) -> tuple[list[list[str]], list[Problem]]:
    """The rows below a header of these columns, and what is wrong with the file.

    `faults` gives (column, message) for each fault of a row; the first cell names the row.
    """
    try:
        rows = csv_rows(data)
    except ValueError as error:
        return [], [rule.at(path, str(error))]
    if not rows or rows[0] != list(columns):
        got = ",".join(rows[0])[:200] if rows else "nothing"
        return [], [rule.at(path, got_expected("wrong columns", got, ",".join(columns)), line=1)]
    problems = []
    for number, cells in enumerate(rows[1:], 2):
        if len(cells) != len(columns):
            problems.append(wrong_width(rule, path, cells, columns, number))
        else:
            for name, message in faults(cells):
                pointer = f"/{cells[0]}/{name}"
                problems.append(rule.at(path, message, pointer=pointer, line=number))
    return rows[1:], problems


def wrong_width(
    rule: Rule, path: str, cells: Sequence[str], columns: Sequence[str], number: int
) -> Problem:
    """The problem of a row with other cells than columns."""
    message = got_expected("wrong number of cells", len(cells), len(columns))
    return rule.at(path, message, line=number)


def no_number(name: str, cell: str) -> str:
    """The sentence about a cell that should have been a number."""
    return got_expected(f"not a number in column {name!r}", cell, "digits")
