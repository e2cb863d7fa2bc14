"""The files of a bundle's folder: which are there, whether they may be, and their SWHIDs.

No link is followed and no file beyond the size limit is read. A SWHID (ISO/IEC 18670) equals
git's own object hash, so anybody can verify one with `git ls-tree` and `git hash-object` alone.
"""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import stat
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from sysbench_archive.model.bundle import BundleFile
from sysbench_archive.problems import RULES, Problem, got_expected


def content_hash(data: bytes) -> str:
    """Git's blob hash, 40 hexadecimal digits."""
    return _object("blob", data)


def directory_hash(files: Iterable[tuple[str, str]]) -> str:
    """Git's tree hash of ordinary files, given as (path below the folder, content hash)."""
    blobs: dict[str, str] = {}
    folders: dict[str, list[tuple[str, str]]] = {}
    for path, digest in files:
        head, _, rest = path.partition("/")
        if rest:
            folders.setdefault(head, []).append((rest, digest))
        else:
            blobs[head] = digest
    entries = [(name, "100644", digest) for name, digest in blobs.items()]
    entries += [(f"{name}/", "40000", directory_hash(rest)) for name, rest in folders.items()]
    return _object("tree", b"".join(_entry(*entry) for entry in sorted(entries)))


def content_swhid(digest: str) -> str:
    """The SWHID of a file with that content hash."""
    return f"swh:1:cnt:{digest}"


def directory_swhid(digest: str) -> str:
    """The SWHID of a folder with that directory hash."""
    return f"swh:1:dir:{digest}"


def _entry(name: str, mode: str, digest: str) -> bytes:
    return f"{mode} {name.rstrip('/')}".encode() + b"\0" + bytes.fromhex(digest)


def _object(kind: str, data: bytes) -> str:
    # SHA-1 is what git and ISO/IEC 18670 prescribe; it names content here, it guards nothing.
    return hashlib.sha1(f"{kind} {len(data)}\0".encode() + data, usedforsecurity=False).hexdigest()


PARTIAL = ".partial"
"""How the name of what is not written to its end yet ends; git ignores such files."""
MIB = 1 << 20
MAX_FILE = 16 * MIB
MAX_BUNDLE = 256 * MIB
MAX_FILES = 20_000
MAX_NAME = 100
AUTHORED = ("bundle.yaml", "figures.csv", "series.csv", "slices.csv")
FOLDERS = ("raw", "config")
EXTENSIONS = ("cnf", "csv", "ini", "json", "log", "lua", "out", "tsv", "txt")
RESERVED_NAMES = frozenset(
    ["con", "prn", "aux", "nul", *(f"{port}{n}" for port in ("com", "lpt") for n in range(10))]
)
_NAME = re.compile(r"[a-z0-9_][a-z0-9._-]*")

NAME = RULES["file-name"]
PLACE = RULES["file-place"]
LINK = RULES["file-link"]
MODE = RULES["file-mode"]
SIZE = RULES["file-size"]


@dataclass(slots=True)
class Folder:
    """The readable files of a bundle by path, and what is wrong with the others."""

    files: dict[str, BundleFile]
    problems: list[Problem]

    def digest(self) -> str:
        """SHA-256 over names, contents and faults: the same only where all are."""
        total = hashlib.sha256()
        for path, file in sorted(self.files.items()):
            total.update(f"{path}\0{file.sha256}\0".encode())
        total.update("".join(problem.text() for problem in self.problems).encode())
        return total.hexdigest()


def read_folder(folder: Path, label: str) -> Folder:
    """Read a bundle's folder; `label` is how messages name it."""
    found = Folder({}, [])
    sizes = 0
    if folder.is_symlink():
        return Folder({}, [LINK.at(label, "not an ordinary folder")])
    for entry in _walk(folder):
        relative = entry.relative_to(folder).as_posix()
        status = entry.lstat()
        problem = _complaint(relative, status.st_mode, status.st_size, f"{label}/{relative}")
        sizes += status.st_size
        if problem:
            found.problems.append(problem)
        elif sizes > MAX_BUNDLE or len(found.files) >= MAX_FILES:
            found.problems.append(SIZE.at(label, "the bundle is too large"))
            break
        else:
            data = entry.read_bytes()
            found.files[relative] = bundle_file(relative, data)
    return found


