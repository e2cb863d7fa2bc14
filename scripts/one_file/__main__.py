"""Start of the zipapp: unpacks the file once into the user's cache and runs the command line.

What is compiled cannot be loaded out of a zip file, and the program finds its own tables beside
its modules. Written so that Python 3.6 still reads it, and says that it is too old.
"""

import atexit
import hashlib
import os
import platform
import shutil
import sys
import sysconfig
import tempfile
import zipfile
from pathlib import Path

OLDEST = (3, 11)
COMPILED = "compiled/"
"""Folder of compiled parts, one below it for each interpreter: cpython-311-x86_64-linux-gnu."""


def main():
    """Unpack what is not yet there, and run."""
    if sys.version_info < OLDEST:
        sys.exit(
            f"sysbench-archive needs Python {OLDEST[0]}.{OLDEST[1]} or newer (found:"
            f" {platform.python_version()})\n"
            "  hint: a server on this host can be measured from another one: capture --host"
        )
    path = Path(__file__).resolve().parent
    with zipfile.ZipFile(str(path)) as archive:
        sys.path.insert(0, str(unpacked(archive)))
    from sysbench_archive.cli import main as run

    sys.argv[0] = str(path)
    sys.exit(run())


def unpacked(archive):
    """The folder with the content of the file for this interpreter, made if it is not there."""
    tag = sysconfig.get_config_var("SOABI")
    own = f"{COMPILED}{tag}/"
    entries = [e for e in archive.infolist() if e.filename.startswith(own)]
    if not entries:
        sys.exit(
            f"this file has no part for {tag}: it is for Linux with glibc on x86_64 and aarch64,"
            " and released Pythons\n"
            "  hint: with network, pipx install the wheel of the same release"
        )
    entries += [e for e in archive.infolist() if not e.filename.startswith(COMPILED)]
    digest = hashlib.sha256("".join(f"{e.filename} {e.CRC}\n" for e in entries).encode())
    home = cache()
    folder = home / digest.hexdigest()[:32]
    if folder.is_dir():
        return folder
    # Another start may unpack at the same time: whoever is first wins, and nothing is half.
    partial = Path(tempfile.mkdtemp(prefix="partial-", dir=str(home)))
    for entry in entries:
        target = partial / entry.filename.removeprefix(own)
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(archive.read(entry))
    try:
        partial.rename(folder)
    except OSError:
        shutil.rmtree(str(partial))
    return folder


def cache():
    """A folder that belongs to this user alone; without one, a new folder for each start."""
    home = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")  # noqa: PTH111
    folder = Path(home, "sysbench-archive", "one-file")
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        if folder.stat().st_uid == os.getuid() and os.access(str(folder), os.W_OK):
            return folder
    except OSError:
        pass
    made = tempfile.mkdtemp(prefix="sysbench-archive-")
    atexit.register(shutil.rmtree, made, ignore_errors=True)
    return Path(made)


if __name__ == "__main__":
    main()
