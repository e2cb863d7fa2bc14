"""`redact`: remove a file of a superseded revision, or a name from the record.

What must not have been published goes; everything else of the revision stays, and its SWHID can
still be checked. The bundle as it stands is corrected first: nothing is removed from it here. Bytes
stay in git's history until maintainers rewrite it.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from sysbench_archive.build.archive import (
    Archive,
    known_people,
    read_records,
    write_record,
)
from sysbench_archive.build.comparison_records import change_comparisons
from sysbench_archive.build.kept_revisions import (
    bytes_folder,
    holder,
    read_removals,
    write_removals,
)
from sysbench_archive.bundle.files import read_folder, replace_file
from sysbench_archive.bundle.people import PEOPLE, write_people
from sysbench_archive.commands.checkout import archive_here
from sysbench_archive.commands.checkout import today as this_day
from sysbench_archive.commands.console import CLEAN, Arguments, answer
from sysbench_archive.ledger.events import reason_fault
from sysbench_archive.ledger.record import Row
from sysbench_archive.ledger.redaction import (
    REMOVED,
    comparison_without_name,
    names,
    without_name,
)
from sysbench_archive.pages.history import RemovedFile
from sysbench_archive.problems import UsageError

_LEFT = """git's history still has it: docs/operators-guide.md, "Out of git's history", says how
maintainers remove it there"""


def redact(
    archive: Archive, name: str, number: int, paths: Sequence[str], reason: str, today: date
) -> list[str]:
    """Remove files of a revision, all if none are named: their paths.

    Raises UsageError where they are not kept, or stand in the bundle as it is now.
    """
    reason = " ".join(reason.split())
    if fault := reason_fault(reason):
        raise UsageError(fault)
    held = _revision_of_bytes(archive, name, number)
    folder = bytes_folder(archive, name, held)
    files = read_folder(folder, name).files if folder.is_dir() else {}
    if missing := sorted(set(paths) - set(files)):
        raise UsageError(f"revision {held} of {name} has no file {', '.join(missing)}")
    chosen = list(dict.fromkeys(paths)) or sorted(files)
    if not chosen:
        raise UsageError(f"nothing is kept of revision {held} of {name}")
    day = today.isoformat()
    # Of a removal that was ended some rows are there already.
    gone = {file.path: file for file in read_removals(archive, name, held)} | {
        p: RemovedFile(path=p, sha1_git=files[p].sha1_git, date=day, reason=reason) for p in chosen
    }
    write_removals(archive, name, held, list(gone.values()))
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


def without_author(archive: Archive, name: str, author: str) -> dict[str, int]:
    """Take a name out of the record of a bundle, and out of that of comparisons which rest on it:
    how many rows of which files named it.

    Raises UsageError where none does, or where the bundle still does.
    """
    rows = _rows_of(archive, name)
    new = [without_name(row, author) for row in rows]
    document = archive.results / name / "bundle.yaml"
    if document.is_file() and names(document.read_text(encoding="utf-8"), author):
        raise UsageError(
            f"{archive.label(document)} names {author!r}; correct that first"
            " (`sysbench-archive correct`)"
        )
    compared = change_comparisons(archive, name, lambda row: comparison_without_name(row, author))
    changed = sum(1 for before, after in zip(rows, new, strict=True) if before != after)
    if not changed and not compared:
        raise UsageError(f"no row of {name}, or of a comparison that rests on it, names {author!r}")
    path = write_record(archive, name, new)
    return ({path: changed} if changed else {}) | compared | _unlisted(archive, author)


def _unlisted(archive: Archive, author: str) -> dict[str, int]:
    """Take a name that no row of any bundle has any more out of how names are written."""
    people = known_people(archive)
    rows = (row for rows in read_records(archive)[0].values() for row in rows)
    if author not in people or any(names(row.authors, author) for row in rows):
        return {}
    left = [person for name, person in people.items() if name != author]
    replace_file(archive.root / PEOPLE, write_people(left))
    return {PEOPLE: 1}


def _rows_of(archive: Archive, name: str) -> tuple[Row, ...]:
    rows = read_records(archive)[0].get(name)
    if not rows:
        raise UsageError(f"{name} is not in the publication record")
    return rows


def run(arguments: Arguments) -> int:
    """Run the command; the exit code."""
    archive, name = archive_here(), arguments.bundle
    if arguments.author:
        for path, rows in without_author(archive, name, arguments.author).items():
            said = f"say {REMOVED!r} in place of a name" if path != PEOPLE else "are gone"
            answer(f"{rows} rows of {path} {said}")
        answer("`check --base` names these rows, for whoever approves; digests stay as they were")
        return CLEAN
    if arguments.revision is None:
        raise UsageError("which revision? redact BUNDLE N [PATH…] --reason TEXT, or --author NAME")
    gone = redact(archive, name, arguments.revision, arguments.paths, arguments.reason, this_day())
    for path in gone:
        answer(f"removed {path}")
    answer(f"Commit:\n  git add -A data/revisions/{name}\n{_LEFT}")
    return CLEAN
