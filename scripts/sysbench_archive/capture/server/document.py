"""A server's entry of a bundle, from its answers, its process and its operator's statements.

Queries differ by product and version; where a server refuses one, its message is kept.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sysbench_archive.bundle.references import identifier
from sysbench_archive.bundle.server_names import maturity, version_number
from sysbench_archive.capture.connection import Session
from sysbench_archive.capture.plan import TOPOLOGY_FIELDS, ServerPlan
from sysbench_archive.capture.server.process import Process
from sysbench_archive.model.base import read_rows
from sysbench_archive.redaction.redactor import Redactor

_ORIGIN_QUERIES = (
    """select variable_name, global_value_origin, global_value
       from information_schema.system_variables""",
    """select i.variable_name, i.variable_source, g.variable_value
       from performance_schema.variables_info i
       join performance_schema.global_variables g using (variable_name)
       where i.variable_source <> 'DYNAMIC' or ifnull(i.set_user, '') <> ''""",
)
"""MariaDB from 10.1, MySQL from 8.0. Others do not tell where a value comes from.

MySQL sets some variables itself while it starts; nobody's name stands beside those.
"""
_UNSET_SOURCES = {"COMPILE-TIME", "AUTO", "ENVIRONMENT", "COMPILED"}
_ACCOUNT_QUERY = "select plugin from mysql.user where concat(user, '@', host) = current_user()"
_OPTIONS = {
    row["option"]: row["kind"] for row in read_rows(Path(__file__).with_name("options.tsv"))
}
"""Options that leave a version's performance as it is: `place`, of places and accounts, which
differ on every machine, or `neutral`."""


@dataclass(frozen=True, slots=True)
class Answers:
    """Names in lower case. `explicit` is None where the server does not tell what was set."""

    version: str
    comment: str
    variables: Mapping[str, str]
    explicit: Mapping[str, str] | None
    origin_fault: str
    account_plugin: str | None
    account_fault: str
    plugins: tuple[str, ...]


def ask(session: Session) -> Answers:
    """Ask everything."""
    variables = {k.lower(): v for k, v in session.pairs("show global variables").items()}
    explicit, fault = _explicit_options(session)
    account = session.ask(_ACCOUNT_QUERY)
    plugins = session.ask("show plugins").rows
    return Answers(
        version=session.value("select version()") or variables.get("version", ""),
        comment=variables.get("version_comment", ""),
        variables=variables,
        explicit=explicit,
        origin_fault=fault,
        account_plugin=(account.rows[0][0] or "") if account.rows else None,
        account_fault=account.fault,
        plugins=tuple(str(row[0]) for row in plugins if row[1] == "ACTIVE" and row[3]),
    )


def _explicit_options(session: Session) -> tuple[Mapping[str, str] | None, str]:
    """What was set by somebody, by variable name; the answer where the server does not tell."""
    faults = []
    for question in _ORIGIN_QUERIES:
        answer = session.ask(question)
        if answer.rows:
            rows = [row for row in answer.rows if row[1] and row[1] not in _UNSET_SOURCES]
            return {str(name).lower(): value or "" for name, _, value in rows}, ""
        faults.append(answer.fault or f"{question}: no rows")
    return None, faults[-1]


def options_from_words(words: Sequence[str]) -> tuple[dict[str, str], bool]:
    """Options of a server's command line, and whether they are all there are."""
    found: dict[str, str] = {}
    for word in words[1:]:
        if word.startswith("--"):
            name, equals, value = word.removeprefix("--").partition("=")
            found[name.replace("-", "_").removeprefix("loose_")] = value if equals else "ON"
    return found, "no_defaults" in found


def without_paths(options: Mapping[str, str]) -> dict[str, str]:
    """Without places and accounts, by name."""
    return {n: value for n, value in sorted(options.items()) if _OPTIONS.get(n) != "place"}


def regime_of(options: Mapping[str, str]) -> str:
    """`pinned` where an option that can change performance was set, else `defaults`."""
    return "pinned" if options.keys() - _OPTIONS.keys() else "defaults"


_VENDOR = re.compile(r"\b(Debian|Ubuntu|Percona|MariaDB|Red Hat|Fedora|SUSE)\b")
_DISTRIBUTION = re.compile(
    r"\b(?:Debian|Ubuntu|Red Hat|Fedora|SUSE|Rocky|Alma|Alpine|Arch)\b[\w .]*"
)
_PACKAGE_SUFFIXES = (
    (re.compile(r"\+deb([0-9]+)u[0-9]+"), "Debian {}"),
    (re.compile(r"-[0-9]+ubuntu[0-9]+\.([0-9]{2}\.[0-9]{2})\.[0-9]+"), "Ubuntu {}"),
)
"""How distributions number packages; those of a vendor for them are numbered in other ways."""
_NOTED_VARIABLES = (
    ("character_set_server", "character set"),
    ("collation_server", "collation"),
    ("thread_handling", "thread handling"),
)


