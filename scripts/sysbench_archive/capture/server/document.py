"""A server's entry of a bundle, from its answers, its process and what its operator knows.

Pure: owns which of them says what, and the words for what none of them says.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from sysbench_archive.bundle.names import identifier
from sysbench_archive.capture.plan import ServerPlan
from sysbench_archive.capture.server import options as given
from sysbench_archive.capture.server.answers import Answers
from sysbench_archive.capture.server.maturity import maturity
from sysbench_archive.capture.server.process import Process
from sysbench_archive.redaction.redactor import Redactor

_NUMBER = re.compile(r"[0-9]+\.[0-9]+\.[0-9]+(?:-(?:dmr|rc|m[0-9]+|[0-9]+(?:\.[0-9]+)*)\b)?")
_UNTOLD = {"unavailable": "the server does not tell which options were set"}
_REMOTE = {"unavailable": "the server's process cannot be looked at from here"}


def product_of(answers: Answers) -> str:
    """mariadb, percona-server or mysql."""
    text = f"{answers.version} {answers.comment}".lower()
    return next((p for p in ("mariadb", "percona") if p in text), "mysql").replace(
        "percona", "percona-server"
    )


def version_of(answers: Answers) -> str:
    """The version's number, with what marks a release before production or a vendor's patch."""
    match = _NUMBER.match(answers.version)
    number = match[0] if match else answers.version.split("-")[0]
    return number.split("-")[0] if product_of(answers) == "mariadb" else number


def server_id(answers: Answers, variant: str | None) -> str:
    """Product, version and variant as a name."""
    return identifier(f"{product_of(answers)} {version_of(answers)} {variant or ''}")


def server_document(
    plan: ServerPlan,
    answers: Answers,
    process: Process | None,
    place: tuple[str, str],
    redactor: Redactor,
) -> dict[str, Any]:
    """The entry; `place` is (host's name, path of the variables' dump)."""
    options, basis = _options(answers, process)
    product, version = product_of(answers), version_of(answers)
    mature = plan.maturity or maturity(product, answers.version, answers.variables)
    entry: dict[str, Any] = {
        "id": server_id(answers, plan.variant),
        "product": product,
        "version": version,
        "maturity": mature or {"unavailable": "neither version nor plugin_maturity says"},
        "variant": plan.variant,
        "stands_for": plan.stands_for,
        "regime": plan.regime or (given.regime(options) if options is not None else _UNTOLD),
        "build": _build(plan, answers, process, redactor),
        "allocator": plan.allocator or _allocator(answers, process),
        "host": place[0],
        "options": _shown(options, answers, redactor),
        "options_basis": basis if options is not None else None,
        "variables": place[1],
        "notes": redactor.clean(_notes(plan, answers)),
    }
    return {name: value for name, value in entry.items() if value is not None}


def _options(answers: Answers, process: Process | None) -> tuple[Mapping[str, str] | None, str]:
    if answers.explicit is not None:
        return answers.explicit, "complete"
    if process and process.words:
        options, complete = given.from_words(process.words)
        return options, "complete" if complete else "excerpt"
    return None, ""


def _shown(options: Mapping[str, str] | None, answers: Answers, redactor: Redactor) -> Any:
    if options is None:
        fault = redactor.clean(" ".join(answers.origin_fault.split()))[:300]
        return {"unavailable": f"the server does not tell where values come from: {fault}"}
    return {name: redactor.clean(value)[:1000] for name, value in given.shown(options).items()}


def _build(
    plan: ServerPlan, answers: Answers, process: Process | None, redactor: Redactor
) -> dict[str, Any]:
    package = process.package if process else None
    comment = redactor.clean(answers.comment)[:200] or "nothing"
    silent = {"unavailable": f"no package owns the executable; version_comment is {comment!r}"}
    if process is None:
        silent = {"unavailable": f"{_REMOTE['unavailable']}; version_comment is {comment!r}"}
    vendor = re.search(r"\b(Debian|Ubuntu|Percona|MariaDB|Red Hat|Fedora|SUSE)\b", comment)
    found: dict[str, Any] = {
        "vendor": vendor[1] if vendor and package else silent,
        "distribution": f"package of the distribution, {comment}" if package else silent,
        "package": package or silent,
        "sha256": process.sha256 if process else _REMOTE,
        "pgo": {"unavailable": "neither the server nor its package says"},
        "stripped": process.stripped if process else _REMOTE,
    }
    return found | dict(plan.build)


def _allocator(answers: Answers, process: Process | None) -> Any:
    stated = answers.variables.get("version_malloc_library", "")
    if stated and stated not in {"system", "bundled jemalloc"}:
        return stated
    if stated == "bundled jemalloc":
        return "jemalloc, built in"
    seen = process.allocator if process else None
    if seen:
        return seen
    return (
        "glibc malloc"
        if stated == "system"
        else {"unavailable": "no version_malloc_library, and its loaded libraries are not shown"}
    )


_TOLD = (
    ("character_set_server", "character set"),
    ("collation_server", "collation"),
    ("thread_handling", "thread handling"),
)


def _notes(plan: ServerPlan, answers: Answers) -> str:
    """What the server says and no field holds, then what the operator says."""
    told = [
        f"{label} {answers.variables[name]}" for name, label in _TOLD if answers.variables.get(name)
    ]
    plugins = f"plugins from libraries: {', '.join(answers.plugins) or 'none'}"
    name = f"{answers.version} ({answers.comment})"
    says = f"The server calls itself {name}: {', '.join(told)}; {plugins}."
    aside = "Options that only name paths and accounts are left out."
    return " ".join(filter(None, (says, aside, plan.notes)))
