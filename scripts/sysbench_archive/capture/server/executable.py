"""What an ELF executable says of its making: the compiler, in its section `.comment`.

Pure functions on bytes. A file that is no ELF, or is cut short, says nothing.
https://refspecs.linuxfoundation.org/elf/gabi4+/ch4.sheader.html
"""

from __future__ import annotations

import re
import struct
from collections.abc import Iterator

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
    """Names and contents of a 64-bit file's sections."""
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


_KINDS = (
    ("sanitizer", re.compile(r"\b(?:asan|ubsan|msan|tsan|valgrind)\b", re.IGNORECASE)),
    ("debug", re.compile(r"\bdebug\b", re.IGNORECASE)),
)


def build_type(version: str, has_debug_variable: bool) -> str:
    """`release`, `debug` or `sanitizer`: servers put it into version(), and have a variable for it.

    A build with assertions shows the system variable `debug`, which no other build has.
    """
    marked = next((kind for kind, mark in _KINDS if mark.search(version)), "release")
    return "debug" if marked == "release" and has_debug_variable else marked
