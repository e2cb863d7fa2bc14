"""`verify`: compare a bundle with the publication record, with git and with its original files.

The bundle may be a published `bundle.tar.gz`, which is read in memory and never unpacked.

Reports everything that agrees, that differs, or that could not be checked. Nothing is downloaded:
originals of linked output are read from a folder, which no path can leave.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from sysbench_archive.build.archive import Archive, rows_of
from sysbench_archive.build.git import Repository
from sysbench_archive.build.kept_revisions import (
    bytes_folder,
    holder,
    kept_figures,
    read_removals,
    swhid_of,
)
from sysbench_archive.bundle.figures import figures_of
from sysbench_archive.bundle.files import Folder, read_folder
from sysbench_archive.bundle.load import assemble
from sysbench_archive.commands.checkout import archive_here
from sysbench_archive.commands.cite import name_in
from sysbench_archive.commands.console import CLEAN, PROBLEMS, Arguments, answer
from sysbench_archive.importers.archives import ArchiveError, bundle_in_archive, plain_log
from sysbench_archive.importers.sources import (
    AbsentError,
    Source,
    folder_source,
    with_members,
)
from sysbench_archive.ledger.record import (
    Row,
    attributed_digest,
    digest_of,
    figures_of_runs,
    is_withdrawn,
    ran_on,
)
from sysbench_archive.model.base import FigureValue
from sysbench_archive.model.bundle import Bundle, Run
from sysbench_archive.problems import UsageError
from sysbench_archive.sysbench.report import parse_reports, readable_lines

_NUMBER = re.compile(r"[0-9]+(?:\.[0-9]+)?")
_REVISION_FOLDER = re.compile(r"data/revisions/([a-z0-9-]+)/([0-9]{1,6})")


def run(arguments: Arguments) -> int:
    """Run the command; the exit code."""
    found = verify(archive_here(), arguments.target, arguments.originals)
    for finding in found:
        answer(finding.text())
    differing = sum(1 for finding in found if finding.agrees is False)
    closing = f"{differing} of {len(found)} checks found a difference"
    answer(closing if differing else "all that could be checked agrees")
    return PROBLEMS if differing else CLEAN


@dataclass(frozen=True, slots=True)
class Finding:
    """What a check found: True where it agrees, False where not, None where it only tells."""

    agrees: bool | None
    what: str

    def text(self) -> str:
        """A line for the terminal."""
        words = {True: "agrees ", False: "differs", None: "noted  "}
        return f"{words[self.agrees]}  {self.what}"


def verify(archive: Archive, target: str, originals: Path | None = None) -> list[Finding]:
    """Everything that could be checked of a bundle, in the order of a reader's questions.

    `target` is a bundle or run id, a site path, an address, a folder, or the archive of a bundle.
    Raises UsageError where it names nothing that was published.
    """
    if originals is not None and not originals.is_dir():
        raise UsageError(f"{originals} is not a folder of original files")
    named = _target(archive, target)
    rows = rows_of(archive, named.bundle)
    if not rows:
        raise UsageError(f"{named.bundle} is not in the publication record")
    row = _row_of_archive(archive, rows, named) if named.packed else _row_of_revision(rows, named)
    number = holder(rows, row.revision)
    folder = named.folder or bytes_folder(archive, named.bundle, number)
    withdrawn = f"the bundle was withdrawn on {rows[-1].date}: {rows[-1].reason}"
    found = [Finding(None, withdrawn)] if is_withdrawn(rows) else []
    published = kept_figures(archive, named.bundle, row.revision)
    kept = []
    if published is not None:
        what = "SHA-256 of the figures as published"
        kept.append(_hash_finding(what, digest_of(published), row.figures_sha256))
    if not named.packed and not folder.is_dir():
        gone = Finding(None, f"the bytes of revision {row.revision} are not here: {row.swhid}")
        return [*found, gone, *kept]
    label = target if named.packed else archive.label(folder)
    files = named.packed or read_folder(folder, label)
    removed = read_removals(archive, named.bundle, number)
    what = f"the SWHID of {label}, revision {row.revision}"
    found.append(_hash_finding(what, swhid_of(files.files, removed), row.swhid))
    if removed:
        said = (f"{each.path} was removed on {each.date}: {each.reason}" for each in removed)
        return [*found, *(Finding(None, text) for text in said), *kept]
    loaded = assemble(named.bundle, label, files)
    if row is rows[-1] or not kept:
        kept = [*_figures_findings(loaded.bundle, row)]
    return [
        *found,
        *(Finding(False, problem.text()) for problem in files.problems),
        *kept,
        _run_finding(named, row),
        _git_finding(archive, bytes_folder(archive, named.bundle, number), row),
        *original_findings(loaded.bundle, originals),
    ]


@dataclass(frozen=True, slots=True)
class Target:
    """What is meant. Where a folder or an archive was named, that one is looked at: `folder`, or
    what is `packed`.
    """

    bundle: str
    revision: int | None = None
    run: str = ""
    folder: Path | None = None
    packed: Folder | None = None


def _target(archive: Archive, target: str) -> Target:
    folder = Path(target)
    if folder.is_dir():
        folder = folder.absolute()
        found = _REVISION_FOLDER.fullmatch(archive.label(folder))
        name, number = (found[1], int(found[2])) if found else (folder.name, None)
        return Target(name, number, "", folder)
    if folder.is_file():
        return _target_of_archive(folder)
    kind, name, place = name_in(archive, target)
    if kind == "comparisons":
        return Target(name.partition("--")[0])
    run, _, revision = place.partition("/")
    return Target(name, int(revision)) if revision else Target(name, None, run)


def _target_of_archive(path: Path) -> Target:
    try:
        bundle, files = bundle_in_archive(path.name, path.read_bytes())
    except ArchiveError as error:
        raise UsageError(f"{path} {error}") from None
    return Target(bundle, packed=files)


def _row_of_archive(archive: Archive, rows: Sequence[Row], named: Target) -> Row:
    """The row of the revision that was packed; the newest where none has these bytes."""
    files = named.packed.files if named.packed else {}
    for row in reversed(rows):
        removed = read_removals(archive, named.bundle, holder(rows, row.revision))
        if row.swhid == swhid_of(files, removed):
            return row
    return rows[-1]


def _row_of_revision(rows: Sequence[Row], named: Target) -> Row:
    """The row of the revision that is meant; of a withdrawn bundle, the last that had bytes."""
    if named.revision is None:
        standing = [row for row in rows if row.status != "withdrawn"]
        return standing[-1]
    if not 1 <= named.revision <= len(rows):
        raise UsageError(f"{named.bundle} has no revision {named.revision}, only {len(rows)}")
    return rows[named.revision - 1]


def _hash_finding(what: str, got: str, expected: str) -> Finding:
    if got == expected:
        return Finding(True, f"{what}: {got}")
    return Finding(False, f"{what}: {got}, recorded is {expected}")


def _figures_findings(bundle: Bundle | None, row: Row) -> Iterator[Finding]:
    """The figures read now, and what they were measured on."""
    if bundle is None:
        yield Finding(False, "its figures cannot be read; `sysbench-archive check` says why")
        return
    figures = figures_of_runs(bundle.runs)
    what = "SHA-256 of the figures read from it"
    yield _hash_finding(what, digest_of(figures), row.figures_sha256)
    if row.figures_sha256_v2:
        digest = attributed_digest(figures, ran_on(bundle.facts))
        what = f"{what}, with server, workload, host and threads"
        yield _hash_finding(what, digest, row.figures_sha256_v2)


def _run_finding(named: Target, row: Row) -> Finding:
    runs = row.runs.split()
    if named.run and named.run not in runs:
        return Finding(False, f"run {named.run} is not among the {len(runs)} runs recorded")
    return Finding(
        True, f"run {named.run}: recorded" if named.run else f"{len(runs)} runs recorded"
    )


def _git_finding(archive: Archive, folder: Path, row: Row) -> Finding:
    """What `git ls-tree HEAD FOLDER` says, which a reader can ask without this program."""
    label = archive.label(folder)
    tree = Repository(archive.root).tree("HEAD", label)
    if tree is None:
        return Finding(None, "git was not asked: this is no checkout of it")
    if not tree:
        return Finding(False, f"git has no {label} at HEAD")
    return _hash_finding(f"git's tree of {label} at HEAD", f"swh:1:dir:{tree}", row.swhid)


def original_findings(bundle: Bundle | None, folder: Path | None) -> Iterator[Finding]:
    """Every original that is absent or another file, every figure it states otherwise; a count."""
    linked = [run for run in bundle.runs if run.source.get("sha256")] if bundle else []
    if folder is None:
        if linked:
            said = f"{len(linked)} runs link to output kept elsewhere; --originals DIR looks there"
            yield Finding(None, said)
        return
    archives = _archives(linked)
    source = originals_of(linked, folder)
    yield from _file_findings(archives, source)
    paths = {original_path(run): run.source["sha256"] for run in linked}
    yield from _file_findings(paths, source)
    for run in linked:
        if (data := original(source, original_path(run))) is not None:
            yield from _figure_findings(run, data)


def _archives(linked: Iterable[Run]) -> dict[str, str]:
    return {run.linked.file: run.source["archive_sha256"] for run in linked if run.linked.member}


def originals_of(linked: Iterable[Run], folder: Path) -> Source:
    """The original files of linked output below a folder, members of their archives too."""
    return with_members(folder_source(folder), _archives(linked).__contains__)


def original_path(run: Run) -> str:
    """The path of a run's original among them."""
    return run.source["source"].partition("#")[0]


