"""Replaces what must not be published, each thing by one placeholder throughout.

First what a caller looks for by its shape, then what is known by name, then whatever a rule
would still find. What is left of very many is for the rules.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import islice

from sysbench_archive.redaction.findings import ADDRESS, HOST, PASSWORD, Finding, findings
from sysbench_archive.redaction.hosts import host_name_in, names_of, stated_hosts

SHORTEST_NAME = 3
"""A name of two letters is a word elsewhere."""
GENERIC_NAMES = frozenset(
    ("", "localhost", "localhost.localdomain", "mysql", "mariadb", "root", "admin", "sbtest",
     "sysbench", "db", "node", "auto", "default", "none", "any", "on", "off")
)  # fmt: skip
"""Names that single nobody out, and what a server says where it was given no name."""
MAX_ROUNDS = 3
MAX_PLACES = 1_000
"""Places replaced in one round. What a round brings to light, the next one replaces."""


@dataclass(slots=True)
class Redactor:
    """Placeholders by what they stand for, and how many places were replaced."""

    placeholders: dict[str, str] = field(default_factory=dict)
    count: int = 0
    shapes: tuple[Shape, ...] = ()
    words: set[str] = field(default_factory=set)
    """Names that are words elsewhere: replaced where a variable states them, and nowhere else."""

    def know(self, kind: str, secrets: Iterable[str | None]) -> None:
        """Replace these from now on, each by `<kind-N>`."""
        for secret in secrets:
            if secret and secret.lower() not in GENERIC_NAMES:
                self.placeholder(kind, secret)

    def placeholder(self, kind: str, secret: str, of: str = "") -> str:
        """What stands for a secret: what stands for the one it is another name `of`, or its own."""
        if secret not in self.placeholders:
            taken = {p for p in self.placeholders.values() if p.startswith(f"<{kind}-")}
            own = f"<{kind}-{len(taken) + 1}>"
            self.placeholders[secret] = self.placeholders.get(of, own)
        return self.placeholders[secret]

    def host(self, name: str) -> str:
        """What stands for a machine, from now on for its other names as well."""
        names = (name, *names_of(name))
        known = next((other for other in names if other in self.placeholders), name)
        for other in names:
            common = len(other) < SHORTEST_NAME or other.lower() in GENERIC_NAMES
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

    def clean(self, text: str) -> str:
        """The text with placeholders; every replaced place is counted."""
        for shape in self.shapes:
            text = self._shaped(shape, text)
        text = self.known(text)
        for _ in range(MAX_ROUNDS):
            found = list(islice(findings(text), MAX_PLACES))
            if not found:
                break
            text = self.known(self._without(text, found))
        return text

    def known(self, text: str) -> str:
        """The text without what is known by name; what only looks private stays."""
        for secret in sorted(self.placeholders, key=len, reverse=True):
            if secret not in self.words and secret in text:
                text, places = _whole(secret).subn(self.placeholders[secret], text)
                self.count += places
        return text

    def _shaped(self, shape: Shape, text: str) -> str:
        def put(match: re.Match[str]) -> str:
            new = shape.instead(self, match)
            self.count += new != match[0]
            return new

        return shape.pattern.sub(put, text)

    def _without(self, text: str, found: Iterable[Finding]) -> str:
        """A text without these; with a password goes the rest of its line."""
        parts, at = [], 0
        for finding in sorted(found, key=lambda f: (f.start, f.rule is not PASSWORD)):
            if finding.start >= at:
                parts += [text[at : finding.start], self._instead(finding)]
                at = _end(text, finding)
                self.count += 1
        return "".join([*parts, text[at:]])

    def _instead(self, finding: Finding) -> str:
        if finding.rule is HOST:
            return self.host(finding.shown)
        if finding.rule is ADDRESS:
            return self.placeholder("host", finding.shown)
        return "<password>" if finding.rule is PASSWORD else "<email>"


@dataclass(frozen=True, slots=True)
class Shape:
    """What somebody looks for by its shape, and what is put in its place."""

    pattern: re.Pattern[str]
    instead: Callable[[Redactor, re.Match[str]], str]


def _end(text: str, finding: Finding) -> int:
    if finding.rule is not PASSWORD:
        return finding.start + len(finding.shown)
    line = text.find("\n", finding.start)
    return line if line >= 0 else len(text)


@lru_cache(1_000)
def _whole(secret: str) -> re.Pattern[str]:
    """The secret where it is a word of its own, not a part of a longer one."""
    ahead = r"(?<![A-Za-z0-9])" if secret[0].isalnum() else ""
    behind = r"(?![A-Za-z0-9])" if secret[-1].isalnum() else ""
    return re.compile(ahead + re.escape(secret) + behind)


PASSWORD_OPTION = Shape(
    re.compile(
        r"(?P<name>--?(?:[a-z]{2,10}-){0,3}pass(?:word|wd)?(?:=|[ \t]+(?!-))|\bMYSQL_PWD=)"
        r"(?P<value>'[^'\n]*'|\"[^\"\n]*\"|(?![<$])[^\s'\"]+)",
        re.IGNORECASE,
    ),
    lambda _, match: f"{match['name']}<password>",
)
"""A password among the words of a command, of which everything else stays."""
