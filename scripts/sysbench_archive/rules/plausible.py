"""Facts that cannot be: quantities in another unit, versions of another product, names of examples.

Each table states what is refused; what it does not name is nobody's fault.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from operator import eq
from typing import Any, TypeGuard

from sysbench_archive.bundle.server_names import fork_mark
from sysbench_archive.model.bundle import PRODUCTS, Bundle, Run, Server, stated
from sysbench_archive.problems import RULES, Problem, got_expected
from sysbench_archive.rules.places import Fault, in_document, numbered_runs, of_runs

UNIT = RULES["fact-unit"]
PARTS = RULES["fact-parts"]
VERSION = RULES["version-product"]
FORK = RULES["product-fork"]
DUMP = RULES["variables-product"]
SAMPLE = RULES["bundle-sample"]
REDO = RULES["innodb-redo"]
_ROUNDING_MIB = 0.2
"""Each figure of redo and checkpoints is rounded to a tenth."""

SAMPLE_NAMES = frozenset(
    ("my-server", "my-counts", "small-machine", "mariadb-again", "mariadb-small-vm", "slug")
)
"""What stands behind year and month in the examples of README and CONTRIBUTING."""


RANGES = (
    ("memory", "size_mib", 128, 1 << 26),
    ("memory", "limit_mib", 64, 1 << 26),
    ("cpu", "clock_mhz", 100, 12_000),
    ("storage", "fsync_us", 0.5, 10_000_000),
)
"""A field of a host: its group, its name, and the smallest and largest plausible value, from the
smallest machine that runs a server to more than any has."""

_MARIADB = re.compile(r"5\.[1235](?:\D|\Z)|1[0-9]\.|[2-9][0-9]\.")
_MYSQL = re.compile(r"[3456]\.|8\.[0-9]|9\.[0-9]|1[0-9]{2}\.")
_OF_PRODUCT: Mapping[str, tuple[re.Pattern[str], str]] = {
    "mariadb": (_MARIADB, "5.1 to 5.5, or 10.0 and later"),
    "mysql": (_MYSQL, "3.23 to 6.0, 8.0 to 8.4, or 9.0 and later"),
    "percona-server": (_MYSQL, "5.0 to 5.7, 8.0 to 8.4, or 9.0 and later"),
}
_ORACLE = r"oracle mysql|mysql (?:community|enterprise)"
_NAMES = {
    "mariadb": re.compile(rf"\bpercona|{_ORACLE}", re.IGNORECASE),
    "mysql": re.compile(r"mariadb|\bpercona", re.IGNORECASE),
    "percona-server": re.compile(rf"mariadb|{_ORACLE}", re.IGNORECASE),
}
"""What the version of a product never says, nor what it dumps beside it."""
_MARIADB_VARIABLES = "aria_"
_MYSQL_VARIABLES = ("caching_sha2_", "gtid_mode", "mysqlx_", "server_uuid", "super_read_only")
"""How variables begin that one of the two has, in every release since MariaDB 5.2 and MySQL 5.6."""
_NUMBER = re.compile(r"[0-9]+(?:\.[0-9]+){1,2}")


def check(bundle: Bundle) -> Iterator[Problem]:
    """Look at the bundle's name, its hosts, its servers, and InnoDB's state around each run."""
    yield from of_runs(bundle, numbered_runs(bundle), _redo)
    if bundle.id.partition("-")[2].partition("-")[2] in SAMPLE_NAMES:
        message = got_expected("a name of an example", bundle.id, "a name of your own")
        yield in_document(bundle, SAMPLE, "", message)
    for index, host in enumerate(bundle.facts["hosts"]):
        yield from _units(bundle, f"/hosts/{index}", host)
        yield from _parts(bundle, f"/hosts/{index}/cpu", host.get("cpu"))
    for index, server in enumerate(bundle.servers.values()):
        named = stated(server.version) or ""
        if message := named and version_fault(server.product, named):
            yield in_document(bundle, VERSION, f"/servers/{index}/version", message)
        if not server.fork and (mark := fork_mark(named, bundle.variables.get(server.id, {}))):
            message = got_expected("a mark of another product", mark, "its name in `fork`")
            yield in_document(bundle, FORK, f"/servers/{index}/version", message)
        if message := _dump_fault(server, bundle.variables.get(server.id, {})):
            yield in_document(bundle, DUMP, f"/servers/{index}/variables", message)


def _dump_fault(server: Server, variables: Mapping[str, str]) -> str:
    """Why these are the variables of another server, "" where they may be its own."""
    printed, named = variables.get("version", ""), server.label
    mariadb = any(name.startswith(_MARIADB_VARIABLES) for name in variables)
    mysql = not mariadb and any(name.startswith(_MYSQL_VARIABLES) for name in variables)
    if (mariadb or mysql) and mariadb != (server.product == "mariadb"):
        got = "MariaDB" if mariadb else "MySQL"
        return got_expected("the dump is of another product", got, named)
    if server.fork:
        # What is made of a product has its own name and counts in its own way.
        return ""
    told = f"{printed} {variables.get('version_comment', '')}"
    if (match := _NAMES[server.product].search(told)) is not None:
        return got_expected("the dump is of another product", match[0], named)
    numbers = [m[0].split(".") for text in (printed, server.version) if (m := _NUMBER.match(text))]
    same = len(numbers) < 2 or all(map(eq, *numbers))
    return "" if same else got_expected("the dump is of another version", printed, named)


def _redo(_: Bundle, run: Run) -> Iterator[Fault]:
    """The age of a checkpoint is the redo written since it, and a checkpoint only ever moves on."""
    state = run.facts.get("innodb", {})
    before, after = (state.get(name, {}).get("checkpoint_age_mib") for name in ("before", "after"))
    written = state.get("redo_written_mib")
    if None not in (before, after, written) and after > before + written + _ROUNDING_MIB:
        message = f"the checkpoint of run {run.id!r} fell behind by more MiB than were written"
        told = got_expected(message, f"{after:g} after {before:g}", f"at most {before + written:g}")
        yield REDO, "/innodb/after", told


def _units(bundle: Bundle, pointer: str, host: Mapping[str, Any]) -> Iterator[Problem]:
    for group, name, least, most in RANGES:
        for place, facts in _entries(f"{pointer}/{group}", host.get(group)):
            value = facts.get(name)
            if _is_number(value) and not least <= value <= most:
                expected = f"{least:g} to {most:g}"
                message = got_expected(f"{name} is in another unit", value, expected)
                yield in_document(bundle, UNIT, f"{place}/{name}", message)


def _entries(pointer: str, group: Any) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """A group of facts with its pointer, or each of a list of them."""
    if isinstance(group, Mapping):
        yield pointer, group
    elif isinstance(group, list):
        for index, entry in enumerate(group):
            if isinstance(entry, Mapping):
                yield f"{pointer}/{index}", entry


def _parts(bundle: Bundle, pointer: str, cpu: Any) -> Iterator[Problem]:
    for place, facts in _entries(pointer, cpu):
        for fewer, more in (("sockets", "cores"), ("cores", "threads")):
            few, many = facts.get(fewer), facts.get(more)
            if _is_number(few) and _is_number(many) and few > many:
                message = got_expected(f"more {fewer} than {more}", few, f"at most {many}")
                yield in_document(bundle, PARTS, f"{place}/{fewer}", message)


def _is_number(value: object) -> TypeGuard[float]:
    return isinstance(value, int | float) and not isinstance(value, bool)


def version_fault(product: str, version: str) -> str:
    """Why no such product has this version, "" where one may."""
    if product not in _OF_PRODUCT:
        return ""
    pattern, expected = _OF_PRODUCT[product]
    foreign = _NAMES[product].search(version)
    if not foreign and pattern.match(version):
        return ""
    told = f"no {PRODUCTS[product]} says that" if foreign else expected
    return got_expected(f"not a version of {PRODUCTS[product]}", version, told)
