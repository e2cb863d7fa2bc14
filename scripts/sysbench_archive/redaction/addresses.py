"""Network addresses of machines in text, told apart from versions and times.

Owns what an address looks like and which ones name no machine: loopback, unspecified, netmasks,
those reserved for documentation.
"""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Iterator
from functools import lru_cache

HIGHEST_MAJOR = 12
PRIVATE_FIRST = 10
"""No product's major version is above the first; 10.0.0.0/8 is what most networks use inside."""
SHORTEST_V6 = 4
"""Hexadecimal digits an address has more than; `a::b` is a name in C++."""

_V4 = re.compile(r"(?<![\w.])(?<![\w)]-)[0-9]{1,3}(?:\.[0-9]{1,3}){3}(?![\w]|\.[0-9]|-[\w])")
_V4_PART = re.compile(r"(?<=@['\"`])(?P<part>[0-9]{1,3}(?:\.[0-9]{1,3}){0,2})\.%")
"""Machines an account may come from, as MySQL writes a network."""
_V6 = re.compile(r"(?<![\w:.])(?:[0-9a-f]{0,4}:){2,7}(?:[0-9a-f]{1,4})?(?![\w:])", re.IGNORECASE)
_MAC = re.compile(
    r"(?<![\w:-])[0-9a-f]{2}([:-])(?:[0-9a-f]{2}\1){4}[0-9a-f]{2}(?![\w:-])", re.IGNORECASE
)
_LOOPBACK = ("127.0.0.0/8", "::1/128")
_NO_HOST = ("0.0.0.0/32", "255.255.255.0/24", "255.255.0.0/32", "255.0.0.0/32", "::/128")
_DOCUMENTATION = ("192.0.2.0/24", "198.51.100.0/24", "203.0.113.0/24", "2001:db8::/32")
_RESERVED = tuple(map(ipaddress.ip_network, (*_LOOPBACK, *_NO_HOST, *_DOCUMENTATION)))

_AHEAD = 40
_BETWEEN = " \t\r\n|:=,('\"`"
_PRODUCTS = (
    *("version", "release", "revision", "kernel", "linux", "firmware", "bios", "driver"),
    *("library", "mysql", "mariadb", "galera", "percona", "sysbench", "glibc", "gcc", "openssl"),
    *("jemalloc", "tcmalloc", "luajit", "build", "microcode", " ver", " v"),
    *("percona server", "percona-server"),
)
_HOSTS = (
    *("host", "hostname", "address", "addr", "server", "client", "node", "peer", "bind"),
    *("listen", "@", "//", " ip", " on", " from", " to", " at"),
)
_PORT_BEHIND = re.compile(r":[0-9]{2,5}\b|/[0-9]{1,2}\b")


def addresses(text: str) -> Iterator[tuple[str, int]]:
    """(address, where it begins) for each that names a machine. Linear in the text."""
    for likely, search in _SEARCHES:
        if any(part.search(text) for part in likely):
            yield from search(text)


def _v4(text: str) -> Iterator[tuple[str, int]]:
    for match in _V4.finditer(text):
        if names_a_machine(match[0]) and not _is_version(text, match):
            yield match[0], match.start()


def _v4_part(text: str) -> Iterator[tuple[str, int]]:
    for match in _V4_PART.finditer(text):
        missing = 3 - match["part"].count(".")
        if names_a_machine(match["part"] + ".1" * missing):
            yield match[0], match.start()


def _v6(text: str) -> Iterator[tuple[str, int]]:
    for match in _V6.finditer(text):
        digits = match[0].replace(":", "")
        if len(digits) > SHORTEST_V6 and not digits.isalpha() and names_a_machine(match[0]):
            yield match[0], match.start()


def _mac(text: str) -> Iterator[tuple[str, int]]:
    for match in _MAC.finditer(text):
        digits = match[0].replace(match[1], "")
        # Six pairs of decimal digits with hyphens are a point in time.
        if len(set(digits)) > 1 and (match[1] == ":" or not digits.isdigit()):
            yield match[0], match.start()


_SEARCHES = (
    ((re.compile(r"\.[0-9]{1,3}\.[0-9]{1,3}\.[0-9]"),), _v4),
    ((re.compile(r"\.%"),), _v4_part),
    ((re.compile(r":[0-9a-fA-F:]"),), _v6),
    ((re.compile(r":[0-9a-fA-F]{2}:"), re.compile(r"-[0-9a-fA-F]{2}-")), _mac),
)
"""(parts found fast, the search they are worth): reports are long, full of digits, and have none.

A pattern that begins with one character is looked for faster than one that begins with either of
two."""


def _is_version(text: str, match: re.Match[str]) -> bool:
    """`8.0.1.2` is a version unless a host is spoken of, `10.0.0.5` only where a product is."""
    ahead = " " + text[max(0, match.start() - _AHEAD) : match.start()].rstrip(_BETWEEN).lower()
    if ahead.endswith(_PRODUCTS):
        return True
    first = int(match[0].partition(".")[0])
    spoken_of = ahead.endswith(_HOSTS) or _PORT_BEHIND.match(text, match.end())
    return first <= HIGHEST_MAJOR and first != PRIVATE_FIRST and not spoken_of


@lru_cache(4096)
def names_a_machine(text: str) -> bool:
    """Whether a text is an address, and not a loopback one or one reserved for documentation."""
    try:
        address = ipaddress.ip_address(text)
    except ValueError:
        return False
    return not any(address in network for network in _RESERVED)
