"""`check --fix`: mends of a bundle what a machine may mend.

Owns the writing: order of fields, line ends, executable bits, and the hash of a script where it is
unrecorded though the script is here. Refuses to change what is stated: not a hash that differs
from its file (either may be the wrong one), not the number of redactions (nobody can count what
is gone), and nothing of a bundle whose record is permanent.
"""

from __future__ import annotations

import stat
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from sysbench_archive.bundle.files import MODE, BundleFile, read_folder
from sysbench_archive.bundle.form import FORM
from sysbench_archive.bundle.mending import CannotMendError, mended
from sysbench_archive.ledger import Row

FIXABLE = frozenset((FORM.code, MODE.code))
"""Codes of the rules whose complaints `check --fix` mends."""
_EXECUTABLE = stat.S_IXUSR | stat.S_IXGRP | stat.S_IXOTH


def fix(folder: Path, label: str, rows: Sequence[Row]) -> Iterator[str]:
    """Mend a bundle: a sentence for each thing done, and for what could not be.

    `rows` are those of its record that bind, because they are published.
    """
    if any(row.standing == "permanent" for row in rows):
        yield f"{label}: left as it is, because its record is permanent"
        return
    if folder.is_symlink():
        return
    for path in sorted(folder.rglob("*")):
        if not path.is_symlink() and path.is_file() and path.stat().st_mode & _EXECUTABLE:
            path.chmod(0o644)
            yield f"{label}/{path.relative_to(folder)}: no longer executable"
    files = read_folder(folder, label).files
    if "bundle.yaml" in files:
        yield from _document(folder / "bundle.yaml", f"{label}/bundle.yaml", files)


def _document(path: Path, label: str, files: Mapping[str, BundleFile]) -> Iterator[str]:
    data = files["bundle.yaml"].data
    try:
        new = mended(data, {name: file.sha256 for name, file in files.items()})
    except CannotMendError as error:
        yield f"{label}: left as it is, because {error}"
        return
    if new != data:
        partial = path.with_suffix(".partial")
        partial.write_bytes(new)
        partial.replace(path)
        yield f"{label}: put in form; nothing that was stated has changed"


def closing(said: Iterable[str]) -> str:
    """What was done, and what comes next."""
    lines = list(said)
    mended_some = any("left as it is" not in line for line in lines)
    after = "run `sysbench-archive record`: the bytes of a bundle changed" if mended_some else ""
    return "\n".join(filter(None, [*(lines or ["nothing to mend"]), after]))
