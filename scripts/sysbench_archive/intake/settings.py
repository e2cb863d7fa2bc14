"""Settings as people paste them: lines of a my.cnf. Owns which lines are settings."""

from __future__ import annotations

import re
from collections.abc import Iterator

_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_.-]{0,79}")
_SILENT = ("#", ";", "[", "!", "```")
_SECRET = re.compile(r"passw|passphrase|secret|auth|token|credential", re.IGNORECASE)
MAX_SETTINGS = 300
MAX_VALUE = 300


def settings_in(text: str) -> tuple[dict[str, str], list[str]]:
    """Name to value as typed, and the lines that are no settings. Secrets are left out."""
    found: dict[str, str] = {}
    odd: list[str] = []
    for line in _lines(text):
        name, _, value = (part.strip() for part in line.partition("="))
        name = name.removeprefix("--")
        if not _NAME.fullmatch(name) or len(value) > MAX_VALUE or len(found) >= MAX_SETTINGS:
            odd.append(line)
        elif not _SECRET.search(name):
            found[name] = value.strip("'\"")
    return found, odd


def _lines(text: str) -> Iterator[str]:
    for line in text.split("\n"):
        plain = line.strip()
        if plain and not plain.startswith(_SILENT):
            yield plain
