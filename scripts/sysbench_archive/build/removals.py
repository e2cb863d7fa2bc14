"""Files removed from a superseded revision: `data/revisions/<bundle>/<n>.removed.csv`.

A password or a name that should never have been published is removed as a file, and the rest of
the revision stays. The hash git knows the file by is kept: with it the SWHID of the revision can
still be computed, so that everything else of it remains checkable.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from sysbench_archive.build.archive import Archive
from sysbench_archive.bundle.files import BundleFile, directory_hash, directory_swhid
from sysbench_archive.ledger.record import REDACTED
from sysbench_archive.model.base import as_record
from sysbench_archive.model.history import RemovedFile
from sysbench_archive.problems import Problem

_COLUMNS = RemovedFile.__struct_fields__
_PATTERNS = {"sha1_git": r"[0-9a-f]{40}", "date": r"[0-9]{4}-[0-9]{2}-[0-9]{2}"}


def removals_file(archive: Archive, bundle: str, number: int) -> Path:
    """Where the removals of the bytes in `data/revisions/<bundle>/<number>/` stand."""
    return archive.revisions / bundle / f"{number}.removed.csv"


def read_removals(archive: Archive, bundle: str, number: int) -> list[RemovedFile]:
    """What was removed; nothing where the file is not one this program writes."""
    path = removals_file(archive, bundle, number)
    return _removals_in(path.read_bytes()) if number and path.is_file() else []


def _removals_in(data: bytes) -> list[RemovedFile]:
    text = data.decode("utf-8", "replace")
    rows = list(csv.reader(io.StringIO(text, newline="")))
    if not rows or tuple(rows[0]) != _COLUMNS:
        return []
    found = [dict(zip(_COLUMNS, row, strict=False)) for row in rows[1:]]
    return [as_record(row, RemovedFile) for row in found if _is_removal(row)]


def _is_removal(row: Mapping[str, str]) -> bool:
    fits = all(re.fullmatch(pattern, row.get(name, "")) for name, pattern in _PATTERNS.items())
    return fits and bool(row.get("path")) and bool(row.get("reason"))


def write_removals(
    archive: Archive, bundle: str, number: int, removed: Sequence[RemovedFile]
) -> None:
    """Write what was removed, by path."""
    out = io.StringIO(newline="")
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(_COLUMNS)
    ordered = sorted(removed, key=lambda file: file.path)
    writer.writerows([getattr(file, name) for name in _COLUMNS] for file in ordered)
    removals_file(archive, bundle, number).write_text(out.getvalue(), encoding="utf-8")


def new_removals(archive: Archive, before: Callable[[str], bytes]) -> Iterator[Problem]:
    """Files that a change removes; `before` gives the bytes a path had, b"" of a new one."""
    for path in sorted(archive.revisions.glob("*/*.removed.csv")):
        label = archive.label(path)
        known = {(file.path, file.sha1_git) for file in _removals_in(before(label))}
        for file in _removals_in(path.read_bytes()):
            if (file.path, file.sha1_git) not in known:
                yield REDACTED.at(label, f"{file.path} is removed: {file.reason}")


def swhid_of(files: Mapping[str, BundleFile], removed: Iterable[RemovedFile] = ()) -> str:
    """The SWHID of a folder of these files, and of those that were removed from it.

    A file that is there counts as it is, whatever is said of its removal.
    """
    here = [(file.path, file.sha1_git) for file in files.values()]
    gone = [(file.path, file.sha1_git) for file in removed if file.path not in files]
    return directory_swhid(directory_hash([*here, *gone]))
