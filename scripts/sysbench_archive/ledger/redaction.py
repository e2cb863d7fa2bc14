"""Words that were removed from rows of the record: what stands in their place, and what is no more.

A name may have to go, and so may everything a purged bundle said. Then `removed` stands in the
row's texts, so that readers see that something stood there; digests, ids, days and figures that
are left are as they were.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from dataclasses import replace as with_cells
from typing import Any

from msgspec.structs import asdict as fields_of
from msgspec.structs import replace

from sysbench_archive.ledger.record import Row
from sysbench_archive.model.comparison_revision import ComparisonRow

REMOVED = "removed"
"""What stands in place of words."""
_TEXTS_OF_ROW = ("title", "authors", "reason")
_TEXTS_OF_COMPARISON = ("title", "says", "text", "reason")


def without_name(row: Row, name: str) -> Row:
    """A row of a bundle without a name."""
    cut: dict[str, Any] = {text: _cut(getattr(row, text), name) for text in _TEXTS_OF_ROW}
    return with_cells(row, **cut)


def comparison_without_name(row: ComparisonRow, name: str) -> ComparisonRow:
    """A row of a comparison without a name."""
    return replace(row, **{text: _cut(getattr(row, text), name) for text in _TEXTS_OF_COMPARISON})


def emptied(row: ComparisonRow) -> ComparisonRow:
    """A row of a comparison without what it said and found."""
    return replace(row, panels=[], says=REMOVED, text=REMOVED if row.text else "")


def names(text: str, name: str) -> bool:
    """Whether a text has a name, and not only as a part of a longer word."""
    return bool(_whole(name).search(text))


def _cut(text: str, name: str) -> str:
    return _whole(name).sub(REMOVED, text)


def _whole(name: str) -> re.Pattern[str]:
    """A name as a word of its own. A hyphen makes it part of a longer word, and so does an
    apostrophe, but for that of `Ada's`.
    """
    return re.compile(
        rf"(?<!\w)(?<!\w['\u2019-]){re.escape(name)}(?!\w)(?!-\w)(?!['\u2019]\w{{2}})"
    )


def is_redaction(before: Row, after: Row) -> bool:
    """Whether nothing but words was removed from a row of a bundle."""
    return before != after and _is_cut(asdict(before), asdict(after), _TEXTS_OF_ROW)


def is_redacted_comparison(before: ComparisonRow, after: ComparisonRow) -> bool:
    """Whether nothing but words was removed from a row of a comparison, or all that it said."""
    is_empty = after.says == REMOVED and not after.panels
    left = replace(before, panels=[]) if is_empty else before
    return before != after and _is_cut(fields_of(left), fields_of(after), _TEXTS_OF_COMPARISON)


def _is_cut(
    before: Mapping[str, object], after: Mapping[str, object], texts: Sequence[str]
) -> bool:
    return all(
        value == after[name]
        or (name in texts and bool(value) and _is_what_is_left(str(value), str(after[name])))
        for name, value in before.items()
    )


def _is_what_is_left(before: str, after: str) -> bool:
    """Whether a text is another with pieces of it removed.

    By search from left to right: a pattern with many gaps would take a hostile row for ever.
    """
    if REMOVED not in after:
        return False
    first, *between, last = after.split(REMOVED)
    at, end = len(first), len(before) - len(last)
    for piece in between:
        found = before.find(piece, at + 1)
        if found < 0:
            return False
        at = found + len(piece)
    return at < end and before.startswith(first) and before.endswith(last)
