"""Start of the zipapp: unpacks the file once into the user's cache and runs the command line.

What is compiled cannot be loaded out of a zip file, and the program finds its own tables beside
its modules. Written so that any Python 3 reads it, and one too old is told so.
"""

import hashlib
import os
import platform
import shutil
import sys
import sysconfig
import tempfile
import zipfile

OLDEST = (3, 9)
NEEDS_OLDER = (3, 11)


def main():
    """Unpack what is not yet there, and run."""
    if sys.version_info < OLDEST:
        sys.exit(
            "sysbench-archive needs Python %d.%d or newer (found: %s).\n"
            "A server on an older system can be measured from another host: capture --host"
            % (OLDEST + (platform.python_version(),))
        )
    path = os.path.dirname(os.path.abspath(__file__))
    with zipfile.ZipFile(path) as archive:
        folder = unpacked(archive)
    sys.path.insert(0, folder)
    if sys.version_info < NEEDS_OLDER:
        import older_python

        older_python.make_up()
    from sysbench_archive.cli import main as run

    sys.argv[0] = path
    sys.exit(run())


def unpacked(archive):
    """The folder with the content of the file, made if it is not there."""
    wanted = sorted(entry.filename for entry in archive.infolist() if is_wanted(entry.filename))
    digest = hashlib.sha256()
    for name in wanted:
        digest.update(("%s %08x\n" % (name, archive.getinfo(name).CRC)).encode())
    folder = os.path.join(cache(), digest.hexdigest()[:32])
    if not os.path.isdir(folder):
        # Another start may unpack at the same time: whoever is first wins, and nothing is half.
        partial = tempfile.mkdtemp(prefix="partial-", dir=cache())
        for name in wanted:
            # Folders of an interpreter: lib/cpython-311-x86_64-linux-gnu/msgspec/_core…so
            target = os.path.join(partial, *without_tag(name).split("/"))
            os.makedirs(os.path.dirname(target), exist_ok=True)
            with archive.open(name) as source, open(target, "wb") as out:
                shutil.copyfileobj(source, out)
        try:
            os.rename(partial, folder)
        except OSError:
            shutil.rmtree(partial)
    return folder


def tag():
    """Which compiled parts this interpreter loads, as in cpython-311-x86_64-linux-gnu."""
    return (sysconfig.get_config_var("SOABI") or "").replace("-linux-musl", "-linux-none")


def is_wanted(name):
    """Whether a file of the archive is for this interpreter."""
    return not name.endswith("/") and (
        not name.startswith("compiled/") or name.startswith("compiled/%s/" % tag())
    )


def without_tag(name):
    """Where a file of the archive goes."""
    return name.split("/", 2)[2] if name.startswith("compiled/") else name


def cache():
    """A folder that belongs to this user alone."""
    home = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
    folder = os.path.join(home, "sysbench-archive", "zipapp")
    try:
        os.makedirs(folder, mode=0o700, exist_ok=True)
        if os.stat(folder).st_uid == os.getuid() and os.access(folder, os.W_OK):
            return folder
    except OSError:
        pass
    return temporary()


def temporary():
    """Where there is no home to write to, a new folder for each start."""
    global _temporary
    if _temporary is None:
        _temporary = tempfile.mkdtemp(prefix="sysbench-archive-")
        import atexit

        atexit.register(shutil.rmtree, _temporary, ignore_errors=True)
    return _temporary


_temporary = None

if __name__ == "__main__":
    main()
