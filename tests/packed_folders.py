"""Packs folders that are named like archives, so that cases stay readable as plain files."""

import gzip
import io
import shutil
import subprocess
import tarfile
import zipfile
from collections.abc import Mapping
from pathlib import Path


def files_below(folder: Path) -> dict[str, bytes]:
    """The files of a folder by their path in it."""
    paths = sorted(path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in paths}


def zipped(files: Mapping[str, bytes]) -> bytes:
    """Files as a zip with fixed dates."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for name, data in files.items():
            archive.writestr(zipfile.ZipInfo(name), data)
    return packed.getvalue()


def tarred(files: Mapping[str, bytes], link: str = "") -> bytes:
    """Files as a tar.gz with fixed dates; `link` is where one more, which is a link, leads."""
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w") as archive:
        for name, data in files.items():
            info = tarfile.TarInfo(name)
            info.size = len(data)
            archive.addfile(info, io.BytesIO(data))
        if link:
            info = tarfile.TarInfo("link.txt")
            info.type, info.linkname = tarfile.SYMTYPE, link
            archive.addfile(info)
    return gzip.compress(packed.getvalue(), mtime=0)


def unpack(packed: bytes, folder: Path) -> None:
    """Unpack a tar.gz into a folder as readers do, with `tar xzf`."""
    subprocess.run(["tar", "xzf", "-", "-C", str(folder)], input=packed, check=True)


PACK = {".zip": zipped, ".tar.gz": tarred}


def pack_folders(tree: Path) -> None:
    """Replace every folder `name.zip` or `name.tar.gz` below a tree by that archive."""
    for folder in sorted(path for path in tree.rglob("*") if path.is_dir()):
        pack = next((PACK[end] for end in PACK if folder.name.endswith(end)), None)
        if pack:
            data = pack(files_below(folder))
            shutil.rmtree(folder)
            folder.write_bytes(data)