def original(source: Source, path: str) -> bytes | None:
    """The bytes of an original; None of one that is not there or cannot be read."""
    try:
        return source.read(path) if path in source.files else None
    except AbsentError:
        return None


def _file_findings(paths: Mapping[str, str], source: Source) -> Iterator[Finding]:
    if not paths:
        return
    same = 0
    for path, digest in sorted(paths.items()):
        data = original(source, path)
        if data is None:
            yield Finding(False, f"original {path}: not there")
        elif (got := hashlib.sha256(data).hexdigest()) != digest:
            yield Finding(False, f"original {path}: SHA-256 {got}, recorded is {digest}")
        else:
            same += 1
    yield Finding(
        same == len(paths), f"{same} of {len(paths)} original files have the SHA-256 recorded"
    )


def _figure_findings(run: Run, data: bytes) -> Iterator[Finding]:
    """Figures that the original states otherwise, or not in the line that a row names."""
    data = plain_log(data)
    report = next(iter(parse_reports(data)[run.linked.report or 0 :]), None)
    stated = figures_of(report) if report else {}
    lines = readable_lines(data)
    for name, figure in run.figures.items():
        if name in stated and stated[name].value != figure.value:
            told = f"{figure.value} here, {stated[name].value} in the original"
            yield Finding(False, f"run {run.id}: {name} is {told}")
        elif figure.line is not None and not _holds(lines, figure, stated.get(name)):
            told = f"is not in line {figure.line} of the original"
            yield Finding(False, f"run {run.id}: {name} {told}")


def _holds(lines: Sequence[str], figure: FigureValue, read: FigureValue | None) -> bool:
    """Whether the line a row names holds its figure: where a report was read, the line it was in.

    A table may print more digits than were kept, or fewer, so the last one may differ.
    """
    if figure.line is None or figure.line > len(lines):
        return False
    if read is not None and read.line is not None:
        return read.line == figure.line
    numbers = (float(text) for text in _NUMBER.findall(lines[figure.line - 1]))
    return any(abs(number - figure.value) <= 1e-3 * abs(figure.value) for number in numbers)
