"""The derived folder: files written whole or not at all, and nothing left from before.

Owns `data/derived/` and its layout: `data/` for Hugo, `charts/` to be drawn, `static/` to be
published as it is. A file whose bytes are the same is not touched, so that later steps can tell.
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

    `made` are folders that are known to be there.
    """

    folder: Path
    written: set[str] = field(default_factory=set)
    changed: set[str] = field(default_factory=set)
    made: set[Path] = field(default_factory=set)

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
        target = self.folder / path
        if _holds(target, data):
            return
        self.changed.add(path)
        if target.parent not in self.made:
            target.parent.mkdir(parents=True, exist_ok=True)
            self.made.add(target.parent)
        partial = target.with_name(f"{target.name}.{os.getpid()}.partial")
        partial.write_bytes(data)
        partial.replace(target)


def json_bytes(record: Any) -> bytes:
    """JSON without blanks, in the record's own order, ending in a line feed."""
    text = json.dumps(record, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    return f"{text}\n".encode()


def _holds(target: Path, data: bytes) -> bool:
    try:
        return target.stat().st_size == len(data) and target.read_bytes() == data
    except FileNotFoundError:
        return False


def remove_others(folder: Path, keep: Iterable[str], rooms: Iterable[str]) -> bool:
    """Remove files of earlier builds below some rooms of the derived folder; True if any."""
    kept, removed = set(keep), False
    for room in rooms:
        for path in sorted((folder / room).rglob("*"), reverse=True):
            if path.is_dir():
                if not any(path.iterdir()):
                    path.rmdir()
            elif path.relative_to(folder).as_posix() not in kept:
                path.unlink()
                removed = True
    return removed
