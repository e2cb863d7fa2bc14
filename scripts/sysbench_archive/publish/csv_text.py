"""Tables as CSV after RFC 4180, in UTF-8, with no cell that a spreadsheet would run.

A text that begins like a formula gets an apostrophe in front, which spreadsheets do not show.
Numbers are written with every digit they have, absent values as nothing.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence
from typing import Any

_FORMULA = ("=", "+", "-", "@", "\t", "\r")
_TRUTH = {True: "true", False: "false"}
_AS_THEY_ARE = frozenset({int, float, type(None)})
"""Most cells of a table."""


def csv_bytes(header: Sequence[str], rows: Iterable[Sequence[Any]]) -> bytes:
    """The bytes of a table."""
    out = io.StringIO(newline="")
    writer = csv.writer(out)
    writer.writerow(header)
    plain = _AS_THEY_ARE
    writer.writerows([v if type(v) in plain else cell(v) for v in row] for row in rows)
    return out.getvalue().encode()


def cell(value: Any) -> Any:
    """A value as its cell shows it."""
    if isinstance(value, str):
        return f"'{value}" if value.startswith(_FORMULA) else value
    return _TRUTH[value] if isinstance(value, bool) else value