def bundle_file(path: str, data: bytes) -> BundleFile:
    """A file of a bundle, hashed."""
    return BundleFile(path, data, hashlib.sha256(data).hexdigest(), content_hash(data))


def replace_file(path: str | Path, data: bytes, partial: str = "") -> None:
    """Write a file beside its place and rename it: whatever happens, all of it is there or what was
    before. `partial` is what it is called until then.

    Raises OSError, which names the path.
    """
    # Strings, not paths: this is done for every file of the site.
    partial = partial or f"{path}{PARTIAL}"
    try:
        try:
            out = open(partial, "wb")  # noqa: PTH123, SIM115
        except FileNotFoundError:
            os.makedirs(os.path.dirname(path), exist_ok=True)  # noqa: PTH103, PTH120
            out = open(partial, "wb")  # noqa: PTH123, SIM115
        with out:
            out.write(data)
        os.replace(partial, path)  # noqa: PTH105
    except OSError as error:
        with suppress(OSError):
            os.unlink(partial)  # noqa: PTH108
        raise OSError(error.errno, error.strerror, str(path)) from None


def replace_folder(folder: Path, files: Mapping[str, bytes]) -> None:
    """Write a folder with these files beside its place and rename it."""
    partial = folder.with_name(f"{folder.name}{PARTIAL}")
    shutil.rmtree(partial, ignore_errors=True)
    try:
        write_files(partial, files)
    except OSError:
        shutil.rmtree(partial, ignore_errors=True)
        raise
    if folder.exists():
        gone = folder.with_name(f"{folder.name}.old{PARTIAL}")
        shutil.rmtree(gone, ignore_errors=True)
        folder.rename(gone)
        shutil.rmtree(gone, ignore_errors=True)
    partial.rename(folder)


def remove_folder(folder: Path) -> None:
    """Remove a folder, if it is there: from one moment to the next nothing of it is left."""
    partial = folder.with_name(f"{folder.name}{PARTIAL}")
    shutil.rmtree(partial, ignore_errors=True)
    if folder.exists():
        folder.rename(partial)
        shutil.rmtree(partial, ignore_errors=True)


def write_files(folder: Path, files: Mapping[str, bytes]) -> None:
    """Write files by their path below a folder, which need not be there."""
    folder.mkdir(parents=True, exist_ok=True)
    for path, data in files.items():
        replace_file(folder / path, data)


def _walk(folder: Path) -> Iterator[Path]:
    """Everything in a folder and in its folders, but the folders that have a place.

    Links are not followed, and no folder in a folder is read.
    """
    for entry in sorted(folder.iterdir()):
        is_folder = entry.is_dir() and not entry.is_symlink()
        if not is_folder or entry.name not in FOLDERS:
            yield entry
        if is_folder:
            yield from sorted(entry.iterdir())


def _complaint(relative: str, mode: int, size: int, label: str) -> Problem | None:
    """What is wrong with one entry of the folder, the most dangerous first."""
    folder, _, name = relative.rpartition("/")
    if not (stat.S_ISREG(mode) or stat.S_ISDIR(mode)):
        return LINK.at(label, "not an ordinary file")
    if stat.S_ISDIR(mode) or (relative not in AUTHORED and folder not in FOLDERS):
        return PLACE.at(label, "the bundle has no place for it")
    if folder and (fault := name_fault(name)):
        return NAME.at(label, got_expected("unsafe name", name, fault))
    if mode & 0o111:
        return MODE.at(label, got_expected("executable", oct(mode & 0o777), "0o644"))
    if size > MAX_FILE:
        return SIZE.at(label, got_expected("too large", f"{size} bytes", f"at most {MAX_FILE}"))
    return None


def name_fault(name: str) -> str:
    """What an evidence file's name should have been, or "" where it is safe."""
    if len(name) > MAX_NAME:
        return f"at most {MAX_NAME} characters"
    if not _NAME.fullmatch(name):
        return "a-z, 0-9, '.', '_' and '-'"
    if name.partition(".")[0] in RESERVED_NAMES:
        return "a name Windows does not reserve"
    if name.rpartition(".")[2] not in EXTENSIONS or "." not in name:
        return f"one of .{', .'.join(EXTENSIONS)}"
    return ""
