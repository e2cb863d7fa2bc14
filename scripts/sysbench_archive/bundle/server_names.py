"""Servers as people write them: a product and its version, or what a server prints of itself."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from sysbench_archive.bundle.references import identifier
from sysbench_archive.model.bundle import PRODUCTS

_SERVER = re.compile(
    r"(?:([a-z][a-z-]*?)[\s:=-]+)?v?([0-9][\w.+~-]{0,80}(?::[\w.+~-]{1,80})?)((?:\s[\w\s.()/-]{1,80})?)"
)
_PRINTED = {"mariadb": "mariadb", "percona": "percona-server", "mysql": "mysql"}
"""Words in what servers print of themselves, and the product."""
_PACKAGED = re.compile(r"[0-9.]+(?:-[0-9.]+)?[-+~][a-z0-9].*|[0-9.]+-[0-9]+[a-z].*")

_VERSION_NUMBER = re.compile(
    r"[0-9]+\.[0-9]+\.[0-9]+(?:-(?:dmr|rc|m[0-9]+|[0-9]+(?:\.[0-9]+)*)\b)?"
)


@dataclass(frozen=True, slots=True)
class Server:
    """A product of the archive, its version, and the id it gets."""

    product: str
    version: str

    @property
    def id(self) -> str:
        """Product and version as an id."""
        return identifier(f"{self.product} {self.version}")


def server_of(text: str) -> Server | None:
    """`mysql 5.7.11`, `mariadb-10.11.6`, or what a server and its package print of themselves.

    None where the product is not one of the archive.
    """
    match = _SERVER.fullmatch(text.strip().lower())
    if match is None:
        return None
    version, printed = match[2], f"{match[2]} {match[3]}"
    named = next((name for word, name in _PRINTED.items() if word in printed), "")
    product = match[1] or named
    if product not in PRODUCTS or named not in ("", product):
        return None
    packaged = match[3] or _PACKAGED.fullmatch(version)
    return Server(product, version_number(product, version) if packaged else version)


def version_number(product: str, printed: str) -> str:
    """The same of what `SELECT VERSION()` prints."""
    match = _VERSION_NUMBER.match(printed)
    number = match[0] if match else printed.split("-")[0]
    return number.split("-")[0] if product == "mariadb" else number


_OWN_WORDS = re.compile(
    r"v?[0-9]{0,20}[a-z]?|[0-9a-f]{7,40}|(?:rc|m|er|r|p|b|lp|rel|release)[0-9_.]{0,9}"
    r"|[0-9]{0,9}(?:deb|debian|ubu|ubuntu|maria|mariadb|build|el|fc|ol|sles|rhel)[0-9u._]{0,9}"
    r"|(?:mysql|percona|server|log|debug|dbg|asan|valgrind|standard|max|nt|community|commercial"
    r"|advanced|enterprise|source|distribution|labs|innovation|lts|ga|dmr|alpha|beta|gamma"
    r"|preview|snapshot|git|linux|glibc|x86|x64|amd64|arm64|aarch64|i386|i686|ppc64le|s390x|win"
    r"|osx|macos|homebrew|alpine|arch|centos|suse|opensuse|wheezy|jessie|stretch|buster|bullseye"
    r"|bookworm|trixie|sid|precise|trusty|xenial|bionic|focal|jammy|noble|questing)[0-9]{0,3}"
)
"""What versions of the three products say behind their number, and packages of distributions."""
_FORKS = re.compile(
    r"tidb|vitess|planetscale|oceanbase|tddl|polardb|polarx|greatsql|aurora|singlestore|memsql|dolt"
    r"|starrocks|doris|matrixone|stonedb|shardingsphere|mycat|txsql|tdsql|cynos|alisql|proxysql"
    r"|clickhouse|readyset|webscalesql|facebook|goldendb|gaussdb|xtradb cluster|mysql cluster"
    r"|cloud sql|google"
)
_FORK_VARIABLES = ("tidb_", "aurora_", "ob_", "polar", "loose_polar", "dolt_", "vitess")
_MARKS = re.compile(r"[-.+~:/()_]+")


def fork_mark(version: str, variables: Mapping[str, str]) -> str:
    """What in a version as servers print it, or in their variables, is of none of the products.

    "" where nothing is: `8.0.36-0ubuntu0.22.04.1` is MySQL's, `8.0.11-TiDB-v7.5.0` is not.
    """
    number, _, beside = version.strip().partition(" ")
    for word in _MARKS.split(number):
        if not _OWN_WORDS.fullmatch(word.lower()):
            return word
    printed = " ".join((beside, *(variables.get(n, "") for n in ("version", "version_comment"))))
    if match := _FORKS.search(printed.lower()):
        return match[0]
    return next((name for name in variables if name.startswith(_FORK_VARIABLES)), "")


_MATURITY_SUFFIXES = (("-dmr", "milestone"), ("-rc", "rc"), ("-alpha", "alpha"), ("-beta", "beta"))
_MILESTONE = re.compile(r"^[0-9.]+-m[0-9]+")
_SERVER_BY_PLUGIN_MATURITY = {"gamma": "ga", "beta": "rc", "alpha": "beta", "experimental": "alpha"}
_FIRST_GA_PATCH = {"5.5": 23, "10.0": 10, "10.1": 8, "10.2": 6}
"""Series of MariaDB: the patch release that was its first for production, by its release notes."""


def maturity(product: str, version: str, variables: Mapping[str, str]) -> str | None:
    """The maturity, None where nothing says.

    MySQL's versions say it. MariaDB's do not, but from 10.3 a server allows by default plugins one
    step less mature than itself.
    """
    if product != "mariadb":
        marked = next((name for mark, name in _MATURITY_SUFFIXES if mark in version), None)
        return "milestone" if _MILESTONE.match(version) else marked or "ga"
    numbers = version.split("-")[0].split(".")
    first = _FIRST_GA_PATCH.get(".".join(numbers[:2]))
    if first is not None and len(numbers) > 2 and int(numbers[2]) >= first:
        return "ga"
    return _SERVER_BY_PLUGIN_MATURITY.get(variables.get("plugin_maturity", ""))
