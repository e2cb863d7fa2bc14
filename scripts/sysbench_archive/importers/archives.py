"""Members of a zip or tar archive, read in memory and never unpacked.

An archive is untrusted: how many members it has, how large they are and how far they expand is
limited before anything is read. A member whose name or kind could mislead is refused, the others
stay. What cannot be listed safely is refused as a whole.
"""

from __future__ import annotations

import gzip
import hashlib
import io
import re
import stat
import struct
import tarfile
import zipfile
import zlib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise

from sysbench_archive.bundle.files import Folder, bundle_file
from sysbench_archive.bundle.references import is_bundle_id
from sysbench_archive.derive.runs import CRATE
from sysbench_archive.model.bundle import ARCHIVE_ENDINGS, MEMBER_MARK

MAX_MEMBERS = 20_000
MAX_MEMBER = 16 << 20
MAX_TOTAL = 128 << 20
MAX_UNPACKED = 64 << 20
"""Of a single file."""
MAX_RATIO = 50
"""How far the bytes of logs expand: those of many short runs, which are most alike, 25 times."""
RATIO_FROM = 1 << 20
"""Bytes below which a ratio says nothing: a short log of zeros is no danger."""
SMALL = 1_000_000
MAX_OF_SMALL = 2 << 20
"""Bytes in a packed file below `SMALL` bytes that are read as logs: nobody waits two seconds for
what is small. Who has more unpacks it, and sees how much it is.
"""
MAX_HEADERS = 4 << 20
"""Bytes of the extended headers of a tar archive: long paths, times, attributes of members."""
MAX_GLOBAL = 1 << 10
"""Bytes of those that are about all members; git states a commit there."""
MAX_NAME = 400
MAX_FOLDERS = 20

_READABLE = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
_DAMAGE = (zipfile.BadZipFile, tarfile.TarError, gzip.BadGzipFile, zlib.error, EOFError, OSError,
           NotImplementedError, RecursionError, RuntimeError, OverflowError, ValueError,
           struct.error)  # fmt: skip
"""What the readers of the standard library raise for bytes that are no sound archive."""


class ArchiveError(Exception):
    """An archive or a member that is refused; the message says why."""


@dataclass(frozen=True, slots=True)
class Entry:
    """What an archive states of a member. `fault` is why it is refused, empty for a sound one."""

    name: str
    size: int
    fault: str = ""


@dataclass(frozen=True, slots=True)
class Opened:
    """An archive: its SHA-256, its sound members, refused members with the reason."""

    sha256: str
    members: Mapping[str, int]
    refused: tuple[tuple[str, str], ...]
    reader: Callable[[str], bytes]

    def read(self, name: str) -> bytes:
        """The bytes of a sound member. Raises ArchiveError."""
        try:
            data = self.reader(name)
        except _DAMAGE as error:
            raise ArchiveError(f"is damaged in its archive: {_words(error)}") from None
        if len(data) != self.members[name]:
            raise ArchiveError("is damaged in its archive: it has another length than is stated")
        return data


_PACKED = {b"PK\x03\x04": "zip", b"\x1f\x8b": "gzip", b"BZh": "bzip2", b"\xfd7zXZ": "xz"}
_OPENED = ("zip", "gzip")
_TAR_GZ = (".tar.gz", ".tgz")


def packed_as(data: bytes) -> str | None:
    """How a file is packed by its first bytes; None where it is not."""
    return next((name for mark, name in _PACKED.items() if data.startswith(mark)), None)


Unpacked = tuple[str, bytes, str]
"""Name, bytes, and why it is passed over or ""."""


def most_of(data: bytes) -> int:
    """How many bytes of logs a packed file may hold."""
    return MAX_OF_SMALL if len(data) < SMALL else MAX_TOTAL


def unpacked(path: str, data: bytes, most: int = MAX_TOTAL) -> Iterator[Unpacked]:
    """A file, or what is in it where it is packed. Never more than the limit is unpacked."""
    kind = packed_as(data)
    if kind is None:
        yield path, data, ""
    elif kind not in _OPENED:
        yield path, b"", f"packed with {kind}; unpack it first"
    else:
        try:
            for name, inner, fault in _members(kind, path, data, most):
                again = "packed once more; unpack it first" if packed_as(inner) else ""
                yield name, inner, fault or again
        except (ArchiveError, *_DAMAGE) as error:
            told = "that can be read: broken, encrypted or too large"
            yield path, b"", f"not a {kind} file {told} ({_words(error)})"


def plain_log(data: bytes) -> bytes:
    """The log in a single file that is packed with gzip; any other file as it is."""
    return unpacked_log(data)[0]


