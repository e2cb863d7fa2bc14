"""What `verify` is asked about: a bundle, perhaps a revision or a run of it, perhaps a folder."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

from sysbench_archive.commands.archive import Archive
from sysbench_archive.commands.verb import UsageError

_ID = r"[a-z0-9][a-z0-9-]*"
_RESULT = re.compile(rf"/results/({_ID})(?:/revisions/([0-9]{{1,6}})|/({_ID}))?(?:/.*)?")
_MATRIX = re.compile(rf"/comparisons/({_ID}?)--{_ID}/?")
_NAMES = re.compile(rf"({_ID})(?:/({_ID}))?")
_KEPT = re.compile(rf"data/revisions/({_ID})/([0-9]{{1,6}})")


@dataclass(frozen=True, slots=True)
class Verified:
    """What is meant; `folder` is set where a folder was named, and then that one is looked at."""

    bundle: str
    revision: int | None = None
    run: str = ""
    folder: Path | None = None


def verified(archive: Archive, target: str) -> Verified:
    """Read an id, a run, a site path, an address or a folder. Raises UsageError for others."""
    folder = Path(target)
    if folder.is_dir():
        return _folder(archive, folder.absolute())
    path = urlsplit(target).path
    # Below a base path as well: what comes before is the address of the copy.
    if found := _RESULT.fullmatch(path[max(path.find("/results/"), 0) :]):
        number = int(found[2]) if found[2] else None
        return Verified(found[1], number, found[3] or "")
    if found := _MATRIX.fullmatch(path[max(path.find("/comparisons/"), 0) :]):
        return Verified(found[1])
    if found := _NAMES.fullmatch(target):
        return Verified(found[1], None, found[2] or "")
    raise UsageError(f"{target} is neither an id, nor an address of a result, nor a folder")


def _folder(archive: Archive, folder: Path) -> Verified:
    if found := _KEPT.fullmatch(archive.label(folder)):
        return Verified(found[1], int(found[2]), "", folder)
    return Verified(folder.name, None, "", folder)
