"""Copies of a server's data directory, from which it starts in the same state each time.

A server that keeps files elsewhere, or reaches some by a link, is refused: a copy of it would write
to the files of the original. So is a copy the disk has no room for.
"""

from __future__ import annotations

import shlex
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from sysbench_archive.capture.connection import Session
from sysbench_archive.capture.plan import RefusalError, ServerPlan

FOLDER = ".capture-data"
_DATA = "data"
"""MySQL 8.0 overlooks the tablespaces of a data directory whose own name begins with a dot."""
SPARE_MIB = 256
"""Room that a copy leaves on its disk, besides that of what the server writes into it."""
HINT = "or count with --count-from server"
_COPY = ("cp", "-a")
_MIB = 1 << 20
_PLACES = (
    "innodb_data_home_dir", "innodb_log_group_home_dir", "innodb_undo_directory",
    "innodb_doublewrite_dir", "innodb_temp_tablespaces_dir", "log_bin_basename",
    "aria_log_dir_path",
)  # fmt: skip
"""Variables that say where files are that belong to the data."""


def data_directory(session: Session, place: str) -> Path:
    """Where a server keeps its data. RefusalError where a copy of that would not be all of it."""
    names = ",".join(f"'{name}'" for name in ("datadir", *_PLACES))
    stated = session.pairs(f"show global variables where variable_name in ({names})")
    folder = Path(stated.pop("datadir", ""))
    if not folder.is_absolute() or not folder.is_dir():
        raise RefusalError(
            place, "its data directory is not to be seen here", got=str(folder),
            hint=f"run capture where the server runs, {HINT}",
        )  # fmt: skip
    for name, text in sorted(stated.items()):
        other = folder / (text or ".")
        if not other.resolve().is_relative_to(folder.resolve()):
            raise RefusalError(
                place, f"{name} is outside of the data directory, and not in a copy of it",
                got=text, expected=f"a folder in {folder}", hint=f"leave it out, {HINT}",
            )  # fmt: skip
    return folder


@contextmanager
def copied(folder: Path, home: Path) -> Iterator[Path]:
    """A copy of a data directory whose server does not run; it goes with the server it is for.

    RefusalError where there is a link in it, or no room for it.
    """
    outer = home / FOLDER
    target = outer / _DATA
    # Left behind where capture itself was killed.
    shutil.rmtree(outer, ignore_errors=True)
    _refuse_links(folder)
    _refuse_without_room(folder, home)
    try:
        outer.mkdir(mode=0o755)
        # Python's own copies belong to whoever makes them, and servers want their owner.
        words = [*_COPY, str(folder), str(target)]
        done = subprocess.run(words, capture_output=True, text=True, check=False)
        if done.returncode:
            said = (done.stderr.strip().splitlines() or ["cp failed"])[-1]
            raise RefusalError(
                str(folder), "cannot be copied", got=said,
                hint=f"capture needs to read it; run it as the server's account, {HINT}",
            )  # fmt: skip
        yield target
    finally:
        shutil.rmtree(outer, ignore_errors=True)


def on_folder(server: ServerPlan, folder: Path) -> ServerPlan:
    """The server with its data in another folder: of an option given twice the last counts."""
    return replace(server, program=f"{server.program} --datadir={shlex.quote(str(folder))}")


def _refuse_links(folder: Path) -> None:
    for path in sorted(folder.rglob("*")):
        if path.is_symlink():
            raise RefusalError(
                str(path), "a link, through which a copy would write to the original",
                hint=f"put the file itself there, {HINT}",
            )  # fmt: skip


def _refuse_without_room(folder: Path, home: Path) -> None:
    size = sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())
    needed, free = size // _MIB + SPARE_MIB, shutil.disk_usage(home).free // _MIB
    if free < needed:
        raise RefusalError(
            str(home), "too little disk for a copy of the data directory",
            got=f"{free} MiB free", expected=f"{needed} MiB",
            hint=f"free some, put --out on a larger disk, {HINT}",
        )  # fmt: skip
