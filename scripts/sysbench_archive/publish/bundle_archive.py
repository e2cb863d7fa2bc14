"""A bundle as one file: the files git tracks, byte for byte, as a tar archive packed with gzip.

The same files give the same bytes: names are sorted, and there is no time, owner or name of a
machine. Unpacked, it is a folder called as the bundle, whose SWHID can be computed.
"""

from __future__ import annotations

import gzip
import io
import tarfile
from collections.abc import Mapping

_LEVEL = 6


def packed_bundle(bundle: str, files: Mapping[str, bytes]) -> bytes:
    """The archive of a bundle; `files` is bytes by path in the bundle."""
    packed = io.BytesIO()
    with (
        gzip.GzipFile(filename="", mode="wb", fileobj=packed, compresslevel=_LEVEL, mtime=0) as out,
        tarfile.open(fileobj=out, mode="w", format=tarfile.PAX_FORMAT) as archive,
    ):
        for path, data in sorted(files.items()):
            member = tarfile.TarInfo(f"{bundle}/{path}")
            member.size = len(data)
            archive.addfile(member, io.BytesIO(data))
    return packed.getvalue()
