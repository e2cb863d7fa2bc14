"""Find a server's process on this machine, and read its executable and memory map.

Everything is optional: what /proc hides without privileges is stated as unavailable.
"""

from __future__ import annotations

import hashlib
import re
import socket
import struct
import time
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import product
from pathlib import Path
from typing import Any

from sysbench_archive.capture.host.reading import SilentError, read, read_or_empty
from sysbench_archive.capture.plan import Access

_NO_COMPILER = {"unavailable": "the executable has no section .comment that names it"}
_PROGRAMS = {"mysqld", "mariadbd"}
_ALLOCATORS = ("jemalloc", "tcmalloc", "mimalloc")
MAX_EXECUTABLE = 1 << 31


def hidden(why: str) -> dict[str, Any]:
    """What an entry states of an executable that cannot be read."""
    return {name: {"unavailable": why} for name in ("sha256", "stripped", "compiler")}


HIDDEN = "the server's process cannot be looked at from here"


@dataclass(frozen=True, slots=True)
class Process:
    """A server's process: command line, executable, its package, its libraries, its processors.

    One that was not looked at has nothing of all that.
    """

    words: tuple[str, ...] = ()
    executable: Mapping[str, Any] = field(default_factory=lambda: hidden(HIDDEN))
    """`sha256`, `stripped` and `compiler`, as an entry of a bundle states them."""
    package: str | None = None
    allocator: str | None = None
    affinity: str | None = None
    no_package: str = HIDDEN


def find_process(access: Access, pid_file: str, hostname: str) -> int | None:
    """The server's process id, None where it does not run here or cannot be told."""
    if access.socket:
        return _socket_owner(access.socket)
    if hostname != socket.gethostname():
        return None
    with suppress(OSError, ValueError):
        return _pid_of_server(int(Path(pid_file).read_text(encoding="ascii")))
    found = [pid for pid in processes() if _pid_of_server(pid)]
    return found[0] if len(found) == 1 else None


def processes() -> list[int]:
    """Ids of all processes."""
    return sorted(int(path.name) for path in Path("/proc").glob("[0-9]*"))


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
    """All that the process shows."""
    program, data, package = _program_of(pid), b"", None
    with suppress(OSError):
        data = program.read_bytes() if program.stat().st_size < MAX_EXECUTABLE else b""
        package = package_of(str(program.resolve(strict=True)))
    executable: dict[str, Any] = hidden("/proc/<pid>/exe of the server cannot be read")
    if data:
        executable = {
            "sha256": hashlib.sha256(data).hexdigest(),
            "stripped": b".symtab\0" not in data,
            "compiler": compiler_of(data) or _NO_COMPILER,
        }
    return Process(
        words=words_of(pid) or _command_line(pid),
        executable=executable,
        package=package,
        allocator=_loaded_allocator(read_or_empty(f"/proc/{pid}/maps")),
        affinity=allowed_processors(pid),
        no_package="no package owns the executable",
    )


def words_of(pid: int) -> tuple[str, ...]:
    """A server's command line from its program on: a loader may stand before. Empty for others."""
    words = _command_line(pid)
    places = (n for n, word in enumerate(words) if Path(word).name in _PROGRAMS)
    return words[next(places, len(words)) :]


def _command_line(pid: int) -> tuple[str, ...]:
    return tuple(filter(None, read_or_empty(f"/proc/{pid}/cmdline").split("\0")))


def allowed_processors(pid: int | str) -> str | None:
    """The processors a process may run on, as the kernel lists them; None where it does not say."""
    return _status(pid, r"Cpus_allowed_list:\s*([0-9,-]+)")


def resident_mib(pid: int) -> float:
    """Main memory a process holds, in MiB; 0 where the kernel does not say."""
    return int(_status(pid, r"VmRSS:\s*([0-9]+) kB") or 0) / 1024


def _status(pid: int | str, line: str) -> str | None:
    match = re.search(f"^{line}$", read_or_empty(f"/proc/{pid}/status"), re.MULTILINE)
    return match[1] if match else None


def _program_of(pid: int) -> Path:
    """The server's executable: the process's own, or the one that a loader runs."""
    own = Path(f"/proc/{pid}/exe")
    with suppress(OSError):
        if own.readlink().name in _PROGRAMS:
            return own
    mapped = re.findall(r" (/.+)$", read_or_empty(f"/proc/{pid}/maps"), re.MULTILINE)
    return next((Path(path) for path in mapped if Path(path).name in _PROGRAMS), own)


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
    for name, library in product(_ALLOCATORS, sorted(libraries)):
        if name in library:
            return f"{name} ({library.rpartition('/')[2]})"
    return "glibc malloc" if any("/libc.so" in x or "/libc-2" in x for x in libraries) else None


_COMPILERS = (
    re.compile(rb"GCC: \([^\0\n]{1,200}(?=\0)"),
    re.compile(rb"clang version [^\0\n]{1,200}(?=\0)"),
)
"""Compilers as the section `.comment` of an executable names them. One pattern for all would take
seconds: without letters in common at its start it is tried at every byte."""


def compiler_of(data: bytes) -> str | None:
    """The compilers that made it, those of the C library's start code too; None if unsaid."""
    found = (word.decode("utf-8", "replace") for each in _COMPILERS for word in each.findall(data))
    return ", ".join(dict.fromkeys(found))[:300] or None


LONGEST_SECONDS = 10
_LOOKS = 3
"""A thread that hands work on is asleep before the other one is looked at: once is not enough."""
_POLL_SECONDS = 0.01
_BUSY = frozenset("RD")
"""States in which a thread runs or waits for a processor, or for a disk."""


def wait_until_at_rest(pid: int | None) -> bool:
    """Wait until none of a process's threads runs: whether that was so, or there is nothing to see.

    What a connection leaves behind is taken apart while the next one arrives. Where they meet, the
    server serves with one thread more, and finds its memory in other pieces from then on: the same
    connections took up to 2 % more instructions in one session than in another. A server that never
    rests keeps nobody longer than `LONGEST_SECONDS`.
    """
    end = time.monotonic() + LONGEST_SECONDS
    quiet = 0
    while quiet < _LOOKS and time.monotonic() < end:
        quiet = 0 if pid and is_busy(Path(f"/proc/{pid}/task")) else quiet + 1
        time.sleep(_POLL_SECONDS)
    return quiet == _LOOKS


def is_busy(threads: Path) -> bool:
    """Whether one of the threads in a folder of /proc runs."""
    # The letter of a thread's state stands behind its name, which may hold brackets.
    texts = (read_or_empty(str(path)).rpartition(")")[2] for path in threads.glob("*/stat"))
    return not _BUSY.isdisjoint(text.lstrip()[:1] for text in texts)