def unpacked_log(data: bytes) -> tuple[bytes, str]:
    """The same, and why a packed file is left as it is or ""."""
    if packed_as(data) != "gzip":
        return data, ""
    _, inner, fault = next(unpacked("log.gz", data, most_of(data)))
    return data if fault else inner, fault


def _members(kind: str, path: str, data: bytes, most: int) -> Iterator[Unpacked]:
    if kind == "gzip" and not path.lower().endswith(_TAR_GZ):
        try:
            inner, fault = _expanded(data, min(most, MAX_UNPACKED)), ""
        except ArchiveError as error:
            inner, fault = b"", str(error)
        yield path.removesuffix(".gz"), inner, fault
        return
    opened = open_archive(f"packed.{'zip' if kind == 'zip' else 'tgz'}", data, most)
    yield from ((name, b"", fault) for name, fault in opened.refused)
    yield from ((name, opened.read(name), "") for name in opened.members)


def is_archive(path: str) -> bool:
    """Whether a file's name says that it is an archive."""
    return path.lower().endswith(ARCHIVE_ENDINGS)


def open_archive(path: str, data: bytes, most: int = MAX_TOTAL) -> Opened:
    """What is in an archive, at most so many bytes. Raises ArchiveError where it is refused as a
    whole.
    """
    is_zip = path.lower().endswith(".zip")
    try:
        entries, reader = _zip(data, most) if is_zip else _tar(path, data, most)
    except _DAMAGE as error:
        raise ArchiveError(f"is no archive that can be read: {_words(error)}") from None
    sound, refused = _sort_entries(entries)
    return Opened(hashlib.sha256(data).hexdigest(), sound, tuple(refused), reader)


def bundle_in_archive(path: str, data: bytes) -> tuple[str, Folder]:
    """A packed bundle: its id, which is its folder's name, and its files, without what describes
    them. Raises ArchiveError.
    """
    opened = open_archive(path, data)
    contents = {name: opened.read(name) for name in opened.members if name != CRATE}
    for name, fault in opened.refused:
        raise ArchiveError(f"is no archive of a bundle: {name} {fault}")
    folders = {name.partition("/")[0] for name in contents}
    if len(folders) != 1 or not is_bundle_id(bundle := "".join(folders)):
        raise ArchiveError("is no archive of a bundle: it does not hold one folder")
    files = {
        inside: bundle_file(inside, data)
        for name, data in contents.items()
        if (inside := name.partition("/")[2])
    }
    return bundle, Folder(files, [])


def _words(error: BaseException) -> str:
    return str(error).replace("\n", " ")[:120] or type(error).__name__


def _sort_entries(entries: Iterable[Entry]) -> tuple[dict[str, int], list[tuple[str, str]]]:
    """Sound members with their sizes, and the others with what is wrong."""
    listed = list(entries)
    times = Counter(entry.name for entry in listed)
    sound: dict[str, int] = {}
    refused: dict[str, str] = {}
    for entry in listed:
        fault = fault_of_name(entry.name) or entry.fault
        if times[entry.name] > 1:
            fault = "stands in the archive more than once, so nobody knows which one is meant"
        elif not fault and entry.size > MAX_MEMBER:
            fault = f"would be larger than {MAX_MEMBER >> 20} MiB"
        if fault:
            refused[entry.name] = fault
        else:
            sound[entry.name] = entry.size
    return sound, list(refused.items())


def fault_of_name(name: str) -> str:
    """Why a member of this name is refused, empty where it may be read."""
    parts = name.split("/")
    if not name or len(name) > MAX_NAME or not name.isprintable():
        return "has a name that is empty, too long or not printable"
    if name.startswith("/") or "\\" in name or name[1:2] == ":":
        return "has an absolute path, or one of another system"
    if ".." in parts:
        return "has a path that leaves the archive"
    if "" in parts or "." in parts or len(parts) > MAX_FOLDERS:
        return "has a path that is not plain"
    if MEMBER_MARK in name or "#" in name:
        return f"has a {MEMBER_MARK} or # in its name, which part archive, member and report"
    return ""


def _refuse_amounts(count: int, total: int, packed: int, most: int) -> None:
    """Raise ArchiveError where an archive has too many members or expands too far."""
    if count > MAX_MEMBERS:
        raise ArchiveError(f"has more than {MAX_MEMBERS} members")
    if _is_bomb(total, packed):
        raise ArchiveError(f"would expand to more than {MAX_RATIO} times its size")
    if total > most:
        small = " of a file below 1 MB" if packed < SMALL else ""
        raise ArchiveError(f"would expand to more than {most >> 20} MiB{small}; unpack it first")


def _is_bomb(size: int, packed: int) -> bool:
    return size > RATIO_FROM and size > MAX_RATIO * max(packed, 1)


