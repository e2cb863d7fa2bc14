"""Replaces what must not be published, each thing by one placeholder throughout.

First what is known by name, then whatever a rule would still find: what is redacted and what is
refused is the same. What is left of very many is for the rules. Lines keep their numbers.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import islice
from typing import Any

from sysbench_archive.redaction.findings import Finding, findings, hidden
from sysbench_archive.redaction.hosts import host_name_in, names_of, stated_hosts
from sysbench_archive.redaction.spellings import WORDS

SHORTEST_NAME = 3
"""A name of two letters is a word elsewhere."""
MAX_ROUNDS = 3
MAX_PLACES = 1_000
"""Places replaced in one round. What a round brings to light, the next one replaces."""


@dataclass(slots=True)
class Redactor:
    """Placeholders by what they stand for, and how many places were replaced."""

    placeholders: dict[str, str] = field(default_factory=dict)
    count: int = 0
    words: set[str] = field(default_factory=set)
    """Names that are words elsewhere: replaced where a variable states them, and nowhere else."""

    def know(self, kind: str, secrets: Iterable[str | None]) -> None:
        """Replace these from now on, each by `<kind-N>`."""
        for secret in secrets:
            if secret and secret.lower() not in WORDS["generic"]:
                self.placeholder(kind, secret)

    def placeholder(self, kind: str, secret: str, of: str = "") -> str:
        """What stands for a secret: what stands for the one it is another name `of`, or its own."""
        if secret not in self.placeholders:
            taken = {p for p in self.placeholders.values() if p.startswith(f"<{kind}-")}
            own = f"<{kind}-{len(taken) + 1}>"
            self.placeholders[secret] = self.placeholders.get(of, own)
        return self.placeholders[secret]

    def user(self, name: str) -> str:
        """What stands for an account, from now on wherever it is no word of another meaning."""
        if name not in self.placeholders and is_word(name):
            self.words.add(name)
        return self.placeholder("user", name)

    def host(self, name: str) -> str:
        """What stands for a machine, from now on for its other names as well."""
        names = (name, *names_of(name))
        known = next((other for other in names if other in self.placeholders), name)
        for other in names:
            common = other.lower() in WORDS["generic"] or is_word(other)
            if common and other not in self.placeholders:
                self.words.add(other)
            self.placeholder("host", other, of=known)
        return self.placeholders[name]

    def know_hosts(self, variables: Mapping[str, str]) -> None:
        """Learn the machines that a dump of variables names."""
        for name in stated_hosts(variables):
            self.host(name)

    def without_host(self, variable: str, value: str) -> str:
        """A variable's value with a placeholder for the machine it is named after."""
        name = host_name_in(variable, value)
        if not name:
            return value
        self.count += 1
        ahead, _, behind = value.rpartition(name)
        return f"{ahead}{self.host(name)}{behind}"

    def learn(self, text: str) -> None:
        """Know the machines and accounts that a text names, wherever else they stand."""
        for finding in islice(findings(text), MAX_PLACES):
            if finding.kind.numbered:
                self._instead(finding)

    def clean(self, text: str) -> str:
        """The text with placeholders; every replaced place is counted."""
        for _ in range(MAX_ROUNDS):
            # A known name may be a part of the word that shows where a password stands.
            found = list(islice(findings(text), MAX_PLACES))
            text = self.known(self._without(text, found))
            if not found:
                break
        return text

    def clean_all(self, value: Any) -> Any:
        """Every text of a document, cleaned; a secret or an identity by the name it stands under.

        Commands keep all their words except the secret ones: parameters are read from them.
        """
        if isinstance(value, Mapping):
            return {key: self._clean_entry(key, entry) for key, entry in value.items()}
        if isinstance(value, list):
            return [self.clean_all(entry) for entry in value]
        return self.clean(value) if isinstance(value, str) else value

    def _clean_entry(self, key: str, value: Any) -> Any:
        if not isinstance(value, str) or value.startswith("<"):
            return self.clean_all(value)
        if (named := self.without_host(key, value)) != value:
            return self.clean(named)
        instead = hidden(key, value)
        self.count += bool(instead)
        return instead or self.clean(value)

    def known(self, text: str) -> str:
        """The text without what is known by name; what only looks private stays."""
        for secret in sorted(self.placeholders, key=len, reverse=True):
            if secret not in self.words and secret in text:
                text, places = _whole(secret).subn(self.placeholders[secret], text)
                self.count += places
        return text

    def _without(self, text: str, found: Iterable[Finding]) -> str:
        """A text without these. A key of several lines leaves as many lines."""
        parts, at = [], 0
        for finding in sorted(found, key=lambda f: (f.start, -f.end)):
            if finding.start >= at:
                lines = "\n" * text.count("\n", finding.start, finding.end)
                parts += [text[at : finding.start], self._instead(finding), lines]
                at = finding.end
                self.count += 1
        return "".join([*parts, text[at:]])

    def _instead(self, finding: Finding) -> str:
        kind = finding.kind
        if kind.name == "host":
            return self.host(finding.shown)
        if kind.name == "user":
            return self.user(finding.shown)
        if not kind.numbered:
            return kind.instead
        if not _LETTER.search(finding.shown) and kind.name == "id":
            # Elsewhere such a number is a figure.
            self.words.add(finding.shown)
        return self.placeholder(kind.instead.rstrip("-"), finding.shown)


_LETTER = re.compile(r"[A-Za-z]")


def is_word(name: str) -> bool:
    """Whether a name is a word elsewhere, so that it may go only where it is stated as a name."""
    return len(name) < SHORTEST_NAME or name.lower() in WORDS["report"]


@lru_cache(1_000)
def _whole(secret: str) -> re.Pattern[str]:
    """The secret where it is a word of its own, not a part of a longer one."""
    ahead = r"(?<![A-Za-z0-9])" if secret[0].isalnum() else ""
    behind = r"(?![A-Za-z0-9])" if secret[-1].isalnum() else ""
    return re.compile(ahead + re.escape(secret) + behind)
