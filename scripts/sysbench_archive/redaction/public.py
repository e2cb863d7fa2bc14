"""Values that give nothing away, by kind: placeholders, defaults, names that many have.

A name made of such words alone, with or without a number, singles nobody out.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Literal

from sysbench_archive.redaction.hosts import is_chosen

Kind = Literal["password", "key", "user", "host", "home", "mail"]

_STANDS_FOR = re.compile(
    r"[<$`{\[%].*|[*xX.#?•]+|'+|\"+|redacted|removed|hidden|masked|\\+['\"]*"
    # In a script, a variable.
    r"|(?:\w{1,40}\.){1,5}\w{0,40}(?:passw(?:or)?d|pwd|user|host)"
    r"|(?:\w{1,40}_){1,5}(?:passw(?:or)?d|pwd)|(?:mysql|pgsql|db)_(?:user|host)"
    r"|os\.(?:getenv|environ).*"
    r"|(?:sysbench|opt|options|args|self|config|conf|cfg|env)\.\w.*|process\.env.*|getenv.*",
    re.IGNORECASE | re.DOTALL,
)
_SWITCHES = frozenset(
    ("", "0", "1", "2", "on", "off", "true", "false", "yes", "no", "enabled", "disabled", "force",
     "force_plus_permanent", "nil", "none", "null", "prompt", "unrecorded", "any", "all")
)  # fmt: skip
_ACCOUNT_WORDS = frozenset(
    ("admin", "administrator", "anonymous", "app", "azureuser", "bench", "benchmark", "bin",
     "centos", "cloud", "current", "daemon", "db", "dba", "debian", "demo", "dev", "ec2", "example",
     "fedora", "git", "guest", "load", "login", "main", "maint", "maria", "mariadb", "me",
     "monitor",
     "msandbox", "mysql", "mysqld", "myuser", "name", "nobody", "opc", "oracle", "percona", "perf",
     "pgsql", "postgres", "private", "qa", "rdsadmin", "replication", "repl", "ro", "root",
     "runner",
     "rw", "sb", "sbtest", "sbuser", "server", "session", "someone", "sys", "sysbench", "system",
     "test", "tester", "testing", "testuser", "tpcc", "travis", "ubuntu", "user", "username",
     "vagrant", "work", "www", "you", "your")
)  # fmt: skip
"""Words that names of accounts are made of which many have."""
_PARTS = re.compile(r"[-_.]|(?<=[a-z])(?=[0-9])")
_HOST_WORDS = frozenset(
    ("address", "addr", "any", "client", "cluster", "host", "hostname", "ip", "local",
    "localdomain",
     "localhost", "loopback", "name", "private", "proxy", "public", "remote", "some", "the", "this",
     "that", "which", "your", "true", "false", "yes", "no", "is", "has", "of", "and", "or", "not",
     "mysql", "mariadb", "docker", "metadata", "kubernetes", "example")
)  # fmt: skip
_EXAMPLE = re.compile(
    r"example|localhost|(?:.*\.)?example\.(?:com|org|net)|(?:.*\.)?invalid", re.IGNORECASE
)
_SHARED = re.compile(
    r"(?:host\.docker|metadata\.google|gateway\.docker)\.internal|(?:rc|conf|cnf|config|my|env)\."
    r"local"
    r"|git(?:hub|lab)\.com|bitbucket\.org",
    re.IGNORECASE,
)
_FILE = re.compile(
    r".*\.(?:sh|lua|py|pl|conf|cnf|txt|log|csv|json|ya?ml|sql|so|c|cc|h|md|html?)", re.IGNORECASE
)


def is_public(kind: Kind, value: str) -> bool:
    """Whether a value of this kind gives nothing away: a placeholder, a default, a common word."""
    plain = value.strip("'\"\\`")
    if _STANDS_FOR.fullmatch(plain) or plain.lower() in _SWITCHES:
        return True
    return _PUBLIC[kind](plain) if kind in _PUBLIC else False


def _public_user(name: str) -> bool:
    parts = [part for part in _PARTS.split(name.lower()) if part and not part.isdigit()]
    return len(name) < 2 or all(part in _ACCOUNT_WORDS for part in parts)


def _public_host(name: str) -> bool:
    bare = name.rstrip(".").lower()
    if _EXAMPLE.fullmatch(bare) or _SHARED.fullmatch(bare) or _FILE.fullmatch(bare):
        return True
    return len(bare) < 2 or bare in _HOST_WORDS or bare.isdigit() or is_chosen(bare)


_PUBLIC: Mapping[Kind, Callable[[str], bool]] = {
    "user": _public_user,
    "host": _public_host,
}
