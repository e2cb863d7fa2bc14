"""What corrections and withdrawals superseded, as it is kept in `data/revisions/`.

`data/revisions/<bundle>/<n>/` holds the bytes of revision n, `<n>.figures.json` its figures as they
were published, in canonical form, `<n>.removed.csv` what was removed from it since. A reading that
changed while the bytes did not has figures only; the bytes are those of the next revision that has
some.

A password or a name that should never have been published is removed as a file, and the rest of
the revision stays. The hash git knows the file by is kept in `<n>.removed.csv`: with it the SWHID
of the revision can still be computed.
"""

from __future__ import annotations

import csv
import hashlib
import io
import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from sysbench_archive.build.archive import Archive
from sysbench_archive.build.git import Repository
from sysbench_archive.bundle.files import (
    PARTIAL,
    Folder,
    bundle_file,
    directory_hash,
    directory_swhid,
    read_folder,
    replace_file,
    replace_folder,
)
from sysbench_archive.bundle.load import assemble
from sysbench_archive.csv_files import csv_text
from sysbench_archive.ledger.record import (
    KEPT,
    REDACTED,
    Figures,
    Row,
    canonical,
    digest_of,
    figures_of_runs,
    is_withdrawn,
)
from sysbench_archive.model.base import as_record
from sysbench_archive.model.bundle import BundleFile
from sysbench_archive.pages.history import (
    RemovedFile,
)
from sysbench_archive.problems import Problem, UsageError, got_expected

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
    replace_file(removals_file(archive, bundle, number), _removals_as_bytes(removed))


def _removals_as_bytes(removed: Sequence[RemovedFile]) -> bytes:
    ordered = sorted(removed, key=lambda file: file.path)
    rows = ([getattr(file, name) for name in _COLUMNS] for file in ordered)
    return csv_text([_COLUMNS, *rows]).encode()


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


Files = Mapping[str, BundleFile]
Records = Mapping[str, Sequence[Row]]
"""Bundle id to the rows of its publication record."""


def bytes_folder(archive: Archive, bundle: str, number: int) -> Path:
    """Where the bytes of a revision are kept; 0 stands for those of the bundle as it is."""
    return archive.revisions / bundle / str(number) if number else archive.results / bundle


def figures_file(archive: Archive, bundle: str, number: int) -> Path:
    """Where the figures of a revision are kept."""
    return archive.revisions / bundle / f"{number}.figures.json"


def keep(archive: Archive, bundle: str, number: int, *, files: Files, figures: Figures) -> None:
    """Write what a revision was; `files` is empty where no byte changed."""
    if files:
        replace_folder(bytes_folder(archive, bundle, number), contents_of(files))
    replace_file(figures_file(archive, bundle, number), canonical(figures).encode())


def holder(rows: Sequence[Row], number: int) -> int:
    """The revision whose folder holds the bytes of another; 0 where they are in data/results."""
    last = number
    while last < len(rows) and rows[last].status == "reparsed":
        last += 1
    return 0 if last == len(rows) else last


def superseded_rows(rows: Sequence[Row]) -> list[Row]:
    """The revisions a reader may have cited and no longer finds under the bundle's address."""
    return [row for row in rows[:-1] if row.status != "withdrawn"]


def kept_figures(archive: Archive, bundle: str, number: int) -> Figures | None:
    """The figures of a revision as they were published; None where they were removed."""
    try:
        text = figures_file(archive, bundle, number).read_text(encoding="utf-8")
    except FileNotFoundError:
        return None
    figures: Figures = json.loads(text)
    return figures


def contents_of(files: Files) -> dict[str, bytes]:
    """Path to bytes."""
    return {path: file.data for path, file in files.items()}


def published_rows(archive: Archive, name: str, base: str | None) -> tuple[Row, ...]:
    """The rows of a bundle as they are published. Raises UsageError where there are none.

    A row that is only in this checkout may still change, so an event takes its place.
    """
    repository = Repository(archive.root)
    commit = repository.base(base)
    if commit is None:
        raise UsageError("no git here: what was published before cannot be found")
    rows = repository.rows(name, commit)
    if not rows:
        raise UsageError(
            f"{name} is not published at {commit}; until it is, change or remove it freely and run"
            " `sysbench-archive record`"
        )
    return rows


