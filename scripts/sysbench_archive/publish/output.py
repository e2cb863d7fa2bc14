"""The derived folder: files written whole or not at all, and nothing left from before.

Owns `data/derived/` and its layout: `data/` for Hugo's lists, `records/` for its pages, `charts/`
and `pictures/` to be drawn, `static/` to be published as it is. A file whose bytes are the same is
not touched, so that later steps can tell.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from sysbench_archive.publish.rounding import rounded


@dataclass(slots=True)
class Output:
    """A derived folder being written: the paths that belong to it, and those that changed.

    `fresh` tells of each folder that is known to be there whether it was made for this output.
    """

    folder: Path
    written: set[str] = field(default_factory=set)
    changed: set[str] = field(default_factory=set)
    fresh: dict[str, bool] = field(default_factory=dict)

    def json(self, path: str, record: Mapping[str, Any]) -> None:
        """Write a record, rounded."""
        self.bytes(path, json_bytes(rounded(record)))

    def include(self, other: Output) -> None:
        """Count what was written elsewhere into the same folder as written here."""
        self.written |= other.written
        self.changed |= other.changed

    def bytes(self, path: str, data: bytes) -> None:
        """Write a file, unless it holds these bytes already."""
        self.written.add(path)
        place, _, name = path.rpartition("/")
        folder = self.folder / place
        target = folder / name
        if place not in self.fresh:
            self.fresh[place] = _made(folder)
        if not self.fresh[place] and _holds(target, data):
            return
        self.changed.add(path)
        partial = folder / f"{name}.{os.getpid()}.partial"
        partial.write_bytes(data)
        partial.replace(target)


def json_bytes(record: Any) -> bytes:
    """JSON without blanks, in the record's own order, ending in a line feed."""
    text = json.dumps(record, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    return f"{text}\n".encode()


def _made(folder: Path) -> bool:
    """Make a folder; False where it was there."""
    try:
        folder.mkdir(parents=True)
    except FileExistsError:
        return False
    return True


def _holds(target: Path, data: bytes) -> bool:
    try:
        return target.stat().st_size == len(data) and target.read_bytes() == data
    except FileNotFoundError:
        return False


def remove_others(folder: Path, keep: Iterable[str], rooms: Iterable[str]) -> bool:
    """Remove files of earlier builds below some rooms of the derived folder; True if any."""
    kept, removed = set(keep), False
    for room in rooms:
        for place, _, names in os.walk(folder / room, topdown=False):
            below = Path(place).relative_to(folder).as_posix()
            others = [name for name in names if f"{below}/{name}" not in kept]
            for name in others:
                Path(place, name).unlink()
            removed = removed or bool(others)
            if len(others) == len(names) and not any(os.scandir(place)):
                Path(place).rmdir()
    return removed
