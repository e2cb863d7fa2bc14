"""What paths and lines name: servers, tests, other databases, and what is no result."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable

from sysbench_archive.bundle.formatting import GAP
from sysbench_archive.sysbench.command.workloads import LEGACY_TESTS

_PRODUCT_WORDS = {
    "mysql": "mysql",
    "my": "mysql",
    "mariadb": "mariadb",
    "maria": "mariadb",
    "ma": "mariadb",
    "percona": "percona-server",
    "ps": "percona-server",
}
_PRODUCT = re.compile(r"(?<![a-z])(?:(percona)[-_ ]?server|(mysql|mariadb|maria|percona))(?![a-z])")
_PACKED = re.compile(
    r"(?<![a-z])(?:(percona|mysql|my|ps)(?:[-_ ]?server)?[-_ ]?([589][0-9](?:[0-9]{2})?)"
    r"|(mariadb|maria|ma)[-_ ]?(5[0-9](?:[0-9]{2})?|1[0-9]{2,5}))(?![0-9])"
)
"""57 for 5.7, 5744 for 5.7.44, 106 for 10.6, 101106 for 10.11.6, behind the name of a product."""
_DOTTED = re.compile(
    r"(?<![0-9.])(?:5\.[015-7]|8\.[0-4]|9\.[0-9]|1[0-9]\.[0-9]{1,2})"
    r"(?P<release>\.[0-9]{1,3}(?P<build>-[0-9]{1,2}(?:\.[0-9])?(?![0-9a-z.]))?)?(?!\.?[0-9])"
)
_OF_OTHERS = re.compile(
    r"(?<![a-z])(?:kernel|linux|ubuntu|debian|centos|rhel|rocky|fedora|gcc|clang|glibc|sysbench"
    r"|proxysql|maxscale|docker|java|jdk|boost|openssl)[-_. ]?v?[0-9.]+"
)
"""Versions of what is no server."""
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
    **LEGACY_TESTS,
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
_OTHERS = re.compile(
    r"(?<![a-z])(?:(?P<MongoDB>mongo[a-z]*)|(?P<PostgreSQL>postgres[a-z]*|pgsql|psql|pg)"
    r"|(?P<TiDB>tidb)|(?P<OceanBase>oceanbase|seekdb)|(?P<Vitess>vitess|vtgate)"
    r"|(?P<CockroachDB>cockroach[a-z]*)|(?P<YugabyteDB>yugabyte[a-z]*)|(?P<BaikalDB>baikaldb)"
    r"|(?P<GaussDB>(?:open)?gauss(?:db)?)|(?P<SingleStore>singlestore|memsql)|(?P<Dolt>dolt)"
    r"|(?P<SQLite>sqlite3?)|(?P<ClickHouse>clickhouse)|(?P<StarRocks>starrocks))(?![a-z])"
)
_OPTIONS = re.compile(r"--mysql-host[= ]|--\S+|using mysql")
"""What every command and log says, whatever server answered."""
_WORDS = re.compile(r"[A-Z]?[a-z]+|[A-Z]+|[0-9]+")
_SAMPLE = re.compile(r"(?<![a-z])(?:examples?|samples?|demos?|dummy|docs?|documentation)(?![a-z])")
_FIXTURE = re.compile(
    r"(?<![a-z])(?:unit-?tests?|test-?(?:data|resources?|fixtures?)|fixtures?|mocks?)(?![a-z])"
)
_TESTED = re.compile(r"(?:.*/)?(?:tests?|specs?|__tests__)(?=/)", re.IGNORECASE)
_PAGES = (".md", ".rst", ".adoc", ".html", ".htm", ".ipynb", ".tex")
_PROGRAMS = (".c", ".cc", ".cpp", ".cs", ".go", ".java", ".js", ".kt", ".php", ".py", ".rb", ".rs",
             ".t", ".ts")  # fmt: skip
_SCRIPTS = (".sh", ".lua", ".pl")


def script_of(text: str) -> str:
    """The script that a name of a test stands for; empty where it is no such name."""
    plain = re.sub(r"[-. ]", "_", text.lower()).removeprefix("oltp_")
    return TESTS.get(plain, "")


def server_of(text: str, known: str = "") -> dict[str, str]:
    """Product, version and what else a text says of a server, as far as it names them.

    A series, or several versions, are no version: which one is left to fill in. `known` is the
    product that stands elsewhere; the build of Percona Server belongs to its version.
    """
    plain = text.lower()
    packed, named = [*_PACKED.finditer(plain)], _PRODUCT.search(plain)
    word = packed[0][1] or packed[0][3] if packed else (named[1] or named[2]) if named else ""
    found = {"product": _PRODUCT_WORDS[word]} if word else {}
    texts = {match[0]: _with_dots(match[2] or match[4]) for match in packed}
    for match in _DOTTED.finditer(_OF_OTHERS.sub(lambda match: " " * len(match[0]), plain)):
        built = found.get("product", known) == "percona-server"
        version = match[0] if built else match[0].removesuffix(match["build"] or "")
        texts[version] = version
    rest = plain
    for part in (*texts, named[0] if named and not packed else ""):
        rest = rest.replace(part, " ", 1)
    versions = {v for v in texts.values() if not any(o.startswith(f"{v}.") for o in texts.values())}
    if versions:
        exact = len(versions) == 1 and max(versions).count(".") > 1
        found["version"] = ("" if exact else f"{GAP} which of ") + ", ".join(sorted(versions))
    special = re.sub(r"[^a-z0-9.]+", "-", rest).strip("-.")
    return found | {"special": special} if found and special else found


def is_release(text: str) -> bool:
    """Whether a text is the version of one release, and nothing else."""
    match = _DOTTED.fullmatch(text)
    return match is not None and match["release"] is not None and not match["build"]


def _with_dots(text: str) -> str:
    """A version of MySQL with its dots: 8036 is 8.0.36; from 10 on it is one of MariaDB, and 10611
    stays as it is, which may be read in several ways.
    """
    cuts = (0, 2, 4) if text.startswith("1") else (0, 1, 2)
    parts = [text[at:to] for at, to in zip(cuts, (*cuts[1:], None), strict=True) if text[at:to]]
    return text if len(text) == 5 else ".".join(str(int(part)) for part in parts)


def other_database(path: str) -> str:
    """The database of another kind that a path names; the innermost name that tells one decides."""
    for name in reversed(path.lower().split("/")):
        other, ours = _OTHERS.search(name), "product" in server_of(name)
        if other or ours:
            return "" if ours else str(other and other.lastgroup)
    return ""


def other_in_lines(lines: Iterable[str]) -> str:
    """The database of another kind that the lines before a report name, hosts among them."""
    return other_database(" ".join(_OPTIONS.sub(" ", line) for line in lines).replace("/", " "))


def tested_folders(paths: Iterable[str]) -> frozenset[str]:
    """Folders of tests that hold programs called tests: what else is in them is for those."""
    tests = (path for path in paths if path.endswith(_PROGRAMS) and
             re.search("test|spec|[.]t$", path.rpartition("/")[2].lower()))  # fmt: skip
    return frozenset(match[0] for path in tests if (match := _TESTED.match(path)))


def no_result(path: str, tested: Collection[str]) -> str:
    """Why a report at this path is no result: it is quoted, a sample or for tests; else empty."""
    ending = "." + path.lower().rpartition(".")[2]
    if ending in (*_PAGES, *_PROGRAMS, *_SCRIPTS):
        kind = "page" if ending in _PAGES else "program"
        return f"is quoted in a {kind}: the path ends in {ending}"
    plain = "/".join("-".join(_WORDS.findall(name)) for name in path.split("/")).lower()
    if match := _FIXTURE.search(plain):
        return f"is for tests of a program: the path says {match[0]}"
    if (match := _TESTED.match(path)) and match[0] in tested:
        return f"is for tests of a program: {match[0]} holds them"
    match = _SAMPLE.search(plain)
    return f"is a sample: the path says {match[0]}" if match else ""
