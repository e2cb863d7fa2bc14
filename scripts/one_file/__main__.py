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

OLDEST = (3, 9)
FULL = (3, 11)
MEASURING = ("capture", "host-facts", "parse")
"""What also runs on a database host with an older Python; the rest reads dates as 3.11 does."""
COMPILED = "compiled/"
"""Folder of compiled parts, one below it for each interpreter: cpython-311-x86_64-linux-gnu."""


def main():
    """Unpack what is not yet there, and run."""
    refuse_old_python(sys.argv[1:2])
    path = Path(__file__).resolve().parent
    with zipfile.ZipFile(str(path)) as archive:
        refuse_other_interpreter(archive)
        sys.path.insert(0, str(unpacked(archive, cache())))
    if sys.version_info < FULL:
        import older_python

        older_python.make_up()
    from sysbench_archive.cli import main as run

    sys.argv[0] = str(path)
    sys.exit(run())


def refuse_old_python(command):
    """Exit with a sentence where this Python does not do what is asked."""
    found = platform.python_version()
    if sys.version_info < OLDEST:
        sys.exit(
            f"sysbench-archive needs Python {OLDEST[0]}.{OLDEST[1]} or newer (found: {found})\n"
            "  hint: a server on this host can be measured from another one: capture --host"
        )
    if sys.version_info < FULL and not set(command) & set(MEASURING):
        sys.exit(
            f"this host has Python {found}: only {', '.join(MEASURING)} run here\n"
            f"  hint: call the others where there is Python {FULL[0]}.{FULL[1]} or newer; a bundle"
            " is a folder and can be copied"
        )


def refuse_other_interpreter(archive):
    """Exit with a sentence where the file has nothing compiled for this one."""
    if not any(name.startswith(COMPILED) and is_wanted(name) for name in archive.namelist()):
        sys.exit(
            f"this file has no part for {sysconfig.get_config_var('SOABI')}: it is for Linux with"
            " glibc on x86_64 and aarch64, and released Pythons\n"
            "  hint: with network, pipx install the wheel of the same release"
        )


def unpacked(archive, home):
    """The folder with the content of the file, made if it is not there."""
    names = [entry.filename for entry in archive.infolist() if is_wanted(entry.filename)]
    digest = hashlib.sha256()
    for name in names:
        digest.update(f"{name} {archive.getinfo(name).CRC}\n".encode())
    folder = home / digest.hexdigest()[:32]
    if folder.is_dir():
        return folder
    # Another start may unpack at the same time: whoever is first wins, and nothing is half.
    partial = Path(tempfile.mkdtemp(prefix="partial-", dir=str(home)))
    for name in names:
        target = partial / (name.split("/", 2)[2] if name.startswith(COMPILED) else name)
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(archive.read(name))
    try:
        partial.rename(folder)
    except OSError:
        shutil.rmtree(str(partial))
    return folder


def is_wanted(name):
    """Whether a file of the archive is for this interpreter."""
    own = "{}{}/".format(COMPILED, sysconfig.get_config_var("SOABI"))
    return not name.startswith(COMPILED) or name.startswith(own)


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
