"""`cite`: print the citation of a result, a run, a revision or a comparison.

All are cited from the publication record alone, so that withdrawn ones can be cited too.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from sysbench_archive.build.archive import (
    Archive,
    read_comparison_records,
    read_imprint,
    rows_of,
)
from sysbench_archive.commands.checkout import archive_here
from sysbench_archive.commands.console import CLEAN, Arguments, answer
from sysbench_archive.ledger.record import Row
from sysbench_archive.problems import UsageError
from sysbench_archive.publish.citation import (
    FORMATS,
    Work,
    bundle_work,
    comparison_work,
    pinned_work,
    run_of,
)

_ADDRESS = re.compile(
    r"(?:^|.*/)(results|comparisons)/([a-z0-9-]+)(?:/(revisions/[0-9]+|[a-z0-9-]+))?/?(?:[?#].*)?"
)
_ID = re.compile(r"([a-z0-9-]+)(?:/([a-z0-9-]+))?")


def cited(archive: Archive, what: str) -> Work:
    """The work an id, a path or an address names. Raises UsageError where there is none."""
    kind, name, run = name_in(archive, what)
    if kind == "comparisons":
        return _comparison_work(archive, name, run)
    rows = rows_of(archive, name)
    if not rows:
        raise UsageError(f"no result {name!r} in the publication record")
    whole = bundle_work(name, rows)
    if not run:
        return whole
    if run.startswith("revisions/"):
        return _revision_work(name, rows, int(run.partition("/")[2]))
    if not any(run in row.runs.split() for row in rows):
        raise UsageError(f"no run {run!r} in the publication record of {name}")
    return run_of(whole, run)


def _revision_work(name: str, rows: Sequence[Row], number: int) -> Work:
    """A bundle as it was, at the pinned address of that revision."""
    if not 1 <= number <= len(rows):
        raise UsageError(f"{name} has revisions 1 to {len(rows)}, not {number}")
    work = bundle_work(name, rows[:number])
    # A withdrawal has no page of its own.
    if rows[number - 1].status == "withdrawn":
        return work
    return replace(work, path=f"{work.path}revisions/{number}/")


def name_in(archive: Archive, what: str) -> tuple[str, str, str]:
    """Kind, id, and run or `revisions/N`, that an id, a site path or an address names.

    A bare id is a result where one is recorded under it. Raises UsageError for others.
    """
    if match := _ADDRESS.fullmatch(what):
        return match[1], match[2], match[3] or ""
    if not (match := _ID.fullmatch(what)):
        raise UsageError(f"{what!r} is no id, path or address of this archive")
    is_result = match[2] or rows_of(archive, match[1])
    return "results" if is_result else "comparisons", match[1], match[2] or ""


def _comparison_work(archive: Archive, slug: str, place: str) -> Work:
    """A comparison at its newest recorded revision, or at the one that is named."""
    rows = read_comparison_records(archive)[0].get(slug, ())
    if not rows:
        raise UsageError(
            f"nothing is called {slug!r}: no result of the publication record, and no comparison"
            " that is recorded; `sysbench-archive record` records those of this checkout"
        )
    revision = place.removeprefix("revisions/") or str(len(rows))
    number = int(revision) if revision.isdecimal() else 0
    if not 1 <= number <= len(rows):
        raise UsageError(f"{slug} has {len(rows)} recorded revisions, and none at {place!r}")
    row = rows[number - 1]
    names = [bundle.bundle for bundle in row.bundles]
    records = {name: rows_of(archive, name) for name in names}
    if unrecorded := [name for name in names if not records[name]]:
        raise UsageError(
            f"{slug} rests on {', '.join(unrecorded)}, not in the publication record yet;"
            " run `sysbench-archive record` first"
        )
    works = [bundle_work(name, records[name]) for name in names]
    return pinned_work(comparison_work(row.title, f"/comparisons/{slug}/", works), row)


def run(arguments: Arguments) -> int:
    """Run the command; the exit code."""
    archive = archive_here()
    work = cited(archive, arguments.what)
    _, write = FORMATS[arguments.format]
    answer(write(work.cited(read_imprint(archive))))
    return CLEAN
