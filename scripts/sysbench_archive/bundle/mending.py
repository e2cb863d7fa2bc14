"""The same bundle.yaml in the archive's form: no value and no comment is lost or changed.

Owns the moving of text. Lines are moved as they are, so comments stay as they were typed: a
comment above a field goes with it, one above the first field of a group stays at the head of the
group. Refuses, and leaves the file as it is, where the outcome would not be the same document.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from itertools import pairwise

from sysbench_archive.bundle.form import Node, derivable, fields_of, items_of, misordered, root
from sysbench_archive.bundle.layout import Entry, Place, places
from sysbench_archive.bundle.schema import schema_problems
from sysbench_archive.bundle.strict_yaml import read_yaml
from sysbench_archive.model import UNRECORDED

_DASHES = re.compile(r"[ -]*")


class CannotMendError(Exception):
    """The file was left as it is; the message says why."""


def mended(data: bytes, digests: Mapping[str, str]) -> bytes:
    """The bytes in form; the same bytes where they are already. Raises CannotMendError.

    `digests`: path to SHA-256 of each file of the bundle; an unrecorded hash of a script that is
    here is filled in, the only value this ever writes.
    """
    before = read_yaml(data, "")
    if before.value is None or schema_problems(before, "bundle-1"):
        raise CannotMendError("it does not fit the schema; mend what `check` says first")
    plain = _plain(data.decode("utf-8"))
    text = _ordered(plain, set(misordered(before.value)))
    if read_yaml(text.encode(), "").value != before.value or Counter(text) != Counter(plain):
        raise CannotMendError("its lines cannot be moved without changing what it says")
    return _filled(text, derivable(before.value, digests)).encode()


def _filled(text: str, hashes: Mapping[str, str]) -> str:
    """The text with hashes in place of `unrecorded`, the last first so that places stay true."""
    spans = {
        f"{place.pointer}/{entry.name}": (entry.start, entry.end)
        for place in (places(text) if hashes else ())
        for entry in place.entries
    }
    for pointer in sorted(hashes, key=lambda p: spans[p], reverse=True):
        start, end = spans[pointer]
        # In quotes: a hash of digits alone would be a number.
        filled = text[start:end].replace(UNRECORDED, f'"{hashes[pointer]}"')
        text = text[:start] + filled + text[end:]
    return text


def _plain(text: str) -> str:
    """Lines that end in a line feed, the last one too."""
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    return text if text.endswith("\n") else f"{text}\n"


def _ordered(text: str, pointers: set[str]) -> str:
    if not pointers:
        return text
    wanted = [place for place in places(text) if place.pointer in pointers]
    for place in wanted:
        if place.is_flow:
            text = _flow_ordered(text, place)
    lines = text.split("\n")
    for place in wanted:
        if not place.is_flow:
            _order_lines(lines, place)
    return "\n".join(lines)


def _sorted(place: Place) -> list[Entry]:
    """The entries in the schema's order; names it does not know keep to the one before them."""
    ranks = fields_of(_node(place.pointer))
    keys, last = {}, (-1, 0)
    for number, entry in enumerate(place.entries):
        last = (ranks[entry.name][0] if entry.name in ranks else last[0], number)
        keys[entry.name] = last
    return sorted(place.entries, key=lambda entry: keys[entry.name])


def _node(pointer: str) -> Node:
    node = root()
    for part in filter(None, pointer.split("/")):
        node = items_of(node) if part.isdecimal() else fields_of(node).get(part, (0, {}))[1]
    return node


def _flow_ordered(text: str, place: Place) -> str:
    """Entries of `{a: 1, b: 2}` change places; commas and blanks between them stay."""
    entries = place.entries
    gaps = [text[a.end : b.start] for a, b in pairwise(entries)]
    if any("#" in gap for gap in gaps):
        raise CannotMendError("a comment stands inside braces, where it cannot be moved")
    parts = [text[entry.start : entry.end] for entry in _sorted(place)]
    joined = parts[0] + "".join(gap + part for gap, part in zip(gaps, parts[1:], strict=True))
    return text[: entries[0].start] + joined + text[entries[-1].end :]


def _order_lines(lines: list[str], place: Place) -> None:
    """The fields of a block change places, with the lines above and below that are theirs."""
    entries = place.entries
    first, column = entries[0].line, entries[0].column
    head = lines[first][:column]
    if not _DASHES.fullmatch(head) or any(e.column != column for e in entries):
        raise CannotMendError(f"line {first + 1} is laid out in a way that cannot be moved")
    lines[first] = " " * column + lines[first][column:]
    ends = [entry.above for entry in entries[1:]] + [place.last]
    blocks = {e.name: (e, lines[e.above : end]) for e, end in zip(entries, ends, strict=True)}
    moved = [blocks[entry.name] for entry in _sorted(place)]
    leading = moved[0][0].line - moved[0][0].above
    lines[first : place.last] = [line for _, block in moved for line in block]
    lines[first + leading] = head + lines[first + leading][column:]
