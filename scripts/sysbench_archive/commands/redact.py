"""`redact`: remove a file of a superseded revision, or a name from the publication record.

What must not have been published goes; everything else of the revision stays, and its SWHID can
still be checked. The bundle as it stands is corrected first: nothing is removed from it here. Bytes
stay in git's history until maintainers rewrite it.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import replace
from datetime import date

from sysbench_archive.build.archive import Archive, read_records
from sysbench_archive.build.histories import bytes_folder, holder
from sysbench_archive.build.removals import read_removals, write_removals
from sysbench_archive.bundle.files import read_folder
from sysbench_archive.commands.checkout import archive_here
from sysbench_archive.commands.checkout import today as this_day
from sysbench_archive.commands.console import CLEAN, Arguments, answer
from sysbench_archive.ledger import Row, write_rows
from sysbench_archive.model.history import RemovedFile
from sysbench_archive.problems import UsageError

REMOVED = "removed"
"""What stands in the record in place of a name."""
_LEFT = """git's history still has it: docs/operators-guide.md, "Out of git's history", says how
maintainers remove it there"""


def redact(
    archive: Archive, name: str, number: int, paths: Sequence[str], reason: str, today: date
) -> list[str]:
    """Remove files of a revision, all if none are named: their paths.

    Raises UsageError where they are not kept, or stand in the bundle as it is now.
    """
    reason = " ".join(reason.split())
    if not reason:
        raise UsageError("no reason given; readers are told it for ever")
    held = _revision_of_bytes(archive, name, number)
    folder = bytes_folder(archive, name, held)
    files = read_folder(folder, name).files if folder.is_dir() else {}
    if missing := sorted(set(paths) - set(files)):
        raise UsageError(f"revision {held} of {name} has no file {', '.join(missing)}")
    chosen = list(dict.fromkeys(paths)) or sorted(files)
    if not chosen:
        raise UsageError(f"nothing is kept of revision {held} of {name}")
    gone = [
        RemovedFile(path=p, sha1_git=files[p].sha1_git, date=today.isoformat(), reason=reason)
        for p in chosen
    ]
    write_removals(archive, name, held, [*read_removals(archive, name, held), *gone])
    for path in chosen:
        (folder / path).unlink()
    # Git keeps no empty folder, so none is left here either.
    for inside in (*sorted((p for p in folder.rglob("*") if p.is_dir()), reverse=True), folder):
        if not any(inside.iterdir()):
            inside.rmdir()
    return [archive.label(folder / path) for path in chosen]


def _revision_of_bytes(archive: Archive, name: str, number: int) -> int:
    """The revision whose folder has the bytes of another."""
    rows = _rows_of(archive, name)
    if not 1 <= number <= len(rows):
        raise UsageError(f"{name} has no revision {number}, only {len(rows)}")
    held = holder(rows, number)
    if not held:
        raise UsageError(
            f"revision {number} of {name} is what stands in data/results/{name}; correct that"
            " first (`sysbench-archive correct`), then redact the revision it was"
        )
    return held


def without_author(archive: Archive, name: str, author: str) -> int:
    """Take a name out of the record of a bundle: the number of rows that named it."""
    rows = _rows_of(archive, name)
    new = [replace(row, authors=_without(row.authors, author)) for row in rows]
    changed = sum(1 for before, after in zip(rows, new, strict=True) if before != after)
    if not changed:
        raise UsageError(f"no row of {name} names {author!r} as an author")
    (archive.ledger / f"{name}.csv").write_text(write_rows(new), encoding="utf-8")
    return changed


def _without(authors: str, author: str) -> str:
    return "; ".join(REMOVED if name == author else name for name in authors.split("; "))


def _rows_of(archive: Archive, name: str) -> tuple[Row, ...]:
    rows = read_records(archive)[0].get(name)
    if not rows:
        raise UsageError(f"{name} is not in the publication record")
    return rows


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("bundle", metavar="BUNDLE", help="a bundle id")
    parser.add_argument("revision", metavar="N", nargs="?", type=int, help="a superseded revision")
    parser.add_argument("paths", metavar="PATH", nargs="*", help="its files; all if none")
    parser.add_argument("--reason", default="", help="by what right, for readers")
    parser.add_argument("--author", default="", help="a name to take out of the record")


def run(arguments: Arguments) -> int:
    """Run the command; the exit code."""
    archive, name = archive_here(), arguments.bundle
    if arguments.author:
        rows = without_author(archive, name, arguments.author)
        answer(f"{rows} rows of data/ledger/{name}.csv say {REMOVED!r} in place of a name")
        answer("`check --base` refuses rewritten rows: two maintainers overrule it together")
        return CLEAN
    if arguments.revision is None:
        raise UsageError("which revision? redact BUNDLE N [PATH…] --reason TEXT, or --author NAME")
    gone = redact(archive, name, arguments.revision, arguments.paths, arguments.reason, this_day())
    for path in gone:
        answer(f"removed {path}")
    answer(f"Commit:\n  git add -A data/revisions/{name}\n{_LEFT}")
    return CLEAN
