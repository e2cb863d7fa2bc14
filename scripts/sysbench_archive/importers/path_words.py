"""What words in paths stand for: products, versions of servers, tests."""

from __future__ import annotations

import re

_PRODUCT_WORDS = {
    "mysql": "mysql",
    "my": "mysql",
    "mariadb": "mariadb",
    "maria": "mariadb",
    "ma": "mariadb",
    "percona": "percona-server",
    "percona-server": "percona-server",
    "ps": "percona-server",
}
_PRODUCT = re.compile(r"(?<![a-z])(percona[-_ ]?server|mysql|mariadb|maria|percona)(?![a-z])")
_PACKED = re.compile(
    r"(?<![a-z])(percona|mysql|mariadb|maria|my|ma|ps)[-_ ]?"
    r"(5[0-9](?:[0-9]{2})?|8[04](?:[0-9]{2})?|9[0-9](?:[0-9]{2})?|1[0-9]{2,5})(?![0-9])"
)
"""57 for 5.7, 5744 for 5.7.44, 106 for 10.6, 101106 for 10.11.6, behind the name of a product."""
TESTS = {
    "read_only": "oltp_read_only",
    "readonly": "oltp_read_only",
    "ro": "oltp_read_only",
    "read_write": "oltp_read_write",
    "readwrite": "oltp_read_write",
    "rw": "oltp_read_write",
    "write_only": "oltp_write_only",
    "writeonly": "oltp_write_only",
    "wo": "oltp_write_only",
    "point_select": "oltp_point_select",
    "point_selects": "oltp_point_select",
    "insert": "oltp_insert",
    "delete": "oltp_delete",
    "update_index": "oltp_update_index",
    "update_non_index": "oltp_update_non_index",
    "select_random_points": "select_random_points",
    "select_random_ranges": "select_random_ranges",
    "bulk_insert": "bulk_insert",
}
"""Names of tests in paths, with `_` between words, to the script."""
COUNTS = {
    "oltp_read_only": "read-only",
    "oltp_point_select": "read-only",
    "oltp_read_write": "read-write",
    "oltp_write_only": "write-only",
}
"""What the reports of a script count."""
SERVER_VERSION = re.compile(r"(?<![0-9.])(?:[5-9]|1[0-9])\.[0-9]{1,2}(?:\.[0-9]{1,3})?(?!\.?[0-9])")


def script_of(text: str) -> str:
    """The script that a name of a test stands for; empty where it is no such name."""
    plain = re.sub(r"[-. ]", "_", text.lower()).removeprefix("oltp_")
    return TESTS.get(plain, "")


def server_of(text: str) -> dict[str, str]:
    """Product, version and what else a text says of a server, as far as it names them."""
    plain = text.lower()
    packed, dotted = _PACKED.search(plain), SERVER_VERSION.search(plain)
    product = _PRODUCT.search(plain)
    found: dict[str, str] = {}
    rest = plain
    for match in filter(None, (packed or dotted, None if packed else product)):
        rest = rest.replace(match[0], " ", 1)
    if packed or product:
        word = packed[1] if packed else product[1] if product else ""
        found["product"] = _PRODUCT_WORDS[re.sub("[-_ ]?server", "", word)]
    if packed or dotted:
        found["version"] = _with_dots(packed[2]) if packed else dotted[0] if dotted else ""
    special = re.sub(r"[^a-z0-9.]+", "-", rest).strip("-.")
    return found | {"special": special} if found and special else found


def _with_dots(text: str) -> str:
    """A version of MySQL with its dots: 8036 is 8.0.36; from 10 on it is one of MariaDB."""
    if not text.startswith("1"):
        return ".".join(str(int(part)) for part in (text[0], text[1], text[2:]) if part)
    return ".".join(str(int(text[at : at + 2])) for at in range(0, len(text), 2))
