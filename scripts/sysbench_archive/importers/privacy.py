"""Names, addresses and passwords out of everything that enters a bundle.

Owns the replacing. Commands keep all of their words but the secret ones, because parameters are
read from them; the same thing has the same placeholder throughout a bundle.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from sysbench_archive.bundle.private import EMAIL, PASSWORD, Finding, findings

MAX_PLACES = 1_000
_HOME = re.compile(r"/(?:home|users|Users)/[A-Za-z0-9._-]{1,64}(?=/|\b)")
_PASSWORD = re.compile(
    r"(?P<name>(?:passw(?:or)?d|passphrase|pwd)[\"']?[ \t]{0,4}[=:][ \t]{0,4})"
    r"(?P<value>'[^'\n]{0,200}'|\"[^\"\n]{0,200}\"|[^\s'\",;&|)<]{1,200})",
    re.IGNORECASE,
)
_HOST = re.compile(r"(?P<name>--(?:mysql|pgsql)-host[= ])(?P<value>[A-Za-z0-9._,:-]{1,250})")
_LOCAL = re.compile(r"localhost|127\.[0-9.]{5,11}|::1|0\.0\.0\.0")
_CLOUD = re.compile(
    r"\b[a-z0-9][a-z0-9.-]{3,200}\.(?:amazonaws\.com|database\.azure\.com|internal)\b"
)
_NAMED = ("hostname", "report_host", "wsrep_node_name", "wsrep_node_address")
_SECRET_NAME = re.compile(
    r".{0,60}(?:password|passwd|passphrase|_pwd|_auth)|wsrep_sst_auth", re.IGNORECASE
)
_IDENTITY_NAME = re.compile(r"hostname|report_host|report_user|.{0,40}_uuid|wsrep_node_.{0,40}")
_SWITCHES = frozenset(("", "0", "1", "on", "off", "true", "false", "yes", "no", "unrecorded"))
_GENERIC = frozenset(("", "localhost", "localhost.localdomain", "mysql", "mariadb", "db", "node"))


@dataclass(slots=True)
class Redactor:
    """Placeholders by what they stand for, and how many places were replaced."""

    placeholders: dict[str, str] = field(default_factory=dict)
    count: int = 0

    def know_variables(self, variables: Mapping[str, str]) -> None:
        """The host names a dump of variables states, whole and without their domain."""
        for name in _NAMED:
            whole = variables.get(name, "")
            for text in (whole, whole.partition(".")[0]):
                if len(text) > 2 and text.lower() not in _GENERIC:
                    self._placeholder("host", text, of=whole)

    def hosted(self, variables: Mapping[str, str]) -> Mapping[str, str]:
        """The same variables with `host`: `host-1` for the first host name met, and so on."""
        self.know_variables(variables)
        name = variables.get("hostname", "")
        known = self.placeholders.get(name)
        return {**variables, "host": known.strip("<>")} if known else variables

    def _placeholder(self, kind: str, text: str, of: str = "") -> str:
        if text not in self.placeholders:
            start = f"<{kind}-"
            taken = {p for p in self.placeholders.values() if p.startswith(start)}
            self.placeholders[text] = self.placeholders.get(of, f"{start}{len(taken) + 1}>")
        return self.placeholders[text]

    def clean(self, text: str) -> str:
        """The text with placeholders."""
        text = self._all(_PASSWORD, text, lambda m: f"{m['name']}<password>")
        text = self._all(_HOST, text, self._host)
        text = self._all(_CLOUD, text, lambda m: self._placeholder("host", m[0]))
        text = self._all(_HOME, text, lambda _: "$HOME")
        for name in sorted(self.placeholders, key=len, reverse=True):
            if name in text:
                word = re.compile(rf"(?<![A-Za-z0-9]){re.escape(name)}(?![A-Za-z0-9])")
                text = self._all(word, text, lambda m: self.placeholders[m[0]])
        return self._found(text)

    def _host(self, match: re.Match[str]) -> str:
        hosts = match["value"].split(",")
        kept = [h if _LOCAL.fullmatch(h) else self._placeholder("host", h) for h in hosts]
        return match["name"] + ",".join(kept)

    def _all(self, pattern: re.Pattern[str], text: str, place: Any) -> str:
        def put(match: re.Match[str]) -> str:
            new = str(place(match))
            self.count += new != match[0]
            return new

        return pattern.sub(put, text)

    def _found(self, text: str) -> str:
        """Without what a rule would still find; of a password the rest of its line goes."""
        for _ in range(MAX_PLACES):
            finding = next(iter(findings(text)), None)
            if finding is None:
                break
            if finding.rule is PASSWORD:
                line = text.find("\n", finding.start)
                text = f"{text[: finding.start]}<password>{text[line:] if line >= 0 else ''}"
                self.count += 1
            else:
                text = self._everywhere(text, finding)
        return text

    def _everywhere(self, text: str, finding: Finding) -> str:
        """An address or an e-mail address, replaced wherever it stands by itself."""
        email = finding.rule is EMAIL
        placeholder = "<email>" if email else self._placeholder("host", finding.shown)
        word = re.compile(rf"(?<![\w.:-]){re.escape(finding.shown)}(?![\w:-])(?!\.\w)")
        new = self._all(word, text, lambda _: placeholder)
        if new != text:
            return new
        self.count += 1
        return text[: finding.start] + placeholder + text[finding.start + len(finding.shown) :]

    def clean_all(self, value: Any) -> Any:
        """The same for every text of a document."""
        if isinstance(value, Mapping):
            return {key: self._entry(key, entry) for key, entry in value.items()}
        if isinstance(value, list):
            return [self.clean_all(entry) for entry in value]
        return self.clean(value) if isinstance(value, str) else value

    def _entry(self, key: str, value: Any) -> Any:
        """An entry of a mapping: a secret or an identity by its name, the rest by its look."""
        secret = isinstance(value, str) and value.lower() not in _SWITCHES
        for names, placeholder in ((_SECRET_NAME, "<password>"), (_IDENTITY_NAME, "<host>")):
            if secret and names.fullmatch(key) and not value.startswith("<"):
                self.count += 1
                return placeholder
        return self.clean_all(value)
