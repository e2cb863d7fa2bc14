"""A bundle as one file: the files git tracks, byte for byte, as a tar archive packed with gzip.

The same files give the same bytes: names are sorted, and there is no owner or name of a machine.
Unpacked, it is a folder called as the bundle, whose SWHID can be computed; beside the folder may be
what describes it (`crate`).
"""

from __future__ import annotations

import io
import tarfile
import zlib
from collections.abc import Mapping
from pathlib import Path
from typing import BinaryIO


def packed_bundle(
    bundle: str, files: Mapping[str, bytes], beside: Mapping[str, bytes] | None = None
) -> bytes:
    """The archive of a bundle; `files` is bytes by path in the bundle, `beside` by name in the
    archive.
    """
    packed = io.BytesIO()
    own = {f"{bundle}/{path}": data for path, data in files.items()}
    write_packed(packed, {**own, **(beside or {})})
    return packed.getvalue()


def write_packed(out: BinaryIO, files: Mapping[str, bytes | Path], *, moment: int = 0) -> None:
    """Write files by their names in a packed tar archive, all dated `moment`."""
    # Bundles are numbers for the most part: filtered, with little memory, they take 4 % less than
    # with what `gzip.GzipFile` has, which can be told neither.
    packer = zlib.compressobj(9, zlib.DEFLATED, 16 + zlib.MAX_WBITS, 6, zlib.Z_FILTERED)
    plain = io.BytesIO()
    with tarfile.open(fileobj=plain, mode="w", format=tarfile.PAX_FORMAT) as archive:
        for name, held in sorted(files.items()):
            data = held if isinstance(held, bytes) else held.read_bytes()
            member = tarfile.TarInfo(name)
            member.size, member.mtime = len(data), moment
            archive.addfile(member, io.BytesIO(data))
            out.write(packer.compress(plain.getvalue()))
            plain.seek(0)
            plain.truncate()
    out.write(packer.compress(plain.getvalue()) + packer.flush())
