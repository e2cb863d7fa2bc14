"""Names, addresses and passwords out of everything that enters an imported bundle.

Owns what sources are known to give away. Commands keep all of their words but the secret ones,
because parameters are read from them.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from sysbench_archive.redaction.redactor import GENERIC_NAMES, SHORTEST_NAME, Redactor, Shape
from sysbench_archive.redaction.variables import hidden

_LOCAL = re.compile(r"localhost|127\.[0-9.]{5,11}|::1|0\.0\.0\.0")
_NAMED = ("hostname", "report_host", "wsrep_node_name", "wsrep_node_address")
"""Variables that hold a host's name."""


def _hosts(redactor: Redactor, match: re.Match[str]) -> str:
    hosts = match["value"].split(",")
    kept = [h if _LOCAL.fullmatch(h) else redactor.placeholder("host", h) for h in hosts]
    return match["name"] + ",".join(kept)


_PASSWORD = re.compile(
    r"(?P<name>(?:passw(?:or)?d|passphrase|pwd)[\"']?[ \t]{0,4}[=:][ \t]{0,4})"
    r"(?P<value>'[^'\n]{0,200}'|\"[^\"\n]{0,200}\"|[^\s'\",;&|)<]{1,200})",
    re.IGNORECASE,
)
_HOST = re.compile(r"(?P<name>--(?:mysql|pgsql)-host[= ])(?P<value>[A-Za-z0-9._,:-]{1,250})")
_CLOUD = re.compile(
    r"\b[a-z0-9][a-z0-9.-]{3,200}\.(?:amazonaws\.com|database\.azure\.com|internal)\b"
)
_HOME = re.compile(r"/(?:home|users|Users)/[A-Za-z0-9._-]{1,64}(?=/|\b)")
_SHAPES = (
    Shape(_PASSWORD, lambda _, match: f"{match['name']}<password>"),
    Shape(_HOST, _hosts),
    Shape(_CLOUD, lambda redactor, match: redactor.placeholder("host", match[0])),
    Shape(_HOME, lambda _, __: "$HOME"),
)


def source_redactor(placeholders: Mapping[str, str] | None = None) -> Redactor:
    """A redactor for texts of a source; it may know placeholders of another one already."""
    return Redactor(dict(placeholders or {}), shapes=_SHAPES)


def know_variables(variables: Mapping[str, str], redactor: Redactor) -> None:
    """Learn the host names a dump of variables states, whole and without their domain."""
    for name in _NAMED:
        whole = variables.get(name, "")
        for text in (whole, whole.partition(".")[0]):
            if len(text) >= SHORTEST_NAME and text.lower() not in GENERIC_NAMES:
                redactor.placeholder("host", text, of=whole)


def hosted(variables: Mapping[str, str], redactor: Redactor) -> Mapping[str, str]:
    """The same variables with `host`: `host-1` for the first host name met, and so on."""
    know_variables(variables, redactor)
    known = redactor.placeholders.get(variables.get("hostname", ""))
    return {**variables, "host": known.strip("<>")} if known else variables


def clean_all(value: Any, redactor: Redactor) -> Any:
    """Every text of a document, cleaned."""
    if isinstance(value, Mapping):
        return {key: _entry(key, entry, redactor) for key, entry in value.items()}
    if isinstance(value, list):
        return [clean_all(entry, redactor) for entry in value]
    return redactor.clean(value) if isinstance(value, str) else value


def _entry(key: str, value: Any, redactor: Redactor) -> Any:
    """An entry of a mapping: a secret or an identity by its name, the rest by its look."""
    stated = isinstance(value, str) and not value.startswith("<")
    instead = hidden(key, value) if stated else ""
    redactor.count += bool(instead)
    return instead or clean_all(value, redactor)
