"""Writes the derived folder: numbers rounded, files whole or not there, nothing left over.

`data/derived/` holds `data/` for Hugo's lists, `records/` for its pages, `charts/` and `pictures/`
to be drawn, `static/` to be published as it is. A file whose bytes are the same is not touched, so
that later steps can tell.

A figure is published as its evidence prints it. What the archive computed is cut to the digits it
can carry: ratios to five decimals, everything else to nine significant digits. This is the only
place where a number loses digits.
"""

from __future__ import annotations

import filecmp
import gzip
import math
import os
import platform
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgspec

from sysbench_archive.bundle.files import replace_file
from sysbench_archive.model.base import Record, RecordT, as_record

RATIO_DECIMALS = 5
SIGNIFICANT_DIGITS = 9
_RATIOS = frozenset({"ratio"})
_AS_PRINTED = frozenset(
    {"figures", "excerpt", "evidence", "facts", "files", "variables", "options"}
)
"""Parts of records that hold no number the archive computed; they are most of a record."""
_WITHOUT_DIGITS = frozenset({str, int, bool, type(None)})
"""Types of values that have no digits to lose: most values of a record."""
_ENCODER = msgspec.json.Encoder()
"""Takes a seventh of the time of the standard library's; it writes 0.00001, not 1e-05."""


@dataclass(slots=True)
class Output:
    """A derived folder being written: the paths that belong to it, and those that changed.

    `made` tells of each folder that is known to be there whether it was made for this output.
    """

    folder: Path
    written: set[str] = field(default_factory=set)
    changed: set[str] = field(default_factory=set)
    made: dict[str, bool] = field(default_factory=dict)

    def json(self, path: str, record: Record | Mapping[str, Any] | Sequence[Record]) -> None:
        """Write a record or a list of them, rounded."""
        self.bytes(path, _ENCODER.encode(rounded(record)) + b"\n")

    def json_lines(self, path: str, records: Sequence[Record]) -> None:
        """Write records a line each, rounded, packed with gzip."""
        lines = _ENCODER.encode_lines(rounded(records))
        self.bytes(path, gzip.compress(lines, mtime=0))

    def include(self, other: Output) -> None:
        """Count what was written elsewhere into the same folder as written here."""
        self.written |= other.written
        self.changed |= other.changed

    def bytes(self, path: str, data: bytes) -> None:
        """Write a file, unless it holds these bytes already."""
        self.written.add(path)
        # Paths are strings, which take less: this is done for every file of the site.
        target = f"{self.folder}/{path}"
        place = path.rpartition("/")[0]
        if place not in self.made:
            self.made[place] = _make_folder(self.folder / place)
        if not self.made[place] and _has_bytes(target, data):
            return
        self.changed.add(path)
        replace_file(target, data, partial_name(target))

    def partial(self, path: str) -> Path:
        """Where a file that is not held in memory is written, before it is taken."""
        target = self.folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        return target.with_name(partial_name(target.name))

    def take(self, path: str) -> None:
        """Put what was written to the partial file of a path there, unless it is the same."""
        made, target = self.partial(path), self.folder / path
        self.written.add(path)
        if target.is_file() and filecmp.cmp(made, target, shallow=False):
            made.unlink()
            return
        self.changed.add(path)
        made.replace(target)


def partial_name(name: str) -> str:
    """What this process calls a file it has not finished; no other does.

    The machine is in it because those of a cluster share folders and have the same process ids.
    """
    return f"{name}.{platform.node()}-{os.getpid()}.partial"


def json_bytes(record: Record | Mapping[str, Any]) -> bytes:
    """JSON without blanks, in the record's own order, ending in a line feed."""
    return _ENCODER.encode(record) + b"\n"


def round_record(record: RecordT) -> RecordT:
    """The record with every float rounded by the rule of its field."""
    return as_record(rounded(record), type(record))


def rounded(record: object) -> Any:
    """A record as plain values, with every float rounded by the rule of its field."""
    # These are nobody else's, so they need no second copy.
    values = msgspec.to_builtins(record)
    if not isinstance(values, dict | list):
        return _rounded(values, "")
    _round_parts(values, "")
    return values


def _round_parts(values: Any, name: str) -> None:
    """Round what is in an object or a list, of which each item has the name of the list."""
    is_list = type(values) is list
    for place, item in enumerate(values) if is_list else values.items():
        kind, own = type(item), name if is_list else str(place)
        if kind in _WITHOUT_DIGITS or own in _AS_PRINTED:
            continue
        if kind is dict or kind is list:
            _round_parts(item, own)
        else:
            values[place] = _rounded(item, own)


def _rounded(value: Any, name: str) -> Any:
    if not isinstance(value, float):
        return value
    if not math.isfinite(value):
        # The encoder would write null, which is what an absent value is.
        message = f"{name or 'a number'} is {value}, which is not JSON compliant"
        raise ValueError(message)
    if name in _RATIOS:
        return round(value, RATIO_DECIMALS)
    return float(f"{value:.{SIGNIFICANT_DIGITS}g}") if name != "value" else value


def _make_folder(folder: Path) -> bool:
    """Make a folder; False where it was there."""
    try:
        folder.mkdir(parents=True)
    except FileExistsError:
        return False
    return True


def _has_bytes(target: str, data: bytes) -> bool:
    try:
        path = Path(target)
        return path.stat().st_size == len(data) and path.read_bytes() == data
    except FileNotFoundError:
        return False


def remove_others(folder: Path, below: Iterable[str], keep: Collection[str]) -> bool:
    """Remove files below some parts of a folder that are not to be kept, and folders they leave
    empty; True if there were any.
    """
    removed = False
    for part in below:
        for place, _, names in os.walk(folder / part, topdown=False):
            label = Path(place).relative_to(folder).as_posix()
            others = [name for name in names if f"{label}/{name}" not in keep]
            for name in others:
                Path(place, name).unlink()
            if len(others) == len(names) and not any(os.scandir(place)):
                Path(place).rmdir()
            removed = removed or bool(others)
    return removed
