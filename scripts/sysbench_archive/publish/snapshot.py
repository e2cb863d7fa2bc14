"""Writes the files of a dated snapshot: a tar archive and checksums.

The same tree gives the same bytes. What in a tar archive could differ without a difference in
content is fixed here: order, owners, modes, times and the header of the compressor.
"""

from __future__ import annotations

import gzip
import hashlib
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, date, datetime, time
from pathlib import Path

from sysbench_archive.publish.bundle_archive import write_packed

ABOUT = "release.json"
"""What a snapshot is."""
SUMS = "SHA256SUMS"
"""The checksums of its other files."""
ATTESTATION = "attestation.sigstore.json"
"""Proof of where its files were made; whoever makes it has their checksums, so it is in none."""


def write_tar(target: Path, files: Mapping[str, Path], day: date) -> str:
    """Write a gzipped tar archive of files by their names in it: the SHA-256 of the tar inside.

    Only contents and names count; every file is dated the start of `day`, in UTC.
    """
    moment = int(datetime.combine(day, time(), tzinfo=UTC).timestamp())
    with target.open("wb") as out:
        write_packed(out, files, moment=moment)
    with gzip.open(target) as packed:
        return hashlib.file_digest(packed, "sha256").hexdigest()


def files_below(root: Path, names: Sequence[str], prefix: str) -> dict[str, Path]:
    """The files of some folders and files of a tree, by their names behind a prefix."""
    paths = [path for name in names for path in ((root / name), *(root / name).rglob("*"))]
    files = filter(Path.is_file, paths)
    return {f"{prefix}/{path.relative_to(root).as_posix()}": path for path in files}


def checksums(files: Iterable[Path]) -> str:
    """Lines that `sha256sum --check` reads, by name."""
    return "".join(f"{sha256(path)}  {path.name}\n" for path in sorted(files))


def sha256(path: Path) -> str:
    """The SHA-256 of a file."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
