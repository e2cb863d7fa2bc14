"""What a capture knows of its servers, out of the dumps and the document it writes.

Owns which fields of a document are the bundle's own words, and how a dump of variables is kept.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from sysbench_archive.redaction.redactor import SHORTEST_NAME, Redactor
from sysbench_archive.redaction.variables import hidden

_OWN_NAMES = frozenset(
    ("id", "server", "workload", "client", "host", "file", "variables", "kind", "product",
     "version", "regime", "maturity", "evidence", "license", "placement", "transport",
     "submitter", "sha256", "reproduces", "stands_for")
)  # fmt: skip
"""Fields that hold names of the bundle or of the schema, never of a machine or a person."""


def known_in(value: Any, redactor: Redactor) -> Any:
    """Every text of a document without what is known, names that the bundle itself gives apart."""
    if isinstance(value, dict):
        return {k: v if k in _OWN_NAMES else known_in(v, redactor) for k, v in value.items()}
    if isinstance(value, list):
        return [known_in(item, redactor) for item in value]
    return redactor.known(value) if isinstance(value, str) else value


def clean_variables(variables: Iterable[tuple[str, str]], redactor: Redactor) -> str:
    """A dump, a name and a value a line: identities by name, everything else by its look."""
    lines = (f"{name}\t{_shown(name, value, redactor)}\n" for name, value in variables)
    return redactor.clean("".join(lines))


def _shown(name: str, value: str, redactor: Redactor) -> str:
    value = " ".join(value.split())
    instead = hidden(name, value)
    redactor.count += bool(instead)
    if instead != "<host>" or len(value) < SHORTEST_NAME:
        return instead or value
    redactor.know("host", [value])
    return redactor.placeholders.get(value, instead)
