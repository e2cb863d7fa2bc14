"""A server's entry of a bundle, from its answers, its process and its operator's statements."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from sysbench_archive.bundle.references import identifier
from sysbench_archive.bundle.server_names import maturity, version_number
from sysbench_archive.capture.plan import TOPOLOGY_FIELDS, ServerPlan
from sysbench_archive.capture.server.answers import (
    Answers,
    options_from_words,
    regime_of,
    without_paths,
)
from sysbench_archive.capture.server.process import Process, hidden
from sysbench_archive.redaction.redactor import Redactor

_PROCESS_HIDDEN = "the server's process cannot be looked at from here"
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
    process: Process | None,
    *,
    host: str,
    dump: str,
    redactor: Redactor,
) -> dict[str, Any]:
    """The entry; `host` is the host's name, `dump` the path of the file with its variables."""
    options, basis = answers.explicit, "complete"
    if options is None and process and process.words:
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
        "cpu_affinity": (process.affinity if process else None)
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
    plan: ServerPlan, answers: Answers, process: Process | None, redactor: Redactor
) -> dict[str, Any]:
    package = process.package if process else None
    comment = redactor.clean(answers.comment)[:200] or "nothing"
    why = "no package owns the executable" if process else _PROCESS_HIDDEN
    unknown = {"unavailable": f"{why}; version_comment is {comment!r}"}
    vendor = _VENDOR.search(comment) or _VENDOR.search(answers.version.partition(" from ")[2])
    found: dict[str, Any] = {
        "vendor": vendor[1] if vendor and package else unknown,
        "distribution": _distribution_entry(package, answers, comment) if package else unknown,
        "package": package or unknown,
        "pgo": {"unavailable": "neither the server nor its package says"},
        **(process.executable if process else hidden(_PROCESS_HIDDEN)),
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


def _allocator_entry(answers: Answers, process: Process | None) -> Any:
    stated = answers.variables.get("version_malloc_library", "")
    if stated not in {"", "system"}:
        return "jemalloc, built in" if stated == "bundled jemalloc" else stated
    unknown = {"unavailable": "no version_malloc_library, and its loaded libraries are not shown"}
    seen = process.allocator if process else None
    return seen or ("glibc malloc" if stated else unknown)


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