def _zip(data: bytes, most: int) -> tuple[list[Entry], Callable[[str], bytes]]:
    archive = zipfile.ZipFile(io.BytesIO(data))
    infos = archive.infolist()
    _refuse_amounts(len(infos), sum(info.file_size for info in infos), len(data), most)
    _refuse_overlap(infos)
    # By the name before the reader changed it: it cuts at a NUL and replaces separators.
    files = [(info.orig_filename, info) for info in infos if not info.orig_filename.endswith("/")]
    entries = [Entry(name, info.file_size, _fault_of_zip(info)) for name, info in files]
    by_name = dict(files)

    def read(name: str) -> bytes:
        with archive.open(by_name[name]) as member:
            return member.read(MAX_MEMBER + 1)

    return entries, read


def _refuse_overlap(infos: Iterable[zipfile.ZipInfo]) -> None:
    """Raise ArchiveError where members share bytes, which lets a small archive hold petabytes."""
    places = sorted((info.header_offset, info.compress_size) for info in infos)
    for (start, size), (following, _) in pairwise(places):
        if start + size > following or start == following:
            raise ArchiveError("has members that share bytes")


def _fault_of_zip(info: zipfile.ZipInfo) -> str:
    mode = info.external_attr >> 16
    if info.flag_bits & 1:
        return "is encrypted"
    if stat.S_IFMT(mode) not in (0, stat.S_IFREG):
        return "is no ordinary file: a link or a device"
    if info.compress_type not in _READABLE:
        return "is compressed by a method that is not read: only stored and deflated are"
    if _is_bomb(info.file_size, info.compress_size):
        return f"would expand to more than {MAX_RATIO} times its size"
    return ""


def _tar(path: str, data: bytes, most: int) -> tuple[list[Entry], Callable[[str], bytes]]:
    plain = data if path.lower().endswith(".tar") else _expanded(data, most)
    archive = _BoundedFile(plain)
    infos: dict[str, tarfile.TarInfo] = {}
    entries: list[Entry] = []
    count = total = 0
    # A header may state a negative size, at which the reader goes back and never ends.
    while (info := archive.next()) is not None:
        count, total = count + 1, total + max(info.size, 0)
        _refuse_amounts(count, total, len(data), most)
        if info.size < 0:
            raise ArchiveError("has a member of negative size")
        if not info.isdir():
            infos[info.name] = info
            entries.append(Entry(info.name, info.size, _fault_of_tar(info)))
    if any(plain[archive.offset :]):
        entries.append(Entry("end", 0, "is followed by bytes that are no member"))

    def read(name: str) -> bytes:
        member = archive.extractfile(infos[name])
        return member.read(MAX_MEMBER + 1) if member else b""

    return entries, read


class _BoundedInfo(tarfile.TarInfo):
    """A member whose headers are looked at before the standard library reads them.

    Python searches extended headers in a time that is the square of a run of digits
    (https://github.com/python/cpython/issues/121285), and copies what is said of all members for
    each of them.
    """

    def _proc_member(self, archive: _BoundedFile) -> tarfile.TarInfo:
        # Every kind of member passes here; it is where subclasses are meant to step in.
        if self.type in _EXTENDED:
            kind = "all" if self.type == tarfile.XGLTYPE else "one"
            start = archive.packed.tell()
            archive.left[kind] -= self.size
            if archive.left[kind] < 0 or _DIGITS.search(archive.packed.read(self.size)):
                raise ArchiveError("has headers that are longer than any real ones")
            archive.packed.seek(start)
        member: tarfile.TarInfo = super()._proc_member(archive)  # type: ignore[misc]
        return member


class _BoundedFile(tarfile.TarFile):
    """A tar archive with what is left for extended headers about one member, and about all."""

    tarinfo = _BoundedInfo

    def __init__(self, plain: bytes) -> None:
        self.packed = io.BytesIO(plain)
        self.left = {"one": MAX_HEADERS, "all": MAX_GLOBAL}
        super().__init__(fileobj=self.packed)


_EXTENDED = (tarfile.XHDTYPE, tarfile.XGLTYPE, tarfile.SOLARIS_XHDTYPE)
_DIGITS = re.compile(rb"[0-9]{32}")


def _expanded(data: bytes, limit: int) -> bytes:
    """What a gzip file holds, as far as the limits allow. Raises ArchiveError beyond them."""
    most = min(limit, max(RATIO_FROM, MAX_RATIO * len(data)))
    with gzip.GzipFile(fileobj=io.BytesIO(data)) as packed:
        plain = packed.read(most + 1)
    if len(plain) > most:
        _refuse_amounts(0, len(plain), len(data), limit)
    return plain


def _fault_of_tar(info: tarfile.TarInfo) -> str:
    if info.issym() or info.islnk():
        return "is a link"
    if not info.isreg():
        return "is no ordinary file: a device or a pipe"
    return "is stored with holes" if info.issparse() else ""
