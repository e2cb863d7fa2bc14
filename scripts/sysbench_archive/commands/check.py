"""`check`: report everything that is wrong with bundles, curated comparisons and the record.

`--fix` first corrects what is only form: order of fields, line ends, executable bits, the missing
hash of a script that is here. It changes nothing that is stated (a hash that differs from its file,
the number of redactions), and nothing of a bundle whose record is permanent.
"""

from __future__ import annotations

import stat
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from sysbench_archive.build.archive import Archive, read_records
from sysbench_archive.build.git import Repository
from sysbench_archive.build.places import check_paths, places_at
from sysbench_archive.bundle.files import MODE, read_folder, replace_file
from sysbench_archive.bundle.formatting import FORM, CannotFixError, fixed_document
from sysbench_archive.bundle.strict_yaml import located
from sysbench_archive.commands.checkout import (
    archive_here,
    archive_or_folder,
    today,
    work_on,
    workers,
)
from sysbench_archive.commands.console import CLEAN, FORMATS, PROBLEMS, Arguments, answer, say
from sysbench_archive.ledger.record import Row
from sysbench_archive.model.bundle import BundleFile
from sysbench_archive.problems import Problem, has_errors

FIXABLE = frozenset((FORM.code, MODE.code))
"""Codes of the rules whose problems `check --fix` corrects."""
_EXECUTABLE = stat.S_IXUSR | stat.S_IXGRP | stat.S_IXOTH


Fix = tuple[str, bool]
"""What became of a file, and whether its bytes or its mode changed."""


def fix(folder: Path, label: str, rows: Sequence[Row]) -> Iterator[Fix]:
    """Correct the form of a bundle: what was done, and what could not be.

    `rows` are those of its record that bind, because they are published.
    """
    if rows:
        yield f"{label}: left as it is, because its record is permanent", False
        return
    if folder.is_symlink():
        return
    for path in sorted(folder.rglob("*")):
        if not path.is_symlink() and path.is_file() and path.stat().st_mode & _EXECUTABLE:
            path.chmod(0o644)
            yield f"{label}/{path.relative_to(folder)}: no longer executable", True
    files = read_folder(folder, label).files
    if "bundle.yaml" in files:
        yield from _fix_document(folder / "bundle.yaml", f"{label}/bundle.yaml", files)


def _fix_document(path: Path, label: str, files: Mapping[str, BundleFile]) -> Iterator[Fix]:
    data = files["bundle.yaml"].data
    try:
        new = fixed_document(data, {name: file.sha256 for name, file in files.items()})
    except CannotFixError as error:
        yield f"{label}: left as it is, because {error}", False
        return
    if new != data:
        replace_file(path, new)
        yield f"{label}: put in form; nothing that was stated has changed", True


def fix_bundles(archive: Archive, paths: Sequence[Path]) -> str:
    """Correct the form of the named bundles, or of all: what was done, and what comes next."""
    records, repository = read_records(archive)[0], Repository(archive.root)
    fixes: list[Fix] = []
    places = [place for path in paths or [archive.results] for place in places_at(archive, path)]
    for place in places:
        name = place.folder.name
        fixes += fix(place.folder, place.label, repository.binding(name, records.get(name, ())))
    lines = [text for text, _ in fixes] or ["nothing to fix"]
    if any(changed for _, changed in fixes):
        lines.append("run `sysbench-archive record`: the bytes of a bundle changed")
    return "\n".join(lines)


def run(arguments: Arguments) -> int:
    """Run the command; the exit code."""
    # A bundle is checked anywhere; its record and the other bundles are in a checkout only.
    archive = archive_or_folder() if arguments.paths else archive_here()
    if arguments.fix:
        say(fix_bundles(archive, arguments.paths))
    if arguments.paths:
        problems = check_paths(archive, arguments.paths, today(), workers)
    else:
        problems = _check_all(archive, arguments)
    answer(FORMATS[arguments.format](located(problems, archive.root)))
    return PROBLEMS if has_errors(problems) else CLEAN


def _check_all(archive: Archive, arguments: Arguments) -> list[Problem]:
    # Here, because it imports what derives pages, and one bundle is checked in less time.
    from sysbench_archive.build.checking import check_archive

    with work_on(archive) as work:
        return check_archive(archive, work, base=arguments.base, published=arguments.published)