def product_of(answers: Answers) -> str:
    """mariadb, percona-server or mysql."""
    text = f"{answers.version} {answers.comment}".lower()
    return "mariadb" if "mariadb" in text else "percona-server" if "percona" in text else "mysql"


def version_of(answers: Answers) -> str:
    """The version's number, with what marks a release before production or a vendor's patch."""
    return version_number(product_of(answers), answers.version)


def server_id(answers: Answers, variant: str | None) -> str:
    """Product, version and variant as a name."""
    return identifier(f"{product_of(answers)} {version_of(answers)} {variant or ''}")


def server_document(
    plan: ServerPlan,
    answers: Answers,
    process: Process,
    *,
    host: str,
    dump: str,
    redactor: Redactor,
) -> dict[str, Any]:
    """The entry; `host` is the host's name, `dump` the path of the file with its variables."""
    options, basis = answers.explicit, "complete"
    if options is None and process.words:
        options, complete = options_from_words(process.words)
        basis = "complete" if complete else "excerpt"
    origin_unknown = {"unavailable": "the server does not tell which options were set"}
    product, version = product_of(answers), version_of(answers)
    mature = plan.maturity or maturity(product, answers.version, answers.variables)
    entry: dict[str, Any] = {
        "id": server_id(answers, plan.variant),
        "product": product,
        "version": version,
        "maturity": mature or {"unavailable": "neither version nor plugin_maturity says"},
        "variant": plan.variant,
        "stands_for": plan.stands_for,
        "regime": plan.regime or (origin_unknown if options is None else regime_of(options)),
        "build": _build_entry(plan, answers, process, redactor),
        "allocator": plan.allocator or _allocator_entry(answers, process),
        **{name: getattr(plan, name) for name in TOPOLOGY_FIELDS},
        "cpu_affinity": process.affinity
        or {"unavailable": "/proc/<pid>/status of the server cannot be read"},
        "host": host,
        "options": _options_entry(options, answers, redactor),
        "options_basis": basis if options is not None else None,
        "variables": dump,
        "notes": redactor.clean(_notes_text(plan, answers)),
    }
    return {name: value for name, value in entry.items() if value is not None}


def _options_entry(options: Mapping[str, str] | None, answers: Answers, redactor: Redactor) -> Any:
    if options is None:
        fault = redactor.clean(" ".join(answers.origin_fault.split()))[:300]
        return {"unavailable": f"the server does not tell where values come from: {fault}"}
    return {name: redactor.clean(value)[:1000] for name, value in without_paths(options).items()}


def _build_entry(
    plan: ServerPlan, answers: Answers, process: Process, redactor: Redactor
) -> dict[str, Any]:
    package = process.package
    comment = redactor.clean(answers.comment)[:200] or "nothing"
    unknown = {"unavailable": f"{process.no_package}; version_comment is {comment!r}"}
    vendor = _VENDOR.search(comment) or _VENDOR.search(answers.version.partition(" from ")[2])
    found: dict[str, Any] = {
        "vendor": vendor[1] if vendor and package else unknown,
        "distribution": _distribution_entry(package, answers, comment) if package else unknown,
        "package": package or unknown,
        "pgo": {"unavailable": "neither the server nor its package says"},
        **process.executable,
        "type": build_type(answers.version, "debug" in answers.variables),
    }
    return found | dict(plan.build)


def _distribution_entry(package: str, answers: Answers, comment: str) -> Any:
    """The distribution a package is of, by its version or what the server says of its build.

    A comment names none where it is a word to users ("Please help get to 10k stars").
    """
    if told := _DISTRIBUTION.search(comment):
        return f"package of the distribution, {told[0]}"
    for pattern, name in _PACKAGE_SUFFIXES:
        if match := pattern.search(f"{package} {answers.version}"):
            return f"package of the distribution, {name.format(*match.groups())}"
    says = f"neither package {package} nor version_comment {comment!r} names a distribution"
    return {"unavailable": says[:300]}


def _allocator_entry(answers: Answers, process: Process) -> Any:
    stated = answers.variables.get("version_malloc_library", "")
    if stated not in {"", "system"}:
        return "jemalloc, built in" if stated == "bundled jemalloc" else stated
    unknown = {"unavailable": "no version_malloc_library, and its loaded libraries are not shown"}
    return process.allocator or ("glibc malloc" if stated else unknown)


def _notes_text(plan: ServerPlan, answers: Answers) -> str:
    """What the server says and no field holds, then what the operator says."""
    told = [
        f"{label} {answers.variables[name]}"
        for name, label in _NOTED_VARIABLES
        if answers.variables.get(name)
    ]
    plugins = f"plugins from libraries: {', '.join(answers.plugins) or 'none'}"
    name = f"{answers.version} ({answers.comment})"
    says = f"The server calls itself {name}: {', '.join(told)}; {plugins}."
    aside = "Options that only name paths and accounts are left out."
    return " ".join(filter(None, (says, aside, plan.notes)))


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
