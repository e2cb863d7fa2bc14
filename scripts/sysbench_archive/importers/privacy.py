"""Remove names, addresses and passwords from what enters an imported bundle.

Commands keep all their words except the secret ones, because parameters are read from them.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from sysbench_archive.redaction.findings import hidden
from sysbench_archive.redaction.redactor import Redactor, Shape

_LOOPBACK = re.compile(r"localhost|127\.[0-9.]{5,11}|::1|0\.0\.0\.0")
_PASSWORD = re.compile(
    r"(?P<name>(?:passw(?:or)?d|passphrase|pwd)[\"']?[ \t]{0,4}[=:][ \t]{0,4})"
    r"(?P<value>'[^'\n]{0,200}'|\"[^\"\n]{0,200}\"|[^\s'\",;&|)<]{1,200})",
    re.IGNORECASE,
)
_HOST_OPTION = re.compile(r"(?P<name>--(?:mysql|pgsql)-host[= ])(?P<value>[A-Za-z0-9._,:-]{1,250})")
_CLOUD_HOST = re.compile(
    r"\b[a-z0-9][a-z0-9.-]{3,200}\.(?:amazonaws\.com|database\.azure\.com|internal)\b"
)
_HOME_FOLDER = re.compile(r"/(?:home|users|Users)/[A-Za-z0-9._-]{1,64}(?=/|\b)")


def _replace_hosts(redactor: Redactor, match: re.Match[str]) -> str:
    hosts = match["value"].split(",")
    kept = [h if _LOOPBACK.fullmatch(h) else redactor.placeholder("host", h) for h in hosts]
    return match["name"] + ",".join(kept)


_SHAPES = (
    Shape(_PASSWORD, lambda _, match: f"{match['name']}<password>"),
    Shape(_HOST_OPTION, _replace_hosts),
    Shape(_CLOUD_HOST, lambda redactor, match: redactor.placeholder("host", match[0])),
    Shape(_HOME_FOLDER, lambda _, __: "$HOME"),
)


def source_redactor(other: Redactor | None = None) -> Redactor:
    """A redactor for texts of a source; it may know the placeholders of another one already."""
    if other is None:
        return Redactor(shapes=_SHAPES)
    return Redactor(dict(other.placeholders), shapes=_SHAPES, words=set(other.words))


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
