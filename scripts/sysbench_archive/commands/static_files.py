"""Files that are published as they were derived: evidence, records for programs, downloads.

They are most of a site's bytes. Where the file system allows it they get a second name instead of
a copy; Hugo would copy each. A derived file is replaced, never changed, so no two names disagree.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterable, Iterator
from pathlib import Path


def place_all(source: Path, out: Path) -> None:
    """Put every file below `source` at the same place below `out`."""
    place(source, out, _below(source))


def place(source: Path, out: Path, paths: Iterable[str]) -> None:
    """Put some files, named by their paths below `source`, at the same places below `out`."""
    made: set[Path] = set()
    for path in paths:
        target = out / path
        if target.parent not in made:
            target.parent.mkdir(parents=True, exist_ok=True)
            made.add(target.parent)
        partial = target.with_name(f"{target.name}.{os.getpid()}.partial")
        _named(source / path, partial)
        partial.replace(target)


def _named(source: Path, target: Path) -> None:
    try:
        os.link(source, target)
    except OSError:
        # Another file system, or one without links.
        shutil.copyfile(source, target)


def _below(folder: Path) -> Iterator[str]:
    for parent, _, names in os.walk(folder):
        below = Path(parent).relative_to(folder)
        yield from ((below / name).as_posix() for name in names)
