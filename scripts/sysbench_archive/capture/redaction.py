"""What must not leave the machine, and the placeholder that stands for it.

Owns the replacing: known things first (sockets, host and user names), then whatever looks like
an address, an e-mail address or a password. The same thing has the same placeholder throughout.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from sysbench_archive.bundle.private import ADDRESS, EMAIL, PASSWORD, findings

GENERIC_NAMES = frozenset(
    (
        "root",
        "mysql",
        "mariadb",
        "admin",
        "sbtest",
        "sysbench",
        "localhost",
        "localhost.localdomain",
        "",
    )
)
"""Names that single nobody out."""


_OWN_NAMES = frozenset(
    ("id", "server", "workload", "client", "host", "file", "variables", "kind", "product",
     "version", "regime", "maturity", "evidence", "license", "placement", "transport",
     "submitter", "sha256", "reproduces", "stands_for")
)  # fmt: skip
"""Fields that hold names of the bundle or of the schema, never of a machine or a person."""


@dataclass(slots=True)
class Redactor:
    """Placeholders by what they stand for, and how many places were replaced."""

    placeholders: dict[str, str] = field(default_factory=dict)
    count: int = 0

    def know(self, kind: str, secrets: Iterable[str | None]) -> None:
        """Replace these from now on, each by `<kind-N>`."""
        for secret in secrets:
            if secret and secret not in self.placeholders and secret not in GENERIC_NAMES:
                self.placeholders[secret] = f"<{kind}-{self._next(kind)}>"

    def _next(self, kind: str) -> int:
        start = f"<{kind}-"
        return 1 + len({p for p in self.placeholders.values() if p.startswith(start)})

    def clean(self, text: str) -> str:
        """The text with placeholders; every replaced place is counted."""
        return self._found(self.known(text))

    def known(self, text: str) -> str:
        """The text without what is known by name; what only looks private stays."""
        for secret in sorted(self.placeholders, key=len, reverse=True):
            if secret in text:
                text, places = _whole(secret).subn(self.placeholders[secret], text)
                self.count += places
        return text

    def known_in(self, value: Any) -> Any:
        """The same for every text in a document, names that the bundle itself gives apart."""
        if isinstance(value, dict):
            return {k: v if k in _OWN_NAMES else self.known_in(v) for k, v in value.items()}
        if isinstance(value, list):
            return [self.known_in(item) for item in value]
        return self.known(value) if isinstance(value, str) else value

    def _found(self, text: str) -> str:
        """Without what a rule would find; a line that holds a password goes as a whole."""
        for _ in range(1000):
            finding = next(iter(findings(text)), None)
            if finding is None:
                break
            self.count += 1
            text = self._without(text, finding.rule.code, finding.shown, finding.start)
        return text

    def _without(self, text: str, code: str, shown: str, start: int) -> str:
        if code == PASSWORD.code:
            end = text.find("\n", start)
            return text[:start] + "<password>" + (text[end:] if end >= 0 else "")
        if code == EMAIL.code:
            return text[:start] + "<email>" + text[start + len(shown) :]
        assert code == ADDRESS.code
        self.know("address", [shown])
        return text[:start] + self.placeholders[shown] + text[start + len(shown) :]


def _whole(secret: str) -> re.Pattern[str]:
    """The secret where it is a word of its own, not a part of a longer one."""
    ahead = r"(?<![A-Za-z0-9])" if secret[0].isalnum() else ""
    behind = r"(?![A-Za-z0-9])" if secret[-1].isalnum() else ""
    return re.compile(ahead + re.escape(secret) + behind)


SHORTEST_NAME = 3
_IDENTITIES = frozenset(
    ("hostname", "server_uuid", "report_host", "report_user", "wsrep_node_name",
     "wsrep_node_address", "wsrep_node_incoming_address", "wsrep_cluster_address", "wsrep_sst_auth",
     "server_uid", "feedback_server_uid", "feedback_user_info")
)  # fmt: skip
_SECRETS = frozenset(("report_password", "wsrep_sst_auth", "ssl_passphrase", "tls_passphrase"))


def clean_variables(variables: Iterable[tuple[str, str]], redactor: Redactor) -> str:
    """A dump, a name and a value a line: identities by name, everything else by its look."""
    lines = []
    for name, value in variables:
        plain = " ".join(value.split())
        if plain and name.lower() in _SECRETS:
            plain, redactor.count = "<password>", redactor.count + 1
        elif plain and name.lower() in _IDENTITIES:
            # A name of two letters is a word elsewhere: it is replaced here and nowhere else.
            redactor.know("host", [plain if len(plain) >= SHORTEST_NAME else None])
            redactor.count += 1
            plain = redactor.placeholders.get(plain, "<host>")
        lines.append(f"{name}\t{plain}\n")
    return redactor.clean("".join(lines))
