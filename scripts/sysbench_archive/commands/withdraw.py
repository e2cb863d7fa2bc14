"""`withdraw`: a published bundle is taken off the shelf; its addresses and the reason stay.

Owns the step: bytes and figures go to `data/revisions/`, or, with `--purge`, out of the checkout,
those of earlier revisions included. The record keeps hashes, title, authors, run ids and reason.
"""

from __future__ import annotations

import argparse
import shutil
from datetime import date

from sysbench_archive.bundle.files import read_folder
from sysbench_archive.commands.archive import Archive
from sysbench_archive.commands.correct import published_rows
from sysbench_archive.commands.superseded import keep, published_state, swhid_of
from sysbench_archive.commands.verb import (
    CLEAN,
    Arguments,
    UsageError,
    Verb,
    answer,
    archive_here,
)
from sysbench_archive.commands.verb import today as this_day
from sysbench_archive.ledger import (
    STANDING,
    NotRecordableError,
    Row,
    Standing,
    is_withdrawn,
    withdrawn,
    write_rows,
)


def withdraw(
    archive: Archive,
    name: str,
    reason: str,
    today: date,
    *,
    purge: bool = False,
    base: str | None = None,
    standing: Standing = STANDING,
) -> Row:
    """Withdraw a bundle: the row that says so. Raises UsageError where nothing may be done."""
    rows = published_rows(archive, name, base)
    try:
        new = withdrawn(rows, today.isoformat(), reason, standing=standing)
    except NotRecordableError as error:
        raise UsageError(f"{name}: {error}") from None
    if purge:
        shutil.rmtree(archive.revisions / name, ignore_errors=True)
    elif is_withdrawn(rows):
        raise UsageError(f"{name} was withdrawn on {rows[-1].date}; --purge removes its bytes")
    else:
        _keep(archive, name, rows)
    shutil.rmtree(archive.results / name, ignore_errors=True)
    (archive.ledger / f"{name}.csv").write_text(write_rows(new), encoding="utf-8")
    return new[-1]


def _keep(archive: Archive, name: str, rows: tuple[Row, ...]) -> None:
    """Keep what is withdrawn; edits that nobody recorded are never thrown away."""
    folder = archive.results / name
    here = swhid_of(read_folder(folder, name).files) if folder.is_dir() else rows[-1].swhid
    if here != rows[-1].swhid:
        raise UsageError(
            f"{archive.label(folder)} was edited since revision {rows[-1].revision}; undo that, or"
            " record it with `sysbench-archive correct` first"
        )
    files, figures = published_state(archive, name, rows[-1])
    keep(archive, name, rows[-1].revision, files, figures)


def _takes(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("bundle", metavar="BUNDLE", help="a bundle id")
    parser.add_argument("--reason", required=True, help="why, for readers")
    parser.add_argument(
        "--purge", action="store_true", help="remove the bytes of every revision as well"
    )
    parser.add_argument("--base", metavar="REF", help="the commit that counts as published")


_PURGED = """the bytes of every revision are removed from this checkout; git's history still has
them: CONTRIBUTING, "A legal purge", says how maintainers remove them there"""


def _run(arguments: Arguments) -> int:
    archive, name = archive_here(), arguments.bundle
    row = withdraw(
        archive, name, arguments.reason, this_day(), purge=arguments.purge, base=arguments.base
    )
    answer(f"{name} is withdrawn as revision {row.revision}. Commit:")
    if arguments.purge:
        answer(f"  git add -A data\n{_PURGED}")
    else:
        answer(f"  git add -A data/results/{name} data/revisions/{name} data/ledger/{name}.csv")
    return CLEAN


VERB = Verb("take a published bundle off the shelf; its addresses stay", _takes, _run)
