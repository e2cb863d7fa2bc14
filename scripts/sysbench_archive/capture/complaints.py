"""What sysbench complains of when it fails: the cause first, then all that it said."""

from __future__ import annotations

import re
from collections.abc import Mapping

# Where a server refuses, sysbench first says that it cannot connect, and why in the next line.
_CAUSE = re.compile(r"\berror [0-9]{4}\b|\berrno = [0-9]{4}\b")
_COMPLAINT = re.compile(r"FATAL|\berror\b|\bPANIC\b", re.IGNORECASE)
_NUMBER = re.compile(r"(?:\berror|\berrno =) ([0-9]{4})\b")
HINTS: Mapping[str, str] = {
    "1045": "an account may require encryption: --ssl-mode required",
    "2026": "name what the server asks for: --ssl-ca, and --ssl-cert with --ssl-key",
    "3159": "the server takes encrypted connections only: --ssl-mode required",
}
"""What to do about the server's errors that only sysbench meets: capture encrypts by itself."""
MOST_LINES = 12
MOST_CHARACTERS = 300


def complaints(said: str) -> list[str]:
    """Its complaints, each once: first one with the number of the server's error, if there is."""
    lines = [line.strip()[:MOST_CHARACTERS] for line in said.splitlines()]
    found = list(dict.fromkeys(line for line in lines if _COMPLAINT.search(line)))
    return sorted(found, key=lambda line: _CAUSE.search(line) is None)


def cause(said: str) -> str:
    """The complaint the others follow from, "" where there is none."""
    return next(iter(complaints(said)), "")


def explained(said: str, otherwise: str) -> str:
    """The cause and below it all complaints in their order; `otherwise` where there is none."""
    found = complaints(said)
    number = _NUMBER.search(found[0]) if found else None
    hint = HINTS.get(number[1]) if number else None
    advice = [f"  hint: {hint}"] if hint else []
    if len(found) < 2:
        return "\n".join([found[0] if found else otherwise, *advice])
    order = [line.strip()[:MOST_CHARACTERS] for line in said.splitlines()]
    listed = sorted(found, key=order.index)
    more = [f"    and {len(listed) - MOST_LINES} more lines"] if len(listed) > MOST_LINES else []
    shown = [f"    {line}" for line in listed[:MOST_LINES]]
    return "\n".join([found[0], "  sysbench said:", *shown, *more, *advice])
