"""The files of a bundle's folder: which are there, whether they may be, and their SWHIDs.

No link is followed and no file beyond the size limit is read. A SWHID (ISO/IEC 18670) equals
git's own object hash, so anybody can verify one with `git ls-tree` and `git hash-object` alone.
"""

from __future__ import annotations

import hashlib
import os
import re
import stat
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from operator import attrgetter, itemgetter
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
OPEN_AT_ONCE = 64
"""Files a process has open at most to read them: far fewer than it may have."""


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
    readable: dict[str, str] = {}
    if folder.is_symlink():
        return Folder({}, [LINK.at(label, "not an ordinary folder")])
    for parts, entry in sorted(_walk(folder), key=itemgetter(0)):
        relative = "/".join(parts)
        status = entry.stat(follow_symlinks=False)
        problem = _complaint(relative, status.st_mode, status.st_size, f"{label}/{relative}")
        sizes += status.st_size
        if problem:
            found.problems.append(problem)
        elif sizes > MAX_BUNDLE or len(readable) >= MAX_FILES:
            found.problems.append(SIZE.at(label, "the bundle is too large"))
            break
        elif stat.S_ISREG(status.st_mode):
            readable[relative] = entry.path
    for relative, data in zip(readable, read_together(list(readable.values())), strict=True):
        hashed = hashlib.sha256(data).hexdigest()
        found.files[relative] = BundleFile(relative, data, hashed, content_hash(data))
    return found


def write_files(folder: Path, files: Mapping[str, bytes]) -> None:
    """Write files by their path below a folder, which need not be there."""
    for path, data in files.items():
        target = folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(data)


def read_together(paths: Sequence[str | Path]) -> Iterator[bytes]:
    """The bytes of files, in their order.

    The system is asked for many of them before the first is read: one after the other, small files
    that are not in memory take three times as long.
    """
    for begin in range(0, len(paths), OPEN_AT_ONCE):
        with ExitStack() as stack:
            files = [
                # Without a buffer: the whole file is read at once.
                stack.enter_context(open(path, "rb", buffering=0))  # noqa: PTH123
                for path in paths[begin : begin + OPEN_AT_ONCE]
            ]
            if sys.platform == "linux":
                for file in files:
                    os.posix_fadvise(file.fileno(), 0, 0, os.POSIX_FADV_WILLNEED)
            contents = [file.read() for file in files]
        yield from contents


def _walk(folder: Path) -> list[tuple[tuple[str, ...], os.DirEntry[str]]]:
    """Everything below a folder, with the parts of its name, but the folders that have a place.

    Links are not followed, and no folder in a folder is read. Past the limit none is.
    """
    found: list[tuple[tuple[str, ...], os.DirEntry[str]]] = []
    pending: list[os.DirEntry[str]] = []
    for entry in sorted(_entries(folder), key=attrgetter("name")):
        # The system says with the name what an entry is: no further call for every file.
        is_folder = entry.is_dir(follow_symlinks=False)
        if is_folder:
            pending.append(entry)
        if not is_folder or entry.name not in FOLDERS:
            found.append(((entry.name,), entry))
    while pending and len(found) <= MAX_FILES:
        inside = pending.pop()
        found += [((inside.name, entry.name), entry) for entry in _entries(Path(inside.path))]
    return found


def _entries(folder: Path) -> list[os.DirEntry[str]]:
    with os.scandir(folder) as entries:
        return list(entries)


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