def published_state(archive: Archive, bundle: str, row: Row) -> tuple[Files, Figures]:
    """The bytes a row names and the figures read from them.

    Taken from the bundle's folder where it is unchanged, else from git. Raises UsageError where
    they are nowhere, or the program reads other figures from them than the row says.
    """
    folder = archive.results / bundle
    files: Files = read_folder(folder, bundle).files if folder.is_dir() else {}
    if swhid_of(files) != row.swhid:
        files = _files_from_git(archive, row.swhid)
    loaded = assemble(bundle, f"revision {row.revision}", Folder(dict(files), [])).bundle
    figures = figures_of_runs(loaded.runs) if loaded else None
    if figures is None or digest_of(figures) != row.figures_sha256:
        raise UsageError(
            f"the program reads other figures from revision {row.revision} than were published;"
            " first run `sysbench-archive record --reason TEXT` on the bundle as it was"
        )
    return files, figures


def _files_from_git(archive: Archive, swhid: str) -> Files:
    tree = swhid.rpartition(":")[2]
    found = Repository(archive.root).files(tree)
    if found is None:
        raise UsageError(
            f"git does not know the published bytes (tree {tree}); fetch the whole history:"
            " git fetch --unshallow"
        )
    return {path: bundle_file(path, data) for path, data in found.items()}


def kept_problems(archive: Archive, records: Mapping[str, Sequence[Row]]) -> Iterator[Problem]:
    """Superseded revisions that are not kept as they were published, and strays."""
    for bundle, rows in records.items():
        yield from _revision_problems(archive, bundle, rows)
    folders = sorted(archive.revisions.iterdir()) if archive.revisions.is_dir() else []
    for folder in folders:
        expected = _expected_names(records.get(folder.name, ()))
        entries = sorted(entry.name for entry in folder.iterdir()) if folder.is_dir() else [""]
        for name in entries:
            if name not in expected and not name.endswith(PARTIAL):
                yield KEPT.at(archive.label(folder / name), "no row of the record names it")
    for path in sorted(archive.revisions.glob("*/*.removed.csv")):
        data = path.read_bytes()
        if data != _removals_as_bytes(_removals_in(data)):
            yield KEPT.at(archive.label(path), "it holds something else than what was removed")


def _expected_names(rows: Sequence[Row]) -> set[str]:
    numbers = [row.revision for row in superseded_rows(rows)]
    figures = {f"{number}.figures.json" for number in numbers}
    folders = {str(number) for n in numbers if (number := holder(rows, n))}
    return figures | folders | {f"{number}.removed.csv" for number in folders}


def _revision_problems(archive: Archive, bundle: str, rows: Sequence[Row]) -> Iterator[Problem]:
    if is_withdrawn(rows) and not (archive.revisions / bundle).exists():
        return
    for row in superseded_rows(rows):
        path = figures_file(archive, bundle, row.revision)
        data = path.read_bytes() if path.is_file() else b""
        digest = hashlib.sha256(data).hexdigest() if data else "nothing"
        if digest != row.figures_sha256:
            message = got_expected(
                "the figures are not those published", digest, row.figures_sha256
            )
            yield KEPT.at(archive.label(path), message)
        if number := holder(rows, row.revision):
            yield from _folder_problems(archive, bundle, number, row)


def _folder_problems(archive: Archive, bundle: str, number: int, row: Row) -> Iterator[Problem]:
    folder = bytes_folder(archive, bundle, number)
    files = read_folder(folder, folder.name).files if folder.is_dir() else {}
    removed = read_removals(archive, bundle, number)
    found = swhid_of(files, removed) if files or removed else "nothing"
    if found != row.swhid:
        message = got_expected("the bytes are not those published", found, row.swhid)
        yield KEPT.at(archive.label(folder), message)


def removed_bytes(
    archive: Archive,
    base: str,
    before: Mapping[str, Sequence[Row]],
    records: Mapping[str, Sequence[Row]],
) -> Iterator[Problem]:
    """Bytes that were kept at a commit and are gone without a row that says why."""
    repository = Repository(archive.root)
    for bundle, rows in records.items():
        folder = archive.revisions / bundle
        same = is_withdrawn(rows) and tuple(before.get(bundle, ())) == tuple(rows)
        if same and not folder.exists() and repository.tree(base, archive.label(folder)):
            message = "kept bytes are gone; `sysbench-archive withdraw --purge` says why"
            yield KEPT.at(archive.label(folder), message)
