"""`withdraw`: withdraw a published bundle, or undo that; its addresses and the reason stay.

Bytes and figures go to `data/revisions/`, or, with `--purge`, out of the checkout, those of earlier
revisions included, and so does what the record of comparisons says of them. The record keeps
hashes, title, authors, run ids and reason. A withdrawal that was a mistake is undone by a row of
its own: what readers were told meanwhile stays readable.
"""

from __future__ import annotations

from datetime import date

from sysbench_archive.build.archive import Archive, record_files, write_record
from sysbench_archive.build.comparison_records import change_comparisons
from sysbench_archive.build.kept_revisions import (
    bytes_folder,
    holder,
    keep,
    published_rows,
    published_state,
    superseded_rows,
    swhid_of,
)
from sysbench_archive.build.recording import record_resting
from sysbench_archive.bundle.files import read_folder, remove_folder, replace_folder
from sysbench_archive.commands.checkout import archive_here, work_on
from sysbench_archive.commands.checkout import today as this_day
from sysbench_archive.commands.console import CLEAN, Arguments, answer
from sysbench_archive.ledger.events import NotRecordableError, restored, withdrawn
from sysbench_archive.ledger.record import Row, is_withdrawn
from sysbench_archive.ledger.redaction import emptied
from sysbench_archive.problems import UsageError

_PURGED_NOTE = """the bytes of every revision are removed from this checkout; git's history still
has them: docs/operators-guide.md, "Out of git's history", says how"""


def withdraw(
    archive: Archive,
    name: str,
    reason: str,
    today: date,
    *,
    purge: bool = False,
    base: str | None = None,
) -> Row:
    """Withdraw a bundle: the row that says so. Raises UsageError where nothing may be done."""
    rows = published_rows(archive, name, base)
    try:
        new = withdrawn(rows, today.isoformat(), reason)
    except NotRecordableError as error:
        raise UsageError(f"{name}: {error}") from None
    if purge:
        remove_folder(archive.revisions / name)
        change_comparisons(archive, name, emptied)
    elif is_withdrawn(rows):
        raise UsageError(f"{name} was withdrawn on {rows[-1].date}; --purge removes its bytes")
    else:
        _keep_published(archive, name, rows)
    write_record(archive, name, new)
    remove_folder(archive.results / name)
    return new[-1]


def undo(archive: Archive, name: str, reason: str, today: date, *, base: str | None = None) -> Row:
    """Put a withdrawn bundle back as it was: the row that says so.

    Raises UsageError where it is not withdrawn, or its bytes are not kept.
    """
    rows = published_rows(archive, name, base)
    # One that nobody published yet is done again: what was killed is mended so.
    if rows and rows[-1].status == "restored":
        raise UsageError(
            f"{name} stands already: revision {rows[-1].revision} of {rows[-1].date} undid its"
            " withdrawal"
        )
    try:
        new = restored(rows, today.isoformat(), reason)
    except NotRecordableError as error:
        raise UsageError(
            f"{name}: {error}; a withdrawal that nobody merged is undone with git alone"
        ) from None
    last = superseded_rows(rows)[-1]
    kept = bytes_folder(archive, name, holder(rows, last.revision))
    files = read_folder(kept, name).files if kept.is_dir() else {}
    if swhid_of(files) != last.swhid:
        raise UsageError(f"{name}: the bytes of revision {last.revision} are not kept")
    here = archive.results / name
    if here.is_dir() and swhid_of(read_folder(here, name).files) != last.swhid:
        raise UsageError(f"{archive.label(here)} is there already, with other bytes")
    replace_folder(here, {path: file.data for path, file in files.items()})
    write_record(archive, name, new)
    return new[-1]


def _keep_published(archive: Archive, name: str, rows: tuple[Row, ...]) -> None:
    """Keep what is withdrawn; edits that nobody recorded are never thrown away."""
    folder = archive.results / name
    here = swhid_of(read_folder(folder, name).files) if folder.is_dir() else rows[-1].swhid
    if here != rows[-1].swhid:
        raise UsageError(
            f"{archive.label(folder)} was edited since revision {rows[-1].revision}; undo that, or"
            " record it with `sysbench-archive correct` first"
        )
    files, figures = published_state(archive, name, rows[-1])
    keep(archive, name, rows[-1].revision, files=files, figures=figures)


def run(arguments: Arguments) -> int:
    """Run the command; the exit code."""
    archive, name, day = archive_here(), arguments.bundle, this_day()
    reason, base, purge = arguments.reason, arguments.base, arguments.purge
    if arguments.undo:
        row = undo(archive, name, reason, day, base=base)
    else:
        row = withdraw(archive, name, reason, day, purge=purge, base=base)
    with work_on(archive) as work:
        record_resting(archive, [name], work, base)
    done = "stands again" if arguments.undo else "is withdrawn"
    answer(f"{name} {done} as revision {row.revision}. Commit:")
    kept = "" if arguments.undo else f" data/revisions/{name}"
    paths = f"data/results/{name}{kept} {record_files(archive)}"
    answer(f"  git add -A data\n{_PURGED_NOTE}" if purge else f"  git add -A {paths}")
    return CLEAN
