"""Packs folders that are named like archives, so that cases stay readable as plain files."""

import gzip
import io
import shutil
import subprocess
import tarfile
import zipfile
from pathlib import Path


def zipped(folder: Path) -> bytes:
    """The files below a folder as a zip with fixed dates."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for file in sorted(path for path in folder.rglob("*") if path.is_file()):
            info = zipfile.ZipInfo(file.relative_to(folder).as_posix())
            archive.writestr(info, file.read_bytes())
    return packed.getvalue()


def tarred(folder: Path) -> bytes:
    """The files below a folder as a tar.gz with fixed dates."""
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w") as archive:
        for file in sorted(path for path in folder.rglob("*") if path.is_file()):
            info = tarfile.TarInfo(file.relative_to(folder).as_posix())
            info.size = file.stat().st_size
            archive.addfile(info, io.BytesIO(file.read_bytes()))
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
            data = pack(folder)
            shutil.rmtree(folder)
            folder.write_bytes(data)
