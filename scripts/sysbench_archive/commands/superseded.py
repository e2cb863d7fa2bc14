"""What corrections and withdrawals took off the shelf: `data/revisions/<bundle>/`.

Owns its layout: `<n>/` holds the bytes of revision n, `<n>.figures.json` its figures as they were
published, in canonical form. A reading that changed while the bytes did not has figures only; the
bytes are those of the next revision that has some.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from sysbench_archive.bundle.files import BundleFile, Folder, read_folder
from sysbench_archive.bundle.identity import content_hash, directory_hash, directory_swhid
from sysbench_archive.bundle.load import assemble
from sysbench_archive.commands.archive import Archive
from sysbench_archive.commands.repository import Repository
from sysbench_archive.commands.verb import UsageError
from sysbench_archive.ledger import (
    KEPT,
    Figures,
    Row,
    canonical,
    digest_of,
    figures_of,
    is_withdrawn,
)
from sysbench_archive.problems import Problem, got_expected

Files = Mapping[str, BundleFile]


def bytes_folder(archive: Archive, bundle: str, number: int) -> Path:
    """Where the bytes of a revision are kept."""
    return archive.revisions / bundle / str(number)


def figures_file(archive: Archive, bundle: str, number: int) -> Path:
    """Where the figures of a revision are kept."""
    return archive.revisions / bundle / f"{number}.figures.json"


def keep(archive: Archive, bundle: str, number: int, files: Files, figures: Figures) -> None:
    """Write what a revision was; `files` is empty where no byte changed."""
    for path, file in files.items():
        target = bytes_folder(archive, bundle, number) / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(file.data)
    target = figures_file(archive, bundle, number)
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(canonical(figures), encoding="utf-8")


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


def swhid_of(files: Files) -> str:
    """The SWHID of a folder of these files."""
    return directory_swhid(directory_hash((f.path, f.sha1_git) for f in files.values()))


def published_state(archive: Archive, bundle: str, row: Row) -> tuple[Files, Figures]:
    """The bytes a row names and the figures read from them.

    Taken from the bundle's folder where it is unchanged, else from git. Raises UsageError where
    they are nowhere, or the program reads other figures from them than the row says.
    """
    files: Files | None = read_folder(archive.results / bundle, bundle).files
    if files is None or swhid_of(files) != row.swhid:
        files = _from_git(archive, row.swhid)
    loaded = assemble(bundle, f"revision {row.revision}", Folder(dict(files), [])).bundle
    figures = figures_of(loaded) if loaded else None
    if figures is None or digest_of(figures) != row.figures_sha256:
        raise UsageError(
            f"the program reads other figures from revision {row.revision} than were published;"
            " first run `sysbench-archive record --reason TEXT` on the bundle as it was"
        )
    return files, figures


def _from_git(archive: Archive, swhid: str) -> Files:
    tree = swhid.rpartition(":")[2]
    found = Repository(archive.root).files(tree)
    if found is None:
        raise UsageError(
            f"git does not know the published bytes (tree {tree}); fetch the whole history:"
            " git fetch --unshallow"
        )
    return {
        path: BundleFile(path, data, hashlib.sha256(data).hexdigest(), content_hash(data))
        for path, data in found.items()
    }


def kept_problems(archive: Archive, records: Mapping[str, Sequence[Row]]) -> Iterator[Problem]:
    """Superseded revisions that are not kept as they were published, and strays."""
    for bundle, rows in records.items():
        yield from _of_bundle(archive, bundle, rows)
    shelves = sorted(archive.revisions.iterdir()) if archive.revisions.is_dir() else []
    for shelf in shelves:
        expected = _expected(records.get(shelf.name, ()))
        entries = sorted(entry.name for entry in shelf.iterdir()) if shelf.is_dir() else [""]
        for name in entries:
            if name not in expected:
                yield KEPT.at(archive.label(shelf / name), "no row of the record names it")


def _expected(rows: Sequence[Row]) -> set[str]:
    numbers = [row.revision for row in superseded_rows(rows)]
    figures = {f"{number}.figures.json" for number in numbers}
    return figures | {str(h) for n in numbers if (h := holder(rows, n))}


def _of_bundle(archive: Archive, bundle: str, rows: Sequence[Row]) -> Iterator[Problem]:
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
            yield from _of_folder(archive, bytes_folder(archive, bundle, number), row)


def _of_folder(archive: Archive, folder: Path, row: Row) -> Iterator[Problem]:
    found = swhid_of(read_folder(folder, folder.name).files) if folder.is_dir() else "nothing"
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
