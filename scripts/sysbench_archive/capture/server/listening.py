"""Find the servers that run on this machine, by what listens: sockets, ports, ports of containers.

Nobody needs an account for that: a server says its version to whoever connects. What another user's
process listens on is found by the owner of its sockets.
"""

from __future__ import annotations

import re
import socket
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from sysbench_archive.capture.host.reading import read_or_empty
from sysbench_archive.capture.plan import Access
from sysbench_archive.capture.server.process import processes, words_of

LOCAL = "127.0.0.1"
ANSWER_SECONDS = 1
_PROTOCOL = 10
"""Of a greeting's first byte; MySQL's X protocol, which sysbench does not speak, has another."""
_ENGINES = ("docker", "podman")
_PUBLISHED = re.compile(r":([0-9]+)->[0-9]+/tcp")
_LISTENING_SOCKET = re.compile(r"^\S+ \S+ \S+ 00010000 0001 \S+ +([0-9]+) (/.*)$", re.MULTILINE)
_LISTENING_PORT = re.compile(
    r"^ *[0-9]+: [0-9A-F]+:([0-9A-F]{4}) \S+ 0A \S+ \S+ \S+ +([0-9]+) +[0-9]+ ([0-9]+) ",
    re.MULTILINE,
)
"""Lines of /proc/net/unix (inode, path) and of /proc/net/tcp (port, user, inode)."""


class Listening(NamedTuple):
    """A server that answers: where, what it calls its version, and its container, if it has one."""

    access: Access
    version: str
    container: str = ""


def servers_here() -> list[Listening]:
    """Every server once: by its socket where that answers, else by its port."""
    found: dict[Access, Listening] = {}
    for pid in filter(words_of, processes()):
        # Processes of one user may seem to listen at the same places.
        places = (place for place in _places_of(pid) if place not in found)
        if each := _answering(places):
            found[each.access] = each
    return list((found | {each.access: each for each in _in_containers()}).values())


def first_packet(access: Access, seconds: float) -> bytes:
    """The beginning of what a server says to whoever connects; empty where there is none."""
    with suppress(OSError):
        family = socket.AF_UNIX if access.socket else socket.AF_INET
        with socket.socket(family) as connection:
            connection.settimeout(seconds)
            connection.connect(access.socket or (access.host, access.port))
            return connection.recv(256)
    return b""


def version_in(packet: bytes) -> str:
    """The version in a server's greeting; empty for anything else."""
    if packet[4:5] != bytes([_PROTOCOL]):
        return ""
    # MariaDB begins with the 5.5.5 of replicas that took 10 for less than 5.
    return packet[5:].partition(b"\0")[0].decode("utf-8", "replace").removeprefix("5.5.5-")


def _answering(places: Iterator[Access], container: str = "") -> Listening | None:
    for access in places:
        if version := version_in(first_packet(access, ANSWER_SECONDS)):
            return Listening(access, version, container)
    return None


def _places_of(pid: int) -> Iterator[Access]:
    """Sockets of a process, then its ports; its user's where its own are hidden.

    Of those that root has most are no server's, and each would be asked.
    """
    own = set(_inodes_of(pid))
    user = 0 if own else _owner(f"/proc/{pid}")
    for inode, path in _LISTENING_SOCKET.findall(read_or_empty("/proc/net/unix")):
        if inode in own or (user and _owner(path) == user):
            yield Access(socket=path)
    lines = read_or_empty("/proc/net/tcp"), read_or_empty("/proc/net/tcp6")
    for port, owner, inode in _LISTENING_PORT.findall("\n".join(lines)):
        if inode in own or (user and int(owner) == user):
            yield Access(host=LOCAL, port=int(port, 16))


def _inodes_of(pid: int) -> Iterator[str]:
    """Inodes of a process's sockets; none where it is another user's."""
    with suppress(OSError):
        for link in Path(f"/proc/{pid}/fd").iterdir():
            # It may be closed by now.
            with suppress(OSError):
                yield link.readlink().name.removeprefix("socket:").strip("[]")


def _owner(path: str) -> int:
    """The user of a file, 0 where it is hidden as well."""
    with suppress(OSError):
        return Path(path).stat().st_uid
    return 0


def _in_containers() -> Iterator[Listening]:
    """Servers whose ports containers publish."""
    for engine in _ENGINES:
        listed = read_or_empty(f"{engine} ps --format {{{{.Names}}}}\t{{{{.Ports}}}}")
        for line in listed.splitlines():
            name, _, ports = line.partition("\t")
            numbers = dict.fromkeys(map(int, _PUBLISHED.findall(ports)))
            places = (Access(host=LOCAL, port=number) for number in numbers)
            if found := _answering(places, name):
                yield found
