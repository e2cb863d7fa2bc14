"""Remove names, addresses and passwords from what enters an imported bundle.

Commands keep all their words except the secret ones, because parameters are read from them: what
is secret is what `redaction` finds everywhere else as well.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sysbench_archive.redaction.findings import hidden
from sysbench_archive.redaction.redactor import Redactor


def source_redactor(other: Redactor | None = None) -> Redactor:
    """A redactor for texts of a source; it may know the placeholders of another one already."""
    if other is None:
        return Redactor()
    return Redactor(dict(other.placeholders), words=set(other.words))


def with_host_placeholder(variables: Mapping[str, str], redactor: Redactor) -> Mapping[str, str]:
    """The same variables with `host`: `host-1` for the first host name met, and so on."""
    redactor.know_hosts(variables)
    known = redactor.placeholders.get(variables.get("hostname", ""))
    return {**variables, "host": known.strip("<>")} if known else variables


def clean_all(value: Any, redactor: Redactor) -> Any:
    """Every text of a document, cleaned."""
    if isinstance(value, Mapping):
        return {key: _clean_entry(key, entry, redactor) for key, entry in value.items()}
    if isinstance(value, list):
        return [clean_all(entry, redactor) for entry in value]
    return redactor.clean(value) if isinstance(value, str) else value


def _clean_entry(key: str, value: Any, redactor: Redactor) -> Any:
    """An entry of a mapping: a secret or an identity by its name, the rest by its look."""
    stated = isinstance(value, str) and not value.startswith("<")
    if stated and (named := redactor.without_host(key, value)) != value:
        return clean_all(named, redactor)
    instead = hidden(key, value) if stated else ""
    redactor.count += bool(instead)
    return instead or clean_all(value, redactor)
