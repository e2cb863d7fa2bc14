"""`verify`: whether a bundle is what the publication record, git and its sources say.

Owns the comparison: everything is told at once, what agrees and what does not, and what could not
be looked at. Asks no network: originals of linked output are files at hand.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from pathlib import Path

from sysbench_archive.bundle.files import read_folder
from sysbench_archive.bundle.load import assemble
from sysbench_archive.commands.archive import Archive
from sysbench_archive.commands.check import read_records
from sysbench_archive.commands.originals import Finding, original_findings
from sysbench_archive.commands.repository import Repository
from sysbench_archive.commands.superseded import bytes_folder, holder, kept_figures, swhid_of
from sysbench_archive.commands.verb import (
    CLEAN,
    PROBLEMS,
    Arguments,
    UsageError,
    Verb,
    answer,
    archive_here,
)
from sysbench_archive.commands.verified import Verified, verified
from sysbench_archive.ledger import Row, digest_of, figures_of, is_withdrawn
from sysbench_archive.model import Bundle


def verify(archive: Archive, target: str, originals: Path | None = None) -> list[Finding]:
    """Everything that could be checked of a bundle, in the order of a reader's questions.

    `target` is a bundle or run id, a site path, an address, or a folder. Raises UsageError where
    it names nothing that was published.
    """
    if originals is not None and not originals.is_dir():
        raise UsageError(f"{originals} is not a folder of original files")
    named = verified(archive, target)
    records, _ = read_records(archive)
    rows = records.get(named.bundle, ())
    if not rows:
        raise UsageError(f"{named.bundle} is not in the publication record")
    row = _row(rows, named)
    number = holder(rows, row.revision)
    folder = named.folder or _folder(archive, named.bundle, number)
    if not folder.is_dir():
        return [*_withdrawn(rows), *_removed(archive, named.bundle, row)]
    files = read_folder(folder, archive.label(folder))
    loaded = assemble(named.bundle, archive.label(folder), files)
    return [
        *_withdrawn(rows),
        _swhid(archive.label(folder), swhid_of(files.files), row),
        *_faults([problem.text() for problem in files.problems]),
        _figures(archive, named.bundle, loaded.bundle, row, newest=row is rows[-1]),
        _run(named, row),
        _git(archive, _folder(archive, named.bundle, number), row),
        *original_findings(loaded.bundle, originals),
    ]


def _row(rows: Sequence[Row], named: Verified) -> Row:
    """The row of the revision that is meant; of a withdrawn bundle, the last that had bytes."""
    if named.revision is None:
        standing = [row for row in rows if row.status != "withdrawn"]
        return standing[-1]
    if not 1 <= named.revision <= len(rows):
        raise UsageError(f"{named.bundle} has no revision {named.revision}, only {len(rows)}")
    return rows[named.revision - 1]


def _folder(archive: Archive, bundle: str, number: int) -> Path:
    return bytes_folder(archive, bundle, number) if number else archive.results / bundle


def _withdrawn(rows: Sequence[Row]) -> Iterator[Finding]:
    if is_withdrawn(rows):
        yield Finding(None, f"the bundle was withdrawn on {rows[-1].date}: {rows[-1].reason}")


def _removed(archive: Archive, bundle: str, row: Row) -> Iterator[Finding]:
    yield Finding(None, f"the bytes of revision {row.revision} are not here: {row.swhid}")
    figures = kept_figures(archive, bundle, row.revision)
    if figures is not None:
        yield _same("the figures kept of it", digest_of(figures), row.figures_sha256)


def _same(what: str, got: str, expected: str) -> Finding:
    if got == expected:
        return Finding(True, f"{what}: {got}")
    return Finding(False, f"{what}: {got}, recorded is {expected}")


def _swhid(label: str, found: str, row: Row) -> Finding:
    return _same(f"the SWHID of {label}, revision {row.revision}", found, row.swhid)


def _faults(texts: Sequence[str]) -> Iterator[Finding]:
    yield from (Finding(False, text) for text in texts)


def _figures(
    archive: Archive, name: str, bundle: Bundle | None, row: Row, *, newest: bool
) -> Finding:
    """The figures read now; of an earlier revision, those kept as they were published."""
    kept = None if newest else kept_figures(archive, name, row.revision)
    if kept is not None:
        return _same("SHA-256 of the figures as published", digest_of(kept), row.figures_sha256)
    if bundle is None:
        return Finding(False, "its figures cannot be read; `sysbench-archive check` says why")
    digest = digest_of(figures_of(bundle))
    return _same("SHA-256 of the figures read from it", digest, row.figures_sha256)


def _run(named: Verified, row: Row) -> Finding:
    runs = row.runs.split()
    if named.run and named.run not in runs:
        return Finding(False, f"run {named.run} is not among the {len(runs)} runs recorded")
    return Finding(
        True, f"run {named.run}: recorded" if named.run else f"{len(runs)} runs recorded"
    )


def _git(archive: Archive, folder: Path, row: Row) -> Finding:
    """What `git ls-tree HEAD FOLDER` says, which a reader can ask without this program."""
    label = archive.label(folder)
    tree = Repository(archive.root).tree("HEAD", label)
    if tree is None:
        return Finding(None, "git was not asked: this is no checkout of it")
    if not tree:
        return Finding(False, f"git has no {label} at HEAD")
    return _same(f"git's tree of {label} at HEAD", f"swh:1:dir:{tree}", row.swhid)


def _takes(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("target", metavar="BUNDLE", help="an id, a site path, an address, a folder")
    parser.add_argument(
        "--originals", metavar="DIR", type=Path, help="the original files of linked output"
    )


def _run_verb(arguments: Arguments) -> int:
    found = verify(archive_here(), arguments.target, arguments.originals)
    for finding in found:
        answer(finding.text())
    differing = sum(1 for finding in found if finding.agrees is False)
    closing = f"{differing} of {len(found)} checks found a difference"
    answer(closing if differing else "all that could be checked agrees")
    return PROBLEMS if differing else CLEAN


VERB = Verb("check a bundle against the record, git and its sources", _takes, _run_verb)
