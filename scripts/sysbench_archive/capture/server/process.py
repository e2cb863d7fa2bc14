"""Find a server's process on this machine, and read its executable and memory map.

Everything is optional: what /proc hides without privileges is stated as unavailable.
"""

from __future__ import annotations

import hashlib
import re
import socket
import struct
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sysbench_archive.capture.host.reading import SilentError, read
from sysbench_archive.capture.plan import Access

_NO_COMPILER = {"unavailable": "the executable has no section .comment that names it"}
_PROGRAMS = {"mysqld", "mariadbd"}
_ALLOCATORS = (("jemalloc", "jemalloc"), ("tcmalloc", "tcmalloc"), ("mimalloc", "mimalloc"))
MAX_EXECUTABLE = 1 << 31


@dataclass(frozen=True, slots=True)
class Process:
    """A server's process: command line, executable, its package, its libraries, its processors."""

    words: tuple[str, ...]
    sha256: Any
    stripped: Any
    package: str | None
    allocator: str | None
    compiler: Any = None
    affinity: str | None = None


def find_process(access: Access, pid_file: str, hostname: str) -> int | None:
    """The server's process id, None where it does not run here or cannot be told."""
    if access.socket:
        return _socket_owner(access.socket)
    if hostname != socket.gethostname():
        return None
    with suppress(OSError, ValueError):
        return _pid_of_server(int(Path(pid_file).read_text(encoding="ascii")))
    found = [
        pid for path in Path("/proc").glob("[0-9]*") if (pid := _pid_of_server(int(path.name)))
    ]
    return found[0] if len(found) == 1 else None


def _pid_of_server(pid: int) -> int | None:
    with suppress(OSError):
        name = Path(f"/proc/{pid}/comm").read_text(encoding="utf-8", errors="replace").strip()
        return pid if name in _PROGRAMS else None
    return None


def _socket_owner(path: str) -> int | None:
    """Who listens on a socket, as the kernel tells whoever connects."""
    if not hasattr(socket, "SO_PEERCRED"):
        return None
    with suppress(OSError), socket.socket(socket.AF_UNIX) as connection:
        connection.connect(path)
        size = struct.calcsize("3i")
        credentials = connection.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, size)
        pid: int = struct.unpack("3i", credentials)[0]
        return pid or None
    return None


def describe_process(pid: int) -> Process:
    """All that the process shows; of one below valgrind, what it runs."""
    program = _program_of(pid)
    data = _read_executable(program)
    silent = {"unavailable": "/proc/<pid>/exe of the server cannot be read"}
    words = _without_tool(_read_or_empty(f"/proc/{pid}/cmdline").split("\0"))
    return Process(
        words=tuple(filter(None, words)),
        sha256=hashlib.sha256(data).hexdigest() if data else silent,
        stripped=b".symtab\0" not in data if data else silent,
        package=_package_of_process(program),
        allocator=_loaded_allocator(_read_or_empty(f"/proc/{pid}/maps")),
        compiler=(compiler_of(data) or _NO_COMPILER) if data else silent,
        affinity=allowed_processors(pid),
    )


def allowed_processors(pid: int | str) -> str | None:
    """The processors a process may run on, as the kernel lists them; None where it does not say."""
    match = re.search(
        r"^Cpus_allowed_list:\s*([0-9,-]+)$", _read_or_empty(f"/proc/{pid}/status"), re.MULTILINE
    )
    return match[1] if match else None


def resident_mib(pid: int) -> float | None:
    """Main memory a process holds, in MiB."""
    match = re.search(
        r"^VmRSS:\s*([0-9]+) kB$", _read_or_empty(f"/proc/{pid}/status"), re.MULTILINE
    )
    return int(match[1]) / 1024 if match else None


def _read_or_empty(source: str) -> str:
    with suppress(SilentError):
        return read(source)
    return ""


def _program_of(pid: int) -> Path:
    """The server's executable: the process's own, or the one that valgrind or a loader runs."""
    own = Path(f"/proc/{pid}/exe")
    with suppress(OSError):
        if own.readlink().name in _PROGRAMS:
            return own
    mapped = re.findall(r" (/.+)$", _read_or_empty(f"/proc/{pid}/maps"), re.MULTILINE)
    return next((Path(path) for path in mapped if Path(path).name in _PROGRAMS), own)


def _without_tool(words: list[str]) -> list[str]:
    """A command line without the valgrind or the loader before the server's program."""
    places = (n for n, word in enumerate(words) if Path(word).name in _PROGRAMS)
    return words[next(places, 0) :]


def _read_executable(path: Path) -> bytes:
    with suppress(OSError):
        return path.read_bytes() if path.stat().st_size < MAX_EXECUTABLE else b""
    return b""


def _package_of_process(path: Path) -> str | None:
    """Name and version of the Debian or RPM package that owns the executable."""
    with suppress(OSError, SilentError):
        return package_of(str(path.resolve(strict=True)))
    return None


def package_of(path: str) -> str | None:
    """Name and version of the package that owns a file, None where none does."""
    with suppress(SilentError):
        owner = read(f"dpkg -S {path}").split(":")[0].split(",")[0].strip()
        return read(f"dpkg-query -W {owner}").strip().replace("\t", " ").replace(":amd64", "")
    with suppress(SilentError):
        return read(f"rpm -qf {path}").strip().splitlines()[0]
    return None


def _loaded_allocator(maps: str) -> str | None:
    """The allocator among the loaded libraries; None where none is, or it cannot be seen."""
    libraries = set(re.findall(r"/\S*lib[^/\s]*\.so\S*", maps))
    for mark, name in _ALLOCATORS:
        for library in sorted(libraries):
            if mark in library:
                return f"{name} ({library.rpartition('/')[2]})"
    return "glibc malloc" if any("/libc.so" in x or "/libc-2" in x for x in libraries) else None


_MAGIC = b"\x7fELF"
_CLASS_64 = b"\2"
_ORDERS = {b"\1": "<", b"\2": ">"}
_COMMENT = b".comment"
LONGEST = 300


def compiler_of(data: bytes) -> str | None:
    """The compilers that made it, those of the C library's start code among them; None if unsaid.

    A linker names itself there as well, which is left out.
    """
    try:
        comment = next((text for name, text in _sections(data) if name == _COMMENT), b"")
    except struct.error:
        return None
    words = (part.decode("utf-8", "replace").strip() for part in comment.split(b"\0"))
    compilers = [word for word in dict.fromkeys(words) if word and not word.startswith("Linker")]
    return ", ".join(compilers)[:LONGEST] or None


def _sections(data: bytes) -> Iterator[tuple[bytes, bytes]]:
    """Names and contents of a 64-bit file's sections; a file that is no ELF has none.

    https://refspecs.linuxfoundation.org/elf/gabi4+/ch4.sheader.html
    """
    order = _ORDERS.get(data[5:6])
    if data[:4] != _MAGIC or data[4:5] != _CLASS_64 or order is None:
        return
    (table,) = struct.unpack_from(f"{order}Q", data, 0x28)
    size, count, names = struct.unpack_from(f"{order}HHH", data, 0x3A)
    headers = [
        struct.unpack_from(f"{order}II QQQQ", data, table + size * number)
        for number in range(count)
    ]
    if names >= len(headers):
        return
    strings = headers[names][4]
    for header in headers:
        start = strings + header[0]
        name = data[start : data.find(b"\0", start)]
        yield name, data[header[4] : header[4] + header[5]]
