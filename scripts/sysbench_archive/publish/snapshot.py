"""Writes the files of a dated snapshot: a tar archive and checksums.

The same tree gives the same bytes. What in a tar archive could differ without a difference in
content is fixed here: order, owners, modes, times and the header of the compressor.
"""

from __future__ import annotations

import gzip
import hashlib
import io
import tarfile
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, date, datetime, time
from pathlib import Path
from typing import Any

ABOUT = "release.json"
"""What a snapshot is."""
SUMS = "SHA256SUMS"
"""The checksums of its other files."""
ATTESTATION = "attestation.sigstore.json"
"""Proof of where its files were made; whoever makes it has their checksums, so it is in none."""
_MODE = 0o644
_COMPRESSION = 9


def write_tar(target: Path, files: Mapping[str, Path], day: date) -> str:
    """Write a gzipped tar archive of files by their names in it: the SHA-256 of the tar inside.

    Only contents and names count; every file is dated the start of `day`, in UTC.
    """
    moment = int(datetime.combine(day, time(), tzinfo=UTC).timestamp())
    with target.open("wb") as out:
        packed = gzip.GzipFile("", "wb", _COMPRESSION, out, mtime=0)
        hashed = _HashedWriter(packed)
        with tarfile.open(fileobj=hashed, mode="w|", format=tarfile.PAX_FORMAT) as archive:
            for name in sorted(files):
                data = files[name].read_bytes()
                archive.addfile(_entry(name, len(data), moment), io.BytesIO(data))
        packed.close()
    return hashed.total.hexdigest()


def _entry(name: str, size: int, moment: int) -> tarfile.TarInfo:
    entry = tarfile.TarInfo(name)
    entry.size, entry.mtime, entry.mode = size, moment, _MODE
    return entry


class _HashedWriter(io.RawIOBase):
    """Writes on, and keeps the SHA-256 of what went through."""

    def __init__(self, out: gzip.GzipFile) -> None:
        self._out = out
        self.total = hashlib.sha256()

    def write(self, data: Any) -> int:  # any buffer: the name of its type comes with Python 3.12
        part = bytes(data)
        self.total.update(part)
        return self._out.write(part)


def files_below(root: Path, names: Sequence[str], prefix: str) -> dict[str, Path]:
    """The files of some folders and files of a tree, by their names behind a prefix."""
    paths = [path for name in names for path in _files_at(root / name)]
    return {f"{prefix}/{path.relative_to(root).as_posix()}": path for path in paths}


def _files_at(path: Path) -> Iterable[Path]:
    """The files below a folder, or the file itself; none where nothing is there."""
    if path.is_dir():
        return (p for p in path.rglob("*") if p.is_file())
    return (path,) if path.is_file() else ()


def checksums(files: Iterable[Path]) -> str:
    """Lines that `sha256sum --check` reads, by name."""
    return "".join(f"{sha256(path)}  {path.name}\n" for path in sorted(files))


def sha256(path: Path) -> str:
    """The SHA-256 of a file."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
